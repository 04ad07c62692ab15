"""The table as the camera and the players see it: tabletop, attempts that a rule explains, the live view."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.engine.tablespec import Difference
from companion.engine.types import Input, Ruling, Token, letter
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.inputs import Act, Build, Expand, GiveUp, Liberate, NameTown, Occupy, Settle
from companion.games.brian_boru.state import State

from .tables import board, done, given, random_play, table

SIDES = {f"disc:{c}": Token("disc", s) for s, c in zip("ABC", ("blue", "purple", "orange"), strict=True)}


def names(tokens: tuple[Token, ...]) -> Counter[str]:
    of = {t: p for p, t in SIDES.items()}
    return Counter(of.get(t, t.kind + ":") for t in tokens)


def tried(s: State, town: str, piece: str, n: int = 1) -> list[Input]:
    """What the referee makes of one piece more (or less) on a town."""
    before = {k: names(v) for k, v in GAME.tabletop(s).items()}
    after = {k: dict(v) for k, v in before.items()}
    after[town][piece] = after[town].get(piece, 0) + n
    return list(GAME.table.attempts(s, Difference(before, after, SIDES)))


@pytest.mark.parametrize(
    ("doc", "town", "piece", "act", "rule"),
    [
        ({"phase": "home", "towns": {"N4": "A"}, "turn": "B"}, "N7", "disc:purple", Settle(1, "N7"), "BB-2.8"),
        ({"towns": {"N1": "B"}}, "N1", "town_marker:", NameTown(0, "N1"), "BB-6.2"),
        (
            {"phase": "act", "marker": "C", "active": "C4", "towns": {"S1": "A"}, "trick": ["A 16", "B 23", "C 25"]},
            "S6", "disc:blue", Expand(0, "S6"), "BB-7.9",
        ),
        (
            {"phase": "act", "marker": "C", "active": "C4", "towns": {"S1": "A"}, "trick": ["A 16", "B 23", "C 25"]},
            "C4", "disc:blue", Act(0, "primary"), "BB-6.7",
        ),
        (
            {"phase": "upkeep", "stack": ["town A C"], "towns": {"S1": "A"}, "marker": "A"},
            "N1", "disc:blue", Occupy(0, "N1"), "BB-8.5",
        ),
        (
            {"phase": "upkeep", "stack": ["build A 1", "bless A 0"], "towns": {"S1": "A", "S2": "B"}, "marker": "A"},
            "S2", "monastery:", Build(0, "S2"), "BB-10.5",
        ),
        (
            {"phase": "upkeep", "stack": ["lose B A"], "towns": {"S1": "A", "S2": "B"}, "marker": "A"},
            "S1", "viking_control:", GiveUp(0, "S1"), "BB-9.4",
        ),
    ],
)  # fmt: skip
def test_a_piece_that_no_act_explains_is_explained_by_a_rule(
    doc: dict[str, object], town: str, piece: str, act: Input, rule: str
) -> None:
    s = given(table(3), **doc)
    assert tried(s, town, piece) == [act]
    ruling = GAME.decide(s, act)
    assert isinstance(ruling, Ruling)
    assert ruling.rule == rule


def test_a_control_token_that_is_gone() -> None:
    s = given(
        table(3),
        phase="act",
        marker="C",
        active="M5",
        towns={"D1": "A", "S1": "B vikings"},
        trick=["A 13", "B 18", "C 25"],
    )
    s, _ = done(s, Act(0, "secondary2"))
    assert tried(s, "S1", "viking_control:", -1) == [Liberate(0, "S1")]
    assert tried(s, "battle_area", "raider:") == []


def test_the_tabletop_names_spaces_and_pieces_of_the_board() -> None:
    """All spaces that the board has, but trays and regions; kinds from its catalogue; one marker on each track."""
    spaces = {s.id for s in board().spaces if s.kind != "region"}
    kinds = {p.kind for p in board().pieces}
    for s, _ in random_play(table(3), 8):
        top = GAME.tabletop(s)
        assert set(top) == spaces
        assert {t.kind for v in top.values() for t in v} <= kinds
        for track in ("marriage", "score"):
            sides = [t.side for k, v in top.items() if k.startswith(track) for t in v]
            assert sorted(sides) == [letter(p) for p in range(3)]
        assert sum(t.kind == "town_marker" for v in top.values() for t in v) == s.out
        claims = [t for v in top.values() for t in v if t.kind == "claim"]
        assert len(claims) + sum(place >= 0 for place in s.claims) == 8
        for town in s.world.ids:
            assert sum(t.kind == "disc" for t in top[town]) <= 1  # BB-1.2
        for k in range(1, 10):
            assert len(top[f"marriage_{k}"]) <= 1 or s.stack  # BB-7.10


def test_the_live_view_needs_no_rule_knowledge() -> None:
    """BB-S3 as the trick panel shows it: rows in order of acting, roles in words."""
    s = given(table(4), phase="act", marker="A", active="C1", towns={"D1": "A"}, trick=["A 11", "B 2", "C 13", "D 17"])
    rows = GAME.view(s, None)["trick_rows"]
    assert [(r["seat"], r["card"], r["suit"], r["role"]) for r in rows] == [
        ("B", 2, "red", "fits"),
        ("A", 11, "red", "fits"),
        ("C", 13, "white", "wins"),
        ("D", 17, "yellow", "off_colour"),
    ]
    s, _ = done(s, Act(1, "secondary1"))
    assert [r["acted"] for r in GAME.view(s, None)["trick_rows"]] == [True, False, False, False]
