"""Dice with pips wherever they lie, also among pieces: told from a cube of their own colour by their pips alone.

Every spot is compared with every number in every turn (normalised correlation; a pattern is a sum of equal discs, so
one filter and shifted sums serve all of them). What may be a die is cut out upright and held against finer patterns; a
dot printed on the board has no rim around it. What hardly looks like a die may be one, and says nothing of its number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import cv2
import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from vision import dice as pips
from vision.camera import View
from vision.layout import Layout, Place
from vision.observation import Reading
from vision.reading import area_changed
from vision.rectify import Mask, Raster, belongs, fill, wider
from vision.sight import Sight
from vision.solids import Body, square

GROW_MM = 1.0  # a die's edges
MISSED, UNLIKELY = 5.0, 8.0  # nats: a die that is not seen, and one that is seen and is none
DIE = "die"
SEARCHED_PX, FINEST = 24.0, 2.0  # px of an edge in the picture that is searched, and px per mm it has at most
STEP = 15  # degrees between the turns that are tried
RADIUS = 0.95  # of the disc that must look like pips, in half edges
APART, PIP = 0.5, 0.21  # of pips from the middle, and their radius, in half edges
FIRST, LIKELY = 0.6, 0.74  # correlation from which a spot is looked at closer, and may be a die for all that shows
ONE = 0.9  # what a single pip counts: any dot looks like one
FLAT = 5.0  # grey levels of what is too even to be a die
TURNS, SHIFTS = (-7, 0, 7), (-0.06, 0.0, 0.06)  # that are tried around a spot: degrees, shares of a face
APART_MM = 4.0  # spots nearer to each other are one
INSIDE, OUTSIDE = 0.84, 1.22  # of the edge: where a top and what lies around it are compared
MAYBE, SURELY, RIMLESS = 0.65, 0.82, 0.9  # correlation of what may be a die, of what is one, and is even without a rim
RIM, FAINT_RIM = 0.25, 0.08  # log light by which three of its four edges stand out, or may do
TALL, STANDING = 0.35, 0.73  # log light by which edges stand out so far that so much correlation is enough
DOT = 0.85  # what a single pip counts against more of them near by
BESIDE_MM = 300.0  # around the sheet that is searched for dice
STRIP = 192  # rows that are compared at a time: they stay in the cache

Gray = NDArray[np.float32]
Faces = tuple[tuple[str, float], ...]


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
        moved = None if changed is None else (sight.raster, wider(changed, 2 * round(sight.raster.scale * self.edge)))
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
            fill(out, sight.raster.px(hull))
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


# ---------------------------------------------------------------- found by their pips
@frozen
class MapDie:
    """A die: where it stands, its edge in mm, whether it is one for sure, how much it looks so, odds of each number."""

    body: Body
    edge: float
    sure: bool
    likeness: float
    faces: Faces


@frozen
class Spot:
    """What looks like a die at first: where, which number, how much (correlation), how far its edges stand out."""

    body: Body
    value: int
    first: float
    rim: float = 0.0


# ---------------------------------------------------------------- every spot of a picture
@lru_cache(maxsize=8)
def _kernels(edge_px: float) -> tuple[Gray, Gray, NDArray[np.float64]]:
    """A pip and the disc around a middle as filters, and the length of each number's pattern without its mean."""
    half = edge_px / 2

    def disc(radius: float) -> Gray:
        n = int(np.ceil(radius + 1))
        x, y = np.meshgrid(np.arange(-n, n + 1), np.arange(-n, n + 1))
        return np.asarray(np.clip(radius - np.hypot(x, y) + 0.5, 0, 1), np.float32)

    pip, whole = disc(PIP * half), disc(RADIUS * half)
    count = np.arange(7)
    lengths = np.sqrt(np.maximum(count * (pip**2).sum() - (count * pip.sum()) ** 2 / whole.sum(), 1e-6))
    return pip, whole, lengths


def likeness(gray: Gray, edge_px: float, where: Mask) -> Gray:
    """How much each spot looks like the middle of a die (0..1), where something shows and ``where`` is set."""
    out = np.zeros(gray.shape, np.float32)
    rim = int(np.ceil(edge_px / 2)) + 2
    for top in range(0, gray.shape[0], STRIP):
        mine = slice(top, min(gray.shape[0], top + STRIP))
        rows = slice(max(0, top - rim), min(gray.shape[0], top + STRIP + rim))
        if where[mine].any():
            out[mine] = _compared(gray[rows], edge_px)[top - rows.start : mine.stop - rows.start]
    out[:rim] = out[-rim:] = out[:, :rim] = out[:, -rim:] = 0
    out[where == 0] = 0
    return out


