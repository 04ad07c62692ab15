"""What is legal, and what comes of it, counted again by an enumerator that knows sets and pairs only."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.engine.codec import text
from companion.engine.legal import Legal, completions
from companion.games.loewenherz.events import ZoneLost
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.inputs import Done, Expand, LayBorder, SetKnight
from companion.games.loewenherz.state import State
from tests.games.loewenherz import slow
from tests.games.loewenherz.players import play
from tests.games.loewenherz.tables import done, given, picker, small, table

KINDS = {LayBorder: "border", SetKnight: "knight", Expand: "expand"}


def fast_acts(s: State) -> dict[str, State]:
    """Every act of the seat whose action it is, with the state after it."""
    out = {}
    for entry in Legal(GAME, s, s.turn):
        if isinstance(entry, Done):
            continue
        for act in completions(entry):
            if not getattr(act, "treasures", ()):
                out[text(act)] = done(s, act)[1]
    return out


def look(s: State) -> Any:
    doc = GAME.position(s)
    return (
        {q: side for side, held in doc["knights"].items() for q in held},
        sorted(doc["borders"]),
        doc["power"],
        {side: sorted(squares) for side, squares in doc["cut"].items()},
        {home: sorted(r["squares"]) for home, r in GAME.view(s, None)["regions"].items()},
        sorted(map(sorted, GAME.view(s, None)["zones"])),
    )


def slow_look(b: slow.Board) -> Any:
    name = "s{}_{}".format
    return (
        {name(*q): side for q, side in b.knights.items()},
        sorted(map(slow.edge_name, b.borders)),
        dict(b.points),
        {side: sorted(name(*q) for q in squares) for side, squares in b.cut.items()},
        {name(*home): sorted(name(*q) for q in area) for home, area in slow.regions(b).items()},
        sorted(sorted(name(*q) for q in zone) for zone in slow.zones(b)),
    )


def slow_of(s: State) -> slow.Board:
    return slow.board_of(GAME.position(s), list(GAME.view(s, None)["terrain"]))


def same(s: State, b: slow.Board, kinds: tuple[str, ...], depth: int, counts: Counter[int]) -> None:
    """Legal acts and their outcomes agree, down to a depth."""
    counts[depth] += 1
    assert look(s) == slow_look(b)
    if depth == 0:
        return
    seat = GAME.position(s)["turn"]
    expected = {t: after for kind in kinds for t, after in slow.acts(b, seat, kind)}
    found = {t: after for t, after in fast_acts(s).items() if any(f" {w}" in t for w in WORDS[kinds])}
    assert set(found) == set(expected)
    for t, after in found.items():
        if GAME.position(after)["turn"] == seat and after.phase == "act" and depth > 1:
            same(after, expected[t], kinds, depth - 1, counts)
        else:
            counts[depth - 1] += 1
            assert look(after) == slow_look(expected[t])


WORDS = {
    ("border",): ("lay_border",),
    ("knight", "expand"): ("set_knight", "expand"),
}
PLAIN = ["....", ".S.F", "..M."]


def test_borders_on_a_small_board() -> None:
    """Two borders on four by three squares: 17 edges, fewer after each."""
    config = small(PLAIN)
    s = given(config, card="a2", action=2, laid={"A": [2]}, castles={"s0_0": "A", "s3_2": "B"}, knights={"A": ["s0_1"]})
    counts: Counter[int] = Counter()
    same(s, slow_of(s), ("border",), 2, counts)
    assert counts == {2: 1, 1: 16, 0: 240}


def test_borders_that_found_regions_and_zones() -> None:
    """Three borders on a board that is half fenced: the rest of the action ends with the third own region."""
    config = small(["....", ".S..", "...."])
    s = given(
        config, card="a3", action=2, laid={"A": [2]}, castles={"s0_0": "A", "s3_0": "A", "s0_2": "B", "s3_2": "B"},
        borders=["v0_0", "h3_0", "h0_1", "v2_2", "v1_0", "v1_2"],
    )  # fmt: skip
    counts: Counter[int] = Counter()
    same(s, slow_of(s), ("border",), 3, counts)
    assert counts[0] > 500


@pytest.mark.parametrize("knights", [{"A": ["s0_1"], "B": []}, {"A": ["s0_1", "s1_0"], "B": ["s3_1"]}])
def test_knights_and_expansions_on_a_small_board(knights: dict[str, list[str]]) -> None:
    """A double knight: two knights, or one and two squares, in any order."""
    config = small(["....F", ".S.F.", "..M..", "....."])
    s = given(
        config, card="b1", action=3, laid={"A": [3]}, castles={"s0_0": "A", "s4_0": "B", "s4_3": "A"}, knights=knights,
        fences=[{"rect": [0, 1, 0, 2]}, {"rect": [2, 4, 0, 1]}], power={"A": 9, "B": 30}, ducats={"A": 99},
    )  # fmt: skip
    outcomes: Counter[str] = Counter()
    _tree(s, slow_of(s), outcomes)
    assert outcomes["knight knight"] > 0
    assert outcomes["knight expand expand"] > 0
    assert outcomes["expand expand knight"] > 0
    assert not outcomes["expand expand expand"]


def _tree(s: State, b: slow.Board, outcomes: Counter[str], path: tuple[str, ...] = ()) -> None:
    """A whole double knight: the slow board follows the rights of the action, the fast one its own."""
    going = bool(path) and path[-1] == "expand" and path.count("expand") == 1
    b = b if going and s.phase == "act" else slow.reckon(b)  # what is cut off is paid for after the last square
    assert look(s) == slow_look(b)
    outcomes[" ".join(path)] += 1
    expected: dict[str, tuple[str, slow.Board]] = {}
    knights, grown = path.count("knight"), path.count("expand")
    if knights + (grown > 0) < 2:
        expected |= {t: ("knight", after) for t, after in slow.acts(b, "A", "knight")}
    if going or (not grown and knights + 1 <= 2):
        expected |= {t: ("expand", after) for t, after in slow.acts(b, "A", "expand")}
    if going:
        region = GAME.position(s)["right"]["region"]
        expected = {t: v for t, v in expected.items() if v[0] == "knight" or f"region={region} " in t}
    if s.phase != "act":
        assert knights + (grown > 0) == 2 or not expected
        return
    found = fast_acts(s)
    assert set(found) == set(expected)
    for t, after in found.items():
        kind, slow_after = expected[t]
        _tree(after, slow_after, outcomes, (*path, kind))


@pytest.mark.parametrize("zone_sum", ["summed", "single"])
def test_whole_games_agree_at_every_border_knight_and_square(zone_sum: str) -> None:
    """Along purposeful games on the full board, what is legal and what the act brings are found again."""
    seen: Counter[str] = Counter()
    cut = left = 0
    for seed, players in ((1, 4), (2, 3), (3, 2)):
        for n, (s, act) in enumerate(play(GAME.setup(table(players, zone_sum=zone_sum)), picker(seed))):
            kind = KINDS.get(type(act))
            if kind is None or s.alliances or n % 3:
                continue
            b, seat = slow_of(s), GAME.position(s)["turn"]
            assert look(s) == slow_look(b)
            expected = legal_texts(b, seat, kind, GAME.position(s)["right"]["region"])
            words = {"border": "lay_border", "knight": "set_knight", "expand": "expand"}[kind]
            listed = {text(a) for e in Legal(GAME, s, s.turn) for a in completions(e) if f" {words}" in text(a)}
            assert {t for t in listed if "treasures" not in t} <= expected
            if s.ducats[s.turn] >= 5 or kind != "knight":
                assert expected <= listed
            events, after = done(s, act)
            found = outcome(b, seat, act, zone_sum == "summed")
            if after.cut:  # left open only while a second square may follow; whoever leaves it pays for the first
                assert GAME.position(after)["right"]["squares"]
                assert look(done(after, Done(after.turn))[1]) == slow_look(slow.reckon(found))
                left += 1
            else:
                found = slow.reckon(found)
            assert look(after) == slow_look(found)
            seen[kind] += 1
            cut += any(isinstance(e, ZoneLost) for e in events)
    assert min(seen.values()) > 10
    assert cut > 0
    assert (left > 0) == (zone_sum == "summed")


def legal_texts(b: slow.Board, seat: str, kind: str, region: str) -> set[str]:
    if kind == "border":
        return {f"{seat} lay_border edge={slow.edge_name(e)}" for e in slow.border_edges(b, seat)}
    found = {t for t, _ in slow.acts(b, seat, kind)}
    return {t for t in found if not region or f"region={region} " in t or kind == "knight"}


def outcome(b: slow.Board, seat: str, act: Any, summed: bool) -> slow.Board:
    if isinstance(act, LayBorder):
        return slow.lay(b, slow.edge(act.edge))
    if isinstance(act, SetKnight):
        return slow.set_knight(b, seat, slow.square(act.square))
    return slow.take(b, slow.square(act.region), slow.square(act.square), summed)
