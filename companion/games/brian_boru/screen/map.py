"""The map of Brian Boru as it is drawn: where the island lies on a board, and the suits of its towns."""

from __future__ import annotations

from functools import cache

from attrs import evolve

from companion.app.viewmodel import Drawing
from companion.engine.boards import Board, house_board
from companion.games.brian_boru.info import INFO

SIGNS = {"red": "swords", "blue": "cross", "yellow": "heart", "white": "crown"}

SHORE = (13.5, 32.5, 12.5, 28.6)  # mm of the house board beyond its outermost towns: left, above, right, below


@cache
def island(board: Board) -> tuple[float, float, float, float]:
    """Around all towns, with as much shore as the house board has; a board of another size has more of it or less."""
    house = _towns_of(house_board(INFO.id))
    x0, y0, x1, y1 = _towns_of(board)
    wide, tall = (x1 - x0) / (house[2] - house[0]), (y1 - y0) / (house[3] - house[1])
    left, above, right, below = SHORE
    return (x0 - left * wide, y0 - above * tall, x1 + right * wide, y1 + below * tall)


def _towns_of(board: Board) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the middles of all towns."""
    xs, ys = zip(*(s.centre for s in board.spaces if s.kind == "town"), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@cache
def suited(drawing: Drawing) -> Drawing:
    """The same with each town's suit on it: nobody has to tell towns by their colour."""
    if any(x.mark for x in drawing.shapes if x.kind == "town"):
        return drawing
    return evolve(
        drawing,
        shapes=tuple(evolve(x, mark=SIGNS[x.ink]) if x.kind == "town" else x for x in drawing.shapes),
    )
