"""Four touched corners: in any order, put in order, and checked with a sentence."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion import i18n
from companion.engine.words import N_

Point = tuple[float, float]
Triple = tuple[float, float, float]
TOO_CLOSE = 0.03  # of the picture's width
LONGEST = 6.0  # the longest side of most boards by the shortest, as a picture shows them
FOCAL, USUAL = 0.85, 0.2  # of the picture's width, as most cameras have it; how far (log) it is off
SHAKE = 1.5  # px, of a touched corner


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
    """Width by height of the board whose corners are seen there; rough, for the lens is known by these corners only."""
    s = max(size)
    p = [((x - size[0] / 2) / s, (y - size[1] / 2) / s) for x, y in clockwise(points)]
    f = _lens(p, SHAKE / s)
    (a, d, g), (b, e, h) = _axes(p)
    return math.hypot(a, d, f * g) / max(1e-9, math.hypot(b, e, f * h))


def _axes(p: Sequence[Point]) -> tuple[Triple, Triple]:
    """The first two columns of the homography that lays the unit square onto four corners."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = p
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    u1, v1, u2, v2 = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    whole = u1 * v2 - u2 * v1 or 1e-9
    g, h = (sx * v2 - u2 * sy) / whole, (u1 * sy - sx * v1) / whole
    return (x1 - x0 + g * x1, y1 - y0 + g * y1, g), (x3 - x0 + h * x3, y3 - y0 + h * y3, h)


def _focal(p: Sequence[Point]) -> float:
    """The focal length by which the sides stand at right angles; 0 where there is none."""
    (a, d, g), (b, e, h) = _axes(p)
    square = -(a * b + d * e) / (g * h) if abs(g * h) > 1e-9 else 0.0
    return math.sqrt(square) if square > 0 else 0.0


def _lens(p: Sequence[Point], shake: float) -> float:
    """The focal length that corners and custom tell together, each by how sure it is; ``shake``: of a touch."""
    here = _focal(p)
    if not here:
        return FOCAL
    spread = 0.0
    for i, j in ((i, j) for i in range(4) for j in range(2)):
        off = _focal([(x + shake * (k == i and j == 0), y + shake * (k == i and j == 1)) for k, (x, y) in enumerate(p)])
        if not off:
            return FOCAL
        spread += math.log(off / here) ** 2
    told, usual = 1 / (spread + 1e-6), 1 / USUAL**2
    return math.exp((told * math.log(here) + usual * math.log(FOCAL)) / (told + usual))
