"""Score tracks: a ring or row of small fields, each in its colour with its sign in the corner."""

from __future__ import annotations

from companion.art.marks import Mark, Shape, Text, mixed, placed, rounded
from companion.art.style import Palette
from companion.engine.boards import Board, Space, Track

GAP_MM = 0.45  # between the outlines of two fields, each side
SIGN = 1.75  # half height
NUMBER_EVERY = 4


def field_box(space: Space) -> tuple[float, float, float, float]:
    """x, y, width, height of a field."""
    xs, ys = [p[0] for p in space.polygon], [p[1] for p in space.polygon]
    return (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def track_is_plain(board: Board, track: Track) -> bool:
    """True for a track without colours."""
    return not any(board.space[i].ink for i in track.spaces)


def track_marks(board: Board, track: Track, palette: Palette) -> list[Mark]:
    """All fields of a track; every fourth carries its number."""
    marks: list[Mark] = []
    for i, ident in enumerate(track.spaces):
        space = board.space[ident]
        land = palette.lands.get(space.ink, palette.plain)
        x, y, w, h = field_box(space)
        g = GAP_MM
        marks.append(
            Shape(
                (rounded(x + g, y + g, w - 2 * g, h - 2 * g, 1.6),), fill=land.fill, stroke=palette.line, width_mm=0.4
            )
        )
        inner = rounded(x + g + 1.0, y + g + 1.0, w - 2 * g - 2, h - 2 * g - 2, 1.0)
        marks.append(Shape((inner,), stroke=land.band, width_mm=0.7))
        size = min(SIGN, w * 0.16)
        if land.sign and land.sown:
            marks += [placed(s, (x + w - 3.9, y + 4.1), size) for s in land.sign(land.sign_paint)]
            for dx, dy in ((0.32, 0.62), (0.68, 0.62), (0.5, 0.4), (0.5, 0.84), (0.22, 0.34)):
                marks += [placed(s, (x + w * dx, y + h * dy), 0.8) for s in land.sown(land.seed)]
        elif track_is_plain(board, track):  # fields that only count carry every number
            marks.append(Text((x + w / 2, y + h / 2), str(i), min(h * 0.36, 6.0), "serif-bold", land.sign_paint))
            continue
        if i and i % NUMBER_EVERY == 0:
            paint = mixed(land.sign_paint, palette.letters, 0.3)
            marks.append(Text((x + 2.6, y + h - 3.4), str(i), 2.9, "serif-bold", paint, align="start"))
    return marks
