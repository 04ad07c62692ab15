"""The squares and edges of the board as bit masks.

A square is a number: row times columns plus column. Its right edge has the same number, its lower edge that number
plus the number of squares. Masks of squares and of edges are whole numbers, one bit a square or edge; the frame is
an edge that is never open and never listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.engine.masks import bits


class Grid:
    """Geometry of one board: everything that depends on its size alone. Compared by identity."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.n = n = columns * rows
        squares = [(c, r) for r in range(rows) for c in range(columns)]
        self.right = sum(1 << q for q, (c, _) in enumerate(squares) if c + 1 < columns)  # squares with an edge there
        self.below = sum(1 << q for q, (_, r) in enumerate(squares) if r + 1 < rows)
        self.edges = self.right | self.below << n  # mask of all inner edges
        # by edge: the two squares and its name; (-1, -1) and "" where none is
        ends = [(e, e + 1) if e < n else (e - n, e - n + columns) for e in range(2 * n)]
        self.ends = tuple(pair if self.edges >> e & 1 else (-1, -1) for e, pair in enumerate(ends))
        names = [f"{way}{c}_{r}" for way in "vh" for c, r in squares]
        self.names = tuple(name if self.edges >> e & 1 else "" for e, name in enumerate(names))
        sides: list[list[tuple[int, int]]] = [[] for _ in squares]
        for e in bits(self.edges):
            a, b = self.ends[e]
            sides[a].append((e, b))
            sides[b].append((e, a))
        self.sides = tuple(map(tuple, sides))  # by square: (edge, square beyond)
        self.near = tuple(sum(1 << b for _, b in side) for side in sides)  # by square: mask of its neighbours
        # by edge: edges at either end; -1: it ends at the frame
        self.touch = tuple((self._meeting(e, 0), self._meeting(e, 1)) for e in range(2 * n))
        self.closer = tuple(  # by distance, by square: squares nearer than that
            tuple(sum(1 << i for i, (x, y) in enumerate(squares) if abs(x - c) + abs(y - r) < d) for c, r in squares)
            for d in range(min(columns + rows, 9))
        )

    def _meeting(self, e: int, end: int) -> int:
        """Other edges that meet an edge at one of its ends; -1 at the frame."""
        r, c = divmod(e % self.n, self.columns)
        x, y = (c + 1, r + end) if e < self.n else (c + end, r + 1)
        if x in (0, self.columns) or y in (0, self.rows):
            return -1
        q = (y - 1) * self.columns + x - 1  # the square above and left of the point
        return sum(1 << a for a in (q, q + self.columns, self.n + q, self.n + q + 1) if a != e)

    # ------------------------------------------------------------ spreading
    def flood(self, seed: int, walls: int) -> int:
        """All squares that hang together with ``seed`` without crossing a border."""
        return self.part(seed, walls, 0)[0]

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

    def reach(self, squares: int, walls: int = 0) -> int:
        """Squares one step away from any of these without crossing a border; may contain some of them."""
        cols = self.columns
        across, down = self.right & ~walls, self.below & ~(walls >> self.n)
        return (squares & across) << 1 | squares >> 1 & across | (squares & down) << cols | squares >> cols & down

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

    def rectangle(self, columns: tuple[int, int], rows: tuple[int, int]) -> int:
        """Squares from the first to the last column and row."""
        across = range(columns[0], columns[1] + 1)
        return sum(1 << r * self.columns + c for r in range(rows[0], rows[1] + 1) for c in across)

    def rim(self, squares: int) -> int:
        """Edges that fence a set of squares."""
        return self.between(squares, (1 << self.n) - 1 & ~squares)


@lru_cache(maxsize=16)
def grid_of(columns: int, rows: int) -> Grid:
    """The grid of this size, built once."""
    return Grid(columns, rows)
