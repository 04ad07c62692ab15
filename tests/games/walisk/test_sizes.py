"""How much a state weighs; how quick the engine is, ``companion bench engine`` says."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterable

from companion.engine.game import Config
from companion.engine.types import Input
from companion.games.walisk.game import GAME
from tests.games.walisk.players import Warrior
from tests.games.walisk.tables import table
from tests.games.walisk.tables import walk as steady


def test_states_are_small() -> None:
    """Every state is kept: 4,000 of them take about 10 MB."""
    s, player, kept = GAME.setup(table(10, "house")), Warrior(4), []
    tracemalloc.start()
    for _ in range(1000):
        act = player.act(s)
        assert act is not None
        for event in GAME.decide(s, act):  # type: ignore[union-attr]
            s = GAME.evolve(s, event)
        kept.append(s)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"{size / 1000 / 1024:.1f} kB a state")
    assert size / 1000 < 8000


def test_what_was_listed_does_not_pile_up() -> None:
    """Of ways, places and talks the latest of each seat and field are kept, however long an evening lasts."""
    config = table(4, "house")
    _listed(config, range(4))
    kept = _listed(config, range(4, 8))
    assert _listed(config, range(8, 20)) < 1.2 * kept


def _listed(config: Config, seeds: Iterable[int]) -> int:
    """How many inputs are remembered after some games."""
    for seed in seeds:
        for _ in steady(config, seed, 200, talks=0.5):
            pass
    gc.collect()
    return sum(isinstance(found, Input) for found in gc.get_objects())
