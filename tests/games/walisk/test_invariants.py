"""What must hold after every event: derived values computed anew, pieces and silver conserved, room on ships."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.engine.types import Ruling
from companion.games.walisk.game import GAME
from tests.games.walisk import invariants
from tests.games.walisk.players import Warrior
from tests.games.walisk.tables import board, mixed, next_act, table, walk

CASES = [
    (2, "small", 1),
    (2, "small", 2),
    (3, "small", 3),
    (4, "small", 4),
    (6, "small", 5),
    (10, "house", 6),
    (12, "house", 7),
]


@pytest.mark.parametrize(("players", "on", "seed"), CASES)
def test_nothing_appears_or_vanishes(players: int, on: str, seed: int) -> None:
    most = 900 if on == "small" else 300
    config = table(players, on, **mixed(seed, land_players=4 if on == "small" else 10))
    for s, act in walk(config, seed, most, talks=0.05):
        invariants.check(s)
        decision = GAME.decide(s, act)
        assert not isinstance(decision, Ruling)
        for event in decision:
            after = GAME.evolve(s, event)
            invariants.conserve(s, event, after)
            s = after


@pytest.mark.parametrize("seed", range(8))
def test_purposeful_games_with_odd_acts_between(seed: int) -> None:
    """Sieges, storms, fallen realms, revolts and invaders come up in games that are meant to be won."""
    rng = random.Random(seed)
    players = 2 + seed % 4
    options = mixed(seed, land_players=4, revolt=True, invaders=bool(seed % 2), raids=("voyage", "foray")[seed % 2])
    s, warrior = GAME.setup(table(players, **options)), Warrior(seed)
    for _ in range(700):
        act = warrior.act(s) if rng.random() < 0.9 else next_act(s, rng, talks=0.1)
        if act is None:
            break
        decision = GAME.decide(s, act)
        assert not isinstance(decision, Ruling)
        for event in decision:
            after = GAME.evolve(s, event)
            invariants.conserve(s, event, after)
            s = after
        invariants.check(s)


def test_the_table_shows_every_piece() -> None:
    """What the tabletop lists is what the state holds; every space of the board has its pieces."""
    for s, _ in walk(table(3, **mixed(8)), 8, 300):
        shown: dict[Any, int] = {}
        for tokens in GAME.tabletop(s).values():
            for t in tokens:
                shown[t.kind] = shown.get(t.kind, 0) + 1
        pieces = invariants.pieces(s)
        aside = sum(a.men for a in s.armies) + sum(b.size_d for b in s.bouts if b.kind == "voyage")
        aside += sum(g[0] for g in s.goods)
        men = sum(n for k, n in pieces.items() if isinstance(k, tuple) and k[1] == 0)
        assert shown.get("man", 0) == men - aside
        assert shown.get("rukr", 0) == pieces["rukr"]
        assert shown.get("house", 0) == sum(s.houses)
        assert set(GAME.tabletop(s)) <= set(board().space)


def test_scores_count_districts() -> None:
    for s, _ in walk(table(4), 9, 300):
        for row in GAME.score(s).rows:
            assert row.total == sum(line.points for line in row.lines) == s.own[row.seat].bit_count()
