"""The last agreed table, and how places looked when they were read: changes are read, not positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from vision.paints import PaintTables
from vision.rectify import Image, Mask, Raster, average, brightest, put
from vision.sight import Flat
from vision.solids import Body

CHANGED_MM2 = 5.0  # a place with less changed area than this has not changed
PATCH_MM = 2.5  # what differs all over so much is no noise, though each pixel of it might be: dark pieces on dark print
KEPT_SHARE = 0.25  # a piece is still there if less of it than this has changed
Box = tuple[slice, slice]
SPREADS, LEAST = 3.0, 0.12  # spreads of the print, and log light, by which a pixel must differ
LEARNED = 0.06  # log light by which the print must have turned out otherwise
SPECK_MM2 = 2.0  # of changed pixels in a place; fewer are noise


@frozen
class Agreed:
    """A body that was agreed to lie in ``owner``."""

    body: Body
    owner: str


@define(eq=False)
class Memory:
    """``contents``: place -> piece id -> number; ``ghosts``: agreed pieces that no pixel showed."""

    raster: Raster
    contents: dict[str, dict[str, int]]
    bodies: list[Agreed]
    ghosts: dict[tuple[str, str], int]
    even: Image
    bright: Image
    hue: Image
    seen: Mask  # 255 where ``even`` is known
    lean: NDArray[np.float64] = field(factory=lambda: np.zeros((4, 2)))
    _changed: tuple[Flat, Mask] | None = field(init=False, default=None)

    @classmethod
    def of(cls, raster: Raster, flat: Flat, hidden: Mask | None) -> Memory:
        """The look of a table, before anything is agreed about it."""
        spread = flat.spread
        seen = np.full(flat.log.shape[:2], 255, np.uint8)
        if hidden is not None:
            seen[hidden > 0] = 0
        looks = (flat.even.copy(), spread.bright.copy(), spread.hue.copy(), seen)
        return cls(raster, {}, [], {}, *looks, lean=leans(flat, raster))

    def update(self, flat: Flat, where: Mask) -> None:
        """Take over the look of the pixels where ``where`` is 255."""
        put(self.even, flat.even, where)
        put(self.bright, flat.spread.bright, where)
        put(self.hue, flat.spread.hue, where)
        self.seen |= where
        self.lean = leans(flat, self.raster)
        self._changed = None

    def changed(self, flat: Flat) -> Mask:
        """255 where a pixel looks different from the agreed table, specks removed."""
        if self._changed is None or self._changed[0] is not flat:
            self._changed = (flat, self._differs(flat))
        return self._changed[1].copy()

    def _differs(self, flat: Flat) -> Mask:
        d = cv2.subtract(flat.even, self.even)
        mean = average(d)
        b, g, r = cv2.split(d)
        rest = cv2.max(cv2.max(cv2.max(b, g), r) - mean, mean - cv2.min(cv2.min(b, g), r))
        mask = (np.abs(mean) > 3.5 * self.bright + 0.10) | (rest > 3.5 * self.hue + 0.08)
        n = round(PATCH_MM * self.raster.scale) | 1
        mask |= np.abs(cv2.blur(mean, (n, n))) > 1.2 * self.bright + 0.22
        mask &= self.seen > 0
        out = mask.astype(np.uint8) * 255
        return np.asarray(cv2.morphologyEx(out, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)

    def drift(self, flat: Flat, box: tuple[slice, slice], top: Mask) -> float:
        """By how much (log light) a top's hue is not what it was: in the middle of many pixels little says much."""
        inside = (top > 0) & (self.seen[box] > 0)
        return hue_off(flat.even[box][inside] - self.even[box][inside])

    def stale(self, flat: Flat) -> bool:
        """True when the camera has moved so far that sides and print show elsewhere beside the tops."""
        return bool(np.abs(leans(flat, self.raster) - self.lean).max() * 8.0 > 0.5)


def hue_off(diff: NDArray[np.float32]) -> float:
    """How far pixels (N, 3) are off in hue, in the middle; brightness is left out."""
    if not len(diff):
        return 0.0
    d = np.median(diff, axis=0)
    return float(np.abs(d - d.mean()).max())


def leans(flat: Flat, raster: Raster) -> NDArray[np.float64]:
    """How the view leans at the raster's corners (4, 2), mm per mm of height."""
    x1, y1 = raster.x0 + raster.width / raster.scale, raster.y0 + raster.height / raster.scale
    corners = ((raster.x0, raster.y0), (x1, raster.y0), (x1, y1), (raster.x0, y1))
    return np.array([flat.view.lean(*c) for c in corners])


def share_out(
    found: Sequence[tuple[Body, Mapping[str, float]]], names: Sequence[str], want: Mapping[tuple[str, str], int]
) -> tuple[list[str], dict[tuple[str, str], int]]:
    """Which place each body counts for so that the agreed numbers come out, nearest first.

    ``found``: bodies with their shares of places; ``names``: piece id of each solid. Gives an owner per body ("" for
    none) and the numbers still missing.
    """
    left = {k: n for k, n in want.items() if n > 0}
    owners = [""] * len(found)
    offers = sorted(
        ((s, i, p) for i, (_, shares) in enumerate(found) for p, s in shares.items() if s > 0.02), key=lambda o: -o[0]
    )
    for _, i, place in offers:
        key = (place, names[found[i][0].solid])
        if not owners[i] and left.get(key, 0) > 0:
            owners[i] = place
            left[key] -= 1
    return owners, {k: n for k, n in left.items() if n > 0}


# ---------------------------------------------------------------- places of towers at their last reading
@define(eq=False)
class LastSeen:
    """The look of each place at its last reading, against which print and by which paints it was read."""

    _even: Image | None = None
    _print: Image | None = None
    _tables: list[PaintTables] = field(factory=list)
    _places: set[str] = field(factory=set)

    def same(
        self, flat: Flat, tables: Sequence[PaintTables], boxes: Mapping[str, Box], clear: NDArray[np.bool_]
    ) -> list[str]:
        """Places that look as they did.

        ``boxes``: the part of the raster each shows in; ``clear`` (h, w): where nothing hides or washes it out.
        """
        if self._even is None or self._print is None or not _equal(tables, self._tables):
            return []
        off = brightest(cv2.absdiff(flat.even, self._even))
        learned = brightest(cv2.absdiff(flat.back.log, self._print)) > LEARNED
        changed = ((off > np.maximum(SPREADS * flat.back.bright, LEAST)) | learned | ~clear).astype(np.uint8)
        changed = np.asarray(cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)
        most = SPECK_MM2 * flat.scale**2
        return [k for k, box in boxes.items() if k in self._places and cv2.countNonZero(changed[box]) <= most]

    def remember(
        self, flat: Flat, tables: Sequence[PaintTables], boxes: Mapping[str, Box], clear: NDArray[np.bool_]
    ) -> None:
        """These places were read; all others look as they did when they were."""
        if self._even is None or self._print is None or not _equal(tables, self._tables):
            self._even, self._print, self._places = flat.even.copy(), flat.back.log.copy(), set()
        self._tables = list(tables)
        for name, box in boxes.items():
            self._even[box], self._print[box] = flat.even[box], flat.back.log[box]
            if clear[box].all():
                self._places.add(name)
            else:
                self._places.discard(name)


def _equal(a: Sequence[object], b: Sequence[object]) -> bool:
    return len(a) == len(b) and all(x is y for x, y in zip(a, b, strict=True))
