"""Pieces as simple solids standing on the board: cubes, blocks, discs and cylinders, and their outlines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

import cv2
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

ROUND = 20  # corners that stand for a circle

Floats = NDArray[np.float64]


@frozen(cache_hash=True)
class Solid:
    """A kind of piece in one colour: ``colour`` is the index of its paint, sizes in mm.

    ``cost``: what it has to explain (nats mm²) beyond noise before it is believed.
    """

    piece: str
    colour: int
    shape: str  # square | bar | round
    length: float
    width: float
    height: float
    cost: float = 0.0

    @cached_property
    def area(self) -> float:
        """Of its top, mm²."""
        return self.length * self.width * (np.pi / 4 if self.shape == "round" else 1.0)

    @cached_property
    def period(self) -> float:
        """The turn after which it looks the same; 0 for round ones."""
        return {"square": np.pi / 2, "bar": np.pi, "round": 0.0}[self.shape]

    @cached_property
    def reach(self) -> float:
        """From its middle to its farthest corner, mm."""
        return self.length / 2 if self.shape == "round" else float(np.hypot(self.length, self.width)) / 2


@frozen(cache_hash=True)
class Body:
    """A solid that stands somewhere: its index, the middle of its base in mm and its turn in radians."""

    solid: int
    x: float
    y: float
    yaw: float = 0.0


def beside(bodies: Sequence[Body], b: Body, mm: float) -> list[int]:
    """Which bodies stand nearer than so many mm to another."""
    return [i for i, o in enumerate(bodies) if (o.x - b.x) ** 2 + (o.y - b.y) ** 2 < mm * mm]


def outline(solid: Solid, x: float, y: float, yaw: float, grow: float = 0.0) -> Floats:
    """Corners (N, 2) of the footprint in mm."""
    if solid.shape == "round":
        a = np.arange(ROUND) * (2 * np.pi / ROUND)
        r = (solid.length / 2 + grow) * 1.008  # of equal area
        return np.column_stack([x + r * np.cos(a), y + r * np.sin(a)])
    return square(x, y, yaw, solid.length + 2 * grow, solid.width + 2 * grow)


def square(x: float, y: float, yaw: float, length: float, width: float | None = None) -> Floats:
    """Corners (4, 2) of a turned square or rectangle."""
    u, v = length / 2, (length if width is None else width) / 2
    c, s = np.cos(yaw), np.sin(yaw)
    corners = ((u, v), (-u, v), (-u, -v), (u, -v))
    return np.array([(x + a * c - b * s, y + a * s + b * c) for a, b in corners])


@lru_cache(maxsize=512)
def kernel(solid: Solid, scale: float, yaw: float, rim: bool) -> NDArray[np.float32]:
    """A footprint as a filter (sum: its area in px), or its outline (sum: its length in px)."""
    n = int(np.ceil(solid.reach * scale)) * 2 + (5 if rim else 3)
    up = 8
    big = np.zeros((n * up, n * up), np.uint8)
    px = (outline(solid, 0, 0, yaw) * scale + n / 2) * up - 0.5
    pts = np.round(px * 16).astype(np.int32)
    if rim:
        cv2.polylines(big, [pts], True, 255, up, cv2.LINE_8, 4)
    else:
        cv2.fillConvexPoly(big, pts, 255, cv2.LINE_8, 4)
    out = cv2.resize(big, (n, n), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    if rim:
        out *= girth(solid) * scale / max(1e-6, float(out.sum()))
    return np.asarray(out)


def girth(solid: Solid) -> float:
    return np.pi * solid.length if solid.shape == "round" else 2 * (solid.length + solid.width)


@lru_cache(maxsize=64)
def samples(solid: Solid) -> tuple[Floats, Floats]:
    """Points (2, N) evenly over the footprint and (2, M) along its outline, about a millimetre apart, unturned."""
    nu, nv = (max(3, min(10, round(s))) for s in (solid.length, solid.width))
    along = [((np.arange(n) + 0.5) / n - 0.5) * s for n, s in ((nu, solid.length), (nv, solid.width))]
    u, v = np.meshgrid(*along)
    points = np.vstack([u.ravel(), v.ravel()])
    m = 8
    if solid.shape == "round":
        points = points[:, np.hypot(*points) <= solid.length / 2]
        a = (np.arange(4 * m) + 0.5) / (4 * m) * 2 * np.pi
        return points, solid.length / 2 * np.vstack([np.cos(a), np.sin(a)])
    a, e, f = (np.arange(m) + 0.5) / m - 0.5, solid.length / 2, solid.width / 2
    rim = [(a * solid.length, np.full(m, s * f)) for s in (-1, 1)]
    rim += [(np.full(m, s * e), a * solid.width) for s in (-1, 1)]
    return points, np.hstack([np.vstack(side) for side in rim])
