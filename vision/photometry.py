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
from vision.light import log_light
from vision.rectify import Image

NODES = 9  # of a curve, over the levels that the print shows
SAMPLES = 6000  # pixels that are fitted
ROUNDS = 6
CAUCHY = 0.10  # log light: pieces and shadows miss by more, and count for little
CRUSHED, LOST = 16, 0.6  # levels below were pressed together; noise (log light) that stands for it at level 0
SLOPES = 25  # that are tried
SMOOTH = 0.5  # how much a bend of the curve costs, against a sample
STEEPEST, FLATTEST = 4.0, 0.2  # of a curve: log light learned by log light now
FAINT = 0.05  # log light; a curve that bends less is none
TILES = 20  # a side: within one the light is even
BETTER = 0.8  # a curve must leave so much less than light that changes from place to place
LEAST = 400  # pixels of print that must show


@define(eq=False, frozen=True)
class ToneCurve:
    """Per channel the log light of the learned camera for each of 256 levels now: ``table`` (256, 3) float32."""

    table: NDArray[np.float32]

    def log(self, picture: NDArray[np.uint8]) -> Image:
        """8-bit BGR (h, w, 3) -> log light as the camera showed it when the print was learned."""
        return np.asarray(cv2.LUT(picture, self.table[None]), np.float32)

    def grain(self, picture: NDArray[np.uint8]) -> Image | None:
        """By how much (h, w, log light) a level of noise shows once the curve is taken out; None where it is straight.

        Where dark levels were pressed together next to nothing can be told any more.
        """
        if self is STRAIGHT:
            return None
        steps = np.abs(np.gradient(self.table, axis=0)).astype(np.float32)
        steps += np.clip((CRUSHED - np.arange(256, dtype=np.float32)) / CRUSHED, 0, 1)[:, None] * LOST
        return np.asarray(cv2.LUT(picture, steps[None]).max(axis=2), np.float32)


_STRAIGHT = log_light(np.arange(256, dtype=np.uint8)[:, None])
STRAIGHT = ToneCurve(np.repeat(_STRAIGHT, 3, axis=1))


def fit_curve(picture: NDArray[np.uint8], learned: Image, usable: NDArray[np.bool_]) -> ToneCurve:
    """The curve between a picture (h, w, 3) BGR and the ``learned`` log light (h, w, 3) of the same print.

    ``usable`` (h, w): where the print is known and shows. ``STRAIGHT`` where levels are only brighter or darker: an
    unchanged camera changes nothing.
    """
    rows, cols = np.nonzero(usable)
    if len(rows) < LEAST:
        return STRAIGHT
    pick = np.linspace(0, len(rows) - 1, min(SAMPLES, len(rows))).astype(int)
    rows, cols = rows[pick], cols[pick]
    h, w = usable.shape
    u, v = cols / w * 2 - 1, rows / h * 2 - 1
    place = np.column_stack([u, v, u * v, u * u - 1 / 3, v * v - 1 / 3])
    table = STRAIGHT.table.copy()
    tiles = (rows * TILES // h) * TILES + cols * TILES // w
    bent, off_straight, off_bent = False, 0.0, 0.0
    for c in range(3):
        x = _STRAIGHT[picture[rows, cols, c], 0].astype(np.float64)
        y = learned[rows, cols, c].astype(np.float64)
        nodes, values = _fit(x, y, place)
        straight = nodes + float(np.median(values - nodes))
        bent |= bool(np.abs(values - straight).max() > FAINT)
        table[:, c] = _stretched(nodes, values, _STRAIGHT[:, 0].astype(np.float64))
        off_straight += _left(y - x, tiles)
        off_bent += _left(y - np.interp(x, nodes, values), tiles)
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


def _fit(x: Array, y: Array, place: Array) -> tuple[Array, Array]:
    """Nodes of a piecewise linear monotone curve from x to y, a smooth field over the board taken out."""
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
    # Start from the power law that most pixels agree on: an arm may hide all that is dark.
    slope, shift = _power(x[::3], y[::3])
    weight = 1 / (1 + ((y - slope * x - shift) / 0.3) ** 2)
    fit = np.zeros(a.shape[1])
    for turn in range(ROUNDS):
        m = a * weight[:, None]
        fit = np.linalg.solve(m.T @ a + ridge + 1e-6 * np.eye(a.shape[1]), m.T @ y)
        scale = CAUCHY * (3.0 if turn < 2 else 1.0)
        weight = 1 / (1 + ((y - a @ fit) / scale) ** 2)
    rise = np.clip(np.diff(fit[:NODES]) / step, FLATTEST, STEEPEST) * step
    values = fit[0] + np.concatenate([[0.0], np.cumsum(rise)])
    values += float(np.median(fit[:NODES] - values))
    return nodes, values


def _power(x: Array, y: Array) -> tuple[float, float]:
    """Slope and shift of the line that most points lie near (a search over slopes for the densest band)."""
    best = (0, 1.0, 0.0)
    for slope in np.exp(np.linspace(np.log(FLATTEST), np.log(STEEPEST), SLOPES)):
        rest = np.sort(y - slope * x)
        inside = np.searchsorted(rest, rest + 2 * CAUCHY) - np.arange(len(rest))
        k = int(inside.argmax())
        best = max(best, (int(inside[k]), float(slope), float(rest[k] + CAUCHY)))
    return best[1], best[2]


def _stretched(nodes: Array, values: Array, at: Array) -> NDArray[np.float32]:
    """The curve at any level; beyond the print's levels it goes on as it did there."""
    out = np.interp(at, nodes, values)
    slope = np.diff(values) / np.diff(nodes)
    below, above = float(slope[:2].mean()), float(slope[-2:].mean())
    out = np.where(at < nodes[0], values[0] + (at - nodes[0]) * below, out)
    out = np.where(at > nodes[-1], values[-1] + (at - nodes[-1]) * above, out)
    return np.asarray(out, np.float32)
