"""Positions of Walisk: read back the same, and every fault named at once."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.engine.game import PositionError
from companion.games.walisk.game import GAME
from companion.games.walisk.position.keys import STATE
from tests.games.walisk.tables import SMALL, mixed, sit, state, table, walk


def faults(doc: dict[str, Any], **options: Any) -> list[str]:
    with pytest.raises(PositionError) as refused:
        GAME.from_position(table(2, **options), {**SMALL, **doc})
    return [f.key for f in refused.value.faults]


def test_every_key_is_written_and_read() -> None:
    assert set(GAME.position(state(SMALL))) == set(STATE.names)


def test_states_read_back_the_same_wherever_a_game_stands() -> None:
    for seed in range(3):
        for s, _ in walk(table(3, **mixed(seed)), seed, 250):
            doc = json.loads(json.dumps(GAME.position(s)))
            assert GAME.from_position(s.world.config, doc) == s


FAULTY: list[tuple[dict[str, Any], list[str]]] = [
    ({"weather": "fine"}, ["weather"]),
    ({"phase": "lunch"}, ["phase"]),
    ({"owner": {"XX": "A", "LA": "Z", "UR": "A"}}, ["owner.XX", "owner.LA", "owner.UR", "houses.HA", "capital.B"]),
    ({"units": {"LA": {"A": {"horse": 1}}}}, ["units.LA.A.horse"]),
    ({"units": {"GR": {"A": {"ship": 1}}}}, ["units.GR.A.ship"]),
    ({"units": {"BI": {"A": {"ship": 1}}}}, ["units.BI.A.ship"]),
    ({"units": {"LA": {"A": {"man": -1}}}}, ["units.LA.A.man"]),
    ({"units": {"UR": {"A": {"man": 1}}}}, ["units.UR"]),
    ({"rukr": {"S1": 1}}, ["rukr.S1"]),
    ({"capital": {"A": "FL"}}, ["capital.A"]),
    ({"battles": [{"field": "LA", "sides": ["A", "A"]}]}, ["battles.0.sides"]),
    ({"agreements": [{"kind": "love", "by": "A", "with": "B"}]}, ["agreements.0.kind"]),
    ({"voyages": "none"}, ["voyages"]),
    ({"due": ["A", "A"]}, ["due"]),
    ({"due": []}, ["due"]),
    ({"phase": "gate"}, ["agenda"]),
    ({"phase": "rukr"}, ["wave"]),
    ({"phase": "return"}, ["voyages"]),
    ({"phase": "unrest"}, ["revolts"]),
    ({"bouts": [{"kind": "duel", "attacker": "A", "field": "LA"}]}, ["bouts.0.kind"]),
    ({"bouts": [{"kind": "battle", "field": "LA", "attacker": "A", "defender": "B", "step": "after"}]}, ["bouts"]),
    ({"silver": {"A": True}}, ["silver.A"]),
    ({"agenda": [["LA"]]}, ["agenda.0"]),
    (
        {"revolts": [{"seat": "A", "by": "B", "capital": "LA", "hopes": ["LA", "FL"], "unrest": ["FL"]}]},
        ["revolts.0.unrest"],
    ),
]


@pytest.mark.parametrize(("doc", "keys"), FAULTY)
def test_faults_are_named(doc: dict[str, Any], keys: list[str]) -> None:
    assert set(keys) <= set(faults(doc))


def test_all_faults_come_at_once() -> None:
    assert len(faults({"weather": 1, "phase": "lunch", "rukr": {"S1": 1}, "silver": {"Z": 1}})) >= 4


def test_ships_name_their_water_where_there_are_several() -> None:
    s = state({**SMALL, "units": {"HY": {"A": {"ship@F2": 1, "ship@F3": 2}}, "S9": {"A": {"ship": 1, "man*": 2}}}})
    assert GAME.position(s)["units"]["HY"]["A"] == {"ship@F2": 1, "ship@F3": 2}


def test_a_table_is_amended_by_hand() -> None:
    session = sit(SMALL)
    session.amend({"silver": {"A": 9}, "rukr": {"FL": 2}}, "counted anew", consent=True)
    assert session.state.silver[0] == 9
    assert session.state.rukr[session.state.world.index["FL"]] == 2


def test_keys_left_out_are_an_early_spring() -> None:
    s = state({"owner": {"LA": "A"}})
    assert (s.phase, s.round, s.due) == ("men", 2, (0, 1))
    assert GAME.from_position(table(2), {}) == GAME.setup(table(2))
