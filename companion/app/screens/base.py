"""What all screens share: the window's size in design units, the top row, the way out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty

from companion.app.taps import Tap
from companion.app.widgets import basic as _basic  # noqa: F401 - names for kv
from companion.app.widgets import top as _top  # noqa: F401
from companion.app.widgets.part import Part, look
from companion.i18n import _

_LOADED: set[str] = set()


def load_kv(module_file: str) -> None:
    """Load the kv file beside a screen's module, once."""
    path = str(Path(module_file).with_suffix(".kv"))
    if path not in _LOADED:
        _LOADED.add(path)
        Builder.load_file(path)


class Screen(Part):
    """Fills the window. ``dw`` x ``dh``: its size in design units, 1280 x 800 or more; ``t``: the text factor.

    ``tall``: it stands upright, 800 x 1280 or more. The lamps lie below the title then and all else ``low`` lower; the
    buttons that stand between undo and menu have a row of their own above them (``mid``) where ``two_rows`` says so.
    ``foot`` is what the rows of buttons take.
    """

    two_rows = False
    dw = NumericProperty(1280)
    dh = NumericProperty(800)
    t = NumericProperty(1)
    tall = BooleanProperty(False)
    low = NumericProperty(0)
    foot = NumericProperty(104)
    mid_y = NumericProperty(712)

    def __init__(self, **kwargs: Any) -> None:
        now = look()
        rows = 2 if now.tall and self.two_rows else 1
        super().__init__(
            dw=now.dw, dh=now.dh, t=now.text, box=[0, 0, now.dw, now.dh], tall=now.tall, low=52 if now.tall else 0,
            foot=16 + 88 * rows, mid_y=now.dh - 88 * rows, **kwargs,
        )  # fmt: skip
        if "menu" in self.ids:
            self.ids.menu.offer("", Tap("menu"))
        if "back" in self.ids:
            self.ids.back.offer(_("Back"), Tap("back"))
        self.dressed()

    def dressed(self) -> None:
        """After the kv rule: fixed words and taps, beside those of menu and way back."""

    def mid(self, k: int, n: int) -> list[float]:
        """The k-th of n buttons side by side in the row above undo and menu."""
        wide = (self.dw - 40 - 12 * (n - 1)) / n
        return [20 + k * (wide + 12), self.mid_y, wide, 76]

    def split(self, y: float, share: float = 0.5) -> tuple[list[float], list[float]]:
        """Two boxes from ``y`` down to the buttons: side by side, or below each other, the first ``share`` high."""
        high = self.dh - self.foot - y
        if self.tall:
            first = (high - 16) * share
            return [20, y, self.dw - 40, first], [20, y + first + 16, self.dw - 40, high - first - 16]
        wide = 680 + (self.dw - 1280) / 2
        return [20, y, wide, high], [wide + 36, y, self.dw - wide - 56, high]

    def show(self, value: Any) -> None:
        """Show a view; called again for each newer one."""
        if value != self.value:
            self.value = value
            self.render()

    def on_touch_down(self, touch: Any) -> bool:
        """Before the first view only back and menu may be pressed."""
        if self.value is not None:
            return bool(super().on_touch_down(touch))
        return any(self.ids[name].on_touch_down(touch) for name in ("back", "menu") if name in self.ids)

    def render(self) -> None:
        """Give the parts their values."""

    def head(self, title: str, second: str, lamps: Any) -> None:
        """Title and lamps of the top row (ids title, lamps)."""
        self.ids.title.show((title, second))
        self.ids.lamps.show_beside(lamps, title, second)

    def frame(self, picture: Any) -> None:
        """A camera picture; only screens with a live picture want it."""

    def leave(self) -> None:
        """The screen goes away."""
