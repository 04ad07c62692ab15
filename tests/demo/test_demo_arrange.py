"""Cubes are laid as people lay them: inside, touching, never one in another, and left alone when nothing moved them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.demo.player import keep_out
from companion.engine.boards import house_board
from companion.table.layout import layout_of
from vision.demo.arrange import Arrangement, border_distance, gap
from vision.demo.shapes import LaidPiece
from vision.layout import Layout, Piece, Place

BOARD = house_board("hibernia")
LAYOUT = layout_of(BOARD)
COUNTIES = [s.id for s in BOARD.spaces if s.kind == "county"]
COLOURS = [f"soldier:{c}" for c in BOARD.colours]
CIRCLE = keep_out(BOARD)

amounts = st.dictionaries(st.sampled_from(COLOURS), st.integers(1, 5), max_size=3)
tables = st.dictionaries(st.sampled_from([*COUNTIES, "shield"]), amounts, max_size=8)


def shared_mm2(a: LaidPiece, b: LaidPiece) -> float:
    """Common area of two bases by OpenCV, an independent formula."""
    rects = [((p.x, p.y), p.size_mm, -p.yaw) for p in (a, b)]
    _, corners = cv2.rotatedRectangleIntersection(*rects)
    return 0.0 if corners is None or len(corners) < 3 else float(cv2.contourArea(cv2.convexHull(corners)))


def check(pieces: tuple[LaidPiece, ...], margin: float) -> None:
    for i, p in enumerate(pieces):
        polygon = np.array(BOARD.space[p.place].polygon, np.float32)
        assert cv2.pointPolygonTest(polygon, (p.x, p.y), True) >= margin - 1e-3
        for x, y, r in CIRCLE:
            assert np.hypot(p.x - x, p.y - y) >= r
        for q in pieces[:i]:
            if abs(p.x - q.x) < 12 and abs(p.y - q.y) < 12:
                assert shared_mm2(p, q) < 0.02


@settings(max_examples=25, deadline=None)
@given(tables, st.integers(0, 10_000))
def test_pieces_lie_inside_and_never_one_in_another(table: dict, seed: int) -> None:
    table = {k: v for k, v in table.items() if k == "shield" or sum(v.values()) <= 8}
    arrangement = Arrangement(LAYOUT, seed, keep_out=CIRCLE)
    pieces = arrangement.update(table)
    assert {k: arrangement.count(k) for k in table} == table
    check(pieces, 2.5 if any(sum(v.values()) > 6 for v in table.values()) else 4.0)


@settings(max_examples=20, deadline=None)
@given(st.lists(tables, min_size=2, max_size=4), st.integers(0, 1000))
def test_what_did_not_move_stays_where_it_lies(steps: list[dict], seed: int) -> None:
    arrangement = Arrangement(LAYOUT, seed, keep_out=CIRCLE)
    before: tuple[LaidPiece, ...] = ()
    contents: dict = {}
    for table in steps:
        table = {k: v for k, v in table.items() if sum(v.values()) <= 5}
        after = arrangement.update(table)
        for place in {*contents, *table}:
            for ident in COLOURS:
                was, now = contents.get(place, {}).get(ident, 0), table.get(place, {}).get(ident, 0)
                kept = {p for p in before if p.place == place and p.id == ident} & set(after)
                assert len(kept) == min(was, now)
        assert arrangement.changed(table) == []
        before, contents = after, table


def test_most_full_counties_have_touching_cubes() -> None:
    touching = alone = 0
    for seed in range(12):
        pieces = Arrangement(LAYOUT, seed).update({c: {"soldier:white": 2, "soldier:black": 1} for c in COUNTIES})
        for c in COUNTIES:
            mine = [p for p in pieces if p.place == c]
            near = min(gap(a, b) for i, a in enumerate(mine) for b in mine[:i])
            touching, alone = touching + (near < 0.3), alone + (near >= 0.3)
    assert touching > 1.5 * alone
    assert alone > 10
    yaws = [p.yaw % 90 for p in pieces]
    assert np.histogram(yaws, 6, (0, 90))[0].min() >= 3  # any angle


def test_a_county_takes_twelve_cubes_and_four_markers_share_a_field() -> None:
    for seed in range(2):
        arrangement = Arrangement(LAYOUT, seed, keep_out=CIRCLE)
        pieces = arrangement.update(
            {
                "caisel": {"soldier:white": 12},
                "eile": {"soldier:black": 6, "soldier:orange": 6},
                "track_0": dict.fromkeys(COLOURS, 1),
                "shield": {"soldier:white": 10, "soldier:purple": 10, "soldier:orange": 10, "soldier:black": 9},
            }
        )
        assert len(pieces) == 12 + 12 + 4 + 39
        check(pieces, 0.4)
    with pytest.raises(ValueError, match="caisel"):
        arrangement.update({"caisel": {"soldier:white": 40}})
    with pytest.raises(KeyError):
        arrangement.update({"nowhere": {"soldier:white": 1}})


def test_dice_fall_anew_when_their_face_changes() -> None:
    arrangement = Arrangement(LAYOUT, 1)
    (a,) = arrangement.update({"tray": {"die:green": 1}})
    assert (a.up, a.faces[a.up - 1], a.loose) == (2, "green", True)
    assert arrangement.update({"tray": {"die:green": 1}}) == (a,)
    (b,) = arrangement.update({"tray": {"die:purple": 1}})
    assert b.up == 6
    assert (b.x, b.y) != (a.x, a.y)


def test_slots_hold_stacks_and_edges_hold_bars() -> None:
    square = ((0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (0.0, 30.0))
    places = (
        Place("s", "slot", square, (15, 15)),
        Place("e", "edge", ((40.0, 10.0), (80.0, 10.0), (80.0, 18.0), (40.0, 18.0)), (60, 14)),
    )
    kinds = (
        Piece("disc:red", "disc", "red", (16, 16), 6),
        Piece("disc:black", "disc", "black", (16, 16), 6),
        Piece("bar:natural", "bar", "natural", (30, 6), 8),
    )
    arrangement = Arrangement(Layout("x", (100, 40), places, kinds), 2)
    red, black, bar = arrangement.update({"s": {"disc:red": 1, "disc:black": 1}, "e": {"bar:natural": 1}})
    assert (red.z, black.z) == (0, 6)
    assert abs((bar.yaw + 90) % 180 - 90) < 8
    again = arrangement.update({"s": {"disc:red": 1}, "e": {"bar:natural": 1}})
    assert again == (red, bar)


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(st.floats(-12, 12), st.floats(-12, 12), st.floats(0, 90)),
    st.tuples(st.floats(-12, 12), st.floats(-12, 12), st.floats(0, 90)),
)
def test_gap_and_common_area_agree(a: tuple[float, float, float], b: tuple[float, float, float]) -> None:
    p, q = (LaidPiece("c", "cube", "red", x, y, (8, 8), 8, yaw=t) for x, y, t in (a, b))
    if gap(p, q) > 0.01:
        assert shared_mm2(p, q) < 0.01
    if gap(p, q) < -0.3:
        assert shared_mm2(p, q) > 0.01


def test_border_distance_is_that_of_opencv() -> None:
    rng = np.random.default_rng(0)
    polygon = BOARD.space["tuadmumu"].polygon
    for x, y in rng.uniform((120, 140), (200, 200), (60, 2)):
        wanted = cv2.pointPolygonTest(np.array(polygon, np.float32), (float(x), float(y)), True)
        assert border_distance(polygon, x, y) == pytest.approx(wanted, abs=1e-3)
