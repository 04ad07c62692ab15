"""Derived values are what their definitions say, and nothing that is counted ever gets lost."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from companion.games.loewenherz.derive import derived
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.grid import grid_of
from companion.games.loewenherz.inputs import Deal
from companion.games.loewenherz.state import SETUP, State, held, reserve, supply
from tests.games.loewenherz import slow
from tests.games.loewenherz.players import play
from tests.games.loewenherz.tables import done, given, mixed_options, picker, table


def states(seeds: range) -> list[tuple[int, State]]:
    """Every state of purposeful games with mixed options, by game."""
    out = []
    for seed in seeds:
        players = 2 + seed % 3
        options = mixed_options(seed) if seed else {}
        if players == 2:
            options["setup"] = "variable"
        s = GAME.setup(table(players, **options))
        for at, act in play(s, picker(seed)):
            out.append((seed, at))
            s = done(at, act)[1]
        out.append((seed, s))
    return out


STATES = states(range(9))


def test_derived_values_equal_those_computed_anew() -> None:
    for _, s in STATES:
        fresh = derived(s)
        assert (s.land, s.castles, s.regions, s.zones, s.free) == (
            fresh.land, fresh.castles, fresh.regions, fresh.zones, fresh.free,
        )  # fmt: skip


def test_regions_and_zones_equal_those_of_a_slow_search() -> None:
    for _, s in STATES[::7]:
        if s.phase in SETUP:
            continue
        b = slow.board_of(GAME.position(s), list(GAME.view(s, None)["terrain"]))
        view = GAME.view(s, None)
        assert {slow.square(k): {slow.square(q) for q in r["squares"]} for k, r in view["regions"].items()} == {
            home: set(area) for home, area in slow.regions(b).items()
        }
        assert {frozenset(map(slow.square, z)) for z in view["zones"]} == slow.zones(b)


def test_no_region_vanishes_and_no_castle_changes_its_region() -> None:
    """LH-2.8: a region holds only figures of its owner, a zone none, but for knights cut off (LH-R42)."""
    for (game, s), (next_game, t) in pairwise(STATES):
        if game != next_game or s.phase in SETUP or t.phase in SETUP:
            continue
        for (square, side), old, new in zip(s.keeps, s.regions, t.regions, strict=True):
            assert bool(new) >= bool(old)
            assert not new or new >> square & 1
            for other in range(s.world.sides):
                come = t.knights[other] & ~s.knights[other]
                assert other == side or not new & (t.castles[other] | come)
        assert not any(t.zones & m for m in t.castles)


def test_pieces_are_conserved() -> None:
    """LH-1.11, LH-1.17: borders and knights are on the board or in supply and reserve; castles stay."""
    for _, s in STATES:
        box = s.world.tables.box
        assert supply(s) + s.walls.bit_count() == box["borders"]
        for side in range(s.world.sides):
            assert 0 <= reserve(s, side) <= box["knights"]
            assert s.knights[side].bit_count() + reserve(s, side) == box["knights"]
            assert s.castles[side].bit_count() <= box["castles"]
        figures = [*s.castles, *s.knights]
        assert sum(m.bit_count() for m in figures) == len(
            {q for m in figures for q in range(s.world.grid.n) if m >> q & 1}
        )


def test_politics_cards_are_conserved() -> None:
    """All thirteen are in a pile, a hand or the discard; where the app holds them, card by card."""
    for _, s in STATES:
        cards = [*s.piles[0], *s.piles[1], *s.discard, *(c for h in s.hands for c in h)]
        assert len(cards) == 13
        if s.world.app_politics and "politics" not in s.unshuffled:
            assert Counter(cards) == Counter(s.world.politics_box)


def test_money_changes_hands_only_as_events_say() -> None:
    """LH-R40: what the players hold is what they had, plus the bank's payments, minus what they paid it."""
    for seed in range(4):
        s = GAME.setup(table(2 + seed % 3))
        for at, act in play(s, picker(seed)):
            events, after = done(at, act)
            got = sum(e.each * len(e.seats) for e in events if type(e).__name__ == "DucatsShared")
            paid = sum(
                e.ducats  # type: ignore[attr-defined]
                for e in events
                if type(e).__name__ in ("DuelWon", "KnightSet", "Defected", "AllianceEnded")
            )
            assert sum(after.ducats) == sum(at.ducats) + got - paid
            assert min(after.ducats) >= 0
            if isinstance(act, Deal):
                assert sum(after.ducats) == sum(at.ducats)


def test_points_are_the_sum_of_their_reasons() -> None:
    for _, s in STATES[::5]:
        for row in GAME.score(s).rows:
            assert row.total == sum(line.points for line in row.lines)
            assert s.power[row.seat] == row.total


def test_action_cards_are_drawn_once_and_stack_by_stack() -> None:
    for _, s in STATES:
        assert len(set(s.drawn)) == len(s.drawn)
        stacks = [s.world.card[c].stack for c in s.drawn]
        assert stacks == sorted(stacks)


def test_legal_rights_follow_the_cap() -> None:
    for _, s in STATES:
        if s.phase == "act" and s.units and s.world.card[s.card].actions[s.step - 1].kind == "G":
            assert held(s, s.turn) < s.world.cap


# ---------------------------------------------------------------- geometry
@pytest.mark.parametrize(("columns", "rows", "edges"), [(15, 10, 275), (5, 5, 40), (3, 2, 7), (1, 1, 0)])
def test_edges_between_squares(columns: int, rows: int, edges: int) -> None:
    grid = grid_of(columns, rows)
    assert grid.edges.bit_count() == edges
    assert grid.flood(1, 0) == (1 << columns * rows) - 1
    for e, (a, b) in enumerate(grid.ends):
        if a >= 0:
            assert grid.near[a] >> b & 1
            assert grid.near[b] >> a & 1
            assert grid.between(1 << a, 1 << b) == 1 << e


def test_a_border_with_a_free_end_closes_nothing() -> None:
    """The quick test for closings never misses one: checked against flooding on random boards."""
    grid, pick = grid_of(6, 5), picker(5)
    numbers = [e for e in range(2 * grid.n) if grid.edges >> e & 1]
    for _ in range(300):
        walls = sum(1 << e for e in numbers if pick(3) == 0)
        e = numbers[pick(len(numbers))]
        if walls >> e & 1:
            continue
        a, b = grid.ends[e]
        closes = grid.flood(1 << a, walls) != grid.flood(1 << a, walls | 1 << e)
        free = any(m >= 0 and not walls & m for m in grid.touch[e])
        assert not (closes and free)
        assert grid.part(1 << a, walls | 1 << e, 1 << b)[1] == (grid.flood(1 << a, walls | 1 << e) >> b & 1 == 1)


def test_a_single_castle_on_an_open_board_is_a_region_in_play() -> None:
    """LH-2.7, LH-R11: the whole board, the frame being its fence."""
    s = given(table(4), castles={"s0_1": "A"})
    assert s.regions == ((1 << 150) - 1,)
