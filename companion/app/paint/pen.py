"""Drawing in design units, x right and y down, onto Kivy instruction groups."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from attrs import frozen
from kivy.graphics import BorderImage, Color, Ellipse, Line, Mesh, Rectangle
from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator

from companion.app.paint import text as words
from companion.app.theme import FLOOR, ROLES, Look, rgba

Point = tuple[float, float]


@frozen
class Said:
    """A text that was drawn, for tests: its box, what it took, how much it had to shrink, its type size, and where
    its longest line begins (all in design units)."""

    text: str
    box: tuple[float, float, float, float]
    taken: tuple[float, float]
    shrunk: float
    size: float = 0.0
    left: float = 0.0


class Pen:
    """Draws at ``scale`` px a design unit; (left, top) in px is the design point (0, 0)."""

    def __init__(self, group: Any, left: float, top: float, scale: float, look: Look) -> None:
        self.group = group
        self.left = left
        self.top = top
        self.scale = scale
        self.look = look
        self.said: list[Said] = []
        self.alpha = 1.0
        self.origin: Point = (0.0, 0.0)

    # -- coordinates

    def x(self, x: float) -> float:
        return self.left + (self.origin[0] + x) * self.scale

    def y(self, y: float) -> float:
        return self.top - (self.origin[1] + y) * self.scale

    def xy(self, points: Sequence[Point]) -> list[float]:
        return [c for px, py in points for c in (self.x(px), self.y(py))]

    def box(self, x: float, y: float, w: float, h: float) -> tuple[float, float, float, float]:
        """Kivy's x, y, w, h of a design rectangle, on whole px."""
        x0, x1 = round(self.x(x)), round(self.x(x + w))
        y0, y1 = round(self.y(y + h)), round(self.y(y))
        return x0, y0, max(1, x1 - x0), max(1, y1 - y0)

    # -- primitives

    def ink(self, colour: str, alpha: float = 1.0) -> None:
        self.group.add(Color(*rgba(self.look.colour(colour), alpha * self.alpha)))

    def rect(self, x: float, y: float, w: float, h: float, colour: str, alpha: float = 1.0) -> None:
        self.ink(colour, alpha)
        bx, by, bw, bh = self.box(x, y, w, h)
        self.group.add(Rectangle(pos=(bx, by), size=(bw, bh)))

    def disc(self, cx: float, cy: float, r: float, colour: str, alpha: float = 1.0) -> None:
        self.ink(colour, alpha)
        s = 2 * r * self.scale
        self.group.add(Ellipse(pos=(self.x(cx - r), self.y(cy + r)), size=(s, s), segments=max(24, int(s / 2))))

    def polygon(self, points: Sequence[Point], colour: str, alpha: float = 1.0) -> None:
        """Filled, convex or not."""
        self.ink(colour, alpha)
        for vertices, indices in tessellate(tuple(points)):
            flat = [c for px, py in vertices for c in (self.x(px), self.y(py), 0, 0)]
            self.group.add(Mesh(vertices=flat, indices=indices, mode="triangle_fan"))

    def line(
        self,
        points: Sequence[Point],
        w: float,
        colour: str,
        closed: bool = False,
        cap: str = "round",
    ) -> None:
        """A stroke ``w`` wide, opaque (Kivy's width is half of it; see-through lines need a stencil)."""
        self.ink(colour)
        self.group.add(
            Line(points=self.xy(points), width=max(0.5, w * self.scale / 2), close=closed, cap=cap, joint="round")
        )

    def dashes(
        self, points: Sequence[Point], w: float, colour: str, closed: bool = False, on: float = 8, off: float = 5
    ) -> None:
        """A dashed stroke as separate pieces: Kivy dashes only at width 1."""
        ring = [*points, points[0]] if closed else list(points)
        for piece in cut_dashes(ring, on, off, closed):
            self.line(piece, w, colour, cap="none")

    # -- text

    def text(
        self,
        text: str,
        x: float,
        y: float,
        w: float,
        role: str,
        colour: str = "text",
        h: float | None = None,
        align: str = "left",
        valign: str = "top",
        lines: int = 99,
        grow: bool = True,
        face: str | None = None,
        size: float | None = None,
        tight: bool = False,
    ) -> float:
        """Text in a box, in at most ``lines`` lines; returns the height it took in design units.

        It is never cut: when the box is too small the type shrinks. ``grow``: follow the text setting;
        ``tight``: figures and capitals alone, which need less height than a line.
        """
        if not text:
            return 0.0
        own_size, own_line, own = ROLES[role]
        face, full = face or own, size or own_size
        line_h = own_line * full / own_size
        line_h = full * 0.78 if tight else line_h
        factor = self.look.text if grow else 1.0
        shrink, lowest = 1.0, min(1.0, FLOOR / (full * factor))
        while True:
            px = max(6, round(full * factor * shrink * self.scale))
            step = line_h * factor * shrink
            broken = words.wrap(text, face, px, w * self.scale + 1)
            widest = max(words.width(b, face, px) for b in broken) / self.scale
            tall = min(step, full * factor * shrink * 1.02) if lines == 1 else len(broken) * step
            fits = len(broken) <= lines and widest <= w + 1.5 and (h is None or tall <= h + 1.5)
            if fits or shrink < 0.42:
                break
            if shrink > lowest >= shrink * 0.96:
                shrink = lowest
            elif shrink == lowest and h is not None and (lines + 1) * step <= h + 1.5:
                lines += 1  # rather another line than type that nobody can read
            else:
                shrink *= 0.96
        taken = len(broken) * step
        top = y + ((h - taken) / 2 if valign == "middle" else h - taken if valign == "bottom" else 0) if h else y
        self.ink(colour)
        for k, part in enumerate(broken):
            if not part:
                continue
            tex = words.texture(part, face, px)
            tw, th = tex.size
            room = w * self.scale - tw
            px_x = self.x(x) + (room if align == "right" else room / 2 if align == "centre" else 0)
            px_y = self.y(top + k * step) - (step * self.scale + th) / 2
            self.group.add(Rectangle(texture=tex, pos=(round(px_x), round(px_y)), size=(tw, th)))
        ox, oy = self.origin
        left = x + ox + (w - widest) * {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
        size = full * factor * shrink
        self.said.append(Said(text, (x + ox, top + oy, w, h or taken), (widest, taken), shrink, size, left))
        return taken

    # -- textures

    def image(
        self, texture: Any, x: float, y: float, w: float, h: float, alpha: float = 1.0,
        window: tuple[float, float, float, float] | None = None,
    ) -> None:  # fmt: skip
        """``window``: left, top, right, bottom of the part that is shown, as shares of a picture from a camera."""
        self.ink("#FFFFFF", alpha)
        bx, by, bw, bh = self.box(x, y, w, h)
        more = {}
        if window is not None:
            u0, v0, u1, v1 = window
            more["tex_coords"] = (u0, v1, u1, v1, u1, v0, u0, v0)
        self.group.add(Rectangle(texture=texture, pos=(bx, by), size=(bw, bh), **more))

    def loupe(
        self, texture: Any, centre: Point, half: float, cx: float, cy: float, r: float, drawn: bool = False
    ) -> None:
        """The part of a texture around ``centre`` (px from its top left), ``half`` px to each side, in a disc.

        ``drawn``: it was drawn here, so its rows begin at the bottom.
        """
        tw, th = texture.size
        self.ink("#FFFFFF")
        flat, n = [], 64
        for k in range(n):
            c, s = math.cos(2 * math.pi * k / n), math.sin(2 * math.pi * k / n)
            v = (centre[1] + half * s) / th
            flat += [self.x(cx + r * c), self.y(cy + r * s), (centre[0] + half * c) / tw, 1 - v if drawn else v]
        self.group.add(Mesh(vertices=flat, indices=list(range(n)), mode="triangle_fan", texture=texture))

    def nine(self, texture: Any, border: float, x: float, y: float, w: float, h: float) -> None:
        """A texture whose corners keep their size; ``border`` in px of the texture."""
        self.ink("#FFFFFF")
        bx, by, bw, bh = self.box(x, y, w, h)
        b = min(border, bw / 2, bh / 2)
        self.group.add(
            BorderImage(texture=texture, pos=(bx, by), size=(bw, bh), border=(border,) * 4, display_border=(b,) * 4)
        )


@lru_cache(maxsize=2000)
def tessellate(points: tuple[Point, ...]) -> list[tuple[list[Point], list[int]]]:
    """Fans (vertices, indices) of a polygon; made once for each outline."""
    tess = Tesselator()
    tess.add_contour([c for p in points for c in p])
    if not tess.tesselate(WINDING_ODD, TYPE_POLYGONS):
        return []
    return [
        ([(vertices[i], vertices[i + 1]) for i in range(0, len(vertices), 4)], list(indices))
        for vertices, indices in tess.meshes
    ]


def cut_dashes(points: Sequence[Point], on: float, off: float, closed: bool = False) -> list[list[Point]]:
    """Pieces ``on`` long, ``off`` apart, along a polyline; on a closed one they are spread evenly."""
    lengths = [((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in pairwise(points)]
    total = sum(lengths)
    if total <= 0:
        return []
    count = max(1, round((total + (0 if closed else off)) / (on + off)))
    stretch = total / (count * (on + off) - (0 if closed else off))
    on, off = on * stretch, off * stretch
    pieces: list[list[Point]] = []
    for k in range(count):
        start = k * (on + off)
        pieces.append(part_of(points, lengths, start, min(total, start + on)))
    return pieces


def part_of(points: Sequence[Point], lengths: Sequence[float], start: float, end: float) -> list[Point]:
    """The part of a polyline between two distances along it."""
    out: list[Point] = []
    at = 0.0
    for (a, b), l in zip(pairwise(points), lengths, strict=True):
        if l > 0 and at + l >= start and at <= end:
            for d in (max(start, at), min(end, at + l)):
                t = (d - at) / l
                p = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
                if not out or abs(out[-1][0] - p[0]) + abs(out[-1][1] - p[1]) > 1e-6:
                    out.append(p)
        at += l
    return out
