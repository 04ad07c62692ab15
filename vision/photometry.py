"""How a camera's levels have changed since the print was learned: one monotone curve a channel, and a smooth field.

Auto exposure, white balance and picture profiles bend all levels alike, wherever they are; lamps and people darken
places. Both are fitted together, robustly, on print that shows (iteratively reweighted least squares with Cauchy
weights), so that a bent curve is not taken for other ink, nor a shadow for a bent curve.
"""

from __future__ import annotations

import cv2
import numpy as np
from attrs import define
from numpy.typing import NDArray

from vision.camera import Array
from vision.light import FLOOR, GAMMA, LOG
from vision.rectify import Image

NODES = 9  # of what a curve bends beside a power law, over the levels that the print shows
SAMPLES = 6000  # pixels that are fitted
ROUNDS = 6
CAUCHY = 0.10  # log light: pieces and shadows miss by more, and count for little
KNEE = 2.0  # levels: a curve's nodes are spread by the logarithm of level + KNEE
DARKEST = 4  # levels below were rounded too much to tell the power law
ROUNDED = 0.5  # levels by which rounding and JPEG stray
POWERS = np.exp(np.linspace(np.log(0.3), np.log(3.5), 27))  # that are tried
SMOOTH = 0.5  # how much a bend of the curve costs, against a sample
FAINT = 0.05  # log light; a curve that bends less is none
TILES = 20  # a side: within one the light is even
SAME = 1.1  # times as far as before, and no more, does the print stray while a camera is unchanged
STEADY = 0.02  # log light; where the print strays by less all over the board the camera has not changed
BETTER = 0.93  # a curve must leave so much less than light that changes from place to place
COARSE = 3  # px between those whose noise is told
LEAST = 400  # pixels of print that must show


@define(eq=False, frozen=True)
class ToneCurve:
    """Per channel the log light of the learned camera for each of 256 levels now: ``table`` (256, 3) float32."""

    table: NDArray[np.float32]

    def log(self, picture: NDArray[np.uint8]) -> Image:
        """8-bit BGR (h, w, 3) -> log light as the camera showed it when the print was learned."""
        return np.asarray(cv2.LUT(picture, self.table[None]), np.float32)

    def grain(self, log: Image) -> Image | None:
        """Noise (h, w, log light) of print of this ``log`` light, where levels were pressed together; None if straight.

        Of the print that is expected, not of what is seen: a dark piece is no noisy print.
        """
        if self is STRAIGHT:
            return None
        steps = np.square(ROUNDED * np.gradient(self.table, axis=0))
        some = log[::COARSE, ::COARSE]
        found = [np.interp(some[..., c], self.table[:, c], steps[:, c]) for c in range(3)]
        grain = np.sqrt(np.mean(found, axis=0)).astype(np.float32)
        return np.asarray(cv2.resize(grain, log.shape[1::-1]), np.float32)


STRAIGHT = ToneCurve(np.repeat(LOG[:, None], 3, axis=1))
_AT = np.log(np.arange(256) + KNEE)


@define(eq=False)
class Levels:
    """How the levels of one camera change, picture by picture.

    ``calm``: log light by which the print may stray without a closer look: as far as in the last picture in which the
    camera was found unchanged.
    """

    calm: float = STEADY

    def curve(self, picture: NDArray[np.uint8], learned: Image, usable: NDArray[np.bool_]) -> ToneCurve:
        """The curve between a picture (h, w, 3) BGR and the ``learned`` log light (h, w, 3) of the same print.

        ``usable`` (h, w): where the print is known and shows. ``STRAIGHT`` where levels are only brighter or darker: an
        unchanged camera changes nothing.
        """
        step = max(1, int(np.sqrt(usable.size / (2 * SAMPLES))))
        rows, cols = (x * step for x in np.nonzero(usable[::step, ::step]))
        if len(rows) < LEAST:
            rows, cols = np.nonzero(usable)
        if len(rows) < LEAST:
            return STRAIGHT
        pick = np.linspace(0, len(rows) - 1, min(SAMPLES, len(rows))).astype(int)
        rows, cols = rows[pick], cols[pick]
        levels, before = picture[rows, cols], learned[rows, cols].astype(np.float64)
        rest = before - LOG[levels]
        stray = float(np.median(np.abs(rest - np.median(rest, axis=0))))
        if stray < self.calm:
            return STRAIGHT
        curve = _bent(levels, before, rest, rows / usable.shape[0], cols / usable.shape[1])
        if curve is STRAIGHT:
            self.calm = max(STEADY, SAME * stray)
        return curve


