"""Men that were bought are laid in heaps that are hard to count: what surely lies there is entered, the sum tells the
rest, and people are asked once at most, when they say that all is laid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion import i18n
from companion.demo.table import left_open, lying
from companion.engine.codec import text
from companion.engine.session import Session
from companion.engine.types import LETTERS, Input, Tabletop, Token
from companion.games.walisk.game import GAME
from companion.games.walisk.inputs import Buy, Done, Place
from companion.table.desk import Answer, Desk, Look, Tapped, Undo
from companion.table.palettes import palette_on
from companion.table.snapshot import ALL_LAID
from companion.table.speaker import Speaker
from companion.table.tell import more_line
from tests.games.walisk.tables import SMALL, board, sit
from vision import counting
from vision.observation import DOUBTFUL, MOST_COUNT, Observation, Reading

PALETTE = palette_on((), board(), 2)
MEN = PALETTE.piece(Token("man", "A"))
MUSTER = {
    **SMALL, "phase": "muster", "round": 5, "due": ["A", "B"], "owner": {"LA": "A", "KL": "A", "HA": "B"},
    "silver": {"A": 9},
}  # fmt: skip


def seen(table: Tabletop, at: float, doubts: Mapping[str, Mapping[int, float]]) -> Observation:
    """Every place without error, as far as pieces are counted, but for the nats that are told against numbers of men
    of the first seat."""
    readings = {}
    for s in board().spaces:
        if s.look in ("none", "tray"):
            continue
        here = PALETTE.counts(table.get(s.id, ()))
        counts = {p: [max(-12.0, -9.0 * abs(k - min(16, here.get(p, 0)))) for k in range(17)] for p in _pieces()}
        for n, nats in doubts.get(s.id, {}).items():
            counts[MEN][min(16, n)] = -nats
        readings[s.id] = Reading(s.id, 1.0, {p: tuple(ls) for p, ls in counts.items()})
    return Observation(at, 0, True, "still", None, readings, (), (), at, int(at * 4))


def _pieces() -> set[str]:
    kinds = [Token("rukr"), Token("house"), *(Token(k, side) for k in ("man", "ship") for side in LETTERS[:2])]
    return {PALETTE.piece(t) for t in kinds}


class Muster:
    """Six men of the first seat are bought; ``army``, four or more, lie in Laxoera (LA), none in Klippmoer (KL)."""

    def __init__(self, men: int = 6, army: int = 4) -> None:
        units = {**SMALL["units"], "LA": {"A": {"man": army, "ship": 1}}}
        self.session: Session[Any] = sit({**MUSTER, "units": units})
        self.agreed: dict[str, Any] = {}
        self.desk = Desk(self.session, board(), PALETTE, agreed=self.agreed.update)
        self.now = 0.0
        self.doubts: dict[str, Mapping[int, float]] = {}
        self.lying = dict(GAME.tabletop(self.session.state))
        self.look(1.0)
        self.tell(Buy(0, "man", men))

    def look(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.now += 0.25
            self.desk.handle(Look(seen(self.lying, self.now, self.doubts)), self.now)

    def lay(self, field: str, n: int, **nats: float) -> None:
        """So many men more; ``less`` and ``more``: nats against one man less and one more than lie there then."""
        self.now += 0.25
        self.desk.handle(Look(Observation(self.now, 0, False, "hand")), self.now)
        self.lying[field] = (*self.lying.get(field, ()), *[Token("man", "A")] * n)
        there = self.lying[field].count(Token("man", "A"))
        off = {"less": there - 1, "more": there + 1, "two": there + 2}
        self.doubts[field] = {there: nats.pop("right", 0.0), **{off[k]: x for k, x in nats.items()}}
        self.look(1.0)

    def tell(self, *acts: Input) -> None:
        self.desk.handle(Tapped(acts), self.now)

    @property
    def past(self) -> list[str]:
        return [text(s.act).removeprefix("A ").replace("kind=man ", "") for s in self.session.past if s.act]

    @property
    def asked(self) -> Any:
        return self.desk.snapshot().question


def test_what_surely_lies_there_is_entered_and_the_sum_tells_the_rest() -> None:
    t = Muster()
    t.lay("LA", 4, less=3.5, more=3.0)
    assert t.past == ["buy n=6", "place field=LA n=3"], "three or four or five: three are sure"
    (more,) = t.desk.snapshot().more
    assert (more.space, more.entered, more.seen) == ("LA", 7, 8)
    t.lay("KL", 2)
    assert t.past[2:] == ["place field=KL n=2"], "a place that is plain is entered all the same"
    t.tell(Done(0))
    assert t.past[3:] == ["place field=LA n=1", "done"], "one is left, and it can lie there alone"
    assert t.asked is None
    assert not t.session.verify()


def test_a_number_that_the_sum_has_told_is_no_news() -> None:
    t = Muster()
    t.lay("LA", 4, less=3.5, more=7.0)
    t.lay("KL", 2)
    t.tell(Done(0))
    assert t.desk.core.quiet
    t.look(5.0)
    assert not t.desk.snapshot().out_of_step
    assert t.agreed["LA"][MEN] == 8


def test_nothing_is_added_where_the_sum_says_that_all_was_entered() -> None:
    t = Muster()
    t.lay("LA", 4, right=3.0, more=0.0)  # five are seen, and four lie there
    t.lay("KL", 2)
    t.tell(Done(0))
    assert t.past == ["buy n=6", "place field=LA n=4", "place field=KL n=2", "done"]
    assert t.asked is None


@pytest.mark.parametrize(("option", "end"), [(0, ["place field=LA n=1", "done"]), (1, ["done"])])
def test_people_are_asked_once_when_they_are_done_where_look_and_sum_differ(option: int, end: list[str]) -> None:
    t = Muster()
    t.lay("LA", 3, less=8.0, more=4.0)
    t.lay("KL", 2)
    assert t.asked is None
    t.tell(Done(0))
    assert t.past[1:] == ["place field=LA n=3", "place field=KL n=2"], "what was told waits for the answer"
    assert t.asked.kind == ALL_LAID
    assert [[text(a) for a in o] for o in t.asked.options] == [["A place kind=man field=LA n=1", "A done"], ["A done"]]
    t.look(2.0)
    assert t.asked is not None, "a look that is as before does not answer it"
    t.desk.handle(Answer(t.asked.key, option), t.now)
    assert t.past[3:] == end
    assert [s.source for s in t.session.past][-len(end):] == ["camera", "tap"][-len(end):]  # fmt: skip
    assert t.asked is None


def test_what_is_laid_after_the_question_closes_it() -> None:
    t = Muster()
    t.lay("LA", 3, less=8.0, more=4.0)
    t.lay("KL", 2)
    t.tell(Done(0))
    t.lay("KL", 1)
    assert t.past[3:] == ["place field=KL n=1"]
    assert t.asked is None


def test_what_plainly_was_not_laid_is_given_back_and_nobody_is_asked() -> None:
    t = Muster()
    t.lay("LA", 3)
    t.tell(Done(0))
    assert t.past == ["buy n=6", "place field=LA n=3", "done"]
    assert t.session.state.silver[0] == 6


def test_two_places_in_doubt_share_what_is_left_as_they_look_best() -> None:
    t = Muster(9)
    t.lay("LA", 4, less=4.0, more=4.0)
    t.lay("KL", 5, less=4.0, more=4.0)
    assert t.past[1:] == ["place field=LA n=3", "place field=KL n=4"]
    t.tell(Done(0))
    assert sorted(t.past[3:5]) == ["place field=KL n=1", "place field=LA n=1"]
    assert t.asked is None


def test_a_place_in_doubt_is_not_learned_before_the_muster_is_over() -> None:
    t = Muster()
    t.lay("LA", 4, less=3.5, more=3.0)
    assert t.agreed["LA"] == {DOUBTFUL: 1}
    t.lay("KL", 2)
    t.tell(Done(0))
    t.look(0.5)
    assert t.agreed["LA"][MEN] == 8


def test_one_man_more_in_a_place_in_doubt_is_read() -> None:
    t = Muster()
    t.lay("LA", 4, less=3.5, more=3.0)
    t.lay("LA", 1, less=3.5, more=3.0)
    assert t.past[1:] == ["place field=LA n=3", "place field=LA n=1"]
    assert t.desk.snapshot().more[0].seen == 9


def test_what_surely_lies_there_after_another_hand_is_entered() -> None:
    t = Muster()
    t.lay("LA", 4, less=5.5, more=3.0)
    assert t.past[1:] == ["place field=LA n=3"], "by so little more is not taken for sure while the sum may tell"
    t.lay("LA", 0, less=5.5, more=3.0)
    assert t.past[2:] == ["place field=LA n=1"]


def test_what_is_told_by_hand_of_a_place_in_doubt_says_nothing_of_all_that_lies_there() -> None:
    t = Muster()
    t.lay("LA", 4, less=3.5, more=3.0)
    t.tell(Place(0, "man", "LA", 1))
    t.lay("KL", 2)
    t.tell(Done(0))
    assert t.past[-1] == "done"
    assert t.session.state.silver[0] == 3
    assert t.asked is None


def test_an_undone_part_is_taken_back_alone() -> None:
    t = Muster()
    t.lay("LA", 4, less=3.5, more=3.0)
    t.desk.handle(Undo(), t.now)
    assert t.past == ["buy n=6"]
    assert t.desk.snapshot().more == ()
    assert not t.session.verify()


def test_only_what_was_bought_and_has_no_district_is_being_laid() -> None:
    t = Muster()
    assert [x.kind for x in GAME.table.laying(t.session.state)] == ["man"] * 6
    t.tell(Done(0))
    assert GAME.table.laying(t.session.state) == ()


def test_a_demo_table_goes_on_where_the_referee_leaves_a_number_open() -> None:
    t = Muster()
    t.lay("LA", 4, less=3.5, more=3.0)
    now, more = lying(GAME.tabletop(t.session.state), PALETTE), t.desk.snapshot().more
    then = lying(t.lying, PALETTE)
    assert left_open(now, then, more)
    assert not left_open(now, now, more), "nothing lies there beside it"
    assert not left_open(then, now, more), "a piece that does not lie there is none too few"
    assert not left_open(now, {**then, "KL": {MEN: 1}}, more), "nothing was said of that place"


@pytest.mark.parametrize(("language", "line"), [
    ("en", "Laxoera: 7 × man entered, perhaps 8 × man. What is left to lay will tell."),
    ("de", "Laxoera: 7 × Mannschaft eingetragen, vielleicht 8 × Mannschaft. Was noch zu legen ist, zeigt es."),
])  # fmt: skip
def test_what_may_lie_there_is_said(language: str, line: str) -> None:
    t = Muster()
    t.lay("LA", 4, less=3.5, more=3.0)
    i18n.use(language)
    try:
        assert more_line(Speaker("walisk", board(), ()), t.desk.snapshot().more[0]) == line
    finally:
        i18n.use("en")


@pytest.mark.parametrize("army", [16, 17, 25])
def test_a_heap_of_more_than_are_counted_is_open_although_it_looks_as_before(army: int) -> None:
    t = Muster(army=army)
    t.lay("LA", 4)
    t.lay("KL", 2)
    assert t.past == ["buy n=6", "place field=KL n=2"], "seventeen look like sixteen"
    (more,) = t.desk.snapshot().more
    assert (more.space, more.entered, more.seen, more.full, more.told) == ("LA", army, 16, True, True)
    assert not t.desk.snapshot().out_of_step, "an army that is larger than the camera counts lies as it should"
    t.tell(Done(0))
    assert [[text(a) for a in o] for o in t.asked.options] == [["A place kind=man field=LA n=4", "A done"], ["A done"]]
    t.desk.handle(Answer(t.asked.key, 0), t.now)
    assert t.past[2:] == ["place field=LA n=4", "done"]
    t.look(2.0)
    assert t.desk.core.quiet
    assert not t.session.verify()


def test_a_heap_that_grows_beyond_what_is_counted_is_entered_so_far_and_open() -> None:
    t = Muster(army=14)
    t.lay("LA", 6)
    assert t.past == ["buy n=6", "place field=LA n=2"]
    (more,) = t.desk.snapshot().more
    assert (more.entered, more.seen, more.told) == (16, 16, True)


def test_where_all_that_was_bought_shows_nobody_is_asked_about_a_large_heap() -> None:
    t = Muster(army=20)
    t.lay("KL", 6)
    t.tell(Done(0))
    assert t.past == ["buy n=6", "place field=KL n=6", "done"]
    assert t.asked is None


@pytest.mark.parametrize(("language", "line"), [
    ("en", "Laxoera: 20 × man entered, perhaps more. What is left to lay will tell."),
    ("de", "Laxoera: 20 × Mannschaft eingetragen, vielleicht mehr. Was noch zu legen ist, zeigt es."),
])  # fmt: skip
def test_what_may_lie_in_a_large_heap_is_said(language: str, line: str) -> None:
    t = Muster(army=20)
    i18n.use(language)
    try:
        assert more_line(Speaker("walisk", board(), ()), t.desk.snapshot().more[0]) == line
    finally:
        i18n.use("en")


def test_a_heap_that_was_agreed_to_hold_more_than_are_counted_reads_as_it_is() -> None:
    assert counting.known(18, 9.0) == counting.known(MOST_COUNT, 9.0)
    assert max(counting.known(18, 9.0)) == 0.0
