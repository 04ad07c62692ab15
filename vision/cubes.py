"""Cubes as squares: all tops lie in one plane, so no top ever hides another, however the cubes touch.

In the raster at cube height each top is a true square of its edge length; the sides show as the square swept towards
the camera's foot. A set of cubes is scored by what it says about every pixel of a crop (evidence), and mended move by
move.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

import cv2
import numpy as np
from attrs import define, evolve, frozen
from numpy.typing import NDArray

from vision.evidence import MOST

OVERLAP_MM2 = 1.5  # tops may seem to share this much: rounded edges, pose
CUBE_COST = 12.0  # nats mm²; a further cube has to explain more than noise does
QUARTER = np.pi / 2
COARSE = ((1.4, 0.2), (0.6, 0.1))  # steps of search in mm and radians
FINE = ((1.0, 0.15), (0.4, 0.07), (0.2, 0.03))


@frozen
class Cube:
    """A cube by its paint's index, the middle of its top (and base) in mm and its turn in radians."""

    paint: int
    x: float
    y: float
    yaw: float


def square(x: float, y: float, yaw: float, edge: float) -> NDArray[np.float64]:
    """Corners (4, 2) of a turned square."""
    c, s = np.cos(yaw) * edge / 2, np.sin(yaw) * edge / 2
    return np.array([(x + c - s, y + s + c), (x - c - s, y - s + c), (x - c + s, y - s - c), (x + c + s, y + s - c)])


