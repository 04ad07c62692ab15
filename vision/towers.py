"""Towers: what stands on a printed place, told by the rendered shape that explains its pixels best.

Every hypothesis is a piece of some shape and paint on so many discs, somewhere on its place. Rendered, it shows a lit
top and the sides of each level; its score is the sum of the pixels' log-likelihood ratios against bare print. Places
are read together: what stands on one explains no pixel of the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import cv2
import numpy as np
from attrs import define, evolve, field, frozen
from numpy.typing import NDArray

from vision.camera import Array, View
from vision.evidence import Evidence
from vision.layout import Piece, Place
from vision.rectify import Raster
from vision.solids import Solid, outline

Offsets = NDArray[np.int32]  # (N, 2) rows and columns of a form's pixels, from the middle of its base
BELOW = 2  # discs under a top that are looked for
OFF_MM = 6.0  # from the middle of a slot: a piece may stand so far off
TURNS = 3  # of a square that are tried at first
COARSE = 3  # px between the middles that are tried at first
KEPT = 6  # hypotheses a place that are looked at closely
SOME_MM2 = 10.0  # pixels that no print explains: less is nothing
RARE = 1.5  # nats a pixel against a thing of no known paint
LEVEL = 20.0  # nats mm² that a further piece must explain beyond noise
ODD = 200.0  # nats mm² against a piece that stands on discs and is none of their shape
THIN = 4  # at first each so-manieth pixel of a form is looked at
LIVELY = 0.5  # nats by which a paint must speak for so many pixels as the smallest top has, to be tried


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


@lru_cache(maxsize=8192)
def render(form: Form, lean: tuple[float, float], z0: float, scale: float) -> tuple[tuple[Offsets, Offsets], ...]:
    """Pixels of the lit top and of the sides of each level, bottom first, as seen on the plane ``z0``.

    ``lean``: mm of shift per mm of height.
    """
    lx, ly = lean
    tall = max(abs(form.height - z0), z0)
    wide = max(s.solid.reach for s, *_ in form.levels)
    n = int(np.ceil((wide + tall * max(abs(lx), abs(ly))) * scale)) + 2
    canvas = np.zeros((2 * n + 1, 2 * n + 1), np.uint8)

    def px(shape: Shape, yaw: float, z: float) -> Array:
        return outline(shape.solid, lx * (z - z0), ly * (z - z0), yaw) * scale + n

    for i, (shape, yaw, z1, z2) in enumerate(form.levels):
        upper = px(shape, yaw, z2)
        hull = cv2.convexHull(np.vstack([px(shape, yaw, z1), upper]).astype(np.float32)).reshape(-1, 2)
        for area, value in ((hull, 2 * i + 2), (upper, 2 * i + 1)):
            cv2.fillConvexPoly(canvas, np.round(area * 16).astype(np.int32), value, cv2.LINE_8, 4)
    parts = [np.argwhere(canvas == v).astype(np.int32) - n for v in range(1, 2 * len(form.levels) + 1)]
    return tuple(zip(parts[0::2], parts[1::2], strict=True))


@frozen(eq=False)
class Guess:
    """A hypothesis at its best place: paint (index), form, middle of the base in raster px, score (nats mm²)."""

    paint: int
    form: Form
    row: int
    col: int
    score: float


@define(eq=False)
class Spot:
    """One place where towers stand: what may be on top, and where the base may be."""

    place: Place
    pieces: list[Piece]
    shapes: dict[Shape, list[Piece]] = field(init=False)
    base: Shape = field(init=False)
    below: int = field(init=False)
    room: tuple[float, float] = field(init=False)  # mm from the middle, half widths
    tall: float = field(init=False)
    least: float = field(init=False)  # mm², of the smallest top
    wide: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.shapes = {}
        for p in self.pieces:
            self.shapes.setdefault(shape_of(p), []).append(p)
        discs = [s for s in self.shapes if s.kind == "round"] or list(self.shapes)
        self.base = max(discs, key=lambda s: (s.height, s.length))
        kinds = {p.id.partition(":")[0] for p in self.pieces}
        most = sum(n for k, n in self.place.holds.items() if k in kinds)
        if self.place.look == "heap":
            most = max(most, len(self.pieces))
        self.below = min(BELOW, max(0, most - 1))
        xs, ys = [p[0] for p in self.place.polygon], [p[1] for p in self.place.polygon]
        width, height = max(xs) - min(xs), max(ys) - min(ys)
        size = self.base.length
        if self.place.look == "heap":
            self.room = (max(2.0, (width - size) / 2 + 1.0), max(2.0, (height - size) / 2 + 1.0))
        else:
            self.room = (OFF_MM, OFF_MM)
        self.tall = self.below * self.base.height + max(s.height for s in self.shapes)
        self.least = min(s.area for s in self.shapes)
        self.wide = max(s.solid.reach for s in self.shapes)

    @property
    def area(self) -> float:
        """Of the place, mm²."""
        return float(cv2.contourArea(np.asarray(self.place.polygon, np.float32)))

    def forms(self, foreign: Iterable[Shape] = ()) -> list[Form]:
        out = []
        for shape in dict.fromkeys((*self.shapes, *foreign)):
            for below in range(self.below + 1):
                out.append(Form(shape, below, self.base))
        return out


class Field:
    """The evidence over one raster: which pixels are still to be explained, and scores of forms there."""

    def __init__(self, evidence: Evidence, view: View, z0: float) -> None:
        self.raster: Raster = evidence.raster
        self.top, self.side = evidence.top, evidence.side
        self.view, self.z0 = view, z0
        for face in (self.top, self.side):  # a thing of no known paint is rarer than any piece
            face[-1] -= RARE / self.raster.scale**2
        self.free: NDArray[np.bool_] = np.ones(self.top.shape[1:], np.bool_)
        best = self.top.max(axis=0)
        self.busy = (best > 0.5 / self.raster.scale**2).astype(np.uint8)

    def lean(self, spot: Spot) -> tuple[float, float]:
        lx, ly = self.view.lean(*spot.place.centre)
        return round(lx / 0.02) * 0.02, round(ly / 0.02) * 0.02

    def box(self, spot: Spot) -> tuple[slice, slice]:
        """The part of the raster that what stands on a place may show in."""
        lx, ly = self.lean(spot)
        z = max(self.z0, abs(spot.tall - self.z0))
        reach_x = spot.room[0] + spot.wide + z * abs(lx) + 2
        reach_y = spot.room[1] + spot.wide + z * abs(ly) + 2
        x, y = spot.place.centre
        corners = [(x + a * reach_x, y + b * reach_y) for a in (-1, 1) for b in (-1, 1)]
        return self.raster.box(corners)

    def stirred(self, spot: Spot) -> bool:
        """Whether enough pixels of a place are not plainly print."""
        rows, cols = self.box(spot)
        part = self.busy[rows, cols] & self.free[rows, cols]
        return bool(cv2.countNonZero(np.ascontiguousarray(part, np.uint8)) > SOME_MM2 * self.raster.scale**2)

    def unexplained(self, spot: Spot) -> float:
        """How much of a place (mm²) is not plainly print and belongs to nothing that was found."""
        box = self.raster.box(spot.place.polygon)
        part = np.ascontiguousarray(self.busy[box] & self.free[box], np.uint8)
        return cv2.countNonZero(part) / self.raster.scale**2

    def search(self, spot: Spot, paints: Sequence[int], forms: Mapping[int, Sequence[Form]]) -> list[Guess]:
        """The best middle of every form in every paint, best first."""
        rows, cols = self.box(spot)
        if rows.stop - rows.start < 8 or cols.stop - cols.start < 8:
            return []
        lean, scale = self.lean(spot), self.raster.scale
        pad = int(np.ceil((spot.tall + self.z0) * max(abs(lean[0]), abs(lean[1])) * scale + spot.wide * scale)) + 3
        free = self.free[rows, cols]
        rim = ((0, 0), (pad, pad), (pad, pad))
        top, side = (np.pad(x[:, rows, cols] * free, rim) for x in (self.top, self.side))
        stride = top.shape[2]
        top, side = top.reshape(len(top), -1), side.reshape(len(side), -1)
        live = [k for k in paints if float(np.maximum(top[k], 0).sum()) > LIVELY * spot.least]
        discs = [k for k in live if any(f.top == spot.base for f in forms[k]) and k < len(top) - 1]
        middle = self.raster.px([spot.place.centre])[0] - (cols.start, rows.start)
        rx, ry = spot.room[0] * scale, spot.room[1] * scale
        gx, gy = (
            g.ravel()
            for g in np.meshgrid(
                np.arange(-int(rx), int(rx) + 1, COARSE) + round(float(middle[0])),
                np.arange(-int(ry), int(ry) + 1, COARSE) + round(float(middle[1])),
            )
        )
        if spot.place.look != "heap":
            inside = np.hypot((gx - middle[0]) / rx, (gy - middle[1]) / ry) <= 1.05
            gx, gy = gx[inside], gy[inside]

        def score(form: Form, at: NDArray[np.int64], which: Sequence[int], thin: int) -> Array:
            """Scores (paints, places) of a form with its middle at these pixels, by each ``thin``-th pixel."""
            odd = form.below and form.top != form.base
            total = np.full((len(which), len(at)), -ODD if odd else 0.0, np.float32)
            levels = render(form, lean, self.z0, scale)
            for i, faces in enumerate(levels):
                under = i < len(levels) - 1
                shown = np.zeros((len(discs) if under else len(which), len(at)), np.float32)
                for offsets, evidence in zip(faces, (top, side), strict=True):
                    some = offsets[::thin]
                    if len(some) < 3:
                        continue
                    where = at[:, None] + (some[:, 0] * stride + some[:, 1])[None]
                    share = np.float32(len(offsets) / len(some))
                    for j, k in enumerate(discs if under else which):
                        shown[j] += evidence[k].take(where).sum(axis=1) * share
                total += (shown.max(axis=0, initial=-1e6) - LEVEL) if under else shown
            return np.asarray(total)

        by_form: dict[Form, list[int]] = {}
        for k in live:
            for form in forms[k]:
                by_form.setdefault(form, []).append(k)
        at = (gy + pad) * stride + gx + pad
        found: list[Guess] = []
        for form, which in by_form.items():
            best: dict[int, Guess] = {}
            for yaw in form.top.turns:
                turned = evolve(form, yaw=yaw)
                totals = score(turned, at, which, THIN)
                for k, row in zip(which, totals, strict=True):
                    i = int(row.argmax())
                    if k not in best or row[i] > best[k].score:
                        best[k] = Guess(k, turned, int(gy[i]), int(gx[i]), float(row[i]))
            found += best.values()
        found.sort(key=lambda g: -g.score)
        dy, dx = (g.ravel() for g in np.mgrid[-1:2, -1:2])
        for n, g in enumerate(found[:KEPT]):
            step = np.pi / 4 / TURNS
            turns = (g.form.yaw,) if g.form.top.kind == "round" else (g.form.yaw - step, g.form.yaw, g.form.yaw + step)
            at = (g.row + dy + pad) * stride + g.col + dx + pad
            tried = [(score(evolve(g.form, yaw=yaw), at, [g.paint], 1)[0], yaw) for yaw in turns]
            row, yaw = max(tried, key=lambda t: float(t[0].max()))
            i = int(row.argmax())
            found[n] = Guess(g.paint, evolve(g.form, yaw=yaw), int(g.row + dy[i]), int(g.col + dx[i]), float(row[i]))
        found = [evolve(g, row=g.row + rows.start, col=g.col + cols.start) for g in found]
        return sorted(found, key=lambda g: -g.score)

    def silhouette(self, spot: Spot, guess: Guess) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows and columns of the raster that a guess shows in."""
        o = np.vstack([x for faces in render(guess.form, self.lean(spot), self.z0, self.raster.scale) for x in faces])
        h, w = self.free.shape
        r, c = guess.row + o[:, 0], guess.col + o[:, 1]
        ok = (r >= 0) & (r < h) & (c >= 0) & (c < w)
        return r[ok].astype(np.int64), c[ok].astype(np.int64)

    def lit_top(self, spot: Spot, guess: Guess, inset: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The middle of its top, a rim of ``inset`` mm left out."""
        s = guess.form.top
        inner = evolve(s, length=max(2.0, s.length - 2 * inset), width=max(2.0, s.width - 2 * inset))
        form = evolve(guess.form, top=inner)
        lit = render(form, self.lean(spot), self.z0, self.raster.scale)[-1][0]
        h, w = self.free.shape
        r, c = guess.row + lit[:, 0], guess.col + lit[:, 1]
        ok = (r >= 0) & (r < h) & (c >= 0) & (c < w)
        return r[ok].astype(np.int64), c[ok].astype(np.int64)
