"""Brian Boru's towns as a public drawing has them: colour, and place in % of a sketch (x right, y down).

Schematic: printed places differ and are measured on the owner's board. Places after MIT-licensed board data of the
vtt-games project; colours are checked against two drawings.
"""

from __future__ import annotations

from collections.abc import Mapping

Point = tuple[float, float]
TEXT = """
N1 red 52 9;    N2 blue 55 13;   N3 yellow 56 20; N4 red 54 26;    N5 red 44 13;    N6 blue 43 19;   N7 yellow 46 26;
U1 yellow 63 21; U2 blue 67 22;  U3 blue 71 29;   U4 red 69 35;    U5 red 58 29;
B1 yellow 31 22; B2 blue 41 29;  B3 blue 39 35;   B4 red 32 36;
S1 yellow 46 35; S2 red 50 34;   S3 blue 55 38;   S4 yellow 53 49; S5 red 48 49;    S6 blue 43 43;
D1 yellow 61 47; D2 red 60 56;   D3 blue 63 61;
C1 red 34 45;   C2 yellow 39 45; C3 yellow 41 51; C4 blue 41 57;   C5 blue 39 62;   C6 yellow 35 63; C7 red 31 63;
C8 red 29 57;   C9 red 29 50;
L1 yellow 48 57; L2 blue 53 58;  L3 yellow 54 66; L4 blue 58 66;   L5 yellow 55 72; L6 blue 52 76;   L7 yellow 48 76;
L8 red 45 72;   L9 blue 43 67;
M1 blue 31 71;  M2 red 35 73;    M3 yellow 38 70; M4 yellow 40 75; M5 blue 41 80;   M6 red 40 85;    M7 blue 36 88;
M8 red 31 86;   M9 red 28 81;    M10 yellow 28 76
"""
# Spread over the whole land, two of each colour, each colour among the first four: they place the others.
SIX = ("N1", "U3", "L7", "C9", "B1", "M7")


def towns() -> dict[str, tuple[str, Point]]:
    """Town -> (colour, place)."""
    out = {}
    for entry in TEXT.replace("\n", " ").split(";"):
        name, colour, x, y = entry.split()
        out[name] = (colour, (float(x), float(y)))
    return out


def places() -> dict[str, Point]:
    return {n: p for n, (_c, p) in towns().items()}


def colours() -> Mapping[str, str]:
    return {n: c for n, (c, _p) in towns().items()}
