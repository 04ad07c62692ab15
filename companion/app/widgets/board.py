"""The board as a widget: one texture, drawn anew only on change; a tap says which space was meant."""

from __future__ import annotations

from typing import Any

from companion.app import drawing as geo
from companion.app.paint.board import fit, paint_board
from companion.app.paint.pen import Pen
from companion.app.paint.stamps import canvas
from companion.app.taps import Tap
from companion.app.viewmodel import BoardView
from companion.app.widgets.part import Target, look, post


class BoardPart(Target):
    """``show(BoardView)``. A tap says which space was meant."""

    tap_kind = "space"

    def __init__(self, **kwargs: Any) -> None:
        self._drawn: tuple[Any, ...] = ()
        self._picture: Any = None
        super().__init__(**kwargs)

    def fit(self) -> tuple[float, float, float]:
        """Left, top and design units a mm of the board in this box."""
        return fit(self.value, self.w, self.h)

    def draw(self, pen: Pen) -> None:
        view: BoardView | None = self.value
        if view is None:
            return
        size = (max(1, round(self.w * pen.scale)), max(1, round(self.h * pen.scale)))
        key = (view, size, pen.look)
        if self._drawn != key:
            self._picture = canvas(size, pen.scale, pen.look, lambda p: paint_board(p, view, self.w, self.h))
            self._drawn = key
        pen.image(self._picture.texture, 0, 0, self.w, self.h)

    def space_under(self, touch: Any) -> str:
        if self.value is None:
            return ""
        left, top, k = self.fit()
        u = look().u
        x, y = (touch.x - self.x) / u, (self.top - touch.y) / u
        x0, y0 = self.value.window[:2] if self.value.window else (0.0, 0.0)
        return geo.space_at(self.value.drawing, ((x - left) / k + x0, (y - top) / k + y0), reach=36 / k)

    def touched(self, touch: Any) -> None:
        found = self.space_under(touch)
        if found:
            self.tapped(found)

    def tapped(self, space: str) -> None:
        post(Tap(self.tap_kind, space))
