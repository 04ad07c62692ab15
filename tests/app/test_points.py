"""Each point of a total has its reason, and the end page says what turned the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.app.gamescreen import face_of
from companion.app.live.points import Ledger, turning_points
from companion.app.widgets.sheet import WHEN_W, ReasonLine
from companion.games import GAMES, game
from companion.table import saved
from companion.table.tell import speaker_of
from tests.app import seen
from tests.app.finger import Finger
from tests.app.test_looking_back import played


@pytest.mark.parametrize("name", GAMES)
def test_curves_have_a_point_for_each_round_and_none_for_the_set_up(name: str, tmp_path: Path) -> None:
    session = saved.look_at(played(tmp_path, name, 3, 250), game)
    curve = face_of(name).curve(session, 0)
    assert len(curve) - 1 == session.state.round > 0


@pytest.mark.parametrize("name", GAMES)
def test_gains_add_up_to_every_total_and_each_says_why(name: str, tmp_path: Path) -> None:
    i18n.use("en")
    session = saved.look_at(played(tmp_path, name, 3, 250), game)
    ledger = Ledger(session, speaker_of(session))
    start = {r.seat: r.total for r in game(name).score(session.start).rows}
    for row in game(name).score(session.state).rows:
        gains = ledger.of(row.seat)
        assert start[row.seat] + sum(g.points for g in gains) == row.total
        assert all(g.told and g.points for g in gains)
    whole = [ledger.of(seat) for seat in start]
    session.past = session.past[: len(session.past) // 2]  # taken back: read anew
    assert all(len(ledger.of(seat)) <= len(gains) for seat, gains in enumerate(whole))
    session.past = session.past[:1]
    assert sum(len(ledger.of(seat)) for seat in start) <= 3


def test_what_turned_a_game() -> None:
    i18n.use("en")
    names = {0: "Anna", 1: "Ben"}
    assert turning_points([(0, 5, 6, 7), (0, 1, 8, 12)], names) == ((2, "Ben goes ahead"), (3, "Ben +4, Anna +1"))
    assert turning_points([(0, 2, 3, 9), (0, 0, 3, 3)], names)[0] == (2, "Ben draws level with Anna")
    assert turning_points([(0, 2)], names) == ()


def test_the_end_shows_turning_points_and_the_board(stage: Any, tmp_path: Path) -> None:
    folder = played(tmp_path, "hibernia", 3)
    f = Finger(stage, tmp_path, "en")
    try:
        f.backend.seating.open(folder)
        f.until(lambda: f.place == "end", "the end page")
        view = f.shell.screen.value
        assert view.notes
        assert {text for _, text in view.notes} <= set(f.words())
        before = f.shows()
        f.press("Board")
        assert "The board at the end" in f.words()
        assert f.shows() != before
        assert seen.faults(f.shell) == []
        f.press("Curve")
        assert "Standing after each round" in f.words()
    finally:
        f.close()


def test_that_nothing_was_scored_stands_below_the_name_and_not_in_an_empty_table(stage: Any) -> None:
    for value, left in ((("", "Noch nichts gewertet.", ""), 0.0), (("Runde 1", "Umall", "+2"), WHEN_W)):
        row = ReasonLine(value)
        row.box = [0, 0, 800, 60]
        row._redraw()
        (said,) = [s for s in row.said if s.text == value[1]]
        assert said.box[0] == left
