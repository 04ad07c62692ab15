"""How places looked when they were last read: what has not changed since need not be read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from vision.paints import PaintTables
from vision.pixels import brightest
from vision.rectify import Image
from vision.sight import Flat

Box = tuple[slice, slice]
SPREADS, LEAST = 3.0, 0.12  # spreads of the print, and log light, by which a pixel must differ
LEARNED = 0.06  # log light by which the print must have turned out otherwise
SPECK_MM2 = 2.0  # of changed pixels in a place; fewer are noise


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
