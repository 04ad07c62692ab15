"""Places that are learned in play: a piece comes to lie where no place is known, and somebody says once what it is."""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from attrs import frozen

from companion.capture.draft import written
from companion.capture.geometry import area, inside, ring
from companion.engine.boards import Board, Space, board_from_mapping
from vision.capture.areas import Areas
from vision.capture.changes import Change, changes, place_around
from vision.capture.circles import Circles
from vision.capture.flat import FlatPicture

Point = tuple[float, float]
SAME_MM = 9.0  # a patch that has moved less is the same
LOOKS = 2  # a patch must be seen so often
LARGEST_SHARE = 0.12  # of the sheet: an outline larger than this is none
OTHERS = 3
SPOTS = ("town",)  # kinds of space that are small printed circles: a piece there is on the circle, whatever lies around
SPOT_MM = 10.0  # radius of such a circle until one is known
SNAP_MM = 9.0  # a piece lies that near to the circle that is meant


@frozen
class Unplaced:
    """A patch nobody knows, and the spaces it may be, nearest first."""

    at: Point
    hull: tuple[Point, ...]
    spaces: tuple[str, ...]


class Learning:
    """``board``: as it is read now; it grows. ``places``: what was learned before (space -> hulls)."""

    def __init__(self, board: Board, picture: Any, homography: Any, places: Mapping[str, Any] | None = None) -> None:
        self.empty = FlatPicture.of(picture, homography, board.size_mm)
        self._areas = Areas(self.empty)
        self.bare = tuple(s.id for s in board.spaces if _bare(s))
        self.hulls: dict[str, list[tuple[Point, ...]]] = {}
        self.outlines: dict[str, tuple[Point, ...]] = {}
        self.board = board
        self._circles: Circles | None = None
        self._wanted: tuple[str, ...] = ()
        self._ignored: list[Point] = []
        self._seen: list[tuple[Point, int]] = []
        for name, known in (places or {}).items():
            if name in self.bare:
                self.hulls[name] = [tuple((float(x), float(y)) for x, y in h) for h in known.get("hulls", ())]
                self.outlines[name] = tuple((float(x), float(y)) for x, y in known.get("polygon", ()))
                self.board = with_place(self.board, name, self.outlines[name])

    def plain(self) -> dict[str, Any]:
        """What was learned, to be kept beside the game and on the shelf."""
        return {n: {"polygon": self.outlines[n], "hulls": self.hulls.get(n, [])} for n in self.outlines}

    @property
    def open(self) -> bool:
        return bool(self.bare)

    @property
    def calm(self) -> bool:
        """Whether the last look found nothing beside known places."""
        return not self._seen

    # ------------------------------------------------------------ looking
    def look(self, frame: Any, homography: Any, wanted: Sequence[str] = ()) -> Unplaced | None:
        """A patch that stays where no place is known; None while there is nothing to ask.

        ``wanted``: spaces that should hold a piece by now, the newest last. Circles are asked for only then: where
        nobody has placed them, how near they are says nothing.
        """
        self._wanted = tuple(n for n in wanted if n in self.bare and n not in self.outlines)
        if not self.bare:
            return None
        now = FlatPicture.of(frame, homography, self.board.size_mm)
        known = [s.polygon for s in self.board.spaces if s.look in ("area", "slot") and len(s.polygon) > 2]
        found = [c for c in changes(self.empty, now, known, margin_mm=4.0) if self._new(c)]
        before, self._seen = self._seen, []
        steady = None
        for c in found:
            n = 1 + max((k for at, k in before if math.dist(at, c.at) < SAME_MM), default=0)
            self._seen.append((c.at, n))
            spaces = self.candidates(c.at)
            if n >= LOOKS and spaces and steady is None:
                steady = Unplaced(c.at, c.hull, spaces)
        return steady

    def _new(self, c: Change) -> bool:
        return all(math.dist(c.at, p) > SAME_MM for p in self._ignored)

    def candidates(self, at: Point) -> tuple[str, ...]:
        """Spaces without a clear place whose middle is nearest; none when another land is clearly meant."""
        own = self.board.space
        if any(own[n].kind in SPOTS for n in self.bare):
            return tuple(reversed(self._wanted))[:OTHERS]
        firm = [s for s in self.board.spaces if s.look == "area" and s.id not in self.bare and s.role == "lead"]
        nearest_firm = min((math.dist(s.centre, at) for s in firm), default=math.inf)
        names = sorted(self.bare, key=lambda n: math.dist(own[n].centre, at))
        if not names or math.dist(own[names[0]].centre, at) > 2.2 * max(25.0, min(nearest_firm, 60.0)):
            return ()
        return tuple(names[:OTHERS])

    # ------------------------------------------------------------ answers
    def ignore(self, patch: Unplaced) -> None:
        """It is none of them: a thing that lies there."""
        self._ignored.append(patch.at)

    def learn(self, patch: Unplaced, name: str) -> Board:
        """The patch lies on this space: its place is the printed land there, or what is around the patch."""
        others = [s.polygon for s in self.board.spaces if s.id != name and s.look == "area" and len(s.polygon) > 2]
        self.hulls.setdefault(name, []).append(patch.hull)
        if self.board.space[name].kind in SPOTS:
            self.outlines[name] = ring(self._circle(patch.at), SPOT_MM)
            self.board = with_place(self.board, name, self.outlines[name])
            return self.board
        polygon = self._land(name, patch, others)
        if not polygon:
            polygon = place_around(self.hulls[name], others, self.empty)
        if len(polygon) > 2:
            self.outlines[name] = polygon
            self.board = with_place(self.board, name, polygon)
        return self.board

    def _circle(self, at: Point) -> Point:
        """The printed circle under a piece, or the middle of the piece where none is found."""
        if self._circles is None:
            self._circles = Circles(self.empty, (at,))
        x, y = self._circles.snap(at, SNAP_MM)
        return (float(x), float(y)) if math.dist((x, y), at) <= SNAP_MM else at

    def _land(self, name: str, patch: Unplaced, others: Sequence[Sequence[Point]]) -> tuple[Point, ...]:
        centre = self.board.space[name].centre
        far = tuple(s.centre for s in self.board.spaces if s.id != name and s.look == "area" and s.role == "lead")
        w, h = self.board.size_mm
        for at in (patch.at, centre):
            found = self._areas.outline(at, far)
            line = found.polygon
            if len(line) < 3 or area(line) > LARGEST_SHARE * w * h or not found.sure:
                continue
            if inside(line, patch.at) and (inside(line, centre) or math.dist(patch.at, centre) < 40):
                return self._clear(line, others)
        return ()

    def _clear(self, line: tuple[Point, ...], others: Sequence[Sequence[Point]]) -> tuple[Point, ...]:
        """An outline without what belongs to others."""
        mask = self.empty.mask(line)
        for polygon in others:
            mask[self.empty.mask(polygon) > 0] = 0
        return tuple(self._areas.polygon(np.asarray(mask, np.uint8)))


