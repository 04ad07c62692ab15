"""Forms: a piece of some shape on so many discs, drawn as the camera sees it."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from attrs import define, evolve, field, frozen
from numpy.typing import NDArray

from vision.layout import Piece
from vision.solids import Solid, outline

Offsets = NDArray[np.int32]  # (N, 2) rows and columns of a form's pixels, from the middle of its base
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

    @property
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


@lru_cache(maxsize=512)
def _grid(n: int, cell: int, wide: int) -> NDArray[np.int64]:
    """The cell of each pixel of a canvas that reaches ``n`` px from its middle, row by row of ``wide`` cells."""
    at = (np.arange(-n, n + 1) + cell // 2) // cell + wide // 2
    return np.asarray(at[:, None] * wide + at)


def _drawing(form: Form, lean: tuple[float, float], z0: float, scale: float) -> NDArray[np.uint8]:
    """A form as seen on the plane ``z0`` about its base's middle: 2 i + 1 the top of level i, 2 i + 2 its sides."""
    lx, ly = lean
    tall = max(abs(form.height - z0), z0)
    wide = max(s.reach for s, *_ in form.levels)
    n = int(np.ceil((wide + tall * max(abs(lx), abs(ly))) * scale)) + 2
    canvas = np.zeros((2 * n + 1, 2 * n + 1), np.uint8)
    shift = np.array([lx, ly], np.float32)
    for i, (shape, yaw, z1, z2) in enumerate(form.levels):
        flat = _around(shape, yaw)
        lower, upper = ((flat + shift * (z - z0)) * scale + n for z in (z1, z2))
        hull = cv2.convexHull(np.concatenate([lower, upper]))[:, 0]
        for area, value in ((hull, 2 * i + 2), (upper, 2 * i + 1)):
            cv2.fillConvexPoly(canvas, np.rint(area * 16).astype(np.int32), value, cv2.LINE_8, 4)
    return canvas


@lru_cache(maxsize=8192)
def render(form: Form, lean: tuple[float, float], z0: float, scale: float) -> tuple[tuple[Offsets, Offsets], ...]:
    """Pixels of the lit top and of the sides of each level, bottom first, as seen on the plane ``z0``.

    ``lean``: mm of shift per mm of height.
    """
    canvas = _drawing(form, lean, z0, scale)
    n = len(canvas) // 2
    parts = [np.argwhere(canvas == v).astype(np.int32) - n for v in range(1, 2 * len(form.levels) + 1)]
    return tuple(zip(parts[0::2], parts[1::2], strict=True))


@frozen(eq=False)
class Stencil:
    """Forms as they show around the middle of their base, over cells of some pixels: what a search multiplies with.

    ``used`` (C, 2): rows and columns of the cells, from that of the middle; ``top``, ``side`` (C, M): shares of them
    that each level of each form covers; ``last`` (F,): the level that is a form's top; ``under`` (M, F): 1 for those
    below it.
    """

    used: NDArray[np.int64]
    top: NDArray[np.float32]
    side: NDArray[np.float32]
    last: NDArray[np.int64]
    under: NDArray[np.float32]


@define(eq=False)
class Plan:
    """What may stand on places of a kind: the forms that are tried, each at some turns, and in which paints.

    ``may`` (paints, forms): whether a form is tried in a paint.
    """

    forms: tuple[Form, ...]
    may: NDArray[np.bool_]
    discs: tuple[int, ...]  # paints of what may stand below
    turned: tuple[Form, ...] = field(init=False)
    first: NDArray[np.int64] = field(init=False)  # (forms,) the first turn of each
    start: NDArray[np.float32] = field(init=False)  # (turned,) nats mm² that each is given at once
    _stencils: dict[tuple[tuple[float, float], float, float, int], Stencil] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.turned = tuple(evolve(f, yaw=yaw) for f in self.forms for yaw in f.top.turns)
        turns = [len(f.top.turns) for f in self.forms]
        self.first = np.cumsum([0, *turns[:-1]])
        self.start = np.array([toll(f) for f in self.turned], np.float32)

    def stencil(self, lean: tuple[float, float], z0: float, scale: float, cell: int) -> Stencil:
        """``cell``: px a side."""
        key = (lean, z0, scale, cell)
        if key not in self._stencils:
            if len(self._stencils) > STENCILS:
                self._stencils.clear()
            self._stencils[key] = self._drawn(*key)
        return self._stencils[key]

    def _drawn(self, lean: tuple[float, float], z0: float, scale: float, cell: int) -> Stencil:
        drawn = [_drawing(f, lean, z0, scale) for f in self.turned]
        n = -(-max(len(d) // 2 for d in drawn) // cell)
        wide = 2 * n + 1
        parts_of: list[NDArray[np.int64]] = []
        last: list[int] = []
        columns: list[int] = []
        for form, canvas in zip(self.turned, drawn, strict=True):
            parts = 2 * len(form.levels) + 1
            at = canvas.astype(np.int64) * wide**2 + _grid(len(canvas) // 2, cell, wide)
            parts_of.append(np.bincount(at.ravel(), minlength=parts * wide**2).reshape(parts, -1)[1:])
            columns += [len(last)] * (len(form.levels) - 1) + [-1]
            last.append(len(columns) - 1)
        counts = np.concatenate(parts_of).astype(np.float32)
        masks = np.stack([counts[0::2], counts[1::2]])
        under = (np.array(columns)[:, None] == np.arange(len(last))).astype(np.float32)
        shown = np.flatnonzero(masks.any(axis=(0, 1)))
        used = np.column_stack(np.divmod(shown, wide)) - n
        # What was said is a mean over a cell: a share of its pixels.
        top, side = (np.ascontiguousarray(m[:, shown].T) for m in masks / (cell * cell))
        return Stencil(used, top, side, np.array(last), under)


def toll(form: Form) -> float:
    """Nats mm² that a form is given before anything is looked at: never more than nought."""
    return -LEVEL * form.below - (ODD if form.below and form.top != form.base else 0.0)
