"""All soldiers of a side are always there: whatever is set by hand, the supply follows or the table is warned."""

from __future__ import annotations

from companion.engine.balance import broken
from companion.engine.session import Accepted
from companion.engine.types import Notice
from companion.games.hibernia.game import GAME
from companion.table.speaker import Speaker
from tests.games.hibernia.tables import START3, START4, board, sit


def test_counties_taken_over_from_the_table_leave_the_rest_in_the_supply() -> None:
    session = sit(START4)
    result = session.amend({"counties": {"tir_chonaill": {"A": 3}, "ulaid": {"A": 2}}}, "as it lies", consent=True)
    assert isinstance(result, Accepted)
    assert result.events == ()
    assert session.state.supply == (16 - 1 - 5 - 3, 12, 13, 14)
    session.amend({"shield": {"A": 0, "B": 5}}, "as it lies", consent=True)
    assert session.state.supply == (10, 9, 13, 14)
    assert not broken(GAME, session.state)


def test_a_supply_that_cannot_be_is_said_with_how_to_mend_it() -> None:
    session = sit(START4)
    result = session.amend({"supply": {"A": 50}}, "as it lies", consent=True)
    assert isinstance(result, Accepted)
    (notice,) = result.events
    assert isinstance(notice, Notice)
    assert notice.rules == ("HI-1.2",)
    said = {lang: Speaker("hibernia", board(), session.people, lang).event(notice) for lang in ("en", "de")}
    assert said["en"] == "A, soldiers: 55 instead of 16 in all. Count them and set them right by hand."
    assert said["de"] == "A, Soldaten: zusammen 55 statt 16. Zählt nach und stellt es von Hand richtig."
    again = session.amend({"supply": {"A": 11}}, "mended", consent=True)
    assert isinstance(again, Accepted)
    assert again.events == ()


def test_more_soldiers_on_the_board_than_there_are_is_said() -> None:
    session = sit(START4)
    result = session.amend({"counties": {"ulaid": {"A": 20}}}, "as it lies", consent=True)
    assert isinstance(result, Accepted)
    assert [type(e) for e in result.events] == [Notice]
    assert session.state.supply[0] == 0


def test_neutral_soldiers_stand_or_are_out_of_the_game() -> None:
    session = sit(START3, players=3)
    assert not broken(GAME, session.state)
    result = session.amend({"counties": {"deisi": {"neutral": 0}}}, "as it lies", consent=True)
    assert isinstance(result, Accepted)
    assert [e.rules for e in result.events] == [("HI-8.2",)]
    assert session.amend({"removed": 1}, "out of the game", consent=True).events == ()  # type: ignore[union-attr]


def test_a_total_set_by_hand_is_a_line_of_its_own() -> None:
    session = sit(START4)
    session.amend({"total": {"A": 7}}, "moved", consent=True)
    row = GAME.score(session.state).rows[0]
    assert row.total == 7 == sum(line.points for line in row.lines)
    told = Speaker("hibernia", board(), session.people, "de")
    assert [told.score(line) for line in row.lines] == ["7 Schritte von Hand gesetzt"]
