"""What every pixel says: print, or a piece of this paint, seen from its lit top or one of its sides.

Evidence is a log likelihood ratio against the print, in nats per pixel divided by pixels per square millimetre, so that
a sum over pixels is "nats times mm²" at any resolution.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import cv2
import numpy as np
from attrs import define
from numpy.typing import NDArray

from vision.background import PLAIN, Backdrop, Shade, print_likelihood, sharper, strangeness
from vision.light import smooth_ratio
from vision.paints import PaintTables
from vision.rectify import Image, Raster, average, brightest
from vision.scoring import MOST

TILE_MM = 22.0
PRINT, EXPLAINED = 0, 1
THIRD = 3
CALM = 1.0  # spreads; print that strays less is plainly print
BAND, WIDE = 48, 256  # rows and columns that are weighed at a time: what they need in between stays in the cache
EDGE_MM, MEDIAN_MM = 36.0, 30.0  # how far a smooth change reaches beyond an edge; window of the median
STEEP = 0.25  # log light by which the light must change over that for an edge
LEVELS = 80.0  # a log light
TINTED = 0.04  # log light by which the colour of the light has changed
_HUE = np.asarray(np.eye(3) - 1 / 3, np.float32)
WARY = 0.3  # share of evidence that counts where known pieces have hidden the print till now ...
STRANGE = 8.0  # ... unless it is by so many spreads unlike the print around
DIM = 0.12  # log light
ANYTHING = -4.0  # log density of a colour that has no name
OUTLINE = 4.0  # weight of a millimetre of outline
INNER = 3.0  # weight of a square millimetre of steep pixels within a top


@define(eq=False)
class Evidence:
    """``top`` and ``side``: (colours + 1, h, w) of a ``box`` of the raster; the last is of any paint that has no name.

    ``dim`` (h, w): where it is darker than the print. Outside the box nothing can lie.
    """

    raster: Raster
    box: tuple[slice, slice]
    top: NDArray[np.float32]
    side: NDArray[np.float32]
    dim: NDArray[np.bool_]

    def crop(self, box: tuple[slice, slice]) -> Evidence:
        """The evidence of another box of the raster."""
        rows, cols = box
        shape = (rows.stop - rows.start, cols.stop - cols.start)
        says, dim = nothing(len(self.top), shape, self.raster), np.zeros(shape, np.bool_)
        both = [slice(max(a.start, b.start), min(a.stop, b.stop)) for a, b in zip(box, self.box, strict=True)]
        if all(s.start < s.stop for s in both):
            to, of = (
                tuple(slice(s.start - b.start, s.stop - b.start) for s, b in zip(both, at, strict=True))
                for at in (box, self.box)
            )
            says[0][:, *to], says[1][:, *to], dim[to] = self.top[:, *of], self.side[:, *of], self.dim[of]
        return Evidence(self.raster, box, says[0], says[1], dim)


def nothing(colours: int, shape: tuple[int, int], raster: Raster) -> NDArray[np.float32]:
    """Tops and sides (2, colours, h, w) of what cannot lie there."""
    return np.full((2, colours, *shape), -MOST / raster.scale**2, np.float32)


@define(eq=False)
class Said:
    """What the pixels say that are not plainly print: ``rows`` (h, w) names the column of ``says`` of each.

    ``says`` (2 (colours + 1), n): tops of each paint and of any without a name, then their sides. Column ``PRINT`` is
    of print, and of pixels where nothing can lie; ``EXPLAINED`` of those that are explained, for whoever finds out.
    """

    raster: Raster
    rows: NDArray[np.int32]
    says: NDArray[np.float32]


def light_ratio(log: Image, back: Backdrop, usable: NDArray[np.bool_], scale: float) -> tuple[Image, Image | None]:
    """How the light has changed since the backdrop was learned: smooth over the board, taken twice against pieces.

    Light varies slowly: a third of the resolution tells it. Second: where it changes fast, by how much (h, w, log
    light) print strays from it all the same; None where it is smooth everywhere.
    """
    shape = log.shape[1::-1]
    size = (max(1, shape[0] // THIRD), max(1, shape[1] // THIRD))
    small, base = (cv2.resize(x, size, interpolation=cv2.INTER_AREA) for x in (log, back.log))
    usable = cv2.resize(usable.view(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
    scale = scale * size[0] / shape[0]
    tile = max(3, round(TILE_MM * scale))
    diff = small - base
    ratio = smooth_ratio(diff, usable, tile)
    ink = None
    whole = np.median(ratio[::3, ::3].reshape(-1, 3), axis=0)
    if np.abs(whole - whole.mean()).max() > TINTED:
        ink = tint(diff - ratio, base, usable, tile)
        diff = diff - cv2.transform(base, ink)
    calm = usable & (brightest(np.abs(diff - ratio)) < 0.35)
    ratio, rough = edged(smooth_ratio(diff, calm, tile), diff, usable, scale)
    out = np.asarray(cv2.resize(np.asarray(ratio, np.float32), shape), np.float32)
    strays = None if rough is None else np.asarray(cv2.resize(rough, shape), np.float32)
    return out if ink is None else np.asarray(out + cv2.transform(back.log, ink), np.float32), strays  # sharp as print


def edged(ratio: Image, diff: Image, usable: NDArray[np.bool_], scale: float) -> tuple[Image, Image | None]:
    """A smooth change of light (h, w, 3) made as sharp as a shadow's edge where it is steep; how far print strays.

    A median keeps a straight edge and leaves out what is smaller than half its window, as pieces are; no place is made
    darker or brighter than its surroundings. ``diff`` (h, w, 3): log light less that of the print.
    """
    around = cv2.getStructuringElement(cv2.MORPH_RECT, (round(2 * EDGE_MM * scale) | 1,) * 2)
    low, high = cv2.erode(ratio, around), cv2.dilate(ratio, around)
    steep = brightest(np.asarray(high - low, np.float32)) > STEEP
    if not steep.any():
        return ratio, None
    off = np.where(usable[..., None], diff - ratio, 0)
    sharp = np.clip(ratio + _usual(off, scale), low, high)
    sharp = np.where(steep[..., None], sharp, ratio).astype(np.float32)
    strays = 1.48 * _usual(np.where(usable, average(np.abs(diff - sharp)), 0), scale)
    return sharp, np.where(steep, strays, 0).astype(np.float32)


def _usual(off: NDArray[np.float32], scale: float) -> NDArray[np.float32]:
    """The median of log light (h, w, ...) around each pixel, told at half the resolution."""
    levels = np.clip(128 + cv2.resize(off, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) * LEVELS, 0, 255)
    middle = cv2.medianBlur(levels.astype(np.uint8), round(MEDIAN_MM / 2 * scale) | 1)
    return np.asarray((cv2.resize(middle, off.shape[1::-1]).astype(np.float32) - 128) / LEVELS, np.float32)


def tint(rest: Image, back: Image, usable: NDArray[np.bool_], tile: int) -> Image:
    """What light of another colour does to each ink beside what it does to white: a matrix (3, 3) on log light.

    It is linear in the ink's own hue. ``rest`` (h, w, 3): log light less that of the print, smooth changes taken out;
    ``back``: log light of the print.
    """
    hue = cv2.transform(back, _HUE)
    local = hue - smooth_ratio(hue, usable, tile)
    x, y = local[usable][::3].astype(np.float64), rest[usable][::3].astype(np.float64)
    weight = np.ones(len(x))
    fit = np.zeros((3, 3))
    for _ in range(4):
        a = (x * weight[:, None]).T
        fit = np.linalg.solve(a @ x + 1e-3 * len(x) * np.eye(3), a @ y)
        weight = 1 / (1 + (((y - x @ fit) / 0.06) ** 2).sum(axis=1))  # pieces and shadows count for little
    return np.asarray(fit.T.astype(np.float32) @ _HUE, np.float32)


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
) -> Evidence:
    """Evidence of a raster. Outside ``where`` (255 inside) nothing is computed and nothing can lie.

    ``wary``: print that comes to light for the first time may look like much, so it says little for a piece.
    """
    h, w = log.shape[:2]
    n = len(tables.paints)
    per = np.float32(1 / raster.scale**2)
    if where is None:
        where = np.full((h, w), 255, np.uint8)
    x, y, width, height = cv2.boundingRect(where)
    says, dim = nothing(n + 1, (height, width), raster), np.zeros((height, width), np.bool_)
    for first, left in product(range(0, height, BAND), range(0, width, WIDE)) if n else ():
        part = np.s_[first : min(first + BAND, height), left : min(left + WIDE, width)]
        box = np.s_[y + part[0].start : y + part[0].stop, x + part[1].start : x + part[1].stop]
        inside = where[box] > 0
        if not inside.any():
            continue
        even = log[box] - ratio[box]
        known = back.crop(box)
        diff = even - known.log
        ground, unsure = print_likelihood(diff, known, shade)
        dim[part] = (average(diff) < -DIM) & inside
        most = np.where(unsure, np.float32(0), np.float32(MOST))
        if wary:
            doubt = known.hidden & ~unsure & inside
            strange = strangeness(diff[doubt], known.bright[doubt])
            most[doubt] *= np.clip(strange / STRANGE - WARY, WARY, 1.0)
        narrow = sharper(ground, known)[inside]
        ground, most = ground[inside], most[inside]
        cell = PaintTables.index((even - white[box])[inside])
        faces = np.ascontiguousarray(tables.faces.take(cell, axis=0).T)
        for i, face in enumerate((*faces, np.full_like(ground, ANYTHING))):
            face -= ground
            if i < n:  # print of the paint's own colour speaks against a top by how far off it is, not by being narrow
                np.maximum(face, np.minimum(face + np.maximum(narrow - tables.peaks[i], 0), 0), out=face)
            np.maximum(face, np.float32(-MOST), out=face)
            np.minimum(face, most, out=face)
            face *= per
            if i < 2 * n:
                says[i // n, i % n][part][inside] = face
            else:
                says[0, n][part][inside] = says[1, n][part][inside] = face
    top, side = says
    return Evidence(raster, np.s_[y : y + height, x : x + width], top, side, dim)


def said(
    even: Image,
    back: Backdrop,
    white: Image,
    seen_by: Sequence[tuple[PaintTables, NDArray[np.bool_]]],
    raster: Raster,
    shade: Shade = PLAIN,
) -> Said:
    """What the pixels say: those of each mask (h, w) by its tables, all of the same paints. ``even``: see ``Flat``."""
    n = len(seen_by[0][0].paints)
    per = np.float32(1 / raster.scale**2)
    off = brightest(cv2.absdiff(even, back.log))
    stray = off > CALM * back.bright
    at = [np.flatnonzero(where & stray) for _, where in seen_by]
    rows = np.full(off.shape, PRINT, np.int32)
    total = sum(len(a) for a in at) + 2
    says = np.full((2 * n + 2, total), -MOST * per, np.float32)
    first = 2
    for (tables, _), pixels in zip(seen_by, at, strict=True):
        if not len(pixels):
            continue
        known = back.at(pixels)
        colour = even.reshape(-1, 3)[pixels][:, None]
        ground, unsure = print_likelihood(colour - known.log, known, shade)
        most = np.where(unsure[:, 0], np.float32(0), np.float32(MOST))
        cell = PaintTables.index(colour[:, 0] - white.reshape(-1, 3)[pixels])
        here = says[:, first : first + len(pixels)]
        for i in range(n):
            tables.top[i].take(cell, out=here[i], mode="clip")
            tables.side[i].take(cell, out=here[n + 1 + i], mode="clip")
        here[n] = here[-1] = ANYTHING
        here -= ground[:, 0]
        np.maximum(here, np.float32(-MOST), out=here)
        np.minimum(here, most, out=here)
        here *= per
        rows.ravel()[pixels] = np.arange(first, first + len(pixels))
        first += len(pixels)
    return Said(raster, rows, says)


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
    mask = np.zeros((evidence.raster.height, evidence.raster.width), np.uint8)
    if len(evidence.top):
        best = np.maximum(evidence.top.max(axis=0), evidence.side.max(axis=0))
        mask[evidence.box] = (best > 0.8 / evidence.raster.scale**2).astype(np.uint8) * 255
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
