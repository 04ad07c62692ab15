"""The board as a widget: one texture, drawn anew only on change; a tap says which space was meant.

A finger that stays down gets a loupe, and may slide to the space it means: small spaces that lie close take one touch.
"""

from __future__ import annotations

import math
from typing import Any

from attrs import evolve
from kivy.clock import Clock

from companion.app import drawing as geo
from companion.app.paint.board import fit, paint_board
from companion.app.paint.inks import Inks
from companion.app.paint.pen import Pen
from companion.app.paint.stamps import canvas
from companion.app.taps import Tap
from companion.app.viewmodel import BoardView
from companion.app.widgets.basic import PushButton
from companion.app.widgets.part import Part, Target, look, post

HOLD_S = 0.3  # a finger that rests so long, or slides
SLIDE = 14.0  # design units
LOUPE, NEARER = 120.0, 3.2  # radius in design units, and how much larger it shows
ZOOMS = (1.0, 1.6, 2.5)  # how large a board that zooms may be drawn
KEY = 56.0  # its keys
ROOM = KEY + 12  # that they take
EDGE = 14.0  # how far a finger may miss a border, design units


class BoardPicture(Part):
    """``show(BoardView)``: a drawing to look at, which takes no touch."""

    def __init__(self, **kwargs: Any) -> None:
        self._drawn: tuple[Any, ...] = ()
        self._picture: Any = None
        self._inks = Inks()
        super().__init__(**kwargs)

    @property
    def map_h(self) -> float:
        """Height of the drawing."""
        return self.h

    @property
    def map_w(self) -> float:
        """Width of the drawing."""
        return self.w

    def shown(self) -> Any:
        """The view as it is enlarged now."""
        return self.value

    def draw(self, pen: Pen) -> None:
        view: BoardView | None = self.shown()
        if view is None:
            return
        w, h = self.map_w, self.map_h
        size = (max(1, round(w * pen.scale)), max(1, round(h * pen.scale)))
        key = (view, size, pen.look)
        if self._drawn != key:
            self._picture = canvas(
                size, pen.scale, pen.look, lambda p: paint_board(p, view, w, h, self._inks), self._picture
            )  # fmt: skip
            self._drawn = key
        pen.image(self._picture.texture, 0, 0, w, h)


