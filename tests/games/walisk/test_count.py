"""Legal acts counted against a slow enumerator that knows only the map and the rulebook (perft of movement)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.legal import completions
from companion.games.walisk import inputs as acts
from companion.games.walisk.game import GAME
from companion.games.walisk.maps import draft_of
from companion.games.walisk.state import State
from tests.games.walisk.slow import Slow
from tests.games.walisk.tables import board, state

# Each: own districts, districts with passage, men ashore, fleets as (field, water): (ships, men).
CASES: tuple[tuple[Any, ...], ...] = (
    ("men alone", "KA HY UL", "", {"KA": 2, "HY": 1}, {}),
    ("a coast and its river", "FL HA", "", {"HA": 2}, {("FL", "coast"): (1, 0)}),
    ("all of the Skoera", "SA SK MY HY", "", {"SK": 1}, {("SK", "F2"): (2, 0)}),
    ("permission up the Fljotsa", "FL", "OS", {"FL": 1}, {("FL", "coast"): (1, 0)}),
    ("a fleet at sea", "LA", "", {}, {("S9", "sea"): (2, 3)}),
    ("the lake and the tow place", "HY IS", "", {"IS": 1}, {("IS", "F3"): (1, 0), ("HY", "F2"): (1, 0)}),
    ("steep coasts all around", "BR KL", "", {"KL": 1}, {("BR", "F2"): (1, 0), ("S8", "sea"): (1, 1)}),
    ("Dwyllugnach", "SA", "", {"DW": 2, "SA": 1}, {("DW", "coast"): (1, 0)}),
)


def position(own: str, let: str, men: dict[str, int], fleets: dict[Any, tuple[int, int]]) -> State:
    units: dict[str, dict[str, dict[str, int]]] = {}
    for f, n in men.items():
        units.setdefault(f, {"A": {}})["A"]["man"] = n
    for (f, water), (ships, aboard) in fleets.items():
        here = units.setdefault(f, {"A": {}})["A"]
        here[f"ship@{water}"] = ships
        if aboard:
            here["man"] = aboard
    owner = {**dict.fromkeys(own.split(), "A"), **dict.fromkeys(let.split(), "B")}
    agreements = [{"kind": "passage", "by": "B", "with": "A"}] if let else []
    return state({"owner": owner, "units": units, "agreements": agreements})


def told(act: Any) -> tuple[Any, ...]:
    if isinstance(act, acts.Walk):
        return ("walk", act.field, act.to, act.men, act.spent)
    return ("sail", act.field, act.to, act.ships, act.men, act.water, act.to_water, act.spent)


def moves(s: State) -> list[Any]:
    return [
        act for e in GAME.options_of(s, 0) if isinstance(e, acts.Walk | acts.Sail) for act in completions(e)
    ]  # fmt: skip


def count(s: State, depth: int) -> int:
    """Lines of so many acts, as the engine sees them; throws for silver do not come up here."""
    if depth == 0:
        return 1
    total = 0
    for act in moves(s):
        after = s
        for event in GAME.decide(s, act):  # type: ignore[union-attr]
            after = GAME.evolve(after, event)
        total += count(after, depth - 1)
    return total


@pytest.mark.parametrize(("title", "own", "let", "men", "fleets"), CASES, ids=lambda v: v if isinstance(v, str) else "")
def test_lines_of_acts(
    title: str, own: str, let: str, men: dict[str, int], fleets: dict[Any, tuple[int, int]]
) -> None:  # fmt: skip
    slow = Slow(draft_of(board()), set(own.split()), set(let.split()))
    ashore = {(f, 0): n for f, n in men.items()}
    afloat = {(f, min(slow.place(f, water)), 0): load for (f, water), load in fleets.items()}
    s = position(own, let, men, fleets)
    assert sorted(told(a) for a in moves(s)) == sorted(act for act, _ in slow.acts("men", ashore, afloat))
    for depth in (2, 3):
        assert count(s, depth) == slow.count("men", ashore, afloat, depth), (title, depth)


def test_the_places_of_the_map_agree_with_the_engine() -> None:
    """Every field has the same places for ships, by every name of its waters."""
    slow, s = Slow(draft_of(board()), set(), set()), state({"owner": {"LA": "A"}})
    for f in s.world.ids:
        places = sorted(sorted(p) for p in slow.waters(f))
        index = s.world.index[f]
        assert places == sorted(sorted(s.world.bodies[st]) for st in s.world.stations[index]), f
