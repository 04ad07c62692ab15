"""Boards as values: the printed sheet, its spaces, tracks, pieces and fiducials. What a tag means, the game knows.

Board frame: mm, origin at the sheet's top-left corner, x right, y down.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

from attrs import define, field, frozen

from companion.engine.checked import As, fitting

Point = tuple[float, float]
MOST = 1e9  # no number of a board is as large


def number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < MOST


def point(value: Any) -> Point:
    """Of two numbers in a list; raises ValueError."""
    x, y = fitting(value, isinstance(value, list) and all(map(number, value)))
    return (float(x), float(y))


def _size(value: Any) -> Point:
    return point([value, value] if number(value) else value)


def _rgb(value: Any) -> tuple[int, int, int]:
    r, g, b = fitting(value, isinstance(value, list) and all(isinstance(v, int) and 0 <= v <= 255 for v in value))
    return (r, g, b)


A_POINT = As("a point [x, y] in mm", point, [0, 0])
Word = Annotated[str, As("a text", str, "")]  # a number stands for its digits


@frozen
class PieceKind:
    """A kind of piece of this box: ``size_mm`` is edge or diameter, or length and width.

    ``colour``: of a piece that belongs to nobody. ``turns``: other ways it may lie, each turned by a quarter.
    """

    kind: str
    shape: Literal["cube", "disc", "cylinder", "bar", "token", "card", "die"]
    size_mm: Annotated[Point, As(A_POINT.expected, _size, 1)]
    height_mm: float
    faces: tuple[Word, ...] = ()
    colour: str = ""  # of a kind that belongs to nobody
    beside: bool = False  # lies beside what else is on a slot
    turns: tuple[Word, ...] = ()


@frozen
class Space:
    """A place on the board. ``role`` lead: what moves there is an act; echo: it mirrors the engine."""

    id: str
    kind: str
    look: str
    role: str
    centre: Point
    polygon: tuple[Point, ...]
    holds: Mapping[str, int]
    name: str = ""
    ink: str = ""
    neighbours: tuple[str, ...] = ()
    tags: Mapping[str, Any] = field(factory=dict)


@frozen
class Track:
    """Spaces in a row: ``spaces`` are ids of ``Board.spaces``, ``inks`` their printed colours."""

    id: str
    spaces: tuple[str, ...]
    inks: tuple[str, ...]
    loop: bool


@frozen
class Fiducials:
    """ArUco marks, parallel to the board: paper square of ``side_mm``, its white rim ``border_cells`` cells wide."""

    dictionary: str
    side_mm: float
    border_cells: int
    centres: Mapping[int, Point]


@frozen
class Patch:
    centre: Annotated[Point, A_POINT]
    side_mm: float
    rgb: Annotated[tuple[int, int, int], As("three numbers from 0 to 255", _rgb, [128, 128, 128])]


@define(eq=False, frozen=True, slots=False)
class Board:
    """One board file. Compared by identity; ``digest`` names its content."""

    id: str
    game: str
    source: str
    size_mm: tuple[float, float]
    spaces: tuple[Space, ...]
    tracks: tuple[Track, ...]
    pieces: tuple[PieceKind, ...]
    colours: tuple[str, ...]
    fiducials: Fiducials | None
    patches: tuple[Patch, ...]
    cuts_mm: tuple[float, ...]
    data: Mapping[str, Any]  # what only this game understands
    doc: Mapping[str, Any]  # the file as it was read; a journal keeps it

    @cached_property
    def space(self) -> Mapping[str, Space]:
        return {s.id: s for s in self.spaces}

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical content, hex; the same for a file and for the JSON copy a journal keeps."""
        return digest(self.doc)


def canonical(value: object) -> bytes:
    """Canonical JSON bytes: sorted keys, no blanks, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(data: object) -> str:
    """SHA-256 of plain data, hex; numbers as keys count as the texts that JSON makes of them."""
    return hashlib.sha256(canonical(json.loads(json.dumps(data)))).hexdigest()


def middle(polygon: tuple[Point, ...]) -> Point:
    xs, ys = [p[0] for p in polygon], [p[1] for p in polygon]
    return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def rectangle(centre: Point, w: float, h: float) -> tuple[Point, ...]:
    (x, y) = centre
    return ((x - w / 2, y - h / 2), (x + w / 2, y - h / 2), (x + w / 2, y + h / 2), (x - w / 2, y + h / 2))
