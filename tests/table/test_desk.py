"""The desk: one message in, one snapshot out. What is read, heard, tapped, asked and taken back at a table."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from companion.engine.codec import text
from companion.engine.session import Person
from companion.engine.types import Ruling
from companion.table.desk import (
    Amend,
    Answer,
    BoardGrown,
    Correct,
    Desk,
    Device,
    DeviceChanged,
    Dismiss,
    Heard,
    Look,
    Overrule,
    PlayOn,
    Redo,
    Sit,
    Tapped,
    Undo,
)  # fmt: skip
from companion.table.reconcile import Lagging, Moved, OutOfStep, Unchanged, WentBack
from companion.table.snapshot import (
    DICE_DIFFER,
    DIE_FACE,
    OTHER_READING,
    WENT_BACK,
    WHICH_MOVE,
    Snapshot,
)  # fmt: skip
from tests.games.hibernia.tables import START4
from tests.table.looks import acts, desk_at, look, palette, sight, told

GREEN: dict[str, Any] = {**START4, "die": "green"}
LAST: dict[str, Any] = {**GREEN, "owed": ["extra"]}  # Anna's last action of the turn
SHORT: dict[str, Any] = {
    "turn": "B", "die": "yellow", "counties": {"osraige": {"B": 3}, "eile": {"B": 2}, "desmumu": {"B": 1}},
    "supply": {"B": 1},
}  # fmt: skip
UMALL, ULAID = "A move county=tir_eoghain by=die", "A move county=ulaid by=extra"


class Table:
    """A desk with a clock: looks come half a second apart."""

    def __init__(self, given: Any, **patience: Any) -> None:
        self.session = told(given)
        self.desk: Desk = desk_at(self.session, **patience)
        self.now = 0.0

    def look(self, **seen: Any) -> Snapshot:
        self.now += 0.5
        return self.desk.handle(Look(look(self.session, self.now, **seen)), self.now)

    def say(self, message: Any) -> Snapshot:
        self.now += 0.1
        return self.desk.handle(message, self.now)

    def tap(self, *lines: str, at: int | None = None) -> Snapshot:
        return self.say(Tapped(acts(self.session, *lines), at))

    @property
    def past(self) -> list[str]:
        return [text(s.act) if s.act else "amended" for s in self.session.past]


def hardly_shows(t: Table, place: str, nats: float, **laid: Any) -> Snapshot:
    """A look at which the one white soldier of a place is likelier not to be there by so many nats."""
    t.now += 0.5
    seen = look(t.session, t.now, **laid)
    one = seen.readings[place]
    readings = {**seen.readings, place: evolve(one, counts={**one.counts, "soldier:white": (0.0, -nats, -12.0)})}
    return t.desk.handle(Look(evolve(seen, readings=readings)), t.now)


# ---------------------------------------------------------------- reading
def test_a_move_is_read_in_and_told_with_its_source() -> None:
    t = Table(GREEN)
    shot = t.look(tir_eoghain={"A": 1})
    assert t.past == [UMALL]
    assert (shot.log[0].source, shot.at) == ("camera", 2)
    assert shot.verdict == Unchanged()
    assert (shot.tally.seen, shot.tally.taps, shot.tally.questions) == (1, 0, 0)


def test_a_piece_that_hardly_shows_stays_a_reminder_while_it_does() -> None:
    t = Table(GREEN)
    home = next(s for s, lie in t.session.game.tabletop(t.session.state).items() if [x.side for x in lie] == ["A"])
    for _ in range(12):
        shot = hardly_shows(t, home, 4.6)
        assert [x.space for x in shot.todo] == [home]
        assert (shot.out_of_step, shot.question) == (False, None)
    assert t.look().todo == ()


def test_the_way_back_ends_with_a_look_that_is_explained() -> None:
    t = Table(GREEN, asks_s=0.0)
    for _ in range(10):
        shot = t.look(tir_eoghain={"B": 1})
    assert shot.out_of_step
    for _ in range(3):  # one act is plain to see, and perhaps a second
        t.now += 0.5
        seen = look(t.session, t.now, tir_eoghain={"A": 1}, airgialla={"A": 1})
        one = seen.readings["airgialla"]
        counts = {**one.counts, "soldier:white": (-3.0, 0.0, -9.0)}
        readings = {**seen.readings, "airgialla": evolve(one, counts=counts)}
        shot = t.desk.handle(Look(evolve(seen, readings=readings, read_at=t.now)), t.now)
    assert shot.question is not None
    assert not shot.out_of_step


def test_an_unsettled_look_changes_nothing() -> None:
    t = Table(GREEN)
    seen = evolve(look(t.session, 1.0, tir_eoghain={"A": 1}), settled=False)
    t.desk.handle(Look(seen), 1.0)
    assert t.past == []


def test_as_many_looks_must_agree_as_the_patience_asks() -> None:
    t = Table(GREEN, looks=3, clear_nats=99.0, counted_nats=99.0)
    t.look(tir_eoghain={"A": 1})
    t.look(tir_eoghain={"A": 1})
    assert t.past == []
    t.look(tir_eoghain={"A": 1})
    assert t.past == [UMALL]


def test_of_two_pictures_that_say_the_same_either_may_be_a_little_less_clear() -> None:
    """One picture judged twice is one picture; a second one, read for itself, speaks for the first."""
    t = Table(GREEN, looks=2)
    seen = look(t.session, 1.0, tir_eoghain={"A": 1}, airgialla={"A": 1})
    counts = seen.readings["airgialla"].counts
    faint = {**counts, "soldier:white": (-5.9, 0.0, *(-9.0,) * (len(counts["soldier:white"]) - 2))}
    readings = {**seen.readings, "airgialla": evolve(seen.readings["airgialla"], counts=faint)}
    for at in (1.0, 1.3):
        t.desk.handle(Look(evolve(seen, at=at, readings=readings, read_at=1.0)), at)
        assert t.past == []
    shot = t.desk.handle(Look(evolve(seen, at=1.6, readings=readings, read_at=1.6)), 1.6)
    assert len(t.past) == 2
    assert shot.question is None


def test_markers_that_lag_are_listed_and_play_goes_on() -> None:
    t = Table(LAST)
    shot = t.look(ulaid={"A": 1})
    assert t.past == [ULAID]
    assert isinstance(shot.verdict, Lagging)
    assert [(x.space, x.echo) for x in shot.todo] == [("track_0", True), ("track_1", True)]
    shot = t.say(Heard("red"))
    assert t.past[-1] == "- rolled faces=red"


def test_a_reminder_stays_while_the_next_act_is_read() -> None:
    """It would come and go with every act else."""
    t = Table(LAST, looks=2, clear_nats=99.0, counted_nats=99.0)
    before = t.session.game.tabletop(t.session.state)
    for _ in range(2):
        shot = t.look(table=before, ulaid={"A": 1})
    assert [x.space for x in shot.todo] == ["track_0", "track_1"]
    t.say(Heard("red"))
    shot = t.look(table=before, ulaid={"A": 1}, laigin={"B": 1})
    assert isinstance(shot.verdict, Moved)  # another picture is waited for
    assert [x.space for x in shot.todo] == ["track_0", "track_1"]


def test_hidden_counties_are_named() -> None:
    assert set(Table(GREEN).look(hidden=["laigin", "mide"]).unseen) == {"laigin", "mide"}


def test_the_reader_is_told_what_certainly_lies_where() -> None:
    told_reader: list[Any] = []
    session = told(GREEN)
    desk = Desk(session, session.config.board, palette(session), agreed=told_reader.append)
    desk.handle(Look(look(session, 1.0)), 1.0)
    assert told_reader[-1]["tir_chonaill"] == {"soldier:white": 1}
    assert told_reader[-1]["ulaid"] == {}


@pytest.mark.parametrize("follows", [True, False])
def test_where_pieces_follow_what_is_told_none_is_taken_to_lie_there_yet(
    follows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slipped piece elsewhere keeps the table out of order while an act is told whose pieces are in the hand."""
    told_reader: list[Any] = []
    session = told(GREEN)
    monkeypatch.setattr(session.game, "table", evolve(session.game.table, follows=follows))
    desk = Desk(session, session.config.board, palette(session), agreed=told_reader.append)
    desk.handle(Look(look(session, 1.0, mide={"B": 2})), 1.0)
    desk.handle(Tapped(acts(session, UMALL)), 1.1)
    assert [text(s.act) for s in session.past if s.act] == [UMALL]
    agreed = [c["tir_eoghain"] for c in told_reader if c["tir_eoghain"]]
    assert agreed == ([] if follows else [{"soldier:white": 1}])


