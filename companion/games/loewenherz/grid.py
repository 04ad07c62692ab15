"""The squares and edges of the board as bit masks.

A square is a number: row times columns plus column. Its right edge has the same number, its lower edge that number
plus the number of squares. Masks of squares and of edges are whole numbers, one bit a square or edge; the frame is
an edge that is never open and never listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from attrs import define, field


@define(eq=False, frozen=True, slots=False)
class Grid:
    """Geometry of one board: everything that depends on its size alone."""

    columns: int
    rows: int
    n: int = field(init=False)
    right: int = field(init=False)  # squares that have an edge on their right
    below: int = field(init=False)
    edges: int = field(init=False)  # mask of all inner edges
    ends: tuple[tuple[int, int], ...] = field(init=False)  # by edge: the two squares; (-1, -1) where none is
    sides: tuple[tuple[tuple[int, int], ...], ...] = field(init=False)  # by square: (edge, square beyond)
    near: tuple[int, ...] = field(init=False)  # by square: mask of its neighbours
    touch: tuple[tuple[int, int], ...] = field(init=False)  # by edge: edges at either end; -1: it ends at the frame
    closer: tuple[tuple[int, ...], ...] = field(init=False)  # by distance, by square: squares nearer than that

    def __attrs_post_init__(self) -> None:
        cols, rows = self.columns, self.rows
        n = cols * rows
        squares = [(c, r) for r in range(rows) for c in range(cols)]
        right = sum(1 << r * cols + c for c, r in squares if c + 1 < cols)
        below = sum(1 << r * cols + c for c, r in squares if r + 1 < rows)
        ends = [(-1, -1)] * (2 * n)
        for c, r in squares:
            q = r * cols + c
            if c + 1 < cols:
                ends[q] = (q, q + 1)
            if r + 1 < rows:
                ends[n + q] = (q, q + cols)
        sides: list[list[tuple[int, int]]] = [[] for _ in squares]
        for e, (a, b) in enumerate(ends):
            if a >= 0:
                sides[a].append((e, b))
                sides[b].append((e, a))
        set_ = object.__setattr__
        set_(self, "n", n)
        set_(self, "right", right)
        set_(self, "below", below)
        set_(self, "edges", right | below << n)
        set_(self, "ends", tuple(ends))
        set_(self, "sides", tuple(tuple(s) for s in sides))
        set_(self, "near", tuple(sum(1 << b for _, b in s) for s in sides))
        set_(self, "touch", tuple(self._touch(e) for e in range(2 * n)))
        far = cols + rows
        closer = [
            tuple(
                sum(1 << i for i, (x, y) in enumerate(squares) if abs(x - c) + abs(y - r) < d) for c, r in squares
            )
            for d in range(min(far, 9))
        ]  # fmt: skip
        set_(self, "closer", tuple(closer))

    def _touch(self, e: int) -> tuple[int, int]:
        """Other edges that meet an edge at its two ends."""
        q = e % self.n
        c, r = q % self.columns, q // self.columns
        points = ((c + 1, r), (c + 1, r + 1)) if e < self.n else ((c, r + 1), (c + 1, r + 1))
        masks = []
        for x, y in points:
            if x in (0, self.columns) or y in (0, self.rows):
                masks.append(-1)
                continue
            upper, left = (y - 1) * self.columns + x - 1, (y - 1) * self.columns + x - 1
            around = (upper, upper + self.columns, self.n + left, self.n + left + 1)
            masks.append(sum(1 << a for a in around if a != e))
        return (masks[0], masks[1])

    # ------------------------------------------------------------ spreading
    def flood(self, seed: int, walls: int) -> int:
        """All squares that hang together with ``seed`` without crossing a border."""
        cols = self.columns
        across, down = self.right & ~walls, self.below & ~(walls >> self.n)
        while True:
            grown = seed | (seed & across) << 1 | seed >> 1 & across
            grown |= (grown & down) << cols | grown >> cols & down
            if grown == seed:
                return seed
            seed = grown

    def part(self, seed: int, walls: int, goal: int) -> tuple[int, bool]:
        """The same, but it stops as soon as it meets ``goal``; says whether it did."""
        cols = self.columns
        across, down = self.right & ~walls, self.below & ~(walls >> self.n)
        while not seed & goal:
            grown = seed | (seed & across) << 1 | seed >> 1 & across
            grown |= (grown & down) << cols | grown >> cols & down
            if grown == seed:
                return seed, False
            seed = grown
        return seed, True

    def reach(self, squares: int, walls: int) -> int:
        """Squares one step away from any of these without crossing a border."""
        cols = self.columns
        across, down = self.right & ~walls, self.below & ~(walls >> self.n)
        return (squares & across) << 1 | squares >> 1 & across | (squares & down) << cols | squares >> cols & down

    def beside(self, squares: int) -> int:
        """Squares orthogonally adjacent to any of these, borders or not; may contain some of them."""
        cols, right, below = self.columns, self.right, self.below
        return (squares & right) << 1 | squares >> 1 & right | (squares & below) << cols | squares >> cols & below

    def parts(self, squares: int, walls: int) -> Iterator[int]:
        """The connected parts of a set of squares, by their lowest square; steps leave neither set nor fences."""
        walls |= self.edges & ~self.inside(squares)
        while squares:
            whole = self.flood(squares & -squares, walls)
            yield whole
            squares &= ~whole

    def inside(self, squares: int) -> int:
        """Edges with both sides among these squares."""
        return squares & squares >> 1 & self.right | (squares & squares >> self.columns & self.below) << self.n

    def between(self, a: int, b: int) -> int:
        """Edges with one side in ``a`` and the other in ``b`` (disjoint sets)."""
        cols = self.columns
        across = (a & b >> 1 | b & a >> 1) & self.right
        return across | ((a & b >> cols | b & a >> cols) & self.below) << self.n

    def rim(self, squares: int) -> int:
        """Edges that fence a set of squares."""
        return self.between(squares, (1 << self.n) - 1 & ~squares)


@lru_cache(maxsize=16)
def grid_of(columns: int, rows: int) -> Grid:
    """The grid of this size, built once."""
    return Grid(columns, rows)
