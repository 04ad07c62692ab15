"""What is agreed to lie otherwise than it looks: such a look speaks for no act, and what changes since still does."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from companion.engine.codec import text
from companion.engine.types import Token
from companion.table.desk import Answer, Heard
from companion.table.desk.feedback import let_stand
from companion.table.fit import wrong
from companion.table.reconcile import Choice, Lagging, Moved, OutOfStep, Unchanged, reconcile
from companion.table.sight import FLOOR, Sight, Standing
from tests.games.hibernia.tables import START4, board
from tests.table.looks import PALETTE, look, palette, sight, told
from tests.table.test_desk import ULAID, UMALL, Table
from vision.observation import Observation, Reading

A, B = Token("soldier", "A"), Token("soldier", "B")
RICH: dict[str, Any] = {
    **START4, "die": "green", "supply": {"A": 6, "B": 12, "C": 13, "D": 14}, "shield": {"A": 8, "B": 2, "C": 1, "D": 0},
}  # fmt: skip
BLIND = {"A": 1, "B": 2, "C": 1}  # the shield as a camera sees it that misses white pieces


def heap(**likelihoods: tuple[float, ...]) -> Sight:
    reading = Reading("shield", 1.0, {f"soldier:{c}": ls for c, ls in likelihoods.items()})
    seen = Observation(0.0, 0, True, "still", None, {"shield": reading})
    return Sight(seen, board(), PALETTE, piles=frozenset({"shield"}))


ONE = heap(white=(-9.0, 0.0, -9.0, -10.0, -12.0), purple=(0.0, -9.0, -12.0))


def test_without_an_agreement_a_misread_heap_speaks_for_the_act_that_would_explain_it() -> None:
    assert ONE.misfit("shield", (A,)) == 0
    assert ONE.misfit("shield", (A,) * 4) == 12


def test_a_piece_that_left_a_heap_is_named_however_easily_heaps_are_misread() -> None:
    ten = heap(white=(*(-12.0,) * 9, -6.3, 0.0, -5.4, -8.4))
    (off,) = wrong(ten, {"shield": (A,) * 11}, ["shield", "mide"], 6.5, 2.0)
    assert (off.space, off.seen) == ("shield", {"soldier:white": 10})
    assert wrong(ten, {}, [], 6.5) == (), "a board of which nothing was captured yet has no spaces"


@pytest.mark.parametrize("spoken", [False, True])
def test_a_heap_agreed_to_look_otherwise_speaks_for_no_act(spoken: bool) -> None:
    stands = Standing((A,) * 4, {"soldier:white": 1}, {"soldier:white": -3}, spoken)
    ONE.standing = {"shield": stands}
    assert ONE.misfit("shield", (A,) * 4) == (0 if spoken else 12), "what people said is not doubted again"
    assert ONE.misfit("shield", (A,)) == 9, "three pieces less would look like none at all"
    assert ONE.misfit("shield", (A,) * 5) == 9
    assert ONE.misfit("shield", ((A,) * 4) + (B,)) == 9, "other colours speak as ever"
    ONE.standing = {}


@pytest.mark.parametrize(("spoken", "many"), [(True, False), (False, True)])
def test_a_heap_that_was_misread_and_has_changed_decides_no_number(spoken: bool, many: bool) -> None:
    """Six soldiers that looked like seven, and look like three now: three or four may have left."""
    six = Standing((A,) * 6, {"soldier:white": 7}, {"soldier:white": 1}, spoken, many)
    now = heap(white=(-12.0, -10.0, -8.0, 0.0, -7.0, -10.0, -11.0, -12.0))
    now.standing = {"shield": six}
    assert now.misfit("shield", (A,) * 3) == now.misfit("shield", (A,) * 2) == 0
    assert now.misfit("shield", (A,) * 4) > 2, "which no look of it speaks for"
    now.standing = {"shield": evolve(six, spoken=False, heap=False)}
    assert now.misfit("shield", (A,) * 2) == 8, "a few pieces that nobody spoke for have come right"


def test_a_stack_that_looks_as_it_did_has_not_become_another() -> None:
    reading = Reading("ulaid", 1.0, {}, ((("soldier:white",), 0.0), (("soldier:purple",), -8.0)))
    s = Sight(Observation(0.0, 0, True, "still", None, {"ulaid": reading}), board(), PALETTE)
    s.standing = {"ulaid": Standing((B,), {"soldier:white": 1}, {"soldier:white": 1, "soldier:purple": -1}, True)}
    assert s.misfit("ulaid", (B,)) == 0
    assert s.misfit("ulaid", (A,)) == FLOOR


def test_only_what_looks_otherwise_is_let_stand_and_a_word_holds_while_it_is_off_by_as_much() -> None:
    session = told(RICH)
    table = session.game.tabletop(session.state)
    s = sight(session, look(session, shield=BLIND))
    first = let_stand(s, table, {}, {"shield"})
    assert set(first) == {"shield"}
    assert dict(first["shield"].off) == {"soldier:white": -7}
    assert first["shield"].corrected({"soldier:white": 2}) == {"soldier:white": 9}
    assert first["shield"].corrected({"soldier:white": 7}) == {"soldier:white": 7}, "it has come right meanwhile"
    assert let_stand(s, table, first)["shield"].spoken
    assert not let_stand(s, table, {})["shield"].spoken
    other = sight(session, look(session, shield={"A": 2, "B": 2, "C": 1}))
    assert not let_stand(other, table, first)["shield"].spoken
    assert let_stand(sight(session, look(session)), table, first) == {}
    hidden = sight(session, look(session, hidden=["shield"]))
    assert let_stand(hidden, table, first) == first
    assert let_stand(s, table, {}, kinds={"county"}) == {}
    less = {**table, "shield": table["shield"][1:]}
    assert let_stand(s, less, first) == first, "told since, and the pieces have not followed yet"
    assert let_stand(s, less, first, {"shield"})["shield"].tokens == less["shield"], "unless that was spoken for too"


def test_an_act_whose_only_trace_is_a_misread_heap_is_not_read_in() -> None:
    """Berta's muster would leave the shield as the camera takes it to be since Anna's turn; nobody has mustered."""
    t = Table({**RICH, "owed": ["extra"]})
    blind = {"A": 4, "C": 1}
    t.look()
    t.look(ulaid={"A": 1}, shield=blind)
    t.tap(ULAID)
    t.look(ulaid={"A": 1}, shield=blind)
    t.say(Heard("black"))
    for _ in range(4):
        t.look(ulaid={"A": 1}, shield=blind)
    assert t.past == [ULAID, "- rolled faces=black"]
    t.look(ulaid={"A": 1})
    t.look(ulaid={"A": 1}, shield=blind)
    assert t.past[2:] == ["B muster by=die"], "once it was seen rightly, the same look is an act"


def test_a_heap_that_shows_part_of_a_muster_is_asked_about_and_never_out_of_step() -> None:
    """Anna musters all; of her soldiers in the shield the camera still sees some that are not there."""
    t = Table({**RICH, "owed": ["extra"]}, in_hand_s=2.0)
    t.look()
    shots = [t.look(shield={"A": 4, "B": 1, "C": 1}) for _ in range(8)]
    assert not any(s.out_of_step for s in shots)
    question = shots[-1].question
    assert question is not None
    assert [[text(a) for a in acts] for acts in question.options] == [["A muster by=extra"]]
    shot = t.say(Answer(question.key, 0))
    assert (t.past, shot.question, shot.out_of_step) == (["A muster by=extra"], None, False)


def test_a_heap_that_was_spoken_for_stays_silent_and_later_changes_count_from_there() -> None:
    t = Table({**RICH, "shield": {"A": 3, "B": 2, "C": 1}})
    short = {"A": 2, "B": 2, "C": 1}  # one is always missed
    t.look(shield=short)
    t.tap(UMALL)
    shot = t.look(tir_eoghain={"A": 1}, shield=short)
    assert not isinstance(shot.verdict, OutOfStep)
    t.look(tir_eoghain={"A": 1}, shield=short)
    assert t.past == [UMALL]
    shot = t.look(tir_eoghain={"A": 1})
    assert shot.verdict == Unchanged(), "seen rightly at last"
    assert t.past == [UMALL]


def test_a_heap_that_was_told_and_looks_quite_otherwise_blocks_nothing_and_is_reminded_of() -> None:
    t = Table({**RICH, "owed": ["extra"]})
    t.tap(ULAID)
    t.say(Heard("black"))
    t.tap("B muster by=die")
    shot = t.look(ulaid={"A": 1}, shield={"A": 8, "B": 2, "C": 1})  # not tidied yet, or misread
    t.tap("B move county=laigin by=extra")
    for _ in range(2):
        shot = t.look(ulaid={"A": 1}, laigin={"B": 1}, shield={"A": 8, "B": 2, "C": 1})
    assert not isinstance(shot.verdict, OutOfStep)
    assert [x.space for x in shot.todo if not x.echo] == ["shield"]
    shot = t.look(ulaid={"A": 1}, laigin={"B": 1})
    assert [x.space for x in shot.todo if not x.echo] == []


def test_a_piece_that_may_have_come_to_a_heap_is_reminded_of_beside_a_marker_that_lies_wrong() -> None:
    session = told({**RICH, "turn": "B", "die": "green"})
    seen = look(session, track_0={"A": 1, "B": 1, "D": 1})
    shield = seen.readings["shield"]
    purple = tuple({2: -4.4, 3: 0.0}.get(n, -9.0) for n in range(17))  # hardly more than a heap is misread by
    came = evolve(shield, counts={**shield.counts, "soldier:purple": purple})
    seen = evolve(seen, readings={**seen.readings, "shield": came})
    found = reconcile(session, Sight(seen, board(), palette(session), piles=frozenset({"shield"})))
    assert isinstance(found, Lagging), found
    assert [(t.space, t.echo) for t in found.todo] == [("shield", False), ("track_0", True)], found
    assert found.todo[0].seen["soldier:purple"] == 3


@pytest.mark.parametrize(("nats", "kind"), [(8.0, Choice), (12.0, Moved)])
def test_two_acts_whose_only_trace_is_a_heap_are_asked_unless_the_count_is_sure(nats: float, kind: type) -> None:
    """Two musters leave two white pieces, one leaves four: a heap is misread by as much now and then."""
    session = told({**RICH, "turn": "B", "die": "black"})
    seen = look(session, shield={"A": 2, "C": 1})
    white = tuple({2: 0.0, 4: -nats}.get(n, -14.0) for n in range(17))
    reading = seen.readings["shield"]
    heap = evolve(reading, counts={**reading.counts, "soldier:white": white})
    seen = evolve(seen, readings={**seen.readings, "shield": heap})
    found = reconcile(session, Sight(seen, board(), palette(session), piles=frozenset({"shield"})))
    assert isinstance(found, kind), found
