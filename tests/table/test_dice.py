"""Dice from several sources: which throw counts, which waits, and when two of them disagree."""

from __future__ import annotations

import pytest

from companion.engine.types import Die, Roll
from companion.table.dice import BATCH, DiceDesk, Disagreement, Throw, owed_roll
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


# ---------------------------------------------------------------- many dice at once
PIPS = ("1", "2", "3", "4", "5", "6")


def many(n: int) -> Roll:
    return Roll("X-1", tuple(Die(PIPS, "throw") for _ in range(n)), 0)


def tray(*dice: tuple[str, float, float]) -> tuple[DieReading, ...]:
    def faces(face: str) -> tuple[tuple[str, float], ...]:
        return tuple((f, 0.0 if f == face else -9.0) for f in PIPS)

    return tuple(DieReading("tray", faces(face), (x, y)) for face, x, y in dice)


FIVE = (("4", 0.0, 0.0), ("6", 30.0, 0.0), ("2", 60.0, 0.0), ("5", 90.0, 0.0), ("4", 30.0, 40.0))


def test_five_dice_in_one_tray_are_five_throws() -> None:
    desk = DiceDesk()
    thrown = desk.look(tray(*FIVE), 1.0, 5)
    assert thrown is not None
    assert sorted(t.face for t in thrown) == ["2", "4", "4", "5", "6"]
    assert desk.look(tray(*FIVE), 2.0, 5) == []


def test_a_reroll_is_told_from_the_first_throw_by_the_dice_that_moved() -> None:
    desk = DiceDesk()
    desk.look(tray(*FIVE), 1.0, 5)
    again = (FIVE[0], ("3", 35.0, 70.0), FIVE[2], ("1", 90.0, 0.0), FIVE[4])
    thrown = desk.look(tray(*again), 2.0, 2)
    assert thrown is not None
    assert sorted(t.face for t in thrown) == ["1", "3"]


def test_a_die_that_was_only_pushed_is_no_throw() -> None:
    desk = DiceDesk()
    desk.look(tray(*FIVE), 1.0, 5)
    pushed = (("4", 8.0, 0.0), ("1", 40.0, 80.0), *FIVE[2:])
    thrown = desk.look(tray(*pushed), 2.0, 1)
    assert [t.face for t in thrown or ()] == ["1"]


def test_more_dice_thrown_than_owed_are_not_guessed() -> None:
    desk = DiceDesk()
    desk.look(tray(*FIVE), 1.0, 5)
    wild = (("1", 0.0, 90.0), ("2", 30.0, 90.0), ("3", 60.0, 90.0), *FIVE[3:])
    assert desk.look(tray(*wild), 2.0, 2) is None


def test_a_die_that_a_hand_hid_is_no_new_throw() -> None:
    desk = DiceDesk()
    desk.look(tray(*FIVE), 1.0, 5)
    assert desk.look(tray(*FIVE[:2]), 2.0, 2) == []
    assert desk.look(tray(*FIVE), 3.0, 2) == []


def test_a_tower_and_the_camera_do_not_mix_their_dice() -> None:
    desk = DiceDesk(many=True)
    for i, face in enumerate(("4", "6", "2")):
        desk.hear(serial(face, 1.0 + i / 10, str(i)))
    for face in ("2", "4", "6"):
        desk.hear(camera(face, 2.0))
    assert [t.face for t in desk.answer(many(3)) or ()] == ["4", "6", "2"]
    desk.hear(camera("4", 3.0))  # late about the same throw
    assert desk.waiting == []
    desk.hear(camera("1", 20.0))
    assert [t.face for t in desk.waiting] == ["1"]


def test_a_long_throw_is_noted_in_batches() -> None:
    desk = DiceDesk(many=True)
    for i in range(BATCH + 3):
        desk.hear(serial("5", 1.0, str(i)))
    assert len(desk.answer(many(BATCH + 90)) or ()) == BATCH
    assert desk.answer(many(90)) is None
    assert len(desk.answer(many(3)) or ()) == 3
