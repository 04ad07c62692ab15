"""The map of Brian Boru as it is drawn: where the island lies on a board, and the suits of its towns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from attrs import evolve

from companion import i18n
from companion.app.drawing import sign_point
from companion.app.sketch import Card
from companion.app.viewmodel import Choice, Drawing, Shape
from companion.engine.boards import Board, Space, house_board
from companion.engine.words import DIRECTIONS, N_, Where
from companion.games.brian_boru.info import INFO
from companion.games.brian_boru.style import label
from companion.games.brian_boru.words.names import DIRECTIONS as PARTS
from companion.table.speaker import Speaker

SIGNS = {"red": "swords", "blue": "cross", "yellow": "heart", "white": "crown"}

SHORE = (17.0, 32.5, 16.0, 28.6)  # mm of the house board beyond its outermost towns: left, above, right, below


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


Label = tuple[str, tuple[float, float]]  # words, and where they stand in mm
LABELLED = ("battle", "church", "claims_above")
UNDER, WITHIN = 9.0, 10.0  # mm: below a low field, from the top of a high one
CORNER, ASIDE = (6.0, 5.0), (5.0, 4.0)  # mm from the middle of a slot: to its letter, to what lies there
RADIUS = 11.0  # mm of a town
CLEAR = 9.0  # mm that a region's letter keeps to its border


def labelled(drawing: Drawing, board: Board) -> Drawing:
    """The same with what each field beside the island is for, and the letter that a region shares with its slot."""
    return _with_names(drawing, _labels(board, i18n.language()))


def _middle(board: Board, region: Space) -> tuple[float, float]:
    """The place in a region farthest from its towns."""
    towns = (s for s in board.spaces if s.kind == "town" and s.tags.get("region") == _letter(region))
    boxes = tuple((x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS) for x, y in (s.centre for s in towns))
    return sign_point(region.polygon, boxes, CLEAR)[0]


def _letter(region: Space) -> str:
    return region.id.rpartition("_")[2]


@cache
def _labels(board: Board, language: str) -> tuple[Label, ...]:
    return tuple(_each(board))


def _each(board: Board) -> Iterator[Label]:
    for space in board.spaces:
        x, y = space.centre
        if space.kind in LABELLED and space.polygon:  # on an own board nobody may have told where it is
            low = max(p[1] for p in space.polygon)
            high = 2 * (low - y)
            yield label(board, space), (x, low + UNDER if high < 4 * WITHIN else y - high / 2 + WITHIN)
        elif space.kind == "claim_slot":
            yield label(board, space), (x - CORNER[0], y - CORNER[1])
        elif space.kind == "region":
            yield _letter(space), _middle(board, space) if len(space.polygon) > 2 else (x, y)


@cache
def _with_names(drawing: Drawing, names: tuple[Label, ...]) -> Drawing:
    if drawing.names == names:
        return drawing
    shapes = tuple(_aside(x) if x.kind == "claim_slot" else x for x in drawing.shapes)
    return evolve(drawing, names=names, shapes=shapes)


def _aside(slot: Shape) -> Shape:
    """What lies on a slot leaves room for its letter."""
    xs, ys = zip(*slot.points, strict=True)
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return evolve(slot, label_at=(x + ASIDE[0], y + ASIDE[1]))


def which_town(speaker: Speaker, towns: Iterable[str]) -> str:
    """The question above the keys of these towns; it names the region where all lie in one."""
    region = _region(speaker.board, towns)
    if not region:
        return speaker._(N_("Which town?"))
    return speaker._(N_("Which town in {region}?")).format(region=speaker.place(f"region_{region}"))


def town_keys(speaker: Speaker, towns: Iterable[str]) -> tuple[Choice, ...]:
    """A key a town: its suit as it is drawn on the sketch, and its name, or where it lies."""
    towns = tuple(towns)
    within = bool(_region(speaker.board, towns))
    suits = {t: Card(SIGNS[ink], ink) for t in towns if (ink := speaker.board.space[t].ink) in SIGNS}
    return tuple(Choice(f"town:{t}", i18n.capital(_told(speaker, t, within)), card=suits.get(t)) for t in towns)


def _told(speaker: Speaker, town: str, within: bool) -> str:
    """``within``: the question names the region."""
    space = speaker.board.space[town]
    direction = str(space.tags.get("where", ""))
    if space.name or direction not in DIRECTIONS:
        return speaker.field(Where(town))
    if within:
        return speaker._(DIRECTIONS[direction])
    return f"{speaker._(PARTS[direction])} " + speaker.place(f"region_{space.tags['region']}")


def _region(board: Board, towns: Iterable[str]) -> str:
    """The one region of all these towns, "" where there is none."""
    regions = {str(board.space[t].tags.get("region", "")) for t in towns}
    return regions.pop() if len(regions) == 1 else ""
