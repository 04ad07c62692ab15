"""Dice with pips that lie among the pieces of an area: found by their pips, whatever their colour, then read.

No cube bears pips, so a die is told from a cube of its own colour by them alone; a dot printed on the board has no rim
around it. What hardly looks like a die may be one, and says nothing of its number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

import cv2
import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from vision import pips
from vision.camera import View
from vision.layout import Layout, Place
from vision.observation import Reading
from vision.reading import area_changed
from vision.rectify import Mask, Raster, belongs
from vision.sight import Sight
from vision.solids import Body, square

SCALE = 2.0  # px per mm of the picture that is searched
STEP = 15  # degrees between the turns that are tried
RADIUS = 0.95  # of the disc that must look like pips, in half edges
APART, PIP = 0.5, 0.21  # of pips from the middle, and their radius, in half edges
FIRST, LIKELY = 0.6, 0.74  # correlation from which a spot is looked at closer, and may be a die for all that shows
CLOSER = 12  # spots of a place that are
FLAT = 5.0  # grey levels of what is too even to be a die
ONE = 0.9  # what a single pip counts: any dot looks like one
MAYBE, SURELY, RIMLESS = 0.65, 0.82, 0.9  # correlation of what may be a die, of what is one, and is even without a rim
RIM, FAINT_RIM = 0.14, 0.08  # log light by which three of its four edges stand out, or may do
TALL, STANDING = 0.35, 0.73  # log light by which edges stand out so far that so much correlation is enough
DOT = 0.85  # what a single pip counts against more of them near by
TURNS, SHIFTS = (-7, 0, 7), (-0.14, -0.07, 0.0, 0.07, 0.14)  # that are tried around it: degrees, shares of a face
APART_MM = 4.0  # spots nearer to each other are one
INSIDE, OUTSIDE = 0.84, 1.22  # of the edge: where a top and what lies around it are compared
GROW_MM = 1.0  # a die's edges
MISSED, UNLIKELY = 5.0, 8.0  # nats: a die that is not seen, and one that is seen and is none

Gray = NDArray[np.float32]
Faces = tuple[tuple[str, float], ...]
DIE = "die"


@frozen
class MapDie:
    """A die in a place: where it stands, whether it is one for sure, how much it looks so, the odds of each number."""

    body: Body
    sure: bool
    likeness: float
    faces: Faces


@lru_cache(maxsize=4)
def _patterns(edge_px: float) -> tuple[tuple[tuple[float, Gray], ...], Gray]:
    """Every number in every turn (radians) as filters without mean and of length 1, and the disc they lie in."""
    half = edge_px / 2
    n = int(np.ceil(half * RADIUS))
    grid = np.arange(-n, n + 1) / half
    x, y = np.meshgrid(grid, grid)
    disc = (np.hypot(x, y) <= RADIUS).astype(np.float32)
    out = []
    for value, spots in pips.LAYOUTS.items():
        for turn in range(0, {1: STEP, 4: 90, 5: 90}.get(value, 180), STEP):
            c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
            p = np.zeros_like(disc)
            for a, b in spots:
                d = np.hypot(x - APART * (a * c - b * s), y - APART * (a * s + b * c))
                p = np.maximum(p, np.clip((PIP - d) * half / 2 + 0.5, 0, 1).astype(np.float32))
            p = (p - p[disc > 0].mean()) * disc
            out.append((float(np.radians(turn)), np.asarray(p / np.linalg.norm(p), np.float32)))
    return tuple(out), disc


def _likeness(gray: Gray, edge_px: float, where: Mask | None) -> tuple[Gray, NDArray[np.int64]]:
    """How much each spot looks like the middle of a die (0..1), and the pattern that it looks like.

    Only where something shows, and ``where`` is set.
    """
    patterns, disc = _patterns(edge_px)
    n, reach = float(disc.sum()), disc.shape[0] // 2
    mean = cv2.filter2D(gray, -1, disc / n)
    spread = np.maximum(cv2.filter2D(gray * gray, -1, disc / n) - mean * mean, 0.0)
    found = np.abs([cv2.filter2D(gray, -1, p * (ONE if i == 0 else 1.0)) for i, (_, p) in enumerate(patterns)])
    like = found.max(axis=0) / np.sqrt(np.maximum(spread, 25.0) * n)
    some = np.zeros(gray.shape, np.bool_)
    some[reach : gray.shape[0] - reach, reach : gray.shape[1] - reach] = True
    some &= spread > FLAT**2 if where is None else (spread > FLAT**2) & (where > 0)
    return np.asarray(np.where(some, like, 0.0), np.float32), found.argmax(axis=0)


def _rim(frame: NDArray[np.uint8], view: View, die: Body, edge: float) -> float:
    """Log light by which the top of a die stands out at its edges, the faintest of them left out."""
    along = np.linspace(0.15, 0.85, 9)[:, None]
    corners = np.stack([square(die.x, die.y, die.yaw, edge * k) for k in (INSIDE, OUTSIDE)])[:, :, None]
    points = (corners + (np.roll(corners, -1, axis=1) - corners) * along).reshape(-1, 2)  # inside, outside; four sides
    px = view.project(np.column_stack([points, np.full(len(points), edge)])).astype(np.float32)
    seen = cv2.remap(frame, px[:, :1], px[:, 1:], cv2.INTER_LINEAR).reshape(2, 4, len(along), 3).astype(np.float32)
    inside, outside = np.log(np.median(seen, axis=2) + 8)
    return float(np.sort(np.abs(inside - outside).max(axis=1))[1])


def find(
    frame: NDArray[np.uint8], view: View, place: Place, edge: float, moved: tuple[Raster, Mask] | None = None
) -> list[MapDie]:
    """What may be dice around a place; ``moved``: only where this is set, None: all of it."""
    xs, ys = [p[0] for p in place.polygon], [p[1] for p in place.polygon]
    raster = Raster.over(min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge, SCALE)
    where = None
    if moved is not None:
        m = (raster.matrix @ moved[0].inverse)[:2]
        where = cv2.warpAffine(moved[1], m, (raster.width, raster.height), flags=cv2.INTER_NEAREST)
        x0, y0, w, h = cv2.boundingRect(where)
        grow = round(edge * SCALE)
        rows = slice(max(0, y0 - grow), min(raster.height, y0 + h + grow))
        box = rows, slice(max(0, x0 - grow), min(raster.width, x0 + w + grow))
        raster, where = raster.part(box), np.asarray(where[box], np.uint8)
    gray = np.asarray(raster.draw(frame, view, edge), np.float32).mean(axis=2)
    like, which = _likeness(gray, edge * SCALE, where)
    patterns, _ = _patterns(edge * SCALE)
    reach = round(APART_MM * SCALE)
    found: list[MapDie] = []
    for _ in range(CLOSER):
        row, col = (int(v) for v in np.unravel_index(int(np.argmax(like)), like.shape))
        first = float(like[row, col])
        if first < FIRST:
            break
        x, y = raster.mm([(col, row)])[0]
        die = Body(0, float(x), float(y), patterns[which[row, col]][0])
        like[max(0, row - reach) : row + reach + 1, max(0, col - reach) : col + reach + 1] = 0
        rim = _rim(frame, view, die, edge)
        if rim < FAINT_RIM and which[row, col] == 0:
            continue
        scores = pips.scores(pips.face(frame, view, die, edge), TURNS, SHIFTS)
        value = max(scores, key=scores.__getitem__)
        top = scores[value]
        standing = top >= STANDING and rim >= TALL and value not in (2, 3)  # print looks like a few pips
        sure = (top >= SURELY and rim >= RIM) or standing or (top >= RIMLESS and value > 1)
        if sure or (first >= LIKELY and top >= MAYBE and rim >= FAINT_RIM):
            likeness = top * (DOT if value == 1 else 1.0)
            found.append(MapDie(die, sure, likeness, pips.odds(scores) if sure else ()))
    return found


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
            fresh += find(frame, view, place, self.edge, moved)
        near = [d for dice in seen.values() for d in dice]
        for die in sorted(fresh, key=lambda d: (not d.sure, -d.likeness)):
            if all(np.hypot(d.body.x - die.body.x, d.body.y - die.body.y) > self.edge / 2 for d in near):
                near.append(die)
                shares = belongs(self.places, die.body.x, die.body.y)
                owner = max(shares, key=shares.__getitem__, default="")
                if owner:
                    seen[owner] = (*seen.get(owner, ()), die)
        self.seen = seen

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
