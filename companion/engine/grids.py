"""Square grids of a board file: one entry gives all squares and the edges between them.

```yaml
grids:
- columns: 15
  rows: 10
  corner: [36, 10]      # mm, top left of the grid
  cell_mm: 26
  square: {kind: square, prefix: s, holds: {castle: 1}}         # ids s0_0 (column, row), names A1
  edge: {kind: edge, prefix: [v, h], size_mm: [20, 5], holds: {border: 1}}  # v0_0: right of s0_0, h0_0: below it
  letters: {".": farm, F: forest}
  inks: ["..FF", ...]   # a letter a square
  parts: {side: 5, ids: [A, B]}   # loose parts, row by row; a square is tagged with its part and has no printed name
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from attrs import field, frozen

from companion.engine.boardreader import Reader
from companion.engine.checked import As, Some, fitting, whole
from companion.engine.spaces import A_POINT, Point, Space, Word, rectangle

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST = 99  # squares in a row: on a sheet of 1 m a square of 1 cm
Side = Annotated[int, As(f"a whole number from 1 to {MOST}", lambda v: fitting(whole(1).read(v), v <= MOST), 1)]
Spot = Annotated[Point, A_POINT]
Holds = Mapping[str, Annotated[int, As("a number of pieces, 1 or more", whole(1).read, 1)]]


@frozen
class _Square:
    prefix: str = "s"
    kind: str = "square"
    holds: Holds = field(factory=dict)


@frozen
class _Edge:
    size_mm: Spot
    prefix: tuple[str, ...] = ("v", "h")
    kind: str = "edge"
    holds: Holds = field(factory=dict)


@frozen
class _Parts:
    side: Some
    ids: tuple[Word, ...]


@frozen
class _Entry:
    columns: Side
    rows: Side
    cell_mm: float
    corner: Spot
    square: _Square
    edge: _Edge | None = None
    inks: tuple[str, ...] | None = None
    letters: Mapping[str, Word] = field(factory=dict)
    parts: _Parts | None = None


def grid_spaces(r: Reader, taken: set[str], kinds: set[str]) -> list[Space]:
    """The squares and edges of every grid of a board document; faults go to the reader.

    ``taken``: ids of spaces listed one by one; ``kinds``: the kinds of piece of this board.
    """
    spaces: list[Space] = []
    for i, entry in enumerate(r.read(tuple[_Entry, ...], "grids", default=())):
        path = ("grids", i)
        mine = list(_Grid(r, entry, path).spaces())
        spaces += mine
        for s in mine:
            if s.id in taken:
                r.bad(path, "ids used once", s.id)
            taken.add(s.id)
        for kind in {k for s in mine for k in s.holds} - kinds:
            r.bad(path, "kinds listed under pieces", kind)
    return spaces


class _Grid:
    def __init__(self, r: Reader, entry: _Entry, path: tuple[str | int, ...]) -> None:
        self.r, self.entry, self.path = r, entry, path
        self.columns, self.rows, self.cell, self.corner = entry.columns, entry.rows, entry.cell_mm, entry.corner
        self.inks = self._inks()
        self.parts = self._parts()

    def _inks(self) -> list[str]:
        """The ink word of each square, row by row; empty words where the file gives none."""
        rows, letters = self.entry.inks, self.entry.letters
        plain = [""] * (self.columns * self.rows)
        if rows is None:
            return plain
        out: list[str] = []
        for y, row in enumerate(rows):
            for x in row:
                if x not in letters:
                    self.r.bad((*self.path, "inks", y), "letters of " + " ".join(letters), x)
                out.append(letters.get(x, ""))
            if len(row) != self.columns:
                self.r.bad((*self.path, "inks", y), f"a row of {self.columns} letters", row)
                return plain
        if len(rows) != self.rows:
            self.r.bad((*self.path, "inks"), f"{self.rows} rows", len(rows))
            return plain
        return out

    def _parts(self) -> list[str]:
        """The loose part that each square belongs to, or an empty word."""
        parts = self.entry.parts
        if parts is None:
            return [""] * (self.columns * self.rows)
        side, ids = parts.side, parts.ids
        across = -(-self.columns // side)
        if self.columns % side or self.rows % side or len(ids) != across * (self.rows // side):
            what = f"ids for parts of {side} by {side} squares that fill the grid"
            self.r.bad((*self.path, "parts"), what, list(ids))
            return [""] * (self.columns * self.rows)
        return [ids[y // side * across + x // side] for y in range(self.rows) for x in range(self.columns)]

    def spaces(self) -> Iterator[Space]:
        yield from self._squares()
        if self.entry.edge is not None:
            yield from self._edges(self.entry.edge)

    def _middle(self, x: float, y: float) -> Point:
        return (self.corner[0] + x * self.cell, self.corner[1] + y * self.cell)

    def _squares(self) -> Iterator[Space]:
        square = self.entry.square
        prefix, kind, holds = square.prefix, square.kind, square.holds
        for y in range(self.rows):
            for x in range(self.columns):
                around = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
                near = tuple(f"{prefix}{a}_{b}" for a, b in around if 0 <= a < self.columns and 0 <= b < self.rows)
                at = y * self.columns + x
                part = {"part": self.parts[at]} if self.parts[at] else {}
                name = "" if part else square_name(x, y)
                middle = self._middle(x + 0.5, y + 0.5)
                yield Space(
                    f"{prefix}{x}_{y}", kind, "area", "lead", middle, rectangle(middle, self.cell, self.cell), holds,
                    name=name, ink=self.inks[at], neighbours=near, tags={"at": (x, y), **part},
                )  # fmt: skip

    def _edges(self, edge: _Edge) -> Iterator[Space]:
        prefix, kind, holds = self.entry.square.prefix, edge.kind, edge.holds
        if len(edge.prefix) != 2:
            self.r.bad((*self.path, "edge", "prefix"), "two texts, of upright and of level edges", list(edge.prefix))
            return
        upright, level = edge.prefix
        long, thin = edge.size_mm
        for y in range(self.rows):
            for x in range(self.columns - 1):
                at, sides = self._middle(x + 1, y + 0.5), (f"{prefix}{x}_{y}", f"{prefix}{x + 1}_{y}")
                box, tags = rectangle(at, thin, long), {"between": sides}
                yield Space(f"{upright}{x}_{y}", kind, "edge", "lead", at, box, holds, tags=tags)
        for y in range(self.rows - 1):
            for x in range(self.columns):
                at, sides = self._middle(x + 0.5, y + 1), (f"{prefix}{x}_{y}", f"{prefix}{x}_{y + 1}")
                box, tags = rectangle(at, long, thin), {"between": sides}
                yield Space(f"{level}{x}_{y}", kind, "edge", "lead", at, box, holds, tags=tags)


def square_name(x: int, y: int) -> str:
    """How people call a square: column letter and row number, from the top left."""
    return f"{NAMES[x] if x < len(NAMES) else x}{y + 1}"
