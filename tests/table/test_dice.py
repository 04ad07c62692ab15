"""Dice from several sources: which throw counts, which waits, and when two of them disagree."""

from __future__ import annotations

import pytest

from companion.engine.types import Die, Roll
from companion.table.dice import DiceDesk, Disagreement, Throw, owed_roll
from tests.games.hibernia.tables import START4
from tests.table.looks import told
from vision.observation import DieReading

FACES = ("blue", "green", "red")
ONE = Roll("X-1", (Die(FACES, "action"),), 0)
TWO = Roll("X-1", (Die(FACES, "action"), Die(FACES, "luck")), 0)


def serial(face: str, at: float, mark: str = "") -> Throw:
    return Throw(face, "die", at, mark)


def camera(face: str, at: float) -> Throw:
    return Throw(face, "camera", at)


def lying(face: str, x: float = 400.0, doubt: float = -9.0) -> DieReading:
    return DieReading("tray", tuple((f, 0.0 if f == face else doubt) for f in FACES), (x, 100.0))


def test_one_throw_answers_one_roll() -> None:
    desk = DiceDesk()
    assert desk.answer(ONE) is None
    assert desk.hear(serial("red", 1.0)) is None
    assert [t.face for t in desk.answer(ONE) or ()] == ["red"]
    assert desk.answer(ONE) is None


def test_dice_for_several_purposes_count_in_order_of_reading() -> None:
    desk = DiceDesk()
    desk.hear(serial("red", 1.0, "1"))
    assert desk.answer(TWO) is None
    desk.hear(serial("blue", 2.0, "2"))
    assert [t.face for t in desk.answer(TWO) or ()] == ["red", "blue"]


def test_the_same_line_read_twice_is_one_throw() -> None:
    desk = DiceDesk()
    desk.hear(serial("red", 1.0, "7"))
    desk.hear(serial("red", 1.1, "7"))
    assert len(desk.waiting) == 1


def test_two_sources_that_agree_are_one_throw() -> None:
    desk = DiceDesk()
    desk.hear(serial("red", 1.0))
    assert desk.hear(camera("red", 3.0)) is None
    assert len(desk.waiting) == 1


def test_two_sources_that_differ_are_put_to_the_players() -> None:
    desk = DiceDesk()
    desk.hear(serial("red", 1.0))
    differ = desk.hear(camera("blue", 3.0))
    assert differ == Disagreement(serial("red", 1.0), camera("blue", 3.0))
    assert desk.settle(differ, "blue")
    assert [t.face for t in desk.answer(ONE) or ()] == ["blue"]


@pytest.mark.parametrize("late", [1.0, 5.0, 60.0])
def test_a_second_source_may_speak_late_about_a_throw_that_was_used(late: float) -> None:
    desk = DiceDesk()
    desk.hear(serial("red", 1.0))
    desk.answer(ONE)
    assert desk.hear(camera("red", 1.0 + late)) is None
    assert isinstance(desk.hear(camera("blue", 1.0 + late)), Disagreement)
    assert desk.waiting == []


def test_after_an_act_the_same_face_from_another_source_is_still_the_old_throw() -> None:
    desk = DiceDesk()
    desk.hear(serial("red", 1.0))
    desk.answer(ONE)
    desk.acted()
    assert desk.hear(camera("red", 30.0)) is None
    assert desk.waiting == []
    assert desk.hear(camera("blue", 31.0)) is None  # another face: thrown early, it waits
    assert [t.face for t in desk.waiting] == ["blue"]


def test_a_throw_before_it_is_owed_waits_until_it_is_owed() -> None:
    desk = DiceDesk()
    desk.hear(serial("red", 1.0))
    desk.acted(ONE)  # the act after which the roll is owed
    assert [t.face for t in desk.answer(ONE) or ()] == ["red"]


def test_a_throw_that_waits_is_forgotten_when_another_act_comes() -> None:
    desk = DiceDesk()
    desk.hear(serial("red", 1.0))
    desk.acted()
    assert desk.answer(ONE) is None


def test_when_a_roll_is_owed_again_every_source_counts_anew() -> None:
    desk = DiceDesk()
    desk.hear(serial("red", 1.0))
    desk.answer(ONE)
    desk.acted(ONE)
    desk.hear(camera("red", 9.0))
    assert [t.source for t in desk.answer(ONE) or ()] == ["camera"]


def test_a_table_that_goes_back_forgets_its_dice() -> None:
    desk = DiceDesk()
    desk.hear(serial("red", 1.0))
    desk.answer(ONE)
    desk.hear(serial("blue", 2.0))
    desk.forget()
    assert desk.waiting == []
    assert desk.hear(camera("green", 3.0)) is None
    assert len(desk.waiting) == 1


# ---------------------------------------------------------------- what the camera sees of a die
def test_a_die_that_lies_still_was_not_thrown_again() -> None:
    desk = DiceDesk()
    assert [t.face for t in desk.look((lying("red"),), 1.0)] == ["red"]
    assert desk.look((lying("red", 401.0),), 2.0) == []
    assert [t.face for t in desk.look((lying("blue", 401.0),), 3.0)] == ["blue"]
    assert [t.face for t in desk.look((lying("blue", 430.0),), 4.0)] == ["blue"]


def test_a_die_that_is_not_read_surely_is_no_throw() -> None:
    desk = DiceDesk()
    assert desk.look((lying("red", doubt=-3.0),), 1.0) == []
    assert desk.look((), 1.0) == []
    assert len(desk.look((lying("red", doubt=-5.0),), 2.0)) == 1


def test_the_roll_that_is_owed() -> None:
    owed = owed_roll(told(START4).pending())
    assert owed is not None
    assert owed.rule == "HI-2.2"
    assert owed_roll(told({**START4, "die": "red"}).pending()) is None
