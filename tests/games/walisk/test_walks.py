"""The conformance walk over numbers of players, boards and options: every promise of the kernel at every node."""

from __future__ import annotations

import random

import pytest

from companion.games.walisk.game import GAME
from companion.games.walisk.state import State
from tests.conformance import check_node, known, walk
from tests.games.walisk.tables import mixed, table
from tests.games.walisk.tables import walk as steady

NUMBERS = [(n, "small" if n <= 6 else "house") for n in GAME.players]


@pytest.mark.parametrize(("players", "on"), NUMBERS)
def test_every_number_of_players(players: int, on: str) -> None:
    """Anything may happen, talks more often than not: the kernel's own walk."""
    config = table(players, on, land_players=4 if on == "small" else 10)
    rng = random.Random(players)
    for i, (s, act) in enumerate(walk(GAME, config, rng.randrange, most=120)):
        if i % (6 if on == "small" else 30) == 0:
            check_node(GAME, config, s, act, rng.randrange)


@pytest.mark.parametrize("seed", range(24))
def test_mixes_of_options(seed: int) -> None:
    """Games that get on, with options by lot."""
    players = 2 + seed % 3
    config = table(players, **mixed(seed))
    rng = random.Random(seed)
    seen: set[str] = set()
    for s, act in steady(config, seed, 350):
        if s.phase not in seen or rng.random() < (0.15 if s.bouts else 0.06):
            seen.add(s.phase)
            check_node(GAME, config, s, act, rng.randrange)


@pytest.mark.parametrize("players", [6, 10, 13])
def test_the_large_map(players: int) -> None:
    config = table(players, "house", **mixed(players))
    rng = random.Random(players)
    for i, (s, act) in enumerate(steady(config, players, 250)):
        if i % 40 == 0:
            check_node(GAME, config, s, act, rng.randrange)


def test_two_orders_with_one_effect_give_equal_states() -> None:
    from tests.games.walisk.tables import SMALL, state

    s = state({**SMALL, "owner": {**SMALL["owner"], "FL": "A", "KL": "A"}})
    one = played(s, "A walk field=LA to=FL men=1", "A walk field=LA to=KL men=2")
    two = played(s, "A walk field=LA to=KL men=1", "A walk field=LA to=FL men=1", "A walk field=LA to=KL men=1")
    assert one == two
    assert hash(known(one)) == hash(known(two))


def played(s: State, *lines: str) -> State:
    from companion.engine.codec import Codec
    from companion.engine.types import CHANCE

    codec = Codec((*GAME.inputs, *CHANCE), GAME.events)
    for line in lines:
        decision = GAME.decide(s, codec.parse(line))
        assert isinstance(decision, tuple), (line, decision)
        for event in decision:
            s = GAME.evolve(s, event)
    return s
