"""Marks on a board's drawing: waters, what the last act moved and changed, what is chosen, where a border may lie."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.app import drawing as geo
from companion.app.paint.pen import Pen
from companion.app.viewmodel import Drawing, Point

Ring = Sequence[Point]  # all lengths in mm; ``px`` is a design unit in mm
ACROSS: tuple[tuple[Point, ...], ...] = (
    ((1.0, 1.0),), ((1.0, -1.0),), ((0.0, 1.0),), ((1.0, 0.0),), ((1.0, 1.0), (1.0, -1.0)), ((1.0, 0.0), (0.0, 1.0)),
)  # fmt: skip


def hatch(pen: Pen, ring: Ring, across: Point, gap: float, width: float, ink: str) -> None:
    """Lines ``gap`` mm apart, the same ones on every ring of the drawing, so that they run on from one to the next."""
    ways = [across[0] * x + across[1] * y for x, y in ring]
    step = gap * math.hypot(*across)
    for k in range(math.ceil(min(ways) / step), math.floor(max(ways) / step) + 1):
        for a, b in geo.stripe(ring, k * step, across):
            pen.line([a, b], width, ink, cap="none")


def unseen(pen: Pen, ring: Ring, px: float) -> None:
    """A space that no camera sees."""
    pen.polygon(tuple(ring), "sea", 0.62)
    hatch(pen, ring, (1.0, 1.0), 10 * px, 2 * px, "quiet")
    pen.line(ring, 2 * px, "quiet", closed=True)


def pattern(pen: Pen, ring: Ring, letter: str, ink: str, px: float) -> None:
    """Whose ground it is, for those who do not tell the colours apart: each of six seats has lines of its own, wider
    apart for the next six; ground of nobody at the table ("") has none."""
    if not letter:
        return
    seat = ord(letter[0]) - ord("A")
    for across in ACROSS[seat % len(ACROSS)]:
        hatch(pen, ring, across, (10 + 8 * (seat // len(ACROSS))) * px, 1.6 * px, ink)


def waters(pen: Pen, drawing: Drawing, px: float) -> None:
    """Rivers and lakes, in the colour of water and wide enough to be chosen from a metre."""
    for line in drawing.waters:
        pen.line(line, 7 * px, "sea")
        pen.line(line, 4 * px, "blue_sign")
    for x, y in drawing.lakes:
        pen.disc(x, y, 10 * px, "sea")
        pen.disc(x, y, 8 * px, "blue_sign")


def arrow(pen: Pen, a: Point, b: Point, px: float, taken: Sequence[geo.Box] = ()) -> None:
    """From where to where the last act moved something: ivory with a dark rim, clear of the pieces, which take these
    boxes."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    far = (dx * dx + dy * dy) ** 0.5
    out = max([16 * px, *(geo.way_out(a, b, box) + 3 * px for box in taken)])
    into = max([14 * px, *(geo.way_out(b, a, box) + 3 * px for box in taken)])
    if out + into > far - 18 * px:  # too close for an arrow between them: it goes to the middles
        out, into = 16 * px, 14 * px
    if far < 30 * px:
        return
    ux, uy = dx / far, dy / far
    start = (a[0] + out * ux, a[1] + out * uy)
    tip = (b[0] - into * ux, b[1] - into * uy)
    neck = (tip[0] - 12 * px * ux, tip[1] - 12 * px * uy)
    for width, half, ink in ((8, 11, "sea"), (4, 8, "text")):
        pen.line([start, neck], width * px, ink)
        wings = [(neck[0] - half * px * uy, neck[1] + half * px * ux), tip,
                 (neck[0] + half * px * uy, neck[1] - half * px * ux)]  # fmt: skip
        pen.polygon(wings, ink)


def changed(pen: Pen, ring: Ring, px: float) -> None:
    """A space that the last act changed."""
    pen.dashes(geo.inset(ring, 4 * px), 3 * px, "dim", closed=True, on=4 * px, off=5 * px)


def chosen(pen: Pen, ring: Ring, px: float) -> None:
    """A space that was touched, and is meant by the next touch."""
    pen.polygon(tuple(ring), "text", 0.28)
    pen.line(geo.inset(ring, 2.5 * px), 7 * px, "text", closed=True)


def open_edge(pen: Pen, ring: Ring, px: float) -> None:
    """Where a border may be laid: three dots along the edge, so that it is not taken for a square."""
    xs, ys = [p[0] for p in ring], [p[1] for p in ring]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    along = (wide * 0.3, 0.0) if wide > high else (0.0, high * 0.3)
    for k in (-1, 0, 1):
        pen.disc(x + k * along[0], y + k * along[1], 5 * px, "sea")
        pen.disc(x + k * along[0], y + k * along[1], 3.4 * px, "text")
