"""How a camera's levels have changed since the print was learned: one monotone curve a channel, and a smooth field.

Auto exposure, white balance and picture profiles bend all levels alike, wherever they are; lamps and people darken
places. Both are fitted together, robustly, on print that shows (iteratively reweighted least squares with Cauchy
weights), so that a bent curve is not taken for other ink, nor a shadow for a bent curve.

A lamp or the sun may add light besides, now or while the print was learned: mirrored light is added, not multiplied, so
what is dark is lifted most. In linear light print that shows lies on a line (now = gain * then + veil), fitted to the
surroundings of every pixel.
"""

from __future__ import annotations

import cv2
import numpy as np
from attrs import define, frozen
from numpy.typing import NDArray

from vision.camera import Array
from vision.light import FLOOR, GAMMA, LOG
from vision.rectify import Image, Mask, average, brightest

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
FARTHEST = 1e3  # log light; nothing misses by as much
SAME = 1.1  # times as far as before, and no more, does the print stray while a camera is unchanged
STEADY = 0.02  # log light; where the print strays by less all over the board the camera has not changed
BETTER = 0.93  # a curve must leave so much less than light that changes from place to place
COARSE = 3  # px between those whose noise is told
LEAST = 400  # pixels of print that must show
VEIL_MM = 4.0  # that are looked at as one where a veil is told: surroundings are far wider
AROUND_MM = 14.0  # standard deviation of the surroundings that are fitted
WIDE_MM = 36.0  # across: what is smaller, or thin as a shadow's edge, is no veil
FAINT_VEIL = 0.08  # share of the light now; a veil that adds less is none
LEAST_MM2 = 400.0  # of print that must show around a pixel
PLAIN = 0.1  # contrast of print (share of its light) from which it tells a line
STRAY = 0.06  # share of the light by which print strays from its line; pieces and shadows stray further
AGREED = 0.6  # share of the print that must lie on the line: at a shadow's edge it does not
TOLD_NEAR = 0.4  # share of the surroundings in which a veil was told, for it to go on where pieces hide the print
LOST = 0.75  # share of the light now; where a veil adds more nothing is left to be read
BLOWN, BRIGHTER = 0.3, 1.4  # ... nor where so much around is clipped that is so many times brighter than the board
ROUGH = 0.04  # log light by which print strays for a veil as bright as itself
DARKEST_LIGHT = 0.002  # linear light
LINE_ROUNDS = 3


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
    order = np.argsort(tiles * FARTHEST + miss)  # tile by tile, the least first
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


# ---------------------------------------------------------------- light that a lamp or the sun adds
@frozen(eq=False)
class Veil:
    """A box of the raster with linear light (h, w, 3) added ``now``, and ``then``, when the print was learned.

    ``rough`` (h, w): log light by which print strays for it; ``lost`` (of the whole raster): 255 where nothing is left
    to be read.
    """

    box: tuple[slice, slice]
    now: Image
    then: Image
    rough: Image
    lost: Mask

    def lift(self, log: Image, learned: Image) -> tuple[Image, Image]:
        """Log light (h, w, 3) of a picture and of the learned print without it."""
        return self._without(log, self.now), self._without(learned, self.then)

    def _without(self, log: Image, added: Image) -> Image:
        if not added.any():
            return log
        out = log.copy()
        out[self.box] = cv2.log(cv2.max(_linear(log[self.box]) - added, DARKEST_LIGHT) + np.float32(FLOOR))
        return out

    def over(self, shape: tuple[int, ...]) -> Image:
        """``rough`` over the whole raster."""
        out = np.zeros(shape, np.float32)
        out[self.box] = self.rough
        return out


