"""Acts read from a changed table: the same as trying everything, on boards small enough to try."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.engine.codec import text
from companion.engine.legal import Legal, completions
from companion.engine.tablespec import Chain
from companion.engine.types import Choose, Input, Ruling, Tabletop, Token
from companion.games.loewenherz.events import Founded
from companion.games.loewenherz.explain import VISIBLE, explains, steps
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.inputs import Ally, EndAlliance, Expand, LayBorder, LayTile, Renegade, SetKnight, Settle
from companion.games.loewenherz.state import State
from tests.games.loewenherz.players import play
from tests.games.loewenherz.tables import done, given, picker, small, table

BORDER = (Token("border"),)


# ---------------------------------------------------------------- trying everything
def chains(s: State, depth: int) -> Iterator[tuple[Chain, list[State], set[str]]]:
    """Every chain of visible acts up to a length, with the states it passes and the borders it made needless."""
    yield from _longer((), [s], set(), depth)


def _longer(
    chain: Chain, passed: list[State], spare: set[str], depth: int
) -> Iterator[tuple[Chain, list[State], set[str]]]:
    if chain:
        yield chain, passed, spare
    if len(chain) == depth:
        return
    s = passed[-1]
    for duty in GAME.pending(s):
        if not isinstance(duty, Choose):
            continue
        for entry in Legal(GAME, s, None if duty.joint else duty.seats[0]):
            if not isinstance(entry, VISIBLE):
                continue
            for act in completions(entry):
                events, after = done(s, act)
                more = {e for f in events if isinstance(f, Founded) for e in f.take}
                yield from _longer((*chain, act), [*passed, after], spare | more, depth)


def shows(s: State, act: Input, seen: Tabletop) -> bool:
    """Whether an act left its own mark, told by pieces and places alone."""
    if isinstance(act, LayBorder):
        return bool(seen[act.edge])
    if isinstance(act, SetKnight):
        return seen[act.square] == (Token("knight", GAME.position(s)["turn"]),)
    if isinstance(act, Settle):
        castle, knight = seen[act.castle], seen[act.knight]
        same = bool(castle and knight) and castle[0].side == knight[0].side
        return same and castle[0].kind == "castle" and knight[0].kind == "knight"
    if isinstance(act, Ally):
        return seen[act.edge] == (Token("border", turn="across"),)
    if isinstance(act, Renegade):
        gone = not seen[act.remove] or seen[act.remove][0].kind != "knight"
        return gone and seen[act.place] == (Token("knight", GAME.position(s)["turn"]),)
    assert isinstance(act, Expand)
    region = set(GAME.view(s, None)["regions"][act.region]["squares"])
    now = GAME.tabletop(s)
    grid, index = s.world.grid, s.world.square_index
    sides = [(e, s.world.squares[o]) for e, o in grid.sides[index[act.square]]]
    return any(o in region and now[s.world.edges[e]] and not seen[s.world.edges[e]] for e, o in sides)


def tried(s: State, seen: Tabletop, depth: int) -> set[State]:
    """The end states of all chains that explain a table."""
    ends = set()
    for chain, passed, spare in chains(s, depth):
        last = GAME.tabletop(passed[-1])
        like = all(last[k] == v or (k in spare and not last[k]) for k, v in seen.items())
        if like and passed[-1] != s and all(shows(p, a, seen) for p, a in zip(passed, chain, strict=False)):
            ends.add(passed[-1])
    return ends


def diff(s: State, seen: Tabletop) -> dict[str, tuple[Token, ...]]:
    now = GAME.tabletop(s)
    return {k: v for k, v in seen.items() if v != now[k]}


def end(s: State, chain: Chain) -> State:
    for act in chain:
        s = done(s, act)[1]
    return s


def agree(s: State, depth: int, every: int = 1) -> int:
    """For each table that some chain leaves, and with its needless borders still lying, both find the same."""
    tables: list[Tabletop] = []
    for n, (_, passed, spare) in enumerate(chains(s, depth)):
        if n % every:
            continue
        table_after = GAME.tabletop(passed[-1])
        tables.append({k: v for k, v in table_after.items() if not k.startswith(("place_", "action", "politics"))})
        if spare:
            tables.append({**tables[-1], **{e: BORDER for e in spare}})
    unique = {tuple(sorted(t.items())) for t in tables}
    for items in unique:
        seen = dict(items)
        found = explains(s, diff(s, seen))
        ends = [end(s, c) for c in found if len(c) <= depth]
        assert len(set(ends)) == len(ends)
        assert set(ends) == tried(s, seen, depth), [text(a) for c in found for a in c]
    return len(unique)


ROWS = ["...", ".S.", "..."]


def test_two_borders_are_read_whatever_their_order() -> None:
    s = given(small(ROWS), card="a2", action=2, laid={"A": [2]}, castles={"s0_0": "A", "s2_2": "B"})
    assert agree(s, 2, every=3) > 20


def test_borders_that_close_regions() -> None:
    """One order may be illegal, a border may be needless: what is left on the table tells."""
    s = given(
        small(ROWS), card="a3", action=2, laid={"A": [2]}, castles={"s0_0": "A", "s2_2": "B", "s2_0": "A"},
        borders=["v0_0", "v1_1", "h2_0"], power={"A": 1},
    )  # fmt: skip
    assert agree(s, 3, every=11) > 20


def test_a_double_knight_on_a_small_board() -> None:
    s = given(
        small(["...F", ".S..", "...."]), card="b1", action=3, laid={"A": [3]},
        castles={"s0_0": "A", "s3_2": "B"}, knights={"A": ["s0_1", "s1_0"], "B": ["s3_1"]},
        fences=[{"rect": [0, 1, 0, 1]}, {"rect": [2, 3, 1, 2]}], power={"A": 1, "B": 20}, hands={"A": ["treasure_8"]},
    )  # fmt: skip
    assert agree(s, 3) >= 20


def test_politics_cards_on_a_small_board() -> None:
    s = given(
        small(["...F", ".S..", "...."]), card="a2", phase="politics", played=["renegade", "alliance"],
        castles={"s0_0": "A", "s3_2": "B"}, knights={"A": ["s0_1"], "B": ["s3_1", "s2_2"]},
        fences=[{"rect": [0, 1, 0, 1]}, {"rect": [2, 3, 1, 2]}], hands={"A": ["renegade", "alliance"]},
    )  # fmt: skip
    assert agree(s, 2) > 3


def test_pairs_of_the_set_up() -> None:
    s = given(small(["....", "....", "...."]), phase="settle", castles={"s0_0": "A"}, knights={"A": ["s0_1"]})
    assert agree(s, 1) > 10


# ---------------------------------------------------------------- single readings
def gold(**more: object) -> State:
    """Gold may take two squares of purple; the second one lies in a zone that the first one cuts off, or not."""
    doc = {
        "card": "a2", "action": 3, "laid": {"A": [3]}, "castles": {"s6_6": "A", "s3_6": "B", "s12_3": "C", "s9_0": "D"},
        "knights": {"A": ["s6_7", "s5_6"], "B": ["s3_7"]},
        "fences": [{"rect": [4, 6, 4, 8]}, {"rect": [3, 3, 1, 9]}], "power": {"A": 12, "B": 20},
    }  # fmt: skip
    return given(table(4), **{**doc, **more})


def test_two_orders_with_different_losses_are_two_candidates() -> None:
    """LH-R21: the loss depends on which square came first, so the players are asked."""
    s = gold()
    one = end(s, (Expand(0, "s6_6", "s3_5"), Expand(0, "s6_6", "s3_4")))
    found = explains(s, diff(s, GAME.tabletop(one)))
    assert {end(s, c).power[1] for c in found} == {11, 10}
    assert len(found) == 2


def test_two_orders_with_one_result_are_one_candidate() -> None:
    s = gold()
    one = end(s, (Expand(0, "s6_6", "s3_5"), Expand(0, "s6_6", "s3_8")))
    found = explains(s, diff(s, GAME.tabletop(one)))
    assert len(found) == 1
    assert end(s, found[0]).power == one.power


def test_how_a_price_was_paid_is_asked() -> None:
    s = given(
        table(4), card="a2", action=3, laid={"A": [3]}, castles={"s0_0": "A", "s5_3": "B", "s12_3": "C", "s9_0": "D"},
        knights={"A": ["s2_0"]}, hands={"A": ["treasure_8"]},
    )  # fmt: skip
    found = explains(s, {"s1_0": (Token("knight", "A"),)})
    assert found == ((SetKnight(0, "s1_0"),), (SetKnight(0, "s1_0", ("treasure_8",)),))


def test_a_border_turned_back_ends_an_alliance_and_who_paid_is_asked() -> None:
    """LH-11.8: either of the two may pay, at any time; a turned border alone does not tell who did."""
    s = given(
        table(4), card="a2", phase="decide", castles={"s0_1": "A", "s3_3": "B", "s12_3": "C", "s9_0": "D"},
        fences=[{"rect": [0, 2, 0, 3]}, {"rect": [3, 5, 0, 3]}], ducats={"A": 12, "B": 12, "C": 12, "D": 12},
        alliances=[{"regions": ["s0_1", "s3_3"], "edge": "v2_2"}],
    )  # fmt: skip
    assert GAME.tabletop(s)["v2_2"] == (Token("border", turn="across"),)
    found = explains(s, {"v2_2": BORDER})
    assert set(found) == {(EndAlliance(0, "s0_1", "s3_3"),), (EndAlliance(1, "s3_3", "s0_1"),)}
    assert explains(s, {"v2_2": ()}) == ()


def test_what_cannot_be_is_not_explained() -> None:
    s = gold()
    assert explains(s, {"s0_0": (Token("knight", "A"),)}) == ()
    assert explains(s, {"s6_6": ()}) == ()
    assert explains(s, {"s0_0": (Token("knight", "A"), Token("knight", "A"))}) == ()
    assert explains(s, {"s0_0": (Token("cow", "A"),)}) == ()
    assert explains(s, {"v0_0": (Token("knight", "A"),)}) == ()
    assert explains(s, {"nowhere": BORDER}) == ()


def test_a_part_laid_is_read_from_its_place() -> None:
    s = given(table(4, layout_source="camera"), phase="layout", layout=["", "", "", "", "", ""])
    found = explains(s, {"place_2": (Token("part", "C", "3"),), "place_1": (Token("part", "A", "0"),)})
    assert {frozenset(c) for c in found} == {frozenset({LayTile(None, 1, "A", 0), LayTile(None, 2, "C", 3)})}


def test_whole_games_are_read_act_by_act() -> None:
    """Every visible act of a game is among the explanations of the table it leaves."""
    read = 0
    for seed in (1, 2, 3):
        for s, act in play(GAME.setup(table(2 + seed)) if seed < 3 else GAME.setup(table(2)), picker(seed)):
            if not isinstance(act, VISIBLE) or isinstance(act, LayTile):
                continue
            after = done(s, act)[1]
            found = explains(s, diff(s, GAME.tabletop(after)))
            if isinstance(act, Ally | EndAlliance) and not diff(s, GAME.tabletop(after)):
                continue
            assert after in {end(s, c) for c in found}, text(act)
            read += 1
    assert read > 150


# ---------------------------------------------------------------- tables on the way
def test_a_needless_border_may_lie_a_while() -> None:
    s = given(
        table(4), card="c6", action=2, laid={"A": [2]}, castles={"s0_0": "A", "s5_3": "B", "s12_3": "C", "s9_0": "D"},
        fences=[{"rect": [0, 2, 0, 1], "except": ["v2_0"]}], borders=["v1_0"],
    )  # fmt: skip
    (middle,) = steps(s, LayBorder(0, "v2_0"))
    assert middle["v1_0"] == BORDER
    assert middle["v2_0"] == BORDER
    assert not GAME.tabletop(end(s, (LayBorder(0, "v2_0"),)))["v1_0"]
    assert explains(s, {"v2_0": BORDER}) == ((LayBorder(0, "v2_0"),),)


def test_a_fence_moves_in_steps() -> None:
    s = gold()
    tables = steps(s, Expand(0, "s6_6", "s3_5"))
    assert [(t["v3_5"], t["h3_4"]) for t in tables] == [((), ()), (BORDER, BORDER)]


def test_a_renegade_and_a_pair_come_piece_by_piece() -> None:
    s = given(
        table(4), card="a2", phase="politics", played=["renegade"], hands={"A": ["renegade"]},
        castles={"s0_1": "A", "s3_3": "B", "s12_3": "C", "s9_0": "C"}, knights={"A": ["s0_2"], "B": ["s4_3", "s5_3"]},
        fences=[{"rect": [0, 2, 0, 3]}, {"rect": [3, 5, 0, 3]}],
    )  # fmt: skip
    one = steps(s, Renegade(0, "s5_3", "s1_2"))
    assert [(bool(t["s5_3"]), bool(t["s1_2"])) for t in one] == [(False, False), (True, True)]
    s = given(table(4), phase="settle")
    two = steps(s, Settle(0, "s0_2", "s0_1"))
    assert [(bool(t["s0_2"]), bool(t["s0_1"])) for t in two] == [(True, False), (False, True)]


@pytest.mark.parametrize("act", [LayBorder(0, "v3_5"), Settle(0, "s0_0", "s0_1")])
def test_an_illegal_act_has_no_way(act: Input) -> None:
    s = gold()
    assert isinstance(GAME.decide(s, act), Ruling)
    assert steps(s, act) == ()
