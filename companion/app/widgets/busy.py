"""Over everything while something is worked on: what it is, and that it goes on. It keeps touches for itself."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.widgets.part import Part, look

BEAT_S = 0.4
DOTS = 3


class Busy(Part):
    """``show(text)``."""

    def __init__(self) -> None:
        now = look()
        self._dot = 0
        super().__init__(box=[0, 0, now.dw, now.dh])
        self._beat = Clock.schedule_interval(self._next, BEAT_S) if now.motion else None

    def _next(self, *_: Any) -> None:
        self._dot = (self._dot + 1) % DOTS
        self.redraw()

    def gone(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
        if self.parent is not None:
            self.parent.remove_widget(self)

    def on_touch_down(self, touch: Any) -> bool:
        return True

    def draw(self, pen: Pen) -> None:
        pen.rect(0, 0, self.w, self.h, "scrim", 0.5)
        text = self.value or ""
        wide = min(self.w - 120, measure.wide(pen.look, text, "name") + 190)
        lines = measure.lines(pen.look, text, wide - 180, "name")
        high = max(120.0, lines * pen.look.line("name") + 56)
        x, y = (self.w - wide) / 2, (self.h - high) / 2
        art.card(pen, x, y, wide, high, "raised", edge="text", width=2)
        for k in range(DOTS):
            strong = k == self._dot or not pen.look.motion
            pen.disc(x + 40 + 30 * k, y + high / 2, 9 if strong else 6, "text" if strong else "quiet")
        pen.text(text, x + 140, y, wide - 170, "name", h=high, valign="middle")