def _bent(levels: NDArray[np.uint8], before: Array, rest: Array, row: Array, col: Array) -> ToneCurve:
    """The curve from ``levels`` (N, 3) to log light ``before``; ``rest``: what a camera without one would leave of it.

    ``row``, ``col`` (N,): places in the picture, 0..1.
    """
    u, v = col * 2 - 1, row * 2 - 1
    place = np.column_stack([u, v, u * v, u * u - 1 / 3, v * v - 1 / 3])
    tiles = (row * TILES).astype(int) * TILES + (col * TILES).astype(int)
    off_straight = sum(_left(rest[:, c], tiles) for c in range(3))
    table, bent, off_bent = STRAIGHT.table.copy(), False, 0.0
    for c in range(3):
        level, y = levels[:, c], before[:, c]
        table[:, c] = _fit(level, y, place)
        low, high = np.quantile(level, (0.02, 0.98)).astype(int)
        off = (table[:, c] - LOG)[low : high + 1]
        bent |= bool(np.abs(off - np.median(off)).max() > FAINT)
        off_bent += _left(y - table[level, c], tiles)
    return ToneCurve(table) if bent and off_bent < BETTER * off_straight else STRAIGHT


def _left(miss: Array, tiles: NDArray[np.int64]) -> float:
    """What a change of light that is even within each tile leaves of ``miss`` (N,): the median of its amounts.

    ``tiles`` (N,): the tile of each; those with fewer than four say nothing.
    """
    sizes = np.bincount(tiles)
    order = np.lexsort((miss, tiles))  # tile by tile, the least first
    middle = np.cumsum(sizes) - sizes + (sizes - 1) // 2
    rows = np.flatnonzero(sizes >= 4)
    medians = np.zeros(len(sizes))
    low = middle[rows]
    medians[rows] = (miss[order[low]] + miss[order[low + (sizes[rows] + 1) % 2]]) / 2
    told = sizes[tiles] >= 4
    return float(np.median(np.abs(miss - medians[tiles])[told]))


def _fit(level: NDArray[np.uint8], y: Array, place: Array) -> NDArray[np.float32]:
    """Log light (256,) that levels had before: a power law and what bends beside it, a smooth field taken out.

    Beyond the print's levels the power law goes on; nothing was brighter than white.
    """
    start = _power(level[::3], y[::3])
    x, rest = _AT[level], y - start[level]
    low, high = np.quantile(x, (0.02, 0.98))
    nodes = np.linspace(low, max(high, low + 0.2), NODES)
    step = nodes[1] - nodes[0]
    at = np.clip((x - low) / step, 0, NODES - 1 - 1e-9)
    i, t = at.astype(int), at - at.astype(int)
    hats = np.zeros((len(x), NODES))
    hats[np.arange(len(x)), i] = 1 - t
    hats[np.arange(len(x)), i + 1] = t
    a = np.column_stack([hats, -place])
    bend = np.zeros((NODES - 2, a.shape[1]))
    for k in range(NODES - 2):
        bend[k, k : k + 3] = (1, -2, 1)
    ridge = SMOOTH * np.sqrt(len(x)) * bend.T @ bend / step**2
    ridge[NODES:, NODES:] += 1e-3 * len(x) * np.eye(place.shape[1])
    # The power law is what most pixels agree on: an arm may hide all that is dark.
    weight = 1 / (1 + (rest / 0.3) ** 2)
    fit = np.zeros(a.shape[1])
    for turn in range(ROUNDS):
        m = a * weight[:, None]
        fit = np.linalg.solve(m.T @ a + ridge + 1e-6 * np.eye(a.shape[1]), m.T @ rest)
        scale = CAUCHY * (3.0 if turn < 2 else 1.0)
        weight = 1 / (1 + ((rest - a @ fit) / scale) ** 2)
    curve = np.maximum.accumulate(start + np.interp(_AT, nodes, fit[:NODES]))
    return np.asarray(np.minimum(curve, LOG[255]), np.float32)


def _power(level: NDArray[np.uint8], y: Array) -> Array:
    """Log light (256,) by the power law that most points lie near (a search over powers for the densest band)."""
    light = np.exp(y) - FLOOR
    told = (level >= DARKEST) & (light > FLOOR / 2)
    if not told.any():
        return np.asarray(LOG, np.float64)
    x, z = np.log(level[told] / 255.0), np.log(light[told]) / GAMMA
    best, width = (0, 1.0, 0.0), CAUCHY / GAMMA
    for power in POWERS:
        rest = np.sort(z - power * x)
        inside = np.searchsorted(rest, rest + 2 * width) - np.arange(len(rest))
        k = int(inside.argmax())
        best = max(best, (int(inside[k]), float(power), float(rest[k] + width)))
    levels = np.maximum(np.arange(256), 0.5) / 255.0
    return np.asarray(np.log(levels ** (GAMMA * best[1]) * np.exp(GAMMA * best[2]) + FLOOR))
