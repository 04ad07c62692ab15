"""With secret treasures nobody learns another's: permuted, all that a seat may see stays equal byte for byte."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.engine.boards import canonical
from companion.engine.codec import plain, tagged
from companion.engine.slotted import changed
from companion.engine.types import Choose, Input, May, Ruling
from companion.games.walisk.events import Inherited
from companion.games.walisk.game import GAME
from companion.games.walisk.state import State
from companion.games.walisk.view import hidden
from tests.conformance import mutants
from tests.games.walisk.tables import mixed, table, walk


def permuted(s: State, seat: int, rng: random.Random) -> State:
    """The same table with other treasures of the others."""
    silver = [n if p == seat else (rng.randrange(60) if s.life[p] == "in" else n) for p, n in enumerate(s.silver)]
    return changed(s, silver=tuple(silver))


def seen(s: State, seat: int) -> bytes:
    """All that leaves the engine for a seat: view, duties, score, table, its own legal acts."""
    legal = [repr(e) for e in GAME.options_of(s, seat)]
    parts: list[Any] = [
        GAME.view(s, seat), [tagged(p) for p in GAME.pending(s)], plain(GAME.score(s)), legal,
        {k: plain(v) for k, v in GAME.tabletop(s).items()},
    ]  # fmt: skip
    return canonical(plain(parts))


def may_see(item: Any, seat: int) -> bool:
    return item.audience is None or seat in item.audience


def told(s: State, act: Input, seat: int) -> bytes:
    """What a seat hears of an act: the ruling or the events that it may see."""
    decision = GAME.decide(s, act)
    if isinstance(decision, tuple):  # a treasure that falls to the seat itself is told to it
        decision = tuple(e for e in decision if not (isinstance(e, Inherited) and e.by == seat))
    if isinstance(decision, Ruling):
        return canonical(
            [decision.kind, decision.rule, plain(decision.facts)] if may_see(decision, seat) else ["hidden"]
        )
    return canonical([tagged(e) for e in decision if may_see(e, seat)])


@pytest.mark.parametrize("seed", range(4))
def test_other_treasures_do_not_show(seed: int) -> None:
    config, rng = table(3, **mixed(seed, silver_hidden=True)), random.Random(seed)
    looked = 0
    for s, act in walk(config, seed, 400, talks=0.1):
        if rng.random() > 0.25 or not hidden(s):
            continue
        for seat in range(3):
            other = permuted(s, seat, rng)
            assert seen(other, seat) == seen(s, seat)
            looked += 1
            if act.seat != seat and type(act).__name__ in ("Buy", "Give"):
                continue  # how much somebody spends is limited by what he has: only he tries
            assert told(other, act, seat) == told(s, act, seat)
            for wrong in mutants(act, config):
                if wrong.seat == seat:
                    assert told(other, wrong, seat) == told(s, wrong, seat)
    assert looked > 15


def test_a_refusal_that_names_a_treasure_is_for_its_owner_only() -> None:
    from tests.games.walisk.tables import state

    s = state({"phase": "muster", "round": 5, "owner": {"LA": "A"}, "silver": {"A": 2}}, silver_hidden=True)
    from companion.games.walisk.inputs import Buy

    ruling = GAME.decide(s, Buy(0, "man", 3))
    assert isinstance(ruling, Ruling)
    assert ruling.audience == (0,)


def test_nothing_is_hidden_by_default() -> None:
    for s, _ in walk(table(3), 5, 150):
        assert canonical(plain(GAME.view(s, 0))) == canonical(plain(GAME.view(s, None)))


def test_duties_never_name_a_treasure() -> None:
    for s, _ in walk(table(3, silver_hidden=True), 6, 300):
        for p in GAME.pending(s):
            assert isinstance(p, Choose | May) or "silver" not in dict(p.facts)
