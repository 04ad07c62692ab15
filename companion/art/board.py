"""A board as a drawing: everything comes from its data; ornaments are set where the sheet has room.

A game may add marks of its own by a module ``companion.art.styles.<game>`` with any of the functions ``extra``
(called last, under fiducials) and ``keep_free`` ((point, radius) where nothing is written).
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from types import ModuleType

from companion.art.aruco import fiducial
from companion.art.fonts import text_width
from companion.art.ground import FreeGround
from companion.art.land import borders, land_marks, outline, roads, slot_marks, waterlines
from companion.art.marks import Curve, Group, Mark, Point, Shape, Text, box, ellipse, mixed, placed, polygon, rounded, smooth, square
from companion.art.signs import rose
from companion.art.style import HOUSE, Palette
from companion.art.track import track_marks
from companion.engine.boards import Board, Space

FRAME_MM = 2.0


def style_of(game: str) -> ModuleType | None:
    """The game's own touches, if it has any."""
    try:
        return importlib.import_module(f"companion.art.styles.{game}")
    except ModuleNotFoundError:
        return None


def parts(board: Board) -> tuple[list[Space], list[Space], list[Space]]:
    """Lands, panels (areas of no land) and slots that lie on the sheet, without the fields of tracks."""
    tracked = {i for t in board.tracks for i in t.spaces}
    w, h = board.size_mm
    here = [
        s
        for s in board.spaces
        if s.id not in tracked and s.polygon and s.look != "tray" and 0 <= s.centre[0] <= w and 0 <= s.centre[1] <= h
    ]
    slots = [s for s in here if s.look in ("slot", "edge")]
    lands = [s for s in here if s.look == "area" and (s.ink or s.neighbours)]
    panels = [s for s in here if s.look == "area" and not (s.ink or s.neighbours)]
    return lands, panels, slots


def sea_box(board: Board) -> tuple[float, float, float, float]:
    """x, y, width, height of the picture inside a track along the rim, else inside a narrow frame."""
    w, h = board.size_mm
    for raw in board.doc.get("tracks", []):
        if isinstance(raw, dict) and "rim" in raw:
            rim = raw["rim"]
            m = float(rim["margin_mm"])
            dx = (w - 2 * m) / rim["columns"]
            dy = (h - 2 * m) / rim["rows"]
            return (m + dx + 0.9, m + dy + 0.9, w - 2 * (m + dx + 0.9), h - 2 * (m + dy + 0.9))
    return (FRAME_MM + 2, FRAME_MM + 2, w - 2 * (FRAME_MM + 2), h - 2 * (FRAME_MM + 2))


def _taken(board: Board, spaces: Sequence[Space]) -> FreeGround:
    """The sea that is still free, lands with the room of their waterlines."""
    ground = FreeGround(board.size_mm)
    x, y, w, h = sea_box(board)
    width, height = board.size_mm
    for bx in ((0, 0, width, y + 1), (0, y + h - 1, width, height), (0, 0, x + 1, height), (x + w - 1, 0, width, height)):
        ground.take_box(*bx)
    for s in spaces:
        ground.take(s.polygon, 6.0 if s.ink or s.neighbours else 3.0)
    for t in board.tracks:
        for ident in t.spaces:
            ground.take(board.space[ident].polygon, 1.0)
    if board.fiducials:
        side = board.fiducials.side_mm + 3
        for cx, cy in board.fiducials.centres.values():
            ground.take_box(cx - side / 2, cy - side / 2, side, side)
    for patch in board.patches:
        side = patch.side_mm + 3
        ground.take_box(patch.centre[0] - side / 2, patch.centre[1] - side / 2, side, side)
    return ground


def _ripples(board: Board, ground: FreeGround, palette: Palette) -> list[Mark]:
    """Small waves on a staggered grid wherever the sea is free."""
    x0, y0, w, h = sea_box(board)
    curves: list[Curve] = []
    row = 0
    y = y0 + 4.0
    while y < y0 + h - 2:
        x = x0 + 5.0 + (4.5 if row % 2 else 0.0)
        while x < x0 + w - 4:
            if ground.free(x, y, 6.4, 2.6):
                curves.append(smooth([(x - 2.6, y + 0.4), (x - 1.3, y - 0.4), (x, y + 0.35), (x + 1.3, y - 0.4), (x + 2.6, y + 0.4)], closed=False))
            x += 9.0
        y += 4.6
        row += 1
    return [Shape(tuple(curves), stroke=mixed(palette.sea, palette.sea_line, 0.75), width_mm=0.32)] if curves else []


