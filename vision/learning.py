"""Learning from tables whose contents are known: where the pieces lie, what their paints look like, and the print."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import cv2
import numpy as np
from attrs import define
from numpy.typing import NDArray

from vision import counting
from vision.camera import View
from vision.cubes import Cube, square
from vision.evidence import MOST, Evidence, outlines
from vision.memory import Agreed, silhouette
from vision.paints import first_guess
from vision.rectify import Mask
from vision.sight import Flat, Sight

Wanted = Mapping[tuple[str, str], int]  # (place, piece id) -> number
WEAK = 0.3  # a piece that explains less than this share of what it could is not sure to lie just there
CAST_MM = 20.0  # print nearer to a piece than this may lie in its cast shadow
PLAIN_VIEW_MM = 5.0  # nearer than this it lies in shadow more often than not
TOP_SHARE = 0.68  # of a top's edge: the part that is surely paint
EVEN_PIECES = 8  # of a paint; later ones change it less


@define(eq=False)
class Placed:
    """Known pieces found on a picture. ``ghosts``: (place, piece id) -> number that no pixel shows for sure."""

    cubes: list[Agreed]
    ghosts: dict[tuple[str, str], int]

    def haunt(self, place: str, piece: str, n: int = 1) -> None:
        self.ghosts[(place, piece)] = self.ghosts.get((place, piece), 0) + n

    @property
    def vague(self) -> set[str]:
        """Places some of whose pieces were not found for sure."""
        return {p for p, _ in self.ghosts}


def wanted(sight: Sight, contents: Mapping[str, Mapping[str, int]]) -> dict[tuple[str, str], int]:
    """The cubes that lie in areas by these contents."""
    names = {p.id for p in sight.cubes}
    areas = {p.id for p in sight.areas}
    return {(p, k): n for p, c in contents.items() if p in areas for k, n in c.items() if k in names and n > 0}


def area_mask(sight: Sight, places: Collection[str], grow_mm: float = 2.0) -> Mask:
    """255 in these areas and a rim around them."""
    r = sight.raster
    out = np.zeros((r.height, r.width), np.uint8)
    for p in places:
        box = r.box(sight.place[p].polygon, grow_mm + 1)
        out[box] |= r.mask(sight.place[p].polygon, grow_mm)[box]
    return out


def place_known(
    sight: Sight, evidence: Evidence, want: Wanted, flat: Flat, others: list[Agreed], *, fresh: bool = False
) -> Placed:
    """Where the agreed pieces lie, place by place; ``fresh``: nothing is known yet of the print under them.

    A piece that hardly explains a pixel becomes a ghost: it is believed to be there, but not just there.
    """
    names = [p.id for p in sight.cubes]
    out = Placed([], {})
    weak = WEAK * MOST * sight.edge**2
    for place in sorted({k[0] for k in want}):
        polygon = sight.place[place].polygon
        box = sight.raster.box(polygon, sight.edge)
        rims = smooth = None
        if fresh:
            rims, smooth = outlines(flat.log[box], sight.raster.mask(polygon, 2.0)[box], sight.raster.scale)
        stage = counting.stage_of(evidence, box, sight.edge, sight.height, flat.view, rims)
        if smooth is not None:
            stage.top += smooth
        need = {names.index(k): n for (p, k), n in want.items() if p == place}
        near = [a.cube for a in others + out.cubes if counting.within(stage, a.cube)]
        cubes, score = stage.exactly(need, near, sight.raster.mask(polygon)[box] * flat.shown[box])
        placed = cubes[len(near) :]
        for c in placed:
            if score - stage.score([o for o in cubes if o is not c]) < weak:
                out.haunt(place, names[c.paint])
            else:
                out.cubes.append(Agreed(c, place))
        for k, n in need.items():
            short = n - sum(c.paint == k for c in placed)
            if short > 0:
                out.haunt(place, names[k], short)
    return out


def teach(sight: Sight, cubes: list[Agreed], flat: Flat, *, afresh: bool) -> dict[str, int]:
    """Learn paints from the tops of known cubes; gives the number of pieces used per colour."""
    r = sight.raster
    by_colour: dict[str, list[NDArray[np.float64]]] = {}
    spots: list[tuple[str, tuple[float, float], NDArray[np.float64]]] = []
    for a in cubes:
        q = r.px(square(a.cube.x, a.cube.y, a.cube.yaw, TOP_SHARE * sight.edge))
        box = r.box(r.mm(q), 0.5)
        mask = np.zeros((box[0].stop - box[0].start, box[1].stop - box[1].start), np.uint8)
        if not mask.size:
            continue
        cv2.fillConvexPoly(mask, np.round((q - (box[1].start, box[0].start)) * 16).astype(np.int32), 255, 8, 4)
        inside = (mask > 0) & flat.lit[box]
        if inside.sum() < 0.4 * (mask > 0).sum():  # clipped colours teach nothing
            continue
        colour = sight.cubes[a.cube.paint].colour
        pixels = sight.colour(flat, box)[inside].astype(np.float64)
        by_colour.setdefault(colour, []).append(pixels)
        spots.append((colour, (a.cube.x, a.cube.y), np.median(pixels, axis=0)))
    for colour, samples in by_colour.items():
        paint = first_guess(colour, sight.camera) if afresh else sight.paints[colour]
        sight.teach(paint.learn(samples, 1.0 if afresh or paint.pieces < EVEN_PIECES else 0.4))
    known = [s for s in spots if sight.paints[s[0]].pieces >= 2]
    sight.bend_light([at for _, at, _ in known], [c - sight.paints[k].mean for k, _, c in known])
    return {c: len(s) for c, s in by_colour.items()}


def learn_print(
    sight: Sight, frame: NDArray[np.uint8], view: View, cubes: list[Cube], hidden: Mask | None, rate: float
) -> None:
    """Learn the print in plain view; near pieces it may lie in shadow, under ``hidden`` (255) nothing is learned."""
    r = sight.raster
    quality = np.ones((r.height, r.width), np.float32)
    for grow, value in ((CAST_MM, 0.85), (PLAIN_VIEW_MM, 0.6), (0.8, 0.0)):
        for c in cubes:
            box, mask = silhouette(r, c, sight.edge, sight.foot(view, c.x, c.y), grow)
            part = quality[box]
            part[mask > 0] = np.minimum(part[mask > 0], value)
    if hidden is not None:
        quality[hidden > 0] = 0
    sight.see_print(frame, view, quality, rate)
