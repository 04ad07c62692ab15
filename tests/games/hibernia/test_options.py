"""Every value of every option leads to another outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.engine.session import Session
from companion.engine.types import CHANCE, Notice, Ruling, word
from companion.games.hibernia.game import GAME
from tests.games.hibernia.tables import START4, sit

CODEC = Codec((*GAME.inputs, *CHANCE), GAME.events)
TIE: dict[str, Any] = {
    "turn": "D", "die": "black", "owed": ["extra"], "round": 9, "trigger": {"seat": "A", "round": 9},
    "total": {"A": 50, "B": 50, "C": 47, "D": 41}, "counties": {"laigin": {"A": 1}, "mide": {"B": 1}},
}  # fmt: skip
TWO: dict[str, Any] = {
    "turn": "D", "die": "yellow", "supply": {"D": 5},
    "counties": {"tir_chonaill": {"A": 3}, "cairbre": {"A": 3}, "mag_nai": {"D": 1}},
}  # fmt: skip


def told(session: Session[Any], *lines: str) -> list[str]:
    """What came of each act: the rule that refused it, or the names of its events."""
    out = []
    for line in lines:
        result = session.submit([CODEC.parse(line)], "tap")
        out.append(result.rule if isinstance(result, Ruling) else " ".join(word(type(e)) for e in result.events))
    return out


def opened(**options: Any) -> Session[Any]:
    session = sit(None, **options)
    assert "HI-" not in str(told(session, "- rolled faces=tir_chonaill,brega,deisi,iarchonnacht", "- rolled faces=A"))
    return session


def tied(after: int, value: int) -> str:
    session = sit({**TIE, "extra_rounds": [[50, 50, 47, 41]] * after}, shared_win_after=value)
    return "ended" if "ended" in told(session, "D muster by=extra")[0] else "extra round"


OUTCOMES: dict[str, Callable[[Any], Any]] = {
    "soldiers_per_player": lambda v: opened(soldiers_per_player=v).state.supply,
    "shield_start": lambda v: opened(shield_start=v).state.shield,
    "extra_action": lambda v: told(sit({**START4, "die": "red"}, extra_action=v), "A rest"),
    "roll_first": lambda v: told(sit(START4, roll_first=v), "A move county=ulaid by=extra"),
    "pair_rule": lambda v: told(sit(TWO, pair_rule=v), "D move county=cairbre by=die"),
    "extra_round_players": lambda v: _playing(v),
    "shared_win_after": lambda v: [tied(after, v) for after in range(4)],
    "joker_face": lambda v: told(sit(START4, joker_face=v), "- rolled faces=white"),
    "advanced": lambda v: sum(opened(advanced=v).state.heap),
    "app_dice": lambda v: thrown_by_app(v),
    "hints": lambda v: sum(isinstance(e, Notice) for s in opened(hints=v).past for e in s.events),
}


def thrown_by_app(value: bool) -> str:
    result = sit(START4, app_dice=value).submit([CODEC.parse("- rolled faces=green")], "app")
    return result.rule if isinstance(result, Ruling) else "thrown"


def _playing(value: str) -> tuple[int, ...]:
    session = sit(TIE, extra_round_players=value)
    told(session, "D muster by=extra")
    return session.state.playing


@pytest.mark.parametrize("option", GAME.options, ids=lambda o: o.name)
def test_each_value_of_an_option_changes_an_outcome(option: Any) -> None:
    values = option.values or ((3, 2, 1, 0), (2, 1, 0, 0), (0, 0, 0, 0))
    outcomes = [repr(OUTCOMES[option.name](v)) for v in values]
    assert len(set(outcomes)) == len(values), outcomes
    assert option.default in values


def test_a_victory_is_shared_after_as_many_extra_rounds_as_chosen() -> None:
    assert [tied(after, 2) for after in range(4)] == ["extra round", "extra round", "ended", "ended"]
    assert [tied(after, 0) for after in range(4)] == ["extra round"] * 4


def test_two_winners_stand_side_by_side() -> None:
    session = sit({**TIE, "extra_rounds": [[50, 50, 47, 41]]}, shared_win_after=1)
    told(session, "D muster by=extra")
    assert session.state.winners == (0, 1)
    assert [r.rank for r in GAME.score(session.state).rows] == [1, 1, 3, 4]
