"""Where there is room on a sheet: free boxes of sea for ornaments, places for a name and a sign inside a land."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.art.marks import Point


def inside(points: Sequence[Point], xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
    """True where (xs, ys) lies inside the polygon (even-odd)."""
    hit = np.zeros(np.broadcast(xs, ys).shape, bool)
    n = len(points)
    for i in range(n):
        (x0, y0), (x1, y1) = points[i], points[(i + 1) % n]
        if y0 == y1:
            continue
        hit ^= ((y0 > ys) != (y1 > ys)) & (xs < (x1 - x0) * (ys - y0) / (y1 - y0) + x0)
    return hit


def depth(points: Sequence[Point], xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
    """Distance to the polygon's border in mm, negative outside."""
    best = np.full(np.broadcast(xs, ys).shape, np.inf)
    n = len(points)
    for i in range(n):
        (x0, y0), (x1, y1) = points[i], points[(i + 1) % n]
        dx, dy = x1 - x0, y1 - y0
        length = dx * dx + dy * dy
        t = np.clip(((xs - x0) * dx + (ys - y0) * dy) / length, 0, 1) if length else 0.0
        best = np.minimum(best, np.hypot(xs - x0 - t * dx, ys - y0 - t * dy))
    return np.where(inside(points, xs, ys), best, -best)


