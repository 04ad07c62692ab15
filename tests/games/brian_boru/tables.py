"""Tables to play at in tests: the house board with the box's data, option mixes, dealt and random play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from companion.engine.boards import house_board
from companion.engine.game import Config, configure
from companion.engine.scenario import load_data
from companion.engine.spaces import Board
from companion.engine.types import Event, Input, Ruling
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.state import State
from tests.conformance import walk

PLAYERS = (3, 4, 5)
MIXES: tuple[dict[str, Any], ...] = (
    {},
    {"rules_profile": "en", "track_hands": "on"},
    {"extras_timing": "any_time", "expand_into_active": "allow", "threshold_rule": "more_than"},
    {"stuck_leader": "pass_marker", "incursion_compare": "this_round", "monastery_build": "mandatory"},
    {"track_hands": "on", "stuck_leader": "pass_marker", "half_value_tokens": "above_board"},
    {"half_value_vs_vikings": "vikings_block", "monastery_at_half_value": False, "five_player_tricks": 4},
)


@cache
def board() -> Board:
    return house_board("brian_boru")


@cache
def data() -> dict[str, Any]:
    return load_data(GAME, board())


def table(players: int, **options: Any) -> Config:
    return configure(GAME, players, board(), options, data())


def given(config: Config, **doc: Any) -> State:
    return GAME.from_position(config, doc)


def picker(seed: int) -> Callable[[int], int]:
    random = Random(seed)
    return random.randrange


def random_play(config: Config, seed: int, most: int = 5000) -> Iterator[tuple[State, Input]]:
    return walk(GAME, config, picker(seed), most=most)


def done(s: State, act: Input, waived: frozenset[str] = frozenset()) -> tuple[State, tuple[Event, ...]]:
    """The state after an act that must be legal, and what it caused."""
    decision = GAME.decide(s, act, waived)
    assert not isinstance(decision, Ruling), decision
    for e in decision:
        s = GAME.evolve(s, e)
    return s, decision


def refusal(s: State, act: Input) -> Ruling:
    decision = GAME.decide(s, act)
    assert isinstance(decision, Ruling), decision
    return decision


def facts_of(value: Any) -> Mapping[str, Any]:
    return dict(value.facts)
