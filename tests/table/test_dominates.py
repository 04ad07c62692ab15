"""Which of two readings of one table loses nothing: whatever may follow the one may follow the other, to equal ends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve

from companion.engine.codec import text
from companion.engine.legal import Legal, completions
from companion.engine.types import Input, Ruling
from companion.games.hibernia.game import GAME
from companion.games.hibernia.inputs import DIE, EXTRA, Move, Muster
from companion.games.hibernia.state import Phase, State
from companion.games.hibernia.table import dominates
from companion.table.candidates import Candidate, distinct, search, undominated
from tests.conformance import walk
from tests.games.hibernia.tables import START4, state, table
from tests.table.looks import look, sight, told


def after(s: State, act: Input) -> State | None:
    decision = GAME.decide(s, act)
    if isinstance(decision, Ruling):
        return None
    for event in decision:
        s = GAME.evolve(s, event)
    return s


def acts(s: State) -> list[Input]:
    return [act for entry in Legal(GAME, s, s.turn) for act in completions(entry)] if s.phase == Phase.ACT else []


def ends(s: State, turn: int) -> Iterator[tuple[State, tuple[str, ...]]]:
    """Every way in which this turn can end, with what was done but not with which of the two actions."""
    for act in acts(s):
        then = after(s, act)
        assert then is not None
        told = text(act).replace("by=die", "").replace("by=extra", "")
        if then.turn != turn or then.phase != Phase.ACT:
            yield then, (told,)
        else:
            yield from ((end, (told, *more)) for end, more in ends(then, turn))


def pairs(options: dict[str, Any], seeds: range) -> Iterator[tuple[State, State]]:
    """Positions after one and the same act, told as the die action and as the extra action."""
    config = table(4, **options)
    for seed in seeds:
        for s, act in walk(GAME, config, random.Random(seed).randrange):
            if isinstance(act, Move | Muster) and s.die_left and s.extra_left and s.phase == Phase.ACT:
                by_die, by_extra = (after(s, evolve(act, by=by)) for by in (DIE, EXTRA))
                if by_die is not None and by_extra is not None:
                    yield by_die, by_extra


@pytest.mark.parametrize("options", [{}, {"pair_rule": "outcome", "advanced": True}], ids=["standard", "outcome"])
def test_whatever_may_follow_the_extra_action_may_follow_the_die_action_too(
    options: dict[str, Any],
) -> None:
    seen = 0
    for a, b in pairs(options, range(2)):
        assert dominates(a, b)
        assert not dominates(b, a)
        after_a, after_b = dict(zip_back(ends(a, a.turn))), dict(zip_back(ends(b, b.turn)))
        assert after_b.keys() <= after_a.keys()
        assert all(after_a[told] == end for told, end in after_b.items())
        seen += 1
    assert seen > 40


def zip_back(found: Iterator[tuple[State, tuple[str, ...]]]) -> Iterator[tuple[tuple[str, ...], State]]:
    return ((told, end) for end, told in found)


def test_only_the_same_turn_with_the_other_action_spent_is_dominated() -> None:
    s = state({**START4, "die": "green"})
    assert not dominates(s, s)
    a = after(s, Move(0, "tir_eoghain", DIE))
    b = after(s, Move(0, "tir_eoghain", EXTRA))
    other = after(s, Move(0, "ulaid", EXTRA))
    assert a is not None
    assert b is not None
    assert other is not None
    assert dominates(a, b)
    assert not dominates(a, other)


def test_the_action_left_may_be_optional_and_still_nothing_is_lost() -> None:
    """With the extra action optional, leaving it is one more thing that may follow, never one less."""
    s = state({**START4, "die": "green"}, extra_action="optional")
    a, b = after(s, Move(0, "tir_eoghain", DIE)), after(s, Move(0, "tir_eoghain", EXTRA))
    assert a is not None
    assert b is not None
    assert {x[1] for x in ends(b, 0)} <= {x[1] for x in ends(a, 0)}


def test_of_two_readings_of_one_table_the_one_that_loses_nothing_is_kept() -> None:
    session = told({**START4, "die": "green"})
    s = sight(session, look(session, tir_eoghain={"A": 1}))
    found = search(GAME, session.state, s, s.spaces("lead"), 1, 0.0)
    here = [c for c in found if c.misfit == 0]
    assert [text(c.acts[0]) for c in here] == ["A move county=tir_eoghain by=die"]


def test_chains_that_end_alike_are_one_and_the_shortest_is_kept() -> None:
    session = told({**START4, "die": "green"})
    start = session.state
    one = Candidate((Muster(0, DIE),), start, {}, 1.0)
    two = Candidate((Muster(0, DIE), Muster(0, EXTRA)), start, {}, 0.5)
    assert distinct([two, one]) == [one]
    assert undominated(GAME, [one]) == [one]
