"""The table decides otherwise: what was refused stands, and the soldiers still add up."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.engine.session import Accepted
from companion.engine.types import CHANCE, Ruling
from companion.games.hibernia.game import GAME
from tests.games.hibernia.tables import START4, sit, soldiers, sound

CODEC = Codec((*GAME.inputs, *CHANCE), GAME.events)
SHORT: dict[str, Any] = {
    "turn": "B", "die": "yellow", "supply": {"B": 1},
    "counties": {"osraige": {"B": 3}, "eile": {"B": 2}, "desmumu": {"B": 1}, "laigin": {"A": 2}, "mide": {"A": 1}},
}  # fmt: skip
OWN: dict[str, Any] = {
    "turn": "A", "die": "yellow", "supply": {"A": 1},
    "counties": {"cairbre": {"A": 4}, "tir_chonaill": {"A": 1}, "tir_eoghain": {"A": 2}},
}  # fmt: skip


def overruled(given: dict[str, Any], act: str, **options: Any) -> Any:
    session = sit(given, **options)
    before = soldiers(session.state)
    result = session.overrule(CODEC.parse(act), "house rule", consent=True)
    assert isinstance(result, Accepted), result
    sound(session.state)
    assert soldiers(session.state) == before
    assert GAME.from_position(session.config, GAME.position(session.state)) == session.state
    return session.state


def test_a_county_emptied_by_the_move_belongs_to_nobody() -> None:
    s = overruled(SHORT, "B move county=caisel by=die sources=eile:2")
    held = GAME.position(s)["counties"]
    assert (held["caisel"], held.get("eile")) == ({"B": 3}, None)


def test_soldiers_taken_although_the_supply_suffices_spare_the_supply() -> None:
    s = overruled({**SHORT, "supply": {"B": 9}}, "B move county=caisel by=die sources=osraige:2")
    assert s.supply[1] == 8
    assert GAME.position(s)["counties"]["caisel"] == {"B": 3}


def test_too_few_soldiers_are_as_many_as_were_placed() -> None:
    s = overruled(SHORT, "B move county=caisel by=die sources=osraige:1")
    assert GAME.position(s)["counties"]["caisel"] == {"B": 2}
    assert s.supply[1] == 0


def test_soldiers_that_came_back_where_they_were_taken_are_not_counted_twice() -> None:
    s = overruled(OWN, "A move county=cairbre by=die sources=cairbre:1")
    assert GAME.position(s)["counties"]["cairbre"] == {"A": 5}


def test_a_move_by_another_colour_and_one_into_a_protected_county() -> None:
    s = overruled({**START4, "die": "red"}, "A move county=ulaid by=die")
    assert GAME.position(s)["counties"]["ulaid"] == {"A": 1}
    s = overruled({**SHORT, "supply": {"B": 9}}, "B move county=mide by=extra")
    assert GAME.position(s)["counties"]["mide"] == {"B": 1}


def test_the_extra_action_left_although_it_must_be_used() -> None:
    s = overruled({**START4, "die": "red", "owed": ["extra"]}, "A rest")
    assert s.turn == 1


@pytest.mark.parametrize(
    ("given", "act"),
    [
        (START4, "A move county=tir_eoghain by=extra"),  # no roll yet
        ({**START4, "die": "red"}, "B muster by=die"),  # out of turn
        ({**START4, "die": "red"}, "A move county=atlantis by=extra"),  # no such county
        ({**START4, "die": "red"}, "A move county=tir_eoghain by=extra sources=brega:1"),  # another player's
        ({**START4, "die": "red"}, "A move county=tir_eoghain by=extra sources=tir_chonaill:2"),  # more than there are
        ({**START4, "die": "purple"}, "A muster by=die"),  # no die action
        ({**START4, "die": "red", "owed": ["die"]}, "A rest"),  # used already
        ({**START4, "die": "red"}, "- rolled faces=red"),  # rolled already
    ],
)
def test_what_could_mean_nothing_cannot_be_overruled(given: dict[str, Any], act: str) -> None:
    session = sit(given)
    ruling = session.overrule(CODEC.parse(act), "because", consent=True)
    assert isinstance(ruling, Ruling)
    assert ruling.rule == "K-WAIVE"
    assert session.length == 1
