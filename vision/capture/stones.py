"""Spaces of a track that stand alone, each a compact patch of one ink: followed from one touched space to the next.

They may lie on any bow, in rows close to each other, or apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
from attrs import frozen

from vision.camera import Array
from vision.capture.areas import Areas, Mask
from vision.capture.flat import FlatPicture, Point
from vision.capture.inks import Inks

SMALLEST_MM, LARGEST_MM = 7.0, 45.0  # side of a space
SOLID = 0.72  # of its box or circle
MOST = 400
UNSEEN, UNEVEN = 0.9, 7.0  # cost of a space that is not seen, of a step that is longer or shorter, beside 1 for each
FARTHEST = 4  # steps at once
ON_LINE, EXACT, ROW = 0.45, 0.25, 0.6  # sides beside the straight way: a space of the row, most of them; its share


@frozen
class Stone:
    """A space that stands alone: middle in mm, side; ``seen``: False where it was only ``put`` between its neighbours,
    or where a longer patch was parted."""

    at: Point
    side_mm: float
    seen: bool = True
    put: bool = False


def patches(flat: FlatPicture, inks: Inks, taken: Mask | None = None) -> list[Stone]:
    """Compact patches of one of the inks, outside ``taken`` (255), the size of spaces."""
    areas = Areas(flat)
    out: list[Stone] = []
    k = flat.brush(0.7)
    for tone in inks.tones.values():
        mask = areas.within(np.asarray(tone), min(14.0, areas.reach(np.asarray(tone)) + 3.0))
        if taken is not None:
            mask[taken > 0] = 0
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, k), np.uint8)
        out += _compact(flat, mask)
    return _apart(out)


def _compact(flat: FlatPicture, mask: Mask) -> list[Stone]:
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    out = []
    for line in found:
        area = cv2.contourArea(cv2.convexHull(line)) / flat.scale**2
        if area < SMALLEST_MM**2 * 0.6 or area > 3 * LARGEST_MM**2:
            continue
        (cx, cy), (w, h), turn = cv2.minAreaRect(line)
        w, h = max(w, 1.0) / flat.scale, max(h, 1.0) / flat.scale
        if area < SOLID * w * h or min(w, h) < SMALLEST_MM * 0.6:
            continue
        n = max(1, round(max(w, h) / min(w, h)))  # neighbours of one ink that ran together
        if n > 3 or min(w, h) > LARGEST_MM or max(w, h) / min(w, h) / n > 1.45:
            continue
        a = np.radians(turn if w >= h else turn + 90)
        step = max(w, h) / n
        for i in range(n):
            off = (i - (n - 1) / 2) * step
            x, y = flat.mm((cx, cy))[0] + off * np.array([np.cos(a), np.sin(a)])
            side = float(np.sqrt(min(w, h) * step))
            out.append(Stone((float(x), float(y)), side, n == 1))
    return out


def _apart(cells: list[Stone]) -> list[Stone]:
    """Each place once: of overlapping patches the largest stays."""
    kept: list[Stone] = []
    for c in sorted(cells, key=lambda c: -c.side_mm)[:MOST]:
        if all(np.hypot(c.at[0] - o.at[0], c.at[1] - o.at[1]) > 0.6 * o.side_mm for o in kept):
            kept.append(c)
    return kept


def follow(cells: Sequence[Stone], a: Point, b: Point) -> list[Stone]:
    """The spaces between two touched ones, in order, the last touched one behind them; () where none is near."""
    side = _typical(cells, (a, b))
    like = [c for c in cells if 0.6 < c.side_mm / side < 1.6]
    start, goal = _snap(like, a, side), _snap(like, b, side)
    step = _pitch(like, start, goal, side)
    rest = [c for c in like if c is not start and c is not goal]
    line = [c for c in rest if _aside(c.at, start.at, goal.at) < ON_LINE * side]
    off = [_aside(c.at, start.at, goal.at) / side for c in line] or [1.0]
    straight = len(line) >= ROW * (_far(start.at, goal.at) / step - 1) and np.percentile(off, 90) < EXACT
    return [*_leg(line if straight else rest, start, goal, step, side), goal]  # the next row is not meant


def _typical(cells: Sequence[Stone], touched: Sequence[Point]) -> float:
    """Side of a space, from patches near the touched places."""
    near = [min(cells, key=lambda c: _far(c.at, p)) for p in touched] if cells else []
    good = [c for c, p in zip(near, touched, strict=False) if _far(c.at, p) < 0.8 * c.side_mm]
    return float(np.median([c.side_mm for c in good])) if good else 18.0


def _pitch(cells: Sequence[Stone], start: Stone, goal: Stone, side: float) -> float:
    """Distance from space to space on the way between two of them."""
    a, b = np.array(start.at), np.array(goal.at)
    whole = float(np.linalg.norm(b - a))
    if whole < 1e-6:
        return side
    aim = (b - a) / whole
    gaps = []
    for c in cells:
        along = float((np.array(c.at) - a) @ aim)
        aside = abs(float(np.cross(np.append(aim, 0), np.append(np.array(c.at) - a, 0))[2]))
        if -0.5 * side < along < whole + 0.5 * side and aside < max(2.0 * side, 0.25 * whole):
            steps = [np.array(o.at) - np.array(c.at) for o in cells if o is not c]
            ahead = [float(np.linalg.norm(d)) for d in steps if abs(_cos(d, aim)) > 0.88]
            gaps += [min(ahead)] if ahead else []
    gaps = [g for g in gaps if g < 2.6 * side]
    return float(np.median(gaps)) if gaps else min(1.08 * side, whole)


def _snap(cells: Sequence[Stone], p: Point, side: float) -> Stone:
    best = min(cells, key=lambda c: _far(c.at, p), default=None)
    if best is not None and _far(best.at, p) < 0.75 * side:
        return best
    return Stone((float(p[0]), float(p[1])), side, False)


def _leg(cells: Sequence[Stone], start: Stone, goal: Stone, step: float, side: float) -> list[Stone]:
    """Spaces between two of them: the cheapest way from each to a next one about a step away, put in between where
    none is seen. A row beside it is a detour, a corner cut off a long hop."""
    nodes = [start, *cells[:MOST], goal]
    at = np.array([c.at for c in nodes])
    hops = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) / step
    count = np.clip(np.round(hops), 1, None)
    cost = count + UNSEEN * (count - 1) + UNEVEN * count * (hops / count - 1) ** 2
    cost[(hops < 0.55) | (count > FARTHEST)] = np.inf
    cost[0, -1] = count[0, -1] * (1 + UNSEEN) + UNEVEN * (hops[0, -1] / count[0, -1] - 1) ** 2  # the last resort
    best, came = np.full(len(nodes), np.inf), np.zeros(len(nodes), int)
    best[0] = 0.0
    open_ = np.ones(len(nodes), bool)
    while open_[-1]:
        here = int(np.argmin(np.where(open_, best, np.inf)))
        open_[here] = False
        nearer = open_ & (best[here] + cost[here] < best)
        best[nearer] = best[here] + cost[here][nearer]
        came[nearer] = here
    way = [len(nodes) - 1]
    while way[-1]:
        way.append(int(came[way[-1]]))
    out: list[Stone] = []
    for i, j in pairwise(way[::-1]):
        n = int(count[i, j])
        between = [at[i] + (at[j] - at[i]) * k / n for k in range(1, n)]
        out += [Stone((float(x), float(y)), side, False, True) for x, y in between]
        out += [nodes[j]] if j < len(nodes) - 1 else []
    return out


def _aside(p: Point, a: Point, b: Point) -> float:
    """How far a place lies from the stretch between two others."""
    u, v = np.subtract(b, a), np.subtract(p, a)
    t = float(np.clip(u @ v / (u @ u + 1e-9), 0, 1))
    return float(np.linalg.norm(v - t * u))


def _far(a: Point, b: Point) -> float:
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))


def _cos(a: Array, b: Array) -> float:
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-9))
