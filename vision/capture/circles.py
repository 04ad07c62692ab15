"""Printed circles of known colours: found all over the board, and matched with a sketch of where they should be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

import cv2
import numpy as np
from attrs import frozen

from vision.camera import Array
from vision.capture.flat import FlatPicture, Point
from vision.capture.inks import Inks

RADII_MM = (5.0, 15.0)
FAR = 4.0  # cost of a place that is put where no circle was found
MOST = 160  # circles that are looked at
SEEN = 2.4  # up to this cost a circle is the place's own beyond doubt


@frozen
class Circle:
    """A printed circle: middle and radius in mm, how round its edge is (0 to 1), tone of its ring."""

    at: Point
    radius_mm: float
    round: float
    tone: tuple[float, float, float]


@frozen
class Placed:
    """Where a place of the sketch lies; ``seen``: on a circle of its colour."""

    at: Point
    seen: bool


class Circles:
    """All circles of one size on a board. ``radius_mm``: as measured at touched ones, the likeliest of ``radii``."""

    def __init__(self, flat: FlatPicture, near: Sequence[Point] = ()) -> None:
        self.flat = flat
        gray = cv2.GaussianBlur(flat.bgr, (0, 0), 0.4 * flat.scale).astype(np.float32)
        dx = np.stack([cv2.Scharr(c, cv2.CV_32F, 1, 0) for c in cv2.split(gray)])
        dy = np.stack([cv2.Scharr(c, cv2.CV_32F, 0, 1) for c in cv2.split(gray)])
        best = np.argmax(dx**2 + dy**2, axis=0)[None]
        self._dx, self._dy = (np.take_along_axis(d, best, 0)[0] for d in (dx, dy))
        self._strength = np.hypot(self._dx, self._dy)
        self.radii = self._radii(near)
        self.radius_mm = self.radii[0]
        self.found = self._all()

    def sized(self, radius_mm: float) -> Circles:
        """The same board's circles of another size."""
        out = copy(self)
        out.radius_mm = radius_mm
        out.found = out._all()
        return out

    def _votes(self, radius_mm: float) -> Array:
        """How much of a circle's edge lies around every pixel: 1 for a whole one, more for a wide rim. Without a
        limit: circles are told apart by their peaks."""
        h, w = self._strength.shape
        rows, cols = np.nonzero(self._strength > max(60.0, float(np.percentile(self._strength, 80))))
        g = self._strength[rows, cols] + 1e-6
        ux, uy = self._dx[rows, cols] / g, self._dy[rows, cols] / g
        out = np.zeros((h, w), np.float32)
        r = radius_mm * self.flat.scale
        for sign in (1, -1):
            x = np.round(cols + sign * r * ux).astype(int)
            y = np.round(rows + sign * r * uy).astype(int)
            ok = (x >= 0) & (x < w) & (y >= 0) & (y < h)
            out += np.bincount(y[ok] * w + x[ok], minlength=h * w).reshape(h, w).astype(np.float32)
        soft = cv2.GaussianBlur(out, (0, 0), 0.55 * self.flat.scale)
        full = 2 * np.pi * r / (2 * np.pi * (0.55 * self.flat.scale) ** 2 + 1)
        return np.asarray(soft / max(full, 1e-6), np.float64)

    def _radii(self, near: Sequence[Point]) -> list[float]:
        """Radii whose circles lie under the touched points, nearly as round as any of them: the widest first."""
        radii = np.arange(RADII_MM[0], RADII_MM[1] + 0.1, 0.5)
        shifts = [(dx, dy) for dx in np.arange(-3.0, 3.1, 1.0) for dy in np.arange(-3.0, 3.1, 1.0)]
        scores = np.array(
            [[max(self._roundness((p[0] + dx, p[1] + dy), float(r)) for dx, dy in shifts) for r in radii] for p in near]
        )
        if not len(scores):
            return [10.0]
        whole = np.median(scores, axis=0)
        good = [k for k, v in enumerate(whole) if v > 0.88 * whole.max() and v >= whole[max(0, k - 1)] - 0.02]
        return [float(radii[k]) for k in reversed(good)]

    def _roundness(self, at: Point, radius_mm: float) -> float:
        """Share of a circle along which the print changes straight across it."""
        a = np.linspace(0, 2 * np.pi, 36, endpoint=False)
        n = np.column_stack([np.cos(a), np.sin(a)])
        px = np.round(self.flat.px(np.array(at) + radius_mm * n)).astype(int)
        h, w = self._strength.shape
        ok = (px[:, 0] >= 0) & (px[:, 0] < w) & (px[:, 1] >= 0) & (px[:, 1] < h)
        x, y = px[ok, 0], px[ok, 1]
        along = np.abs(self._dx[y, x] * n[ok, 0] + self._dy[y, x] * n[ok, 1])
        steep = self._strength[y, x]
        good = (steep > 50.0) & (along > 0.85 * steep)
        return float(good.sum()) / len(a)

    def _peak(self, votes: Array, p: Point, reach_mm: float) -> tuple[Point, float]:
        x, y = self.flat.px(p)[0]
        r = max(1, round(reach_mm * self.flat.scale))
        h, w = votes.shape
        y0, x0 = int(np.clip(y - r, 0, h - 1)), int(np.clip(x - r, 0, w - 1))
        part = votes[y0 : int(np.clip(y + r + 1, 1, h)), x0 : int(np.clip(x + r + 1, 1, w))]
        j, i = np.unravel_index(int(np.argmax(part)), part.shape)
        mm = self.flat.mm((x0 + i, y0 + j))[0]
        return (float(mm[0]), float(mm[1])), float(part[j, i])

    def _all(self) -> list[Circle]:
        votes = self._votes(self.radius_mm)
        gap = max(3, round(1.3 * self.radius_mm * self.flat.scale) | 1)
        top = (votes == cv2.dilate(votes, np.ones((gap, gap), np.uint8))) & (votes > 0.22)
        rows, cols = np.nonzero(top)
        best = np.argsort(-votes[rows, cols], kind="stable")[:MOST]
        rows, cols = rows[best], cols[best]
        places = self.flat.mm(np.column_stack([cols, rows])).tolist()
        return [self.circle((x, y), float(v)) for (x, y), v in zip(places, votes[rows, cols], strict=True)]

    def circle(self, at: Point, roundness: float = 0.0) -> Circle:
        """The print of a circle at a place: what most of its ring shows."""
        r = self.radius_mm
        a = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        turn = np.column_stack([np.cos(a), np.sin(a)])
        ring = np.vstack([np.array(at) + k * r * turn for k in (0.7, 0.8, 0.88)])
        px = np.round(self.flat.px(ring)).astype(int)
        h, w = self.flat.sharp.shape[:2]
        px = np.clip(px, (0, 0), (w - 1, h - 1))
        seen = self.flat.sharp[px[:, 1], px[:, 0]].astype(np.float64)
        middle = np.median(seen, axis=0)
        near = seen[np.linalg.norm(seen - middle, axis=1) < 14]
        tone = np.median(near, axis=0) if len(near) > 10 else middle
        return Circle(at, r, min(1.0, roundness), (float(tone[0]), float(tone[1]), float(tone[2])))

    def snap(self, p: Point, reach_mm: float = 5.0) -> Point:
        """The middle of the circle under a touch, or the touch itself."""
        near = [c for c in self.found if np.hypot(c.at[0] - p[0], c.at[1] - p[1]) < reach_mm]
        return max(near, key=lambda c: c.round).at if near else p


