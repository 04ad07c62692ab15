"""What stands round a board: the names of rows and columns, and the round corners of a cut-out."""

from __future__ import annotations

from companion.app.paint import paths
from companion.app.paint.pen import Pen
from companion.app.theme import SANS_700
from companion.app.viewmodel import Point

Names = tuple[tuple[str, Point], ...]
LETTER = 20.0  # height of a name in design units
WIDE = 10  # of these heights is there room for a name


def names(pen: Pen, found: Names, px: float) -> None:
    """Letters and numbers beside the squares, so that "C4" is found at a glance, and what fields are for.

    ``px``: a design unit in mm.
    """
    size = LETTER * px
    for name, (x, y) in found:
        pen.text(
            name, x - WIDE * size / 2, y - size, WIDE * size, "tag", "dim", h=2 * size, align="centre", valign="middle",
            grow=False, face=SANS_700, size=size,
        )  # fmt: skip


def within(found: Names, window: tuple[float, float, float, float] | None) -> Names:
    """Names whose places are shown; ``window`` in mm, None for all of the board."""
    if window is None:
        return found
    x0, y0, x1, y1 = window
    return tuple((name, (x, y)) for name, (x, y) in found if x0 <= x <= x1 and y0 <= y <= y1)


def corners(pen: Pen, w: float, h: float, below: str) -> None:
    """Round the corners of a cut-out with the colour that it lies on."""
    r = 12
    for x, y, a in ((0, 0, 180), (w, 0, 270), (w, h, 0), (0, h, 90)):
        cx, cy = (r if x == 0 else w - r), (r if y == 0 else h - r)
        pen.polygon([(x, y), *paths.arc((cx, cy), r, a, a + 90, 8)], below)