@lru_cache(maxsize=256)
def _kernel(edge_px: float, yaw: float) -> NDArray[np.float32]:
    """A turned square as a filter; its sum is the square's area in px."""
    n = int(np.ceil(edge_px * 1.42 / 2)) * 2 + 1
    up = 8
    big = np.zeros((n * up, n * up), np.uint8)
    pts = square(n * up / 2 - 0.5, n * up / 2 - 0.5, yaw, edge_px * up)
    cv2.fillConvexPoly(big, np.round(pts * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    return np.asarray(cv2.resize(big, (n, n), interpolation=cv2.INTER_AREA).astype(np.float32) / 255)


@lru_cache(maxsize=256)
def _ring(edge_px: float, yaw: float) -> NDArray[np.float32]:
    """A turned square's outline as a filter; its sum is the outline's length in px."""
    n = int(np.ceil(edge_px * 1.42 / 2)) * 2 + 3
    up = 8
    big = np.zeros((n * up, n * up), np.uint8)
    pts = square(n * up / 2 - 0.5, n * up / 2 - 0.5, yaw, edge_px * up)
    cv2.polylines(big, [np.round(pts * 16).astype(np.int32)], True, 255, up, cv2.LINE_8, 4)
    ring = cv2.resize(big, (n, n), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(ring * (4 * edge_px / ring.sum()))


def shared_area(a: Cube, b: Cube, edge: float) -> float:
    """Area in mm² that two tops share."""
    if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 > 2 * edge * edge:
        return 0.0
    p, q = square(a.x, a.y, a.yaw, edge).astype(np.float32), square(b.x, b.y, b.yaw, edge).astype(np.float32)
    return float(cv2.intersectConvexConvex(p, q)[0])


@define(eq=False, slots=False)
class Stage:
    """A crop of the evidence in which cubes are placed; ``x0``, ``y0``: mm of its corner; ``foot``: shift of a base."""

    top: NDArray[np.float32]  # (paints, h, w), nats mm² per px
    side: NDArray[np.float32]
    x0: float
    y0: float
    scale: float
    edge: float
    foot: tuple[float, float]
    rims: NDArray[np.float32] | None = None  # nats mm² per mm of a top's outline, where edges tell more than colours

    @cached_property
    def _values(self) -> NDArray[np.float32]:
        """Row 0: print; 1 + 2k: side of paint k; 2 + 2k: its top. Columns are pixels."""
        n, h, w = self.top.shape
        v = np.zeros((2 * n + 1, h * w), np.float32)
        v[1::2] = self.side.reshape(n, -1)
        v[2::2] = self.top.reshape(n, -1)
        return v

    @cached_property
    def _columns(self) -> NDArray[np.int64]:
        return np.arange(self.top.shape[1] * self.top.shape[2])

    def px(self, points: NDArray[np.float64]) -> NDArray[np.int32]:
        """mm -> px in sixteenths, for drawing."""
        p = (points - (self.x0, self.y0)) * self.scale - 0.5
        return np.round(p * 16).astype(np.int32)

    def labels(self, cubes: list[Cube]) -> NDArray[np.uint8]:
        """Which face each pixel shows."""
        out = np.zeros(self.top.shape[1:], np.uint8)
        quads = [(c, square(c.x, c.y, c.yaw, self.edge)) for c in cubes]
        fx, fy = self.foot
        if fx or fy:
            # Far ones first: a nearer cube's side hides a farther one's.
            for c, q in sorted(quads, key=lambda cq: cq[0].x * fx + cq[0].y * fy):
                hull = cv2.convexHull(np.vstack([q, q + np.array(self.foot)]).astype(np.float32)).reshape(-1, 2)
                cv2.fillConvexPoly(out, self.px(hull), 1 + 2 * c.paint, cv2.LINE_8, 4)
        for c, q in quads:
            cv2.fillConvexPoly(out, self.px(q), 2 + 2 * c.paint, cv2.LINE_8, 4)
        return out

    def crowding(self, cubes: list[Cube]) -> float:
        """Penalty for tops that share more than slack."""
        total = 0.0
        for i, a in enumerate(cubes):
            for b in cubes[i + 1 :]:
                total += max(0.0, shared_area(a, b, self.edge) - OVERLAP_MM2)
        return 2 * MOST * total

    def value(self, labels: NDArray[np.uint8]) -> NDArray[np.float32]:
        """What each pixel gains by its label, against being print."""
        return np.asarray(self._values[labels.ravel(), self._columns])

    def score(self, cubes: list[Cube]) -> float:
        """Log likelihood ratio (nats mm²) of these cubes against bare print."""
        if not cubes:
            return 0.0
        total = float(self.value(self.labels(cubes)).sum()) - self.crowding(cubes) - CUBE_COST * len(cubes)
        if self.rims is not None:
            total += sum(float(self._outline(np.array([c.x]), np.array([c.y]), np.array([c.yaw]))[0]) for c in cubes)
        return total - MOST * self.edge**2 * sum(self._leaves(c) for c in cubes)

    def _leaves(self, c: Cube) -> float:
        """Share of a cube's edge that lies outside the crop, where no pixel could speak against it."""
        h, w = self.top.shape[1:]
        near = min(c.x - self.x0, self.x0 + w / self.scale - c.x, c.y - self.y0, self.y0 + h / self.scale - c.y)
        return max(0.0, 0.5 - near / self.edge)

    @cached_property
    def _soft(self) -> NDArray[np.float32]:
        """Evidence per mm² (2, paints, h, w), blurred to the spacing of the samples, with a rim no cube may enter."""
        n = max(1, round(self.scale)) | 1
        both = np.stack([self.top, self.side]) * np.float32(self.scale**2)
        for m in both.reshape(-1, *self.top.shape[1:]):
            cv2.blur(m, (n, n), dst=m, borderType=cv2.BORDER_REPLICATE)
        both[..., 0, :] = both[..., -1, :] = both[..., :, 0] = both[..., :, -1] = -MOST
        return both

    def nudge(self, cubes: list[Cube], i: int, rounds: Sequence[tuple[float, float]] = FINE) -> Cube:
        """Cube ``i`` shifted and turned to where it explains most, the others staying; many trials at once.

        Trials are judged by samples a millimetre apart; ``rounds``: steps in mm and radians, coarse to fine.
        """
        c = cubes[i]
        reach = 2.4 * self.edge
        others = [o for j, o in enumerate(cubes) if j != i and abs(o.x - c.x) < reach and abs(o.y - c.y) < reach]
        h, w = self.top.shape[1:]
        cx, cy = (c.x - self.x0) * self.scale, (c.y - self.y0) * self.scale
        r = 1.7 * self.edge * self.scale
        x0, x1 = int(np.clip(cx - r, 0, w - 2)), int(np.clip(cx + r, 2, w))
        y0, y1 = int(np.clip(cy - r, 0, h - 2)), int(np.clip(cy + r, 2, h))
        top = self._soft[0, c.paint, y0:y1, x0:x1]
        side = self._soft[1, c.paint, y0:y1, x0:x1]
        if others:
            labels = self.labels(others)[y0:y1, x0:x1]
            is_top = (labels > 0) & (labels % 2 == 0)
            flat = self._soft.transpose(1, 0, 2, 3)[:, ::-1, y0:y1, x0:x1].reshape(-1, *labels.shape)  # side, top, ...
            now = np.take_along_axis(flat, np.maximum(labels.astype(np.int64) - 1, 0)[None], axis=0)[0]
            now[labels == 0] = 0
            top = np.where(is_top, -2 * MOST, top - now)
            side = np.where(labels > 0, 0, side)
        maps = np.stack([top, side]).reshape(2, -1)
        grid = (np.arange(8) + 0.5) / 8 - 0.5
        u, v = (g.ravel() * self.edge for g in np.meshgrid(grid, grid))
        fx, fy = self.foot
        share = self.edge**2 / len(u)
        best, best_score = c, -np.inf
        for mm, rad in rounds:
            d = np.array([(a, b, t) for a in (0, -1, 1) for b in (0, -1, 1) for t in (0, -1, 1)]) * (mm, mm, rad)
            for _ in range(3):
                x, y, yaw = best.x + d[:, 0], best.y + d[:, 1], best.yaw + d[:, 2]
                cs, sn = np.cos(yaw)[:, None], np.sin(yaw)[:, None]
                px, py = x[:, None] + cs * u - sn * v, y[:, None] + sn * u + cs * v
                score = self._sum(maps[0], px, py, x0, x1, y0, y1)
                if abs(fx) + abs(fy) > 0.3:
                    # Points of the base that the top does not hide.
                    bu, bv = u + cs * fx + sn * fy, v - sn * fx + cs * fy
                    bare = (np.abs(bu) > self.edge / 2) | (np.abs(bv) > self.edge / 2)
                    score = score + self._sum(maps[1], px + fx, py + fy, x0, x1, y0, y1, bare)
                if self.rims is not None:
                    score = score + self._outline(x, y, yaw) / share
                k = int(np.argmax(score))
                if score[k] * share <= best_score + 1e-3:
                    break
                best, best_score = Cube(c.paint, float(x[k]), float(y[k]), float(yaw[k] % QUARTER)), score[k] * share
                if k == 0:
                    break
        return best

    def _outline(self, x: NDArray[np.float64], y: NDArray[np.float64], yaw: NDArray[np.float64]) -> NDArray[np.float64]:
        """What the outlines of tops say, a value a trial."""
        assert self.rims is not None
        e = self.edge / 2
        a = (np.arange(8) + 0.5) / 8 * self.edge - e
        u = np.concatenate([a, a, np.full(8, -e), np.full(8, e)])
        v = np.concatenate([np.full(8, -e), np.full(8, e), a, a])
        cs, sn = np.cos(yaw)[:, None], np.sin(yaw)[:, None]
        h, w = self.rims.shape
        got = self._sum(self.rims.ravel(), x[:, None] + cs * u - sn * v, y[:, None] + sn * u + cs * v, 0, w, 0, h)
        return got * (self.edge / 8)

    def _sum(
        self,
        values: NDArray[np.float32],
        x: NDArray[np.float64],
        y: NDArray[np.float64],
        x0: int,
        x1: int,
        y0: int,
        y1: int,
        bare: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.float64]:
        """Sum of a window's values at points in mm, a row a trial."""
        col = np.clip(((x - self.x0) * self.scale).astype(np.int32), x0, x1 - 1) - x0
        row = np.clip(((y - self.y0) * self.scale).astype(np.int32), y0, y1 - 1) - y0
        got = values[row * (x1 - x0) + col]
        return np.asarray((got if bare is None else got * bare).sum(axis=1), np.float64)

    def refine(
        self, cubes: list[Cube], movable: Sequence[int] | None = None, fine: bool = True
    ) -> tuple[list[Cube], float]:
        """Nudge cubes one after another while the score grows."""
        cubes = list(cubes)
        best = self.score(cubes)
        which = range(len(cubes)) if movable is None else movable
        for turn in range(3 if len(which) > 1 else 1):
            gained = False
            for i in which:
                old = cubes[i]
                cubes[i] = self.nudge(cubes, i, FINE if fine or turn else COARSE)
                if cubes[i] == old:
                    continue
                s = self.score(cubes)
                if s > best + 1.0:
                    best, gained = s, True
                elif s > best:
                    best = s
                else:
                    cubes[i] = old
            if not gained:
                break
        return cubes, best

    def propose(
        self, cubes: list[Cube], paints: list[int], where: NDArray[np.uint8] | None = None, turns: int = 6
    ) -> list[tuple[float, Cube]]:
        """The best place for a further cube of each paint: (gain of its top alone, cube), best first."""
        labels = self.labels(cubes)
        current = self.value(labels).reshape(labels.shape)
        taken = (labels > 0) & (labels % 2 == 0)
        half = max(1, round(self.scale / 1.3))
        h, w = labels.shape
        size = (max(2, w // half), max(2, h // half))
        out = []
        rims = None if self.rims is None else cv2.resize(self.rims, size, interpolation=cv2.INTER_AREA)
        for k in paints:
            gain = self.top[k] - current
            gain[taken] = -1.5 * MOST / self.scale**2
            if rims is None and not (gain > 0).any():
                continue
            small = cv2.resize(gain, size, interpolation=cv2.INTER_AREA)
            fx, fy = w / size[0], h / size[1]
            best: tuple[float, float, float, float] | None = None
            allowed = None if where is None else cv2.resize(where, size, interpolation=cv2.INTER_NEAREST)
            for i in range(turns):
                yaw = i * QUARTER / turns
                kernel = _kernel(round(self.edge * self.scale / (fx + fy) * 2, 2), yaw)
                r = cv2.filter2D(small, -1, kernel, borderType=cv2.BORDER_CONSTANT) * np.float32(fx * fy)
                if rims is not None:
                    ring = _ring(round(self.edge * self.scale / (fx + fy) * 2, 2), yaw) / self.scale
                    r = r + cv2.filter2D(rims, -1, ring, borderType=cv2.BORDER_CONSTANT) * np.float32((fx + fy) / 2)
                if allowed is not None:
                    r[allowed == 0] = -1e6
                at = int(r.argmax())
                if best is None or r.flat[at] > best[0]:
                    row, col = divmod(at, size[0])
                    best = (float(r.flat[at]), (col + 0.5) * fx, (row + 0.5) * fy, yaw)
            if best is not None:
                x, y = best[1] / self.scale + self.x0, best[2] / self.scale + self.y0
                out.append((best[0], Cube(k, x, y, best[3])))
        return sorted(out, key=lambda p: -p[0])

    def cover(
        self, paints: list[int], start: list[Cube] | None = None, fixed: int = 0, most: int = 60
    ) -> tuple[list[Cube], float]:
        """Add cubes while they explain pixels, then mend. The first ``fixed`` of ``start`` keep their places."""
        cubes = list(start or [])
        score = self.score(cubes)
        while len(cubes) < most:
            grown = None
            for gain, cube in self.propose(cubes, paints)[:2]:
                if gain < 0.1 * MOST * self.edge**2:
                    break
                trial, s = self.refine([*cubes, cube], [len(cubes)], fine=False)
                if s > score and (grown is None or s > grown[1]):
                    grown = (trial, s)
            if grown is None:
                break
            cubes, score = grown
        movable = list(range(fixed, len(cubes)))
        cubes, score = self.refine(cubes, movable)
        for _ in range(3):
            better = self._mend(cubes, score, paints, fixed)
            if better is None:
                break
            cubes, score = better
        return cubes, score

    def _mend(self, cubes: list[Cube], score: float, paints: list[int], fixed: int) -> tuple[list[Cube], float] | None:
        """Another set that explains more: one cube less, one more, or one of another paint."""
        for i in range(fixed, len(cubes)):
            for k in paints:
                if k != cubes[i].paint:
                    trial = [*cubes]
                    trial[i] = evolve(cubes[i], paint=k)
                    s = self.score(trial)
                    if s > score + 1.0:
                        return self.refine(trial, [i])
            fewer = cubes[:i] + cubes[i + 1 :]
            s = self.score(fewer)
            if s > score:
                return fewer, s
        for gain, cube in self.propose(cubes, paints)[:2]:
            if gain < -0.25 * MOST * self.edge**2:
                continue
            near = [j for j in range(fixed, len(cubes)) if _near(cubes[j], cube, 2.2 * self.edge)]
            trial, s = self.refine([*cubes, cube], [len(cubes), *near])
            if s > score + 1.0:
                return trial, s
        return None

    def exactly(
        self, want: dict[int, int], start: Sequence[Cube] = (), where: NDArray[np.uint8] | None = None
    ) -> tuple[list[Cube], float]:
        """The best set with just these numbers of each paint besides those of ``start``, which keep their places.

        ``where``: 255 where new ones may have their middle.
        """
        left = dict(want)
        cubes: list[Cube] = list(start)
        while any(n > 0 for n in left.values()):
            offers = self.propose(cubes, [k for k, n in left.items() if n > 0], where)
            if not offers:
                break
            cubes, _ = self.refine([*cubes, offers[0][1]], [len(cubes)], fine=False)
            left[offers[0][1].paint] -= 1
        return self.refine(cubes, range(len(start), len(cubes)))


def _near(a: Cube, b: Cube, mm: float) -> bool:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < mm * mm
