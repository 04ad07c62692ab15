"""Crops of the picture around areas, in units of noise: what each pixel looks like, and what bare print would there.

Colours are log BGR by white; ``stable`` turns them into standard deviations of what noise and uneven light do, so that
print, shadows and paints are all held against a pixel by the same measure.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import cv2
import numpy as np
from attrs import define
from numpy.typing import NDArray

from vision.background import DARKER, HUES, Backdrop, print_likelihood, strangeness
from vision.camera import Array
from vision.layout import Place
from vision.light import GAMMA
from vision.paints import GREY, shade
from vision.rectify import Image, Mask
from vision.sight import Flat, Sight
from vision.solids import Solid

NOISE, UNEVEN = 0.03, 0.06  # of white in levels: noise, and what light varies by its own amount
CAP = 4.0  # nats; no pixel may say more
SHADOW = 1.5  # nats against a shadow that nothing is known to cast
SIDE = 0.7  # nats against a side: it may be of any shade, as shadows are
SHADES = (1.15, 1.0, 0.8, 0.6, 0.42, 0.28, 0.17)  # light on sides by that on tops
DEPTHS = (0.25, 0.5, 0.8, 1.15, 1.55, 2.0, 2.5, 3.0)  # of shadows
HALF_LIGHT = (6.0, 6.0, 3.0, 3.0)  # nats by which print in a shadow of each depth may miss, the least ones first
CAST = (0.35, 0.6, 0.85, 1.0, 1.2)  # of a cast shadow's depth, in its half-light and in corners
LIT, UNLIT = 1.0, -0.05  # nats that a cast shadow may say for its body, and against it
WARY, STRANGE = 0.3, 8.0  # share of it where known pieces hid the print, unless it is by so many spreads unlike it
SOFT = 2.0  # the most that print which was never seen is held less against
CALM_PX = 2
ALL = 0.98  # share of an area that is all of it
LOW = 10  # per cent of the print, by which something may differ less
HALVES = np.full(3, 0.5, np.float32)  # nats are half the squares of what a colour misses by, in units of noise
MARGIN_MM, INSIDE_MM = 6.0, 3.0
PATCH_MM, EVEN, STIRRED, APART_MM = 4.0, 2.5, 3.0, 3.0  # a window on a top: how even it is and unlike print
FAINT = 1.2  # nats by which it is unlike print where something is known to lie
ALIKE = np.linalg.inv(0.004 * np.eye(3) + 0.012 * GREY) / 10.0  # colours within 1 are of one paint


@define(eq=False)
class Shadows:
    """The shadows of one picture: hue (2,) by depth, and how far that strays (2,)."""

    mean: Array = np.array([-0.04, -0.05])
    stray: Array = np.array([0.1, 0.1])

    def at(self, depth: float) -> Array:
        """What a shadow of a depth adds to log BGR (3,)."""
        return np.asarray(depth * (self.mean @ HUES - DARKER))

    def like(self, diff: Image) -> tuple[NDArray[np.bool_], Image]:
        """Which pixels (h, w) are like shadows by ``diff`` (h, w, 3), log light less that of print; and how deep."""
        deep = -(diff @ DARKER)
        d = np.maximum(deep, 0.05)[..., None]
        off = np.abs(diff @ HUES.T - self.mean * d) / (self.stray * d + 0.06)
        deep = deep / np.sqrt(3)
        return (deep > 0.15) & (off.max(axis=-1) < 2.2), deep


def stable(log: NDArray[np.floating]) -> Image:
    """Log BGR by white to standard deviations of a pixel's noise."""
    level = np.exp(np.minimum(log, 1.5) / GAMMA)
    return np.asarray(np.arcsinh(level * (UNEVEN / NOISE)) / UNEVEN, np.float32)


def misses(a: Image, b: Image | Array) -> Image:
    """Nats (h, w) by which colours in units of noise differ."""
    d = np.asarray(a - b, np.float32)
    d *= d
    return np.asarray(d @ HALVES if d.ndim < 3 else cv2.transform(d, HALVES[None]), np.float32)


def missed(colours: Image, by: Image) -> Image:
    """Nats (K, N) by which colours (N, 3) miss each of ``by`` (K, 3), all in units of noise."""
    half = (by * by) @ HALVES
    return np.asarray((colours * colours) @ HALVES + half[:, None] - by @ colours.T, np.float32)


