"""Tables for the tests: the house board and small ones, states given by a position, play by a pick function."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from companion.engine.boards import Board, board_from_mapping, house_board
from companion.engine.codec import Codec
from companion.engine.game import Config, configure
from companion.engine.types import CHANCE, Event, Input, Ruling
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.state import State

CODEC = Codec((*GAME.inputs, *CHANCE), GAME.events)


@cache
def board() -> Board:
    return house_board("loewenherz")


def table(players: int = 4, data: Mapping[str, Any] | None = None, **options: Any) -> Config:
    return configure(GAME, players, board(), options, data)


def small_board(rows: list[str]) -> Board:
    """A board of one fixed part, terrain row by row as letters."""
    doc = {
        "schema": 1,
        "game": "loewenherz",
        "id": "small",
        "source": "own",
        "size_mm": [600, 400],
        "pieces": [
            {"kind": kind, "shape": "cube", "size_mm": 10, "height_mm": 10} for kind in ("castle", "knight", "border")
        ],
        "spaces": [],
        "grids": [
            {
                "columns": len(rows[0]),
                "rows": len(rows),
                "corner": [0, 0],
                "cell_mm": 20,
                "square": {"kind": "square", "prefix": "s", "holds": {"castle": 1, "knight": 1}},
                "edge": {"kind": "edge", "prefix": ["v", "h"], "size_mm": [15, 4], "holds": {"border": 1}},
                "letters": {".": "farm", "F": "forest", "M": "mountain", "S": "town"},
                "inks": rows,
            }
        ],
    }
    return board_from_mapping(doc, "small.yaml")


def small(rows: list[str], players: int = 2, **options: Any) -> Config:
    return configure(GAME, players, small_board(rows), options)


def given(config: Config, **doc: Any) -> State:
    return GAME.from_position(config, doc)


def act(text: str) -> Input:
    return CODEC.parse(text)


def after(s: State, *texts: str | Input) -> State:
    """The state after inputs that must be legal."""
    for text in texts:
        s = done(s, act(text) if isinstance(text, str) else text)[1]
    return s


def done(s: State, one: Input) -> tuple[tuple[Event, ...], State]:
    decision = GAME.decide(s, one)
    assert not isinstance(decision, Ruling), f"{one}: {decision}"
    for event in decision:
        s = GAME.evolve(s, event)
    return decision, s


def refusal(s: State, text: str) -> Ruling:
    decision = GAME.decide(s, act(text))
    assert isinstance(decision, Ruling), f"{text} is not refused"
    return decision


def picker(seed: int) -> Callable[[int], int]:
    """The randomness of a test: an index below n."""
    return random.Random(seed).randrange


def mixed_options(seed: int) -> dict[str, Any]:
    """A value for every option."""
    r = random.Random(seed)
    return {o.name: r.choice(o.values) for o in GAME.options}
