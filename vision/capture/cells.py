"""The spaces of a printed track between two touched ones: its way, and where the print changes right across it.

A space may be a square, an oblong, a disc or a stone, of any length; letters and pictures inside it do not cut it,
because a border lies across the whole track. Colours are those of the lands.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import cached_property

import cv2
import numpy as np
from attrs import define, frozen
from numpy.typing import NDArray

from vision.camera import Array
from vision.capture.areas import Areas, Mask, squares
from vision.capture.borders import STEP_MM, Strip, counted, cuts_of, halves, tone_of, whole
from vision.capture.flat import FlatPicture, Point, rounded
from vision.capture.inks import Inks
from vision.capture.stones import Stone, follow, patches

GRID_MM = 2.0  # raster of the way between two spaces
OFF_TRACK = 9.0  # cost of a mm beside the track, 1 in its middle
STRAIGHT = 1.6  # a straight way that costs no more than so many times the cheapest is the track's
ACROSS = 17  # samples across it
MOST, RIMS = 0.72, np.linspace(0.76, 0.9, 5)  # of half its depth: where borders are looked for; where they end
SHALLOW_MM, WIDE_MM = 3.0, 18.0  # half of a track's depth
FINGER_MM = 4.0  # a finger that means the middle of a space comes down nearer to it than this
OWN_PRINT = 24.0  # a piece whose tone is by 0.75 of this from all others is a picture
PALE = 0.75  # of the distance between two inks: farther than this from every ink is no space
PALE_TONE = 20.0  # the same as a difference of tones


@frozen
class Cell:
    """One space: middle in mm, tone of its print; ``seen``: False where its borders or its colour are in doubt."""

    at: Point
    tone: tuple[float, float, float]
    side_mm: float
    seen: bool = True
    polygon: tuple[Point, ...] = ()


@frozen
class Leg:
    """The spaces between two touched ones, in order; how large a square fits into each."""

    cells: tuple[Cell, ...]
    side_mm: float


@define(eq=False, slots=False)
class Track:
    """``taken``: 255 where something else is known to lie."""

    flat: FlatPicture
    inks: Inks
    taken: Mask | None = None

    @cached_property
    def cost(self) -> NDArray[np.float32]:
        """Cost of a mm on a raster of ``GRID_MM``: low where most of the print around is of one of the inks."""
        areas = Areas(self.flat)
        near = np.full(self.flat.tones.shape[:2], 1e6, np.float32)
        for tone in self.inks.tones.values():
            near = np.minimum(near, squares(self.flat.tones - np.asarray(tone, np.float32)))
        known = [np.asarray(t) for t in self.inks.tones.values()]
        ground = np.full(near.shape, PALE_TONE**2, np.float32)
        for tone in areas.palette:
            if all(np.linalg.norm(tone - t) > 12.0 for t in known):
                ground = np.minimum(ground, squares(self.flat.tones - np.asarray(tone, np.float32)))
        printed = (near < ground).astype(np.float32) if known else np.ones(near.shape, np.float32)
        if self.taken is not None:
            printed[self.taken > 0] = 0
        w, h = (max(2, round(v / GRID_MM)) for v in self.flat.size_mm)
        soft = cv2.GaussianBlur(printed, (0, 0), 2.5 * self.flat.scale)
        share = cv2.resize(soft, (w, h), interpolation=cv2.INTER_AREA)
        return np.asarray(1.0 / (share**2 + 1.0 / OFF_TRACK), np.float32)

    # ------------------------------------------------------------ one space
    def space(self, p: Point) -> Cell:
        """The space under a touch: the middle of its print, or the touch itself where that tells nothing."""
        tone = self.flat.tone(*p, 3.0)
        areas = Areas(self.flat)
        mask = areas.within(tone, min(12.0, areas.reach(tone)))
        x, y = np.round(self.flat.px(p)[0]).astype(int)
        r = round(24 * self.flat.scale)
        y0, x0 = max(0, y - r), max(0, x - r)
        part = mask[y0 : y + r, x0 : x + r]
        part = np.asarray(cv2.morphologyEx(part, cv2.MORPH_OPEN, self.flat.brush(0.9)), np.uint8)
        _n, labels, stats, middles = cv2.connectedComponentsWithStats(part, connectivity=4)
        near = labels[max(0, y - y0 - 3) : y - y0 + 4, max(0, x - x0 - 3) : x - x0 + 4]
        own = near[near > 0]
        if len(own):
            label = int(np.bincount(own).argmax())
            w, h = stats[label, cv2.CC_STAT_WIDTH], stats[label, cv2.CC_STAT_HEIGHT]
            area = float(stats[label, cv2.CC_STAT_AREA])
            at = self.flat.mm(middles[label] + [x0, y0])[0]
            off = float(np.hypot(at[0] - p[0], at[1] - p[1]))
            small = max(w, h) < 1.6 * 24 * self.flat.scale and area > 0.6 * w * h
            if small and off < min(FINGER_MM, 0.4 * min(w, h) / self.flat.scale):
                return self._cell(at, float(np.sqrt(area)) / self.flat.scale, True)
        return self._cell(np.array(p), 16.0, True)

    def _cell(self, at: Array, side: float, seen: bool) -> Cell:
        t = self.flat.tone(float(at[0]), float(at[1]), max(2.0, 0.3 * side))
        return Cell((float(at[0]), float(at[1])), (float(t[0]), float(t[1]), float(t[2])), side, seen)

    # ------------------------------------------------------------ between two spaces
    def leg(self, a: Point, b: Point, count: int | None = None) -> Leg:
        """The spaces between two touched ones; ``count``: as many as somebody counted."""
        if count is None:
            alone = self._alone(a, b)
            if alone is not None:
                return alone
        strip = self._strip(a, b)
        if strip is None:
            return Leg((), 0.0)
        cuts, firm = cuts_of(strip)
        if count is None:
            cuts, firm = whole(strip, cuts, firm)
        else:
            cuts, firm = counted(strip, cuts, firm, count)
        cells = self._between(strip, cuts, firm, count is not None)
        lengths = [c.side_mm for c in cells]
        side = min(2 * strip.half_mm, 0.95 * float(np.percentile(lengths, 20))) if lengths else 2 * strip.half_mm
        return Leg(tuple(cells), round(float(np.clip(side, 6.0, 40.0)), 1))

    def _alone(self, a: Point, b: Point) -> Leg | None:
        """A leg of spaces that stand alone; None where the print parts the way in another manner."""
        found = follow(self.stones, a, b)[:-1]
        parted = sum(not c.seen for c in found)  # most of them are oblong spaces then, not two of one colour
        if len(found) < 3 or sum(c.put for c in found) > max(1, len(found) // 8) or parted > len(found) // 3:
            return None
        cells = [self._cell(np.array(c.at), c.side_mm, c.seen) for c in found]
        return Leg(tuple(cells), round(float(np.median([c.side_mm for c in found])), 1))

    @cached_property
    def stones(self) -> list[Stone]:
        return patches(self.flat, self.inks, self.taken)

    def _between(self, strip: Strip, cuts: Sequence[int], firm: Sequence[bool], told: bool) -> list[Cell]:
        out: list[Cell] = []
        pieces = list(zip(cuts[:-1], cuts[1:], firm[:-1], firm[1:], strict=True))
        lengths = [STEP_MM * (j - i) for i, j, _f, _g in pieces]
        typical = float(np.median(lengths)) if lengths else 0.0
        tones = [tone_of(strip.tones[i:j]) for i, j, _f, _g in pieces]
        far = self._far(tones)
        half = halves(strip, cuts, tones)
        for (i, j, f, g), length, tone, off, split in zip(pieces, lengths, tones, far, half, strict=True):
            if not told and off > PALE:
                continue  # a picture, or the ground between two spaces
            at = strip.way[(i + j) // 2]
            sure = f and g and not split and off < 0.6 * PALE and 0.5 < length / typical < 1.5
            three = (float(tone[0]), float(tone[1]), float(tone[2]))
            out.append(Cell((float(at[0]), float(at[1])), three, length, bool(sure), _box(strip, i, j)))
        return out

    def _far(self, tones: Sequence[Array]) -> list[float]:
        """How far each piece's print is from the inks, by the distance of two inks; where the track has inks of its
        own, how far it is from its likes."""
        inks = [np.asarray(t) for t in self.inks.tones.values()]
        apart = [float(np.linalg.norm(t - u)) for i, t in enumerate(inks) for u in inks[:i]]
        reach = max(10.0, min(apart, default=20.0))
        out = [min((float(np.linalg.norm(t - u)) / reach for u in inks), default=1.0) for t in tones]
        if len(out) > 3 and np.median(out) > 0.6 * PALE:
            likes = [sorted(float(np.linalg.norm(t - u)) for u in tones)[1] for t in tones]
            return [v / OWN_PRINT for v in likes]
        return out

    def _strip(self, a: Point, b: Point) -> Strip | None:
        way = self._way(a, b)
        if len(way) < 8:
            return None
        n = _normals(way)
        across = np.arange(-WIDE_MM, WIDE_MM + 0.1, STEP_MM)
        seen = self._seen(way[:, None] + n[:, None] * across[None, :, None])
        left, right = _edges(seen, across)
        half, shift = (right - left) / 2, (right + left) / 2
        s = STEP_MM * np.minimum(np.arange(len(way)), np.arange(len(way))[::-1])
        way = way + n * (shift * np.clip(s / 12.0, 0.3, 1))[:, None]
        t = np.linspace(-MOST, MOST, ACROSS)
        tones = self._seen(way[:, None] + n[:, None] * (t * half)[None, :, None])
        sides = [self._seen(way[:, None] + n[:, None] * (v * half)[None, :, None]) for v in (-RIMS, RIMS)]
        rim = np.minimum(*(_aside(_along(v)) for v in sides))
        return Strip(way, _change(tones, t), rim, tones[:, np.abs(t) < 0.56], half)

    def _seen(self, mm: Array) -> Array:
        """Tones at places (n, m, 2) in mm."""
        at = self.flat.px(mm.reshape(-1, 2)).astype(np.float32).reshape(*mm.shape[:2], 2)
        out = cv2.remap(self.flat.sharp, at[..., 0].copy(), at[..., 1].copy(), cv2.INTER_LINEAR,
                        borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
        return np.asarray(out, np.float64)

    def _spent(self, way: Array) -> float:
        """Cost of a way with a place every ``STEP_MM``."""
        h, w = self.cost.shape
        x, y = np.clip((way / GRID_MM).astype(int), 0, [w - 1, h - 1]).T
        return STEP_MM * float(self.cost[y, x].sum())

    def _way(self, a: Point, b: Point) -> Array:
        """The way over the track's print from one place to another, (n, 2) mm every ``STEP_MM``: straight, unless
        another one is much cheaper; that one is calmed."""
        straight = _spaced(np.array([a, b], float), STEP_MM)
        grid, spent = _cheapest(self.cost, (a[0] / GRID_MM, a[1] / GRID_MM), (b[0] / GRID_MM, b[1] / GRID_MM))
        if self._spent(straight) < STRAIGHT * spent * GRID_MM:
            return straight
        line = np.array([a, *[((x + 0.5) * GRID_MM, (y + 0.5) * GRID_MM) for x, y in grid[1:-1]], b], float)
        for _round in range(2):
            line = _spaced(line, STEP_MM)
            calm = cv2.GaussianBlur(line, (1, 0), 0, sigmaY=7.0 / STEP_MM, borderType=cv2.BORDER_REPLICATE)
            # Both ends stay where they were touched.
            s = STEP_MM * np.minimum(np.arange(len(line)), np.arange(len(line))[::-1])[:, None]
            weight = np.clip(s / 10.0, 0, 1)
            line = line * (1 - weight) + calm.reshape(-1, 2) * weight
        return _spaced(line, STEP_MM)


def _change(tones: Array, t: Array) -> Array:
    """How much the print changes right across a strip (n, ACROSS, 3): as much as in the quietest of its middle and
    its two sides. Letters lie in the middle alone; the ends of a disc's sides lie a little farther in."""
    parts = [_along(tones[:, own]) for own in (np.abs(t) < 0.4, t < -0.4, t > 0.4)]
    out = np.minimum(parts[0], np.minimum(_aside(parts[1]), _aside(parts[2])))
    return np.asarray(out + 0.02 * parts[0])  # a plateau has its top where the middle has it


