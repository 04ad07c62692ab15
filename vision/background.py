"""The print as it looks where nothing lies: learned from this very scene, pixel by pixel, and carried to any plane.

Each lamp leaves shadows of a colour of its own, and print in one of them must not pass for a piece.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from attrs import astuple, define, evolve
from numpy.typing import NDArray

from vision.camera import Array, View
from vision.paints import OUTLIER
from vision.rectify import Image, Mask, Raster, average, put, squares

NOISE_LOG = 0.05  # standard deviation of an unchanged pixel's log light
NOISE_LINEAR = 0.0025  # sensor noise by white
SLIP_MM = 0.15  # error of pose and resampling
OPEN = 0.95  # print known better than this lay in no shadow
UNKNOWN_LOG = 0.30  # times how little a pixel is known
GUESS_CHI2 = 9.0  # of three: a colour no further from the guess may be the print
GUESS_LOG = 0.12  # least spread of guessed print
REACH_MM = 6.0  # print near by looks alike
SHADOW_SCALE = 0.55  # mean depth of a shadow in log light
SHADOW_SHARE = 0.15
NOISE_STEP = 5  # px
PLAINLY = 2.0  # nats below the likeliest at which a pixel still looks just as its print should
OUTSHONE = 0.3  # share of print learned in a shadow that is seen without it
DARKER = np.full(3, 1 / np.sqrt(3))  # unit vector of brightness in log BGR
HUES = np.array([[1.0, -1.0, 0.0], [1.0, 1.0, -2.0]]) / np.sqrt([[2.0], [6.0]])
SHADE_TURN = 0.12  # standard deviation of a shadow's hue by its depth, before one was seen
SHADE_PRIOR = 40.0  # square depths that this is worth
SHADE_DEEP = 0.25  # log light along grey; lesser shadows tell little of their hue
DEEPEST = 3.0
SHADE_ODD = 0.8  # hue by depth beyond this is no shadow
SHADE_KEPT = 0.8  # share that older shadows keep when new ones are seen
SHADE_MOST = 4000  # pixels a picture


@define(eq=False, frozen=True)
class Shade:
    """Hue (two values) by depth of shadows: sums over pixels of depth², depth x hue (2,) and hue x hue (2, 2)."""

    depth2: float = SHADE_PRIOR
    lean: Array = np.zeros(2)
    spread: Array = np.eye(2) * (SHADE_PRIOR * SHADE_TURN**2)

    def learn(self, diff: NDArray[np.float32], noise: float = 0.05) -> Shade:
        """Take in pixels (N, 3) that lie in shadows: log light now less that of the print in plain view."""
        diff = diff[:: max(1, len(diff) // SHADE_MOST)]
        depth = -(diff @ DARKER)
        hue = diff @ HUES.T
        shadow = (depth > SHADE_DEEP) & (depth < DEEPEST) & (np.abs(hue).max(axis=1) < SHADE_ODD * depth)
        if not shadow.any():
            return self
        depth, hue = depth[shadow].astype(np.float64), hue[shadow].astype(np.float64)
        keep = min(1.0, SHADE_PRIOR / self.depth2 + SHADE_KEPT)
        seen = hue.T @ hue - len(hue) * noise**2 * np.eye(2)
        return Shade(
            keep * self.depth2 + float(depth @ depth), keep * self.lean + depth @ hue, keep * self.spread + seen
        )

    @cached_property
    def frame(self) -> tuple[Array, Array, Array]:
        """Rows that turn log BGR into depth and two hues that stray independently (3, 3); their mean and variance by
        depth, (2,) each."""
        mean = self.lean / self.depth2
        values, axes = np.linalg.eigh(self.spread / self.depth2 - np.outer(mean, mean))
        return np.vstack([-DARKER, axes.T @ HUES]), axes.T @ mean, np.maximum(values, (SHADE_TURN / 3) ** 2)


PLAIN = Shade()


@define(eq=False)
class Backdrop:
    """What a plane would show without pieces: ``log`` (h, w, 3), and the spread of brightness and colour (h, w).

    ``guessed``: where the print was never seen; ``hidden``: where known pieces have hidden it till now; ``shady``:
    where it may have been learned in a piece's shadow; ``near`` and ``stray``: see ``Guess``.
    """

    log: Image
    bright: Image
    hue: Image
    guessed: NDArray[np.bool_]
    hidden: NDArray[np.bool_]
    shady: NDArray[np.bool_]
    near: Image | None = None
    stray: Image | None = None

    def _each(self, part: Callable[[NDArray[Any]], NDArray[Any]]) -> Backdrop:
        parts: Any = (None if x is None else part(x) for x in astuple(self, recurse=False))
        return Backdrop(*parts)

    def crop(self, box: tuple[slice, slice]) -> Backdrop:
        return self._each(lambda x: x[box])

    def at(self, pixels: NDArray[np.int64]) -> Backdrop:
        """Of these pixels alone (flat indices), as a picture of one column."""
        return self._each(lambda x: x.reshape(-1, *x.shape[2:]).take(pixels, axis=0)[:, None])

    def noisier(self, grain: Image | np.float32) -> Backdrop:
        """The same where each channel strays by ``grain`` (h, w, or everywhere; log light) besides."""
        bright, hue = (np.sqrt(x * x + grain * grain) for x in (self.bright, self.hue))
        return evolve(self, bright=bright, hue=hue)


class Background:
    """Log light of the bare print on a raster at z = 0, and how well each pixel is known (0..1)."""

    def __init__(self, raster: Raster) -> None:
        self.raster = raster
        self.log: Image = np.zeros((raster.height, raster.width, 3), np.float32)
        self.known: Image = np.zeros((raster.height, raster.width), np.float32)
        self.version = 0

    def forget(self) -> None:
        """Nothing was seen yet."""
        self.log[:] = 0
        self.known[:] = 0
        self.version += 1

    def learn(self, log: Image, quality: Image, rate: float = 0.2) -> None:
        """Take in a picture of the print (log light on z = 0).

        ``quality``: 0 hidden, 1 in plain view, between: near a piece, perhaps in its shadow. A better view replaces a
        worse one, an equal one is mixed in at ``rate``.
        """
        better = (quality > self.known + 0.1).view(np.uint8)
        if rate > 0:
            old = ((quality > 0.05) & (quality >= self.known - 0.1)).view(np.uint8) & (1 - better)
            put(self.log, cv2.addWeighted(self.log, 1 - rate, log, rate, 0), old)
        put(self.log, log, better)
        np.maximum(self.known, quality, out=self.known)
        self.version += 1

    def on_plane(self, view: View, z_mm: float) -> tuple[Image, Image]:
        """Log light and knowledge as seen through the plane ``z_mm`` above the print."""
        m = self.raster.between(view, z_mm, 0.0)
        size = (self.raster.width, self.raster.height)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        log = cv2.warpPerspective(self.log, m, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        known = cv2.warpPerspective(self.known, m, size, flags=flags, borderMode=cv2.BORDER_CONSTANT)
        return np.asarray(log, np.float32), np.asarray(known, np.float32)


Around = tuple[tuple[slice, slice], Image, Image]  # a box, and in it local mean (h, w, 3) and spread (h, w)


@define(eq=False)
class Guess:
    """What the print may be where it was not seen in plain view, by its surroundings.

    ``log`` (h, w, 3): the print, filled where it was never seen; ``spread`` (h, w): how far that may be off, nought
    where it was seen; ``borrowed``: where it comes from the present picture; ``near`` (h, w, 3) and ``stray`` (h, w):
    what the surroundings look like where it may have been seen in a shadow, and how much they vary; stray is nought
    elsewhere.
    """

    log: Image
    spread: Image
    borrowed: NDArray[np.bool_]
    near: Image
    stray: Image


def fill_unknown(
    log: Image,
    known: Image,
    now: Image,
    regions: list[tuple[tuple[slice, slice], Mask]],
    scale: float,
    before: dict[int, tuple[Mask, Around]],
) -> Guess:
    """Guess the print where it was never seen: the colour of its region near by, and how much it varies there.

    ``now``: the present picture, used for regions of which next to nothing is known. ``before``: what was guessed last
    and from which pixels of a region; it holds where no more of the print has been seen, or in a better light.
    """
    out = Guess(
        log.copy(), np.zeros(known.shape, np.float32), np.zeros(known.shape, np.bool_), log.copy(), np.zeros_like(known)
    )
    for n, ((rows, cols), mask) in enumerate(regions):
        hidden = (known[rows, cols] < 0.5).view(np.uint8) & (mask > 0)
        shady = (known[rows, cols] < OPEN).view(np.uint8) & (mask > 0)
        if not cv2.countNonZero(shady):
            continue
        shown = (1 - shady) & (mask > 0)
        if cv2.countNonZero(shown) < 0.1 * cv2.countNonZero(mask):
            shady, shown = hidden, (1 - hidden) & (mask > 0)
        if cv2.countNonZero(shown) < 0.1 * cv2.countNonZero(mask):
            out.borrowed[rows, cols] |= hidden > 0
            source = now[rows, cols][mask > 0]
            middle = np.median(source, axis=0)
            out.log[rows, cols][hidden > 0] = middle
            off = np.median(np.abs(source - middle).mean(axis=1)) * 1.5
            out.spread[rows, cols][hidden > 0] = np.clip(off, GUESS_LOG, 0.5)
            continue
        seen = hidden + 2 * shady
        if n not in before or not np.array_equal(before[n][0], seen):
            before[n] = seen, _surroundings(log[rows, cols], shown, shady, scale)
        near, mean, sd = before[n][1]
        put(out.log[rows, cols][near], mean, hidden[near])
        put(out.spread[rows, cols][near], sd, hidden[near])
        put(out.near[rows, cols][near], mean, shady[near])
        put(out.stray[rows, cols][near], sd, shady[near])
    return out


def _surroundings(log: Image, shown: Mask, wanted: Mask, scale: float) -> Around:
    """Local mean (h, w, 3) and spread (h, w) of what is ``shown`` somewhere, in the box around what is ``wanted``."""
    reach = round(3 * REACH_MM * scale)
    # Only the surroundings of what is wanted matter, and a third of the resolution.
    x, y, w, h = cv2.boundingRect(wanted)
    near = np.s_[max(0, y - reach) : y + h + reach, max(0, x - reach) : x + w + reach]
    if not shown[near].any():
        near = np.s_[: log.shape[0], : log.shape[1]]
    part = log[near]
    size = (max(1, part.shape[1] // 3), max(1, part.shape[0] // 3))
    weight = cv2.resize(shown[near].astype(np.float32), size, interpolation=cv2.INTER_AREA)
    colours = cv2.resize(part * shown[near][..., None], size, interpolation=cv2.INTER_AREA)
    squared = cv2.resize(squares(part) * shown[near] / 3, size, interpolation=cv2.INTER_AREA)
    full = weight > 0.95
    some = full if full.any() else weight >= min(0.3, float(weight.max()))
    values = colours[some] if full.any() else colours[some] / weight[some][:, None]
    mean0, var0 = np.median(values, axis=0), float(values.var(axis=0).mean())
    sigma = REACH_MM * scale / 3
    share = cv2.GaussianBlur(weight, (0, 0), sigma)
    mean = (cv2.GaussianBlur(colours, (0, 0), sigma) + 1e-3 * mean0) / (share + 1e-3)[..., None]
    square = (cv2.GaussianBlur(squared, (0, 0), sigma) + 1e-3 * float((mean0**2).mean())) / (share + 1e-3)
    var = np.clip(square - squares(np.asarray(mean, np.float32)) / 3, 0.0, 2 * var0 + 0.01)
    sd = np.sqrt(var + 0.25 * var0 + 0.05**2).astype(np.float32)
    back = (part.shape[1], part.shape[0])
    return near, np.asarray(cv2.resize(mean.astype(np.float32), back)), np.asarray(cv2.resize(sd, back))


def backdrop(log: Image, known: Image, scale: float, guess: Guess | None = None) -> Backdrop:
    """The spread to expect at each pixel: noise, slips of a fraction of a millimetre at edges, and ignorance.

    ``known`` between one half and one is a view that may be shadowed.
    """
    gray = average(log)
    gx = cv2.Sobel(gray, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
    gy = cv2.Sobel(gray, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)
    slip = cv2.magnitude(gx, gy) * (SLIP_MM * scale)
    slip = cv2.dilate(slip, np.ones((3, 3), np.uint8))
    dark = NOISE_LINEAR**2 * cv2.exp(-2 * gray)  # what sensor noise becomes in log light
    ignorance = (1.0 - known) * np.float32(UNKNOWN_LOG)
    if guess is not None:
        ignorance = np.where(guess.spread > 0, guess.spread, ignorance)
    off = slip * slip + ignorance * ignorance
    bright = cv2.sqrt(off + dark + NOISE_LOG**2)
    hue = cv2.sqrt(0.25 * off + dark + (0.7 * NOISE_LOG) ** 2)
    spreads = np.asarray(bright, np.float32), np.asarray(hue, np.float32)
    if guess is None:
        return Backdrop(log, *spreads, *(np.zeros(known.shape, np.bool_),) * 2, known < OPEN)
    guessed = guess.spread > 0
    near = (guess.near, guess.stray)
    return Backdrop(log, *spreads, guessed, guessed & ~guess.borrowed, known < OPEN, *near)


def print_likelihood(diff: Image, back: Backdrop, shade: Shade = PLAIN) -> tuple[Image, NDArray[np.bool_]]:
    """Log density (h, w) of pixels being print: as it was, in a shadow (darker, of a ``shade``), or out of one.

    ``diff``: log light now minus the backdrop, light changes taken out. The second value marks pixels that may well be
    the print where that is only guessed: there no paint may claim to explain them better, for all such guesses err
    together.
    """
    turn, lean, stray = shade.frame
    deep, one, two = cv2.split(cv2.transform(diff, turn.astype(np.float32)))
    u = -deep
    e2 = one * one + two * two
    sb = back.bright * np.float32(np.sqrt(3))
    sh = back.hue
    base = -1.5 * np.log(2 * np.pi)
    plain = base - 0.5 * (u / sb) ** 2 - 0.5 * e2 / sh**2 - np.log(sb * sh * sh)
    # Shadows keep the hue that the other lamps give them.
    far = np.clip(deep, -DEEPEST, DEEPEST)
    v1, v2 = (sh * sh + np.float32(v) * far * far for v in stray)
    q = (one - np.float32(lean[0]) * far) ** 2 / v1 + (two - np.float32(lean[1]) * far) ** 2 / v2
    depth = np.float32(SHADOW_SCALE * np.sqrt(3))
    shadow = np.float32(np.log(SHADOW_SHARE) - np.log(2 * np.pi)) - 0.5 * (q + np.log(v1 * v2)) - np.log(depth)
    shadow = shadow + np.where((u < 0) | back.shady, -np.abs(u) / depth, -0.5 * (u / sb) ** 2)
    open_question = back.guessed & ((u / sb) ** 2 + e2 / sh**2 < GUESS_CHI2)
    lp = np.maximum(np.maximum(plain, shadow), OUTLIER)
    if back.near is not None and back.stray is not None and (known := back.stray > 0).any():
        # It may have been seen in a shadow that is gone: then it looks as its surroundings do.
        off = diff[known] + back.log[known] - back.near[known]
        vary = back.stray[known]
        u = off.mean(axis=1) * np.float32(np.sqrt(3))
        e2 = np.maximum((off**2).sum(axis=1) - u * u, 0)
        sb, sh = np.sqrt(3 * (NOISE_LOG**2 + vary**2)), np.sqrt((0.7 * NOISE_LOG) ** 2 + 0.25 * vary**2)
        like = base + np.log(OUTSHONE) - 0.5 * (u / sb) ** 2 - 0.5 * e2 / sh**2 - np.log(sb * sh * sh)
        lp[known] = np.maximum(lp[known], like)
    return np.asarray(lp, np.float32), open_question


def sharper(ground: Image, back: Backdrop) -> Image:
    """Log density (h, w) of print that looks just as it should, where pixels plainly do; nothing (-inf) elsewhere.

    ``ground``: log density of each pixel being print.
    """
    peak = np.float32(-1.5 * np.log(2 * np.pi) - 0.5 * np.log(3)) - np.log(back.bright * back.hue * back.hue)
    return np.asarray(np.where(ground > peak - PLAINLY, peak, -np.inf), np.float32)


def noise(diff: Image, back: Backdrop, usable: NDArray[np.bool_]) -> np.float32:
    """By how much (log light) print strays besides what is expected of it: this camera's noise in this light.

    ``diff``: log light less that of the print, light changes taken out.
    """
    some = usable[::NOISE_STEP, ::NOISE_STEP]
    stray = np.abs(diff[::NOISE_STEP, ::NOISE_STEP][some])
    if len(stray) < 50:
        return np.float32(0.0)
    seen = 1.48 * float(np.median(stray))  # pieces are few: the middle is print
    usual = float(np.median(back.bright[::NOISE_STEP, ::NOISE_STEP][some]))
    return np.float32(np.sqrt(max(0.0, seen**2 - usual**2)))


def strangeness(diff: Image, bright: Image) -> NDArray[np.float32]:
    """By how many spreads of the print's brightness its colours (N, 3) miss it, brightness itself left out."""
    return np.asarray(np.linalg.norm(diff - diff.mean(axis=1, keepdims=True), axis=1) / bright, np.float32)
