"""What the referee makes of pieces that no legal act explains, and of a table that is taken over as it lies."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.engine.session import Session, patched
from companion.engine.tablespec import Difference
from companion.engine.types import Input, Ruling, Token
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.inputs import LayBorder, SetKnight, Settle
from companion.games.loewenherz.state import State
from companion.table.sight import Palette
from tests.games.loewenherz.tables import given, table

PALETTE = Palette(dict(zip("ABCD", ("gold", "purple", "rose", "gray"), strict=True)), GAME.table.alike)
DOC: dict[str, Any] = {
    "castles": {"s0_1": "A", "s5_3": "B", "s12_3": "C", "s9_0": "D"},
    "knights": {"A": ["s0_2", "s1_2"], "B": ["s4_3"]},
    "fences": [{"rect": [0, 2, 0, 3]}, {"rect": [3, 5, 0, 3]}],
}


def tried(s: State, **more: str) -> list[Input]:
    """What the referee makes of these pieces more on the table."""
    now = GAME.tabletop(s)
    before = {space: PALETTE.counts(tokens) for space, tokens in now.items()}
    after = {space: dict(before[space] + Counter([piece])) for space, piece in more.items()}
    sides = {PALETTE.piece(t): t for tokens in now.values() for t in tokens}
    return list(GAME.table.attempts(s, Difference(before, after, sides)))


@pytest.mark.parametrize(
    ("doc", "more", "act", "rule"),
    [
        ({"card": "a1", "action": 2, "laid": {"A": [2]}}, {"v0_1": "border"}, LayBorder(0, "v0_1"), "LH-6.4"),
        ({"card": "a1", "action": 2, "laid": {"A": [2]}}, {"s1_1": "figure:gold"}, SetKnight(0, "s1_1"), "LH-7.1"),
        ({"card": "a1", "action": 3, "laid": {"A": [3]}}, {"s9_5": "figure:gold"}, SetKnight(0, "s9_5"), "LH-7.2"),
        ({"card": "a1", "action": 3, "laid": {"A": [3]}}, {"s4_2": "figure:purple"}, SetKnight(1, "s4_2"), "LH-3.9"),
        ({"phase": "card"}, {"v7_7": "border"}, LayBorder(0, "v7_7"), "LH-3.8"),
    ],
)
def test_a_piece_that_no_act_explains_is_explained_by_a_rule(
    doc: dict[str, Any], more: dict[str, str], act: Input, rule: str
) -> None:
    s = given(table(4), **DOC, **doc)
    found = tried(s, **more)
    assert act in found
    ruling = next(r for a in found if isinstance(r := GAME.decide(s, a), Ruling))
    assert ruling.rule == rule


@pytest.mark.parametrize(("squares", "rules"), [(("s4_1", "s4_2"), {"LH-R4"}), (("s0_0", "s1_0"), {"LH-R4", "LH-R5"})])
def test_a_castle_where_none_may_stand_is_explained(squares: tuple[str, str], rules: set[str]) -> None:
    """Two figures of one colour: either may be the castle."""
    s = given(table(4), phase="settle", castles={"s0_1": "A"}, knights={"A": ["s0_2"]})
    found = tried(s, **dict.fromkeys(squares, "figure:purple"))
    assert set(found) == {Settle(1, *squares), Settle(1, *reversed(squares))}
    assert {r.rule for a in found if isinstance(r := GAME.decide(s, a), Ruling)} == rules


def taken_over(s: State, seen: dict[str, dict[str, int]]) -> State:
    """The state after the table was taken over as it lies."""
    found = GAME.table.patch(s, seen)
    assert found
    return GAME.from_position(s.world.config, patched(GAME.position(s), found))


def test_the_table_is_taken_over_as_it_lies() -> None:
    s = given(table(4), card="a1", action=2, laid={"A": [2]}, **DOC)
    edge = "v9_7"
    after = taken_over(s, {"s1_2": {}, "s1_1": {"A": 1}, "s4_3": {"A": 1}, edge: {"border": 1}})
    lies = GAME.tabletop(after)
    assert lies["s1_2"] == ()
    assert lies["s1_1"] == lies["s4_3"] == (Token("knight", "A"),)
    assert lies[edge] == (Token("border"),)
    same = {k for k, v in GAME.tabletop(s).items() if lies[k] == v}
    assert set(lies) - same == {"s1_2", "s1_1", "s4_3", edge}
    back = taken_over(after, {"s1_2": {"A": 1}, "s1_1": {}, "s4_3": {"B": 1}, edge: {}})
    assert GAME.tabletop(back) == GAME.tabletop(s)


def test_every_piece_of_a_game_can_be_taken_over() -> None:
    """Lift each piece, then lay it back: the table is the one it was, castles apart, which come back as knights."""
    s = given(table(4), card="a1", action=2, laid={"A": [2]}, **DOC)
    lies = GAME.tabletop(s)
    spaces = s.world.config.board.space
    lifted = 0
    for space, tokens in lies.items():
        if not tokens or spaces[space].look == "none" or tokens[0].kind == "castle":
            continue
        without = taken_over(s, {space: {}})
        assert GAME.tabletop(without)[space] == ()
        again = taken_over(without, {space: {tokens[0].side or "border": 1}})
        assert GAME.tabletop(again) == lies
        lifted += 1
    assert lifted == 17


def test_what_cannot_be_told_is_left_to_people() -> None:
    s = given(table(4), card="a1", action=2, laid={"A": [2]}, **DOC)
    assert GAME.table.patch(s, {"s1_1": {"figure:green": 1}}) == {}
    assert GAME.table.patch(s, {"nowhere": {"A": 1}}) == {}
    assert GAME.table.patch(s, {"s0_1": {"A": 1}}) == {}, "the castle stands there already"


def test_the_desk_may_set_the_table_so() -> None:
    s = given(table(4), card="a1", action=2, laid={"A": [2]}, **DOC)
    session = Session(GAME, s.world.config, start=s)
    done = session.amend(GAME.table.patch(s, {"v9_7": {"border": 1}}), "it lies there", consent=True)
    assert not isinstance(done, Ruling)
    assert GAME.tabletop(session.state)["v9_7"] == (Token("border"),)
