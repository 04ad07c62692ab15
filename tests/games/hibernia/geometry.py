"""Plane geometry in millimetres, as much as the checks of a map need."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

Point = tuple[float, float]
Polygon = Sequence[Point]


def edges(p: Polygon) -> list[tuple[Point, Point]]:
    return [(p[i], p[(i + 1) % len(p)]) for i in range(len(p))]


def cross(o: Point, a: Point, b: Point) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments cross in a point inside both."""
    return cross(a, b, c) * cross(a, b, d) < 0 and cross(c, d, a) * cross(c, d, b) < 0


def inside(q: Point, p: Polygon) -> bool:
    """Whether a point lies in a polygon; on its border either answer may come."""
    found = False
    for (x1, y1), (x2, y2) in edges(p):
        if (y1 > q[1]) != (y2 > q[1]) and q[0] < (x2 - x1) * (q[1] - y1) / (y2 - y1) + x1:
            found = not found
    return found


def apart(q: Point, a: Point, b: Point) -> float:
    """Distance of a point from a segment."""
    length = math.dist(a, b) ** 2
    t = 0.0 if not length else ((q[0] - a[0]) * (b[0] - a[0]) + (q[1] - a[1]) * (b[1] - a[1])) / length
    t = min(1.0, max(0.0, t))
    return math.dist(q, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))


def to_border(q: Point, p: Polygon) -> float:
    return min(apart(q, a, b) for a, b in edges(p))


def overlap(p: Polygon, q: Polygon) -> bool:
    """Whether two polygons share more than a border: an edge crosses, or a corner or middle lies inside."""
    if any(crossing(a, b, c, d) for a, b in edges(p) for c, d in edges(q)):
        return True
    return any(inside(x, t) and to_border(x, t) > 0.01 for s, t in ((p, q), (q, p)) for x in (*s, middle(s)))


def middle(p: Polygon) -> Point:
    return (sum(x for x, _ in p) / len(p), sum(y for _, y in p) / len(p))


def gap(p: Polygon, q: Polygon) -> float:
    """Shortest distance of two polygons; 0 where they overlap."""
    if overlap(p, q):
        return 0.0
    return min(min(to_border(x, q) for x in p), min(to_border(x, p) for x in q))


def common_border(p: Polygon, q: Polygon) -> float:
    """Length along which two polygons touch."""
    total = 0.0
    for a, b in edges(p):
        for c, d in edges(q):
            if abs(cross(a, b, c)) < 1e-6 and abs(cross(a, b, d)) < 1e-6:
                length = math.dist(a, b)
                on = sorted(((x[0] - a[0]) * (b[0] - a[0]) + (x[1] - a[1]) * (b[1] - a[1])) / length for x in (c, d))
                total += max(0.0, min(length, on[1]) - max(0.0, on[0]))
    return total


def simple(p: Polygon) -> bool:
    """Whether no two edges of a polygon cross, and no corner comes twice."""
    return len(set(p)) == len(p) and not any(crossing(*e, *f) for e, f in combinations(edges(p), 2))


def run_through(a: Point, b: Point, p: Polygon, steps: int = 400) -> float:
    """Length of a segment inside a polygon, by sampling."""
    at = [(a[0] + (b[0] - a[0]) * t / steps, a[1] + (b[1] - a[1]) * t / steps) for t in range(steps)]
    return math.dist(a, b) * sum(inside(q, p) for q in at) / steps


def square(centre: Point, side: float) -> list[Point]:
    (x, y), h = centre, side / 2
    return [(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)]


def most_cubes(p: Polygon, side: float, space: float, hole: tuple[Point, float] | None = None) -> int:
    """Cubes that lie in straight rows inside a polygon and outside a round hole: the best of four directions."""
    return max(
        _rows([_turned(q, a) for q in p], side, space, hole and (_turned(hole[0], a), hole[1]))
        for a in (0, 45, 90, 135)
    )


def _turned(q: Point, degrees: float) -> Point:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (q[0] * c - q[1] * s, q[0] * s + q[1] * c)


def _rows(p: list[Point], side: float, space: float, hole: tuple[Point, float] | None, step: float = 0.5) -> int:
    """The best set of rows that keep their distance, each as full as it can be."""
    top, bottom = min(y for _, y in p), max(y for _, y in p)
    best, apart_by = [0], round((side + space) / step)
    for i in range(int((bottom - side - top) / step) + 1):
        free = _free(p, top + i * step, side, hole)
        row = sum(int((right - left + space) // (side + space)) for left, right in free)
        best.append(max(best[-1], row + best[max(0, i + 1 - apart_by)]))
    return best[-1]


def _free(p: list[Point], y: float, side: float, hole: tuple[Point, float] | None) -> Iterator[tuple[float, float]]:
    """Stretches of a row in which squares lie wholly inside."""
    levels = [y, y + side, *(q[1] for q in p if y < q[1] < y + side)]
    stretches = _line(p, y + 1e-6)
    for level in levels[1:]:
        stretches = _both(stretches, _line(p, level - 1e-6 if level == y + side else level))
    if hole is not None:
        (cx, cy), r = hole
        away = max(y - cy, cy - y - side, 0.0)
        if away < r:
            half = math.sqrt(r * r - away * away)
            stretches = _both(stretches, [(-1e9, cx - half), (cx + half, 1e9)])
    return iter(stretches)


def _line(p: list[Point], y: float) -> list[tuple[float, float]]:
    xs = sorted((x2 - x1) * (y - y1) / (y2 - y1) + x1 for (x1, y1), (x2, y2) in edges(p) if (y1 > y) != (y2 > y))
    return list(zip(xs[::2], xs[1::2], strict=True))


def _both(a: list[tuple[float, float]], b: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(max(l1, l2), min(r1, r2)) for l1, r1 in a for l2, r2 in b if min(r1, r2) > max(l1, l2)]
