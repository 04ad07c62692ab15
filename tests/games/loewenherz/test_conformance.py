"""At every node of random and purposeful games the promises of the kernel hold, with every number of players."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game import ConfigError, configure
from companion.engine.types import Over
from companion.games.loewenherz.game import GAME
from tests.conformance import check_node, walk
from tests.games.loewenherz.players import play
from tests.games.loewenherz.tables import board, done, mixed_options, picker, table

SHORT, LONG = range(9), range(9, 45)


def options_of(seed: int, players: int) -> dict[str, Any]:
    options = mixed_options(seed) if seed else {}
    return {**options, "setup": "variable"} if players == 2 else options


@pytest.mark.parametrize("seed", SHORT)
def test_purposeful_games(seed: int) -> None:
    purposeful(seed, every=5)


@pytest.mark.parametrize("seed", SHORT)
def test_random_games(seed: int) -> None:
    at_random(seed, every=9)


@pytest.mark.proof
def test_many_games_node_by_node() -> None:
    for seed in LONG:
        purposeful(seed, every=1)
        at_random(seed, every=1)


def purposeful(seed: int, every: int) -> None:
    """A whole game of purposeful players, some of its nodes looked at closely."""
    players = 2 + seed % 3
    config, pick = table(players, **options_of(seed, players)), picker(seed)
    s = GAME.setup(config)
    for n, (at, act) in enumerate(play(s, pick)):
        if (n + seed) % every == 0:
            check_node(GAME, config, at, act, pick)
        s = done(at, act)[1]
    assert isinstance(GAME.pending(s)[0], Over)
    check_end(s)


def at_random(seed: int, every: int) -> None:
    players = 2 + (seed + 1) % 3
    config, pick = table(players, **options_of(seed + 500, players)), picker(seed)
    for n, (s, act) in enumerate(walk(GAME, config, pick)):
        if (n + seed) % every == 0:
            check_node(GAME, config, s, act, pick)


def check_end(s: Any) -> None:
    """At the end all lies open and the sheet is final."""
    sheet = GAME.score(s)
    assert sheet.final
    assert {r.seat for r in sheet.rows if r.rank == 1} == set(s.winners)
    everything = GAME.view(s, None)
    assert len(everything["hand"]) == len(everything["ducats"]) == s.world.players
    for seat in range(s.world.players):
        assert not list(GAME.options_of(s, seat))


def test_equal_games_are_equal() -> None:
    """The same picks give the same game, state by state, also as values in a set."""
    config = table(3)
    first = [s for s, _ in play(GAME.setup(config), picker(11))]
    second = [s for s, _ in play(GAME.setup(config), picker(11))]
    assert first == second
    assert set(first) == set(second)


@pytest.mark.parametrize(("players", "options"), [(1, {}), (5, {}), (2, {"setup": "basic"}), (4, {"border_cap": 4})])
def test_tables_that_cannot_be_played(players: int, options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        GAME.setup(configure(GAME, players, board(), options))


def test_all_options_have_a_default_among_their_values() -> None:
    for option in GAME.options:
        assert option.default == option.values[0]
        assert len(option.values) > 1
