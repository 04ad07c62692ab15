"""The print's paints and measures: pale lands with dark outlines, so that a cube differs in lightness and in edges."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import evolve, frozen

from companion.art import signs
from companion.art.marks import Mark, Point, Rgb, Shape, hex_rgb
from companion.engine.boards import Board, Space

Sign = Callable[[Rgb], tuple[Shape, ...]]


@frozen
class Land:
    """How one ink of the board is printed."""

    fill: Rgb
    band: Rgb  # hand-coloured edge inside the border
    seed: Rgb  # the fine pattern: what a cube covers
    sign_paint: Rgb
    sign: Sign | None = None  # near the border
    sown: Sign | None = None  # shape of the fine pattern
    sown_mm: float = 0.8  # its half height
    pitch_mm: float = 5.6
    water: bool = False


@frozen
class Palette:
    """Paints of the whole sheet."""

    paper: Rgb
    sea: Rgb
    sea_line: Rgb
    panel: Rgb
    line: Rgb
    letters: Rgb
    faint: Rgb
    lands: Mapping[str, Land]
    plain: Land  # spaces without an ink


def land(fill: str, band: str, seed: str, sign_paint: str, sign: Sign | None, sown: Sign | None = None) -> Land:
    """A land from colours as ``#AABBCC``; the fine pattern is made of its sign unless ``sown`` is another."""
    return Land(hex_rgb(fill), hex_rgb(band), hex_rgb(seed), hex_rgb(sign_paint), sign, sown or sign)


LANDS: Mapping[str, Land] = {
    "blue": land("#BFD6E4", "#A9C5D8", "#98B7CC", "#2F5E7C", signs.waves),
    "green": land("#C5DAB9", "#AECBA0", "#9DBD90", "#2F6339", signs.leaf),
    "red": land("#E9C0B6", "#DEAB9F", "#D19B8E", "#8C3B2C", signs.flame),
    "yellow": land("#EEDDA4", "#E2CA83", "#D2B970", "#715612", signs.sun),
    "sea": evolve(
        land("#CFDAD8", "#C4D2D1", "#B4C6C6", "#5F7E84", None, signs.waves), sown_mm=1.5, pitch_mm=9.0, water=True
    ),
    "white": land("#E4E0D6", "#D3CDBF", "#C4BDAE", "#5A554A", signs.crown),
}

HOUSE = Palette(
    paper=hex_rgb("#ECE4D2"),
    sea=hex_rgb("#CFDAD8"),
    sea_line=hex_rgb("#A3B9BA"),
    panel=hex_rgb("#E6DCC6"),
    line=hex_rgb("#34383A"),
    letters=hex_rgb("#26292B"),
    faint=hex_rgb("#C9BEA5"),
    lands=LANDS,
    plain=land("#E3DAC6", "#D3C8B0", "#C6BAA1", "#5A554A", None, signs.dot),
)


@frozen
class Style:
    """A game's own touches on its board; a game declares one as ``STYLE`` in its ``style`` module."""

    palette: Callable[[Board], Palette] = lambda _board: HOUSE
    keep_free: Callable[[Board], list[tuple[Point, float]]] = lambda _board: []  # (mm, radius) where nothing is written
    note: Callable[[Board, Space], str] = lambda _board, _space: ""  # a small line below a land's name
    label: Callable[[Board, Space], str] = lambda _board, _space: ""  # what stands in a panel or slot
    over_lands: Callable[[Board, Palette], list[Mark]] = lambda _board, _palette: []  # between lands and slots
    extra: Callable[[Board, Palette], list[Mark]] = lambda _board, _palette: []  # over all but patches and fiducials


BORDER_MM = 0.55  # between two lands
COAST_MM = 0.85
NAME_MM = 3.9  # em of a land's name
SIGN_MM = 2.5  # half height of a land's sign
SIGN_FROM_BORDER_MM = 5.4
