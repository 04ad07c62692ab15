"""Tokens in a village that lie otherwise than was told: asked after a while, about the difference alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from companion.engine.session import Session
from companion.games.vikings_gone_wild.game import GAME
from companion.games.vikings_gone_wild.inputs import Buy
from companion.table.desk import Answer, Desk, Look, Tapped
from companion.table.layout import covered_of
from companion.table.sight import Palette
from companion.table.snapshot import INSTEAD, LIES_SO, Snapshot
from companion.table.speaker import Speaker
from companion.table.tell import question_line
from tests.games.vikings_gone_wild.tables import board, sit
from vision.observation import Observation, Reading

PALETTE = Palette({"A": "red", "B": "blue", "C": "green"}, GAME.table.alike)
MOST = 8


def table() -> Session[Any]:
    village = {"townhall": {"level": 1}, "beer_depot_1": {"beer": 2}, "brewery_1": {"beer": 1}}
    anna = {"hand": [], "unseen": ["gold_card"] * 5, "deck": [], "village": village}
    return sit({"phase": "turn", "round": 2, "turn": "A", "players": {"A": anna, "B": {}, "C": {}}, "now": {"gold": 2}})


def seen(session: Session[Any], at: float, **otherwise: Mapping[str, int]) -> Look:
    """What the camera sees: the table as it should lie, with some tokens counted otherwise."""
    readings = {}
    for name, tokens in GAME.tabletop(session.state).items():
        space = board().space[name]
        counts = dict(PALETTE.counts(tokens)) | otherwise.get(name, {})
        pieces = [f"{k}:{c}" if k == "small_marker" else k for k in space.holds for c in ("red", "blue", "green")]
        pieces = [p for p in dict.fromkeys(pieces) if p.partition(":")[0] in ("small_marker", "beer", "gold")]
        ls = {p: tuple(-9.0 * abs(k - counts.get(p, 0)) for k in range(MOST)) for p in pieces}
        readings[name] = Reading(name, 1.0, ls)
    return Look(Observation(at, int(at * 10), True, "still", None, readings))


def desk_of(session: Session[Any]) -> Desk:
    return Desk(session, board(), PALETTE, covered=covered_of(GAME, board()))


def watched(desk: Desk, seconds: float, since: float = 0.0, **otherwise: Mapping[str, int]) -> Snapshot:
    for n in range(int(seconds * 2) + 1):
        snap = desk.handle(seen(desk.session, since + n / 2, **otherwise), 0.0)
    return snap


BUY = Buy(0, "elf_archer", "", (("A_beer_depot_1", 2), ("A_brewery_1", 1)))


def test_a_table_that_lies_as_told_asks_nothing() -> None:
    desk = desk_of(table())
    snap = watched(desk, 9.0)
    assert snap.question is None
    assert snap.todo == ()


def test_a_purchase_that_was_paid_with_other_tokens_is_asked_and_mended() -> None:
    session = table()
    session.amend({"now": {"beer": 2}}, "told", consent=True)
    desk = desk_of(session)
    told = evolve(BUY, beer=(("A_brewery_1", 1),))
    assert desk.handle(Tapped((told,)), 0.0).refusal is None
    lies = {"A_brewery_1": {"beer": 1}, "A_beer_depot_1": {"beer": 1}}
    snap = watched(desk, 3.0, **lies)
    assert snap.question is None, "hands may still be on their way"
    assert {t.space for t in snap.todo} == {"A_brewery_1", "A_beer_depot_1"}
    snap = watched(desk, 5.0, 3.5, **lies)
    assert snap.question is not None
    assert snap.question.kind == INSTEAD
    other = evolve(BUY, beer=(("A_beer_depot_1", 1),))
    assert snap.question.options == ((other,),)
    assert session.past[-1].act == told, "nothing is believed silently"
    desk.handle(Answer(snap.question.key, 0), 0.0)
    assert [s.act for s in session.past if s.act] == [other]
    assert watched(desk, 9.0, 20.0).question is None


def test_a_token_that_is_missing_is_asked_once() -> None:
    session = table()
    desk = desk_of(session)
    lies = {"A_beer_depot_1": {"beer": 1}}
    snap = watched(desk, 6.0, **lies)
    assert snap.question is not None
    assert snap.question.kind == LIES_SO
    told = question_line(Speaker("vikings_gone_wild", board(), session.people, "en"), snap.question, 0)
    assert "1 × beer barrel instead of 2 × beer barrel" in told
    desk.handle(Answer(snap.question.key, -1), 0.0)
    assert watched(desk, 9.0, 10.0, **lies).question is None, "it was said to be put right"
    assert session.state.players[0].village[1].beer + session.state.players[0].village[2].beer == 3


def test_the_table_may_be_taken_as_it_lies() -> None:
    session = table()
    desk = desk_of(session)
    lies = {"A_beer_depot_1": {"beer": 1}}
    snap = watched(desk, 6.0, **lies)
    assert snap.question is not None
    desk.handle(Answer(snap.question.key, 0), 0.0)
    tokens = {n: t for n, t in GAME.tabletop(session.state).items() if n == "A_beer_depot_1"}
    assert sum(t.kind == "beer" for t in tokens["A_beer_depot_1"]) == 1
    assert watched(desk, 9.0, 20.0).question is None


def test_a_track_that_lags_only_reminds() -> None:
    desk = desk_of(table())
    snap = watched(desk, 9.0, vp_0={"small_marker:red": 0}, vp_1={"small_marker:red": 1})
    assert snap.question is None
    assert {t.space for t in snap.todo} == {"vp_0", "vp_1"}
