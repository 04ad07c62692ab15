"""Dice on the map that show something else than was told: asked about after a while, and taken over on a word."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Person, Session
from companion.engine.types import Rolled, Token
from companion.games.walisk.game import GAME
from companion.table.desk import Answer, Desk, Look
from companion.table.marks import allows, marks
from companion.table.palettes import palette_on
from companion.table.sight import Sight
from companion.table.snapshot import INSTEAD, LIES_SO, Snapshot
from companion.table.speaker import Speaker
from companion.table.tell import question_line
from vision.observation import Observation, Reading

BOARD = house_board("walisk", "small")
PALETTE = palette_on((), BOARD, 2)
PEOPLE = [Person("Anna", "red"), Person("Ben", "blue")]
LOST: dict[str, Any] = {
    "phase": "unrest", "round": 3, "due": ["A", "B"], "owner": {"LA": "B", "TU": "B", "FL": "B", "HA": "B"},
    "houses": {"HA": 2}, "capital": {"B": "HA"}, "life": {"A": "out"},
    "revolts": [{"seat": "A", "by": "B", "round": 2, "capital": "LA", "hopes": ["LA", "TU", "FL"], "unrest": []}],
}  # fmt: skip
FACES = {"LA": "3", "TU": "6", "FL": "2"}


def table(thrown: str = "6,4,2") -> Session[Any]:
    """A realm was lost and its dice were thrown, in the order of the map: TU, FL, LA."""
    config = configure(GAME, 2, BOARD, {"revolt": True}, load_data(GAME, BOARD))
    session = Session(GAME, config, people=PEOPLE, start=GAME.from_position(config, LOST))
    session.submit([Rolled(None, tuple(thrown.split(",")))], "tap")
    return session


def odds(face: str, sure: float = 6.4) -> tuple[tuple[str, float], ...]:
    return tuple((f, 0.0 if f == face else -sure) for f in "123456")


def seen(session: Session[Any], at: float, faces: dict[str, str], sure: float = 6.4) -> Look:
    readings = {}
    for name, tokens in GAME.tabletop(session.state).items():
        counts = PALETTE.counts(tokens)
        pieces = {PALETTE.piece(Token(k, p)) for k in ("man", "ship", "house", "rukr") for p in ("A", "B")} | {*counts}
        ls = {p: tuple(-9.0 * abs(k - counts.get(p, 0)) for k in range(8)) for p in pieces}
        dice = tuple(odds(f, sure) for f in faces.get(name, "").split())
        lying = tuple(-8.0 * (len(dice) - n) if n < len(dice) else -5.0 * (n - len(dice)) for n in range(len(dice) + 3))
        readings[name] = Reading(name, 1.0, ls, (), dice, lying)
    return Look(Observation(at, int(at * 10), True, "still", None, readings))


def watched(desk: Desk, faces: dict[str, str], seconds: float = 9.0, since: float = 0.0, sure: float = 6.4) -> Snapshot:
    for n in range(int(seconds * 2) + 1):
        snap = desk.handle(seen(desk.session, since + n / 2, faces, sure), 0.0)
    return snap


def revolt(session: Session[Any]) -> dict[str, Any]:
    return GAME.position(session.state)["revolts"][0]


def test_what_a_die_may_show() -> None:
    assert [f for f in "123456" if allows("1-5", f)] == list("12345")
    assert [f for f in "123456" if allows("6", f)] == ["6"]
    assert all(allows("", f) for f in "123456")


def test_dice_that_show_what_was_thrown_say_nothing() -> None:
    snap = watched(Desk(table(), BOARD, PALETTE), FACES)
    assert (snap.question, snap.todo) == (None, ())


def test_a_die_that_was_told_otherwise_is_asked_and_mended() -> None:
    desk = Desk(table("4,4,2"), BOARD, PALETTE)
    assert watched(desk, FACES, 1.0).question is None  # hands may still be on their way
    snap = watched(desk, FACES, 9.0, 2.0)
    assert revolt(desk.session)["unrest"] == []  # nothing is believed silently
    assert snap.question is not None
    assert snap.question.kind == INSTEAD
    assert snap.question.options[0] == (Rolled(None, ("6", "4", "2")),)
    told = question_line(Speaker("walisk", BOARD, desk.session.people), snap.question, 0)
    assert "6" in told
    desk.handle(Answer(snap.question.key, 0), 0.0)
    assert (revolt(desk.session)["hopes"], revolt(desk.session)["unrest"]) == (["FL", "LA"], ["TU"])
    assert watched(desk, FACES, 9.0, 20.0).question is None


def test_a_die_that_was_turned_later_is_asked_about_and_taken_over() -> None:
    config = configure(GAME, 2, BOARD, {"revolt": True}, load_data(GAME, BOARD))
    rows = [{**LOST["revolts"][0], "hopes": ["FL", "LA"], "unrest": ["TU"]}]
    later = GAME.from_position(config, {**LOST, "phase": "fight", "due": ["B"], "revolts": rows})
    desk = Desk(Session(GAME, config, people=PEOPLE, start=later), BOARD, PALETTE)
    turned = FACES | {"LA": "6"}
    snap = watched(desk, turned)
    assert snap.question is not None
    assert snap.question.kind == LIES_SO
    assert "Laxoera: the die shows 6 instead of 1–5." in question_line(
        Speaker("walisk", BOARD, desk.session.people), snap.question, 0
    )
    desk.handle(Answer(snap.question.key, 0), 0.0)
    assert revolt(desk.session)["unrest"] == ["TU", "LA"]
    assert watched(desk, turned, 9.0, 20.0).question is None


def test_a_die_that_is_put_right_is_left_alone() -> None:
    desk = Desk(table("4,4,2"), BOARD, PALETTE)
    snap = watched(desk, FACES)
    assert snap.question is not None
    desk.handle(Answer(snap.question.key, -1), 0.0)
    assert revolt(desk.session)["unrest"] == []
    snap = watched(desk, FACES, 9.0, 20.0)
    assert snap.question is None
    assert [t.space for t in snap.todo] == ["TU"]


def test_a_number_that_is_not_sure_is_no_difference() -> None:
    snap = watched(Desk(table("4,4,2"), BOARD, PALETTE), FACES, sure=2.0)
    assert (snap.question, snap.todo) == (None, ())


@pytest.mark.parametrize(("lies", "wrong"), [({"TU": "6", "FL": "2"}, ["LA"]), ({**FACES, "UR": "", "HA": "5"}, [])])
def test_a_missing_die_is_reminded_of_and_one_too_many_or_without_meaning_is_not(
    lies: dict[str, str], wrong: list[str]
) -> None:
    session = table()
    look = seen(session, 0.0, lies)
    sight = Sight(look.observation, BOARD, PALETTE)
    now = GAME.tabletop(session.state)
    assert [t.space for t in marks(sight, now, sight.spaces("lead"))] == wrong
    assert all(t.echo for t in marks(sight, now, sight.spaces("lead")))
