"""What every pixel says: print, or a piece of this paint, seen from its lit top or one of its sides.

Evidence is a log likelihood ratio against the print, in nats per pixel divided by pixels per square millimetre, so that
a sum over pixels is "nats times mm²" at any resolution.
"""

from __future__ import annotations

import cv2
import numpy as np
from attrs import define
from numpy.typing import NDArray

from vision.background import Backdrop, print_likelihood, strangeness
from vision.light import smooth_ratio
from vision.paints import PaintTables
from vision.pixels import average, brightest
from vision.rectify import Image, Raster
from vision.scoring import MOST
from vision.shade import PLAIN, Shade

TILE_MM = 22.0
BAND = 48  # rows that are weighed at a time: what they need in between stays in the cache
TINTED = 0.04  # log light by which the colour of the light has changed
_HUE = np.asarray(np.eye(3) - 1 / 3, np.float32)
WARY = 0.3  # share of evidence that counts where known pieces have hidden the print till now ...
STRANGE = 8.0  # ... unless it is by so many spreads unlike the print around
DIM = 0.12  # log light
ANYTHING = -4.0  # log density of a colour that has no name
OUTLINE = 4.0  # weight of a millimetre of outline
SHINE_MM = 20.0  # no group of pieces is smooth over so much
SHINE_LEAST, SHINE_STEEP = 0.1, 0.1  # log light
SHINE_BLUR_MM = 3.0
INNER = 3.0  # weight of a square millimetre of steep pixels within a top


@define(eq=False)
class Evidence:
    """``top`` and ``side``: (colours + 1, h, w); the last is of any paint that has no name.

    ``dim`` (h, w): where it is darker than the print.
    """

    raster: Raster
    top: NDArray[np.float32]
    side: NDArray[np.float32]
    dim: NDArray[np.bool_]

    @classmethod
    def blank(cls, raster: Raster, paints: int, shape: tuple[int, int]) -> Evidence:
        """Nothing was weighed yet, so nothing can lie anywhere."""
        top, side = np.full((2, paints + 1, *shape), -MOST / raster.scale**2, np.float32)
        return cls(raster, top, side, np.zeros(shape, np.bool_))


def light_ratio(log: Image, back: Backdrop, usable: NDArray[np.bool_], scale: float) -> Image:
    """How the light has changed since the backdrop was learned: smooth over the board, taken twice against pieces."""
    tile = max(8, round(TILE_MM * scale))
    diff = log - back.log
    ratio = smooth_ratio(diff, usable, tile)
    inked: Image | float = 0.0
    whole = np.median(ratio[::8, ::8].reshape(-1, 3), axis=0)
    if np.abs(whole - whole.mean()).max() > TINTED:
        inked = tint(diff - ratio, back.log, usable, tile)
        diff = diff - inked
    calm = usable & (brightest(np.abs(diff - ratio)) < 0.35)
    ratio = smooth_ratio(diff, calm, tile)
    return np.asarray(ratio + glare(diff - ratio, usable, scale) + inked, np.float32)


def tint(rest: Image, back: Image, usable: NDArray[np.bool_], tile: int) -> Image:
    """What light of another colour does to each ink beside what it does to white: linear in the ink's own hue.

    ``rest`` (h, w, 3): log light less that of the print, smooth changes taken out; ``back``: log light of the print.
    """
    hue = cv2.transform(back, _HUE)
    local = hue - smooth_ratio(hue, usable, tile)
    some = usable[::5, ::5]
    x, y = local[::5, ::5][some].astype(np.float64), rest[::5, ::5][some].astype(np.float64)
    weight = np.ones(len(x))
    fit = np.zeros((3, 3))
    for _ in range(4):
        a = (x * weight[:, None]).T
        fit = np.linalg.solve(a @ x + 1e-3 * len(x) * np.eye(3), a @ y)
        weight = 1 / (1 + (((y - x @ fit) / 0.06) ** 2).sum(axis=1))  # pieces and shadows count for little
    return np.asarray(cv2.transform(hue, fit.T.astype(np.float32)), np.float32)


def glare(rest: Image, usable: NDArray[np.bool_], scale: float) -> Image:
    """The shine of a lamp: print that is brighter over more than any group of pieces, with nothing steep in it.

    ``rest``: log light that differs from the print's. Gives what to take from it (h, w, 3), nought outside the shine.
    """
    out = np.zeros_like(rest)
    # Blobs of that size show at a third of the resolution, and medians leave out lines and dots of the print.
    size = (max(1, rest.shape[1] // 3), max(1, rest.shape[0] // 3))
    small = np.asarray(cv2.resize(rest, size, interpolation=cv2.INTER_AREA), np.float32)
    valid = cv2.resize(usable.astype(np.float32), size, interpolation=cv2.INTER_AREA) > 0.9
    bright = average(small)
    middle = cv2.medianBlur(cv2.medianBlur(bright, 5), 5)
    shine = (middle > SHINE_LEAST).astype(np.uint8)
    if cv2.countNonZero(shine) < SHINE_MM**2 * scale**2 / 9:
        return out
    wide = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(SHINE_MM * scale / 3) | 1,) * 2)
    core = cv2.morphologyEx(shine, cv2.MORPH_OPEN, wide)
    if not core.any():
        return out
    within = cv2.dilate(np.asarray(core, np.uint8), wide) > 0
    told = (within & (np.abs(bright - middle) < SHINE_STEEP) & (middle > -SHINE_LEAST)).astype(np.float32)
    told *= np.where(valid, 1.0, 0.02)  # where the print is not known or clipped its surroundings tell
    sigma = SHINE_BLUR_MM * scale / 3
    field, weight = (cv2.GaussianBlur(x, (0, 0), sigma) for x in (small * told[..., None], told))
    around, share = (cv2.GaussianBlur(x, (0, 0), 4 * sigma) for x in (small * told[..., None], told))
    field = (field + 0.05 * around) / (weight + 0.05 * share + 1e-4)[..., None]
    field *= cv2.blur(within.astype(np.float32), (5, 5))[..., None]
    return np.asarray(cv2.resize(np.asarray(field, np.float32), rest.shape[1::-1]), np.float32)


