"""Saved games: a journal with copies of the board and data it began with, in a folder of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from companion.engine.boards import board_from_mapping, house_board
from companion.engine.game import configure
from companion.engine.journal import JournalError
from companion.engine.session import Accepted, Person, Session
from companion.engine.types import Over
from companion.games import game
from companion.games.hibernia.game import GAME
from companion.table import saved
from tests.games.hibernia.tables import START4, play, table

PEOPLE = [Person("Anna", "white"), Person("Ben", "purple"), Person("Clara", "orange"), Person("David", "black")]


class Clock:
    """Wall time that a test turns on."""

    def __init__(self) -> None:
        self.minute = 0

    def __call__(self) -> str:
        self.minute += 1
        return f"2024-05-01T20:{self.minute // 60:02}:{self.minute % 60:02}+02:00"


def begin(folder: Path, inputs: int = 20, **more: Any) -> Session[Any]:
    session = saved.create(folder, GAME, table(), PEOPLE, more.pop("clock", Clock()), **more)
    for _ in play(session, 1, inputs):
        pass
    return session


def again(folder: Path) -> Session[Any]:
    return saved.open_game(folder, game, Clock())


# ---------------------------------------------------------------- going on
def test_a_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    session = begin(tmp_path / "g")
    session.close()
    opened = again(tmp_path / "g")
    assert GAME.position(opened.state) == GAME.position(session.state)
    assert (opened.length, opened.last_hash, opened.people) == (session.length, session.last_hash, session.people)
    assert opened.verify() == []
    assert sum(1 for _ in play(opened, 2, 5)) == 5
    opened.close()
    assert again(tmp_path / "g").length == session.length + 5


def test_a_game_that_starts_from_a_position(tmp_path: Path) -> None:
    config = table()
    start = GAME.from_position(config, START4)
    saved.create(tmp_path / "g", GAME, config, PEOPLE, Clock(), start)
    assert GAME.position(again(tmp_path / "g").state) == GAME.position(start)


def test_a_game_opened_for_reading_leaves_its_file_alone(tmp_path: Path) -> None:
    session = begin(tmp_path / "g")
    file = tmp_path / "g" / saved.JOURNAL
    file.write_bytes(file.read_bytes() + b'{"torn')
    before = file.read_bytes()
    read = saved.look_at(tmp_path / "g", game)
    assert GAME.position(read.state) == GAME.position(session.state)
    assert GAME.position(saved.look_at(file, game).state) == GAME.position(session.state)
    read.retract(consent=True)
    assert file.read_bytes() == before
    session.close()
    again(tmp_path / "g")
    assert file.read_bytes() == before[: -len(b'{"torn')]


def test_a_folder_that_holds_a_game_takes_no_second_one(tmp_path: Path) -> None:
    begin(tmp_path / "g", 3)
    before = (tmp_path / "g" / saved.JOURNAL).read_bytes()
    with pytest.raises(JournalError, match="holds a saved game already"):
        begin(tmp_path / "g", 3)
    assert (tmp_path / "g" / saved.JOURNAL).read_bytes() == before


# ---------------------------------------------------------------- board and data
def test_a_saved_game_keeps_the_map_it_began_with(tmp_path: Path) -> None:
    """HI-10.6: the house map may change; the game goes on with the one it was started with."""
    own = board_from_mapping({**house_board("hibernia").doc, "id": "our_table", "title": "Unser Tisch"}, "own.yaml")
    config = configure(GAME, 4, own)
    saved.create(tmp_path / "g", GAME, config, PEOPLE, Clock())
    opened = again(tmp_path / "g")
    assert opened.config.board.id == "our_table"
    assert opened.config.board.digest == own.digest != house_board("hibernia").digest


def test_a_game_without_the_copy_of_its_board_is_refused(tmp_path: Path) -> None:
    begin(tmp_path / "g", 3)
    (tmp_path / "g" / saved.BOARD).unlink()
    with pytest.raises(JournalError, match=r"lacks board\.json, the copy of its board"):
        again(tmp_path / "g")


def test_a_game_beside_a_foreign_board_is_refused(tmp_path: Path) -> None:
    begin(tmp_path / "g", 3)
    copy = tmp_path / "g" / saved.BOARD
    copy.write_text(copy.read_text(encoding="utf-8").replace("Laigin", "Leinster"), encoding="utf-8")
    with pytest.raises(JournalError, match=r"was started with another board than board\.json"):
        again(tmp_path / "g")


def test_a_copy_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    begin(tmp_path / "g", 3)
    (tmp_path / "g" / saved.BOARD).write_text("{", encoding="utf-8")
    with pytest.raises(JournalError, match=r"board\.json:1: is no readable copy"):
        again(tmp_path / "g")


def test_box_data_are_kept_and_held_to_their_digest(tmp_path: Path) -> None:
    config = evolve(table(), data={"cards": {"1": ["ulaid"], "2": []}})
    saved.create(tmp_path / "g", GAME, config, PEOPLE, Clock())
    assert again(tmp_path / "g").config.data == config.data
    (tmp_path / "g" / saved.DATA).write_text(json.dumps({"cards": {"1": []}}), encoding="utf-8")
    with pytest.raises(JournalError, match=r"was started with other cards than data\.json beside it holds"):
        again(tmp_path / "g")
    (tmp_path / "g" / saved.DATA).unlink()
    with pytest.raises(JournalError, match="was started with other cards"):
        again(tmp_path / "g")


def test_a_game_this_program_does_not_know_is_refused(tmp_path: Path) -> None:
    begin(tmp_path / "g", 3)
    with pytest.raises(JournalError, match="is of a game this program does not know: hibernia"):
        saved.open_game(tmp_path / "g", {}.__getitem__, Clock())


def test_a_folder_without_a_journal_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be read"):
        again(tmp_path / "nothing")


# ---------------------------------------------------------------- the list
def test_the_list_names_people_times_and_how_far_they_got_the_latest_first(tmp_path: Path) -> None:
    early, late = Clock(), Clock()
    late.minute = 500
    begin(tmp_path / "one", 5, clock=early)
    session = begin(tmp_path / "two", 8, clock=late)
    session.seat([Person("Ben", "purple"), Person("Anna", "white")])
    games = saved.listing(tmp_path)
    assert [(g.folder.name, g.game, g.acts, g.over) for g in games] == [
        ("two", "hibernia", 8, False), ("one", "hibernia", 5, False),
    ]  # fmt: skip
    assert [p.name for p in games[0].people] == ["Ben", "Anna"]
    assert [p.name for p in games[1].people] == ["Anna", "Ben", "Clara", "David"]
    assert games[1].started < games[1].last < games[0].started < games[0].last


def test_what_cannot_be_read_is_listed_with_its_reason(tmp_path: Path) -> None:
    begin(tmp_path / "good", 3)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / saved.JOURNAL).write_text("no journal", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / saved.JOURNAL).touch()
    (tmp_path / "stray.txt").touch()
    listed = {g.folder.name: g.fault for g in saved.listing(tmp_path)}
    assert listed.keys() == {"good", "bad", "empty"}
    assert listed["good"] is None
    for name in ("bad", "empty"):
        fault = listed[name]
        assert fault is not None
        assert fault.reason == "has no readable first line"
    assert saved.listing(tmp_path / "nowhere") == []


def test_a_game_that_is_over_says_so_until_its_end_is_taken_back(tmp_path: Path) -> None:
    session = begin(tmp_path / "g", 10_000)
    assert isinstance(session.pending()[0], Over)
    assert saved.is_over(session)
    assert saved.listing(tmp_path)[0].over
    session.seat(PEOPLE)
    assert saved.listing(tmp_path)[0].over
    session.retract(consent=True)
    assert not saved.is_over(session)
    assert not saved.listing(tmp_path)[0].over
    assert isinstance(session.redo(), Accepted)
    assert saved.listing(tmp_path)[0].over


def test_a_new_folder_is_one_nobody_uses(tmp_path: Path) -> None:
    first = saved.new_folder(tmp_path, "hibernia", "2024-05-01T20:15:30+02:00")
    assert first.name == "hibernia-20240501201530"
    first.mkdir()
    second = saved.new_folder(tmp_path, "hibernia", "2024-05-01T20:15:30+02:00")
    assert second.name == "hibernia-20240501201530-2"
