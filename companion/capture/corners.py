"""Four touched corners: in any order, put in order, and checked with a sentence."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion import i18n
from companion.engine.words import N_

Point = tuple[float, float]
TOO_CLOSE = 0.03  # of the picture's width
LONGEST = 6.0  # the longest side of most boards by the shortest, as a picture shows them
FOCAL = 0.85  # of the picture's width, as most cameras have it


def _(text: str) -> str:
    return i18n.gettext(text)


def clockwise(points: Sequence[Point]) -> tuple[Point, ...]:
    """Clockwise as seen (y down), the one nearest to the top left first."""
    cx, cy = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    ring = sorted(points, key=lambda p: math.atan2(p[1] - cy, p[0] - cx))
    first = min(range(len(ring)), key=lambda i: ring[i][0] + ring[i][1])
    return tuple(ring[first:] + ring[:first])


def nearest(points: Sequence[Point], to: Point) -> int:
    return min(range(len(points)), key=lambda i: math.dist(points[i], to))


def fault(points: Sequence[Point], size: tuple[int, int], longest: float = LONGEST) -> str:
    """What is wrong with four corners, in a sentence; "" if they can be a board. ``longest``: side by shortest."""
    w, h = size
    if len(points) < 4:
        left = 4 - len(points)
        return i18n.ngettext("{n} corner is missing.", "{n} corners are missing.", left).format(
            n=i18n.number_word(left)
        )
    for i in range(4):
        for j in range(i):
            if math.dist(points[i], points[j]) < TOO_CLOSE * w:
                return _(N_("Two corners lie in one place: one of them was touched twice."))
    ring = clockwise(points)
    turns = []
    for i in range(4):
        (ax, ay), (bx, by), (cx, cy) = ring[i - 2], ring[i - 1], ring[i]
        turn = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        turns.append(turn / (math.hypot(bx - ax, by - ay) * math.hypot(cx - bx, cy - by) + 1e-9))
    if min(turns) < 0.12:
        return _(N_("Three corners lie in a row: one of them is not a corner of the board."))
    area = 0.5 * abs(sum(ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1] for i in range(4)))
    if area < 0.04 * w * h:
        return _(N_("The board is too small in the picture: bring the camera nearer."))
    sides = [math.dist(ring[i - 1], ring[i]) for i in range(4)]
    if max(sides) > longest * min(sides):
        return _(N_("These four corners make no board: one of them lies elsewhere."))
    return ""


def aspect(points: Sequence[Point], size: tuple[int, int]) -> float:
    """Width by height of the board whose corners are seen there; rough, for the lens is not known."""
    p = clockwise(points)
    f = FOCAL * max(size)
    q = [((x - size[0] / 2) / f, (y - size[1] / 2) / f, 1.0) for x, y in p]
    # Corners are q0, q1, q2, q3 around a rectangle: d0 q0 - d1 q1 + d2 q2 - d3 q3 = 0 for their depths d.
    depth = _depths(q)
    if depth is None:
        return math.dist(p[0], p[1]) / max(1.0, math.dist(p[1], p[2]))
    r = [tuple(d * v for v in c) for d, c in zip(depth, q, strict=True)]
    return math.dist(r[0], r[1]) / max(1e-9, math.dist(r[1], r[2]))


def _depths(q: Sequence[tuple[float, ...]]) -> tuple[float, float, float, float] | None:
    """Depths of four corners of a parallelogram, the first being 1."""

    def det(a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> float:
        return (
            a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) + c[0] * (a[1] * b[2] - a[2] * b[1])
        )

    # -d1 q1 + d2 q2 - d3 q3 = -q0, by Cramer's rule
    a, b, c = (tuple(-v for v in q[1]), q[2], tuple(-v for v in q[3]))
    whole = det(a, b, c)
    if abs(whole) < 1e-9:
        return None
    right = tuple(-v for v in q[0])
    d1, d2, d3 = det(right, b, c) / whole, det(a, right, c) / whole, det(a, b, right) / whole
    return (1.0, d1, d2, d3) if min(d1, d2, d3) > 0.05 else None