# ---------------------------------------------------------------- dice
def test_the_serial_die_answers_the_roll() -> None:
    t = Table(START4)
    shot = t.say(Heard("green"))
    assert t.past == ["- rolled faces=green"]
    assert (shot.log[0].source, shot.tally.heard) == ("die", 1)


def test_the_camera_reads_a_die_once() -> None:
    t = Table(START4)
    t.look(die="green")
    t.look(die="green")
    assert t.past == ["- rolled faces=green"]
    assert t.session.past[0].source == "camera"


def test_the_camera_that_sees_late_what_the_serial_die_told_is_no_second_throw() -> None:
    t = Table(LAST)
    t.look(ulaid={"A": 1})
    t.say(Heard("purple"))
    t.now += 30
    t.look(die="purple")
    shot = t.look(die="purple", breifne={"B": 0}, airgialla={"B": 1})  # one act, and Ben's turn is over
    assert t.past == [ULAID, "- rolled faces=purple", "B move county=airgialla by=extra"]
    assert shot.waiting == ()
    assert shot.pending[0].rule == "HI-2.2"  # Clara still has to roll


def test_a_die_thrown_early_waits_and_answers_as_soon_as_it_is_owed() -> None:
    t = Table(LAST)
    shot = t.say(Heard("red"))
    assert shot.waiting == ("red",)
    assert t.past == []
    shot = t.look(ulaid={"A": 1})
    assert t.past == [ULAID, "- rolled faces=red"]
    assert shot.waiting == ()