def calmed(x: Image, reach: int = CALM_PX) -> Image:
    """Every pixel as the calmest of four windows that touch it: what an edge mixes goes to either side (Kuwahara)."""
    n = reach + 1
    mean = cv2.blur(x, (n, n), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
    square = cv2.blur(x * x, (n, n), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
    spread = (square - mean * mean).sum(axis=2)
    best, least = mean.copy(), spread.copy()
    for dx, dy in ((reach, 0), (0, reach), (reach, reach)):
        move = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
        size, flags = (x.shape[1], x.shape[0]), {"flags": cv2.INTER_NEAREST, "borderMode": cv2.BORDER_REPLICATE}
        there = cv2.warpAffine(spread, move, size, **flags)
        calmer = there < least
        best[calmer] = cv2.warpAffine(mean, move, size, **flags)[calmer]
        least[calmer] = there[calmer]
    return np.asarray(best, np.float32)


@define(eq=False, slots=False)
class Crop:
    """An area in one picture. ``colour``, ``bare`` (h, w, 3): what shows, and print; ``inside``: where to look."""

    place: Place
    box: tuple[slice, slice]
    inside: NDArray[np.bool_]
    held: NDArray[np.bool_]  # where bodies show that are known
    colour: Image
    bare: Image
    lit: Image  # nats against bare print in plain light
    sure: NDArray[np.bool_]  # where the print was seen in plain view
    scale: float
    corner: tuple[float, float]  # mm

    @classmethod
    def of(
        cls, sight: Sight, flat: Flat, place: Place, where: Mask | None, held: Mask,
        doubting: bool = True,
    ) -> Crop | None:  # fmt: skip
        """``where``: 255 where to look, None: everywhere; ``held``: 255 where bodies show that are known.

        ``doubting``: what speaks against print counts for less where it was never seen.
        """
        r = sight.raster
        box = r.box(place.polygon, MARGIN_MM)
        inside = (r.mask(place.polygon, INSIDE_MM)[box] > 0) & flat.shown[box]
        if where is not None:
            inside &= where[box] > 0
            x, y, w, h = cv2.boundingRect(inside.view(np.uint8))
            if not w:
                return None
            m = round(MARGIN_MM * r.scale)
            rows = slice(max(0, y - m), min(inside.shape[0], y + h + m))
            cols = slice(max(0, x - m), min(inside.shape[1], x + w + m))
            inside = np.ascontiguousarray(inside[rows, cols])
            box = (slice(box[0].start + rows.start, box[0].start + rows.stop),
                   slice(box[1].start + cols.start, box[1].start + cols.stop))
        shown = held[box] > 0
        inside &= ~shown
        if not inside.any():
            return None
        back = flat.back.crop(box)
        white = sight.white_over[box]
        raw = np.asarray(flat.even[box] - white, np.float32)
        bare = np.asarray(back.log - white, np.float32)
        colour, print_ = calmed(raw), stable(bare)
        lit = np.minimum(misses(stable(colour), print_), misses(stable(raw), print_))
        lit /= np.clip((back.bright / 0.12) ** 2, 1.0, SOFT)
        if doubting:
            lit *= _doubted(raw - bare, back)
        part = r.part(box)
        known = flat.known[box] > 0.95
        return cls(place, box, inside, shown, colour, bare, lit, known, r.scale, (part.x0, part.y0))

    @cached_property
    def seen(self) -> Image:
        return stable(self.colour)

    @cached_property
    def diff(self) -> Image:
        return np.asarray(self.colour - self.bare, np.float32)

    def paints(self, least: float = STIRRED) -> list[Array]:
        """Colours (3,) of paints that may lie here: even windows unlike print by ``least`` nats, like ones together."""
        n = max(3, round(PATCH_MM * self.scale) | 1)
        mean = cv2.blur(self.seen, (n, n))
        spread = (cv2.blur(self.seen * self.seen, (n, n)) - mean * mean).sum(axis=2)
        stirred = misses(np.asarray(mean), cv2.blur(stable(self.bare), (n, n))) > least
        middle = cv2.blur(self.colour, (n, n))
        left = np.where((spread < EVEN) & stirred & self.inside, spread, np.inf)
        reach, found = max(1, int(APART_MM * self.scale)), []
        while np.isfinite(left.min()):
            row, col = divmod(int(left.argmin()), left.shape[1])
            found.append(np.asarray(middle[row, col], np.float64))
            left[max(0, row - reach) : row + reach + 1, max(0, col - reach) : col + reach + 1] = np.inf
        return [np.median([found[i] for i in group], axis=0) for group in alike(found)]

    def contrast(self, paint: Array) -> float:
        """Nats by which a pixel of a paint (3,) differs from print here, on nearly all of which it differs by more."""
        return float(np.percentile(misses(self.print_here, stable(paint)), LOW))

    def whole(self, sight: Sight) -> bool:
        """Whether nothing hides any of the area, nor lies in it that is known."""
        mask = sight.raster.mask(self.place.polygon, INSIDE_MM)[self.box] > 0
        return int(self.inside.sum()) >= ALL * int(mask.sum())

    @cached_property
    def seen_here(self) -> Image:
        """What shows (N, 3) where to look, in units of noise."""
        return np.ascontiguousarray(self.seen[self.inside])

    @cached_property
    def print_here(self) -> Image:
        """Print (N, 1, 3) where to look, in units of noise."""
        return stable(self.bare[self.inside])[:, None]

    def ground(self, shadows: Shadows) -> Image:
        """Nats (h, w) against what shows being print, in any light."""
        out = np.minimum(self.lit, np.float32(CAP))
        dark = self.lit > SHADOW  # elsewhere it is print in plain light
        seen, bare = self.seen[dark], self.bare[dark]
        least = out[dark]
        for d in DEPTHS:
            np.minimum(least, misses(seen, stable(bare + shadows.at(d))) + SHADOW, out=least)
        out[dark] = least
        return out

    def cast(self, ground: Image, umbra: Array) -> Image:
        """What each pixel says (nats mm²) for a shadow that is cast on it, ``umbra`` (3,) deep in log BGR."""
        out = np.full(self.lit.shape, UNLIT, np.float32)
        dark = ground > 0
        seen, bare = self.seen[dark], self.bare[dark]
        loose = np.full(len(seen), CAP, np.float32)
        for t in CAST:
            np.minimum(loose, misses(seen, stable(bare + t * umbra)), out=loose)
        out[dark] = np.clip(ground[dark] - loose, UNLIT, LIT)
        return np.asarray(out * self.inside / self.scale**2, np.float32)

    def says(self, ground: Image, paints: Sequence[Array]) -> tuple[Image, Image]:
        """What each pixel says (nats mm²) for tops and for sides of paints, against print: (n, h, w) each."""
        out = np.full((2, len(paints), *ground.shape), -CAP, np.float32)
        print_ = ground[self.inside]
        for i, mean in enumerate(paints):
            looks = missed(self.seen_here, stable(np.array([mean, *(shade(mean, s) for s in SHADES)])))
            for j, face in enumerate((looks[0], looks[1:].min(axis=0) + SIDE)):
                out[j, i][self.inside] = print_ - np.minimum(face, CAP)
        out[1, :, self.held] = 0.0
        out /= self.scale**2
        return out[0], out[1]

    def shadowy(self, paint: Array, shadows: Shadows) -> bool:
        """Whether a colour is no paint: just print here in half-light."""
        bare = np.median(self.bare[self.inside], axis=0)
        near = zip(DEPTHS, HALF_LIGHT, strict=False)
        return any(float(misses(stable(paint), stable(bare + shadows.at(d)))) < most for d, most in near)


def _doubted(diff: Image, back: Backdrop) -> Image:
    """The share (h, w) of what speaks against print that counts where it was never seen: it may look like much."""
    out = np.ones(diff.shape[:2], np.float32)
    _, may_be_print = print_likelihood(diff, back)
    hidden = back.hidden & ~may_be_print
    out[hidden] = np.clip(strangeness(diff[hidden], back.bright[hidden]) / STRANGE - WARY, WARY, 1.0)
    out[may_be_print] = 0.0
    return out


def alike(colours: Sequence[Array]) -> list[list[int]]:
    """Indices of colours (3,), those of one paint together; nearest first."""
    groups = [[i] for i in range(len(colours))]
    means = np.array(colours, np.float64).reshape(-1, 3)
    far = np.array([unlike(means, mean) for mean in means]).reshape(len(groups), len(groups))
    np.fill_diagonal(far, np.inf)
    while len(groups) and far.min() <= 1:
        i, j = sorted(divmod(int(far.argmin()), len(groups)))
        groups[i] += groups[j]
        groups[j] = []
        means[i] = np.median([colours[k] for k in groups[i]], axis=0)
        near = unlike(means, means[i])
        near[[k for k, group in enumerate(groups) if k == i or not group]] = np.inf
        far[i] = far[:, i] = near
        far[j] = far[:, j] = np.inf
    return [group for group in groups if group]


def unlike(colours: Array, colour: Array) -> Array:
    """How far each of ``colours`` (n, 3) is from another, 1: as far as those of one paint ever are."""
    d = colours - colour
    return np.asarray(np.einsum("ai,ij,aj->a", d, ALIKE, d))


def sized(solid: Solid, paint: int, cost: float) -> Solid:
    """The same shape in the ``paint``-th colour of a crop."""
    return Solid(solid.piece, paint, solid.shape, solid.length, solid.width, solid.height, cost)