def place_by_sketch(
    circles: Circles, sketch: Mapping[str, Point], words: Mapping[str, str], anchors: Mapping[str, Point], inks: Inks
) -> dict[str, Placed]:
    """Where every place of a sketch lies: ``anchors`` are known (mm), the others are drawn to circles of their colour.

    ``words``: place -> word of its colour.
    """
    names = [n for n in sketch if n not in anchors]
    fixed = [(np.array(sketch[n]), np.array(p)) for n, p in anchors.items()]
    free = [
        c for c in circles.found
        if all(np.hypot(c.at[0] - p[0], c.at[1] - p[1]) > 0.8 * circles.radius_mm for p in anchors.values())
    ]  # fmt: skip
    at = {n: _warp(fixed, np.array(sketch[n])) for n in names}
    taken: dict[str, Circle] = {}
    spent: dict[str, float] = {}
    hue = {n: [_hue_cost(inks, c, words.get(n, "")) for c in free] for n in names}
    for turn in range(5):
        soft = (2.2, 1.8, 1.5, 1.3, 1.2)[turn] * circles.radius_mm
        cost = np.full((len(names), len(free) + len(names)), FAR)
        for i, n in enumerate(names):
            for j, c in enumerate(free):
                far = float(np.hypot(c.at[0] - at[n][0], c.at[1] - at[n][1])) / soft
                cost[i, j] = far * far + hue[n][j] + 1.2 * (1 - c.round) if far < 2.2 else 50.0
        pairing = [(i, j) for i, j in enumerate(assign(cost)) if j < len(free) and cost[i, j] < FAR]
        taken = {names[i]: free[j] for i, j in pairing}
        spent = {names[i]: float(cost[i, j]) for i, j in pairing}
        pairs = fixed + [(np.array(sketch[n]), np.array(c.at)) for n, c in taken.items()]
        at = {n: _warp([p for p in pairs if not np.array_equal(p[0], sketch[n])], np.array(sketch[n])) for n in names}
    out = {n: Placed((float(p[0]), float(p[1])), True) for n, p in anchors.items()}
    for n in names:
        place = taken[n].at if n in taken else (float(at[n][0]), float(at[n][1]))
        out[n] = Placed((round(place[0], 1), round(place[1], 1)), n in taken and spent[n] < SEEN)
    return {n: out[n] for n in sketch}


