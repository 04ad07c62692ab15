"""Fiducials as drawings, without OpenCV: the code words of its dictionary DICT_4X4_50.

Each word holds the 4 x 4 inner cells row by row, a set bit is white. OpenCV printed them once; a test compares.
"""

from __future__ import annotations

from companion.art.marks import Curve, Mark, Point, Shape, box, square

DICTIONARY = "DICT_4X4_50"
WORDS = tuple(
    int(word, 16)
    for word in """
    b532 0f9a 332d 9946 549e 79cd 9e2e c4f2 feda cf56
    f991 11a7 0eb7 2a0f 24b1 263e 4665 6600 6c5e 76af
    868b b02b ccd5 dd82 fe47 9471 ace4 a554 2123 346f
    4415 57b2 9ecf f0cb 08ae 0929 1875 04ff 0df6 1c5a
    1718 2a28 328c 38b2 24e8 2eeb 2d3f 4b64 502e 5013
    """.split()
)
INNER = 4  # cells a side, without the black border
BLACK = (16, 16, 16)
WHITE = (255, 255, 255)


def cell(number: int, row: int, column: int) -> bool:
    """True where the marker's inner cell is white."""
    return white(WORDS[number], INNER, row, column)


def white(word: int, inner: int, row: int, column: int) -> bool:
    """True where the inner cell of a code word is white."""
    return bool(word >> (inner * inner - 1 - (row * inner + column)) & 1)


def fiducial(number: int, centre: Point, side_mm: float, border_cells: int = 1) -> tuple[Mark, ...]:
    """The marker on its white paper square of ``side_mm``, upright, ``border_cells`` of white rim included."""
    if not 0 <= number < len(WORDS):
        raise ValueError(f"{DICTIONARY} has no marker {number}")
    return coded(WORDS[number], INNER, centre, side_mm, border_cells)


def coded(word: int, inner: int, centre: Point, side_mm: float, border_cells: int = 1) -> tuple[Mark, ...]:
    """A code word of ``inner`` x ``inner`` cells in its black frame on white paper."""
    cells = inner + 2 + 2 * border_cells
    a = side_mm / cells
    left, top = centre[0] - side_mm / 2, centre[1] - side_mm / 2
    whites: list[Curve] = []
    for row in range(inner):
        column = 0
        while column < inner:  # runs of white cells are one box, so that no seam shows in print
            run = column
            while run < inner and white(word, inner, row, run):
                run += 1
            if run > column:
                whites.append(
                    box(
                        left + (border_cells + 1 + column) * a,
                        top + (border_cells + 1 + row) * a,
                        (run - column) * a,
                        a,
                    )
                )
            column = max(run, column + 1)
    return (
        Shape((square(centre, side_mm),), fill=WHITE, crisp=True),
        Shape((square(centre, side_mm - 2 * border_cells * a),), fill=BLACK, crisp=True),
        Shape(tuple(whites), fill=WHITE, crisp=True),
    )
