"""The print's paints and measures: pale lands with dark outlines, so that a cube differs in lightness and in edges."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from companion.art import signs
from companion.art.marks import Rgb, Shape, hex_rgb

Sign = Callable[[Rgb], tuple[Shape, ...]]


@frozen
class Land:
    """How one ink of the board is printed."""

    fill: Rgb
    band: Rgb  # hand-coloured edge inside the border
    seed: Rgb  # the fine pattern: what a cube covers
    sign_paint: Rgb
    sign: Sign


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


def _land(fill: str, band: str, seed: str, sign_paint: str, sign: Sign) -> Land:
    return Land(hex_rgb(fill), hex_rgb(band), hex_rgb(seed), hex_rgb(sign_paint), sign)


LANDS: Mapping[str, Land] = {
    "blue": _land("#BFD6E4", "#A9C5D8", "#98B7CC", "#2F5E7C", signs.waves),
    "green": _land("#C5DAB9", "#AECBA0", "#9DBD90", "#2F6339", signs.leaf),
    "red": _land("#EAC6B9", "#DFB0A0", "#D3A08F", "#8C3B2C", signs.flame),
    "yellow": _land("#EEDDA4", "#E2CA83", "#D2B970", "#715612", signs.sun),
    "white": _land("#E4E0D6", "#D3CDBF", "#C4BDAE", "#5A554A", signs.crown),
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
    plain=_land("#E3DAC6", "#D3C8B0", "#C6BAA1", "#5A554A", signs.cross),
)

BORDER_MM = 0.55  # between two lands
COAST_MM = 0.85
NAME_MM = 3.9  # em of a land's name
SIGN_MM = 2.5  # half height of a land's sign
SIGN_FROM_BORDER_MM = 5.4
