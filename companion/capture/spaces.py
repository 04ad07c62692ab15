"""The spaces of a captured track as a list that is put right by touches: parted, joined, added, taken away."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from attrs import evolve, frozen

from companion.capture.draft import Point, Spot
from companion.capture.geometry import inside
from companion.engine.words import N_

FINGER_MM = 3.2  # nearer to a shown middle than this a touch means the space as it is
MIDDLE = 0.15  # of its length: the same
PARTED = 0.37  # of its length: nearer to its end than this lies the border with the next
ASIDE_MM = 2.0  # a finger comes down so far from where it should: more than half a track's depth may be meant as it
LONG = 1.6  # times the usual length: two that are longer together were no one space


@frozen
class Hit:
    """What a touch means: ``colour`` of space ``i``, ``part`` it in two, ``join`` it with ``other``, or ``add`` one
    before space ``i``. ``before``: the touched half comes first."""

    what: str
    i: int
    other: int = -1
    before: bool = False


def nearest(cells: Sequence[Spot], at: Point) -> int:
    """The space whose outline holds a place, else the one whose middle is next; -1 for none."""
    held = [i for i, c in enumerate(cells) if on(c, at, 6.0)]
    return min(held or range(len(cells)), key=lambda i: math.dist(cells[i].at, at), default=-1)


def on(c: Spot, at: Point, reach: float) -> bool:
    return math.dist(c.at, at) <= reach or (len(c.polygon) > 2 and inside(c.polygon, at))


def hit(cells: Sequence[Spot], at: Point, side: float) -> Hit | None:
    """What a touch on or beside a shown track means; None where it lies elsewhere: the track goes on there."""
    i = nearest(cells, at)
    c = cells[i]
    if math.dist(c.at, at) <= FINGER_MM:
        return Hit("colour", i)
    if len(c.polygon) > 3 and inside(c.polygon, at):
        along, length = _along(c, at)
        if abs(along) <= max(FINGER_MM, MIDDLE * length):
            return Hit("colour", i)
        other = i + (1 if along > 0 else -1)
        ends = abs(along) > PARTED * length
        if ends and 0 <= other < len(cells) and length + _length(cells[other]) < LONG * _usual(cells):
            return Hit("join", i, other)
        return Hit("part", i, before=along < 0)
    found = _between(cells, at, max(5.0, 0.5 * side) + ASIDE_MM)
    if found is not None:
        return Hit("add", found)
    return Hit("colour", i) if math.dist(c.at, at) <= 0.4 * side else None


def changed(cells: Sequence[Spot], hit: Hit, new: Spot) -> tuple[tuple[Spot, ...], str]:
    """The spaces after a touch whose own space is ``new``, and what was done."""
    row = list(cells)
    if hit.what == "join":
        a, b = sorted((hit.i, hit.other))
        tags = row[a].tags | row[b].tags
        ring = (*row[a].polygon[:1], *row[b].polygon[1:3], *row[a].polygon[3:4])
        whole = ring if len(ring) == 4 else ()
        row[a : b + 1] = [evolve(new, polygon=whole or new.polygon, tags=tags)]
        return tuple(row), N_("Two became one space.")
    if hit.what == "part":
        old = row[hit.i]
        far = (round(2 * old.at[0] - new.at[0], 1), round(2 * old.at[1] - new.at[1], 1))
        first, second = _halves(old.polygon)
        own = evolve(new, polygon=first if hit.before else second)
        rest = Spot("", "space", far, second if hit.before else first, old.ink, tone=old.tone, tags=old.tags)
        row[hit.i : hit.i + 1] = [own, rest] if hit.before else [rest, own]
        return tuple(row), N_("One became two spaces.")
    row.insert(hit.i, new)
    return tuple(row), N_("One space more.")


def without(cells: Sequence[Spot], i: int) -> tuple[Spot, ...]:
    return (*cells[:i], *cells[i + 1 :])


def evenly(touched: Sequence[Point], count: int) -> tuple[list[Point], float]:
    """``count`` places evenly along a line of touched ones, and how large a space may be there."""
    lengths = [0.0]
    for a, b in pairwise(touched):
        lengths.append(lengths[-1] + math.dist(a, b))
    out: list[Point] = []
    for i in range(count):
        want = lengths[-1] * i / max(1, count - 1)
        k = max(j for j, length in enumerate(lengths[:-1] or [0.0]) if length <= want + 1e-9)
        a, b = touched[k], touched[min(k + 1, len(touched) - 1)]
        t = (want - lengths[k]) / max(1e-9, math.dist(a, b))
        out.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
    return out, min(24.0, 0.9 * lengths[-1] / max(1, count - 1))


def _ends(c: Spot) -> tuple[Point, Point]:
    """The middles of both ends of a space's outline, in the order of the track."""
    a, b, d, e = c.polygon[:4]
    return ((a[0] + e[0]) / 2, (a[1] + e[1]) / 2), ((b[0] + d[0]) / 2, (b[1] + d[1]) / 2)


def _length(c: Spot) -> float:
    return math.dist(*_ends(c)) if len(c.polygon) > 3 else 0.0


def _usual(cells: Sequence[Spot]) -> float:
    known = sorted(_length(c) for c in cells if len(c.polygon) > 3)
    return known[len(known) // 2] if known else 20.0


def _along(c: Spot, at: Point) -> tuple[float, float]:
    """How far behind (-) or before (+) the middle of a space a place lies along the track; the space's length."""
    a, b = _ends(c)
    length = math.dist(a, b) or 1.0
    u = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
    return (at[0] - c.at[0]) * u[0] + (at[1] - c.at[1]) * u[1], length


def _halves(ring: Sequence[Point]) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    if len(ring) < 4:
        return (), ()
    a, b, d, e = ring[:4]
    m, n = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), ((d[0] + e[0]) / 2, (d[1] + e[1]) / 2)
    return (a, m, n, e), (m, b, d, n)


def _between(cells: Sequence[Spot], at: Point, reach: float) -> int | None:
    """Before which space a place lies that is near the way from one to the next."""
    best: tuple[float, int] | None = None
    for i, (a, b) in enumerate(pairwise(c.at for c in cells)):
        length = math.dist(a, b) or 1.0
        u = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
        along = (at[0] - a[0]) * u[0] + (at[1] - a[1]) * u[1]
        aside = abs((at[0] - a[0]) * u[1] - (at[1] - a[1]) * u[0])
        if 0 < along < length and aside < reach and (best is None or aside < best[0]):
            best = (aside, i + 1)
    return best[1] if best is not None else None
