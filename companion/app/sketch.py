"""Small pictures as values: strokes in a box, in inks by name; the widgets paint them."""

from __future__ import annotations

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
