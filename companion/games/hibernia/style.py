"""Hibernia: arrows where the four central counties meet, the sword on the start field, a knot on the shield."""

from __future__ import annotations

from companion.art.marks import Mark, Point, Shape, ellipse, mixed, placed
from companion.art.signs import arrow, sword, triskele
from companion.art.style import Palette, Style
from companion.art.track import field_box
from companion.engine.boards import Board


def keep_free(board: Board) -> list[tuple[Point, float]]:
    """The arrows' circle: four counties meet there, so nothing else is drawn in it."""
    if "central_point" not in board.data:
        return []
    x, y = board.data["central_point"]
    return [((float(x), float(y)), float(board.data.get("central_radius_mm", 6)) + 1.0)]


def extra(board: Board, palette: Palette) -> list[Mark]:
    marks: list[Mark] = []
    for centre, around in keep_free(board):
        r = around - 1.0
        marks.append(Shape((ellipse(centre, r),), fill=palette.paper, stroke=palette.line, width_mm=0.5))
        for turn in (0, 90, 180, 270):
            marks += [placed(s, centre, r * 0.82, turn) for s in arrow(palette.line, 1.0, 0.17)]
    for track in board.tracks[:1]:
        x, y, w, h = field_box(board.space[track.spaces[0]])
        marks += [placed(s, (x + w * 0.42, y + h * 0.5), h * 0.4) for s in sword(palette.line)]
    for space in board.spaces:
        if space.kind == "shield" and space.polygon:
            top, bottom = min(p[1] for p in space.polygon), max(p[1] for p in space.polygon)
            at = (space.centre[0], top + (bottom - top) * 0.42)
            marks += [placed(s, at, 19.0) for s in triskele(mixed(palette.panel, palette.line, 0.2), 0.055)]
    return marks


STYLE = Style(keep_free=keep_free, extra=extra)
