"""Slips of people and of the camera at the desk: named, waited for or asked about, and never entered."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from companion.engine.codec import text
from companion.table.desk import Answer, Look, Undo
from companion.table.reconcile import InHand, Lagging, OutOfStep, Unchanged
from companion.table.snapshot import WENT_BACK, WHICH_MOVE, Snapshot
from companion.table.verdicts import Knock
from tests.games.hibernia.tables import START4
from tests.table.looks import desk_at, look, told
from tests.table.test_desk import GREEN, LAST, ULAID, UMALL, Table
from vision.observation import Observation

TWO = {"turn": "A", "die": "green", "counties": {"tir_chonaill": {"A": 2}, "mide": {"C": 1}, "laigin": {"B": 2}}}


class Camera(Table):
    """A table whose looks say from which picture, and which reading of it, they are."""

    def __init__(self, given: Any, **policy: Any) -> None:
        super().__init__(given, **policy)
        self.agreed = 0
        self.again = 0
        self.desk.feedback._agreed = self._agree
        self.desk.judge._again = self._more

    def _agree(self, _contents: Any) -> None:
        self.agreed += 1

    def _more(self) -> None:
        self.again += 1

    def seen(self, reading: int, read_at: float, **seen: Any) -> Snapshot:
        self.now += 0.1
        return self.show(evolve(look(self.session, self.now, **seen), read_at=read_at, reading=reading))

    def show(self, observation: Observation) -> Snapshot:
        return self.desk.handle(Look(observation), self.now)


# ---------------------------------------------------------------- at rest, and two looks
def test_a_table_at_rest_is_agreed_once_a_reading_and_told_once() -> None:
    t = Camera(GREEN)
    first = t.seen(1, 0.0)
    assert isinstance(first.verdict, Unchanged)
    assert [t.seen(1, 0.0) is first for _ in range(50)] == [True] * 50
    assert t.agreed == 1
    t.seen(2, 9.0)
    assert t.agreed == 2


def test_two_looks_are_two_pictures() -> None:
    t = Camera(GREEN, looks=2, clear_nats=99.0, counted_nats=99.0)
    for _ in range(10):
        t.seen(1, 0.0, tir_eoghain={"A": 1})
    assert t.past == [], "one picture, looked at ten times"
    assert t.again, "and another one was asked for"
    t.seen(2, 1.0, tir_eoghain={"A": 1})
    assert t.past == [UMALL]


def test_an_act_that_is_clear_needs_no_second_picture() -> None:
    t = Camera(GREEN, looks=2)
    t.seen(1, 0.0, tir_eoghain={"A": 1})
    assert t.past == [UMALL]
    assert t.again == 0


def test_an_act_against_which_a_place_speaks_needs_a_second_picture() -> None:
    """A soldier who may have left elsewhere: two slips together can look like a legal act done by halves."""
    t = Camera(GREEN, looks=2)
    seen = look(t.session, 0.1, tir_eoghain={"A": 1})
    counts = seen.readings["brega"].counts
    gone = {**counts, "soldier:purple": (0.0, -1.4, *(-9.0,) * (len(counts["soldier:purple"]) - 2))}
    readings = {**seen.readings, "brega": evolve(seen.readings["brega"], counts=gone)}
    t.show(evolve(seen, readings=readings, read_at=0.1, reading=1))
    assert t.past == []
    assert t.again
    t.seen(2, 1.0, tir_eoghain={"A": 1})
    assert t.past == [UMALL]


def test_an_objection_needs_a_second_picture() -> None:
    t = Camera(GREEN, looks=2)
    for _ in range(3):
        shot = t.seen(1, 0.0, laigin={"A": 1})
    assert (shot.refusal, shot.out_of_step) == (None, False)
    shot = t.seen(2, 0.4, laigin={"A": 1})
    assert shot.refusal is not None
    assert shot.refusal[0].rule == "HI-3.3"


# ---------------------------------------------------------------- half an act
def test_a_piece_taken_up_and_left_is_named_after_a_while_and_not_before() -> None:
    t = Camera({**START4, **TWO}, looks=1)
    halfway = {"tir_chonaill": {"A": 1}, "tir_eoghain": {"A": 0}}
    shot = t.seen(1, 0.0, **halfway)
    assert isinstance(shot.verdict, InHand | OutOfStep)
    if isinstance(shot.verdict, InHand):
        for _ in range(30):
            shot = t.seen(1, 0.0, **halfway)
        assert not shot.out_of_step
    for _ in range(45):
        shot = t.seen(1, 0.0, **halfway)
    assert shot.out_of_step
    assert [(x.space, len(x.expected)) for x in shot.todo] == [("tir_chonaill", 2)]
    shot = t.seen(2, 9.0)
    assert not shot.out_of_step
    assert shot.todo == ()


# ---------------------------------------------------------------- taken back
def test_after_an_act_is_taken_back_nothing_more_is_asked() -> None:
    t = Table(GREEN)
    t.look(tir_eoghain={"A": 1})
    back = {"tir_eoghain": {"A": 0}}
    for _ in range(5):
        shot = t.look(**back)
    assert shot.question is not None
    assert shot.question.kind == WENT_BACK
    shot = t.say(Answer(shot.question.key, 0))
    assert shot.question is None
    assert t.past == []
    for _ in range(5):
        shot = t.look()
    assert shot.question is None
    assert isinstance(shot.verdict, Unchanged)


def test_nor_after_an_undo_whose_piece_was_put_back_before() -> None:
    t = Table(GREEN)
    t.look(tir_eoghain={"A": 1})
    t.look(tir_eoghain={"A": 0})
    assert t.say(Undo()).question is None


# ---------------------------------------------------------------- knocks
def test_a_piece_of_somebody_else_next_door_is_a_knock() -> None:
    t = Table({**START4, **TWO})
    knocked = {"laigin": {"B": 1}, "osraige": {"B": 1}}
    for _ in range(8):
        shot = t.look(**knocked)
    assert isinstance(shot.verdict, OutOfStep)
    assert shot.verdict.knocked == (Knock("soldier:purple", "laigin", "osraige"),)
    assert shot.refusal is None, "no rule is named about an act that nobody made"
    assert shot.out_of_step
    assert {x.space for x in shot.todo} == {"laigin", "osraige"}
    assert t.past == []
    shot = t.look()
    assert not shot.out_of_step


def test_what_is_right_beside_a_knock_is_not_asked_back() -> None:
    t = Table({**START4, **TWO})
    for _ in range(8):
        shot = t.look(laigin={"B": 1}, osraige={"B": 1}, tir_eoghain={"A": 1})
    assert isinstance(shot.verdict, OutOfStep)
    assert {x.space for x in shot.todo} == {"laigin", "osraige"}, "the new piece may stay"
    t.look(tir_eoghain={"A": 1})
    assert t.past == [UMALL]


def test_nor_is_a_right_act_asked_back_where_another_piece_seems_gone() -> None:
    t = Table({**START4, **TWO})
    for _ in range(8):
        shot = t.look(mide={"C": 0}, tir_eoghain={"A": 1})
    assert shot.question is None
    assert {x.space for x in shot.todo} <= {"mide"}
    t.look(tir_eoghain={"A": 1})
    assert t.past == [UMALL]


# ---------------------------------------------------------------- markers
def test_a_marker_that_went_on_speaks_for_an_act_the_camera_missed() -> None:
    t = Table(LAST)
    after = told(LAST, (ULAID,))
    track = {k: v for k, v in after.game.tabletop(after.state).items() if k.startswith("track_")}
    before = t.session.game.tabletop(t.session.state)
    table = {**before, **track}
    for _ in range(12):
        shot = t.look(table=table, hidden=["ulaid"])
    assert isinstance(shot.verdict, Lagging)
    assert shot.question is not None
    assert shot.question.kind == WHICH_MOVE
    assert [[f"{a.county}" for a in o] for o in shot.question.options] == [["ulaid"]]
    t.say(Answer(shot.question.key, 0))
    assert t.past == [ULAID]


def test_a_marker_that_lies_right_is_at_no_other_space_of_its_track() -> None:
    """White on pale print is seen where none lies: there is one marker of a colour, so the other one is misread."""
    t = Table(LAST)
    t.look(ulaid={"A": 1})
    for n in (1, 7):
        assert isinstance(t.look(track_40={"A": n}).verdict, Unchanged)
    shot = t.look(track_40={"A": 1}, track_1={})
    assert [(x.space, x.echo) for x in shot.todo] == [("track_1", True), ("track_40", True)]
    shot = t.look(track_40={"A": 1}, hidden=["track_1"])
    assert [x.space for x in shot.todo] == ["track_40"], "it may have gone there"


def test_a_marker_that_went_on_speaks_for_its_act_though_it_is_seen_elsewhere_as_well() -> None:
    t = Table(LAST)
    after = told(LAST, (ULAID,))
    track = {k: v for k, v in after.game.tabletop(after.state).items() if k.startswith("track_")}
    table = {**t.session.game.tabletop(t.session.state), **track}
    for _ in range(12):
        shot = t.look(table=table, hidden=["ulaid"], track_40={"A": 1})
    assert shot.question is not None
    assert [[f"{a.county}" for a in o] for o in shot.question.options] == [["ulaid"]]


def test_a_marker_that_was_forgotten_is_no_question() -> None:
    t = Table(LAST)
    t.look(ulaid={"A": 1})
    before = told(LAST)
    track = {k: v for k, v in before.game.tabletop(before.state).items() if k.startswith("track_")}
    for _ in range(20):
        shot = t.look(table={**t.session.game.tabletop(t.session.state), **track})
    assert isinstance(shot.verdict, Lagging)
    assert shot.question is None


# ---------------------------------------------------------------- what looks like an act
class OfThree(Table):
    """Three play; neutral soldiers lie on the board."""

    def __init__(self, given: Any) -> None:
        self.session = told(given, players=3)
        self.desk = desk_at(self.session)
        self.now = 0.0


CARLA: dict[str, Any] = {
    "turn": "C", "die": "purple", "owed": ["extra"], "supply": {"A": 8, "B": 11, "C": 13},
    "shield": {"A": 3, "B": 2, "C": 1},
    "counties": {
        "tir_chonaill": {"B": 1}, "ulaid": {"neutral": 1}, "breifne": {"neutral": 1}, "brega": {"C": 1},
        "laigin": {"neutral": 1}, "deisi": {"neutral": 1}, "tuadmumu": {"neutral": 1}, "iarchonnacht": {"A": 1},
        "umall": {"A": 2}, "mag_nai": {"A": 1}, "cairbre": {"B": 1},
    },
}  # fmt: skip


def test_a_piece_that_is_gone_is_no_battle_of_which_nothing_shows_on_the_shield() -> None:
    """Carla's soldier would have gone with it: the shield speaks against that, though not as clearly as it may."""
    t = OfThree(CARLA)
    t.look()
    for _ in range(8):
        t.now += 0.5
        seen = look(t.session, t.now, laigin={})
        shield = seen.readings["shield"]
        counts = {**shield.counts, "soldier:orange": (-9.0, 0.0, -7.0, -12.0)}
        readings = {**seen.readings, "shield": evolve(shield, counts=counts)}
        shot = t.desk.handle(Look(evolve(seen, readings=readings, read_at=t.now)), t.now)
    assert t.past == []
    assert shot.question is not None or shot.out_of_step


