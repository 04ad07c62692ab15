"""Walisk at its largest, measured: ten players on 158 fields, listing, reconciling, replaying, remembering."""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from companion.bench import Metrics, metrics
from companion.engine.boards import house_board
from companion.engine.dealing import deal
from companion.engine.game import after, configure, fold
from companion.engine.legal import Legal, complete
from companion.engine.scenario import load_data
from companion.engine.session import Session
from companion.engine.types import Choose, Input, Over, Ruling, answers
from companion.games.walisk import odds
from companion.games.walisk.game import GAME
from companion.games.walisk.info import INFO
from companion.table.candidates import traced_acts
from companion.table.palettes import palette_on
from companion.table.reconcile import reconcile
from companion.table.sight import Palette, Sight
from vision.observation import Observation, Reading

CAMPAIGN = 4000  # inputs
PLAYERS = 10


def measure(quick: bool) -> Metrics:
    """Beside the aims."""
    found, board = GAME, house_board(INFO.id)
    config = configure(found, PLAYERS, board, None, load_data(found, board))
    rng, s = random.Random(7), found.setup(config)
    listed: list[float] = []
    folded: list[tuple[Input, Any]] = []
    tracemalloc.start()
    states, sizes = [s], [tracemalloc.get_traced_memory()[0]]
    for n in range(CAMPAIGN // 4 if quick else CAMPAIGN):
        owed = found.pending(s)[0]
        if isinstance(owed, Over):
            break
        if isinstance(owed, Choose):
            began = time.process_time()
            entries = list(Legal(found, s, owed.seats[0]))
            listed.append(time.process_time() - began)
            act = complete(rng.choice([e for e in entries if answers(owed, e)]), rng.randrange)
        else:
            act = deal(owed, rng.randrange)
        decision = found.decide(s, act)
        assert not isinstance(decision, Ruling), decision
        s = fold(found, s, decision)
        states.append(s)
        folded.append((act, tuple(decision)))  # the events alone, as a journal has them
        if n % 500 == 499:
            sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    began = time.process_time()
    again = states[0]
    for _, events in folded:
        again = fold(found, again, events)
    replayed = time.process_time() - began
    assert again == s
    steps = [(b - a) / 500 / 1024 for a, b in pairwise(sizes)]
    n = len(folded)
    return metrics(_odds() | {
        "engine.walisk10.legal_p99": (1e3 * _late(listed), "ms", 5.0),
        "engine.walisk10.replay_4000": (replayed * CAMPAIGN / n, "s", 1.0),
        "engine.walisk10.memory_first": (steps[0], "kB/input", 0.0),
        "engine.walisk10.memory_last": (steps[-1], "kB/input", 0.0),
        "engine.walisk10.reconcile_p99": (1e3 * _late(_reconciled(config, states, 20 if quick else 60)), "ms", 20.0),
    })  # fmt: skip


def _late(spent: Sequence[float]) -> float:
    """The 99th of a hundred."""
    return sorted(spent)[int(0.99 * (len(spent) - 1))]


def _reconciled(config: Any, states: Sequence[Any], most: int) -> list[float]:
    """Looks without error at what one act changed, each held against the state before it."""
    found, board = GAME, config.board
    palette = palette_on((), board, config.players)
    spent: list[float] = []
    for s in states[:: max(1, len(states) // (8 * most))]:
        act = next(traced_acts(found, s), None)
        then = None if act is None else after(found, s, (act,))
        if then is None or found.tabletop(then) == found.tabletop(s):
            continue
        seen = _exact(found.tabletop(then), board, palette)
        session: Session[Any] = Session(found, config, start=s)
        began = time.process_time()
        reconcile(session, Sight(seen, board, palette))
        spent.append(time.process_time() - began)
        if len(spent) >= most:
            break
    return spent


def _exact(table: Any, board: Any, palette: Palette) -> Observation:
    sides = [palette.colours[side] for side in palette.colours]
    readings = {}
    for space in board.spaces:
        here = palette.counts(table.get(space.id, ()))
        pieces = {*here, *(f"man:{c}" for c in sides[: len(sides) // 2])}
        readings[space.id] = Reading(
            space.id, 1.0, {p: tuple(-9.0 * abs(k - here.get(p, 0)) for k in range(17)) for p in sorted(pieces)}
        )
    return Observation(0.0, 0, True, "still", None, readings)


def _odds() -> dict[str, tuple[float, str, float | None]]:
    """The exact odds of thirty against thirty behind five houses, nothing remembered, beside 200 ms."""
    spent = []
    for _ in range(3):
        for cached in (odds.battle, odds.kills, odds._successes, odds._losses):
            cached.cache_clear()
        began = time.perf_counter()
        odds.battle(30, 30, 5)
        spent.append(time.perf_counter() - began)
    return {"engine.walisk.odds_30_30": (1e3 * min(spent), "ms", 200.0)}
