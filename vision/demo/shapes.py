"""Pieces lying on the table as small polyhedra with paint on their faces."""

from __future__ import annotations

import math

import numpy as np
from attrs import frozen

from vision.demo.paint import Paints
from vision.demo.view import View

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
# For each side up, the sides towards +x, +y, -x, -y of the die; opposite sides sum to 7.
AROUND = {1: (2, 3, 5, 4), 2: (1, 4, 6, 3), 3: (1, 2, 6, 5), 4: (1, 5, 6, 2), 5: (1, 3, 6, 4), 6: (2, 4, 5, 3)}


@frozen
class LaidPiece:
    """A piece on the table. ``id`` names its kind and colour (``soldier:white``), ``key`` this very piece.

    ``x``, ``y``: middle of the base, ``z``: height of the base, mm in the board frame; ``yaw`` degrees,
    counter-clockwise seen from above. ``faces``: colours of a colour die's sides 1-6 (empty: pips); ``up``: the side
    on top, 1-6.
    """

    id: str
    shape: str
    colour: str
    x: float
    y: float
    size_mm: tuple[float, float]
    height_mm: float
    z: float = 0.0
    yaw: float = 0.0
    key: int = 0
    place: str = ""
    faces: tuple[str, ...] = ()
    up: int = 1
    loose: bool = False  # lies on the table beside the sheet: a bump of the sheet leaves it where it is
    face: str = ""  # the printed side that is up; what is printed there is drawn anew for each seed

    @property
    def round(self) -> bool:
        return self.shape in ("disc", "cylinder")

    def outline(self, grow: float = 0.0) -> np.ndarray:
        """Corners of the base, (n, 2) mm."""
        if self.round:
            a = np.linspace(0, 2 * np.pi, 28, endpoint=False)
            r = self.size_mm[0] / 2 + grow
            return np.column_stack([self.x + r * np.cos(a), self.y + r * np.sin(a)])
        w, h = self.size_mm[0] / 2 + grow, self.size_mm[1] / 2 + grow
        c, s = math.cos(math.radians(self.yaw)), math.sin(math.radians(self.yaw))
        # y points down the sheet: counter-clockwise as seen needs the mirrored turn
        return np.array(
            [[self.x + c * u + s * v, self.y - s * u + c * v] for u, v in ((-w, -h), (w, -h), (w, h), (-w, h))]
        )

    def solid(self) -> np.ndarray:
        """Corners of base and top, (2 n, 3) mm."""
        o = self.outline()
        return np.vstack([np.column_stack([o, np.full(len(o), z)]) for z in (self.z, self.z + self.height_mm)])


@frozen(eq=False)
class Face:
    """A visible face: corners (n, 3) mm, outward normal (z up), paint in linear light, dots painted on it."""

    corners: np.ndarray
    normal: np.ndarray
    paint: np.ndarray
    dots: tuple[np.ndarray, ...] = ()
    dot_paint: np.ndarray | None = None
    low: bool = False  # stands on the ground: its lower end is darker


@frozen
class DieLook:
    """Dice with pips of one box: body and pips, how far pips lie from the middle and their radius (of an edge)."""

    body: str = "ivory"
    pips: str = "black"
    apart: float = 0.25
    radius: float = 0.1


DIE_BODIES = ("ivory", "white", "red", "black", "blue", "green", "natural", "purple")
PALE_BODIES = ("ivory", "white", "natural")


def die_look(seed: int) -> DieLook:
    """The dice of a seed: most are pale with dark pips, some coloured with pale ones."""
    rng = np.random.default_rng([seed, 75])
    body = str(rng.choice(PALE_BODIES if rng.random() < 0.5 else DIE_BODIES))
    pips = "white" if body not in PALE_BODIES else str(rng.choice(("black", "black", "black", "blue", "red")))
    return DieLook(body, pips, float(rng.uniform(0.225, 0.275)), float(rng.uniform(0.085, 0.115)))


