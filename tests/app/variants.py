"""How a page may look: its size, language, theme and text, each changed on the live app while the page lies open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import frozen

from companion.app.taps import Tap
from tests.app.finger import Finger

SIZES = ((1280, 800), (1024, 600), (1920, 1200), (800, 1280))
LANGUAGES = ("de", "en")
THEMES = ("dark", "light")
TEXTS = ("1", "1.25", "1.5")
Again = Callable[[], None] | None


@frozen
class Variant:
    """``size``: the window in px. ``text``: how much larger type is."""

    size: tuple[int, int] = (1280, 800)
    text: str = "1"
    language: str = "de"
    theme: str = "dark"

    @property
    def name(self) -> str:
        theme = ["light"] if self.theme == "light" else []
        text = [f"text{self.text}"] if self.text != "1" else []
        return "-".join([self.language, *theme, f"{self.size[0]}x{self.size[1]}", *text])

    @property
    def upright(self) -> bool:
        return self.size[0] < self.size[1]


def worn(f: Finger) -> Variant:
    """How the app looks now."""
    kept, (w, h) = f.shell.settings, f.shell.size
    return Variant((int(w), int(h)), kept.text, kept.language, kept.theme)


def wear(f: Finger, new: Variant) -> None:
    """The page that lies open, otherwise; as the settings and a turned tablet would change it."""
    old = worn(f)
    if new.size != old.size:
        f.stage.resize(new.size)
        f.shell.restyle()
    for name in ("text", "theme", "language"):
        if getattr(new, name) != getattr(old, name):
            f.shell.post(Tap("setting", (name, getattr(new, name))))
    f.rest()


def each(f: Finger, variants: Iterable[Variant], again: Again = None) -> Iterator[Variant]:
    """The open page in one variant after the other, and then as it was.

    ``again`` opens what a page closes when it is built anew: a group of options, what lies behind the curtain.
    """
    before, now = worn(f), worn(f)
    for one in (*variants, before):
        if one != now:
            wear(f, one)
            if again is not None:
                again()
        now = one
        if one is not before:
            yield one
