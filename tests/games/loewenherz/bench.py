"""Löwenherz measured: all borders that may be laid are listed, and one is judged, each state for the first time."""

from __future__ import annotations

from time import perf_counter

from companion.bench import Metrics, metrics
from companion.engine.types import Ruling
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.inputs import LayBorder
from tests.games.loewenherz.players import play
from tests.games.loewenherz.tables import picker, table


def measure(quick: bool) -> Metrics:
    """The 99th of a hundred border actions of purposeful games, beside the aims."""
    listed: list[float] = []
    judged: list[float] = []
    for seed in range(1 if quick else 4):
        for s, act in play(GAME.setup(table(4)), picker(seed)):
            if not isinstance(act, LayBorder):
                continue
            began = perf_counter()
            entries = list(GAME.options_of(s, s.turn))
            between = perf_counter()
            decision = GAME.decide(s, act)
            judged.append(perf_counter() - between)
            listed.append(between - began)
            assert entries
            assert not isinstance(decision, Ruling)
    return metrics({
        "engine.loewenherz.borders_listed_p99": (1e3 * _late(listed), "ms", 1.0),
        "engine.loewenherz.border_judged_p99": (1e3 * _late(judged), "ms", 1.0),
    })  # fmt: skip


def _late(spent: list[float]) -> float:
    return sorted(spent)[int(0.99 * (len(spent) - 1))]
