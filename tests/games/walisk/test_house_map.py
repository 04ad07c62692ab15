"""The house maps: counts, geometry (against an independent formula), and what the catalogue says of them."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from companion.engine.boards import Board
from companion.games.walisk.maps import TRIBES, draft_of
from companion.games.walisk.world import build
from tests.games.walisk.tables import board, table

WIDTH = 60.0  # of a cell, in mm
BOTH = pytest.mark.parametrize("name", ["small", "house"])


def fields(b: Board) -> list[tuple[str, tuple[tuple[float, float], ...]]]:
    return [(s.id, s.polygon) for s in b.spaces if s.kind in ("settle", "home", "void", "sea")]


def area(polygon: tuple[tuple[float, float], ...]) -> float:
    """Shoelace."""
    ring = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in ring)) / 2


@BOTH
def test_a_field_is_one_or_two_hexagons_of_60_mm(name: str) -> None:
    hexagon = math.sqrt(3) / 2 * WIDTH**2
    cells = Counter(round(area(p) / hexagon, 2) for _, p in fields(board(name)))
    assert set(cells) <= {1.0, 2.0}
    assert cells[2.0] == (2 if name == "house" else 0)


@BOTH
def test_fields_that_share_an_edge_are_neighbours_and_no_others(name: str) -> None:
    edges: dict[frozenset[tuple[int, int]], list[str]] = {}
    for ident, polygon in fields(board(name)):
        for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            key = frozenset((round(x), round(y)) for x, y in (a, b))
            edges.setdefault(key, []).append(ident)
    touching: dict[str, set[str]] = {ident: set() for ident, _ in fields(board(name))}
    for ids in edges.values():
        assert len(ids) <= 2
        for a in ids:
            touching[a] |= set(ids) - {a}
    near = {s.id: set(s.neighbours) for s in board(name).spaces if s.id in touching}
    # corners are rounded to a tenth of a millimetre: edges of neighbours may differ by one unit
    missing = {(a, b) for a in near for b in near[a] - touching[a]}
    assert all(_meet(board(name), a, b) for a, b in missing)
    assert all(touching[a] <= near[a] for a in near)


def _meet(b: Board, one: str, two: str) -> bool:
    near = [
        (p, q)
        for p in b.space[one].polygon
        for q in b.space[two].polygon
        if math.dist(p, q) < 0.5
    ]  # fmt: skip
    return len(near) >= 2


@BOTH
def test_the_centre_lies_inside_its_field(name: str) -> None:
    for s in board(name).spaces:
        if s.kind in ("settle", "home", "void", "sea"):
            xs, ys = [p[0] for p in s.polygon], [p[1] for p in s.polygon]
            assert min(xs) < s.centre[0] < max(xs)
            assert min(ys) < s.centre[1] < max(ys)


@BOTH
def test_the_marks_lie_off_the_fields(name: str) -> None:
    b = board(name)
    marks = b.fiducials
    assert marks is not None
    assert (marks.dictionary, marks.side_mm, len(marks.centres)) == ("DICT_4X4_50", 30, 8)
    half = marks.side_mm / 2
    for _, polygon in fields(b):
        for x, y in polygon:
            assert all(abs(x - cx) > half or abs(y - cy) > half for cx, cy in marks.centres.values())
    for cx, cy in marks.centres.values():
        assert half <= cx <= b.size_mm[0] - half
        assert half <= cy <= b.size_mm[1] - half


def test_the_large_map_is_waligoi_in_numbers() -> None:
    draft = draft_of(board("house"))
    kinds = Counter(f.kind for f in draft.fields)
    assert (kinds["settle"], kinds["home"], kinds["void"], kinds["sea"]) == (105, 5, 2, 46)
    assert sum(f.travel for f in draft.fields) == 14
    assert {f.name for f in draft.fields if f.kind == "void"} == {"Dwyllugnach", "Tuominen"}
    tribes = Counter(f.tribe for f in draft.fields if f.kind == "settle")
    assert [tribes[t] for t in (*TRIBES, "")] == [24, 23, 21, 20, 17]
    assert len(draft.steep) == 26
    assert sum(f.rim for f in draft.fields) == 28
    assert [r.id for r in draft.rivers if not r.mouth] == ["F3"]
    assert next(f.name for f in draft.fields if f.id == draft.tows[0].district) == "Hymring"
    assert draft.victory == 53


def test_districts_with_steep_coasts_only() -> None:
    world = build(table(2, "house"))
    lone = {
        world.ids[f]
        for f in range(len(world.ids))
        if world.settle >> f & 1 and world.near[f] & world.sea and (world.ids[f], "coast") not in world.waters
    }
    assert lone == {"39", "40", "51", "63", "67", "92", "97"}
    assert {i for i in lone if world.stations[world.index[i]]} == {"51", "67", "97"}


def test_tuominen_is_reached_by_sea_only() -> None:
    world = build(table(2, "house"))
    assert not world.land[world.index["V2"]]
    assert world.land[world.index["V1"]]


def test_the_small_map_of_the_catalogue() -> None:
    draft = draft_of(board())
    kinds = Counter(f.kind for f in draft.fields)
    assert (kinds["settle"], kinds["home"], kinds["void"], kinds["sea"]) == (20, 2, 2, 11)
    assert {f.id for f in draft.fields if f.travel} == {"S1", "S5", "S9", "S11", "DW", "TO"}
    assert {f.id for f in draft.fields if f.kind == "sea" and not f.rim} == {"S2", "S4"}
    assert draft.steep == {("BR", "S7"), ("BR", "S8"), ("KL", "S8"), ("KL", "S9"), ("S1", "SV")}


@BOTH
def test_both_maps_say_that_they_are_ours(name: str) -> None:
    assert board(name).source == "house"