def test_a_die_thrown_far_too_early_is_forgotten() -> None:
    t = Table(GREEN)
    t.say(Heard("red"))
    shot = t.look(tir_eoghain={"A": 1})  # Anna still has the extra action
    assert shot.waiting == ()
    t.look(ulaid={"A": 2})
    assert t.past == [UMALL, ULAID]


def test_a_second_throw_is_not_a_second_answer() -> None:
    t = Table(START4)
    t.say(Heard("green"))
    shot = t.say(Heard("red"))
    assert t.past == ["- rolled faces=green"]
    assert shot.waiting == ("red",)


def test_a_face_the_die_does_not_have_is_refused() -> None:
    t = Table(START4)
    shot = t.say(Heard("pink"))
    assert shot.refusal is not None
    assert (shot.refusal[0].rule, dict(shot.refusal[0].facts)) == ("K-DIE", {"face": "pink"})
    assert t.past == []
    assert t.say(Heard("red")).refusal is None


def test_an_early_throw_of_no_face_is_refused_when_its_turn_comes() -> None:
    t = Table(LAST)
    t.say(Heard("pink"))
    shot = t.look(ulaid={"A": 1})
    assert t.past == [ULAID]
    assert shot.refusal is not None
    assert shot.refusal[0].rule == "HI-2.2"


def test_two_devices_that_differ_about_a_waiting_throw_are_asked_about() -> None:
    t = Table(LAST)
    t.say(Heard("red"))
    shot = t.look(die="blue")
    assert shot.question is not None
    assert (shot.question.kind, shot.question.faces) == (DICE_DIFFER, ("red", "blue"))
    shot = t.look(ulaid={"A": 1}, die="blue")
    assert t.past == [ULAID]  # the roll waits for the answer
    assert shot.question is not None
    t.say(Answer(shot.question.key, 1))
    assert t.past == [ULAID, "- rolled faces=blue"]