def _along(tones: Array) -> Array:
    """How much the print changes, by a step or a line, on the way along a band (n, m, 3)."""
    k = max(1, round(0.8 / STEP_MM))
    pad = np.pad(tones, ((2 * k, 2 * k), (0, 0), (0, 0)), mode="edge")
    step = pad[3 * k : len(pad) - k] - pad[k : len(pad) - 3 * k]
    line = pad[2 * k : -2 * k] - (pad[4 * k :] + pad[: -4 * k]) / 2
    out = sum(np.linalg.norm(np.median(part, axis=1), axis=1) for part in (step, line))
    return np.asarray(cv2.GaussianBlur(np.asarray(out).reshape(-1, 1), (1, 5), 0.8)).ravel()


def _aside(change: Array) -> Array:
    """The most of a change near each place of the way."""
    return np.asarray(cv2.dilate(change.reshape(-1, 1), np.ones((2 * round(1.6 / STEP_MM) + 1, 1)))).ravel()


def _normals(way: Array) -> Array:
    d = np.gradient(way, axis=0)
    d /= np.linalg.norm(d, axis=1, keepdims=True) + 1e-9
    return np.column_stack([-d[:, 1], d[:, 0]])


def _edges(seen: Array, across: Array) -> tuple[float, float]:
    """Where a track ends on its left and on its right, in mm from its way: lines or changes of print along it."""
    along = np.linalg.norm(seen[:, 2:] - seen[:, :-2], axis=2)
    change = np.percentile(along, 40, axis=0)
    places, out = across[1:-1], []
    for side in (-1, 1):
        own = (places * side > SHALLOW_MM) & (places * side < WIDE_MM)
        strong = own & (change >= 0.6 * change[own].max())
        out.append(float(side * np.abs(places[strong]).min()))
    left, right = out
    if right - left > 1.6 * 2 * min(-left, right):  # one side is not seen: as deep as the other
        half = min(-left, right)
        return -half, half
    return left, right