def title_of(board: Board) -> str:
    return str(board.doc.get("title") or board.game.replace("_", " ").title())


def _title(board: Board, ground: FreeGround, palette: Palette) -> list[Mark]:
    """The game's name on a scroll in the free corner nearest to the lower left."""
    text = title_of(board).upper()
    for size in (9.0, 7.5, 6.0):
        width = text_width(text, size, "serif-bold", size * 0.14)
        w, h = width + size * 1.5, size * 1.75
        at = ground.spot(w + 1, h + 1, (0, board.size_mm[1]))
        if at is None:
            continue
        x, y = at
        ground.take_box(x - w / 2 - 1, y - h / 2 - 1, w + 2, h + 2)
        outer, inner = rounded(x - w / 2, y - h / 2, w, h, 2.2), rounded(x - w / 2 + 1, y - h / 2 + 1, w - 2, h - 2, 1.5)
        return [
            Shape((outer,), fill=palette.paper, stroke=palette.line, width_mm=0.5),
            Shape((inner,), stroke=mixed(palette.line, palette.paper, 0.35), width_mm=0.22),
            Text((x, y), text, size, "serif-bold", palette.letters, tracking_mm=size * 0.14),
        ]
    return []


def _rose(board: Board, ground: FreeGround, palette: Palette) -> list[Mark]:
    for radius in (13.0, 10.5, 8.5):
        at = ground.spot(2 * radius + 2, 2 * radius + 2, board.size_mm)
        if at is not None:
            ground.take_box(at[0] - radius - 1, at[1] - radius - 1, 2 * radius + 2, 2 * radius + 2)
            return [placed(s, at, radius) for s in rose(mixed(palette.line, palette.sea, 0.15), palette.paper)]
    return []


def panel_marks(space: Space, palette: Palette) -> list[Mark]:
    """A field beside the map: parchment with a double line."""
    curve = polygon(space.polygon)
    inner = Group(curve, (Shape((curve,), stroke=palette.faint, width_mm=4.4), Shape((curve,), stroke=palette.panel, width_mm=3.4)))
    marks: list[Mark] = [Shape((curve,), fill=palette.panel), inner]
    if space.name:
        top = min(p[1] for p in space.polygon)
        marks.append(Text((space.centre[0], top + 4.2), space.name, 3.4, "serif-bold", palette.letters))
    marks.append(Shape((curve,), stroke=palette.line, width_mm=0.8))
    return marks


def board_marks(board: Board, palette: Palette = HOUSE) -> tuple[Mark, ...]:
    """Everything that is printed on the sheet, in the board frame (mm), bottom to top."""
    lands, panels, slots = parts(board)
    style = style_of(board.game)
    keep: Sequence[tuple[Point, float]] = style.keep_free(board) if style and hasattr(style, "keep_free") else ()
    width, height = board.size_mm
    x, y, w, h = sea_box(board)
    sea = box(x, y, w, h)
    ground = _taken(board, [*lands, *panels, *slots])
    ornaments = [*_title(board, ground, palette), *_rose(board, ground, palette)]
    marks: list[Mark] = [
        Shape((box(0, 0, width, height),), fill=palette.paper),
        Shape((box(FRAME_MM, FRAME_MM, width - 2 * FRAME_MM, height - 2 * FRAME_MM),), stroke=palette.line, width_mm=0.35),
    ]
    coast = [outline(s.polygon) for s in lands]
    water: list[Mark] = [Shape((sea,), fill=palette.sea)]
    if lands and not slots:
        water += waterlines(coast, palette)
    marks += [Group(sea, (*water, *_ripples(board, ground, palette))), Shape((sea,), stroke=palette.line, width_mm=0.6)]
    for s in lands:
        marks += land_marks(s, palette, keep)
    if lands:
        marks += borders(lands, palette)
    for s in panels:
        marks += panel_marks(s, palette)
    marks += roads(slots, palette)
    for s in slots:
        marks += slot_marks(s, palette)
    for track in board.tracks:
        marks += track_marks(board, track, palette)
    marks += ornaments
    if style and hasattr(style, "extra"):
        marks += style.extra(board, palette)
    for patch in board.patches:
        marks.append(Shape((square(patch.centre, patch.side_mm),), fill=patch.rgb, crisp=True))
    if board.fiducials:
        for number, centre in board.fiducials.centres.items():
            marks += fiducial(number, centre, board.fiducials.side_mm, board.fiducials.border_cells)
    return tuple(marks)


def dot(at: Point, radius: float, palette: Palette) -> Shape:
    """A dark dot, for styles."""
    return Shape((ellipse(at, radius),), fill=palette.line)