def test_two_devices_that_differ_about_a_roll_in_force_have_it_put_right() -> None:
    t = Table(START4)
    t.say(Heard("red"))
    shot = t.look(die="blue")
    assert shot.question is not None
    assert shot.question.kind == DICE_DIFFER
    shot = t.say(Answer(shot.question.key, 1))
    assert t.past == ["- rolled faces=blue"]
    assert (shot.question, shot.tally.corrected) == (None, 1)


def test_or_it_stays_as_it_was() -> None:
    t = Table(START4)
    t.say(Heard("red"))
    shot = t.look(die="blue")
    assert shot.question is not None
    shot = t.say(Answer(shot.question.key, 0))
    assert t.past == ["- rolled faces=red"]
    assert (shot.question, shot.refusal) == (None, None)


def test_an_act_before_the_roll_asks_for_the_die_and_is_read_in_with_the_answer() -> None:
    t = Table(START4)
    shot = t.look(tir_eoghain={"A": 1})
    assert shot.question is not None
    assert shot.question.kind == DIE_FACE
    assert "green" in shot.question.faces
    assert t.past == []
    shot = t.say(Answer(shot.question.key, shot.question.faces.index("green")))
    assert t.past == ["- rolled faces=green", UMALL]
    assert shot.question is None


def test_or_with_the_throw_of_the_serial_die() -> None:
    t = Table(START4)
    t.look(tir_eoghain={"A": 1})
    shot = t.say(Heard("black"))
    assert t.past == ["- rolled faces=black", UMALL]
    assert shot.question is None


# ---------------------------------------------------------------- questions
def ambiguous() -> tuple[Table, Snapshot]:
    t = Table(SHORT)
    return t, t.look(caisel={"B": 3}, hidden=["osraige", "eile"])


def test_a_choice_is_asked_and_answered() -> None:
    t, shot = ambiguous()
    assert shot.question is not None
    assert (shot.question.kind, shot.question.seat, len(shot.question.options)) == (WHICH_MOVE, 1, 2)
    option = next(i for i, o in enumerate(shot.question.options) if "eile" in text(o[0]))
    shot = t.say(Answer(shot.question.key, option))
    assert t.past == ["B move county=caisel by=die sources=eile:1,osraige:1"]
    assert (shot.question, shot.tally.questions) == (None, 1)


def test_the_same_question_is_not_asked_twice() -> None:
    t, shot = ambiguous()
    again = t.look(caisel={"B": 3}, hidden=["osraige", "eile"])
    assert again.question == shot.question
    assert again.tally.questions == 1


def test_something_else_closes_the_question_until_the_table_changes() -> None:
    t, shot = ambiguous()
    assert shot.question is not None
    shot = t.say(Answer(shot.question.key, -1))
    assert shot.question is None
    assert t.look(caisel={"B": 3}, hidden=["osraige", "eile"]).question is None
    assert t.past == []
    t.look()  # as it should lie
    assert t.look(caisel={"B": 3}, hidden=["osraige", "eile"]).question is not None


def test_what_is_declined_of_one_table_is_asked_of_another() -> None:
    """A piece that lay wrong is put right, and the camera doubts the same numbers as before."""
    t, shot = ambiguous()
    assert shot.question is not None
    t.say(Answer(shot.question.key, -1))
    judge, core = t.desk.judge, t.desk.core
    assert judge.proposed() in judge.questions.declined
    core.sight = sight(t.session, look(t.session, 9.0, caisel={"B": 2}, hidden=["osraige", "eile"]))
    assert judge.proposed() not in judge.questions.declined


def test_a_question_closes_by_itself_when_a_look_settles_it() -> None:
    t, _ = ambiguous()
    shot = t.look(caisel={"B": 3}, osraige={"B": 1})
    assert t.past == ["B move county=caisel by=die sources=osraige:2"]
    assert shot.question is None


