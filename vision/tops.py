"""What lies on top at sampled points: how well print as it was, or a paint, explains the colours seen there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.camera import Array, apply
from vision.paints import GLOSS, GREY, Paint
from vision.sight import Flat, Sight

NATS = 16.0  # for points that look nothing like it
FAR = 12.0  # squared deviations at which a pixel is something else
PRINT = 0.012 * np.eye(3) + 0.10 * GREY  # how far print may stray: shadows darken, hue stays
VAGUE = 0.4
GLEAM = 0.1  # log light
RARE = 2.0  # squared deviations that a top in a gleam is rarer than one that looks like its paint


class Lens:
    """One picture's colours in the light that was learned: log BGR by white at points in space."""

    def __init__(self, flat: Flat, sight: Sight) -> None:
        assert sight.white is not None
        self.view, self.white = flat.view, sight.white
        self.flat, self._raster = flat, sight.raster
        self._plane = np.linalg.inv(flat.view.plane(sight.height))

    def at(self, points: Array) -> Array | None:
        """Colours (N, 3) at points (N, 3) mm; None where some lie outside the picture."""
        h, w = self.flat.shown.shape
        px = np.round(self._raster.px(apply(self._plane, self.view.project(points)))).astype(int)
        if px.min() < 0 or px[:, 0].max() >= w or px[:, 1].max() >= h or not self.flat.shown[px[:, 1], px[:, 0]].all():
            return None
        return np.asarray(self.flat.even[px[:, 1], px[:, 0]].astype(np.float64) - self.white.at(points[:, :2]))


def misprint(seen: Array, bare: Array) -> Array:
    """How little each point (N, 3) looks like its print: 0 just like it, 1 nothing like it."""
    return _strange(seen - bare, PRINT)


def mispaint(seen: Array, paint: Paint) -> Array:
    """The same for a paint; a mere word fits everything a little, and is believed less for it."""
    plain = _strange(seen - paint.mean, paint.cov)
    return np.asarray(np.minimum(plain, RARE / FAR + _strange(seen - paint.mean - GLEAM, paint.cov + GLOSS)))


def _strange(d: Array, cov: Array) -> Array:
    vague = max(0.0, float(np.linalg.slogdet(cov)[1] - np.linalg.slogdet(PRINT)[1]))
    q = np.einsum("ni,ij,nj->n", d, np.linalg.inv(cov), d) + VAGUE * vague
    return np.asarray(np.minimum(1.0, q / FAR))


def grid(width: float, height: float, step: float = 2.0) -> Array:
    """Points (N, 2) evenly over a box about the origin."""
    nx, ny = max(1, round(width / step)), max(1, round(height / step))
    xs, ys = ((np.arange(n) + 0.5) / n * s - s / 2 for n, s in ((nx, width), (ny, height)))
    return np.array([(x, y) for x in xs for y in ys])


def spread(room: float, step: float) -> list[float]:
    """Numbers from -room to room, about ``step`` apart; 0 among them."""
    n = int(np.ceil(max(0.0, room) / step))
    return [room * i / n for i in range(-n, n + 1)] if n else [0.0]


def span(polygon: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Width and height of an outline."""
    xs, ys = [p[0] for p in polygon], [p[1] for p in polygon]
    return max(xs) - min(xs), max(ys) - min(ys)
