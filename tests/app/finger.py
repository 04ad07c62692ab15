"""A finger on the live app: the real screens in a window without a display, the real backend behind them.

Nothing reaches the backend but touches on widgets, frames of a camera and bytes of a device. What is on the screen is
read back from the widgets themselves: their words, their ink, their values.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from companion import i18n
from companion.app.backend import Inbox
from companion.app.viewmodel import BoardView
from tests.app.stage import Stage

PATIENCE = 60.0  # s that a page may take on a busy machine before a test calls it stuck
STEP = 0.02


class Stuck(AssertionError):
    """The app did not come to what was waited for."""


@frozen
class Control:
    """Something that a finger can press: its widget, and how to tell it again on another visit."""

    part: Any
    key: tuple[str, ...]

    @property
    def enabled(self) -> bool:
        return bool(self.part.enabled)


class Finger:
    """The app of one family: ``home`` keeps its settings and games. ``close`` when done."""

    def __init__(
        self, stage: Stage, home: Path, language: str = "de", theme: str = "dark", size: tuple[int, int] = (1280, 800),
        text: str = "1", **devices: str | None,
    ) -> None:  # fmt: skip
        from companion.app.live.backend import LiveBackend
        from companion.app.navigation import Nav
        from companion.app.settings import Settings
        from companion.app.widgets.part import set_post

        self.stage, self.shell, self.home = stage, stage.shell, home
        shell = self.shell
        shell.out = lambda tap: None  # nobody listens till the app is there
        shell.settings = Settings(motion="off", language=language, theme=theme, text=text)
        shell.nav, shell.views, shell.draft = Nav(), {}, None
        shell.inbox = Inbox()
        i18n.use(language)
        set_post(shell.post)
        stage.resize(size)
        shell.restyle_quietly()
        self.backend = LiveBackend(home, **devices)
        shell.out = self.backend.post
        self.touches = 0
        self.backend.start(shell.inbox)
        self.settle()

    def close(self) -> None:
        self.backend.close()
        self.shell.out = lambda tap: None
        self.shell.inbox = self.stage.inbox
        self.shell.drop()

    # ------------------------------------------------------------ time
    def settle(self) -> None:
        """What has come is shown."""
        self.shell.poll()
        self.stage.ticks(2)

    def until(self, true: Callable[[], Any], what: str = "", patience: float = PATIENCE) -> Any:
        """Let the app work until something is true; raises Stuck."""
        end = time.monotonic() + patience
        while True:
            self.settle()
            found = true()
            if found:
                return found
            if time.monotonic() > end:
                raise Stuck(f"waited in vain for {what or true}; {self.place} says {self.words()}")
            time.sleep(STEP)

    def rest(self) -> None:
        """Until nothing on the screen has changed for a while, and it does not say that it works on something."""
        seen, since = self.shows(), time.monotonic()
        end = since + PATIENCE
        while time.monotonic() - since < 4 * STEP and time.monotonic() < end:
            time.sleep(STEP)
            self.settle()
            if (now := self.shows()) != seen or self.parts("Busy"):
                seen, since = now, time.monotonic()

    # ------------------------------------------------------------ what is on the screen
    @property
    def place(self) -> str:
        """The face that is shown."""
        return str(self.shell.shown)

    def parts(self, kind: str = "") -> list[Any]:
        """Visible parts, of a class when named; those that lie on top come last."""
        return [w for w in self.shell.walk() if w.opacity > 0 and (not kind or type(w).__name__ == kind)]

    def words(self) -> list[str]:
        return [s.text for w in self.parts() for s in getattr(w, "said", ())]

    def shows(self) -> str:
        """A fingerprint of all that can be seen: words, values and ink, but for a button held down."""
        from kivy.core.window import Window

        seen = hashlib.blake2b(f"{self.place} {Window.rotation}".encode())
        for part in self.parts():
            if hasattr(part, "said"):
                pressed = getattr(part, "pressed", False)
                ink = "" if pressed else "".join(inked(part._ink))
                texts = [s.text for s in part.said]
                seen.update(repr((type(part).__name__, list(part.box), texts, ink, pictured(part))).encode())
        return seen.hexdigest()

    def controls(self) -> list[Control]:
        """All that can be pressed now: nothing under a sheet, nothing of no size."""
        parts = [p for p in self.parts() if hasattr(p, "target") and p.w > 0 and p.h > 0]
        found, counts = [], {}
        for p in parts:
            if not self._reached(p):
                continue
            key = (self.place, type(p).__name__, named(p))
            counts[key] = counts.get(key, 0) + 1
            found.append(Control(p, (*key, str(counts[key]))))
        return found

    def _reached(self, part: Any) -> bool:
        """Whether a touch in the middle arrives at this part: no sheet, no keys, no card lies over it."""
        return receiver(self.shell, *part.center) is part

    def button(self, text: str) -> Any:
        """The part that says so; ``text`` is a message of the catalogue or the very words."""
        wanted = {text, i18n.gettext(text)}
        found = [c.part for c in self.controls() if wanted & {getattr(c.part, "text", None), *said(c.part)}]
        if not found:
            raise Stuck(f"no button {wanted} at {self.place} among {[c.key[1:3] for c in self.controls()]}")
        return found[-1]

    # ------------------------------------------------------------ touches
    def touch_at(self, *way: tuple[float, float], held: float = 0.0) -> None:
        """Down at the first pixel, along the others, up at the last; ``held`` seconds between."""
        from kivy.tests.common import UnitTestTouch

        first, *more = [_turned(round(x), round(y)) for x, y in way]
        touch = UnitTestTouch(*first)
        self.touches += 1
        touch.touch_down()
        for x, y in more:
            touch.touch_move(x, y)
        if held:
            end = time.monotonic() + held
            while time.monotonic() < end:
                self.stage.ticks(1)
                time.sleep(STEP)
        touch.touch_up()
        self.settle()

    def tap(self, part: Any) -> None:
        self.touch_at(part.center)

    def press(self, text: str) -> None:
        """Touch the button that says so."""
        self.tap(self.button(text))

    def press_one(self, *texts: str) -> str:
        """Touch the first of these buttons that is there; returns its text."""
        for text in texts:
            try:
                self.press(text)
                return text
            except Stuck:
                continue
        raise Stuck(f"none of {texts} at {self.place}: {self.words()}")


def _turned(x: int, y: int) -> tuple[int, int]:
    """A pixel as a panel tells it whose window is turned round: places on the glass do not turn."""
    from kivy.core.window import Window

    return (Window.width - 1 - x, Window.height - 1 - y) if Window.rotation == 180 else (x, y)


def receiver(part: Any, x: float, y: float) -> Any:
    """The part that would take a touch there, None for nobody: children first, the topmost of them first."""
    if part.opacity <= 0:
        return None
    for child in part.children:
        taken = receiver(child, x, y)
        if taken is not None:
            return taken
    if hasattr(part, "reaches"):
        return part if part.w > 0 and part.h > 0 and part.reaches(x, y) else None
    return part if _keeps(part) and part.collide_point(x, y) else None


def _keeps(part: Any) -> bool:
    """Whether a part keeps touches for itself although it is no target: sheets, keys, cards over the stage."""
    from companion.app.screens.base import Screen
    from companion.app.widgets.part import Part

    own = type(part).on_touch_down is not Part.on_touch_down
    return own and isinstance(part, Part) and not isinstance(part, Screen)


def pictured(part: Any) -> Any:
    """What a board shows: its texture is drawn anew in place, so that its ink stays the same."""
    drawn = getattr(part, "_drawn", None)
    return (drawn[0].window, drawn[0].spaces) if drawn and isinstance(drawn[0], BoardView) else ()


def inked(group: Any) -> Iterator[str]:
    """What a part has drawn: every instruction with its colour, places and sizes."""
    for one in group.children:
        if hasattr(one, "children"):
            yield from inked(one)
            continue
        yield type(one).__name__
        texture = getattr(one, "texture", None)
        if texture is not None:
            yield repr((texture.id, [round(v, 3) for v in getattr(one, "tex_coords", ())]))
        for name in ("rgba", "points", "pos", "size", "vertices"):
            value = getattr(one, name, None)
            if value is not None:
                yield repr([round(v, 2) for v in value] if not isinstance(value, str) else value)


def said(part: Any) -> list[str]:
    return [s.text for s in getattr(part, "said", ())]


def named(part: Any) -> str:
    """What tells a control on another visit: its icon, its words without numbers."""
    text = getattr(part, "text", "") or getattr(part, "icon", "") or " ".join(said(part))
    return "".join("#" if c.isdigit() else c for c in text)[:60]