def test_an_answer_to_a_question_that_is_gone_does_nothing() -> None:
    t, shot = ambiguous()
    assert shot.question is not None
    t.say(Answer("q99", 0))
    t.say(Answer(shot.question.key, 7))
    assert (t.past, t.desk.snapshot().question) == ([], shot.question)
    t.look(caisel={"B": 3}, osraige={"B": 1})
    t.say(Answer(shot.question.key, 0))
    assert len(t.past) == 1


def test_a_tap_instead_of_an_answer_closes_the_question() -> None:
    t, _ = ambiguous()
    shot = t.tap("B move county=caisel by=die sources=osraige:2")
    assert (shot.question, len(t.past)) == (None, 1)


# ---------------------------------------------------------------- out of step
def test_an_illegal_move_is_refused_with_its_rule_and_play_resumes_when_it_is_put_right() -> None:
    t = Table({**GREEN, "owed": ["die"]})
    t.look(ulaid={"A": 1})
    shot = t.look(ulaid={"A": 1})
    assert isinstance(shot.verdict, OutOfStep)
    assert shot.out_of_step
    assert shot.refusal is not None
    assert shot.refusal[0].rule == "HI-2.3"
    assert [x.space for x in shot.todo] == ["ulaid"]
    shot = t.look()
    assert (shot.out_of_step, shot.refusal, t.past) == (False, None, [])
    t.look(tir_eoghain={"A": 1})
    assert t.past == [UMALL]


def test_a_difference_without_a_reason_is_complained_about_after_a_while() -> None:
    t = Table(GREEN, out_of_step_s=2.0)
    shots = [t.look(laigin={"C": 2}) for _ in range(6)]
    assert [s.out_of_step for s in shots] == [False] * 4 + [True] * 2
    assert shots[-1].tally.questions == 1


def test_a_difference_that_is_put_off_is_not_complained_about_again() -> None:
    t = Table(GREEN, out_of_step_s=2.0)
    for _ in range(6):
        t.look(laigin={"C": 2})
    shot = t.say(PlayOn())
    assert (shot.out_of_step, shot.refusal) == (False, None)
    assert not any(t.look(laigin={"C": 2}).out_of_step for _ in range(6))
    assert t.look().out_of_step is False  # it lies as it should: from now on it would be a new difference
    assert [t.look(laigin={"C": 2}).out_of_step for _ in range(6)] == [False] * 4 + [True] * 2


def test_what_was_put_off_is_no_new_difference_when_the_next_act_comes() -> None:
    """A county of which the camera sees one soldier too many, for good."""
    t = Table(GREEN, out_of_step_s=2.0)
    for _ in range(6):
        t.look(laigin={"C": 2})
    t.say(PlayOn())
    before = len(t.past)
    shots = [t.look(laigin={"C": 2}, tir_eoghain={"A": 1}) for _ in range(8)]
    assert t.past[before:] == [UMALL]
    assert not any(s.out_of_step for s in shots)


def test_what_was_put_off_is_right_where_the_game_has_come_to_what_is_seen() -> None:
    t = Table(GREEN, out_of_step_s=2.0)
    for _ in range(6):
        t.look(laigin={"C": 2})
    t.say(PlayOn())
    amended = t.session.amend({"counties": {"laigin": {"C": 2}}}, "the camera was right", consent=True)
    assert not isinstance(amended, Ruling)
    shots = [t.look() for _ in range(8)]
    assert not any(s.out_of_step for s in shots)
    assert shots[-1].verdict == Unchanged()
    assert t.look(laigin={"C": 1}).verdict != Unchanged(), "from now on it counts as elsewhere"


def test_the_camera_reads_the_board_that_has_grown() -> None:
    t = Table(GREEN)
    grown = evolve(t.desk.board, data={**t.desk.board.data, "grown": True})
    t.say(BoardGrown(grown))
    assert t.desk.board is grown


def test_the_table_overrules_what_was_refused() -> None:
    t = Table({**GREEN, "owed": ["die"]})
    t.look(ulaid={"A": 1})
    t.look(ulaid={"A": 1})
    shot = t.say(Overrule("house rule"))
    assert t.past == ["A move county=ulaid by=die"]
    assert t.session.past[0].waived == {"HI-2.3"}
    assert (shot.refusal, shot.out_of_step) == (None, False)


