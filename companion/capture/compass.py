"""Directions in words for places without names: each of a group gets one that no other of it has."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

from companion import i18n
from companion.engine.words import DIRECTIONS

Point = tuple[float, float]
CENTRE = "centre"
TOWARDS: Mapping[str, Point] = {
    "north": (0.0, -1.0), "north_east": (0.75, -0.75), "east": (1.0, 0.0), "south_east": (0.75, 0.75),
    "south": (0.0, 1.0), "south_west": (-0.75, 0.75), "west": (-1.0, 0.0), "north_west": (-0.75, -0.75),
    CENTRE: (0.0, 0.0),
}  # fmt: skip


def placed(points: Mapping[str, Point], frame: Mapping[str, Point] | None = None) -> dict[str, Point]:
    """Places from -1 to 1 in both directions, within the box around all of ``frame``."""
    around = list((frame or points).values())
    if not around:
        return {}
    x0, x1 = min(p[0] for p in around), max(p[0] for p in around)
    y0, y1 = min(p[1] for p in around), max(p[1] for p in around)
    w, h = max(1e-6, x1 - x0), max(1e-6, y1 - y0)
    return {k: (2 * (x - x0) / w - 1, 2 * (y - y0) / h - 1) for k, (x, y) in points.items()}


def directions(points: Mapping[str, Point], frame: Mapping[str, Point] | None = None) -> dict[str, str]:
    """A direction for each place, none twice while there are enough of them."""
    return dict(_directions(tuple(sorted(placed(points, frame).items()))))


@lru_cache(maxsize=256)
def _directions(places: tuple[tuple[str, Point], ...]) -> Mapping[str, str]:
    at = dict(places)
    names = sorted(at)
    if len(names) > 6:
        return {n: nearest(at[n]) for n in names}
    missed = [{d: _miss(at[n], d) for d in TOWARDS} for n in names]
    return dict(zip(names, _shared_out(missed), strict=True))


def _shared_out(missed: Sequence[Mapping[str, float]]) -> tuple[str, ...]:
    """One direction each, none twice, that miss least in all; what can no longer be the least is not gone on with."""
    left = [sum(min(row.values()) for row in missed[n:]) for n in range(len(missed) + 1)]
    least = math.inf
    best: tuple[str, ...] = ()

    def grow(chosen: tuple[str, ...], cost: float) -> None:
        nonlocal least, best
        n = len(chosen)
        if cost + left[n] >= least:
            return
        if n == len(missed):
            least, best = cost, chosen
            return
        for direction, more in missed[n].items():
            if direction not in chosen:
                grow((*chosen, direction), cost + more)

    grow((), 0.0)
    return best


def nearest(p: Point) -> str:
    return min(TOWARDS, key=lambda d: _miss(p, d))


def _miss(p: Point, direction: str) -> float:
    q = TOWARDS[direction]
    return math.dist(p, q) ** 2


def word(direction: str) -> str:
    """ "in the north-east", in the language in use."""
    return i18n.gettext(DIRECTIONS.get(direction, DIRECTIONS[CENTRE]))
