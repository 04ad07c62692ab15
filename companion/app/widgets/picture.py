"""The live camera picture and what is drawn over it: ghosts, corners; the magnifier."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.animation import Animation
from kivy.graphics.texture import Texture

from companion.app.paint import art, paths
from companion.app.paint.pen import Pen, Point
from companion.app.paint.stamps import render, stamp
from companion.app.setup_views import CameraView
from companion.app.taps import Tap
from companion.app.theme import GHOST_S
from companion.app.viewmodel import Badge, Ghost
from companion.app.widgets.part import Part, Target, look, post

WHOLE = (0.0, 0.0, 1.0, 1.0)
APART = 66.0  # design units between the middles of two ghosts, so that each keeps its number
SLOP = 8.0  # design units: a finger that went less than this has tapped


class Picture(Target):
    """``frame(array)`` shows a BGR picture (uint8, h x w x 3) as large as it goes. ``tap_kind``: posts the point."""

    tap_kind = ""

    def __init__(self, **kwargs: Any) -> None:
        self.texture: Any = None
        self.aspect = 4 / 3
        self.window = WHOLE  # the part that is shown: left, top, right, bottom
        self.pointed: Callable[[Point], None] | None = None
        self.moved: Callable[[Point], None] | None = None
        self.dragged: Callable[[tuple[Point, ...]], None] | None = None  # a finger that went a way
        self.way: list[Point] = []  # of the finger that is down, a place every SLOP
        super().__init__(**kwargs)
        self.enabled = False

    def frame(self, frame: Any) -> None:
        h, w = frame.shape[:2]
        if self.texture is None or self.texture.size != (w, h):
            self.texture = Texture.create(size=(w, h), colorfmt="rgb")
            self.texture.flip_vertical()
            self.aspect = w / h
            self.redraw()
        self.texture.blit_buffer(frame.reshape(-1), colorfmt="bgr", bufferfmt="ubyte")
        self.canvas.ask_update()

    def look_at(self, window: tuple[float, float, float, float]) -> None:
        """Show this part of the picture, as large as it goes."""
        if window != self.window:
            self.window = window
            self.redraw()

    @property
    def seen(self) -> float:
        """Width by height of what is shown."""
        x0, y0, x1, y1 = self.window
        return float(self.aspect * (x1 - x0) / (y1 - y0))

    def inner(self) -> tuple[float, float, float, float]:
        """The box of what is shown inside this one: x, y, w, h in design units."""
        w = min(self.w, self.h * self.seen)
        h = w / self.seen
        return (self.w - w) / 2, (self.h - h) / 2, w, h

    def place_of(self, p: Point) -> Point:
        """A picture point in design units of this box."""
        x, y, w, h = self.inner()
        x0, y0, x1, y1 = self.window
        return x + (p[0] - x0) / (x1 - x0) * w, y + (p[1] - y0) / (y1 - y0) * h

    def draw(self, pen: Pen) -> None:
        if self.texture is None:
            art.card(pen, 0, 0, self.w, self.h, "surface", 18)
            art.mark(pen, "off", self.w / 2, self.h / 2, 64)
            return
        x, y, w, h = self.inner()
        pen.image(self.texture, x, y, w, h, window=self.window)
        r = 18.0
        for dx, dy, a in ((0, 0, 180), (w - r, 0, 270), (w - r, h - r, 0), (0, h - r, 90)):
            tex = stamp(("corner", a), r, r, pen.look, partial(_corner, r=r, a=a), pen.scale)
            pen.image(tex, x + dx, y + dy, r, r)

    def under(self, touch: Any) -> Point | None:
        """The picture point under a finger."""
        u = look().u
        x, y, w, h = self.inner()
        px, py = ((touch.x - self.x) / u - x) / w, ((self.top - touch.y) / u - y) / h
        if not (0 <= px <= 1 and 0 <= py <= 1):
            return None
        x0, y0, x1, y1 = self.window
        return round(x0 + px * (x1 - x0), 4), round(y0 + py * (y1 - y0), 4)

    def on_touch_down(self, touch: Any) -> bool:
        taken = bool(super().on_touch_down(touch))
        if taken and touch.grab_current is None and self.pressed:
            self.way = [p for p in (self.under(touch),) if p is not None]
            if self.way and self.moved is not None:
                self.moved(self.way[0])
        return taken

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self and self.moved is not None:
            point = self.under(touch)
            if point is not None:
                if self.way and self._far(self.way[-1], point):
                    self.way.append(point)
                self.moved(point)
            return True
        return bool(super().on_touch_move(touch))

    def touched(self, touch: Any) -> None:
        point, way, self.way = self.under(touch), self.way, []
        if point is None:
            return
        while way and not self._far(way[-1], point):
            way.pop()
        if way and self.dragged is not None:
            self.dragged((*way, point))
        elif self.pointed is not None:
            self.pointed(point)
        elif self.tap_kind:
            post(Tap(self.tap_kind, point))

    def _far(self, a: Point, b: Point) -> bool:
        return math.dist(self.place_of(a), self.place_of(b)) > SLOP


def _corner(pen: Pen, r: float, a: float) -> None:
    cx, cy = (0 if a in (270, 0) else r), (0 if a in (0, 90) else r)
    ex, ey = (r if cx == 0 else 0), (r if cy == 0 else 0)
    pen.polygon([(ex, ey), *paths.arc((cx, cy), r, a, a + 90, 12)], "ground")


class Overlay(Part):
    """Something drawn over a picture as one texture, made anew only when it changes."""

    def __init__(self, **kwargs: Any) -> None:
        self.picture: Picture | None = None
        self._drawn: Any = None
        self._texture: Any = None
        super().__init__(**kwargs)

    def draw(self, pen: Pen) -> None:
        if self.value is None or self.picture is None:
            return
        size = (max(1, round(self.w * pen.scale)), max(1, round(self.h * pen.scale)))
        key = (self.value, size, self.picture.aspect, self.picture.window, pen.look)
        if key != self._drawn:
            self._texture = render(size, pen.scale, pen.look, self.paint, 2)
            self._drawn = key
        pen.image(self._texture, 0, 0, self.w, self.h)

    def paint(self, pen: Pen) -> None:
        """Draw the value over the whole box."""


class Ghosts(Overlay):
    """``show(ghosts)``: where pieces belong; breathes slowly, the only loop of the app."""

    def breathe(self) -> None:
        if look().motion:
            loop = Animation(opacity=0.6, duration=GHOST_S / 2) + Animation(opacity=1, duration=GHOST_S / 2)
            loop.repeat = True
            loop.start(self)

    def paint(self, pen: Pen) -> None:
        assert self.picture is not None
        ghosts: tuple[Ghost, ...] = self.value
        places = apart([self.picture.place_of(g.at) for g in ghosts], APART, (self.w / 2, self.h / 2))
        for g, at in zip(ghosts, places, strict=True):
            if g.start:
                start = self.picture.place_of(g.start)
                self.arrow(pen, start, at, 24 if g.ring else 6)
                if g.ring:
                    pen.line(paths.arc(start, 22, 0, 360, 48), 7, "#12171A", closed=True)
                    pen.line(paths.arc(start, 22, 0, 360, 48), 4, "#F2ECDF", closed=True)
        for g, at in zip(ghosts, places, strict=True):
            pen.disc(at[0], at[1], 27, "#12171A", 0.72)
            pen.dashes(paths.arc(at, 26, 0, 360, 64), 2.6, "#F2ECDF", on=8, off=6)
            self.badge(pen, g.badge, at, 34)
            low = at[1] > self.h * 0.3 and at[0] > self.w * 0.6
            x, y = (at[0], at[1] + 40) if low else (at[0] + 26, at[1] - 24)
            pen.disc(x, y, 16, "#12171A")
            pen.disc(x, y, 14, "#F2ECDF")
            pen.text(
                str(g.number),
                x - 16,
                y - 16,
                32,
                "tag",
                "#12171A",
                h=32,
                align="centre",
                valign="middle",
                grow=False,
                size=20,
                tight=True,
            )

    def badge(self, pen: Pen, badge: Badge, at: Point, size: float) -> None:
        inner = Pen(pen.group, pen.x(at[0] - size / 2 - 4), pen.y(at[1] - size / 2 - 4), pen.scale, pen.look)
        art._badge(inner, badge, 4, size, None, 0)

    def arrow(self, pen: Pen, a: Point, b: Point, off: float) -> None:
        """A curved arrow, ivory with a dark rim, from a's ring to b's."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        l = (dx * dx + dy * dy) ** 0.5 or 1.0
        if l < 60:
            return
        side = 1 if dy >= 0 else 1
        c = ((a[0] + b[0]) / 2 - side * dy * 0.16, (a[1] + b[1]) / 2 + side * dx * 0.16)
        curve = [
            ((1 - t) ** 2 * a[0] + 2 * t * (1 - t) * c[0] + t * t * b[0],
             (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * c[1] + t * t * b[1])
            for t in (k / 40 for k in range(41))
        ]
        kept = [p for p in curve if _far(p, a) >= off and _far(p, b) >= 31]
        if len(kept) < 3:
            return
        tip, before = kept[-1], kept[-4] if len(kept) > 4 else kept[0]
        tx, ty = tip[0] - before[0], tip[1] - before[1]
        n = (tx * tx + ty * ty) ** 0.5 or 1.0
        tx, ty = tx / n, ty / n
        head = [
            (tip[0] + tx * 2, tip[1] + ty * 2),
            (tip[0] - tx * 13 - ty * 7, tip[1] - ty * 13 + tx * 7),
            (tip[0] - tx * 13 + ty * 7, tip[1] - ty * 13 - tx * 7),
        ]
        pen.line(kept[:-2], 6.5, "#12171A")
        pen.line(head, 3, "#12171A", closed=True)
        pen.line(kept[:-2], 3, "#F2ECDF")
        pen.polygon(head, "#F2ECDF")


def apart(places: Sequence[Point], least: float, middle: Point) -> list[Point]:
    """The same places, those too close to one before them moved as little as it takes, rather towards the middle."""
    out: list[Point] = []
    for p in places:
        rings = [(0, p)]
        for r in range(1, len(places) + 1):
            rings += [(r, spot) for spot in paths.arc(p, r * least, 0, 360, 6 * r)]
        free = [(r, _far(spot, middle), spot) for r, spot in rings if all(_far(spot, o) > least - 1 for o in out)]
        out.append(min(free)[2])
    return out


def _far(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


class Corners(Overlay):
    """``show(CameraView)``: the board's outline; a corner that is not in view is amber, its sides dashed."""

    def paint(self, pen: Pen) -> None:
        assert self.picture is not None
        view: CameraView = self.value
        seen = [c is not None and 0 <= c[0] <= 1 and 0 <= c[1] <= 1 for c in view.corners]
        corners = [None if c is None else self.picture.place_of(c) for c in view.corners]
        n = len(corners)
        for k in range(n):
            a, o, b = corners[k - 1], corners[k - 2], corners[k - 3]
            if n == 4 and corners[k] is None and a and o and b:
                corners[k] = (a[0] + b[0] - o[0], a[1] + b[1] - o[1])  # a parallelogram as a first guess
        for k in range(n):
            start, end = corners[k], corners[(k + 1) % n]
            if start is None or end is None:
                continue
            start, end = self.clip(start, end)
            pen.line([start, end], 5, "#12171A")
            if seen[k] and seen[(k + 1) % n]:
                pen.line([start, end], 3, "#F2ECDF")
            else:
                pen.dashes([start, end], 3, "#F3BC55", on=12, off=7)
        for k, c in enumerate(corners):
            if c is not None and seen[k]:
                pen.disc(c[0], c[1], 14, "#12171A", 0.55)
                pen.line(paths.arc(c, 12, 0, 360, 40), 3.4, "#F2ECDF", closed=True)
            elif c is not None:
                self.lost(pen, c)

    def lost(self, pen: Pen, c: Point) -> None:
        """The warning at the place nearest to a corner out of view."""
        assert self.picture is not None
        x0, y0, w, h = self.picture.inner()
        x, y = min(max(c[0], x0 + 34), x0 + w - 34), min(max(c[1], y0 + 34), y0 + h - 28)
        pen.disc(x, y, 30, "#12171A", 0.75)
        mark = Pen(pen.group, pen.x(x - 21), pen.y(y - 23), pen.scale, pen.look)
        art._mark(mark, "warn", 42)

    def clip(self, a: Point, b: Point) -> tuple[Point, Point]:
        """The part of a side that lies in the picture."""
        assert self.picture is not None
        x0, y0, w, h = self.picture.inner()
        lo, hi = 0.0, 1.0
        for p, d, low, high in ((a[0], b[0] - a[0], x0, x0 + w), (a[1], b[1] - a[1], y0, y0 + h)):
            if d:
                t0, t1 = sorted(((low - p) / d, (high - p) / d))
                lo, hi = max(lo, t0), min(hi, t1)

        def at(t: float) -> Point:
            return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t

        return (at(lo), at(hi)) if lo < hi else (a, a)


class Magnifier(Part):
    """The picture around a point in a circle, twice as large; ``show(point)``."""

    def __init__(self, **kwargs: Any) -> None:
        self.picture: Picture | None = None
        super().__init__(**kwargs)

    def draw(self, pen: Pen) -> None:
        size = min(self.w, self.h)
        if self.value is None or self.picture is None or self.picture.texture is None:
            return
        tw, th = self.picture.texture.size
        _x, _y, w, _h = self.picture.inner()
        half = size / 2 / w / 2.2 * tw * (self.picture.window[2] - self.picture.window[0])
        cx, cy = self.value[0] * tw, self.value[1] * th
        pen.loupe(self.picture.texture, (cx, cy), half, size / 2, size / 2, size / 2 - 3)
        tex = stamp(("loupe",), size, size, pen.look, lambda p: self.ring(p, size), pen.scale)
        pen.image(tex, 0, 0, size, size)

    def ring(self, pen: Pen, size: float) -> None:
        m = size / 2
        pen.line(paths.arc((m, m), m - 2.5, 0, 360, 96), 4, "#F2ECDF", closed=True)
        pen.line([(m - 22, m), (m + 22, m)], 3, "#F2ECDF", cap="none")
        pen.line([(m, m - 22), (m, m + 22)], 3, "#F2ECDF", cap="none")
