"""A little plane geometry without numpy: inside a polygon, area, boxes."""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]


def inside(polygon: Sequence[Point], p: Point) -> bool:
    x, y = p
    found = False
    for i, (x1, y1) in enumerate(polygon):
        x0, y0 = polygon[i - 1]
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            found = not found
    return found


def area(polygon: Sequence[Point]) -> float:
    return 0.5 * abs(sum(polygon[i - 1][0] * p[1] - p[0] * polygon[i - 1][1] for i, p in enumerate(polygon)))


def box(a: Point, b: Point) -> tuple[Point, ...]:
    """The rectangle between two opposite corners."""
    x0, x1 = sorted((a[0], b[0]))
    y0, y1 = sorted((a[1], b[1]))
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def around(centre: Point, w: float, h: float) -> tuple[Point, ...]:
    x, y = centre
    return ((x - w / 2, y - h / 2), (x + w / 2, y - h / 2), (x + w / 2, y + h / 2), (x - w / 2, y + h / 2))


def ring(centre: Point, radius: float, corners: int = 24) -> tuple[Point, ...]:
    """A circle as a polygon."""
    turn = [2 * math.pi * i / corners for i in range(corners)]
    return tuple((centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in turn)


def clipped(polygon: Sequence[Point], size: Point) -> tuple[Point, ...]:
    """Points moved onto the sheet."""
    return tuple((min(max(x, 0.0), size[0]), min(max(y, 0.0), size[1])) for x, y in polygon)


def fitted(pairs: Sequence[tuple[Point, Point]], p: Point) -> Point:
    """Where a place of a drawing lies, from places known in both: one affine map, bent towards the nearest ones."""
    m = _affine(pairs)
    x, y = _through(m, p)
    weights = [1.0 / (((a[0] - p[0]) ** 2 + (a[1] - p[1]) ** 2) ** 0.5 + 5.0) ** 3 for a, _b in pairs]
    total = sum(weights) or 1.0
    for (a, b), w in zip(pairs, weights, strict=True):
        u, v = _through(m, a)
        x += w / total * (b[0] - u)
        y += w / total * (b[1] - v)
    return (x, y)


def _through(m: tuple[Point, Point, Point], p: Point) -> Point:
    return (m[0][0] * p[0] + m[1][0] * p[1] + m[2][0], m[0][1] * p[0] + m[1][1] * p[1] + m[2][1])


def _affine(pairs: Sequence[tuple[Point, Point]]) -> tuple[Point, Point, Point]:
    """The affine map that fits the pairs best: columns for x, y and the shift."""
    n = len(pairs)
    mx, my = sum(a[0] for a, _ in pairs) / n, sum(a[1] for a, _ in pairs) / n
    ux, uy = sum(b[0] for _, b in pairs) / n, sum(b[1] for _, b in pairs) / n
    sxx = sum((a[0] - mx) ** 2 for a, _ in pairs) + 1e-6
    syy = sum((a[1] - my) ** 2 for a, _ in pairs) + 1e-6
    sxy = sum((a[0] - mx) * (a[1] - my) for a, _ in pairs)
    det = sxx * syy - sxy * sxy
    out = []
    for k, mean in ((0, ux), (1, uy)):
        tx = sum((a[0] - mx) * (b[k] - mean) for a, b in pairs)
        ty = sum((a[1] - my) * (b[k] - mean) for a, b in pairs)
        cx, cy = ((tx * syy - ty * sxy) / det, (ty * sxx - tx * sxy) / det) if abs(det) > 1e-6 else (1.0, 1.0)
        out.append((cx, cy, mean - cx * mx - cy * my))
    return ((out[0][0], out[1][0]), (out[0][1], out[1][1]), (out[0][2], out[1][2]))
