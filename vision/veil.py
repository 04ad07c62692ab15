"""Light that a lamp or the sun adds over print and pieces alike: a glare now, or one while the print was learned.

Mirrored light is added, not multiplied: what is dark is lifted most. In linear light print that shows lies on a line
(now = gain * then + veil), fitted to the surroundings of every pixel (iteratively reweighted least squares).
"""

from __future__ import annotations

import cv2
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vision.light import FLOOR
from vision.pixels import average, brightest
from vision.rectify import Image, Mask

COARSE = 6  # px of the raster that are looked at as one
AROUND_MM = 14.0  # standard deviation of the surroundings that are fitted
WIDE_MM = 36.0  # across: what is smaller, or thin as a shadow's edge, is no veil
FAINT = 0.08  # share of the light now; a veil that adds less is none
LEAST_MM2 = 400.0  # of print that must show around a pixel
PLAIN = 0.1  # contrast of print (share of its light) from which it tells a line
STRAY = 0.06  # share of the light by which print strays from its line; pieces and shadows stray further
AGREED = 0.6  # share of the print that must lie on the line: at a shadow's edge it does not
NEAR = 0.4  # share of the surroundings in which a veil was told, for it to go on where pieces hide the print
LOST = 0.75  # share of the light now; where a veil adds more nothing is left to be read
BLOWN, BRIGHTER = 0.3, 1.4  # ... nor where so much around is clipped that is so many times brighter than the board
ROUGH = 0.04  # log light by which print strays for a veil as bright as itself
DARKEST = 0.002  # linear light
ROUNDS = 3


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
        out = log.copy()
        out[self.box] = cv2.log(cv2.max(_linear(log[self.box]) - added, DARKEST) + np.float32(FLOOR))
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
    size = (max(1, w // COARSE), max(1, h // COARSE))
    some, clipped = (cv2.resize(x.astype(np.float32), size, interpolation=cv2.INTER_AREA) for x in (usable, blown))
    some = np.asarray(some > 0.9, np.float32)
    if not some.any():
        return None
    now, then = (cv2.resize(_linear(x[::2, ::2]), size, interpolation=cv2.INTER_AREA) for x in (log, learned))
    light = np.maximum(cv2.GaussianBlur(now, (0, 0), AROUND_MM * scale / COARSE), DARKEST)
    gain, added = _line(now, then, some, scale / COARSE)
    added = _wide(added, light, scale / COARSE)
    added = added * np.clip(2 * np.abs(added) / light / FAINT - 1, 0, 1)
    own = brightest(np.asarray(np.abs(added) / light, np.float32))
    usual = float(np.median((now / np.maximum(then, DARKEST))[some > 0]))
    bright = clipped * (average(now) > BRIGHTER * usual * average(then))
    white = cv2.GaussianBlur(bright, (0, 0), AROUND_MM * scale / COARSE / 2) > BLOWN
    if not (white | (own > FAINT)).any():
        return None
    lost = cv2.resize(((own > LOST) | white).astype(np.uint8), (w, h), interpolation=cv2.INTER_NEAREST) > 0
    x, y, wide, tall = cv2.boundingRect((own > 0).astype(np.uint8))
    wide, tall = max(wide, 1), max(tall, 1)
    part = np.s_[y : y + tall, x : x + wide]
    box = np.s_[y * COARSE : min(h, (y + tall) * COARSE), x * COARSE : min(w, (x + wide) * COARSE)]
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
    for turn in range(ROUNDS):
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
    return np.asarray(gain, np.float32), np.asarray(np.where((near > NEAR)[..., None], added, 0), np.float32)


def _wide(added: Image, light: Image, scale: float) -> Image:
    """A veil (h, w, 3) without what is too small for a lamp or the sun."""
    wide = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(WIDE_MM * scale) | 1,) * 2)
    for sign in (1, -1):
        shows = (brightest(np.asarray(sign * added / light, np.float32)) > FAINT / 2).astype(np.uint8)
        kept = cv2.dilate(cv2.morphologyEx(shows, cv2.MORPH_OPEN, wide), np.ones((5, 5), np.uint8))
        added = np.where((sign * added > 0) & (kept == 0)[..., None], 0, added)
    return np.asarray(added, np.float32)
