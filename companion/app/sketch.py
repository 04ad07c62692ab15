"""Small pictures as values: strokes in a box, in inks by name; the widgets paint them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from attrs import frozen

from companion.app.theme import INK_SIGN

Points = Sequence[tuple[float, float]]
Box = tuple[float, float, float, float]  # x, y, width, height


@frozen
class Poly:
    """A filled outline. ``ink``: a land's ink, in the game's muted paint."""

    points: Points
    ink: str


@frozen
class Plate:
    """A filled box with round corners."""

    box: Box
    radius: float
    ink: str


@frozen
class Line:
    """A line. ``ink`` is the paint of a sign (``red``), or one of the screen's own colours (``text``)."""

    points: Points
    width: float
    ink: str
    closed: bool = False
    cap: str = "round"


@frozen
class Disc:
    """``bold``: in the paint of a sign, else in the game's muted paint."""

    x: float
    y: float
    r: float
    ink: str
    bold: bool = True


@frozen
class Sign:
    """A sign by its name in a square."""

    name: str
    x: float
    y: float
    size: float
    ink: str


@frozen
class Card:
    """A card or a building of a game, as our own picture: a sign on an ink, its name ("" where pictures alone have
    room), numbers that are printed or lie on it, each with a sign, and a mark: ``warn`` damaged, ``off`` not ready."""

    sign: str
    ink: str
    name: str = ""
    values: tuple[tuple[str, str], ...] = ()
    mark: str = ""


Stroke = Poly | Plate | Line | Disc | Sign

LANDS: tuple[Stroke, ...] = tuple(  # a game without a picture of its own: its four lands
    stroke
    for k, (ink, name) in enumerate(list(INK_SIGN.items())[:4])
    for x, y in ((62 + 44 * (k % 2), 26 + 44 * (k // 2)),)
    for stroke in (Plate((x, y, 40, 40), 8, ink), Sign(name, x + 8, y + 8, 24, ink))
)


def arrow(x0: float, y0: float, x1: float, y1: float) -> tuple[Stroke, ...]:
    """A line with a head."""
    long = math.hypot(x1 - x0, y1 - y0)
    dx, dy = 9 * (x1 - x0) / long, 9 * (y1 - y0) / long
    head = ((x1 - dx - dy, y1 - dy + dx), (x1, y1), (x1 - dx + dy, y1 - dy - dx))
    return Line(((x0, y0), (x1, y1)), 4, "text"), Line(head, 4, "text")


def tile(x: float, y: float, w: float, h: float, ink: str, sign: str = "") -> tuple[Stroke, ...]:
    """A card, a land, a building: a plate with a sign in its middle."""
    size = min(w, h) * 0.6
    plate: tuple[Stroke, ...] = (Plate((x, y, w, h), 6, ink),)
    on = "ground" if ink == "quiet" else ink
    return (*plate, Sign(sign, x + (w - size) / 2, y + (h - size) / 2, size, on)) if sign else plate


def die(x: float, y: float, pips: int) -> tuple[Stroke, ...]:
    """A die of 36; ``pips``: two to six, in two columns, an odd one in the middle."""
    rows = pips // 2
    spots = [(x + 10 + 16 * k, y + 18 + 11 * (r - (rows - 1) / 2)) for r in range(rows) for k in range(2)]
    spots += [(x + 18, y + 18)] * (pips % 2)
    return (Plate((x, y, 36, 36), 8, "text"), *(Disc(sx, sy, 3.6, "ground") for sx, sy in spots))
