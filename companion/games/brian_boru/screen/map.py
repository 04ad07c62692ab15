"""The map of Brian Boru as it is drawn: where the island lies on a board, and the suits of its towns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from attrs import evolve

from companion import i18n
from companion.app.viewmodel import Choice, Drawing
from companion.engine.boards import Board, house_board
from companion.engine.words import DIRECTIONS, N_, Where
from companion.games.brian_boru.info import INFO
from companion.games.brian_boru.words.names import TOWNS
from companion.table.speaker import Speaker

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


def which_town(speaker: Speaker, towns: Iterable[str]) -> str:
    """The question above the keys of these towns; it names the region where all lie in one."""
    region = _region(speaker.board, towns)
    if not region:
        return speaker._(N_("Which town?"))
    return speaker._(N_("Which town in {region}?")).format(region=speaker.place(f"region_{region}"))


def town_keys(speaker: Speaker, towns: Iterable[str]) -> tuple[Choice, ...]:
    """A key a town: its name, or its colour and where it lies in the region that the question names."""
    towns = tuple(towns)
    within = bool(_region(speaker.board, towns))
    return tuple(Choice(f"town:{t}", i18n.capital(_told(speaker, t, within))) for t in towns)


def _told(speaker: Speaker, town: str, within: bool) -> str:
    space = speaker.board.space[town]
    direction = str(space.tags.get("where", ""))
    if space.name or not within or direction not in DIRECTIONS:
        return speaker.field(Where(town))
    name = speaker._(TOWNS.get(space.ink, TOWNS["red"]))
    return speaker._(N_("{town} {where}")).format(town=name, where=speaker._(DIRECTIONS[direction]))


def _region(board: Board, towns: Iterable[str]) -> str:
    """The one region of all these towns, "" where there is none."""
    regions = {str(board.space[t].tags.get("region", "")) for t in towns}
    return regions.pop() if len(regions) == 1 else ""