def weigh(
    log: Image,
    back: Backdrop,
    ratio: Image,
    white: Image,
    tables: PaintTables,
    raster: Raster,
    where: NDArray[np.uint8] | None = None,
    wary: bool = False,
    shade: Shade = PLAIN,
    into: Evidence | None = None,
) -> Evidence:
    """Evidence of a whole raster. Outside ``where`` (255 inside) nothing is computed and nothing can lie.

    ``into``: what other pixels of the same raster said, to which this is added. ``wary``: print that comes to light
    for the first time may look like much, so it says little for a piece.
    """
    h, w = log.shape[:2]
    n = len(tables.paints)
    per = np.float32(1 / raster.scale**2)
    found = Evidence.blank(raster, n, (h, w)) if into is None else into
    says, dim = (found.top, found.side), found.dim
    if where is None:
        where = np.full((h, w), 255, np.uint8)
    rows, cols = np.flatnonzero(where.any(axis=1)), np.flatnonzero(where.any(axis=0))
    for first in range(rows[0], rows[-1] + 1, BAND) if n and len(rows) else ():
        box = np.s_[first : min(first + BAND, rows[-1] + 1), cols[0] : cols[-1] + 1]
        inside = where[box] > 0
        if not inside.any():
            continue
        even = log[box] - ratio[box]
        known = back.crop(box)
        diff = even - known.log
        ground, unsure = print_likelihood(diff, known, shade)
        dim[box] |= (average(diff) < -DIM) & inside
        most = np.where(unsure, np.float32(0), np.float32(MOST))
        if wary:
            doubt = known.hidden & ~unsure & inside
            strange = strangeness(diff[doubt], known.bright[doubt])
            most[doubt] *= np.clip(strange / STRANGE - WARY, WARY, 1.0)
        ground, most = ground[inside], most[inside]
        cell = PaintTables.index((even - white[box])[inside])
        faces = np.ascontiguousarray(tables.faces.take(cell, axis=0).T)
        for i, face in enumerate((*faces, np.full_like(ground, ANYTHING))):
            face -= ground
            np.maximum(face, np.float32(-MOST), out=face)
            np.minimum(face, most, out=face)
            face *= per
            if i < 2 * n:
                says[i // n][i % n][box][inside] = face
            else:
                says[0][n][box][inside] = says[1][n][box][inside] = face
    return found


def outlines(log: Image, where: NDArray[np.uint8], scale: float) -> tuple[Image, Image]:
    """What steep pixels say where the print is not known: steep against what is usual in ``where``.

    First image: nats mm² per mm of a top's outline passing there. Second: nats mm² per px of a top's inside, never
    positive, for tops are smooth. A smooth square within edges tells a white cube from white paper.
    """
    gx = cv2.Scharr(log, cv2.CV_32F, 1, 0, scale=1 / 32)
    gy = cv2.Scharr(log, cv2.CV_32F, 0, 1, scale=1 / 32)
    steep = brightest(np.sqrt(gx * gx + gy * gy))
    wide = cv2.dilate(steep, np.ones((3, 3), np.uint8))
    out = []
    for image in (wide, steep):
        usual = np.sort(image[where > 0][::3])
        if len(usual) < 50:
            return np.zeros(steep.shape, np.float32), np.zeros(steep.shape, np.float32)
        rarer = 1.0 - np.searchsorted(usual, image) / (len(usual) + 1)
        out.append(np.clip(-np.log(np.maximum(rarer, 1e-3)) - 1.3, -1.2, 2.2))
    rim, inner = out
    inside = -np.maximum(inner, 0.0) * INNER / scale**2
    return np.asarray(rim * OUTLINE, np.float32), np.asarray(inside, np.float32)


def pieces_mask(evidence: Evidence) -> NDArray[np.uint8]:
    """255 where some paint explains a pixel better than the print, specks removed."""
    if not len(evidence.top):
        return np.zeros(evidence.top.shape[1:], np.uint8)
    best = np.maximum(evidence.top.max(axis=0), evidence.side.max(axis=0))
    mask = (best > 0.8 / evidence.raster.scale**2).astype(np.uint8) * 255
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
