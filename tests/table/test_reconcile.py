"""What a look at the table means: each verdict from a position, an act and what the camera then sees."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from companion.engine.codec import text
from companion.table.reconcile import (
    Ahead,
    Choice,
    Context,
    InHand,
    Lagging,
    Margins,
    Moved,
    OutOfStep,
    Resettled,
    Unchanged,
    WentBack,
    reconcile,
)  # fmt: skip
from companion.table.sight import Standing
from tests.games.hibernia.tables import START3, START4
from tests.table.looks import acts, look, sight, told

GREEN: dict[str, Any] = {**START4, "die": "green"}
SHORT: dict[str, Any] = {
    "turn": "B", "die": "yellow", "counties": {"osraige": {"B": 3}, "eile": {"B": 2}, "desmumu": {"B": 1}},
    "supply": {"B": 1},
}  # fmt: skip
PAIRS: dict[str, Any] = {  # David attacks Anna, who owns three in a row and a weak ui_maine
    "turn": "D", "die": "black", "supply": {"A": 5, "D": 6}, "shield": {"A": 1},
    "counties": {"tir_chonaill": {"A": 1}, "cairbre": {"A": 1}, "umall": {"A": 1}, "mag_nai": {"D": 1},
                 "iarchonnacht": {"D": 1}, "ui_maine": {"A": 3}, "mide": {"B": 1}, "brega": {"B": 1}},
}  # fmt: skip


def verdict(session: Any, **seen: Any) -> Any:
    return reconcile(session, sight(session, look(session, **seen)))


def lines(acts: tuple[Any, ...]) -> list[str]:
    return [text(a) for a in acts]


# ---------------------------------------------------------------- nothing to do
def test_a_table_that_lies_as_it_should_is_unchanged() -> None:
    assert verdict(told(GREEN)) == Unchanged()
    assert verdict(told(START3, players=3)) == Unchanged()


def test_what_nobody_sees_speaks_against_nothing() -> None:
    everything = [s.id for s in told(GREEN).config.board.spaces]
    assert verdict(told(GREEN), hidden=everything) == Unchanged()


def test_a_marker_that_lags_is_a_reminder_and_never_out_of_step() -> None:
    session = told(GREEN, ("A move county=tir_eoghain by=die", "A move county=cairbre by=extra"))
    seen = verdict(session, track_3={}, track_0={"A": 1, "B": 1, "C": 1, "D": 1})
    assert isinstance(seen, Lagging)
    assert [(t.space, len(t.expected), dict(t.seen), t.echo) for t in seen.todo] == [
        ("track_0", 3, {"soldier:white": 1, "soldier:purple": 1, "soldier:orange": 1, "soldier:black": 1}, True),
        ("track_3", 1, {}, True),
    ]


# ---------------------------------------------------------------- acts that are read
def test_a_soldier_in_a_green_county_is_the_die_action() -> None:
    seen = verdict(told(GREEN), tir_eoghain={"A": 1})
    assert isinstance(seen, Moved)
    assert lines(seen.acts) == ["A move county=tir_eoghain by=die"]
    assert seen.margin > 5


def test_a_soldier_in_another_county_is_the_extra_action() -> None:
    seen = verdict(told(GREEN), ulaid={"A": 1})
    assert isinstance(seen, Moved)
    assert lines(seen.acts) == ["A move county=ulaid by=extra"]


def test_both_actions_at_one_look_are_read_in_the_only_order_that_is_legal() -> None:
    seen = verdict(told(GREEN), tir_eoghain={"A": 1}, airgialla={"A": 1})
    assert isinstance(seen, Moved)
    assert lines(seen.acts) == ["A move county=tir_eoghain by=die", "A move county=airgialla by=extra"]
    seen = verdict(told(GREEN), tir_eoghain={"A": 1}, cairbre={"A": 2})
    assert isinstance(seen, Moved)
    assert lines(seen.acts)[-1] == "A move county=cairbre by=extra"


def test_soldiers_that_left_the_shield_are_a_muster() -> None:
    seen = verdict(told(GREEN), shield={"B": 1, "C": 1})
    assert isinstance(seen, Moved)
    assert lines(seen.acts) == ["A muster by=die"]


def test_a_battle_is_read_from_what_is_left() -> None:
    seen = verdict(told(PAIRS), umall={"D": 1}, shield={"A": 2, "D": 1})
    assert isinstance(seen, Moved)
    assert lines(seen.acts) == ["D move county=umall by=die"]


def test_sources_are_read_from_what_is_missing() -> None:
    seen = verdict(told(SHORT), caisel={"B": 3}, osraige={"B": 2}, eile={"B": 1})
    assert isinstance(seen, Moved)
    assert lines(seen.acts) == ["B move county=caisel by=die sources=eile:1,osraige:1"]


def test_a_hidden_county_does_not_hide_an_act_elsewhere() -> None:
    seen = verdict(told(GREEN), tir_eoghain={"A": 1}, hidden=["laigin", "mide", "brega"])
    assert isinstance(seen, Moved)
    assert lines(seen.acts) == ["A move county=tir_eoghain by=die"]


def test_the_lot_of_the_fortresses_is_read_from_the_table() -> None:
    session = told(None)
    seen = verdict(session, deisi={"A": 1}, brega={"B": 1}, tir_chonaill={"C": 1}, iarchonnacht={"D": 1})
    assert isinstance(seen, Moved)
    assert lines(seen.acts) == ["- rolled faces=deisi,brega,tir_chonaill,iarchonnacht"]


def test_a_die_that_waits_is_taken_up_between_two_acts() -> None:
    session = told({**GREEN, "owed": ["extra"]})
    places = {"ulaid": {"A": 1}, "airgialla": {"B": 1}}
    seen = reconcile(session, sight(session, look(session, **places)), Context(thrown=("red",)))
    assert isinstance(seen, Moved)
    assert lines(seen.acts) == ["A move county=ulaid by=extra", "- rolled faces=red", "B move county=airgialla by=die"]


# ---------------------------------------------------------------- acts that are asked for
def weakly(seen: Any, place: str, piece: str) -> Any:
    """A look in which one piece at a place is seen with little certainty."""
    one = seen.readings[place]
    counts = {**one.counts, piece: (-5.9, 0.0, *(-9.0,) * (len(one.counts[piece]) - 2))}
    return evolve(seen, readings={**seen.readings, place: evolve(one, counts=counts)})


def test_a_second_act_of_one_look_wants_more_evidence_than_a_first() -> None:
    """A phantom that a single act would be believed for is asked about when it makes two acts of one."""
    session = told(GREEN)

    alone = weakly(look(session, tir_eoghain={"A": 1}), "tir_eoghain", "soldier:white")
    assert isinstance(reconcile(session, sight(session, alone)), Moved)
    both = weakly(look(session, tir_eoghain={"A": 1}, airgialla={"A": 1}), "airgialla", "soldier:white")
    seen = reconcile(session, sight(session, both))
    assert isinstance(seen, Choice)
    assert [len(c) for c in seen.candidates] == [2, 1]
    best, other = seen.candidates
    assert isinstance(reconcile(session, sight(session, both), Context(agreed=other)), Choice)
    agreed = reconcile(session, sight(session, both), Context(agreed=best))
    assert isinstance(agreed, Moved), "another picture, read apart, said the same"
    assert agreed.acts == best


def test_an_act_is_asked_about_where_a_place_it_leaves_alone_looks_otherwise() -> None:
    """A soldier carried against the rules from a county that shows it faintly still would be a legal one from stock."""
    session = told(GREEN)
    home = next(s for s, tokens in session.game.tabletop(session.state).items() if [t.side for t in tokens] == ["A"])
    seen = look(session, tir_eoghain={"A": 1})
    for nats, verdict in ((2.0, Moved), (3.6, Choice)):
        counts = {**seen.readings[home].counts, "soldier:white": (0.0, -nats, -12.0)}
        readings = {**seen.readings, home: evolve(seen.readings[home], counts=counts)}
        found = reconcile(session, sight(session, evolve(seen, readings=readings)))
        assert isinstance(found, verdict)
    assert [lines(acts) for acts in found.candidates] == [["A move county=tir_eoghain by=die"]]


@pytest.mark.parametrize(("looked", "verdict"), [({}, Moved), ({"soldier:white": 2}, Choice)])
def test_a_place_that_looked_otherwise_before_the_act_already_asks_nothing(looked: Any, verdict: type) -> None:
    """A county that is read as empty look after look, and was let stand as one soldier: no act makes it news."""
    session = told(GREEN)
    home, tokens = home_of(session)
    now = faintly(session, home, 3.6, tir_eoghain={"A": 1})
    now.standing = {home: Standing(tokens, looked, {"soldier:white": looked.get("soldier:white", 0) - 1}, False)}
    assert isinstance(reconcile(session, now), verdict)


def test_hidden_sources_leave_a_choice() -> None:
    seen = verdict(told(SHORT), caisel={"B": 3}, hidden=["osraige", "eile"])
    assert isinstance(seen, Choice)
    assert {lines(c)[0] for c in seen.candidates} == {
        "B move county=caisel by=die sources=osraige:2",
        "B move county=caisel by=die sources=eile:1,osraige:1",
    }


def test_an_act_before_the_roll_asks_for_the_die_and_is_held() -> None:
    seen = verdict(told(START4), tir_eoghain={"A": 1})
    assert isinstance(seen, Ahead)
    assert seen.missing.rule == "HI-2.2"
    assert {f[0] for f in seen.faces} >= {"green", "black"}
    assert all("tir_eoghain" in text(chain[0]) for chain in seen.acts)


# ---------------------------------------------------------------- the way back, and on the way
def test_a_table_the_camera_had_left_may_be_an_act_taken_back() -> None:
    session = told(GREEN, ("A move county=tir_eoghain by=die",), source="tap")
    assert verdict(session, tir_eoghain={}) == WentBack(0)


def test_going_back_on_two_acts_names_how_many_stay() -> None:
    session = told(
        GREEN, ("A muster by=die",), ("A move county=ulaid by=extra",), ("- rolled faces=red",),
        ("B muster by=die",), source="tap",
    )  # fmt: skip
    before = session.game.tabletop(session.after[1])
    assert verdict(session, table=before) == WentBack(1)


def faintly(session: Any, place: str, nats: float, **laid: Any) -> Any:
    """A sight of the table with some places ``laid`` otherwise, and one white soldier of ``place`` that hardly shows:
    none is likelier by so many nats."""
    seen = look(session, **laid)
    one = seen.readings[place]
    readings = {**seen.readings, place: evolve(one, counts={**one.counts, "soldier:white": (0.0, -nats, -12.0)})}
    return sight(session, evolve(seen, readings=readings))


def home_of(session: Any) -> tuple[str, Any]:
    """The one county with a single white soldier, and what lies there."""
    return next((s, t) for s, t in session.game.tabletop(session.state).items() if [x.side for x in t] == ["A"])


@pytest.mark.parametrize(("nats", "kind"), [(3.9, Unchanged), (4.6, Lagging), (7.0, OutOfStep)])
def test_a_piece_that_hardly_shows_is_no_alarm_and_no_act_taken_back(nats: float, kind: type) -> None:
    session = told(GREEN, ("A move county=tir_eoghain by=die",), source="tap")
    for place in ("tir_eoghain", home_of(told(GREEN))[0]):
        found = reconcile(session, faintly(session, place, nats))
        assert isinstance(found, WentBack if kind is OutOfStep and place == "tir_eoghain" else kind)
        if kind is Lagging:
            assert [t.space for t in found.todo] == [place], "it is named as a reminder"


def test_a_piece_that_came_is_never_a_mere_reminder_however_faint() -> None:
    session = told(GREEN)
    home, _ = home_of(session)
    seen = look(session)
    one = seen.readings[home]
    counts = {**one.counts, "soldier:purple": (-4.6, 0.0, -9.0)}
    readings = {**seen.readings, home: evolve(one, counts=counts)}
    found = reconcile(session, sight(session, evolve(seen, readings=readings)))
    assert not isinstance(found, Unchanged | Lagging)


def test_a_piece_that_came_is_news_though_it_hardly_showed_before() -> None:
    session = told(GREEN)
    home, tokens = home_of(session)
    seen = look(session)
    one = seen.readings[home]
    counts = {**one.counts, "soldier:purple": (-4.6, 0.0, -9.0)}
    now = sight(session, evolve(seen, readings={**seen.readings, home: evolve(one, counts=counts)}))
    then = Standing(tokens, {"soldier:white": 1, "soldier:purple": 1}, {"soldier:purple": 1}, False, nats=1.6)
    now.standing = {home: then}
    assert not isinstance(reconcile(session, now), Unchanged | Lagging)
    now.standing = {home: evolve(then, nats=4.5)}
    found = reconcile(session, now)
    assert isinstance(found, Lagging), "it looked just so when it was let stand"
    assert [t.space for t in found.todo] == [home]


def test_what_hardly_shows_look_after_look_adds_up_with_nothing_else() -> None:
    session = told(GREEN)
    home, tokens = home_of(session)
    now = faintly(session, home, 3.7)
    theirs = next(s for s, t in session.game.tabletop(session.state).items() if [x.side for x in t] == ["B"])
    other = evolve(now.observation.readings[theirs], counts={"soldier:purple": (0.0, -1.0, -9.0)})
    now.observation = evolve(now.observation, readings={**now.observation.readings, theirs: other})
    assert isinstance(reconcile(session, now), Lagging)
    now = sight(session, now.observation)
    now.standing = {home: Standing(tokens, {}, {"soldier:white": -1}, False)}
    assert isinstance(reconcile(session, now), Unchanged)


def test_pieces_that_follow_are_waited_for_though_another_place_hardly_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    session = told(GREEN, ("A move county=tir_eoghain by=die",), source="tap")
    monkeypatch.setattr(session.game, "table", evolve(session.game.table, follows=True))
    home, tokens = home_of(told(GREEN))
    now = faintly(session, home, 3.7, tir_eoghain={})
    now.standing = {home: Standing(tokens, {}, {"soldier:white": -1}, False)}
    found = reconcile(session, now)
    assert isinstance(found, Lagging)
    assert [t.space for t in found.todo] == ["tir_eoghain"]


def test_what_the_camera_read_since_the_last_tap_is_read_anew() -> None:
    session = told(GREEN, ("A move county=tir_eoghain by=die",), source="camera")
    seen = verdict(session, tir_eoghain={}, cairbre={"A": 1})
    assert isinstance(seen, Resettled)
    assert (seen.chain, lines(seen.acts)) == (0, ["A move county=cairbre by=extra"])


def test_the_only_other_reading_is_asked_where_it_is_not_sure() -> None:
    session = told(GREEN, ("A move county=tir_eoghain by=die",), source="camera")
    seen = sight(session, look(session, tir_eoghain={}, cairbre={"A": 1}))
    doubting = reconcile(session, seen, Context(margins=Margins(clear=40.0)))
    assert isinstance(doubting, Choice)
    assert [lines(c) for c in doubting.candidates] == [["A move county=cairbre by=extra"]]


def test_what_somebody_tapped_is_not_read_anew() -> None:
    session = told(GREEN, ("A move county=tir_eoghain by=die",), source="tap")
    assert isinstance(verdict(session, tir_eoghain={}, cairbre={"A": 1}), OutOfStep)


def test_soldiers_laid_one_after_the_other_are_waited_for() -> None:
    session = told({**GREEN, "counties": {**START4["counties"], "tir_eoghain": {"A": 1}}})
    seen = verdict(session, cairbre={"A": 1})  # two must enter, one lies there
    assert isinstance(seen, InHand)
    assert [text(a) for a in seen.towards] == ["A move county=cairbre by=extra"]


def test_a_battle_with_the_losses_not_yet_taken_off_is_waited_for() -> None:
    assert isinstance(verdict(told(PAIRS), umall={"A": 1, "D": 2}), InHand)  # placed, nothing taken off
    last = told({**PAIRS, "owed": ["extra"]})
    assert isinstance(verdict(last, umall={"D": 1}), InHand)  # taken off, not yet on the shield
    assert isinstance(verdict(last, umall={"D": 1}, shield={"A": 2}), InHand)  # one of two is there


def test_losses_that_do_not_show_on_the_shield_may_be_a_muster_or_be_to_come() -> None:
    """Anna's two on the shield are halved to one, David's one comes back: the table is that of a battle in hand."""
    session = told(PAIRS)
    seen = verdict(session, umall={"D": 1})
    assert isinstance(seen, Choice)
    both, battle = map(lines, seen.candidates)
    assert both == ["D move county=umall by=die", "D muster by=extra"]
    assert battle == ["D move county=umall by=die"]
    seen = verdict(session, umall={"D": 1}, shield={"A": 2, "D": 1})
    assert isinstance(seen, Moved)
    assert lines(seen.acts) == battle
    session.submit(acts(session, *both), "camera")
    seen = verdict(session, shield={"A": 2, "D": 1})
    assert isinstance(seen, Resettled)
    assert lines(seen.acts) == battle


# ---------------------------------------------------------------- out of step
@pytest.mark.parametrize(
    ("given", "places", "rule"),
    [
        ({**GREEN, "owed": ["die"]}, {"ulaid": {"A": 1}}, "HI-2.3"),  # the die shows green
        (GREEN, {"laigin": {"A": 1}}, "HI-3.3"),  # no own neighbour
        (GREEN, {"tir_eoghain": {"A": 3}}, "HI-3.4"),  # one can enter by either action, three cannot
        (SHORT, {"caisel": {"B": 3}, "eile": {}}, "HI-3.6"),  # eile is emptied
        ({**SHORT, "supply": {"B": 9}}, {"caisel": {"B": 3}, "osraige": {"B": 1}}, "HI-3.5"),  # the supply suffices
        ({**SHORT, "supply": {"B": 0}, "counties": {"osraige": {"B": 1}, "eile": {"B": 2}, "desmumu": {"B": 1}}},
         {"caisel": {"B": 3}}, "HI-3.8"),
        (PAIRS, {"cairbre": {"D": 1}, "shield": {"A": 2, "D": 1}}, "HI-4.2"),
        ({**PAIRS, "counties": {**PAIRS["counties"], "umall": {"D": 1}, "ui_maine": {"B": 1}}},
         {"cairbre": {"D": 1}, "shield": {"A": 2, "D": 1}}, "HI-4.3"),
        (PAIRS, {"mide": {"D": 1}, "shield": {"A": 1, "B": 1}}, "HI-3.3"),
    ],
)  # fmt: skip
def test_what_no_rule_allows_is_out_of_step_with_its_ruling(given: Any, places: Any, rule: str) -> None:
    session = told(given)
    seen = verdict(session, **places)
    assert isinstance(seen, OutOfStep)
    assert seen.ruling is not None
    assert seen.ruling.rule == rule
    assert seen.act is not None
    assert {t.space for t in seen.todo} == set(places)


def test_the_way_back_names_what_should_lie_where_and_what_lies_there() -> None:
    seen = verdict(told(GREEN), laigin={"C": 2})
    assert isinstance(seen, OutOfStep)
    assert seen.ruling is None  # nobody on turn could have meant this
    assert [(t.space, t.expected, dict(t.seen)) for t in seen.todo] == [("laigin", (), {"soldier:orange": 2})]


def test_before_the_roll_nobody_is_told_that_a_move_is_illegal() -> None:
    seen = verdict(told(START4), laigin={"A": 3})
    assert isinstance(seen, OutOfStep)
    assert seen.ruling is None


def test_reconciling_changes_nothing() -> None:
    session = told(GREEN)
    before = session.state, session.length
    for places in ({"tir_eoghain": {"A": 1}}, {"laigin": {"A": 1}}, {}):
        verdict(session, **places)
    assert (session.state, session.length) == before
