"""The board as a widget: one texture, drawn anew only on change; a tap says which space was meant.

A finger that stays down gets a loupe, and may slide to the space it means: small spaces that lie close take one touch.
"""

from __future__ import annotations

import math
from typing import Any

from kivy.clock import Clock

from companion.app import drawing as geo
from companion.app.paint.board import fit, paint_board
from companion.app.paint.pen import Pen
from companion.app.paint.stamps import canvas
from companion.app.taps import Tap
from companion.app.viewmodel import BoardView
from companion.app.widgets.part import Target, look, post

HOLD_S = 0.3  # a finger that rests so long, or slides
SLIDE = 14.0  # design units
LOUPE, NEARER = 120.0, 3.2  # radius in design units, and how much larger it shows


class BoardPart(Target):
    """``show(BoardView)``. A tap says which space was meant; under the loupe it posts ``picked`` instead."""

    tap_kind = "space"
    looks_closer = True

    def __init__(self, **kwargs: Any) -> None:
        self._drawn: tuple[Any, ...] = ()
        self._picture: Any = None
        self.loupe_at: tuple[float, float] | None = None  # design units from the top left
        self.loupe_shown = (0.0, 0.0, 0.0)  # middle and radius where it is drawn
        self._pressed_at: tuple[float, float] | None = None
        self._hold = Clock.create_trigger(lambda _dt: self._slide(self._pressed_at), HOLD_S)
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
        if self.loupe_at is not None:
            self._draw_loupe(pen, *self.loupe_at)

    # ------------------------------------------------------------ the loupe
    def _draw_loupe(self, pen: Pen, x: float, y: float) -> None:
        """In the half of the board where the finger is not."""
        r = min(LOUPE, self.w / 2 - 8, self.h / 4)
        cx = min(max(x, r + 6), self.w - r - 6)
        cy = r + 6 if y > self.h / 2 else self.h - r - 6
        self.loupe_shown = (cx, cy, r)
        texture = self._picture.texture
        k = texture.size[0] / self.w  # px a design unit
        pen.disc(cx, cy, r + 4, "text")
        pen.loupe(texture, (x * k, y * k), r * k / NEARER, cx, cy, r, drawn=True)
        ring = [(cx + 20 * math.cos(a / 8 * math.pi), cy + 20 * math.sin(a / 8 * math.pi)) for a in range(17)]
        pen.line(ring, 3, "text")

    def _place(self, touch: Any) -> tuple[float, float]:
        return (touch.x - self.x) / look().u, (self.top - touch.y) / look().u

    def _slide(self, at: tuple[float, float] | None) -> None:
        self.loupe_at = at
        self.redraw()

    def on_press(self, touch: Any) -> None:
        if self.looks_closer and self.value is not None:
            self._pressed_at = self._place(touch)
            self._hold()

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or self._pressed_at is None:
            return bool(super().on_touch_move(touch))
        at = self._place(touch)
        if self.loupe_at is not None or math.dist(at, self._pressed_at) > SLIDE:
            self._slide(at)
        return True

    def on_release(self, touch: Any) -> None:
        self._hold.cancel()
        self._pressed_at = None

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
        closer = self.loupe_at is not None
        self._slide(None)
        if found and closer:
            post(Tap("picked", found))
        elif found:
            self.tapped(found)

    def tapped(self, space: str) -> None:
        post(Tap(self.tap_kind, space))
