"""Loewenherz: terrain as signs on plain squares, heavier lines where the sheet is cut into its six parts."""

from __future__ import annotations

from attrs import evolve

from companion.art import signs
from companion.art.land import edges
from companion.art.marks import Mark, Shape, segment
from companion.art.style import HOUSE, Palette, Style, land
from companion.engine.boards import Board, Space


def palette(board: Board) -> Palette:
    terrain = {
        "farm": evolve(
            land("#EBDFB4", "#E2D29C", "#D3C189", "#7A6A34", None, signs.furrows), sown_mm=1.6, pitch_mm=7.4
        ),
        "forest": evolve(land("#BFD2AC", "#AFC69A", "#7C9E6E", "#2F5A33", None, signs.tree), sown_mm=2.2, pitch_mm=6.4),
        "mountain": evolve(
            land("#D6CFC6", "#C8BFB4", "#8E857A", "#4E4840", None, signs.peaks), sown_mm=2.6, pitch_mm=8.0
        ),
        "town": evolve(land("#EBC5B6", "#E0B0A0", "#B4644E", "#7E2F20", None, signs.houses), sown_mm=3.2, pitch_mm=9.5),
    }
    return evolve(HOUSE, lands={**HOUSE.lands, **terrain})


def over_lands(board: Board, palette: Palette) -> list[Mark]:
    """The cuts between the parts, from corner to corner of their squares."""
    whole = [s for s in board.spaces if s.kind == "square"]
    parts: dict[str, list[Space]] = {}
    for s in whole:
        parts.setdefault(str(s.tags.get("part", "")), []).append(s)
    rims = [pair for group in parts.values() for pair in edges(group, palette)[1]]
    twice = [pair for pair in set(rims) if rims.count(pair) == 2]
    return [Shape(tuple(segment(a, b) for a, b in twice), stroke=palette.line, width_mm=1.3)]


STYLE = Style(palette=palette, over_lands=over_lands)
