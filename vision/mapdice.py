"""Dice with pips that lie among the pieces of an area: a die is told from a cube of its own colour by its pips alone.

What hardly looks like a die may be one, and says nothing of its number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import cv2
import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from vision.camera import View
from vision.dicefind import MapDie, apart, find
from vision.layout import Layout, Place
from vision.observation import Reading
from vision.reading import area_changed
from vision.rectify import Mask, Raster, belongs
from vision.sight import Sight
from vision.solids import square

GROW_MM = 1.0  # a die's edges
MISSED, UNLIKELY = 5.0, 8.0  # nats: a die that is not seen, and one that is seen and is none
DIE = "die"


class MapDice:
    """Reads the dice in the areas of one layout; what looks as it was agreed to look is not read again."""

    def __init__(self, layout: Layout) -> None:
        self.edge = layout.die_mm
        areas = [p for p in layout.places if p.look == "area" and p.holds.get(DIE)]
        self.places: tuple[Place, ...] = () if layout.die_faces else tuple(areas)
        self.agreed: dict[str, tuple[MapDie, ...]] = {}
        self.seen: dict[str, tuple[MapDie, ...]] = {}

    def look(
        self,
        frame: NDArray[np.uint8],
        view: View,
        sight: Sight,
        changed: Mask | None = None,
        hidden: Mask | None = None,
        only: Collection[str] | None = None,
    ) -> None:
        """Find the dice of a picture; ``changed``: where it differs from the agreed table, None: look everywhere."""
        seen = dict(self.agreed) if changed is not None else {}
        fresh: list[MapDie] = []
        moved = None if changed is None else (sight.raster, _near(changed, sight.raster.scale * self.edge))
        for place in self.places:
            if only is not None and place.id not in only:
                continue
            if changed is not None and not area_changed(sight, place.id, changed):
                continue
            agreed = self.agreed.get(place.id, ())
            stay = [d for d in agreed if moved is not None and not _inside(d, moved[1], sight)]
            covered = [d for d in agreed if d not in stay and hidden is not None and _inside(d, hidden, sight)]
            seen[place.id] = (*stay, *covered)
            fresh += self._around(frame, view, place, moved)
        near = [d for dice in seen.values() for d in dice]
        for die in apart(fresh):
            if all(np.hypot(d.body.x - die.body.x, d.body.y - die.body.y) > self.edge / 2 for d in near):
                shares = belongs(self.places, die.body.x, die.body.y)
                owner = max(shares, key=shares.__getitem__, default="")
                if owner:
                    seen[owner] = (*seen.get(owner, ()), die)
        self.seen = seen

    def _around(
        self, frame: NDArray[np.uint8], view: View, place: Place, moved: tuple[Raster, Mask] | None
    ) -> list[MapDie]:
        """What may be dice around a place; ``moved``: only where this is set, None: all of it."""
        box, edge = np.asarray(place.polygon), self.edge
        (x0, y0), (x1, y1) = box.min(axis=0) - edge, box.max(axis=0) + edge
        raster = Raster.over(float(x0), float(y0), float(x1), float(y1), 1.0)
        if moved is None:
            return find(frame, view, raster, edge)
        m = (raster.matrix @ moved[0].inverse)[:2]
        where = cv2.warpAffine(moved[1], m, (raster.width, raster.height), flags=cv2.INTER_NEAREST)
        left, top, wide, high = cv2.boundingRect(where)
        if not wide or not high:
            return []
        grow = round(edge)
        part = (
            slice(max(0, top - grow), min(raster.height, top + high + grow)),
            slice(max(0, left - grow), min(raster.width, left + wide + grow)),
        )
        return find(frame, view, raster.part(part), edge, np.asarray(where[part], np.uint8))

    def agree(self, doubtful: Collection[str] = ()) -> None:
        """What was seen last is agreed, but for places that hold nobody knows what."""
        kept = {p: d for p, d in self.agreed.items() if p in doubtful}
        self.agreed = {p: d for p, d in self.seen.items() if p not in doubtful} | kept

    def cover(self, sight: Sight, view: View) -> Mask:
        """255 where the dice that were seen for sure show on the raster."""
        out = np.zeros((sight.raster.height, sight.raster.width), np.uint8)
        for die in (d for dice in self.seen.values() for d in dice if d.sure):
            lean = np.array(view.lean(die.body.x, die.body.y))
            q = square(die.body.x, die.body.y, die.body.yaw, self.edge + 2 * GROW_MM)
            shown = np.vstack([q + lean * (self.edge - sight.height), q - lean * sight.height])
            hull = cv2.convexHull(shown.astype(np.float32)).reshape(-1, 2)
            cv2.fillConvexPoly(out, np.round(sight.raster.px(hull) * 16).astype(np.int32), 255, cv2.LINE_8, 4)
        return out

    def told(self, readings: Mapping[str, Reading]) -> dict[str, Reading]:
        """Readings of areas with the dice that were seen there."""
        names = {p.id for p in self.places}
        return {
            k: evolve(r, dice=tuple(d.faces for d in dice if d.sure), dice_odds=_odds(dice))
            for k, r in readings.items()
            if k in names
            for dice in (self.seen.get(k, ()),)
        }


def _near(changed: Mask, reach: float) -> Mask:
    """Where the middle of a die may stand that has changed; ``reach`` in px."""
    n = 2 * round(reach) + 1
    return np.asarray(cv2.dilate(changed, np.ones((n, n), np.uint8)), np.uint8)


def _inside(die: MapDie, mask: Mask, sight: Sight) -> bool:
    """Whether a mask of the board is set where a die stands."""
    col, row = np.round(sight.raster.px([(die.body.x, die.body.y)])[0]).astype(int)
    return bool(0 <= row < mask.shape[0] and 0 <= col < mask.shape[1] and mask[row, col])


def _odds(dice: Iterable[MapDie]) -> tuple[float, ...]:
    """Log likelihood of 0, 1, 2 ... dice."""
    known = [d.sure for d in dice]
    sure, most = sum(known), len(known)
    return tuple(
        -UNLIKELY * (sure - n) if n < sure else 0.0 if n <= most else -MISSED * (n - most) for n in range(most + 3)
    )
