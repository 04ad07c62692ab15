"""Tables of Walisk for the tests: boards, configurations, positions, and random play of several kinds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from companion.engine.boards import Board, board_from_mapping, house_board
from companion.engine.dealing import deal
from companion.engine.game import Config, configure
from companion.engine.legal import complete
from companion.engine.session import Session, merge
from companion.engine.types import Input, Over, Roll, Ruling, answers
from companion.games.walisk.game import GAME
from companion.games.walisk.inputs import RIGHTS
from companion.games.walisk.state import State

SMALL: dict[str, Any] = {
    "owner": {"LA": "A", "HA": "B"},
    "houses": {"LA": 2, "HA": 2},
    "capital": {"A": "LA", "B": "HA"},
    "units": {"LA": {"A": {"man": 4, "ship": 1}}, "HA": {"B": {"man": 4, "ship": 1}}},
}


@cache
def board(name: str = "small") -> Board:
    return house_board("walisk", name)


def table(players: int = 2, on: str | Board = "small", data: Mapping[str, Any] | None = None, **options: Any) -> Config:
    return configure(GAME, players, board(on) if isinstance(on, str) else on, options, data)


def drawn(**data: Any) -> Board:
    """The small map with other rivers, lakes, shores or coasts."""
    return board_from_mapping(merge(board().doc, {"id": "drawn", "data": data}), "drawn.yaml")


def state(doc: Mapping[str, Any], players: int = 2, on: str | Board = "small", **options: Any) -> State:
    return GAME.from_position(table(players, on, **options), doc)


def sit(doc: Mapping[str, Any] | None = None, players: int = 2, **options: Any) -> Session[State]:
    """A session that starts from a position, or from the set-up."""
    config = table(players, **options)
    return Session(GAME, config, start=None if doc is None else GAME.from_position(config, doc))


def mixed(seed: int, **fixed: Any) -> dict[str, Any]:
    """Options drawn by lot, those named apart."""
    rng = random.Random(seed)
    chosen = {o.name: rng.choice(o.values) for o in GAME.options if o.values and rng.random() < 0.4}
    return {**chosen, "victory": "khan", "start_distance": 2, **fixed}


def next_act(s: State, rng: random.Random, talks: float = 0.02) -> Input | None:
    """A legal answer to what is owed; now and then somebody talks instead. None: the game is over."""
    owed = GAME.pending(s)
    first = owed[0]
    if isinstance(first, Over):
        return None
    if isinstance(first, Roll):
        return deal(first, rng.randrange)
    seat = rng.choice(first.seats)  # type: ignore[attr-defined]
    entries = list(GAME.options_of(s, seat))
    if rng.random() >= talks:
        entries = [e for e in entries if answers(first, e)]
    return complete(rng.choice(entries), rng.randrange)


def walk(config: Config, seed: int, most: int, talks: float = 0.02) -> Iterator[tuple[State, Input]]:
    """Random play that gets on with the game: every state with the act that follows."""
    s, rng = GAME.setup(config), random.Random(seed)
    for _ in range(most):
        act = next_act(s, rng, talks)
        if act is None:
            return
        yield s, act
        decision = GAME.decide(s, act)
        assert not isinstance(decision, Ruling), (act, decision)
        for event in decision:
            s = GAME.evolve(s, event)


__all__ = ["RIGHTS", "SMALL", "board", "drawn", "mixed", "next_act", "sit", "state", "table", "walk"]