def _spaced(line: Array, step: float) -> Array:
    lengths = np.r_[0, np.cumsum(np.hypot(*np.diff(line, axis=0).T))]
    at = np.arange(0, lengths[-1] + 1e-9, step)
    return np.column_stack([np.interp(at, lengths, line[:, i]) for i in (0, 1)])


def _cheapest(cost: NDArray[np.float32], a: Point, b: Point) -> tuple[list[tuple[int, int]], float]:
    """Raster places (x, y) of the cheapest way between two of them (Dijkstra over eight neighbours), and its cost."""
    h, w = cost.shape
    start, goal = (_onto(a, w, h), _onto(b, w, h))
    best = {start: 0.0}
    came: dict[tuple[int, int], tuple[int, int]] = {}
    heap = [(0.0, start)]
    table = cost.tolist()
    steps = [(dx, dy, float(np.hypot(dx, dy)) / 2) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    while heap:
        spent, here = heapq.heappop(heap)
        if here == goal:
            break
        if spent > best[here]:
            continue
        x, y = here
        own = table[y][x]
        for dx, dy, half in steps:
            u, v = x + dx, y + dy
            if 0 <= u < w and 0 <= v < h:
                value = spent + half * (own + table[v][u])
                if value < best.get((u, v), 1e18):
                    best[(u, v)] = value
                    came[(u, v)] = here
                    heapq.heappush(heap, (value, (u, v)))
    way = [goal]
    while way[-1] != start:
        way.append(came[way[-1]])
    return way[::-1], best[goal]


def _onto(p: Point, w: int, h: int) -> tuple[int, int]:
    return (int(np.clip(p[0], 0, w - 1)), int(np.clip(p[1], 0, h - 1)))


def _box(strip: Strip, i: int, j: int) -> tuple[Point, ...]:
    """The piece of the way from i to j as an outline."""
    n = _normals(strip.way) * strip.half_mm
    return rounded([strip.way[i] - n[i], strip.way[j] - n[j], strip.way[j] + n[j], strip.way[i] + n[i]])
