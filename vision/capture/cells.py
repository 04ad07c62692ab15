"""The spaces of a printed track: found as patches of known inks and followed from one touched space to the next."""

from __future__ import annotations

from collections.abc import Sequence

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
STRAYING = 0.34  # cost from which a space unseen straight ahead is likelier than one seen aside, in the next row


@frozen
class Cell:
    """One space: middle in mm, tone of its print; ``seen``: False where it was only put between its neighbours."""

    at: Point
    tone: tuple[float, float, float]
    side_mm: float
    seen: bool = True


@frozen
class Row:
    """A track as followed: its spaces in order, and how large they are."""

    cells: tuple[Cell, ...]
    side_mm: float


def patches(flat: FlatPicture, inks: Inks, taken: Mask | None = None) -> list[Cell]:
    """Compact patches of one of the inks, outside ``taken`` (255), the size of spaces."""
    areas = Areas(flat)
    out: list[Cell] = []
    k = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(0.7 * flat.scale) + 1,) * 2)
    for tone in inks.tones.values():
        mask = areas._within(np.asarray(tone), min(14.0, areas.reach(np.asarray(tone)) + 3.0))
        if taken is not None:
            mask[taken > 0] = 0
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, k), np.uint8)
        out += _compact(flat, mask)
    return _apart(out)


def _compact(flat: FlatPicture, mask: Mask) -> list[Cell]:
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
            t = flat.tone(float(x), float(y), 0.36 * side)
            out.append(Cell((float(x), float(y)), (float(t[0]), float(t[1]), float(t[2])), side))
    return out


def _apart(cells: list[Cell]) -> list[Cell]:
    """Each place once: of overlapping patches the largest stays."""
    kept: list[Cell] = []
    for c in sorted(cells, key=lambda c: -c.side_mm)[:MOST]:
        if all(np.hypot(c.at[0] - o.at[0], c.at[1] - o.at[1]) > 0.6 * o.side_mm for o in kept):
            kept.append(c)
    return kept


def follow(flat: FlatPicture, cells: Sequence[Cell], touched: Sequence[Point]) -> Row:
    """The spaces from the first touched one over all others (corners of the track) to the last, in order."""
    if len(touched) < 2:
        return Row((), 0.0)
    side = _typical(cells, touched)
    like = [c for c in cells if 0.6 < c.side_mm / side < 1.6]
    marks = [_snap(flat, like, p, side) for p in touched]
    path = [marks[0]]
    for i in range(1, len(marks)):
        before = path[-2].at if len(path) > 1 else None
        rest = [c for c in like if c not in path and c not in marks[i + 1 :]]
        step = _pitch(like, path[-1], marks[i], side)
        path += _leg(flat, rest, path[-1], marks[i], before, step, side)
    return Row(tuple(path), round(side, 1))


def _typical(cells: Sequence[Cell], touched: Sequence[Point]) -> float:
    """Side of a space, from patches near the touched places."""
    near = [min(cells, key=lambda c: _far(c.at, p), default=None) for p in touched]
    good = [c for c, p in zip(near, touched, strict=True) if c is not None and _far(c.at, p) < 0.8 * c.side_mm]
    return float(np.median([c.side_mm for c in good])) if good else 18.0


def _pitch(cells: Sequence[Cell], start: Cell, goal: Cell, side: float) -> float:
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


def _snap(flat: FlatPicture, cells: Sequence[Cell], p: Point, side: float) -> Cell:
    best = min(cells, key=lambda c: _far(c.at, p), default=None)
    if best is not None and _far(best.at, p) < 0.75 * side:
        return best
    return _made(flat, p, side)


def _made(flat: FlatPicture, p: Point, side: float) -> Cell:
    t = flat.tone(*p, 0.36 * side)
    return Cell((float(p[0]), float(p[1])), (float(t[0]), float(t[1]), float(t[2])), side, False)


def _leg(
    flat: FlatPicture, cells: Sequence[Cell], start: Cell, goal: Cell, before: Point | None, step: float, side: float
) -> list[Cell]:
    """Spaces after ``start`` up to and with ``goal``: the likeliest next one, put in between where none is seen."""
    out: list[Cell] = []
    at, way = np.array(start.at), None
    left = [c for c in cells if c is not goal]
    if before is not None:
        last = np.array(start.at) - np.array(before)
        aim = np.array(goal.at) - at
        if _cos(last, aim) > 0.5:
            way = last / (np.linalg.norm(last) + 1e-9)
    for _ in range(MOST):
        aim = np.array(goal.at) - at
        far = float(np.linalg.norm(aim))
        if far < 1e-6:
            break
        if far < 1.35 * step:
            break
        aim = aim / far
        ahead = aim if way is None else _unit(0.7 * way + 0.3 * aim)
        best, cost = None, STRAYING
        for c in left:
            d = np.array(c.at) - at
            n = float(np.linalg.norm(d))
            if not 0.6 * step < n < 1.5 * step:
                continue
            turn = 1 - _cos(d, ahead)
            if turn > (0.75 if way is None else 0.5):
                continue
            value = 2.2 * turn + abs(n / step - 1)
            if value < cost:
                best, cost = c, value
        if best is None:
            x, y = at + step * (aim if way is None else _unit(0.4 * way + 0.6 * aim))
            best = _made(flat, (float(x), float(y)), side)
        else:
            left.remove(best)
        here = np.array(best.at)
        if float(np.linalg.norm(np.array(goal.at) - here)) > far + 0.6 * step:
            break
        way = _unit(here - at)
        out.append(best)
        at = here
    return [*out, goal]


def spread(flat: FlatPicture, row: Row, cells: Sequence[Cell], count: int) -> Row:
    """The same track with the number of spaces that a person counted: evenly along it, drawn to patches near by."""
    if len(row.cells) < 2 or count < 2:
        return row
    if count == len(row.cells):
        return row
    line = np.array([c.at for c in row.cells])
    lengths = np.r_[0, np.cumsum(np.hypot(*np.diff(line, axis=0).T))]
    at = np.linspace(0, lengths[-1], count)
    points = np.column_stack([np.interp(at, lengths, line[:, i]) for i in (0, 1)])
    out: list[Cell] = []
    free = list(cells)
    for x, y in points:
        near = min(free, key=lambda c: _far(c.at, (x, y)), default=None)
        if near is not None and _far(near.at, (x, y)) < 0.45 * row.side_mm:
            free.remove(near)
            out.append(near)
        else:
            out.append(_made(flat, (float(x), float(y)), row.side_mm))
    return Row(tuple(out), row.side_mm)


def _far(a: Point, b: Point) -> float:
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))


def _unit(v: Array) -> Array:
    return np.asarray(v / (np.linalg.norm(v) + 1e-9))


def _cos(a: Array, b: Array) -> float:
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-9))
