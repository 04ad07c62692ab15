"""The board drawing: nothing overlaps, every space can be touched."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, InstructionGroup

from companion.app import drawing as geo
from companion.app.paint import art
from companion.app.paint.board import Painter
from companion.app.paint.inks import Inks
from companion.app.paint.paths import flatten
from companion.app.paint.pen import Pen
from companion.app.theme import LIGHT, Look, rgba
from companion.app.viewmodel import Badge, BoardView, Pieces, SpaceView
from companion.engine.boards import house_board

BOARD = house_board("hibernia")
DRAWING = geo.drawing_of(BOARD)


def test_every_space_a_camera_looks_at_is_drawn_and_the_tray_is_not() -> None:
    ids = {s.id for s in DRAWING.shapes}
    assert "tray" not in ids
    assert {s.id for s in BOARD.spaces if s.kind == "county"} < ids
    assert sum(1 for s in DRAWING.shapes if s.kind == "track") == 48
    assert [s.id for s in DRAWING.shapes if s.mark == "sword"] == ["track_0"]
    assert sum(1 for s in DRAWING.shapes if s.mark == "tower") == 4


def test_a_sign_keeps_clear_of_the_piece_and_of_the_border() -> None:
    for shape in DRAWING.shapes:
        if shape.kind != "county":
            continue
        x, y = shape.label_at or shape.points[0]
        piece = (round(x - 11, 1), round(y - 13, 1), round(x + 11, 1), round(y + 14, 1))
        point, clear = geo.sign_point(shape.points, (piece,))
        assert geo.inside(point, shape.points)
        assert geo.border_distance(point, shape.points) >= 4
        assert clear > 0, shape.id


def test_a_tag_sits_on_the_outline_and_inside_the_board() -> None:
    for shape in DRAWING.shapes:
        if shape.kind != "county":
            continue
        at = geo.tag_point(shape.points, [], (205, 128), (20, 15), DRAWING.size_mm)
        assert geo.border_distance(at, shape.points) < 0.1
        assert 0 < at[0] < 364
        assert 0 < at[1] < 257


def test_each_county_is_found_under_its_middle_and_the_sea_is_nothing() -> None:
    for space in BOARD.spaces:
        if space.kind == "county":
            assert geo.space_at(DRAWING, space.centre) == space.id
    assert geo.space_at(DRAWING, (66, 230)) == ""
    assert geo.space_at(DRAWING, (66, 205), reach=40) != ""


def test_small_spaces_make_small_pieces() -> None:
    assert 0.4 < DRAWING.unit_mm < 0.65


def test_a_path_is_flattened() -> None:
    (ring,) = flatten("M0 0 L10 0 Q10 10 0 10 Z", 4)
    assert ring[0] == (0, 0)
    assert ring[-1] == (0, 10)
    assert len(ring) == 6


def test_what_lies_on_a_space_is_no_wider_than_it(stage: Any) -> None:
    """Four kinds with numbers of two digits on a hex of the largest map stay within its sides."""
    board = house_board("walisk")
    drawing = geo.drawing_of(board)
    shape = next(s for s in drawing.shapes if s.form == "polygon" and len(s.points) == 6)
    one = Badge("B", "blue")
    pieces = (Pieces(one, 12, "house"), Pieces(Badge(""), 15, "swords"), Pieces(one, 28), Pieces(one, 13, "waves"))
    view = BoardView(drawing, (SpaceView(shape.id, pieces),))
    painter = Painter(Pen(InstructionGroup(), 0.0, 0.0, 1.0, Look()), view, 0.7, False, Inks())
    boxes = painter.heap(shape.label_at or shape.points[0], view.spaces[0], shape)
    xs = [x for x, _ in shape.points]
    assert len(boxes) == 2
    assert all(min(xs) < b[0] and b[2] < max(xs) for b in boxes)


def test_a_die_is_seen_on_paper(stage: Any) -> None:
    """Its ivory body is as bright as a light page: the rim is dark there."""
    rims = []
    for theme in ("dark", "light"):
        pen = Pen(InstructionGroup(), 0.0, 0.0, 1.0, Look(theme=theme))
        art._die(pen, "2", 34)
        rims.append(next(i.rgba for i in pen.group.children if isinstance(i, Color)))
    assert rims == [list(rgba("#F2ECDF")), list(rgba(LIGHT["text"]))]