def test_there_is_nothing_to_overrule_before_a_refusal() -> None:
    t = Table(GREEN)
    t.say(Overrule("house rule"))
    assert t.past == []
    t.say(Overrule("house rule", acts(t.session, "A move county=ulaid by=die")[0]))
    assert t.past == ["A move county=ulaid by=die"]


def test_a_table_set_by_hand_stands() -> None:
    t = Table(GREEN)
    for _ in range(3):
        t.look(laigin={"C": 2})
    shot = t.say(Amend({"counties": {"laigin": {"C": 2}}, "supply": {"C": 11}}, "they lay there"))
    assert shot.verdict == Unchanged()
    assert (t.past, shot.out_of_step) == (["amended"], False)
    assert t.say(Amend({"round": "two"}, "no")).refusal is not None


# ---------------------------------------------------------------- undo
def test_undo_after_a_reading_offers_the_other_readings_of_the_same_table() -> None:
    t, shot = ambiguous()
    assert shot.question is not None
    t.say(Answer(shot.question.key, 0))
    taken, other = shot.question.options
    assert t.past == [text(a) for a in taken]
    shot = t.say(Undo())
    assert t.past == []
    assert shot.question is not None
    assert (shot.question.kind, shot.question.options[0]) == (OTHER_READING, other)
    assert taken not in shot.question.options
    shot = t.say(Answer(shot.question.key, 0))
    assert (t.past, shot.question) == ([text(a) for a in other], None)


def test_nothing_is_read_in_before_the_earlier_table_was_seen() -> None:
    t = Table(GREEN)
    t.look(tir_eoghain={"A": 1})
    t.say(Undo())
    for _ in range(5):
        t.look(tir_eoghain={"A": 1})
    assert t.past == []  # the soldier lies there still, but it was taken back
    t.look()
    t.look(tir_eoghain={"A": 1})
    assert t.past == [UMALL]


def test_an_undo_that_needs_everybody_says_so() -> None:
    t = Table(LAST)
    t.look(ulaid={"A": 1})
    assert t.desk.snapshot().consent
    shot = t.say(Undo())
    assert shot.refusal is not None
    assert shot.refusal[0].rule == "K-CONSENT"
    shot = t.say(Undo(consent=True))
    assert (t.past, shot.can_undo, shot.can_redo) == ([], False, True)


def test_redo_puts_it_back() -> None:
    t = Table(GREEN)
    t.look(tir_eoghain={"A": 1})
    t.say(Undo())
    shot = t.say(Redo())
    assert (t.past, shot.can_redo) == ([UMALL], False)
    assert t.say(Redo()).refusal is not None


def test_a_table_that_went_back_is_asked_about() -> None:
    t = Table(GREEN, went_back_s=1.0)
    t.tap(UMALL)
    t.look(tir_eoghain={"A": 1})
    shots = [t.look(tir_eoghain={}) for _ in range(4)]
    assert isinstance(shots[0].verdict, WentBack)
    assert shots[0].question is None
    assert shots[-1].question is not None
    assert shots[-1].question.kind == WENT_BACK
    t.say(Answer(shots[-1].question.key, 0))
    assert t.past == []


def test_what_was_put_back_by_mistake_is_just_laid_again() -> None:
    t = Table(GREEN, went_back_s=1.0)
    t.tap(UMALL)
    for _ in range(4):
        t.look(tir_eoghain={})
    shot = t.look(tir_eoghain={"A": 1})
    assert (shot.question, t.past) == (None, [UMALL])


def test_readings_since_the_last_tap_are_re_aimed_by_the_table_itself() -> None:
    t = Table(GREEN)
    t.look(tir_eoghain={"A": 1})
    shot = t.look(tir_eoghain={}, cairbre={"A": 1})
    assert t.past == ["A move county=cairbre by=extra"]
    assert shot.tally.corrected == 1


