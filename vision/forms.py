"""Forms: a piece of some shape on so many discs, drawn as the camera sees it."""

from __future__ import annotations

import math
from functools import cached_property, lru_cache

import cv2
import numpy as np
from attrs import define, evolve, field, frozen
from numpy.typing import NDArray

from vision.layout import Piece
from vision.solids import Solid, outline

Offsets = NDArray[np.int64]  # (N, 2) rows and columns of a form's pixels, from the middle of its base
TURNS = 3  # of a square that are tried at first
LEVEL = 20.0  # nats mm² that a further piece must explain beyond noise
ODD = 320.0  # nats mm² against a piece that stands on discs and is none of their shape
STENCILS = 1000  # that are kept, about 100 kB each


@frozen
class Shape:
    """The outline of a piece: ``round``, ``square`` or ``flat`` (a token); mm."""

    kind: str
    length: float
    width: float
    height: float

    @property
    def area(self) -> float:
        return self.length * self.width * (np.pi / 4 if self.kind == "round" else 1.0)

    @property
    def turns(self) -> tuple[float, ...]:
        if self.kind == "round":
            return (0.0,)
        period = np.pi / 2 if abs(self.length - self.width) < 0.5 else np.pi
        return tuple(i * period / TURNS for i in range(TURNS))

    @property
    def solid(self) -> Solid:
        kind = "round" if self.kind == "round" else "bar"
        return Solid("", 0, kind, self.length, self.width, self.height)

    @property
    def reach(self) -> float:
        """From the middle to the farthest corner, mm."""
        return self.length / 2 if self.kind == "round" else math.hypot(self.length, self.width) / 2


def shape_of(piece: Piece) -> Shape:
    kind = {"disc": "round", "cylinder": "round", "token": "flat", "card": "flat"}.get(piece.shape, "square")
    return Shape(kind, *piece.size_mm, piece.height_mm)


@frozen
class Form:
    """A piece of a shape on ``below`` discs of a shape, turned by ``yaw``."""

    top: Shape
    below: int
    base: Shape
    yaw: float = 0.0

    @cached_property
    def levels(self) -> list[tuple[Shape, float, float, float]]:
        """From the print up: shape, turn, and between which heights."""
        h = self.base.height
        out = [(self.base, 0.0, i * h, (i + 1) * h) for i in range(self.below)]
        return [*out, (self.top, self.yaw, self.below * h, self.below * h + self.top.height)]

    @property
    def height(self) -> float:
        return self.levels[-1][3]


@lru_cache(maxsize=512)
def _around(shape: Shape, yaw: float) -> NDArray[np.float32]:
    """A shape's outline about its middle (N, 2), mm."""
    return outline(shape.solid, 0.0, 0.0, yaw).astype(np.float32)


