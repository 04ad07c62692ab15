"""Drawings as plain values: curves, filled shapes and text in millimetres, x right, y down.

A drawing is a tuple of marks, painted first to last, by two backends: ``pdf`` at true size and ``raster`` as pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from attrs import evolve, frozen

Point = tuple[float, float]
Rgb = tuple[int, int, int]


@frozen
class Curve:
    """One outline: from ``start`` by ``steps``, each a line (one point) or a cubic (two controls and an end)."""

    start: Point
    steps: tuple[tuple[Point, ...], ...]
    closed: bool = True

    def flat(self, off_mm: float = 0.02) -> list[Point]:
        """The outline as a polyline that strays at most about ``off_mm`` from the curve."""
        points = [self.start]
        for step in self.steps:
            if len(step) == 1:
                points.append(step[0])
                continue
            (ax, ay), (bx, by), (cx, cy), (dx, dy) = points[-1], *step
            bend = max(math.hypot(ax - 2 * bx + cx, ay - 2 * by + cy), math.hypot(bx - 2 * cx + dx, by - 2 * cy + dy))
            n = max(1, min(48, math.ceil(math.sqrt(0.75 * bend / off_mm))))
            for i in range(1, n + 1):
                t = i / n
                u = 1 - t
                k0, k1, k2, k3 = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                points.append((k0 * ax + k1 * bx + k2 * cx + k3 * dx, k0 * ay + k1 * by + k2 * cy + k3 * dy))
        return points

    def moved(self, change: Callable[[Point], Point]) -> Curve:
        """The same outline with every point changed; only affine changes keep cubics true."""
        return Curve(change(self.start), tuple(tuple(change(p) for p in s) for s in self.steps), self.closed)


@frozen
class Shape:
    """Outlines of one paint. ``fill`` covers each closed one; ``stroke`` follows them all, ``width_mm`` wide."""

    curves: tuple[Curve, ...]
    fill: Rgb | None = None
    stroke: Rgb | None = None
    width_mm: float = 0.0
    crisp: bool = False  # edges on whole pixels matter: fiducials


@frozen
class Text:
    """One line of letters. ``at`` is the middle of the capitals' height at the aligned end."""

    at: Point
    text: str
    size_mm: float  # height of the em
    font: str = "serif"  # serif | serif-bold | sans | sans-bold
    colour: Rgb = (30, 32, 34)
    align: str = "middle"  # start | middle | end
    tracking_mm: float = 0.0
    angle: float = 0.0  # degrees clockwise


@frozen
class Group:
    """Marks of which only the part inside ``clip`` shows."""

    clip: Curve
    marks: tuple[Mark, ...]


Mark = Shape | Text | Group


def polygon(points: Sequence[Point]) -> Curve:
    return Curve(points[0], tuple((p,) for p in points[1:]))


def polyline(points: Sequence[Point]) -> Curve:
    return Curve(points[0], tuple((p,) for p in points[1:]), closed=False)


def segment(a: Point, b: Point) -> Curve:
    return Curve(a, ((b,),), closed=False)


def box(x: float, y: float, w: float, h: float) -> Curve:
    return polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])


def square(centre: Point, side: float) -> Curve:
    return box(centre[0] - side / 2, centre[1] - side / 2, side, side)


K = 0.5522847498  # control length of a quarter circle


def rounded(x: float, y: float, w: float, h: float, r: float) -> Curve:
    """A box with rounded corners."""
    k = r * (1 - K)
    x1, y1 = x + w, y + h
    return Curve(
        (x + r, y),
        (
            ((x1 - r, y),),
            ((x1 - k, y), (x1, y + k), (x1, y + r)),
            ((x1, y1 - r),),
            ((x1, y1 - k), (x1 - k, y1), (x1 - r, y1)),
            ((x + r, y1),),
            ((x + k, y1), (x, y1 - k), (x, y1 - r)),
            ((x, y + r),),
            ((x, y + k), (x + k, y), (x + r, y)),
        ),
    )


def ellipse(centre: Point, rx: float, ry: float | None = None) -> Curve:
    x, y = centre
    ry = rx if ry is None else ry
    kx, ky = rx * K, ry * K
    return Curve(
        (x + rx, y),
        (
            ((x + rx, y + ky), (x + kx, y + ry), (x, y + ry)),
            ((x - kx, y + ry), (x - rx, y + ky), (x - rx, y)),
            ((x - rx, y - ky), (x - kx, y - ry), (x, y - ry)),
            ((x + kx, y - ry), (x + rx, y - ky), (x + rx, y)),
        ),
    )


def smooth(points: Sequence[Point], closed: bool = True, tension: float = 0.5) -> Curve:
    """A soft line through all points (Catmull-Rom as cubics)."""
    n = len(points)

    def at(i: int) -> Point:
        return points[i % n] if closed else points[min(max(i, 0), n - 1)]

    steps = []
    for i in range(n if closed else n - 1):
        p0, p1, p2, p3 = at(i - 1), at(i), at(i + 1), at(i + 2)
        k = tension / 3
        steps.append(
            (
                (p1[0] + (p2[0] - p0[0]) * k, p1[1] + (p2[1] - p0[1]) * k),
                (p2[0] - (p3[0] - p1[0]) * k, p2[1] - (p3[1] - p1[1]) * k),
                p2,
            )
        )
    return Curve(points[0], tuple(steps), closed)


def placing(at: Point, scale: float = 1.0, angle: float = 0.0) -> Callable[[Point], Point]:
    """Scale, then turn clockwise by ``angle`` degrees, then move to ``at``."""
    c, s = math.cos(math.radians(angle)) * scale, math.sin(math.radians(angle)) * scale
    return lambda p: (at[0] + c * p[0] - s * p[1], at[1] + s * p[0] + c * p[1])


def placed(shape: Shape, at: Point, scale: float = 1.0, angle: float = 0.0) -> Shape:
    """A shape drawn around the origin, set down elsewhere; its line grows with it."""
    change = placing(at, scale, angle)
    return evolve(shape, curves=tuple(c.moved(change) for c in shape.curves), width_mm=shape.width_mm * scale)


def mixed(a: Rgb, b: Rgb, share: float) -> Rgb:
    """``share`` of ``b`` in ``a``."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def hex_rgb(text: str) -> Rgb:
    """``#AABBCC`` as numbers."""
    return (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))