def veil_of(
    log: Image, learned: Image, usable: NDArray[np.bool_], blown: NDArray[np.bool_], scale: float
) -> Veil | None:
    """The veil between a picture and the ``learned`` print, both log light (h, w, 3); None where there is none.

    ``usable``: where print is known, shows and is not clipped; ``blown``: where the picture is clipped; ``scale``: px
    per mm.
    """
    h, w = usable.shape
    coarse = max(1, round(VEIL_MM * scale))  # px
    per_mm = scale / coarse  # coarse pixels
    size = (max(1, w // coarse), max(1, h // coarse))
    some, clipped = (cv2.resize(x.astype(np.float32), size, interpolation=cv2.INTER_AREA) for x in (usable, blown))
    some = np.asarray(some > 0.9, np.float32)
    if not some.any():
        return None
    now, then = (cv2.resize(_linear(x[::2, ::2]), size, interpolation=cv2.INTER_AREA) for x in (log, learned))
    light = np.maximum(cv2.GaussianBlur(now, (0, 0), AROUND_MM * per_mm), DARKEST_LIGHT)
    gain, added = _line(now, then, some, per_mm)
    added = _wide(added, light, per_mm)
    added = added * np.clip(2 * np.abs(added) / light / FAINT_VEIL - 1, 0, 1)
    own = brightest(np.asarray(np.abs(added) / light, np.float32))
    usual = float(np.median((now / np.maximum(then, DARKEST_LIGHT))[some > 0]))
    bright = clipped * (average(now) > BRIGHTER * usual * average(then))
    white = cv2.GaussianBlur(bright, (0, 0), AROUND_MM * per_mm / 2) > BLOWN
    if not (white | (own > FAINT_VEIL)).any():
        return None
    lost = cv2.resize(((own > LOST) | white).astype(np.uint8), (w, h), interpolation=cv2.INTER_NEAREST) > 0
    x, y, wide, tall = cv2.boundingRect((own > 0).astype(np.uint8))
    wide, tall = max(wide, 1), max(tall, 1)
    part = np.s_[y : y + tall, x : x + wide]
    box = np.s_[y * coarse : min(h, (y + tall) * coarse), x * coarse : min(w, (x + wide) * coarse)]
    full = (box[1].stop - box[1].start, box[0].stop - box[0].start)
    rough = ROUGH * own / np.maximum(1 - own, 0.1)
    fresh, old, strays = (
        np.asarray(cv2.resize(np.asarray(field[part], np.float32), full), np.float32)
        for field in (np.maximum(added, 0), np.maximum(-added, 0) / np.maximum(gain, 0.05), rough)
    )
    lost[box] |= blown[box] & (brightest(fresh) > 0)
    return Veil(box, fresh, old, strays, lost.astype(np.uint8) * np.uint8(255))


def _linear(log: Image) -> Image:
    return np.asarray(cv2.exp(log) - np.float32(FLOOR), np.float32)


def _line(now: Image, then: Image, some: Image, scale: float) -> tuple[Image, Image]:
    """Gain and offset (h, w, 3) of the line on which print lies around each pixel; no offset where there is no line.

    ``now``, ``then``: linear light (h, w, 3); ``some`` (h, w): 1 where print shows.
    """
    sigma = AROUND_MM * scale
    weight = np.repeat(some[..., None], 3, axis=2)
    gain, added = np.ones_like(now), np.zeros_like(now)
    for turn in range(LINE_ROUNDS):
        total, t, n, tt, tn = (
            cv2.GaussianBlur(np.asarray(x * weight, np.float32), (0, 0), sigma)
            for x in (np.ones_like(now), then, now, then * then, then * now)
        )
        t, n, tt, tn = (x / np.maximum(total, 1e-3) for x in (t, n, tt, tn))
        held = (PLAIN * t) ** 2 + 1e-6  # print of one ink tells no line: then light is only brighter or darker
        gain = np.maximum((tn - t * n + held * tn / np.maximum(tt, 1e-6)) / (tt - t * t + held), 0.0)
        added = n - gain * t
        off = (now - gain * then - added) / (STRAY * (1.0 if turn else 2.0) * np.maximum(n, 1e-3))
        weight = some[..., None] / (1 + average(np.asarray(off * off, np.float32)))[..., None] * np.ones(3, np.float32)
    around, on = (cv2.GaussianBlur(x, (0, 0), sigma) for x in (some, np.ascontiguousarray(weight[..., 0])))
    told = ((around * 4 * np.pi * sigma**2 > LEAST_MM2 * scale**2) & (on > AGREED * around)).astype(np.float32)
    near = cv2.GaussianBlur(told, (0, 0), sigma / 2)
    added = cv2.GaussianBlur(added * told[..., None], (0, 0), sigma / 2) / np.maximum(near, 1e-3)[..., None]
    return np.asarray(gain, np.float32), np.asarray(np.where((near > TOLD_NEAR)[..., None], added, 0), np.float32)


def _wide(added: Image, light: Image, scale: float) -> Image:
    """A veil (h, w, 3) without what is too small for a lamp or the sun."""
    wide = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(WIDE_MM * scale) | 1,) * 2)
    for sign in (1, -1):
        shows = (brightest(np.asarray(sign * added / light, np.float32)) > FAINT_VEIL / 2).astype(np.uint8)
        kept = cv2.dilate(cv2.morphologyEx(shows, cv2.MORPH_OPEN, wide), np.ones((5, 5), np.uint8))
        added = np.where((sign * added > 0) & (kept == 0)[..., None], 0, added)
    return np.asarray(added, np.float32)
