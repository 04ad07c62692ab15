"""Acts that are taken back while their pieces lie there, and acts that were begun and left: nothing is read into them,
and the way back is told."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from companion.engine.codec import text
from companion.table.desk import Answer, Look, Redo, Undo
from companion.table.snapshot import WHICH_MOVE, Snapshot
from companion.table.verdicts import InHand
from tests.games.hibernia.tables import START4
from tests.table.looks import look
from tests.table.test_desk import GREEN, UMALL, Table

THERE = {"tir_eoghain": {"A": 1}}
ELSEWHERE = "A move county=cairbre by=extra"


def stirred(t: Table, **seen: Any) -> Snapshot:
    """A hand, and the look after it."""
    t.now += 0.5
    t.desk.handle(Look(evolve(look(t.session, t.now), settled=False, state="hand")), t.now)
    return t.look(**seen)


def test_pieces_of_an_act_that_was_taken_back_are_named_where_they_stay() -> None:
    t = Table(GREEN)
    t.look(**THERE)
    assert t.say(Undo()).question is None, "no other act explains anything of it"
    shots = [t.look(**THERE) for _ in range(12)]
    assert not shots[2].out_of_step, "it is being taken off"
    assert shots[-1].out_of_step
    assert [(x.space, x.expected) for x in shots[-1].todo] == [("tir_eoghain", ())]
    assert t.past == []
    shot = t.look()
    assert (shot.out_of_step, shot.todo) == (False, ())
    t.look(**THERE)
    assert t.past == [UMALL]


def test_a_piece_taken_back_and_laid_elsewhere_in_one_go_is_read() -> None:
    t = Table(GREEN)
    t.look(**THERE)
    t.say(Undo())
    t.look(**THERE)
    shot = stirred(t, cairbre={"A": 1})
    assert t.past == [ELSEWHERE]
    assert (shot.question, shot.out_of_step) == (None, False)


def test_one_of_two_pieces_taken_back_is_no_act() -> None:
    t = Table(GREEN)
    t.tap(UMALL)
    t.tap("A move county=ulaid by=extra")
    t.look(**THERE, ulaid={"A": 2})
    t.say(Undo(keep=0, consent=True))
    t.look(**THERE, ulaid={"A": 2})
    for _ in range(12):
        shot = stirred(t, ulaid={"A": 1})
    for _ in range(12):
        shot = t.look(ulaid={"A": 1})
    assert t.past == []
    assert [x.space for x in shot.todo] == ["ulaid"]
    t.look()
    t.look(ulaid={"A": 1})
    assert t.past == ["A move county=ulaid by=extra"]


def test_an_act_laid_on_top_is_read_once_what_was_taken_back_stands_again() -> None:
    t = Table(GREEN)
    t.look(**THERE)
    t.say(Undo())
    for _ in range(3):
        t.look(**THERE, breifne={"A": 1})
    assert t.past == []
    t.say(Redo())
    t.look(**THERE, breifne={"A": 1})
    assert t.past == [UMALL, "A move county=breifne by=extra"]


# ---------------------------------------------------------------- begun and left
def one_of_two(t: Table, nats: float) -> Snapshot:
    """A look at which one of two white pieces that must come shows; ``nats``: against both of them."""
    t.now += 0.5
    seen = look(t.session, t.now, cairbre={"A": 1})
    one = seen.readings["cairbre"]
    counts = {**one.counts, "soldier:white": (-9.0, 0.0, -nats, -12.0)}
    readings = {**seen.readings, "cairbre": evolve(one, counts=counts)}
    return t.desk.handle(Look(evolve(seen, readings=readings)), t.now)


TWO: dict[str, Any] = {**GREEN, "counties": {**START4["counties"], "tir_eoghain": {"A": 1}}}


def test_an_act_that_looks_begun_is_asked_about_where_a_piece_of_it_may_be_misread() -> None:
    t = Table(TWO)
    shots = [one_of_two(t, 7.0) for _ in range(12)]
    assert isinstance(shots[2].verdict, InHand)
    assert shots[2].question is None, "the other one may be to come"
    question = shots[-1].question
    assert question is not None
    assert (question.kind, [text(a) for a in question.options[0]]) == (WHICH_MOVE, ["A move county=cairbre by=extra"])
    assert not shots[-1].out_of_step
    assert t.past == []
    t.say(Answer(question.key, 0))
    assert t.past == ["A move county=cairbre by=extra"]


def test_where_people_say_no_its_pieces_are_named() -> None:
    t = Table(TWO)
    for _ in range(12):
        shot = one_of_two(t, 7.0)
    assert shot.question is not None
    shot = t.say(Answer(shot.question.key, -1))
    assert (shot.out_of_step, [x.space for x in shot.todo]) == (True, ["cairbre"])
    for _ in range(12):
        shot = one_of_two(t, 7.0)
    assert (shot.question, t.past) == (None, [])


def test_an_act_that_is_plainly_begun_and_left_is_named() -> None:
    t = Table(TWO)
    for _ in range(12):
        shot = one_of_two(t, 12.0)
    assert (shot.question, shot.out_of_step, [x.space for x in shot.todo]) == (None, True, ["cairbre"])
