"""A board as a drawing: everything comes from its data; ornaments are set where the sheet has room."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from companion.art.aruco import fiducial
from companion.art.fonts import text_width
from companion.art.ground import FreeGround
from companion.art.land import SWING_MM, borders, land_marks, outline, roads, slot_marks, waterlines
from companion.art.marks import (
    Curve,
    Group,
    Mark,
    Point,
    Shape,
    Text,
    box,
    mixed,
    placed,
    polygon,
    rounded,
    smooth,
    square,
)
from companion.art.signs import rose
from companion.art.style import Palette, Style
from companion.art.track import track_marks
from companion.engine.boards import Board, Space
from companion.games import GAMES, part

FRAME_MM = 2.0
PLAIN = Style()


def style_of(game: str) -> Style:
    """The game's own touches, if it has any."""
    module = part(game, "style") if game in GAMES else None
    found: Style = module.STYLE if module else PLAIN
    return found


@frozen
class Parts:
    """Spaces that lie on the sheet, by how they are drawn; fields of tracks are left out."""

    lands: tuple[Space, ...]
    panels: tuple[Space, ...]  # areas of no land
    slots: tuple[Space, ...]
    edges: tuple[Space, ...]


def parts(board: Board) -> Parts:
    tracked = {i for t in board.tracks for i in t.spaces}
    w, h = board.size_mm
    here = [
        s
        for s in board.spaces
        if s.id not in tracked and s.polygon and s.look != "tray" and 0 <= s.centre[0] <= w and 0 <= s.centre[1] <= h
    ]
    areas = [s for s in here if s.look in ("area", "none")]
    return Parts(
        tuple(s for s in areas if s.ink or s.neighbours),
        tuple(s for s in areas if not (s.ink or s.neighbours)),
        tuple(s for s in here if s.look == "slot"),
        tuple(s for s in here if s.look == "edge"),
    )


def round_slots(board: Board) -> set[str]:
    """Ids of slots that the file gives as discs."""
    raw = board.doc.get("spaces") or []
    return {str(s["id"]) for s in raw if isinstance(s, dict) and "disc" in s and "id" in s}


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
    for bx in (
        (0, 0, width, y + 1),
        (0, y + h - 1, width, height),
        (0, 0, x + 1, height),
        (x + w - 1, 0, width, height),
    ):
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
                curves.append(
                    smooth(
                        [(x - 2.6, y + 0.4), (x - 1.3, y - 0.4), (x, y + 0.35), (x + 1.3, y - 0.4), (x + 2.6, y + 0.4)],
                        closed=False,
                    )
                )
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
        outer, inner = (
            rounded(x - w / 2, y - h / 2, w, h, 2.2),
            rounded(x - w / 2 + 1, y - h / 2 + 1, w - 2, h - 2, 1.5),
        )
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


def square_marks(space: Space, palette: Palette) -> list[Mark]:
    """A field of a grid: its name small in the lower left corner, where no piece hides it."""
    left, low = min(p[0] for p in space.polygon), max(p[1] for p in space.polygon)
    name = Text((left + 2.6, low - 2.8), space.name, 2.3, "sans", palette.letters, "start")
    corner = [((left + 4.5, low - 3.0), 2.8)]
    return [*land_marks(evolve(space, name=""), palette, corner, 0.0), name]


def panel_marks(space: Space, palette: Palette, label: str = "") -> list[Mark]:
    """A field beside the map: parchment with a double line."""
    curve = polygon(space.polygon)
    inner = Group(
        curve,
        (Shape((curve,), stroke=palette.faint, width_mm=4.4), Shape((curve,), stroke=palette.panel, width_mm=3.4)),
    )
    marks: list[Mark] = [Shape((curve,), fill=palette.panel), inner]
    if text := label or space.name:
        left, top = min(p[0] for p in space.polygon), min(p[1] for p in space.polygon)
        marks.append(Text((left + 4.6, top + 5.6), text, 3.6, "serif-bold", palette.letters, "start", 0.1))
    marks.append(Shape((curve,), stroke=palette.line, width_mm=0.8))
    return marks


def board_marks(board: Board, palette: Palette | None = None) -> tuple[Mark, ...]:
    """Everything that is printed on the sheet, in the board frame (mm), bottom to top."""
    sheet = parts(board)
    style = style_of(board.game)
    palette = palette or style.palette(board)
    swing = 0.0 if "grids" in board.doc else SWING_MM
    keep: list[tuple[Point, float]] = list(style.keep_free(board))
    for s in sheet.slots:
        keep.append((s.centre, max(p[0] for p in s.polygon) - s.centre[0] + 0.6))
    width, height = board.size_mm
    x, y, w, h = sea_box(board)
    sea = box(x, y, w, h)
    ground = _taken(board, [*sheet.lands, *sheet.panels, *sheet.slots])
    ornaments = [*_title(board, ground, palette), *_rose(board, ground, palette)]
    frame = box(FRAME_MM, FRAME_MM, width - 2 * FRAME_MM, height - 2 * FRAME_MM)
    marks: list[Mark] = [
        Shape((box(0, 0, width, height),), fill=palette.paper),
        Shape((frame,), stroke=palette.line, width_mm=0.35),
    ]
    water: list[Mark] = [Shape((sea,), fill=palette.sea)]
    if sheet.lands and swing:
        water += waterlines([outline(s.polygon, swing) for s in sheet.lands], palette)
    marks += [Group(sea, (*water, *_ripples(board, ground, palette))), Shape((sea,), stroke=palette.line, width_mm=0.6)]
    for s in sheet.lands:
        note = style.note(board, s)
        marks += land_marks(s, palette, keep, swing, note) if swing else square_marks(s, palette)
    if sheet.lands:
        marks += borders(sheet.lands, palette, swing)
    marks += style.over_lands(board, palette)
    for s in sheet.panels:
        marks += panel_marks(s, palette, style.label(board, s))
    marks += roads(sheet.slots, palette)
    discs = round_slots(board)
    for s in sheet.slots:
        marks += slot_marks(s, palette, s.id in discs, style.label(board, s))
    if not sheet.lands:  # on a map, bars lie on borders that are drawn already
        for s in sheet.edges:
            marks += slot_marks(s, palette, False)
    for track in board.tracks:
        marks += track_marks(board, track, palette)
    marks += ornaments
    marks += style.extra(board, palette)
    for patch in board.patches:
        marks.append(Shape((square(patch.centre, patch.side_mm),), fill=patch.rgb, crisp=True))
    if board.fiducials:
        for number, centre in board.fiducials.centres.items():
            marks += fiducial(number, centre, board.fiducials.side_mm, board.fiducials.border_cells)
    return tuple(marks)
