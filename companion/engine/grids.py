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

from collections.abc import Iterator
from typing import Any

from companion.engine.boardreader import Reader
from companion.engine.spaces import Point, Space, rectangle

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
KEYS = ("columns", "rows", "corner", "cell_mm", "square", "edge", "inks", "letters", "parts")


def grid_spaces(r: Reader, doc: Any, taken: set[str], kinds: set[str]) -> list[Space]:
    """The squares and edges of every grid of a board document; faults go to the reader.

    ``taken``: ids of spaces listed one by one; ``kinds``: the kinds of piece of this board.
    """
    spaces: list[Space] = []
    for i, raw in enumerate(r.get(doc, (), "grids", list, [])):
        path: tuple[str | int, ...] = ("grids", i)
        if not r.keys(raw, path, KEYS):
            continue
        mine = list(_Grid(r, raw, path).spaces())
        spaces += mine
        for s in mine:
            if s.id in taken:
                r.bad(path, "ids used once", s.id)
            taken.add(s.id)
        for kind in {k for s in mine for k in s.holds} - kinds:
            r.bad(path, "kinds listed under pieces", kind)
    return spaces


class _Grid:
    def __init__(self, r: Reader, raw: dict[str, Any], path: tuple[str | int, ...]) -> None:
        self.r, self.raw, self.path = r, raw, path
        self.columns = r.get(raw, path, "columns", int) or 1
        self.rows = r.get(raw, path, "rows", int) or 1
        self.cell = float(r.get(raw, path, "cell_mm", (int, float)) or 1)
        self.corner = r.point(raw.get("corner"), (*path, "corner"))
        self.inks = self._inks()
        self.parts = self._parts()

    def _inks(self) -> list[str]:
        """The ink word of each square, row by row; empty words where the file gives none."""
        rows = self.r.get(self.raw, self.path, "inks", list, None)
        letters = self.r.get(self.raw, self.path, "letters", dict, {})
        plain = [""] * (self.columns * self.rows)
        if rows is None:
            return plain
        out: list[str] = []
        for y, row in enumerate(rows):
            for x in row if isinstance(row, str) else ():
                if x not in letters:
                    self.r.bad((*self.path, "inks", y), "letters of " + " ".join(map(str, letters)), x)
                out.append(str(letters.get(x, "")))
            if not isinstance(row, str) or len(row) != self.columns:
                self.r.bad((*self.path, "inks", y), f"a row of {self.columns} letters", row)
                return plain
        if len(rows) != self.rows:
            self.r.bad((*self.path, "inks"), f"{self.rows} rows", len(rows))
            return plain
        return out

    def _parts(self) -> list[str]:
        """The loose part that each square belongs to, or an empty word."""
        raw = self.r.get(self.raw, self.path, "parts", dict, None)
        if raw is None:
            return [""] * (self.columns * self.rows)
        path = (*self.path, "parts")
        side = self.r.get(raw, path, "side", int) or 1
        ids = [str(i) for i in self.r.get(raw, path, "ids", list) or []]
        across = -(-self.columns // side)
        if self.columns % side or self.rows % side or len(ids) != across * (self.rows // side):
            self.r.bad(path, f"ids for parts of {side} by {side} squares that fill the grid", ids)
            return [""] * (self.columns * self.rows)
        return [ids[y // side * across + x // side] for y in range(self.rows) for x in range(self.columns)]

    def spaces(self) -> Iterator[Space]:
        yield from self._squares()
        if "edge" in self.raw:
            yield from self._edges()

    def _middle(self, x: float, y: float) -> Point:
        return (self.corner[0] + x * self.cell, self.corner[1] + y * self.cell)

    def _squares(self) -> Iterator[Space]:
        path = (*self.path, "square")
        raw = self.r.get(self.raw, self.path, "square", dict) or {}
        prefix, kind = self.r.get(raw, path, "prefix", str, "s"), self.r.get(raw, path, "kind", str, "square")
        holds = self.r.counts(raw, path, {})
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

    def _edges(self) -> Iterator[Space]:
        path = (*self.path, "edge")
        raw = self.r.get(self.raw, self.path, "edge", dict) or {}
        kind = self.r.get(raw, path, "kind", str, "edge")
        upright, level = self.r.get(raw, path, "prefix", list, ["v", "h"])
        long, thin = self.r.point(raw.get("size_mm"), (*path, "size_mm"))
        holds = self.r.counts(raw, path, {})
        prefix = (self.raw.get("square") or {}).get("prefix", "s")
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
