"""The first steps of every board: its four corners in the picture, and its size."""

from __future__ import annotations

import math

from companion import i18n
from companion.capture import corners
from companion.capture.draft import Drawn, Op, Point, written
from companion.capture.stage import Change, Count, Dot, Pick, Plain, Scene, Stage, Stroke
from companion.engine.words import N_

GUESS_MM = 500.0  # the longer side until somebody measured it
SAME_CORNER = 0.03  # of the picture's width: nearer to a touched corner than this means that one
LOW_CM, HIGH_CM = 5, 150


def _(text: str) -> str:
    return i18n.gettext(text)


class Corners(Plain):
    """Proposed corners are moved by touches; where nothing was proposed, four touches in any order make them."""

    id = "corners"

    def __init__(
        self, sentence: str = N_("Touch the four corners of the board, in any order."), longest: float = corners.LONGEST
    ) -> None:
        self.sentence, self.longest = sentence, longest

    def stage(self, s: Scene) -> Stage:
        d = s.drawn
        ring = d.corners
        wrong = corners.fault(ring, s.picture, self.longest)
        if len(ring) < 4:
            sentence = _(self.sentence)
        elif wrong:
            sentence = wrong
        elif d.unsure:
            sentence = _(N_("The edge of the board is not certain: touch each corner that lies wrong."))
        elif d.touched:
            sentence = _(N_("Do the corners lie right? Touch one to move it there."))
        else:
            sentence = _(N_("The corners are proposed: touch each one that lies wrong."))
        strokes = (Stroke((*ring, ring[0]), "doubt" if d.unsure else "path"),) if len(ring) == 4 else ()
        turn = (Pick("turn", _(N_("Turn it")), _(N_("The ring is the board's upper left corner."))),)
        known = len(ring) == 4 and bool(d.spots or d.rows)
        dots = tuple(Dot(p, "corner", lit=known and i == 0) for i, p in enumerate(ring))
        return Stage(
            self.id, 0, 0, sentence, in_picture=True, dots=dots, strokes=strokes, picks=turn if known else (),
            missing=wrong if len(ring) < 4 else "", ready=not wrong, focus=ring[-1] if ring else None,
        )  # fmt: skip

    def tap(self, s: Scene, at: Point) -> Change:
        d = s.drawn
        if len(d.corners) < 4:
            points = (*d.corners, at)
            ring = corners.clockwise(points) if len(points) == 4 else points
            return Change((_touched(d, ring, at),))
        moved = list(d.corners)
        moved[_meant(s, at)] = at
        return Change((_touched(d, _kept(d, moved), at),))

    def choose(self, s: Scene, key: str) -> Change:
        """A board whose places are known lies the other way round."""
        ring = s.drawn.corners
        if key != "turn" or len(ring) != 4:
            return Change()
        ring = (*ring[1:], ring[0])
        firm = written(s.drawn.firm)
        return Change(({"do": "corners", "at": written(ring), "touched": s.drawn.touched, "firm": firm},))

    def drag(self, s: Scene, start: Point, end: Point) -> Change:
        """A corner is taken along; a finger that slides elsewhere has touched where it ends."""
        points = list(s.drawn.corners)
        near = corners.nearest(points, start) if len(points) == 4 else -1
        if near < 0 or math.dist(points[near], start) > SAME_CORNER * s.picture[0]:
            return self.tap(s, end)
        points[near] = end
        return Change((_touched(s.drawn, _kept(s.drawn, points), end),))


def _meant(s: Scene, at: Point) -> int:
    """The corner that a touch moves: the nearest, but not one that lies under a finger's touch already. So four
    touches make the board, whatever was proposed."""
    ring, firm = s.drawn.corners, s.drawn.firm
    near = corners.nearest(ring, at)
    loose = [i for i, p in enumerate(ring) if p not in firm]
    if ring[near] not in firm or not loose or math.dist(ring[near], at) < SAME_CORNER * s.picture[0]:
        return near
    return min(loose, key=lambda i: math.dist(ring[i], at))


def _touched(d: Drawn, ring: tuple[Point, ...], at: Point) -> Op:
    return {"do": "corners", "at": written(ring), "touched": d.touched + 1, "firm": written((*d.firm, at))}


def _kept(d: Drawn, points: list[Point]) -> tuple[Point, ...]:
    """Moved corners in their order; once places are known the board's own top left stays the first."""
    if d.spots or d.rows:
        return tuple(points)
    return corners.clockwise(points)


def size_of(d: Drawn, picture: tuple[int, int]) -> Point:
    """The board's size: as it was told, or guessed from its shape in the picture."""
    if d.size_mm[0] > 0:
        return d.size_mm
    if len(d.corners) < 4:
        return (GUESS_MM, round(GUESS_MM * 0.7, -1))
    ratio = corners.aspect(d.corners, picture)
    w, h = (GUESS_MM, GUESS_MM / ratio) if ratio >= 1 else (GUESS_MM * ratio, GUESS_MM)
    return (round(w, -1), round(h, -1))


class Size(Plain):
    """Two numbers in centimetres; the second follows the first as the picture shows the board.

    ``ratio``: width by height where the game knows it; then one number is enough.
    """

    id = "size"

    def __init__(self, ratio: float = 0.0) -> None:
        self.ratio = ratio

    def begin(self, s: Scene) -> tuple[Op, ...]:
        if s.drawn.size_mm[0]:
            return ()
        w, h = (GUESS_MM, round(GUESS_MM / self.ratio, 1)) if self.ratio else size_of(s.drawn, s.picture)
        return ({"do": "size", "mm": [w, h], "tied": True},)  # who finds it right tells nothing, and it is kept as well

    def stage(self, s: Scene) -> Stage:
        w, h = size_of(s.drawn, s.picture)
        counts: tuple[Count, ...] = (
            Count("width", _(N_("Upper edge")), f"{round(w / 10)} cm", (-5, -1, 1, 5)),
            Count("height", _(N_("Side edge")), f"{round(h / 10)} cm", (-5, -1, 1, 5)),
        )
        if self.ratio:
            counts = counts[:1]
        ring = s.drawn.corners
        strokes = (Stroke((ring[0], ring[1]), "path"),) if len(ring) == 4 else ()
        return Stage(
            self.id, 0, 0, _(N_("How large is the board? A ruler beside its upper and its side edge tells.")),
            in_picture=True, dots=tuple(Dot(p, "corner") for p in ring), strokes=strokes, counts=counts, ready=True,
        )  # fmt: skip

    def count(self, s: Scene, key: str, by: int) -> Change:
        w, h = size_of(s.drawn, s.picture)
        if key == "width":
            wide = _cm(w / 10 + by)
            tall = _cm(h / 10)
            if self.ratio:
                return Change(({"do": "size", "mm": [10 * wide, round(10 * wide / self.ratio, 1)], "tied": True},))
            if s.drawn.tied and len(s.drawn.corners) == 4:
                tall = _cm(wide / corners.aspect(s.drawn.corners, s.picture))
            return Change(({"do": "size", "mm": [10 * wide, 10 * tall], "tied": s.drawn.tied},))
        return Change(({"do": "size", "mm": [w, 10 * _cm(h / 10 + by)], "tied": False},))


def _cm(value: float) -> float:
    return float(min(HIGH_CM, max(LOW_CM, math.floor(value + 0.5))))
