"""Lands of a board nobody knows: areas with crooked borders on a raster, who touches whom, four colours for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from attrs import frozen

SCALE = 2.0  # raster px per mm
LINK_MM = 6.0  # a common border shorter than this does not make neighbours
Pair = tuple[int, int]


class NoLuck(Exception):
    """This draw does not give a playable map; draw again."""


@frozen(eq=False)
class Lands:
    """``labels``: 0 sea, 1.. lands (uint8, SCALE px/mm); ``borders``: mm of common border of each touching pair."""

    labels: np.ndarray
    count: int
    borders: Mapping[Pair, float]

    @property
    def links(self) -> set[Pair]:
        return {p for p, mm in self.borders.items() if mm >= LINK_MM}

    def polygon(self, land: int) -> np.ndarray:
        """Outline in mm, (n, 2), simplified to 0.5 mm."""
        found, _ = cv2.findContours((self.labels == land).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        outline = max(found, key=cv2.contourArea)
        return (cv2.approxPolyDP(outline, 0.5 * SCALE, True).reshape(-1, 2) + 0.5) / SCALE

    def centre(self, land: int) -> tuple[float, float]:
        """The point farthest from the border, mm."""
        inside = cv2.distanceTransform(np.pad((self.labels == land).astype(np.uint8), 1), cv2.DIST_L2, 5)
        y, x = np.unravel_index(int(np.argmax(inside)), inside.shape)
        return ((float(x) - 0.5) / SCALE, (float(y) - 0.5) / SCALE)


def clouds(rng: np.random.Generator, shape: tuple[int, int], cell: float, octaves: int = 3) -> np.ndarray:
    """Soft noise, spread about 1; ``cell``: size of its largest blots in px."""
    h, w = shape
    out = np.zeros(shape, np.float32)
    weight = 1.0
    for _ in range(octaves):
        small = rng.normal(0, 1, (int(h / cell) + 3, int(w / cell) + 3)).astype(np.float32)
        out += weight * cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC)
        cell, weight = max(2.0, cell / 2.2), weight * 0.5
    return out / float(out.std() or 1.0)


def land_mask(rng: np.random.Generator, room: np.ndarray, bays: float = 0.5) -> np.ndarray:
    """A land with bays inside ``room`` (bool): one piece."""
    inside = cv2.distanceTransform(np.pad(room.astype(np.uint8), 1), cv2.DIST_L2, 5)[1:-1, 1:-1] / SCALE
    edge = 5.0 + bays * 15.0 * np.clip(clouds(rng, room.shape, 110.0, 3) + 0.3, 0, 2.2)
    ys, xs = np.nonzero(room)
    gy, gx = np.mgrid[0 : room.shape[0], 0 : room.shape[1]].astype(np.float32)
    u = np.abs(gx - (xs.min() + xs.max()) / 2) / (np.ptp(xs) / 2)
    v = np.abs(gy - (ys.min() + ys.max()) / 2) / (np.ptp(ys) / 2)
    p = rng.uniform(2.0, 7.0)  # from an egg to a box
    body = u**p + v**p < 1.0 + 0.22 * clouds(rng, room.shape, 160.0, 2)
    mask = ((inside > edge) & body).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (21, 21)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    if count < 2:
        raise NoLuck("no land")
    return labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))


def divide(rng: np.random.Generator, mask: np.ndarray, count: int, crooked: float = 1.0) -> Lands:
    """Divides a land into ``count`` parts of about equal size with borders that wind by ``crooked``."""
    h, w = mask.shape
    ys, xs = np.nonzero(mask)
    points = np.column_stack([xs, ys]).astype(np.float32)
    sample = points[rng.integers(0, len(points), 6000)]
    sites = sample[rng.integers(0, len(sample), count)].copy()
    for _ in range(int(rng.integers(4, 12))):
        near = np.argmin(((sample[:, None] - sites[None]) ** 2).sum(2), axis=1)
        for i in range(count):
            if (near == i).any():
                sites[i] = sample[near == i].mean(0)
    gy, gx = np.mgrid[0:h, 0:w].astype(np.float32)
    gx += clouds(rng, (h, w), 70.0, 3) * 7.5 * crooked
    gy += clouds(rng, (h, w), 70.0, 3) * 7.5 * crooked
    best = np.full((h, w), np.inf, np.float32)
    labels = np.zeros((h, w), np.uint8)
    for i, (x, y) in enumerate(sites):
        d = (gx - x) ** 2 + (gy - y) ** 2
        closer = d < best
        best[closer] = d[closer]
        labels[closer] = i + 1
    return settle(labels, mask, count)


def settle(labels: np.ndarray, mask: np.ndarray, count: int) -> Lands:
    """Smooths borders, gives lost bits to their neighbours, measures who touches whom."""
    labels = cv2.medianBlur(np.where(mask, labels, 0).astype(np.uint8), 7)
    kept = np.zeros_like(labels)
    for i in range(1, count + 1):
        n, parts, stats, _ = cv2.connectedComponentsWithStats((labels == i).astype(np.uint8))
        if n < 2:
            raise NoLuck(f"land {i} vanished")
        kept[parts == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))] = i
    _, nearest = cv2.distanceTransformWithLabels(
        (kept == 0).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    of = np.zeros(int(nearest.max()) + 1, np.uint8)
    of[nearest[kept > 0]] = kept[kept > 0]
    labels = np.where(mask, of[nearest], 0).astype(np.uint8)
    borders: dict[Pair, float] = {}
    for a, b in ((labels[:, 1:], labels[:, :-1]), (labels[1:], labels[:-1])):
        touch = (a != b) & (a > 0) & (b > 0)
        pairs, numbers = np.unique(np.sort(np.column_stack([a[touch], b[touch]]), axis=1), axis=0, return_counts=True)
        for (p, q), n in zip(pairs, numbers, strict=True):
            key = (int(p), int(q))
            borders[key] = borders.get(key, 0.0) + n / SCALE * 0.8  # steps of a raster line are longer than the line
    return Lands(labels, count, borders)


def four_colours(rng: np.random.Generator, lands: Lands, colours: Sequence[str], each: int) -> list[str]:
    """A colour for each land, ``each`` of every colour, touching lands never alike. Raises NoLuck."""
    touching = {p for p, mm in lands.borders.items() if mm > 1.0}
    near: dict[int, set[int]] = {i: set() for i in range(1, lands.count + 1)}
    for a, b in touching:
        near[a].add(b)
        near[b].add(a)
    chosen: dict[int, int] = {}
    left = [each] * len(colours)
    steps = 0

    def fill() -> bool:
        nonlocal steps
        steps += 1
        if steps > 4000:
            raise NoLuck("colours do not work out")
        open_ = [i for i in near if i not in chosen]
        if not open_:
            return True
        land = min(open_, key=lambda i: (-len({chosen[j] for j in near[i] if j in chosen}), -len(near[i]), i))
        for c in rng.permutation(len(colours)):
            if left[c] and all(chosen.get(j) != c for j in near[land]):
                chosen[land] = int(c)
                left[c] -= 1
                if fill():
                    return True
                del chosen[land]
                left[c] += 1
        return False

    if not fill():
        raise NoLuck("colours do not work out")
    return [colours[chosen[i]] for i in range(1, lands.count + 1)]
