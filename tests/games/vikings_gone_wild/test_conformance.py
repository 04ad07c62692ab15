"""What the kernel is promised, at every node of random games: all player counts, options, and both ways to shuffle."""

from __future__ import annotations

import random

import pytest

from companion.engine.codec import text
from companion.engine.dealing import deal
from companion.games.vikings_gone_wild.game import GAME
from companion.games.vikings_gone_wild.inputs import Attack
from companion.games.vikings_gone_wild.state import Phase
from tests.conformance import check_node, known, next_act

from .player import purposeful
from .tables import Dealer, by_hand, done, either, random_play, sound, table

DEALERS: dict[str, Dealer] = {"app": deal, "hand": by_hand, "either": either}


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("players", GAME.players)
def test_every_node_keeps_every_promise(players: int, dealer: str) -> None:
    rng = random.Random(f"{players} {dealer}")
    config = table(players)
    s = GAME.setup(config)
    for n in range(900):
        act = next_act(GAME, s, rng.randrange, DEALERS[dealer])
        if act is None:
            break
        if n < 30 or rng.random() < 0.06:
            check_node(GAME, config, s, act, rng.randrange)
        s, _ = done(s, act)
        sound(s)


@pytest.mark.parametrize("seed", range(4))
def test_every_mix_of_options_keeps_every_promise(seed: int) -> None:
    rng = random.Random(seed)
    players = GAME.players[seed % 3]
    options = {o.name: rng.choice(o.values) for o in GAME.options}
    config = table(players, **options)
    s = GAME.setup(config)
    for n in range(500):
        act = next_act(GAME, s, rng.randrange, either)
        if act is None:
            break
        if n < 20 or rng.random() < 0.08:
            check_node(GAME, config, s, act, rng.randrange)
        s, _ = done(s, act)
        sound(s)


@pytest.mark.parametrize("players", GAME.players)
def test_a_greedy_game_keeps_every_promise_to_its_end(players: int) -> None:
    """Players who know what they want buy, build and fight more than random ones."""
    rng, config = random.Random(players), table(players)
    s, rounds, fights = GAME.setup(config), 0, 0
    for n in range(6000):
        act = purposeful(s, rng.randrange, by_hand)
        if act is None:
            break
        if n % 40 == 0:
            check_node(GAME, config, s, act, rng.randrange)
        fights += isinstance(act, Attack)
        s, _ = done(s, act)
        sound(s)
        rounds = max(rounds, s.round)
    assert s.phase == Phase.OVER
    assert max(p.vp for p in s.players) >= s.world.limit
    assert fights > 2 * rounds


@pytest.mark.parametrize("players", GAME.players)
def test_random_games_end_the_same_way_twice(players: int) -> None:
    first = [(text(act), hash(known(s))) for s, act, _ in random_play(table(players), players, most=5000)]
    again = [(text(act), hash(known(s))) for s, act, _ in random_play(table(players), players, most=5000)]
    assert first == again
    assert len(first) < 5000
