"""One game at one table: what stands, what is refused, and every way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine.codec import text
from companion.engine.journal import MemoryStore, parse
from companion.engine.session import Accepted, Person, Session, merge, patched
from companion.engine.types import ILLEGAL, STALE, Input, Rolled, Ruling
from companion.games.hibernia.game import GAME, Hibernia
from tests.engine import toy
from tests.games.hibernia.tables import START4, board, sit, table
from tests.games.machine import as_bytes, reopened, same

GREEN = "- rolled faces=green"
UMALL = "A move county=tir_eoghain by=die"
CAIRBRE = "A move county=cairbre by=extra"
MUSTER = "A muster by=extra"


def acts(session: Session[Any], *lines: str) -> list[Input]:
    return [session.codec.parse(line) for line in lines]


def told(*chains: tuple[str, ...], given: Any = START4) -> Session[Any]:
    """A table at which these chains were told, one after the other."""
    session = sit(given)
    for chain in chains:
        result = session.submit(acts(session, *chain), "tap")
        assert isinstance(result, Accepted), result
    return session


def stored() -> tuple[Session[Any], MemoryStore]:
    store, config = MemoryStore(), table()
    return Session(GAME, config, store=store, start=GAME.from_position(config, START4)), store


def lines(session: Session[Any]) -> list[str]:
    return [text(s.act) if s.act else "amended" for s in session.past]


def refusal(result: object) -> str:
    assert isinstance(result, Ruling), result
    return result.rule


# ---------------------------------------------------------------- submitting
def test_a_chain_stands_as_a_whole() -> None:
    session = told((GREEN,), (UMALL, CAIRBRE))
    assert lines(session) == [GREEN, UMALL, CAIRBRE]
    assert [len(c) for c in session.chains()] == [1, 2]
    assert session.length == 4


def test_chains_are_those_of_the_past_whenever_they_are_asked_for() -> None:
    session = told((GREEN,), (UMALL, "A move county=airgialla by=extra"), ("- rolled faces=red",))
    black = acts(session, "- rolled faces=black")
    ways: list[Callable[[], object]] = [
        lambda: session.correct(0, black, "black", consent=True), lambda: session.retract(consent=True),
        lambda: session.retract(consent=True), session.redo, session.redo, lambda: session.retract(1, consent=True),
        lambda: session.submit(acts(session, UMALL), "tap"), lambda: session.amend({}, "so", consent=True),
    ]  # fmt: skip
    for way in ways:
        before = session.chains()
        way()
        now = session.chains()
        assert [s for chain in now for s in chain] == session.past
        assert [c[0].chain for c in now] == list(dict.fromkeys(s.chain for s in session.past))
        stands = [c for c in before if any(c[0] is s for s in session.past)]
        assert all(any(c is d for d in now) for c in stands)


def test_a_chain_falls_as_a_whole() -> None:
    session = told((GREEN,))
    before = session.state
    result = session.submit(acts(session, UMALL, "A move county=laigin by=extra"), "tap")
    assert refusal(result) == "HI-3.3"
    assert (session.state, session.length, lines(session)) == (before, 2, [GREEN])


def test_asking_changes_nothing() -> None:
    session = told((GREEN,))
    prospect = session.check(*acts(session, UMALL, CAIRBRE))
    assert not isinstance(prospect, Ruling)
    assert [type(e).__name__ for e in prospect.events] == ["Moved", "Moved", "Scored", "TurnPassed"]
    assert session.length == 2
    assert refusal(session.check(*acts(session, "B muster by=die"))) == "HI-2.1"
    session.submit(acts(session, UMALL, CAIRBRE), "tap")
    assert session.state == prospect.state


def test_nothing_is_no_chain() -> None:
    session = sit(START4)
    assert refusal(session.submit([], "tap")) == "K-EMPTY"
    assert refusal(session.check()) == "K-EMPTY"


# ---------------------------------------------------------------- stale
def test_a_tap_that_answers_a_duty_that_is_gone_is_stale() -> None:
    session = told((GREEN,))
    seen = session.length
    session.submit(acts(session, UMALL, CAIRBRE), "camera")
    late = session.submit(acts(session, UMALL), "tap", seen)
    assert isinstance(late, Ruling)
    assert (late.kind, late.rule, dict(late.facts)) == (STALE, "K-STALE", {"seen": 2, "now": 4})


def test_a_tap_that_saw_the_same_duty_is_not_stale() -> None:
    session = told((GREEN,))
    seen = session.length
    session.seat([Person("Anna")])
    assert isinstance(session.submit(acts(session, UMALL), "tap", seen), Accepted)


def test_after_a_retract_the_tap_from_before_it_answers_another_duty() -> None:
    session = told((GREEN,), (UMALL,))
    seen = session.length
    session.retract()
    assert refusal(session.submit(acts(session, CAIRBRE), "tap", seen)) == "K-STALE"


def test_seats_that_seal_side_by_side_never_refuse_each_other() -> None:
    session = Session(toy.TOY, toy.table(board()))
    seen = session.length
    for seat in (2, 0, 1):
        assert isinstance(session.submit([toy.Bid(seat, seat)], "tap", seen), Accepted)
    assert refusal(session.submit([toy.Bid(0, 1)], "tap", seen)) == "K-STALE"


def test_a_right_used_in_between_makes_nobody_stale() -> None:
    session = Session(toy.TOY, toy.table(board()))
    seen = session.length
    session.submit([toy.Peek(1)], "tap", seen)
    assert isinstance(session.submit([toy.Bid(0, 2)], "tap", seen), Accepted)
    assert isinstance(session.submit([toy.Peek(2)], "tap", seen), Accepted)


# ---------------------------------------------------------------- taking back
def test_the_last_act_of_ones_own_turn_is_taken_back_freely() -> None:
    session = told((GREEN,), (UMALL,))
    assert not session.needs_consent(1)
    assert session.retract() == session.after[1]
    assert lines(session) == [GREEN]


def test_a_roll_is_taken_back_by_consent_only() -> None:
    session = told((GREEN,))
    refused = session.retract()
    assert isinstance(refused, Ruling)
    assert (refused.kind, refused.rule, refused.waivable) == (ILLEGAL, "K-CONSENT", False)
    session.retract(consent=True)
    assert session.state == session.start


def test_an_act_that_ended_the_turn_is_taken_back_by_consent_only() -> None:
    session = told((GREEN,), (UMALL,), (CAIRBRE,))
    assert session.needs_consent(2)
    assert refusal(session.retract()) == "K-CONSENT"
    session.retract(consent=True)
    assert lines(session) == [GREEN, UMALL]


def test_two_seats_are_taken_back_by_consent_only_and_so_is_a_reveal_and_an_amendment() -> None:
    session = Session(toy.TOY, toy.table(board()))
    session.submit([toy.Bid(0, 1)], "tap")
    session.submit([toy.Bid(1, 1)], "tap")
    assert session.needs_consent(0)
    session = Session(toy.TOY, toy.table(board()))
    session.submit([toy.Peek(0)], "tap")
    assert session.needs_consent(0)
    by_hand = told((GREEN,))
    by_hand.amend({"supply": {"A": 3}}, "miscounted", consent=True)
    assert by_hand.needs_consent(1)


def test_there_is_nothing_to_take_back_before_the_first_act_or_beyond_the_past() -> None:
    session = sit(START4)
    assert refusal(session.retract(consent=True)) == "K-NOTHING"
    session = told((GREEN,))
    assert refusal(session.retract(5, consent=True)) == "K-NOTHING"
    assert refusal(session.retract(-2, consent=True)) == "K-NOTHING"


def test_nothing_is_ever_deleted_from_the_journal() -> None:
    session, store = stored()
    session.submit(acts(session, GREEN), "die")
    session.submit(acts(session, UMALL), "camera")
    session.retract()
    session.submit(acts(session, CAIRBRE), "camera")
    kinds = [line["kind"] for line in parse(as_bytes(store)).lines]
    assert kinds == ["act", "act", "retract", "act"]


# ---------------------------------------------------------------- redo
def test_redo_puts_back_what_was_taken_chain_by_chain() -> None:
    session = told((GREEN,), (UMALL, CAIRBRE), ("- rolled faces=red",), ("B muster by=die",))
    before = [s.act for s in session.past], session.state
    session.retract(1, consent=True)
    assert isinstance(session.redo(), Accepted)
    assert ([s.act for s in session.past], session.state) == before
    assert [len(c) for c in session.chains()] == [1, 2, 1, 1]
    assert session.past[1].line == session.length - 3  # new lines: the old ones stay where they were
    assert refusal(session.redo()) == "K-NOTHING"


def test_several_retracts_are_redone_one_by_one() -> None:
    session = told((GREEN,), (UMALL,), (MUSTER,))
    session.retract(consent=True)
    session.retract()
    assert len(session.redoable) == 2
    session.redo()
    assert lines(session) == [GREEN, UMALL]
    session.redo()
    assert lines(session) == [GREEN, UMALL, MUSTER]


@pytest.mark.parametrize("after", ["act", "overrule", "amend", "correct"])
def test_whatever_happens_anew_ends_redoing(after: str) -> None:
    session = told((GREEN,), (UMALL,))
    session.retract()
    if after == "act":
        session.submit(acts(session, CAIRBRE), "tap")
    elif after == "overrule":
        session.overrule(acts(session, "A move county=ulaid by=die")[0], "why not", consent=True)
    elif after == "amend":
        session.amend({"round": 3}, "lost count", consent=True)
    else:
        session.correct(0, acts(session, "- rolled faces=red"), "it was red")
    assert session.redoable == []
    assert refusal(session.redo()) == "K-NOTHING"


def test_an_overruled_act_and_a_table_set_by_hand_are_redone_as_they_were() -> None:
    session = told((GREEN,))
    session.overrule(acts(session, "A move county=ulaid by=die")[0], "why not", consent=True)
    session.amend({"supply": {"A": 3}}, "miscounted", consent=True)
    before = session.state
    session.retract(1, consent=True)
    session.redo()
    assert session.state == before
    assert session.past[1].waived == {"HI-2.3"}
    assert session.verify() == []


# ---------------------------------------------------------------- correcting
def test_the_last_reading_is_corrected_freely() -> None:
    session = told((GREEN,), (UMALL,))
    result = session.correct(1, acts(session, "A move county=tir_eoghain by=extra"), "it was the extra action")
    assert isinstance(result, Accepted)
    assert lines(session) == [GREEN, "A move county=tir_eoghain by=extra"]


def test_the_last_one_needs_consent_where_something_came_to_light_or_was_set_by_hand() -> None:
    session = Session(toy.TOY, toy.table(board()))
    session.submit([toy.Peek(0)], "tap")
    assert refusal(session.correct(0, [toy.Peek(1)], "it was another")) == "K-CONSENT"
    assert isinstance(session.correct(0, [toy.Peek(1)], "it was another", consent=True), Accepted)
    by_hand = told((GREEN,))
    by_hand.amend({"supply": {"A": 3}}, "miscounted", consent=True)
    assert refusal(by_hand.correct(1, acts(by_hand, UMALL), "a move")) == "K-CONSENT"


def test_an_earlier_one_needs_consent_and_what_came_later_stands_if_it_can() -> None:
    session = told((GREEN,), (UMALL,))
    black = acts(session, "- rolled faces=black")
    assert refusal(session.correct(0, black, "it was black")) == "K-CONSENT"
    assert isinstance(session.correct(0, black, "it was black", consent=True), Accepted)
    assert lines(session) == ["- rolled faces=black", UMALL]
    assert session.past[1].events[0].rules[1] == "HI-2.4"  # decided anew: black, not the colour


def test_the_first_later_act_that_no_longer_stands_is_named() -> None:
    session = told((GREEN,), (UMALL,), (CAIRBRE,))
    before = session.state
    result = session.correct(0, acts(session, "- rolled faces=red"), "it was red", consent=True)
    assert isinstance(result, Ruling)
    assert (result.rule, result.fact("line"), result.fact("rule")) == ("K-CORRECT", session.past[1].line, "HI-2.3")
    assert (session.state, session.length) == (before, 4)


def test_or_the_table_goes_back_to_it() -> None:
    session = told((GREEN,), (UMALL,), (CAIRBRE,))
    result = session.correct(0, acts(session, "- rolled faces=red"), "it was red", consent=True, cut=True)
    assert isinstance(result, Accepted)
    assert lines(session) == ["- rolled faces=red"]


def test_a_later_chain_stands_as_a_whole() -> None:
    session = told((GREEN,), (UMALL, "A move county=airgialla by=extra"), ("- rolled faces=red",))
    session.correct(0, acts(session, "- rolled faces=black"), "black", consent=True)
    assert [len(c) for c in session.chains()] == [1, 2, 1]


def test_a_chain_of_which_the_second_half_falls_goes_with_its_first_half() -> None:
    session = told(("- rolled faces=black",), (UMALL, "A move county=airgialla by=extra"))
    session.submit(acts(session, "- rolled faces=red", "B muster by=die", "B muster by=extra"), "tap")
    session.submit(acts(session, "- rolled faces=purple", "C muster by=extra"), "tap")
    # With purple Ben has one action, and Clara's roll still comes after his turn.
    result = session.correct(
        2, acts(session, "- rolled faces=purple", "B muster by=extra"), "purple", consent=True, cut=True
    )
    assert isinstance(result, Accepted)
    assert [len(c) for c in session.chains()] == [1, 2, 2, 2]
    result = session.correct(
        2, acts(session, "- rolled faces=red", "B muster by=die"), "half", consent=True, cut=True
    )  # fmt: skip
    assert isinstance(result, Accepted)
    assert [len(c) for c in session.chains()] == [1, 2, 2]  # Clara's roll and muster went together
    assert session.state.turn == 1


def test_a_table_set_by_hand_stops_a_correction_before_it() -> None:
    session = told((GREEN,))
    session.amend({"supply": {"A": 3}}, "miscounted", consent=True)
    result = session.correct(0, acts(session, "- rolled faces=red"), "red", consent=True)
    assert (refusal(result), dict(result.facts)["rule"]) == ("K-CORRECT", "K-AMEND")  # type: ignore[union-attr]


def test_a_correction_that_is_no_legal_act_is_refused_by_its_rule() -> None:
    session = told((GREEN,), (UMALL,))
    assert refusal(session.correct(1, acts(session, "A move county=ulaid by=die"), "no")) == "HI-2.3"
    assert refusal(session.correct(7, acts(session, UMALL), "no")) == "K-NOTHING"


def test_a_chain_that_never_happened_is_corrected_into_nothing() -> None:
    session = told((GREEN,), (UMALL,), (CAIRBRE,))
    result = session.correct(2, [], "nobody moved")
    assert isinstance(result, Accepted)
    assert lines(session) == [GREEN, UMALL]


def test_undo_and_correction_after_a_correction_reopen_as_they_are() -> None:
    session, store = stored()
    for chain in ((GREEN,), (UMALL,), (CAIRBRE,), ("- rolled faces=red",), ("B muster by=die",)):
        session.submit(acts(session, *chain), "camera")
    session.correct(0, acts(session, "- rolled faces=black"), "black", consent=True)
    session.retract()  # one of the steps that share the line of the correction
    same(reopened(session, store), session)
    session.correct(3, acts(session, "- rolled faces=blue"), "blue", consent=True)
    same(reopened(session, store), session)
    session.redo()
    session.retract(2, consent=True)
    session.redo()
    again = reopened(session, store)
    same(again, session)
    assert again.verify() == []


# ---------------------------------------------------------------- overruling and amending
def test_the_table_overrules_guard_after_guard() -> None:
    session = told((GREEN,))
    act = acts(session, "A move county=laigin by=die")[0]  # wrong colour and no neighbour
    assert refusal(session.overrule(act, "house rule")) == "K-CONSENT"
    result = session.overrule(act, "house rule", consent=True)
    assert isinstance(result, Accepted)
    assert session.past[-1].waived == {"HI-2.3", "HI-3.3"}


def test_what_is_malformed_or_has_no_meaning_cannot_be_overruled() -> None:
    session = told((GREEN,))
    result = session.overrule(acts(session, "B muster by=die")[0], "please", consent=True)
    assert isinstance(result, Ruling)
    assert (result.rule, result.fact("rule")) == ("K-WAIVE", "HI-2.1")
    assert refusal(session.overrule(Rolled(None, ("pink",)), "please", consent=True)) == "K-WAIVE"


def test_keys_of_the_position_are_set_by_hand() -> None:
    session = told((GREEN,))
    assert refusal(session.amend({"supply": {"A": 3}}, "miscounted")) == "K-CONSENT"
    session.amend({"supply": {"A": 3}, "counties": {"brega": None, "ulaid": {"A": 2}}}, "miscounted", consent=True)
    doc = GAME.position(session.state)
    assert (doc["supply"], doc["die"]) == ({"A": 3, "B": 12, "C": 13, "D": 14}, "green")
    assert doc["counties"] == {
        "tir_chonaill": {"A": 1}, "ulaid": {"A": 2}, "deisi": {"C": 1}, "iarchonnacht": {"D": 1},
    }  # fmt: skip
    assert lines(session) == [GREEN, "amended"]


def test_a_whole_position_replaces_all() -> None:
    session = told((GREEN,), (UMALL, CAIRBRE))
    session.amend(GAME.position(session.start), "from the start", consent=True)
    assert session.state == session.start


def test_a_position_that_cannot_be_is_refused_with_every_fault() -> None:
    session = told((GREEN,))
    result = session.amend({"supply": {"A": -1}, "weather": "wet"}, "no", consent=True)
    assert isinstance(result, Ruling)
    assert (result.kind, result.rule, len(result.fact("problems"))) == ("malformed", "K-AMEND", 2)


def test_patches_merge_mappings_and_take_out_what_is_null() -> None:
    doc = {"a": {"x": 1, "y": 2}, "b": [1, 2], "c": 3}
    assert merge(doc, {"a": {"x": 9}, "b": [7]}) == {"a": {"x": 9, "y": 2}, "b": [7], "c": 3}
    assert patched(doc, {"a": {"x": None, "z": {"q": 1}}, "c": None}) == {"a": {"y": 2, "z": {"q": 1}}, "b": [1, 2]}
    assert doc == {"a": {"x": 1, "y": 2}, "b": [1, 2], "c": 3}


# ---------------------------------------------------------------- people, opening, deciding again
def test_people_change_seats_at_any_time_and_are_no_part_of_the_state() -> None:
    store = MemoryStore()
    session = Session(GAME, table(), store=store, people=[Person("Anna", "white")])
    before = session.state
    session.seat([Person("Ben", "black"), Person("Anna", "white")])
    assert session.state == before
    again = reopened(session, store)
    assert [p.name for p in again.people] == ["Ben", "Anna"]


def test_deciding_again_names_the_lines_that_a_mended_rule_changes() -> None:
    session, store = stored()
    for chain in ((GREEN,), (UMALL,), (CAIRBRE,)):
        session.submit(acts(session, *chain), "tap")

    class Mended(Hibernia):
        def decide(self, s: Any, act: Input, waived: frozenset[str] = frozenset()) -> Any:
            decision = super().decide(s, act, waived)
            if text(act) == UMALL:
                return Ruling(ILLEGAL, "HI-3.3")
            return decision[:1] if text(act) == CAIRBRE and not isinstance(decision, Ruling) else decision

    opened = parse(as_bytes(store))
    again = Session.reopen(
        Mended(), session.config, opened.header, opened.lines, opened.last_hash, MemoryStore(), lambda: ""
    )
    assert again.state == session.state  # what was confirmed stands
    assert again.verify() == ["line 3: refused now by HI-3.3", "line 4: causes other events now"]


def test_a_session_that_starts_from_a_position_reopens_from_it() -> None:
    session, store = stored()
    assert GAME.position(reopened(session, store).start) == GAME.position(session.start)
