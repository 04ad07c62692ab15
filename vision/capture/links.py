"""Which outlined lands have a border in common, and how long it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from vision.capture.areas import grown
from vision.capture.flat import FlatPicture, Point

OVER_MM = 3.0  # border lines are at most so wide on each side


def common_borders(
    flat: FlatPicture, polygons: Mapping[str, Sequence[Point]], over_mm: float = OVER_MM
) -> dict[tuple[str, str], float]:
    """Pairs of ids (in order) -> mm of common border, longer than a point. ``over_mm``: half of the widest gap."""
    names = [k for k, p in polygons.items() if p]
    labels = np.zeros(flat.bgr.shape[:2], np.int32)
    for i, polygon in enumerate(grown(flat, [polygons[n] for n in names], over_mm)):
        if polygon:
            labels[(flat.mask(polygon) > 0) & (labels == 0)] = i + 1
    labels = _meet(labels)
    out: dict[tuple[str, str], float] = {}
    for a, b in ((labels[:, 1:], labels[:, :-1]), (labels[1:], labels[:-1])):
        touch = (a != b) & (a > 0) & (b > 0)
        if not touch.any():
            continue
        both = np.sort(np.column_stack([a[touch], b[touch]]), axis=1)
        pairs, numbers = np.unique(both, axis=0, return_counts=True)
        for (p, q), n in zip(pairs, numbers, strict=True):
            first, second = sorted((names[int(p) - 1], names[int(q) - 1]))
            # Steps of a raster line are longer than the line.
            out[(first, second)] = out.get((first, second), 0.0) + float(n) * 0.8 / flat.scale
    return out


def _meet(labels: np.ndarray) -> np.ndarray:
    """Gaps of a pixel or two between neighbours closed, so that they touch."""
    out = labels
    for _ in range(2):
        new = out.copy()
        for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            moved = np.roll(out, (dy, dx), (0, 1))
            take = (new == 0) & (moved > 0)
            new[take] = moved[take]
        out = new
    return out
