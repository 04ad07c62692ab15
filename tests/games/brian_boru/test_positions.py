"""Positions: what is left out, what is put right by itself, and every fault at once."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game import PositionError
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.state import Phase, State

from .tables import given, random_play, table


def faults(**doc: Any) -> dict[str, str]:
    with pytest.raises(PositionError) as e:
        given(table(3), **doc)
    return {f.key: str(f) for f in e.value.faults}


def test_nothing_given_is_the_set_up() -> None:
    config = table(4)
    assert given(config) == GAME.setup(config)


def test_towns_alone_are_the_first_trick() -> None:
    s = given(table(3), towns={"N1": "A", "U1": "B vikings monastery"})
    assert (s.phase, s.turn, s.trick_no, s.round, s.pile, s.bride) == (Phase.LEAD, 0, 1, 1, 2, "aodhan")
    assert [z.size for z in s.hands] == [8, 8, 8]
    assert GAME.position(s)["towns"] == {"N1": "A", "U1": "B vikings monastery"}


def test_every_fault_is_listed() -> None:
    found = faults(
        towns={"N1": "Z", "X9": "A", "N2": "A castle"},
        coins={"A": -1, "Q": 2},
        track={"A": 12},
        claims={"Q": "down", "N": "lost"},
        hands={"A": [1, 1], "B": 40, "C": {"named": [30], "extra": 1}},
        wives={"A": ["mary"]},
        trick=["A eleven"],
        stack=["x A 1", "town A Q"],
        free_lead="perhaps",
        nonsense=1,
    )
    assert {
        "towns.N1", "towns.X9", "towns.N2", "coins.A", "coins.Q", "track.A", "claims.Q", "claims.N", "hands.A",
        "hands.B", "hands.C.named", "hands.C.extra", "wives.A", "trick", "stack", "free_lead", "nonsense",
    } <= set(found)  # fmt: skip


@pytest.mark.parametrize(
    ("doc", "key"),
    [
        ({"towns": {"N1": "A"}, "track": {"A": 4, "B": 4}}, "track"),
        ({"phase": "play", "active": "N2", "towns": {"N1": "A"}, "trick": ["A 3"], "hands": {"B": 0}}, "hands.B"),
        ({"phase": "play", "towns": {"N1": "A"}}, "active"),
        ({"phase": "act", "towns": {"N1": "A"}, "active": "N2", "trick": ["A 5"]}, "trick"),
        ({"phase": "play", "active": "N2", "trick": ["A 5", "B 2", "C 8"]}, "trick"),
        ({"phase": "lead", "towns": {"N1": "A"}, "marker": "-"}, "marker"),
        ({"phase": "home", "towns": {"N1": "A"}, "marker": "A"}, "turn"),
        ({"phase": "lead", "towns": {"N1": "A"}, "stack": ["K A 1"]}, "stack"),
        ({"phase": "lead", "towns": {"N1": "A"}, "bride": ""}, "bride"),
        ({"phase": "upkeep", "towns": {"N1": "A"}, "alliance": "war"}, "alliance"),
        ({"phase": "upkeep", "towns": {"N1": "A"}, "stack": ["reward A 30"]}, "stack"),
        ({"phase": "act", "active": "N2", "trick": ["A 5", "B 2", "C 8"], "stack": ["end A 6"]}, "stack"),
        ({"phase": "play", "active": "N2", "trick": ["A 5"], "discard": [5]}, "discard"),
        ({"phase": "nowhere"}, "phase"),
        ({"towns": "none"}, "towns"),
        ({"towns": {"N1": "A"}, "fleets": "many"}, "fleets"),
        ({"towns": {"N1": "A"}, "tally": {"A": {"church": "x"}}}, "tally.A.church"),
    ],
)
def test_what_no_table_can_show(doc: dict[str, Any], key: str) -> None:
    assert key in faults(**doc)


def test_the_rest_happens_by_itself() -> None:
    """A position in which nobody is asked goes on until somebody is."""
    s = given(table(3), phase="upkeep", round=3, stack=["close - 0"], towns={"N1": "A"}, marker="A")
    assert s.phase == "over"
    assert s.winners == (0,)
    s = given(table(3), phase="lead", towns={"N1": "A"}, hands={"A": 1, "B": 1, "C": 1})
    assert s.phase == "upkeep"


def test_an_upkeep_always_closes_its_round() -> None:
    s = given(table(3), phase="upkeep", stack=["claim - 0"], towns={"N1": "A"}, marker="A")
    assert GAME.position(s)["stack"] == ["claim - 0", "close - 0"]


def test_positions_of_a_whole_game_read_back() -> None:
    config = table(5, track_hands="on")
    seen: set[str] = set()
    for s, _ in random_play(config, 3):
        seen.add(s.phase)
        again: State = GAME.from_position(config, GAME.position(s))
        assert again == s
        assert hash(again) == hash(s)
    assert seen == {"begin", "home", "fleet", "bride", "deal", "draft", "lead", "play", "act", "upkeep"}
