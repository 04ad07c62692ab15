"""How quick the engine is, measured beside python-chess in the same run; limits leave room for a busy machine."""

from __future__ import annotations

import random
import time
import tracemalloc
from typing import Any

import pytest

from companion.engine.conformance import deal
from companion.engine.legal import complete
from companion.engine.types import Over, Roll, word
from companion.games.walisk.game import GAME
from tests.games.walisk.players import Warrior
from tests.games.walisk.tables import table


def walisk_inputs_per_second(players: int, on: str, seconds: float) -> float:
    """Random play: list every legal entry of the seat on turn, choose, complete, decide, evolve."""
    config, n, seed = table(players, on), 0, 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        rng = random.Random(seed)
        pick, seed, s = rng.randrange, seed + 1, GAME.setup(config)
        for _ in range(800):
            owed: Any = GAME.pending(s)[0]
            if isinstance(owed, Over):
                break
            if isinstance(owed, Roll):
                act = deal(owed, pick)
            else:
                entries = list(GAME.options_of(s, owed.seats[0]))
                act = entries[pick(len(entries))]
                while word(type(act)) not in owed.what:
                    act = entries[pick(len(entries))]
                act = complete(act, pick)
            for event in GAME.decide(s, act):  # type: ignore[union-attr]
                s = GAME.evolve(s, event)
            n += 1
    return n / (time.process_time() - start)


def chess_moves_per_second(seconds: float) -> float:
    import chess  # type: ignore[import-not-found,unused-ignore]

    rng, n, start = random.Random(1), 0, time.process_time()
    while time.process_time() - start < seconds:
        b = chess.Board()
        for _ in range(200):
            moves = list(b.legal_moves)
            if not moves:
                break
            b.push(rng.choice(moves))
            n += 1
    return n / (time.process_time() - start)


def test_random_play_keeps_up_with_python_chess() -> None:
    pytest.importorskip("chess")
    ours, theirs = walisk_inputs_per_second(2, "small", 0.7), chess_moves_per_second(0.7)
    print(f"walisk {ours:.0f} inputs/s, python-chess {theirs:.0f} moves/s")
    assert ours > theirs * 0.3


def test_listing_is_quick_on_the_large_map() -> None:
    """99 of 100 whole lists of ten players on 158 fields within 5 ms."""
    s, player, took = GAME.setup(table(10, "house")), Warrior(4), []
    for _ in range(2500):
        owed: Any = GAME.pending(s)[0]
        if not isinstance(owed, Roll):
            start = time.process_time()
            list(GAME.options_of(s, owed.seats[0]))
            took.append(time.process_time() - start)
        act = player.act(s)
        assert act is not None
        for event in GAME.decide(s, act):  # type: ignore[union-attr]
            s = GAME.evolve(s, event)
    took.sort()
    print(f"p50 {took[len(took) // 2] * 1e3:.2f} ms, p99 {took[len(took) * 99 // 100] * 1e3:.2f} ms")
    assert took[len(took) * 99 // 100] < 0.005


def test_the_first_entry_comes_at_once() -> None:
    s, player = GAME.setup(table(10, "house")), Warrior(4)
    for _ in range(900):
        act = player.act(s)
        assert act is not None
        for event in GAME.decide(s, act):  # type: ignore[union-attr]
            s = GAME.evolve(s, event)
    start = time.process_time()
    for _ in range(100):
        next(GAME.options_of(s, s.due[0] if s.due else 0), None)
    assert time.process_time() - start < 0.1


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
