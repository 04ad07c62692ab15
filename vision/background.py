"""The print as it looks where nothing lies: learned from this very scene, pixel by pixel, and carried to any plane."""

from __future__ import annotations

import cv2
import numpy as np
from attrs import define

from vision.camera import View
from vision.paints import OUTLIER
from vision.rectify import Image, Mask, Raster

NOISE_LOG = 0.05  # standard deviation of an unchanged pixel's log light
NOISE_LINEAR = 0.0025  # sensor noise by white
SLIP_MM = 0.15  # error of pose and resampling
UNKNOWN_LOG = 0.30  # times how little a pixel is known
REACH_MM = 6.0  # print near by looks alike
SHADOW_SCALE = 0.55  # mean depth of a shadow in log light
SHADOW_SHARE = 0.15


@define(eq=False)
class Backdrop:
    """What a plane would show without pieces: ``log`` (h, w, 3), and the spread of brightness and colour (h, w)."""

    log: Image
    bright: Image
    hue: Image


class Background:
    """Log light of the bare print on a raster at z = 0, and how well each pixel is known (0..1)."""

    def __init__(self, raster: Raster) -> None:
        self.raster = raster
        self.log: Image = np.zeros((raster.height, raster.width, 3), np.float32)
        self.known: Image = np.zeros((raster.height, raster.width), np.float32)
        self.version = 0

    def learn(self, log: Image, quality: Image, rate: float = 0.2) -> None:
        """Take in a picture of the print (log light on z = 0).

        ``quality``: 0 hidden, 1 in plain view, between: near a piece, perhaps in its shadow. A better view replaces a
        worse one, an equal one is mixed in at ``rate``.
        """
        better = quality > self.known + 0.1
        self.log[better] = log[better]
        if rate > 0:
            old = (quality > 0) & ~better & (quality >= self.known - 0.1)
            self.log[old] += rate * (log[old] - self.log[old])
        self.known = np.maximum(self.known, quality)
        self.version += 1

    def forget(self, where: Mask) -> None:
        self.known[where > 0] = 0.0
        self.version += 1

    def on_plane(self, view: View, z_mm: float) -> tuple[Image, Image]:
        """Log light and knowledge as seen through the plane ``z_mm`` above the print."""
        m = self.raster.between(view, z_mm, 0.0)
        size = (self.raster.width, self.raster.height)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        log = cv2.warpPerspective(self.log, m, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        known = cv2.warpPerspective(self.known, m, size, flags=flags, borderMode=cv2.BORDER_CONSTANT)
        return np.asarray(log, np.float32), np.asarray(known, np.float32)


def fill_unknown(
    log: Image, known: Image, now: Image, areas: list[tuple[tuple[slice, slice], Mask]], scale: float
) -> tuple[Image, Image]:
    """Guess the print where it was never seen: the colour of its place near by, and how much it varies there.

    ``now``: the present picture, used for places of which nothing is known. Gives the filled print (h, w, 3) and the
    spread of the guess (h, w), nought where the print is known.
    """
    out = log.copy()
    spread = np.zeros(known.shape, np.float32)
    sigma = REACH_MM * scale
    for box, mask in areas:
        inside = mask > 0
        hidden = (known[box] < 0.5) & inside
        if not hidden.any():
            continue
        shown = inside & ~hidden
        if shown.sum() < 0.1 * inside.sum():
            source = now[box][inside]
            middle = np.median(source, axis=0)
            out[box][hidden] = middle
            off = np.median(np.abs(source - middle).mean(axis=1)) * 1.5
            spread[box][hidden] = np.clip(off, 0.12, 0.5)
            continue
        w = shown.astype(np.float32)
        values = log[box] * w[..., None]
        share = cv2.GaussianBlur(w, (0, 0), sigma) + 1e-4
        whole = log[box][shown]
        mean0, var0 = np.median(whole, axis=0), float(whole.var(axis=0).mean())
        mean = (cv2.GaussianBlur(values, (0, 0), sigma) + 1e-3 * mean0) / (share + 1e-3)[..., None]
        square = cv2.GaussianBlur((values**2).mean(axis=2), (0, 0), sigma) / share
        var = np.clip(square - (mean**2).mean(axis=2), 0.0, 2 * var0)
        out[box][hidden] = mean[hidden]
        spread[box][hidden] = np.sqrt(var[hidden] + 0.25 * var0 + 0.05**2)
    return out, spread


def backdrop(log: Image, known: Image, scale: float, guess: Image | None = None) -> Backdrop:
    """The spread to expect at each pixel: noise, slips of a fraction of a millimetre at edges, and ignorance.

    ``known`` between one half and one is a view that may be shadowed; ``guess``: spread where the print is guessed.
    """
    gray = log.mean(axis=2)
    gx = cv2.Sobel(gray, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
    gy = cv2.Sobel(gray, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)
    slip = cv2.magnitude(gx, gy) * (SLIP_MM * scale)
    slip = cv2.dilate(slip, np.ones((3, 3), np.uint8))
    dark = NOISE_LINEAR * np.exp(-gray)  # what sensor noise becomes in log light
    ignorance = (1.0 - known) * UNKNOWN_LOG
    if guess is not None:
        ignorance = np.where(guess > 0, guess, ignorance)
    bright = np.sqrt(NOISE_LOG**2 + slip**2 + dark**2 + ignorance**2)
    hue = np.sqrt((0.7 * NOISE_LOG) ** 2 + (0.5 * slip) ** 2 + dark**2 + (0.5 * ignorance) ** 2)
    return Backdrop(log, np.asarray(bright, np.float32), np.asarray(hue, np.float32))


def print_likelihood(diff: Image, back: Backdrop) -> Image:
    """Log density (h, w) of pixels being print: as it was, or in a shadow (darker, hardly another hue).

    ``diff``: log light now minus the backdrop, light changes taken out.
    """
    mean = diff.mean(axis=2)
    u = mean * np.float32(np.sqrt(3))
    e2 = np.einsum("hwc,hwc->hw", diff, diff) - u * u
    np.maximum(e2, 0, out=e2)
    sb = back.bright * np.float32(np.sqrt(3))
    sh = back.hue
    base = -1.5 * np.log(2 * np.pi)
    plain = base - 0.5 * (u / sb) ** 2 - 0.5 * e2 / sh**2 - np.log(sb * sh * sh)
    sd = np.sqrt(sh * sh + (0.12 * np.minimum(np.abs(u), 3.0)) ** 2)  # deep shadows take on the sky's colour
    depth = np.float32(SHADOW_SCALE * np.sqrt(3))
    shadow = np.float32(np.log(SHADOW_SHARE) - np.log(2 * np.pi)) - 0.5 * e2 / sd**2 - np.log(sd * sd) - np.log(depth)
    shadow = shadow + np.where(u < 0, u / depth, -0.5 * (u / sb) ** 2)
    return np.asarray(np.maximum(np.maximum(plain, shadow), OUTLIER), np.float32)
