"""An attack is answered behind the same keys, in as many touches, whatever the defender holds."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from companion import i18n
from companion.app.live.bytouch import ByTouch
from companion.app.live.hand import HandEntry
from companion.app.live.table import TablePainter
from companion.engine.session import Accepted, Session
from companion.engine.types import Roll, Rolled
from companion.games.vikings_gone_wild.inputs import Attack, Pass
from companion.games.vikings_gone_wild.screen.pad import VikingPad
from companion.table.desk import Desk
from companion.table.speaker import Speaker
from tests.e2e.test_curtain import advance, session_of
from tests.e2e.test_weighing import PEOPLE, entry_of, player
from tests.games.vikings_gone_wild.tables import sit


def table(hand: list[str], deck: list[str]) -> Session[Any]:
    ben = player(hand=hand, deck=deck, village={"townhall": {"level": 1}, "brewery_1": {}})
    anna = player(hand=["viking_warrior", "viking_warrior", "beer_card"])
    players = {"A": anna, "B": ben, "C": player()}
    return sit({"phase": "turn", "round": 1, "starter": "A", "turn": "A", "players": players})


def look(session: Session[Any]) -> tuple[Any, ...]:
    """Everything that stands on the open screens: the table, its keys, and the list of acts by hand."""
    entry = entry_of(session)
    painter = entry.painter
    panel = VikingPad(painter).panel()
    snapshot = Desk(session, session.config.board, painter.palette).snapshot()
    return (repr(painter.view(snapshot, panel=panel)), entry.kinds(), entry.entries(), entry.view(), panel)


WITH, WITHOUT = (
    (["cannon", "beer_card"], ["gold_card", "hero_trap"]),
    (["gold_card", "beer_card"], ["hero_trap", "cannon"]),
)


def test_the_window_looks_the_same_whatever_lies_in_the_hand() -> None:
    tables = [table(*hands) for hands in (WITH, WITHOUT)]
    assert look(tables[0]) == look(tables[1])
    for t in tables:
        assert isinstance(t.submit((Attack(0, "B_brewery_1", (("viking_warrior", 1),)),), "tap"), Accepted)
    first, second = (look(t) for t in tables)
    assert first == second
    keys = [c.text for c in (*first[-1].pad, *first[-1].choices)]
    assert keys == ["Cannon", "Hero Trap", "More", "No defence"]
    seconds = [c.second for c in (*first[-1].pad, *first[-1].choices)]
    assert seconds == ["1 : 3", "", "", "1 : 1"], "strength against defence, by what the cards say"
    for t in tables:
        pad = VikingPad(entry_of(t).painter)
        assert pad.touch("B pass") == (Pass(1),), "one touch, with a card or without"
        assert isinstance(t.submit((Pass(1),), "tap"), Accepted)
    assert look(tables[0]) == look(tables[1])


def test_the_window_opens_where_no_card_could_defend_at_all() -> None:
    """It is not skipped: how long it lasts tells nothing either."""
    t = table(["beer_card"], ["gold_card"])
    assert isinstance(t.submit((Attack(0, "B_brewery_1", (("viking_warrior", 1),)),), "tap"), Accepted)
    panel = VikingPad(entry_of(t).painter).panel()
    assert panel is not None
    assert [c.text for c in (*panel.pad, *panel.choices)] == ["More", "No defence"]


def test_a_card_that_the_hand_does_not_hold_is_questioned_without_betraying_it() -> None:
    t = table(*WITHOUT)
    t.submit((Attack(0, "B_brewery_1", (("viking_warrior", 1),)),), "tap")
    pad = VikingPad(entry_of(t).painter)
    (act,) = pad.touch("B defend card=cannon target=B_brewery_1")
    ruling = t.check(act)
    assert getattr(ruling, "audience", None) == (1,)


@pytest.mark.parametrize("hands", [WITH, WITHOUT])
def test_words_behind_it_are_the_same_in_german(hands: Any) -> None:
    t = table(*hands)
    t.submit((Attack(0, "B_brewery_1", (("viking_warrior", 1),)),), "tap")
    i18n.use("de")
    try:
        board = t.config.board
        painter = TablePainter(t, entry_of(t).painter.palette, Speaker("vikings_gone_wild", board, PEOPLE, "de"))
        panel = VikingPad(painter).panel()
    finally:
        i18n.use("en")
    assert panel is not None
    assert [c.text for c in panel.choices] == ["Mehr", "Keine Verteidigung"]
    assert isinstance(HandEntry(painter).kinds(), tuple)


def test_the_app_throws_from_the_foot_while_the_faces_lie_as_keys() -> None:
    session = session_of("vikings_gone_wild", 3, {})
    while not isinstance(session.pending()[0], Roll):
        advance(session, random.Random(1))
    entry = entry_of(session)
    touch = ByTouch(entry.painter, entry)
    panel = VikingPad(entry.painter).panel()
    assert panel is not None
    shown, strip = touch.strip(SimpleNamespace(panel=panel))  # type: ignore[arg-type]
    assert shown is panel
    assert strip is not None
    assert [c.key for c in strip.foot] == ["app"]
    told = touch.key("app")
    assert told is not None
    assert isinstance(told.acts[0], Rolled)
    assert told.sources == ("app",)