def _bare(s: Space) -> bool:
    return s.look == "none" and s.role == "lead" and bool(s.holds) and s.kind != "tray" and s.centre != (0.0, 0.0)


def with_place(board: Board, name: str, polygon: Sequence[Point]) -> Board:
    """The same board with one more place to look at."""
    doc = copy.deepcopy(dict(board.doc))
    for raw in doc["spaces"]:
        if raw["id"] == name:
            for key in ("disc", "box", "polygon"):
                raw.pop(key, None)
            if board.space[name].kind in SPOTS:
                x, y = np.mean(np.array(polygon), axis=0)
                raw |= {"look": "slot", "centre": [round(float(x), 1), round(float(y), 1)], "disc": 2 * SPOT_MM}
            else:
                raw |= {"look": "area", "polygon": written(polygon)}
    return board_from_mapping(doc, board.id)


def drawn(board: Board, radius_mm: float = 11.0) -> Board:
    """The board as it is drawn: spaces without a place are discs that can be tapped."""
    doc = copy.deepcopy(dict(board.doc))
    changed = False
    for raw in doc["spaces"]:
        space = board.space.get(str(raw["id"]))
        if space is not None and _bare(space) and "polygon" not in raw:
            raw |= {"look": "slot", "disc": 2 * radius_mm}
            x, y = raw["centre"]
            w, h = board.size_mm
            raw["centre"] = [min(max(x, radius_mm), w - radius_mm), min(max(y, radius_mm), h - radius_mm)]
            changed = True
    return board_from_mapping(doc, board.id) if changed else board