def _hue_cost(inks: Inks, circle: Circle, word: str) -> float:
    if word not in inks.tones:
        return 0.0
    far = {w: float(np.linalg.norm(np.asarray(circle.tone)[1:] - t[1:])) for w, t in inks.tones.items()}
    own, other = far[word], min((d for w, d in far.items() if w != word), default=99.0)
    return float(np.clip((own - other) / 8.0 + 0.6, 0.0, 3.0)) + min(2.0, own / 40.0)


def _warp(pairs: Sequence[tuple[Array, Array]], p: Array) -> Array:
    """A place of the sketch on the board: one affine map for all, bent by what the nearest known places miss."""
    a = np.array([[*s, 1.0] for s, _ in pairs])
    b = np.array([t for _, t in pairs])
    if len(pairs) < 3:
        return np.asarray(p + (b - a[:, :2]).mean(axis=0)) if pairs else p
    m = np.linalg.lstsq(a, b, rcond=None)[0]
    miss = b - a @ m
    d = np.linalg.norm(a[:, :2] - p, axis=1)
    weight = 1.0 / (d + 2.0) ** 2
    near = np.argsort(d)[:6]
    bend = (miss[near] * weight[near, None]).sum(axis=0) / (weight[near].sum() + 0.002)
    return np.asarray(np.array([*p, 1.0]) @ m + bend)


def assign(cost: Array) -> list[int]:
    """A column for every row, each used once, at the least total cost (shortest augmenting paths)."""
    n, m = cost.shape
    u, v = np.zeros(n + 1), np.zeros(m + 1)
    row_of = np.zeros(m + 1, int)
    for i in range(1, n + 1):
        row_of[0] = i
        j0 = 0
        least = np.full(m + 1, np.inf)
        used = np.zeros(m + 1, bool)
        way = np.zeros(m + 1, int)
        while True:
            used[j0] = True
            i0 = row_of[j0]
            reduced = cost[i0 - 1] - u[i0] - v[1:]
            better = ~used[1:] & (reduced < least[1:])
            least[1:][better] = reduced[better]
            way[1:][better] = j0
            open_ = np.where(used, np.inf, least)
            open_[0] = np.inf
            j1 = int(np.argmin(open_))
            delta = open_[j1]
            u[row_of[used]] += delta
            v[used] -= delta
            least[~used] -= delta
            j0 = j1
            if row_of[j0] == 0:
                break
        while j0:
            row_of[j0] = row_of[way[j0]]
            j0 = int(way[j0])
    out = [0] * n
    for j in range(1, m + 1):
        if row_of[j]:
            out[row_of[j] - 1] = j - 1
    return out
