"""The house map and track: every fact that the rule catalogue promises about them (HI-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from companion.engine.boards import Space
from tests.games.hibernia import geometry as g
from tests.games.hibernia.tables import board

BOARD = board()
COUNTIES = {s.id: s for s in BOARD.spaces if s.kind == "county"}
NEAR = {c: set(s.neighbours) for c, s in COUNTIES.items()}
PAIRS = list(combinations(COUNTIES, 2))
LINKS = [(a, b) for a, b in PAIRS if b in NEAR[a]]
CENTRAL = [c for c, s in COUNTIES.items() if s.tags.get("central")]
FORTRESSES = [c for c, s in COUNTIES.items() if "fortress" in s.tags]
DIAGONALS = [{"breifne", "eile"}, {"ui_maine", "mide"}]  # opposite each other: they touch in one point
ARROWS, ARROW_RADIUS = (205.0, 128.0), 6.0
NEXT_COLOUR = {"blue": "yellow", "yellow": "red", "red": "green", "green": "blue"}
NEXT_PROVINCE = {"ulster": "leinster", "leinster": "munster", "munster": "connacht", "connacht": "ulster"}
CELLS = [BOARD.space[i] for i in BOARD.tracks[0].spaces]
INKS = BOARD.tracks[0].inks


def distance(a: str, b: str) -> int:
    reached, steps = {a}, 0
    while b not in reached:
        reached, steps = reached.union(*(NEAR[c] for c in reached)), steps + 1
    return steps


# ---------------------------------------------------------------- the graph
def test_twenty_counties_have_46_links_both_ways_and_hang_together() -> None:
    assert (len(COUNTIES), len(LINKS)) == (20, 46)
    assert all(a in NEAR[b] for a in NEAR for b in NEAR[a])
    assert max(distance("ulaid", c) for c in COUNTIES) < 20


def test_five_counties_a_colour_and_five_a_province() -> None:
    assert set(Counter(s.ink for s in COUNTIES.values()).values()) == {5}
    assert set(Counter(s.tags["province"] for s in COUNTIES.values()).values()) == {5}
    assert len({s.name for s in COUNTIES.values()}) == 20


def test_no_two_neighbours_share_a_colour() -> None:
    assert [(a, b) for a, b in LINKS if COUNTIES[a].ink == COUNTIES[b].ink] == []


def test_the_central_four_have_four_colours_and_all_six_links() -> None:
    assert len({COUNTIES[c].ink for c in CENTRAL}) == len(CENTRAL) == 4
    assert all(b in NEAR[a] for a, b in combinations(CENTRAL, 2))


def test_the_fortresses_have_four_colours_and_lie_3_3_and_5_links_apart_one_in_each_province() -> None:
    assert len({COUNTIES[c].ink for c in FORTRESSES}) == len({COUNTIES[c].tags["province"] for c in FORTRESSES}) == 4
    for c in FORTRESSES:
        assert sorted(distance(c, o) for o in FORTRESSES if o != c) == [3, 3, 5]
        assert sorted(COUNTIES[n].ink for n in NEAR[c]) == sorted(NEXT_COLOUR.keys() - {COUNTIES[c].ink})


def test_each_colour_has_six_pairs_with_one_county_between_them() -> None:
    for ink in NEXT_COLOUR:
        mine = [c for c, s in COUNTIES.items() if s.ink == ink]
        assert sum(distance(a, b) == 2 for a, b in combinations(mine, 2)) == 6


def turns(done: dict[str, str]) -> Iterator[dict[str, str]]:
    """Ways to lay the map on itself, colour on the next colour and province on the next province."""
    left = [c for c in COUNTIES if c not in done]
    if not left:
        yield done
        return
    c = left[0]
    for to in COUNTIES:
        a, b = COUNTIES[c], COUNTIES[to]
        alike = NEXT_COLOUR[a.ink] == b.ink and NEXT_PROVINCE[a.tags["province"]] == b.tags["province"]
        same = ("fortress" in a.tags) == ("fortress" in b.tags) and (c in CENTRAL) == (to in CENTRAL)
        fits = all((o in NEAR[c]) == (done[o] in NEAR[to]) for o in done)
        if alike and same and fits and to not in done.values():
            yield from turns({**done, c: to})


def test_a_quarter_turn_lays_the_map_on_itself() -> None:
    turn = next(turns({}))
    four_times = {c: turn[turn[turn[turn[c]]]] for c in COUNTIES}
    assert four_times == {c: c for c in COUNTIES}
    assert all(turn[c] != c and turn[turn[c]] != c for c in COUNTIES)


# ---------------------------------------------------------------- the drawing
@pytest.mark.parametrize("space", COUNTIES.values(), ids=lambda s: s.id)
def test_a_county_is_a_plain_area_with_its_centre_13_mm_inside(space: Space) -> None:
    assert g.simple(space.polygon)
    assert g.inside(space.centre, space.polygon)
    assert g.to_border(space.centre, space.polygon) >= 13


def test_no_two_counties_overlap_and_borders_of_15_mm_are_exactly_where_links_are() -> None:
    for a, b in PAIRS:
        p, q = COUNTIES[a].polygon, COUNTIES[b].polygon
        assert not g.overlap(p, q), (a, b)
        border = g.common_border(p, q)
        if {a, b} in DIAGONALS:
            assert border < 0.001
            assert ARROWS in p
            assert ARROWS in q
        else:
            assert (border >= 15) == (b in NEAR[a]), (a, b, border)
            assert border < 0.001 or b in NEAR[a]


def test_links_drawn_straight_never_cross_but_for_the_two_arrows_and_touch_no_third_county() -> None:
    lines = [(COUNTIES[a].centre, COUNTIES[b].centre) for a, b in LINKS]
    crossed = [
        {frozenset(LINKS[i]), frozenset(LINKS[k])}
        for i, k in combinations(range(len(LINKS)), 2)
        if g.crossing(*lines[i], *lines[k])
    ]
    assert crossed == [{frozenset(d) for d in DIAGONALS}]
    for (a, b), line in zip(LINKS, lines, strict=True):
        for c in COUNTIES.keys() - {a, b}:
            assert g.run_through(*line, COUNTIES[c].polygon) < 1, (a, b, c)


def test_fiducials_patches_shield_and_track_keep_clear_of_everything() -> None:
    shield = BOARD.space["shield"].polygon
    areas = [*(s.polygon for s in COUNTIES.values()), *(s.polygon for s in CELLS)]
    assert all(g.gap(shield, p) > 0 for p in areas)
    assert BOARD.fiducials is not None
    marks = [g.square(c, BOARD.fiducials.side_mm) for c in BOARD.fiducials.centres.values()]
    patches = [g.square(p.centre, p.side_mm) for p in BOARD.patches]
    assert (len(marks), len(patches)) == (6, 11)
    for square in (*marks, *patches):
        assert all(g.gap(square, p) >= 1.2 for p in (*areas, shield)), square
    for p, q in combinations((*marks, *patches), 2):
        assert g.gap(p, q) >= 1.2
    for cut in BOARD.cuts_mm:
        assert all(not min(x for x, _ in m) < cut < max(x for x, _ in m) for m in (*marks, *patches))


def test_every_county_takes_twelve_soldiers_lying_flat_and_the_shield_38() -> None:
    room = {
        c: g.most_cubes(s.polygon, 8, 1, (ARROWS, ARROW_RADIUS) if c in CENTRAL else None) for c, s in COUNTIES.items()
    }
    assert min(room.values()) >= 12, room
    assert g.most_cubes(BOARD.space["shield"].polygon, 8, 1) >= 38
    assert g.most_cubes(BOARD.space["shield"].polygon, 8, 0) >= 49


# ---------------------------------------------------------------- the track
def test_the_track_is_a_loop_of_48_with_twelve_of_each_colour_three_in_each_quarter() -> None:
    assert BOARD.tracks[0].loop
    assert (len(INKS), INKS[0]) == (48, "yellow")
    for quarter in range(4):
        assert set(Counter(INKS[quarter * 12 : quarter * 12 + 12]).values()) == {3}


def test_the_track_repeats_every_twelve_spaces_with_the_next_colour() -> None:
    assert all(INKS[(i + 12) % 48] == NEXT_COLOUR[INKS[i]] for i in range(48))


def test_no_three_spaces_in_a_row_are_equal_and_any_eight_hold_each_colour_once_to_three_times() -> None:
    for i in range(48):
        run = [INKS[(i + k) % 48] for k in range(8)]
        assert len(set(run[:3])) > 1
        assert set(Counter(run)) == set(NEXT_COLOUR)
        assert max(Counter(run).values()) <= 3


def test_spaces_34_to_38_are_those_of_the_second_example() -> None:
    assert INKS[34:39] == ("red", "blue", "blue", "yellow", "red")


def test_the_track_runs_clockwise_along_the_rim() -> None:
    assert CELLS[0].centre[0] < 20
    assert CELLS[0].centre[1] < 20
    for a, b in zip(CELLS, (*CELLS[1:], CELLS[0]), strict=True):
        step = abs(a.centre[0] - b.centre[0]) + abs(a.centre[1] - b.centre[1])
        assert 22 < step < 24
        assert g.gap(a.polygon, b.polygon) < 0.01
    assert CELLS[1].centre[0] > CELLS[0].centre[0]
