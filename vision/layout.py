"""What the camera is told about a board: places and pieces in millimetres, and nothing about any game.

Board frame: mm, origin at the sheet's top-left corner, x right, y down, z up from the print.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

Point = tuple[float, float]
COUNTED_PX = 11.0  # a cube's width in the picture from which cubes that touch are counted for sure
LEAST_PX = 6.5  # below, nothing is said


def kind_of(piece: str) -> str:
    """``soldier`` of ``soldier:white``."""
    return piece.split(":", 1)[0]


@frozen
class Piece:
    """One kind of piece in one colour as the camera tells them apart, e.g. ``soldier:white``."""

    id: str
    shape: str  # cube | disc | cylinder | bar | token | card | die
    colour: str  # label of the paint; its look is learned, never assumed
    size_mm: tuple[float, float]  # cube edge, disc diameter (twice), bar length x width
    height_mm: float
    beside: bool = False  # lies beside what else is on a slot, not on top of it
    turn_deg: float = 0.0  # a bar that lies across its edge is another piece than one that lies along it
    face: str = ""  # the side that is up, of a piece with two of them

    @property
    def kind(self) -> str:
        """``soldier`` of ``soldier:white``."""
        return kind_of(self.id)


@frozen
class Place:
    """A part of the table the camera can look at.

    ``area``: equal pieces anywhere inside, they are counted. ``slot``: a spot with a stack, bottom to top.
    ``heap``: different pieces side by side or on each other, one of each at most. ``edge``: a bar lying along a line.
    ``tray``: dice are read here; may lie beside the sheet.
    """

    id: str
    look: str  # area | slot | heap | edge | tray
    polygon: tuple[Point, ...]
    centre: Point
    holds: Mapping[str, int] = field(factory=dict)  # piece kind -> the most of one colour that may lie here
    ink: str = ""  # colour word of the print under it, if one is known

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom, mm."""
        xs, ys = [x for x, _ in self.polygon], [y for _, y in self.polygon]
        return min(xs), min(ys), max(xs), max(ys)

    def takes(self, piece: Piece) -> bool:
        """Whether its kind may lie here; any may where nothing is said."""
        return not self.holds or piece.kind in self.holds


@frozen
class Marks:
    """Fiducials of one ArUco dictionary: ``side_mm`` is the paper square, ``border_cells`` of it are white rim."""

    dictionary: str
    side_mm: float
    border_cells: int
    centres: Mapping[int, Point]


@frozen
class Patch:
    """A printed square of known paint: ``rgb`` sRGB 0-255."""

    centre: Point
    side_mm: float
    rgb: tuple[int, int, int]


@frozen
class Layout:
    """Everything a reader needs to know of one board."""

    id: str
    size_mm: tuple[float, float]
    places: tuple[Place, ...]
    pieces: tuple[Piece, ...]
    marks: Marks | None = None
    patches: tuple[Patch, ...] = ()
    die_faces: tuple[str, ...] = ()  # colour names of a colour die's sides; empty for pips
    die_mm: float = 16.0


def counted(layout: Layout, place: Place, px_per_mm: float) -> bool:
    """Whether cubes show large enough to be counted where several may lie in one place.

    Always true of places without cubes: the limit was measured with them, and other shapes seldom lie side to side.
    """
    return piece_px(layout, place, px_per_mm) >= COUNTED_PX


def piece_px(layout: Layout, place: Place, px_per_mm: float) -> float:
    """Width in the picture of the smallest cube that may lie in a place; boundless where none may."""
    if place.look != "area":
        return float("inf")
    here = [min(p.size_mm) for p in layout.pieces if p.shape == "cube" and place.takes(p)]
    return min(here, default=float("inf")) * px_per_mm