@lru_cache(maxsize=8192)
def _corners(
    shape: Shape, yaw: float, low: float, high: float, lean: tuple[float, float], scale: float
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Corners (1/16 px) of all that shows of a level between two heights over the plane, and of its top."""
    lower, upper = ((_around(shape, yaw) + np.array(lean, np.float32) * z) * scale for z in (low, high))
    hull = cv2.convexHull(np.concatenate([lower, upper]))[:, 0]
    return np.rint(hull * 16).astype(np.int32), np.rint(upper * 16).astype(np.int32)


def _width(form: Form, lean: tuple[float, float], z0: float, scale: float) -> int:
    """How far (px) a form shows from its base's middle on the plane ``z0``."""
    tall = max(abs(form.height - z0), z0)
    wide = max(form.top.reach, form.base.reach if form.below else 0.0)
    return int(np.ceil((wide + tall * max(abs(x) for x in lean)) * scale)) + 2


def _draw(canvas: NDArray[np.uint8], form: Form, lean: tuple[float, float], z0: float, scale: float) -> None:
    """A form as seen on the plane ``z0`` about the middle: 2 i + 1 the top of level i, 2 i + 2 its sides."""
    middle = len(canvas) // 2 * 16
    for i, (shape, yaw, z1, z2) in enumerate(form.levels):
        hull, top = _corners(shape, yaw, z1 - z0, z2 - z0, lean, scale)
        cv2.fillConvexPoly(canvas, hull + middle, 2 * i + 2, cv2.LINE_8, 4)
        cv2.fillConvexPoly(canvas, top + middle, 2 * i + 1, cv2.LINE_8, 4)


@lru_cache(maxsize=8192)
def render(form: Form, lean: tuple[float, float], z0: float, scale: float) -> tuple[Offsets, NDArray[np.intp]]:
    """Pixels of a form as seen on the plane ``z0``, and the face (N,) each shows: 2 i the lit top of level i from the
    print up, 2 i + 1 its sides.

    ``lean``: mm of shift per mm of height.
    """
    n = _width(form, lean, z0, scale)
    canvas = np.zeros((2 * n + 1, 2 * n + 1), np.uint8)
    _draw(canvas, form, lean, z0, scale)
    return np.argwhere(canvas) - n, canvas[canvas > 0].astype(np.intp) - 1


@frozen(eq=False)
class Stencil:
    """Forms as they show around the middle of their base, over cells of some pixels: what a search multiplies with.

    ``used`` (C, 2): rows and columns of the cells, from that of the middle; ``top``, ``side`` (C, M): shares of them
    that each level of each form covers.
    """

    used: NDArray[np.int64]
    top: NDArray[np.float32]
    side: NDArray[np.float32]


@define(eq=False)
class Plan:
    """What may stand on places of a kind: the forms that are tried, each at some turns, and in which paints.

    ``may`` (paints, forms): whether a form is tried in a paint.
    """

    forms: tuple[Form, ...]
    may: NDArray[np.bool_]
    discs: NDArray[np.bool_]  # (paints,) of what may stand below
    turned: tuple[Form, ...] = field(init=False)
    first: NDArray[np.int64] = field(init=False)  # (forms,) the first turn of each
    start: NDArray[np.float32] = field(init=False)  # (turned,) nats mm² that each is given at once
    last: NDArray[np.int64] = field(init=False)  # (turned,) the level that is its top, of all levels one after another
    under: NDArray[np.float32] = field(init=False)  # (levels, turned) 1 for those below it
    _stencils: dict[tuple[tuple[float, float], float, float, int], Stencil] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.turned = tuple(evolve(f, yaw=yaw) for f in self.forms for yaw in f.top.turns)
        turns = [len(f.top.turns) for f in self.forms]
        self.first = np.cumsum([0, *turns[:-1]])
        self.start = np.array([toll(f) for f in self.turned], np.float32)
        levels = np.array([f.below + 1 for f in self.turned])
        self.last = np.cumsum(levels) - 1
        self.under = np.repeat(np.eye(len(levels), dtype=np.float32), levels, axis=0)
        self.under[self.last] = 0

    def stencil(self, lean: tuple[float, float], z0: float, scale: float, cell: int) -> Stencil:
        """``cell``: px a side."""
        key = (lean, z0, scale, cell)
        if key not in self._stencils:
            if len(self._stencils) > STENCILS:
                self._stencils.clear()
            self._stencils[key] = self._drawn(*key)
        return self._stencils[key]

    def _drawn(self, lean: tuple[float, float], z0: float, scale: float, cell: int) -> Stencil:
        n = max(_width(f, lean, z0, scale) for f in self.turned)
        canvas = np.zeros((len(self.turned), 2 * n + 1, 2 * n + 1), np.uint8)
        for f, form in zip(canvas, self.turned, strict=True):
            _draw(f, form, lean, z0, scale)
        around = -(-n // cell)
        wide = 2 * around + 1
        first = 2 * (self.last - [f.below for f in self.turned])  # of a form's labels, which count from 1
        at = np.arange(-n, n + 1) + cell // 2
        at = at // cell + around
        cells = (canvas + (first[:, None, None] - 1)) * wide**2 + (at[:, None] * wide + at)
        counts = np.bincount(cells[canvas > 0], minlength=2 * len(self.under) * wide**2)
        # What was said is a mean over a cell: a share of its pixels.
        masks = counts.reshape(-1, 2, wide**2) / np.float32(cell * cell)
        shown = np.flatnonzero(masks.any(axis=(0, 1)))
        used = np.column_stack(np.divmod(shown, wide)) - around
        top, side = (np.ascontiguousarray(masks[:, i, shown].T, np.float32) for i in (0, 1))
        return Stencil(used, top, side)


def toll(form: Form) -> float:
    """Nats mm² that a form is given before anything is looked at: never more than nought."""
    return -LEVEL * form.below - (ODD if form.below and form.top != form.base else 0.0)
