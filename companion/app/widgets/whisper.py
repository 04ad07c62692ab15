"""A sentence over the bottom row: why what was touched is off, or what was done. It goes by itself, or with the next
touch."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.widgets.part import Part, look

STAYS_S = 5.0
PAD = 18.0


class Whisper(Part):
    """``Whisper(text)`` lies over the lower end of the stage and lets touches through."""

    def __init__(self, text: str, mark: str = "warn") -> None:
        self.text, self.mark = text, mark
        now = look()
        lines = measure.lines(now, text, now.dw - 40 - 112, "reason")
        high = max(64.0, lines * now.line("reason") + 2 * PAD)
        super().__init__(box=[20, now.dh - 100 - high, now.dw - 40, high])
        Clock.schedule_once(lambda _dt: Clock.schedule_once(self.go, STAYS_S))  # from when it can be seen

    def go(self, *_: Any) -> None:
        if self.parent is not None:
            self.parent.remove_widget(self)

    def draw(self, pen: Pen) -> None:
        art.card(pen, 0, 0, self.w, self.h, "raised", edge="text" if self.mark == "ok" else self.mark, width=2)
        art.mark(pen, self.mark, 44, self.h / 2, 36)
        pen.text(self.text, 84, 0, self.w - 112, "reason", h=self.h, valign="middle")
