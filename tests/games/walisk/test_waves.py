"""Hordes act in waves whose dice are asked for at once; the outcome is the same as one by one in map order."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from companion.engine.types import Choose, Roll, Rolled
from companion.games.walisk.game import GAME
from companion.games.walisk.rules import rukr
from companion.games.walisk.state import Phase, State
from tests.games.walisk.players import Warrior
from tests.games.walisk.tables import board, state, table


def crowded(seed: int, on: str, players: int, **options: Any) -> State:
    """A land full of Rukr, houses and armies, at the beginning of a Rukr turn (the last turn before it is ending)."""
    rng = random.Random(seed)
    fields = [s for s in board(on).spaces if s.kind == "settle"]
    doc: dict[str, Any] = {"owner": {}, "houses": {}, "rukr": {}, "units": {}, "capital": {}, "phase": "fight"}
    seats = "ABCDEFGHIJ"[:players]
    for f in fields:
        lot = rng.random()
        if lot < 0.5:
            doc["rukr"][f.id] = rng.choice((1, 2, 2, 3, 4))
        if 0.4 < lot < 0.8:
            seat = rng.choice(seats)
            doc["owner"][f.id] = seat
            if rng.random() < 0.3:
                doc["houses"][f.id] = rng.randint(1, 3)
                if seat not in doc["capital"]:
                    doc["capital"][seat] = f.id
            if rng.random() < 0.5:
                doc["units"][f.id] = {seat: {"man": rng.randint(1, 3)}}
    return state({**doc, "round": 6, "due": [seats[-1]], "fought": [f.id for f in fields]}, players, on, **options)


def face(seed: int, purpose: str, space: str, k: int) -> str:
    return str(random.Random(f"{seed} {purpose} {space} {k}").randint(1, 6))


def rukr_turn(s: State, seed: int) -> tuple[State, int]:
    """The whole Rukr turn: each die falls by its purpose, field and number; choices hang on the field alone."""
    thrown: Counter[tuple[str, str]] = Counter()
    throws, act = 0, None
    for _ in range(5000):
        owed = GAME.pending(s)[0]
        if s.phase == Phase.MEN and not s.bouts:
            return s, throws
        if isinstance(owed, Roll):
            throws += 1
            faces = []
            for die in owed.slots:
                thrown[die.purpose, die.space] += 1
                faces.append(face(seed, die.purpose, die.space, thrown[die.purpose, die.space]))
            act = Rolled(None, tuple(faces))
        else:
            assert isinstance(owed, Choose)
            chosen = [
                e for e in GAME.options_of(s, owed.seats[0]) if getattr(e, "field", "") == dict(owed.facts)["field"]
            ]
            act = last_of(chosen)
        for event in GAME.decide(s, act):  # type: ignore[union-attr]
            s = GAME.evolve(s, event)
    raise AssertionError("the Rukr turn does not end")


def last_of(entries: list[Any]) -> Any:
    """The last choice: to leave, if that is possible; losses in order of their labels."""
    from attrs import evolve

    from companion.engine.legal import Some

    entry = entries[-1]
    open_field = getattr(entry, "lost", None)
    if isinstance(open_field, Some):
        left, out = open_field.n, []
        for name, most in open_field.of:
            n = min(left, most)
            left -= n
            if n:
                out.append((name, n))
        entry = evolve(entry, lost=tuple(out))
    return entry


def opened(s: State) -> State:
    """The seat on turn has done: the next round begins with the Rukr."""
    from companion.games.walisk.inputs import Done

    for event in GAME.decide(s, Done(s.due[0])):  # type: ignore[union-attr]
        s = GAME.evolve(s, event)
    assert s.round == 7
    return s


CASES = [("small", 3, n) for n in range(40)] + [("house", 8, n) for n in range(12)]


@pytest.mark.parametrize(("on", "players", "seed"), CASES)
def test_waves_end_like_one_by_one(on: str, players: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    options: dict[str, Any] = [{}, {"flight": True}, {"rukr_take_empty": False, "leave_one": "from_horde"}][seed % 3]
    s = crowded(seed, on, players, **options)
    together, few = rukr_turn(opened(s), seed)
    real = rukr.wave
    monkeypatch.setattr(rukr, "wave", lambda s, agenda: real(s, agenda[:1]))
    alone, many = rukr_turn(opened(s), seed)
    assert together == alone
    assert few <= many


def test_a_sweep_over_a_full_map_asks_for_many_dice_at_once() -> None:
    """The first seasons of ten players: more than fifty hordes a round, and some ten dice in every throw."""
    s, player = GAME.setup(table(10, "house")), Warrior(0)
    throws = dice = turns = 0
    while turns < 3:
        act, before = player.act(s), s.phase
        assert act is not None
        if before == Phase.RUKR and isinstance(act, Rolled):
            throws, dice = throws + 1, dice + len(act.faces)
        for event in GAME.decide(s, act):  # type: ignore[union-attr]
            s = GAME.evolve(s, event)
        turns += before == Phase.RUKR and s.phase != Phase.RUKR
    assert throws < 25 * turns
    assert dice > 6 * throws


def test_winter_asks_for_all_dice_at_once() -> None:
    s = state({"phase": "homes", "round": 5, "rukr": {"MY": 2, "SK": 1, "KA": 3}, "owner": {"LA": "A"}})
    first = GAME.pending(s)[0]
    assert isinstance(first, Roll)
    assert len(first.slots) == 2
    for event in GAME.decide(s, Rolled(None, ("1", "1"))):  # type: ignore[union-attr]
        s = GAME.evolve(s, event)
    second = GAME.pending(s)[0]
    assert isinstance(second, Roll)
    assert [d.space for d in second.slots] == ["KA", "MY", "SK"]


def test_a_turn_of_the_rukr_goes_on_after_a_break() -> None:
    """Everything that is owed stands in the position: written down and read back it goes on alike."""
    s = opened(crowded(5, "small", 3))
    halfway = 0
    while s.phase == Phase.RUKR:
        again = GAME.from_position(s.world.config, GAME.position(s))
        assert again == s
        halfway += bool(s.wave or s.bouts)
        owed = GAME.pending(s)[0]
        act = (
            Rolled(None, tuple("4" for _ in owed.slots[:1]))
            if isinstance(owed, Roll)
            else last_of(list(GAME.options_of(s, owed.seats[0]))[:1])  # type: ignore[attr-defined]
        )
        for event in GAME.decide(s, act):  # type: ignore[union-attr]
            s = GAME.evolve(s, event)
    assert halfway > 3