class FreeGround:
    """A sheet in cells of 1 mm that remembers what is taken."""

    def __init__(self, size_mm: tuple[float, float]) -> None:
        self.width, self.height = round(size_mm[0]), round(size_mm[1])
        self.taken = np.zeros((self.height, self.width), bool)
        self._sums: np.ndarray | None = None

    def take(self, points: Sequence[Point], margin: float = 0.0) -> None:
        """Mark a polygon, and ``margin`` mm around it, as taken."""
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        x0, x1 = max(0, int(min(xs) - margin)), min(self.width, int(max(xs) + margin) + 2)
        y0, y1 = max(0, int(min(ys) - margin)), min(self.height, int(max(ys) + margin) + 2)
        if x1 <= x0 or y1 <= y0:
            return
        gx, gy = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
        self.taken[y0:y1, x0:x1] |= depth(points, gx, gy) > -margin
        self._sums = None

    def take_box(self, x: float, y: float, w: float, h: float) -> None:
        self.taken[max(0, int(y)) : max(0, int(np.ceil(y + h))), max(0, int(x)) : max(0, int(np.ceil(x + w)))] = True
        self._sums = None

    def blocked(self, w: float, h: float) -> np.ndarray:
        """For each top-left cell the number of taken cells in a box of w x h mm."""
        if self._sums is None:
            self._sums = np.pad(self.taken.astype(np.int32).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
        s, bw, bh = self._sums, int(np.ceil(w)), int(np.ceil(h))
        if bw > self.width or bh > self.height:
            return np.ones((0, 0), np.int32)
        sums: np.ndarray = s[bh:, bw:] - s[:-bh, bw:] - s[bh:, :-bw] + s[:-bh, :-bw]
        return sums

    def free(self, x: float, y: float, w: float, h: float) -> bool:
        """True when nothing is taken in the box whose middle is (x, y)."""
        x0, y0 = int(x - w / 2), int(y - h / 2)
        if x0 < 0 or y0 < 0 or x0 + w > self.width or y0 + h > self.height:
            return False
        return not self.taken[y0 : y0 + int(np.ceil(h)) + 1, x0 : x0 + int(np.ceil(w)) + 1].any()

    def spot(self, w: float, h: float, near: Point) -> Point | None:
        """Middle of a free box of w x h mm, the one nearest to ``near``; None when there is none."""
        counts = self.blocked(w, h)
        rows, columns = np.nonzero(counts == 0)
        if not len(rows):
            return None
        cx, cy = columns + w / 2, rows + h / 2
        best = int(np.argmin((cx - near[0]) ** 2 + (cy - near[1]) ** 2))
        return (float(cx[best]), float(cy[best]))


class LandRoom:
    """The inside of one land on a grid of half millimetres."""

    STEP = 0.5

    def __init__(self, points: Sequence[Point], centre: Point) -> None:
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        self.gx, self.gy = np.meshgrid(
            np.arange(min(xs), max(xs) + self.STEP, self.STEP), np.arange(min(ys), max(ys) + self.STEP, self.STEP)
        )
        self.depth = depth(points, self.gx, self.gy)
        self.centre = centre
        self.boxes: list[tuple[float, float, float, float]] = []  # taken: middle, half sizes

    def _lowest(self, half_w: float, half_h: float) -> np.ndarray:
        """The smallest depth along the outline of a box around every grid point."""
        out = np.full(self.depth.shape, -np.inf)
        rows, columns = self.depth.shape
        nx, ny = round(half_w / self.STEP), round(half_h / self.STEP)
        if 2 * ny >= rows or 2 * nx >= columns:
            return out
        low = np.full((rows - 2 * ny, columns - 2 * nx), np.inf)
        for fx in np.linspace(-nx, nx, 7).round().astype(int):
            for fy in (-ny, 0, ny):
                low = np.minimum(low, self.depth[ny + fy : rows - ny + fy, nx + fx : columns - nx + fx])
        out[ny : rows - ny, nx : columns - nx] = low
        return out

    def _clear(self, half_w: float, half_h: float) -> np.ndarray:
        ok = np.ones(self.depth.shape, bool)
        for x, y, w, h in self.boxes:
            ok &= (np.abs(self.gx - x) >= w + half_w) | (np.abs(self.gy - y) >= h + half_h)
        return ok

    def middle(self, w: float, h: float, margin: float = 1.3) -> Point | None:
        """The middle for a box of w x h mm near the centre, ``margin`` off the border; None when it does not fit."""
        low = self._lowest(w / 2, h / 2)
        ok = (low >= margin) & self._clear(w / 2, h / 2)
        if not ok.any():
            return None
        cost = np.hypot(self.gx - self.centre[0], self.gy - self.centre[1]) - 0.8 * np.minimum(low, 6)
        return self._take(np.where(ok, cost, np.inf), w, h)

    def rim(self, radius: float, from_border: float) -> Point | None:
        """The free point ``from_border`` mm inside that lies farthest from the centre, for a mark of ``radius``."""
        ok = (self.depth >= from_border) & self._clear(radius + 0.6, radius + 0.6)
        if not ok.any():
            return None
        away = np.hypot(self.gx - self.centre[0], self.gy - self.centre[1])
        return self._take(np.where(ok, -away, np.inf), 2 * radius, 2 * radius)

    def _take(self, cost: np.ndarray, w: float, h: float) -> Point:
        row, column = np.unravel_index(int(np.argmin(cost)), cost.shape)
        x, y = float(self.gx[row, column]), float(self.gy[row, column])
        self.boxes.append((x, y, w / 2, h / 2))
        return (x, y)

    def sown(self, pitch: float, size: float) -> list[Point]:
        """Points of a staggered grid at least ``size`` mm inside and clear of what is taken."""
        points = []
        left, top = float(self.gx[0, 0]), float(self.gy[0, 0])
        clear = self._clear(size, size) & (self.depth >= size)
        rows, columns = self.depth.shape
        y, odd = top - top % (pitch * 0.8) + pitch * 0.8, int(top / (pitch * 0.8)) % 2
        while (row := round((y - top) / self.STEP)) < rows:
            x = left - left % pitch + (pitch / 2 if odd else 0.0)
            while (column := round((x - left) / self.STEP)) < columns:
                if column >= 0 and clear[row, column]:
                    points.append((x, y))
                x += pitch
            y, odd = y + pitch * 0.8, 1 - odd
        return points
