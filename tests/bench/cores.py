"""How many cores the eye may use, for measurements that are to be told for one, and how fast such a core is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import cv2

from companion.bench import chess_games


@contextmanager
def one_core() -> Iterator[None]:
    """OpenCV works on a single core while this lasts."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(threads)


def moves_a_second() -> float:
    """What python-chess makes in a second of this thread's time; 0 where it is not installed."""
    games = chess_games()
    if games is None:
        return 0.0
    next(games)
    moves, began = 0, time.thread_time()
    while (spent := time.thread_time() - began) < 1.0:
        moves += next(games)
    return moves / spent
