"""What stands on the board shows its sides, and in this light they are darker than tops: print that looks pale is not.

How much darker is learned in each picture from the pieces that are known to stand in it, so no lamp is presumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from attrs import define
from numpy.typing import NDArray

from vision.rectify import average
from vision.sight import Flat, Patch, Sight
from vision.solids import Body

KNOWN = 8  # pieces that tell what is usual, at least
SHOWN = 0.25  # share of a top's area that must show of its sides
USUAL = 0.75  # share of pieces whose sides are at least as dark as is called usual
DARK = -0.4  # log light; where sides are less dark than this they tell nothing
BLACK = -2.0  # log light by white; on what is darker light gleams
PALE = -0.8  # log light by white: darker tops gleam, and are never mistaken for print
FLAT_SHARE = 0.3  # of what is usual: less is print
UNLIKE, MOSTLY = 0.6, 0.5  # log light by which a top is nothing like print; share of it over print that was seen


@define(eq=False, slots=False)
class Flanks:
    """The sides of pieces in one picture. ``known``: those that stand for sure; ``doubted``: those that may stand."""

    sight: Sight
    flat: Flat
    known: Sequence[Body]
    doubted: Sequence[Body] = ()

    @cached_property
    def _cover(self) -> NDArray[np.int16]:
        """How many bodies show at each pixel (h, w): what one hides is no other's side."""
        out = np.zeros(self.flat.shown.shape, np.int16)
        for b in (*self.known, *self.doubted):
            self._lay(out, b, 1)
        return out

    def _lay(self, cover: NDArray[np.int16], body: Body, times: int) -> None:
        box, mask = self.sight.silhouette(self.flat.view, body)
        cover[box] += (mask > 0) * np.int16(times)

    @cached_property
    def _lights(self) -> dict[Body, float | None]:
        """Of tops, log light by white; None where no pixel of a top shows."""
        out = {}
        for b in (*self.known, *self.doubted):
            box, top = top_of(self.sight, self.flat, b)
            inside = top > 0
            out[b] = float(np.median(average(self.sight.colour(self.flat, box))[inside])) if inside.any() else None
        return out

    def step(self, body: Body) -> float | None:
        """By how much (log light) the sides of one of them are brighter than its top; None where too little shows."""
        solid, scale = self.sight.shapes[body.solid], self.sight.raster.scale
        box, sides = sides_of(self.sight, self.flat, body)
        free = (sides > 0) & (self._cover[box] == 1)
        if free.sum() < SHOWN * solid.area * scale**2 or (top := self._lights[body]) is None:
            return None
        return float(np.median(average(self.sight.colour(self.flat, box))[free])) - top

    @cached_property
    def usual(self) -> float | None:
        """How dark sides are by their tops (log light) here; None where that says nothing."""
        if len(self.known) < KNOWN:
            return None
        bright = [b for b in self.known if (light := self._lights[b]) is not None and light > BLACK]
        steps = [s for b in bright if (s := self.step(b)) is not None]
        if len(steps) < KNOWN:
            return None
        usual = float(np.quantile(steps, USUAL))
        return usual if usual < DARK else None

    def _bare(self, body: Body) -> bool:
        """Whether it is as flat as print: pale, and its sides are as bright as its top. What is nothing like the print
        that was seen there stands, for a lamp may light its sides as well."""
        if self.usual is None or (light := self._lights[body]) is None or light < PALE or self._strange(body):
            return False
        step = self.step(body)
        return step is not None and step > FLAT_SHARE * self.usual

    def _strange(self, body: Body) -> bool:
        """Whether its top is nothing like the print that was seen there before."""
        box, top = top_of(self.sight, self.flat, body)
        seen = (top > 0) & (self.flat.known[box] > 0.5)
        if seen.sum() < MOSTLY * max(1, (top > 0).sum()):
            return False
        off = self.flat.even[box][seen] - self.flat.back.log[box][seen]
        return float(np.median(np.abs(off).max(axis=1))) > UNLIKE

    def bare(self) -> set[Body]:
        """The doubted ones that do not stand; each that is struck out may bare the sides of another."""
        out: set[Body] = set()
        left = list(self.doubted)
        while gone := [b for b in left if self._bare(b)]:
            for b in gone:
                self._lay(self._cover, b, -1)
            out.update(gone)
            left = [b for b in left if b not in out]
        return out


def top_of(sight: Sight, flat: Flat, body: Body) -> Patch:
    """The middle of a piece's top, its rim left out."""
    inset = -0.15 * sight.shapes[body.solid].width
    return sight.silhouette(flat.view, body, inset, top_only=True)


def sides_of(sight: Sight, flat: Flat, body: Body) -> Patch:
    """The sides of a piece, its top left out."""
    box, sides = sight.silhouette(flat.view, body)
    inner, top = sight.silhouette(flat.view, body, top_only=True)
    sides = sides.copy()
    rows, cols = (slice(i.start - o.start, i.stop - o.start) for i, o in zip(inner, box, strict=True))
    sides[rows, cols][top > 0] = 0
    return box, sides