def _compared(gray: Gray, edge_px: float) -> Gray:
    """The same of one strip, without regard to its borders."""
    pip, whole, lengths = _kernels(edge_px)
    n, half = float(whole.sum()), edge_px / 2
    mean = cv2.filter2D(gray, -1, whole / n)
    spread = np.maximum(cv2.filter2D(gray * gray, -1, whole / n) - mean * mean, 0.0)
    level = mean * float(pip.sum())
    sums = cv2.filter2D(gray, -1, pip)
    reach, (rows, cols) = int(np.ceil(half)), gray.shape
    wide = cv2.copyMakeBorder(sums, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    centre = sums - level  # how far a pip stands out from the whole top

    def at(x: float, y: float) -> Gray:
        r, c = reach + round(y * half), reach + round(x * half)
        return np.asarray(wide[r : r + rows, c : c + cols], np.float32)

    def pair(x: float, y: float) -> Gray:
        return np.asarray(at(x, y) + at(-x, -y) - 2 * level, np.float32)

    best = {k: np.zeros(gray.shape, np.float32) for k in pips.LAYOUTS}

    def take(value: int, sum_: Gray) -> None:
        np.maximum(best[value], np.abs(sum_), out=best[value])

    take(1, centre)
    for turn in range(0, 90, STEP):
        c, s = float(np.cos(np.radians(turn))) * APART, float(np.sin(np.radians(turn))) * APART
        one, two = pair(c - s, s + c), pair(c + s, s - c)  # the two diagonals
        four = one + two
        for value, sum_ in ((2, one), (2, two), (3, one + centre), (3, two + centre), (4, four), (5, four + centre)):
            take(value, sum_)
        take(6, four + pair(c, s))
        take(6, four + pair(-s, c))
    like = np.maximum.reduce([best[k] * np.float32((ONE if k == 1 else 1.0) / lengths[k]) for k in best])
    shown = spread > FLAT**2
    return np.asarray(np.where(shown, like / np.sqrt(np.maximum(spread, FLAT**2) * n), 0.0), np.float32)


def _turned(gray: Gray, edge_px: float, rows: NDArray[np.int64], cols: NDArray[np.int64]) -> list[tuple[int, float]]:
    """The number and the turn (radians) that each spot looks most like."""
    pip, whole, lengths = _kernels(edge_px)
    half, area = edge_px / 2, float(pip.sum())
    sums = cv2.filter2D(gray, -1, pip)
    level = cv2.filter2D(gray, -1, whole / whole.sum())[rows, cols] * area
    kinds, likes = [], []
    for value, spots in pips.LAYOUTS.items():
        for turn in range(0, {1: STEP, 4: 90, 5: 90}.get(value, 180), STEP):
            c, s = float(np.cos(np.radians(turn))) * APART, float(np.sin(np.radians(turn))) * APART
            shifts = [(round((a * s + b * c) * half), round((a * c - b * s) * half)) for a, b in spots]
            weight = (ONE if value == 1 else 1.0) / lengths[value]
            likes.append(weight * np.abs(sum(sums[rows + i, cols + j] - level for i, j in shifts)))
            kinds.append((value, float(np.radians(turn))))
    return [kinds[i] for i in np.argmax(likes, axis=0)] if len(rows) else []


# ---------------------------------------------------------------- a closer look
def _rims(frame: NDArray[np.uint8], view: View, dice: Sequence[Body], edge: float) -> NDArray[np.float64]:
    """Log light (N,) by which each top stands out at its edges, the faintest of them left out."""
    along = np.linspace(0.15, 0.85, 9)[:, None]
    corners = np.array([[square(d.x, d.y, d.yaw, edge * k) for k in (INSIDE, OUTSIDE)] for d in dice])[:, :, :, None]
    points = (corners + (np.roll(corners, -1, axis=2) - corners) * along).reshape(-1, 2)  # inside, outside; four sides
    px = view.project(np.column_stack([points, np.full(len(points), edge)])).astype(np.float32)
    shape = (len(dice), 2 * 4 * len(along))
    seen = cv2.remap(frame, px[:, 0].reshape(shape), px[:, 1].reshape(shape), cv2.INTER_LINEAR)
    logs = np.log(np.median(seen.reshape(len(dice), 2, 4, len(along), 3).astype(np.float32), axis=3) + 8)
    return np.asarray(np.sort(np.abs(logs[:, 0] - logs[:, 1]).max(axis=2), axis=1)[:, 1], np.float64)


def spots(frame: NDArray[np.uint8], view: View, raster: Raster, edge: float, where: Mask | None) -> Iterator[Spot]:
    """What may be dice of this edge on a raster, by a first look; ``where``: only where this mask of it is set."""
    fine = raster.scaled(min(FINEST, SEARCHED_PX / edge))
    whole = np.full((raster.height, raster.width), 255, np.uint8) if where is None else where
    mask = np.asarray(cv2.resize(whole, (fine.width, fine.height), interpolation=cv2.INTER_NEAREST), np.uint8)
    gray = np.asarray(np.asarray(fine.draw(frame, view, edge), np.float32).mean(axis=2), np.float32)
    like = likeness(gray, edge * fine.scale, mask)
    reach = 2 * round(APART_MM * fine.scale) + 1
    rows, cols = np.nonzero((like >= FIRST) & (like >= cv2.dilate(like, np.ones((reach, reach), np.uint8))))
    found: list[Spot] = []
    for row, col, (value, turn) in zip(rows, cols, _turned(gray, edge * fine.scale, rows, cols), strict=True):
        x, y = (float(v) for v in fine.mm([(col, row)])[0])
        for more in range(0, 90, STEP) if value == 1 else (0,):  # a single pip has no turn of its own
            body = Body(0, x, y, turn + float(np.radians(more)))
            found.append(Spot(body, value, float(like[row, col])))
    best: dict[tuple[float, float], Spot] = {}
    rims = _rims(frame, view, [s.body for s in found], edge).tolist() if found else []
    for spot, rim in zip(found, rims, strict=True):
        turned, at = evolve(spot, rim=rim), (spot.body.x, spot.body.y)
        best[at] = max(best.get(at, turned), turned, key=lambda s: s.rim)
    return iter(best.values())


def find(frame: NDArray[np.uint8], view: View, raster: Raster, edge: float, where: Mask | None = None) -> list[MapDie]:
    """What may be dice of this edge on a raster; several may be at one spot."""
    found: list[MapDie] = []
    for spot in spots(frame, view, raster, edge, where):
        if spot.rim >= FAINT_RIM or (spot.first >= LIKELY and spot.value > 1):
            scores = pips.scores(pips.face(frame, view, spot.body, edge), TURNS, SHIFTS)
            die = _judged(spot, edge, scores)
            found += [die] if die is not None else []
    return found


def _judged(spot: Spot, edge: float, scores: Mapping[int, float]) -> MapDie | None:
    """What may be a die, by the correlation of each number with its face."""
    value = max(scores, key=scores.__getitem__)
    top, rim = scores[value], spot.rim
    standing = top >= STANDING and rim >= TALL and value not in (2, 3)  # print looks like a few pips
    sure = (top >= SURELY and rim >= RIM) or standing or (top >= RIMLESS and value > 1)
    if sure or (spot.first >= LIKELY and top >= MAYBE and rim >= FAINT_RIM):
        return MapDie(spot.body, edge, sure, top * (DOT if value == 1 else 1.0), pips.odds(scores) if sure else ())
    return None


def anywhere(frame: NDArray[np.uint8], view: View, layout: Layout, edges: Sequence[float]) -> list[MapDie]:
    """All dice of these edges (mm) on the sheet and on the table around it, each once."""
    w, h = layout.size_mm
    raster = Raster.over(-BESIDE_MM, -BESIDE_MM, w + BESIDE_MM, h + BESIDE_MM, 0.25)
    found: list[MapDie] = []
    for edge in edges:
        shown = raster.draw(np.full((*frame.shape[:2], 1), 255, np.uint8), view, edge)
        x, y, across, down = cv2.boundingRect(shown)
        part = np.s_[y : y + down, x : x + across]
        if across and down:
            found += find(frame, view, raster.part(part), edge, np.asarray(shown[part], np.uint8))
    return apart(found)


def apart(dice: Sequence[MapDie]) -> list[MapDie]:
    """Of dice that stand in each other only the one that looks most like a die.

    It is not sure where another of them, as small or as large as it may be, is sure of another number.
    """
    out: list[MapDie] = []
    for die in sorted(dice, key=lambda d: -d.likeness):
        near = [i for i, d in enumerate(out) if _overlap(d, die)]
        if not near:
            out.append(die)
        elif die.sure:
            out[near[0]] = _doubted(out[near[0]], die)
    return out


def _doubted(die: MapDie, other: MapDie) -> MapDie:
    """A die beside another that may be the same one: not sure if they show different numbers."""
    numbers = {max(d.faces, key=lambda f: f[1])[0] for d in (die, other) if d.faces}
    return evolve(die, sure=False, faces=()) if len(numbers) > 1 else die


def _overlap(a: MapDie, b: MapDie) -> bool:
    return bool(np.hypot(a.body.x - b.body.x, a.body.y - b.body.y) <= max(a.edge, b.edge) / 2)
