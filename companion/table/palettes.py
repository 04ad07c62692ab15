"""Which colour of pieces stands for which side and kind at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.boards import Board
from companion.engine.game import Game
from companion.engine.session import Person, Session
from companion.engine.types import LETTERS
from companion.table.sight import Palette


def palette_of(
    people: Sequence[Person], colours: Sequence[str], alike: Mapping[str, str] | None = None, neutral: bool = True
) -> Palette:
    """Each seat's colour; the first one nobody plays belongs to the neutral side, if the game has one."""
    sides = {LETTERS[i]: p.colour for i, p in enumerate(people)}
    left = [c for c in colours if c not in sides.values()]
    if left and neutral:
        sides["neutral"] = left[0]
    return Palette(sides, alike or {})


def alike_of(game: Game[Any]) -> Mapping[str, str]:
    """Kinds of piece that the camera need not tell apart, as the game says."""
    return game.table.alike


def neutral_in(game: Game[Any], players: int) -> bool:
    """Whether pieces of a colour that nobody plays lie on the board; see ``TableSpec.neutral``."""
    return players in game.table.neutral


def palette_on(
    people: Sequence[Person],
    board: Board,
    seats: int,
    alike: Mapping[str, str] | None = None,
    neutral: bool = True,
) -> Palette:
    """The palette of a table, with a colour for each kind that the board tells apart by colour alone.

    ``data.own_colours`` of a board names such kinds: ``side`` for each seat's (ships), ``all`` for everybody's.
    The most needed come first; a seat's kind for which no colour is left is counted with its smallest ones.
    """
    own = board.data.get("own_colours") or {}
    if not own:
        return palette_of(people, board.colours, alike, neutral)
    given = {LETTERS[i]: p.colour for i, p in enumerate(people)}
    for i in range(len(given), seats):
        given[LETTERS[i]] = next(c for c in board.colours if c not in given.values())
    sides = dict(given)
    wanted = [*own.get("all", ()), *(f"{s}:{k}" for k in own.get("side", ()) for s in given)]
    free = [c for c in board.colours if c not in sides.values()]
    sides.update(zip(wanted, free, strict=False))
    first = next(k.kind for k in board.pieces if k.shape == "cube")
    short = {k: first for k in own.get("side", ()) for s in given if f"{s}:{k}" not in sides}
    return Palette(sides, {**short, **(alike or {})})


def enough_colours(palette: Palette, board: Board) -> bool:
    """Whether what belongs to nobody has colours of its own; else nothing on this board can be read."""
    return all(k in palette.colours for k in (board.data.get("own_colours") or {}).get("all", ()))


def palette_at(session: Session[Any]) -> Palette:
    """The palette of the people who sit at this table."""
    rules, config = session.game, session.config
    return palette_on(session.people, config.board, config.players, alike_of(rules), neutral_in(rules, config.players))
