"""A schematic drawing of 53 towns, as a public catalogue gives it: colour, roads, and place in % of a sketch.

Only the demo's stranger boards use it; printed places differ, so they are shaken for every seed.
"""

from __future__ import annotations

from attrs import frozen

TEXT = """
N1 red 52 9 N2;          N2 blue 55 13 N1 N3;      N3 yellow 56 20 N2 N4;   N4 red 54 26 N3 U5;
N5 red 44 13 N6;         N6 blue 43 19 N5 B1;      N7 yellow 46 26 B2;      U1 yellow 63 21 U2;
U2 blue 67 22 U1;        U3 blue 71 29 U4;         U4 red 69 35 U3;         U5 red 58 29 N4;
B1 yellow 31 22 B4 N6;   B2 blue 41 29 N7;         B3 blue 39 35;           B4 red 32 36 B1 C1;
S1 yellow 46 35 S2 S6;   S2 red 50 34 S1 S3;       S3 blue 55 38 S2 S4;     S4 yellow 53 49 S3 S5;
S5 red 48 49 S4 S6;      S6 blue 43 43 S5 S1;      D1 yellow 61 47;         D2 red 60 56 L2;
D3 blue 63 61 L4;        C1 red 34 45 B4 C2;       C2 yellow 39 45 C1;      C3 yellow 41 51 C4;
C4 blue 41 57 C3 C5;     C5 blue 39 62 C4 C6;      C6 yellow 35 63 C5;      C7 red 31 63 M1;
C8 red 29 57;            C9 red 29 50;             L1 yellow 48 57 L2;      L2 blue 53 58 L1 D2;
L3 yellow 54 66 L4 L5;   L4 blue 58 66 D3 L3 L5;   L5 yellow 55 72 L3 L4 L6; L6 blue 52 76 L5 L7;
L7 yellow 48 76 L6 L8;   L8 red 45 72 L7 L9;       L9 blue 43 67 L8;        M1 blue 31 71 C7;
M2 red 35 73 M3;         M3 yellow 38 70 M2;       M4 yellow 40 75 M5;      M5 blue 41 80 M4 M6;
M6 red 40 85 M5;         M7 blue 36 88;            M8 red 31 86 M9;         M9 red 28 81 M8;
M10 yellow 28 76
"""


@frozen
class SketchTown:
    """A town; ``region`` is the first letter of its id."""

    id: str
    colour: str
    at: tuple[float, float]  # % of the sketch, x right, y down
    roads: tuple[str, ...]

    @property
    def region(self) -> str:
        return self.id[0]


def sketch_towns() -> tuple[SketchTown, ...]:
    rows = [row.split() for row in TEXT.split(";")]
    return tuple(SketchTown(r[0], r[1], (float(r[2]), float(r[3])), tuple(r[4:])) for r in rows)
