"""How fast the engine answers: a list of borders on a full board, and random play beside python-chess.

``python -m tests.games.loewenherz.test_speed`` prints both numbers of one run.
"""

from __future__ import annotations

import random
import statistics
from functools import cache
from time import perf_counter, process_time
from typing import Any

import pytest

from companion.engine.dealing import deal
from companion.engine.game import Config
from companion.engine.legal import complete
from companion.engine.types import Choose, Over
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.inputs import LayBorder
from companion.games.loewenherz.state import State
from tests.games.loewenherz.players import play
from tests.games.loewenherz.tables import picker, table


def full_board() -> State:
    """The border action of a purposeful game that has the most borders on the board."""
    best: State | None = None
    for seed in range(3):
        for s, act in play(GAME.setup(table(4)), picker(seed)):
            if isinstance(act, LayBorder) and (best is None or s.walls.bit_count() > best.walls.bit_count()):
                best = s
    assert best is not None
    return best


def test_borders_are_listed_and_judged_within_a_millisecond() -> None:
    s = full_board()
    assert s.walls.bit_count() > 50
    listed = list(GAME.options_of(s, s.turn))
    assert len(listed) > 30

    def fastest(run: Any) -> float:
        times = []
        for _ in range(30):
            start = perf_counter()
            run()
            times.append(perf_counter() - start)
        return min(times)

    assert fastest(lambda: list(GAME.options_of(s, s.turn))) < 0.001
    assert fastest(lambda: GAME.decide(s, listed[-1])) < 0.001


@cache
def tables() -> tuple[Config, ...]:
    return tuple(table(p) for p in GAME.players)


def our_moves(n: int, seed: int) -> float:
    """Inputs of random play a second: list all legal entries, choose, complete, decide, evolve."""
    pick, configs = random.Random(seed).randrange, tables()
    games = 0
    s = GAME.setup(configs[0])
    start = process_time()
    for _ in range(n):
        owed = GAME.pending(s)[0]
        if isinstance(owed, Over):
            games += 1
            s = GAME.setup(configs[games % 3])
            owed = GAME.pending(s)[0]
        if isinstance(owed, Choose):
            entries = list(GAME.options_of(s, None if owed.joint else owed.seats[0]))
            act = complete(entries[pick(len(entries))], pick)
        else:
            act = deal(owed, pick)
        for event in GAME.decide(s, act):  # type: ignore[union-attr]
            s = GAME.evolve(s, event)
    return n / (process_time() - start)


def chess_moves(n: int, seed: int) -> float:
    chess = pytest.importorskip("chess")
    choose = random.Random(seed).choice
    board = chess.Board()
    start = process_time()
    for _ in range(n):
        moves = list(board.legal_moves)
        if not moves:
            board = chess.Board()
            moves = list(board.legal_moves)
        board.push(choose(moves))
    return n / (process_time() - start)


def compared(rounds: int = 15, n: int = 4000) -> tuple[float, float]:
    """Moves a second, ours and python-chess's, turn and turn about in one run."""
    ours, theirs = [], []
    for i in range(rounds):
        theirs.append(chess_moves(n, i))
        ours.append(our_moves(n, i))
    return statistics.median(ours), statistics.median(theirs)


def test_random_play_keeps_pace() -> None:
    """Half of python-chess at least, whatever else the machine does; the bench states the number."""
    ours, theirs = compared(3, 2000)
    assert ours > theirs / 2


if __name__ == "__main__":
    ours, theirs = compared()
    print(f"loewenherz {ours:.0f} inputs/s, python-chess {theirs:.0f} moves/s, ratio {ours / theirs:.2f}")