def _dots(corners: np.ndarray, value: int, look: DieLook) -> tuple[np.ndarray, ...]:
    """Pips of a square face as polygons of 12 corners."""
    o, u, v = corners[0], corners[1] - corners[0], corners[3] - corners[0]
    a = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    dots = []
    for i, j in PIPS[value]:
        cu, cv, r = 0.5 + look.apart * i, 0.5 + look.apart * j, look.radius
        dots.append(o + np.outer(cu + r * np.cos(a), u) + np.outer(cv + r * np.sin(a), v))
    return tuple(dots)


def faces_of(piece: LaidPiece, eye: np.ndarray, paints: Paints) -> list[Face]:
    """The faces that the eye (x, y, z up, mm on the sheet) can see, sides first, top last."""
    base = piece.outline()
    n = len(base)
    z0, z1 = piece.z, piece.z + piece.height_mm
    colour_die = piece.shape == "die" and bool(piece.faces)
    pip_die = piece.shape == "die" and not piece.faces
    look = die_look(paints.seed) if pip_die and not piece.loose else DieLook()
    paint = paints.of(look.body if pip_die else piece.colour, piece.key)
    pip = paints.base(look.pips)
    around = AROUND[piece.up] if piece.shape == "die" else (0, 0, 0, 0)
    out: list[tuple[float, Face]] = []
    for i in range(n):
        a, b = base[i], base[(i + 1) % n]
        d = b - a
        normal = np.array([d[1], -d[0], 0.0]) / (np.hypot(*d) or 1.0)
        middle = np.array([*(a + b) / 2, (z0 + z1) / 2])
        if (eye - middle) @ normal <= 0:
            continue
        corners = np.array([[*a, z1], [*b, z1], [*b, z0], [*a, z0]])
        # the base runs lower edge -y, +x, +y, -x of the die's own frame
        side = around[(3, 0, 1, 2)[i]] if n == 4 else 0
        own = paints.of(piece.faces[side - 1], piece.key * 8 + side) if colour_die else paint
        dots = _dots(corners, side, look) if pip_die else ()
        out.append((float(np.linalg.norm(eye - middle)), Face(corners, normal, own, dots, pip, low=piece.z < 0.5)))
    out.sort(key=lambda pair: -pair[0])
    top = np.column_stack([base, np.full(n, z1)])
    own = paints.of(piece.faces[piece.up - 1], piece.key * 8 + piece.up) if colour_die else paint
    dots = _dots(top, piece.up, look) if pip_die else ()
    if piece.face:
        own, dots, pip = printed(piece, paints, z1)
    lid = Face(top, np.array([0.0, 0.0, 1.0]), own, dots, pip)
    return [*(f for _, f in out), lid]


FACE_PAINTS = ("ivory", "natural", "yellow", "gold", "rose", "grey", "cyan", "white")
EMBLEM_PAINTS = ("black", "brown", "red", "green", "purple", "blue")


def printed(piece: LaidPiece, paints: Paints, z: float) -> tuple[np.ndarray, tuple[np.ndarray, ...], np.ndarray]:
    """Ground, emblem and its paint of the side that is up: a print of this seed, the same on all pieces of a kind."""
    rng = np.random.default_rng([paints.seed, 74, *piece.id.encode()])
    ground = paints.of(str(rng.choice(FACE_PAINTS)), piece.key)
    corners, share, twist = int(rng.integers(3, 9)), float(rng.uniform(0.42, 0.72)), float(rng.uniform(0, 6))
    a = np.linspace(0, 2 * np.pi, corners, endpoint=False) + twist + math.radians(piece.yaw)
    r = share * min(piece.size_mm) / 2
    emblem = np.column_stack([piece.x + r * np.cos(a), piece.y + r * np.sin(a), np.full(corners, z)])
    return ground, (emblem,), paints.base(str(rng.choice(EMBLEM_PAINTS)))


def top_px(piece: LaidPiece, view: View) -> np.ndarray:
    """The middle of the top in px."""
    return np.asarray(view.project(np.array([[piece.x, piece.y, piece.z + piece.height_mm]]), not piece.loose)[0])


def painter_order(pieces: list[LaidPiece], eye: np.ndarray) -> list[LaidPiece]:
    """Far pieces first, and what stands on another after it; ``eye`` in the sheet's frame."""
    return sorted(pieces, key=lambda p: (round(p.z, 1), -float(np.hypot(p.x - eye[0], p.y - eye[1]))))
