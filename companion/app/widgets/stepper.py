"""A number by hand: less, the number, more; and the numbers themselves when they are few."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.paint import art
from companion.app.paint.pen import Pen
from companion.app.widgets.basic import PushButton
from companion.app.widgets.part import Laid
from companion.i18n import _


def bounds(low: int, high: int) -> str:
    """Why a number goes no further."""
    return _("From {low} to {high}: it goes no further.").format(low=low, high=high)


class Stepper(Laid):
    """``limits(low, high, value)``; calls ``changed(n)``."""

    def __init__(self, **kwargs: Any) -> None:
        self.low, self.high, self.number = 0, 9, 0
        self.changed: Callable[[int], None] = lambda n: None
        super().__init__(**kwargs)

    def limits(self, low: int, high: int, value: int) -> None:
        self.low, self.high = low, high
        self.number = min(high, max(low, value))
        self.lay()

    def few(self) -> bool:
        rows = -(-(self.high - self.low + 1) // self.per_row())
        return rows * 88 - 12 <= self.h + 1

    def per_row(self) -> int:
        return max(1, int((self.w + 12) / 84))

    def fill(self) -> None:
        x, y, _w, h = self.box
        if self.few():
            for k, n in enumerate(range(self.low, self.high + 1)):
                row, column = divmod(k, self.per_row())
                button = PushButton(box=[x + column * 84, y + row * 88, 72, min(h, 76)], chosen=n == self.number)
                button.offer(str(n), lambda n=n: self.set(n))
                self.add_widget(button)
        else:
            side = min(h, 76)
            for icon, step, left in (("minus", -1, x), ("plus", 1, x + side + 12 + 140 + 12)):
                button = PushButton(box=[left, y, side, side], icon=icon)
                button.enabled = self.low <= self.number + step <= self.high
                button.why = bounds(self.low, self.high)
                button.tap = (lambda s=step: self.set(self.number + s)) if button.enabled else None
                self.add_widget(button)
        self.redraw()

    def set(self, n: int) -> None:
        self.number = n
        self.lay()
        self.changed(n)

    def draw(self, pen: Pen) -> None:
        if self.few():
            return
        side = min(self.h, 76)
        art.card(pen, side + 12, 0, 140, side, "surface")
        pen.text(str(self.number), side + 12, 0, 140, "total", h=side, align="centre", valign="middle", lines=1)