CLOSE: dict[str, Any] = {
    "turn": "A", "die": "yellow", "supply": {"A": 9, "B": 7, "C": 7}, "shield": {"A": 1, "B": 1, "C": 1},
    "counties": {
        "tir_chonaill": {"A": 1}, "ulaid": {"A": 1}, "tir_eoghain": {"A": 1}, "airgialla": {"C": 1},
        "breifne": {"neutral": 1}, "brega": {"C": 1}, "ui_cheinnselaig": {"C": 1}, "laigin": {"C": 2}, "mide": {"C": 2},
        "deisi": {"neutral": 1}, "tuadmumu": {"B": 1}, "iarchonnacht": {"B": 1}, "umall": {"B": 1}, "mag_nai": {"B": 2},
        "cairbre": {"A": 2}, "ui_maine": {"B": 2},
    },
}  # fmt: skip


def test_of_two_acts_the_one_that_the_other_hides_is_asked_about() -> None:
    """Anna's muster would take from the shield what her battle brings there: or else Berta's soldier was knocked."""
    t = OfThree(CLOSE)
    t.look()
    for _ in range(8):
        shot = t.look(umall={}, shield={"A": 1, "B": 2, "C": 1})
    assert t.past == []
    assert shot.question is not None
    assert [text(a) for a in shot.question.options[0]] == ["A muster by=die", "A move county=umall by=extra"]
    shot = t.look()
    assert (t.past, shot.question) == ([], None)
