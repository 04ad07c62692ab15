"""Perft: chains of legal acts, counted by the engine and by the slow enumerator that shares nothing with it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.codec import text
from companion.engine.legal import Legal, completions
from companion.engine.types import Choose, Input
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.state import State

from .slow import Slow, slow_count
from .tables import done, given, table

FEW = {t: "B" for t in ("N1", "N2", "N3", "U1", "U2", "B1", "B2", "B3", "D1", "D2", "C2", "C3", "C4", "C5", "C6")}
MORE = {
    t: "C" for t in ("L1", "L2", "L3", "L4", "L6", "L7", "L8", "M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9")
}
REST = {t: "A" for t in ("N4", "N5", "N6", "N7", "U3", "U4", "U5", "C7", "C8", "C9", "L9", "M10", "S1")}
POSITIONS: dict[str, dict[str, Any]] = {
    "few towns are free": {
        "towns": {**FEW, **MORE, **REST, "S2": "A", "S4": "B vikings"},
        "hands": {"A": [2, 13], "B": [14, 5], "C": [20, 9]},
        "area": 3,
        "coins": {"A": 5, "B": 4, "C": 0},
        "track": {"A": 8, "B": 2, "C": 4},
        "vp": {"C": 1},
    },
    "expansions and extras": {
        "towns": {**FEW, **MORE, **REST, "S3": "A", "S5": "C vikings", "B4": "A"},
        "hands": {"A": [16, 22], "B": [1, 17], "C": [3, 25]},
        "area": 1,
        "coins": {"A": 6, "B": 5, "C": 7},
        "track": {"A": 0, "B": 5, "C": 6},
        "vp": {"A": 0},
    },
}
COUNTS = {
    ("few towns are free", "forbid"): [1, 7, 10, 20, 40, 77, 159, 303, 617, 675],
    ("few towns are free", "allow"): [1, 7, 10, 20, 40, 77, 165, 315, 681, 739],
    ("expansions and extras", "forbid"): [1, 6, 8, 16, 32, 64, 171, 277, 731, 918],
    ("expansions and extras", "allow"): [1, 6, 8, 16, 32, 64, 178, 288, 792, 991],
}


def legal(s: State) -> list[Input]:
    owed = GAME.pending(s)[0]
    if not isinstance(owed, Choose) or owed.joint or s.phase not in ("lead", "play", "act"):
        return []
    return [a for e in Legal(GAME, s, owed.seats[0]) for a in completions(e)]


def engine_count(s: State, depth: int, trick: int = 1) -> int:
    acts = legal(s) if s.trick_no == trick else []
    if depth == 0 or not acts:
        return 1
    return sum(engine_count(done(s, a)[0], depth - 1, trick) for a in acts)


@pytest.mark.parametrize(("name", "allow"), COUNTS)
def test_counts(name: str, allow: str) -> None:
    s = given(table(3, track_hands="on", expand_into_active=allow), **POSITIONS[name])
    assert [engine_count(s, depth) for depth in range(10)] == COUNTS[name, allow]
    slow = Slow(s)
    assert [slow_count(slow, depth) for depth in (4, 7)] == [COUNTS[name, allow][depth] for depth in (4, 7)]


@pytest.mark.parametrize("name", POSITIONS)
def test_the_same_acts_at_every_node(name: str) -> None:
    """Not only as many: the very same acts, down to the end of the trick along one line each."""
    s = given(table(3, track_hands="on"), **POSITIONS[name])

    def compare(s: State, slow: Slow, depth: int) -> None:
        mine = sorted(text(a) for a in legal(s)) if s.trick_no == 1 else []
        assert mine == sorted(slow.acts())
        if depth:
            for act in legal(s) if mine else []:
                compare(done(s, act)[0], slow.play(text(act)), depth - 1)

    compare(s, Slow(s), 6)
