"""How much a state weighs; how quick the engine is, ``companion bench engine`` says."""

from __future__ import annotations

import tracemalloc

from companion.games.walisk.game import GAME
from tests.games.walisk.players import Warrior
from tests.games.walisk.tables import table


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