class BoardPart(BoardPicture, Target):
    """``show(BoardView)``. A tap says which space was meant; under the loupe it posts ``picked`` instead."""

    tap_kind = "space"

    def __init__(self, **kwargs: Any) -> None:
        self.loupe_at: tuple[float, float] | None = None  # design units from the top left
        self.loupe_shown = (0.0, 0.0, 0.0)  # middle and radius where it is drawn
        self._pressed_at: tuple[float, float] | None = None
        self._carried = ""  # the space whose piece is dragged
        self._held = False  # the finger has rested on such a space
        self.zoom, self.middle = 1.0, (0.0, 0.0)  # how large, and around which point in mm
        self._pan: tuple[tuple[float, float], tuple[float, float]] | None = None  # where the finger and the middle were
        self._laid: tuple[Any, ...] = ()  # what its keys depend on
        self._fingers: dict[Any, tuple[float, float]] = {}
        self._hold = Clock.create_trigger(lambda _dt: self._rest(), HOLD_S)
        super().__init__(**kwargs)

    def fit(self) -> tuple[float, float, float]:
        """Left, top and design units a mm of the board in this box."""
        return fit(self.shown(), self.map_w, self.map_h)

    @property
    def beside(self) -> bool | None:
        """Whether the keys of a board that zooms lie beside it, where it is larger so, or below; None without keys."""
        if self.value is None or not self.value.zooms or self.w <= 0:
            return None
        x0, y0, x1, y1 = self.base()
        w, h = x1 - x0, y1 - y0
        return min((self.w - ROOM) / w, self.h / h) > min(self.w / w, (self.h - ROOM) / h)

    @property
    def map_h(self) -> float:
        return self.h - ROOM if self.beside is False else self.h

    @property
    def map_w(self) -> float:
        return self.w - ROOM if self.beside else self.w

    def show(self, value: Any) -> None:
        if self.value is None or value is None or self.value.drawing.size_mm != value.drawing.size_mm:
            self.zoom = 1.0
        super().show(value)
        self.keys()

    def on_box(self, *args: Any) -> None:
        super().on_box(*args)
        self.keys()

    # ------------------------------------------------------------ nearer and farther
    def keys(self) -> None:
        """Plus and minus in a corner of a board that zooms."""
        zooms = self.value is not None and self.value.zooms and self.w > 0
        laid = (tuple(self.box), self.beside, self.zoom <= 1.0, self.zoom >= ZOOMS[-1]) if zooms else ()
        if laid == self._laid:
            return
        self._laid = laid
        self.clear_widgets()
        if not zooms:
            return
        x, y = self.box[0] + self.w - KEY, self.box[1] + self.h - KEY
        for k, (icon, step) in enumerate((("plus", 1), ("minus", -1))):
            on, up = (0, k * ROOM) if self.beside else (k * ROOM, 0)
            key = PushButton(box=[x - on, y - up, KEY, KEY], icon=icon)
            key.enabled = (self.zoom < ZOOMS[-1]) if step > 0 else (self.zoom > 1.0)
            key.offer("", lambda s=step: self.nearer(s), enabled=key.enabled)
            self.add_widget(key)

    def nearer(self, step: int) -> None:
        """One step larger or smaller, around what was touched last."""
        at = min(range(len(ZOOMS)), key=lambda i: abs(ZOOMS[i] - self.zoom))
        self.magnify(ZOOMS[max(0, min(len(ZOOMS) - 1, at + step))])

    def magnify(self, zoom: float, middle: tuple[float, float] | None = None) -> None:
        base = self.base()
        if self.zoom == 1.0 and middle is None:
            chosen = [s.id for s in self.value.spaces if s.chosen]
            at = next((s.label_at for s in self.value.drawing.shapes if s.id in chosen), None)
            middle = at or ((base[0] + base[2]) / 2, (base[1] + base[3]) / 2)
        self.zoom = max(1.0, min(ZOOMS[-1], zoom))
        self.middle = middle or self.middle
        self.keys()
        self.redraw()

    def base(self) -> tuple[float, float, float, float]:
        """What of the board is shown when it is not enlarged, mm."""
        w, h = self.value.drawing.size_mm
        return self.value.window or (0.0, 0.0, w, h)

    def shown(self) -> Any:
        """The view as it is enlarged now."""
        if self.value is None or self.zoom == 1.0 or not self.value.zooms:
            return self.value
        x0, y0, x1, y1 = self.base()
        w, h = (x1 - x0) / self.zoom, (y1 - y0) / self.zoom
        k = self.map_w / self.map_h  # as wide as the box, so that all of it is used
        w, h = (max(w, h * k), h) if w / h < k else (w, max(h, w / k))
        cx = min(max(self.middle[0], x0 + w / 2), x1 - w / 2) if w < x1 - x0 else (x0 + x1) / 2
        cy = min(max(self.middle[1], y0 + h / 2), y1 - h / 2) if h < y1 - y0 else (y0 + y1) / 2
        self.middle = (cx, cy)
        return evolve(self.value, window=(cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2), whole=True)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        if self.loupe_at is not None:
            self._draw_loupe(pen, *self.loupe_at)

    # ------------------------------------------------------------ the loupe
    def _draw_loupe(self, pen: Pen, x: float, y: float) -> None:
        """In the half of the board where the finger is not."""
        r = min(LOUPE, self.map_w / 2 - 8, self.map_h / 4)
        cx = min(max(x, r + 6), self.map_w - r - 6)
        cy = r + 6 if y > self.map_h / 2 else self.map_h - r - 6
        self.loupe_shown = (cx, cy, r)
        texture = self._picture.texture
        k = texture.size[0] / self.map_w  # px a design unit
        pen.disc(cx, cy, r + 4, "text")
        pen.loupe(texture, (x * k, y * k), r * k / NEARER, cx, cy, r, drawn=True)
        ring = [(cx + 20 * math.cos(a / 8 * math.pi), cy + 20 * math.sin(a / 8 * math.pi)) for a in range(17)]
        pen.line(ring, 3, "text")

    def _place(self, touch: Any) -> tuple[float, float]:
        return (touch.x - self.x) / look().u, (self.top - touch.y) / look().u

    def _slide(self, at: tuple[float, float] | None) -> None:
        self.loupe_at = at
        self.redraw()

    def _rest(self) -> None:
        """A finger that rests takes one piece where pieces can be taken, and looks closer elsewhere."""
        if self._carried:
            self._held = True
        elif self._pan is None:
            self._slide(self._pressed_at)

    def on_press(self, touch: Any) -> None:
        if self.value is None:
            return
        self._fingers[touch.uid] = self._place(touch)
        self._pressed_at = self._place(touch)
        here = self.space_under(touch)
        self._carried, self._held = (here if here in self.value.loose else ""), False
        self._hold()

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or self._pressed_at is None:
            return bool(super().on_touch_move(touch))
        at = self._place(touch)
        if self.value.zooms and len(self._fingers) == 2 and touch.uid in self._fingers:
            self._pinch(touch.uid, at)
            return True
        if touch.uid in self._fingers:
            self._fingers[touch.uid] = at
        if self._carried:
            return True
        if self.zoom > 1.0 and self.loupe_at is None and (self._pan or math.dist(at, self._pressed_at) > SLIDE):
            self._drag(at)
        elif self.loupe_at is not None or math.dist(at, self._pressed_at) > SLIDE:
            self._hold.cancel()  # it does not rest where it was put down
            self._slide(at)
        return True

    def _drag(self, at: tuple[float, float]) -> None:
        """The board follows the finger."""
        if self._pan is None:
            self._hold.cancel()
            self._pan = (self._pressed_at or at, self.middle)
        (x, y), (mx, my) = self._pan
        k = self.fit()[2]
        self.middle = (mx - (at[0] - x) / k, my - (at[1] - y) / k)
        self.redraw()

    def _pinch(self, uid: Any, at: tuple[float, float]) -> None:
        """Two fingers apart enlarge, together make smaller."""
        before = math.dist(*self._fingers.values())
        self._fingers[uid] = at
        after = math.dist(*self._fingers.values())
        self._hold.cancel()
        self._carried, self._pan = "", ((0.0, 0.0), self.middle)
        if before > 1:
            self.magnify(self.zoom * after / before)

    def on_release(self, touch: Any) -> None:
        self._hold.cancel()
        self._pressed_at = None
        self._fingers.pop(touch.uid, None)

    def space_under(self, touch: Any) -> str:
        if self.value is None:
            return ""
        left, top, k = self.fit()
        u = look().u
        x, y = (touch.x - self.x) / u, (self.top - touch.y) / u
        window = self.shown().window
        x0, y0 = window[:2] if window else (0.0, 0.0)
        spot = ((x - left) / k + x0, (y - top) / k + y0)
        open_edge = self.edge_near(spot, EDGE / k)
        return open_edge or geo.space_at(self.value.drawing, spot, reach=36 / k)

    def edge_near(self, spot: tuple[float, float], reach: float) -> str:
        """The border that may be laid beside a point: borders are narrower than a finger, squares are not."""
        legal = {s.id for s in self.value.spaces if s.target is not None}
        edges = [s for s in self.value.drawing.shapes if s.kind == "edge" and s.id in legal]
        near = [(0.0 if geo.inside(spot, s.points) else geo.border_distance(spot, s.points), s.id) for s in edges]
        best = min(near, default=(reach + 1, ""))
        return best[1] if best[0] <= reach else ""

    def touched(self, touch: Any) -> None:
        found = self.space_under(touch)
        closer, carried, held = self.loupe_at is not None, self._carried, self._held
        panned, self._pan = self._pan is not None, None
        self._carried, self._held = "", False
        self._slide(None)
        if panned or not found:
            return
        if carried and found != carried:
            post(Tap("carry", (carried, found)))
        elif carried and held:
            post(Tap("one", found))
        elif closer:
            self.picked(found)
        else:
            self.tapped(found)

    def picked(self, space: str) -> None:
        """Chosen under the loupe: no other can have been meant."""
        post(Tap("picked", space))

    def tapped(self, space: str) -> None:
        post(Tap(self.tap_kind, space))
