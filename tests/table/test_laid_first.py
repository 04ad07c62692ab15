"""Castles and knights look alike to the camera: of a set-up pair the first one laid is the castle (Löwenherz)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from companion.engine.session import Session
from companion.engine.types import Token
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.inputs import Settle
from companion.table.desk import Desk, Look
from companion.table.desk.core import Policy
from companion.table.reconcile import Choice, Context, Moved, reconcile
from companion.table.sight import Palette, Sight
from tests.games.loewenherz.tables import given, table
from vision.observation import Observation, Reading

COLOURS = ("gold", "purple", "rose", "gray")
PALETTE = Palette(dict(zip("ABCD", COLOURS, strict=True)), GAME.table.alike)
CASTLES = {"s0_2": "A", "s13_5": "B", "s11_8": "C", "s12_2": "D"}
KNIGHTS = {"A": ["s0_1"], "B": ["s14_5"], "C": ["s11_9"], "D": ["s13_2"]}


def sitting() -> Session[Any]:
    config = table(4)
    return Session(GAME, config, start=given(config, phase="settle", castles=CASTLES, knights=KNIGHTS))


def sight(session: Session[Any], *figures: str) -> Sight:
    """The table as it lies, with more figures of gold."""
    lying = {**GAME.tabletop(session.state), **{f: (Token("knight", "A"),) for f in figures}}
    readings = {}
    for space in session.config.board.spaces:
        kinds = [f"{GAME.table.alike['knight']}:{c}" for c in COLOURS] if space.kind == "square" else ["border"]
        if space.kind not in ("square", "edge"):
            continue
        counts = PALETTE.counts(lying.get(space.id, ()))
        readings[space.id] = Reading(
            space.id, 1.0, {k: tuple(-9.0 * abs(n - counts.get(k, 0)) for n in range(3)) for k in kinds}
        )
    return Sight(Observation(0.0, 0, True, "still", None, readings), session.config.board, PALETTE)


def test_a_pair_seen_together_is_one_question_of_two() -> None:
    session = sitting()
    verdict = reconcile(session, sight(session, "s8_0", "s9_0"))
    assert isinstance(verdict, Choice), verdict
    assert set(verdict.candidates) == {(Settle(0, "s8_0", "s9_0"),), (Settle(0, "s9_0", "s8_0"),)}


@pytest.mark.parametrize(("first", "second"), [("s8_0", "s9_0"), ("s9_0", "s8_0")])
def test_the_first_one_laid_is_the_castle(first: str, second: str) -> None:
    session = sitting()
    verdict = reconcile(session, sight(session, "s8_0", "s9_0"), Context(begun=frozenset({first})))
    assert isinstance(verdict, Moved), verdict
    assert verdict.acts == (Settle(0, first, second),)


def test_a_pair_that_can_stand_only_one_way_is_not_asked() -> None:
    """The other square is too near to the first castle of gold."""
    session = sitting()
    verdict = reconcile(session, sight(session, "s5_3", "s4_3"))
    assert isinstance(verdict, Moved), verdict
    assert verdict.acts == (Settle(0, "s5_3", "s4_3"),)


def test_of_a_pair_whose_castle_hardly_shows_people_say_which_it_is() -> None:
    """The knight was plain to see before, but the castle lay there already: which came first tells nothing."""
    session = sitting()
    desk = Desk(session, session.config.board, PALETTE, policy=Policy(looks=1))
    both = sight(session, "s8_0", "s9_0").observation
    one = both.readings["s8_0"]
    faint = evolve(one, counts={**one.counts, "figure:gold": (0.0, -1.2, -12.0)})
    for at in (1.0, 2.0):
        desk.handle(Look(evolve(both, at=at, readings={**both.readings, "s8_0": faint})), at)
    assert not session.past
    for at in (3.0, 4.0, 5.0):
        shot = desk.handle(Look(evolve(both, at=at)), at)
    assert not session.past
    assert shot.question is not None
    assert set(shot.question.options) == {(Settle(0, "s8_0", "s9_0"),), (Settle(0, "s9_0", "s8_0"),)}


def single(session: Session[Any], knight: float) -> Sight:
    """A castle of gold, plain to see, and its only knight's square ``knight`` nats in favour of a piece."""
    seen = sight(session, "s5_3").observation
    readings = dict(seen.readings)
    for square in [s.id for s in session.config.board.spaces if s.kind == "square"]:
        counts = readings[square].counts
        piece = next((k for k, v in counts.items() if v[0] < 0), "")
        stacks = [((), -9.0), ((piece,), 0.0)] if piece else [((), 0.0), (("figure:gold",), -9.0)]
        if square == "s4_3":
            stacks = [((), -knight), (("figure:gold",), 0.0)]
        readings[square] = Reading(square, 1.0, {}, tuple(stacks))
    return Sight(evolve(seen, readings=readings), session.config.board, PALETTE)


@pytest.mark.parametrize(
    ("nats", "begun", "doubted", "kind"),
    [
        (2.2, {"s5_3"}, set(), Moved),
        (2.2, {"s5_3"}, {"s4_3"}, Choice),  # it may have looked so before the hand came to it
        (2.2, set(), set(), Choice),  # nobody saw how it looked on the way
        (0.2, {"s5_3"}, set(), Choice),  # it hardly says anything
    ],
)
def test_a_knight_that_shows_faintly_was_laid_where_its_square_surely_was_empty_on_the_way(
    nats: float, begun: set[str], doubted: set[str], kind: type
) -> None:
    session = sitting()
    verdict = reconcile(session, single(session, nats), Context(begun=frozenset(begun), doubted=frozenset(doubted)))
    assert isinstance(verdict, kind), verdict
    if isinstance(verdict, Moved):
        assert not verdict.counted
        assert verdict.margin < Policy().clear_nats, "another picture is to agree"
        assert verdict.acts == (Settle(0, "s5_3", "s4_3"),)
