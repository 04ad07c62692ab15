"""Moves a second of processor time in random play, beside python-chess in the same run.

``python -m tests.games.brian_boru.speed``
"""

from __future__ import annotations

from random import Random
from time import process_time

import chess

from companion.engine.conformance import deal
from companion.engine.legal import complete
from companion.engine.types import Choose, Over, Roll, Ruling, Show, Shuffle
from companion.games.brian_boru.game import GAME

from .tables import table


def ours(seconds: float, **options: object) -> float:
    """List all legal entries, choose one, complete it, decide, evolve: inputs a second over whole games."""
    configs = [table(p, **options) for p in (3, 4, 5)]
    pick = Random(1).randrange
    n, games, start = 0, 0, process_time()
    while process_time() - start < seconds:
        s, games = GAME.setup(configs[games % 3]), games + 1
        while True:
            owed = GAME.pending(s)[0]
            if isinstance(owed, Over):
                break
            if isinstance(owed, Roll | Show | Shuffle):
                act = deal(owed, pick)
            else:
                assert isinstance(owed, Choose)
                entries = list(GAME.options_of(s, None if owed.joint else owed.seats[0]))
                act = complete(entries[pick(len(entries))], pick)
            decision = GAME.decide(s, act)
            assert not isinstance(decision, Ruling)
            for e in decision:
                s = GAME.evolve(s, e)
            n += 1
    return n / (process_time() - start)


def theirs(seconds: float) -> float:
    """The same with python-chess: list all legal moves, choose one, push it."""
    pick = Random(1).randrange
    n, start = 0, process_time()
    while process_time() - start < seconds:
        position = chess.Board()
        while position.fullmove_number < 100:
            moves = list(position.legal_moves)
            if not moves:
                break
            position.push(moves[pick(len(moves))])
            n += 1
    return n / (process_time() - start)


if __name__ == "__main__":
    rounds = [(ours(1.0), ours(1.0, track_hands="on"), theirs(1.0)) for _ in range(6)]
    mine, tracked, chess_rate = (sorted(column)[3] for column in zip(*rounds, strict=True))
    print(f"brian_boru {mine:.0f}/s, with tracked hands {tracked:.0f}/s, python-chess {chess_rate:.0f}/s")