def test_a_recorded_chain_is_corrected_by_hand() -> None:
    t = Table(GREEN)
    t.look(tir_eoghain={"A": 1})
    shot = t.say(Correct(0, acts(t.session, "A move county=tir_eoghain by=extra"), "the extra action"))
    assert t.past == ["A move county=tir_eoghain by=extra"]
    assert shot.tally.corrected == 1
    shot = t.say(Correct(0, acts(t.session, "A move county=laigin by=extra"), "no"))
    assert shot.refusal is not None
    assert (shot.refusal[0].rule, shot.tally.corrected) == ("HI-3.3", 1)


# ---------------------------------------------------------------- hands, people, devices
def test_a_tap_enters_what_leaves_no_trace() -> None:
    t = Table(LAST)
    shot = t.tap("A muster by=extra")
    assert (t.past, shot.tally.taps, shot.log[0].source) == (["A muster by=extra"], 1, "tap")


def test_a_tap_that_is_refused_names_its_rule_until_it_is_read() -> None:
    t = Table(GREEN)
    shot = t.tap("A move county=laigin by=extra")
    assert shot.refusal is not None
    assert shot.refusal[0].rule == "HI-3.3"
    assert t.say(Dismiss()).refusal is None


def test_a_tap_on_what_the_camera_read_meanwhile_is_stale() -> None:
    t = Table(GREEN)
    at = t.desk.snapshot().at
    t.look(tir_eoghain={"A": 1}, ulaid={"A": 2})
    shot = t.tap(UMALL, at=at)
    assert shot.refusal is not None
    assert (shot.refusal[0].kind, shot.refusal[0].rule) == ("stale", "K-STALE")
    assert len(t.past) == 2


def test_a_finger_that_comes_down_twice_on_a_key_is_not_refused() -> None:
    t = Table(LAST)
    at = t.desk.snapshot().at
    assert t.tap("A muster by=extra", at=at).refusal is None
    shot = t.tap("A muster by=extra", at=at)
    assert shot.refusal is None
    assert t.past == ["A muster by=extra"]


def test_people_sit_down_and_change_seats() -> None:
    t = Table(GREEN)
    shot = t.say(Sit((Person("Anna"), Person("Ben"), Person("Clara"), Person("David"))))
    assert [p.name for p in shot.people] == ["Anna", "Ben", "Clara", "David"]
    assert t.past == []


def test_a_lamp_for_each_device_with_its_last_state() -> None:
    t = Table(GREEN)
    t.say(DeviceChanged(Device("die", "ok")))
    t.say(DeviceChanged(Device("camera", "warn", "dark")))
    shot = t.say(DeviceChanged(Device("die", "bad", "lost", {"port": "usb"})))
    assert [(d.name, d.state, d.code) for d in shot.devices] == [("die", "bad", "lost"), ("camera", "warn", "dark")]


def test_a_disk_that_is_full_is_told_and_nothing_was_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    t = Table(GREEN)

    def full(lines: list[bytes]) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(t.session.store, "write", full)
        shot = t.tap(UMALL)
        assert shot.refusal is not None
        assert shot.refusal[0].rule == "K-DISK"
        assert t.past == []
    t.tap(UMALL)
    assert t.past == [UMALL]


def test_a_whole_turn_with_camera_and_die_alone() -> None:
    t = Table(START4)
    t.say(Heard("green"))
    t.look(tir_eoghain={"A": 1})
    t.look(cairbre={"A": 2}, track_0={"A": 1, "B": 1, "C": 1, "D": 1}, track_3={})
    shot = t.look()
    assert t.past == ["- rolled faces=green", UMALL, "A move county=cairbre by=extra"]
    assert isinstance(shot.verdict, Unchanged)
    assert shot.tally.taps == shot.tally.questions == 0
    assert {r.seat: r.total for r in shot.score.rows} == {0: 3, 1: 0, 2: 0, 3: 0}
    assert not isinstance(shot.pending[0], Ruling)
    assert not isinstance(t.look().verdict, Moved)
