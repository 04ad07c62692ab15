"""Flat views of the table: rasters in board millimetres, and the camera's picture drawn onto planes above the print."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import cv2
import numpy as np
from attrs import define
from numpy.typing import NDArray

from vision.camera import Array, View
from vision.layout import Layout, Place

Image = NDArray[np.float32]
Mask = NDArray[np.uint8]
_MEAN = np.full((1, 3), 1 / 3, np.float32)


@define(eq=False, frozen=True, slots=False)
class Raster:
    """A grid of ``width`` x ``height`` px over board mm: px = (mm - origin) * ``scale`` - 0.5."""

    scale: float  # px per mm
    x0: float
    y0: float
    width: int
    height: int

    @classmethod
    def over(cls, x0: float, y0: float, x1: float, y1: float, scale: float) -> Raster:
        return cls(scale, x0, y0, max(1, round((x1 - x0) * scale)), max(1, round((y1 - y0) * scale)))

    @classmethod
    def of_sheet(cls, layout: Layout, scale: float, margin_mm: float = 4.0) -> Raster:
        """The sheet with a rim, and whatever place reaches beyond it except trays."""
        xs = [-margin_mm, layout.size_mm[0] + margin_mm]
        ys = [-margin_mm, layout.size_mm[1] + margin_mm]
        for place in layout.places:
            if place.look != "tray":
                xs += [p[0] for p in place.polygon]
                ys += [p[1] for p in place.polygon]
        return cls.over(min(xs), min(ys), max(xs), max(ys), scale)

    @cached_property
    def matrix(self) -> Array:
        """mm -> px of this raster."""
        s = self.scale
        return np.array([[s, 0, -0.5 - s * self.x0], [0, s, -0.5 - s * self.y0], [0, 0, 1.0]])

    @cached_property
    def inverse(self) -> Array:
        return np.asarray(np.linalg.inv(self.matrix))

    def px(self, points: object) -> Array:
        """mm (N, 2) -> px (N, 2)."""
        return np.asarray(points, np.float64).reshape(-1, 2) * self.scale - (
            0.5 + self.scale * self.x0,
            0.5 + self.scale * self.y0,
        )

    def mm(self, points: object) -> Array:
        """px (N, 2) -> mm (N, 2)."""
        return (np.asarray(points, np.float64).reshape(-1, 2) + 0.5) / self.scale + (self.x0, self.y0)

    def mask(self, polygon: object, grow_mm: float = 0.0) -> Mask:
        """255 inside a polygon in mm, grown or shrunk."""
        out = np.zeros((self.height, self.width), np.uint8)
        cv2.fillPoly(out, [np.round(self.px(polygon) * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
        r = round(abs(grow_mm) * self.scale)
        if r:
            disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * r + 1, 2 * r + 1))
            out = np.asarray((cv2.dilate if grow_mm > 0 else cv2.erode)(out, disc), np.uint8)
        return out

    def box(self, polygon: object, grow_mm: float = 0.0) -> tuple[slice, slice]:
        """Rows and columns of a polygon's bounding box, inside the raster."""
        p = self.px(polygon)
        g = grow_mm * self.scale
        x0, y0 = np.floor(p.min(axis=0) - g).astype(int)
        x1, y1 = np.ceil(p.max(axis=0) + g).astype(int) + 1
        return (
            slice(min(max(int(y0), 0), self.height), min(max(int(y1), 0), self.height)),
            slice(min(max(int(x0), 0), self.width), min(max(int(x1), 0), self.width)),
        )

    def cut(self, outline: object, grow_mm: float = 0.0) -> tuple[tuple[slice, slice], Mask]:
        """The box of a convex outline (N, 2) mm, grown, and 255 inside the outline within that box."""
        box = self.box(outline, grow_mm)
        mask = np.zeros((box[0].stop - box[0].start, box[1].stop - box[1].start), np.uint8)
        if mask.size:
            fill(mask, self.px(outline) - (box[1].start, box[0].start))
        return box, mask

    def part(self, box: tuple[slice, slice]) -> Raster:
        """The raster of a box of this one."""
        (rows, cols), s = box, self.scale
        x0, y0 = self.x0 + cols.start / s, self.y0 + rows.start / s
        return Raster(s, x0, y0, cols.stop - cols.start, rows.stop - rows.start)

    def scaled(self, scale: float) -> Raster:
        """The same ground with another number of px per mm."""
        across, down = self.width / self.scale, self.height / self.scale
        return Raster.over(self.x0, self.y0, self.x0 + across, self.y0 + down, scale)

    def window(self, part: Raster) -> tuple[slice, slice]:
        """The box of this raster that a part of it covers."""
        x, y = round((part.x0 - self.x0) * self.scale), round((part.y0 - self.y0) * self.scale)
        return slice(y, y + part.height), slice(x, x + part.width)

    def draw(self, frame: NDArray[np.uint8], view: View, z_mm: float) -> NDArray[np.uint8]:
        """The picture on the plane ``z_mm`` above the print, on this raster; black where the camera does not see."""
        m = view.plane(z_mm) @ self.inverse
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpPerspective(frame, m, (self.width, self.height), flags=flags), np.uint8)

    def between(self, view: View, z_from: float, z_to: float) -> Array:
        """Homography: px of this raster at height ``z_from`` -> px of the same ray at height ``z_to``."""
        return np.asarray(self.matrix @ np.linalg.inv(view.plane(z_to)) @ view.plane(z_from) @ self.inverse)


def fill(mask: Mask, outline: NDArray[np.floating[Any]], value: int = 255) -> None:
    """Draw a convex outline (N, 2) px into a mask, to a sixteenth of a pixel."""
    cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), value, cv2.LINE_8, 4)


def clear(mask: NDArray[Any], hidden: Mask | None) -> None:
    """Set nought where something is ``hidden`` (255)."""
    if hidden is not None:
        mask[hidden > 0] = 0


def wider(mask: Mask, across: float) -> Mask:
    """A mask spread by a square of so many px across."""
    n = max(3, round(across) | 1)
    return np.asarray(cv2.dilate(mask, np.ones((n, n), np.uint8)), np.uint8)


def signed_distance(polygon: object, x: float, y: float) -> float:
    """Distance in mm from a point to a polygon's border; positive inside."""
    return float(cv2.pointPolygonTest(np.asarray(polygon, np.float32).reshape(-1, 1, 2), (float(x), float(y)), True))


def belongs(places: tuple[Place, ...], x: float, y: float, doubt_mm: float = 4.0) -> dict[str, float]:
    """Which areas a piece with its base's middle at (x, y) lies in: place id -> share; the rest to 1 lies in none.

    Nearer than ``doubt_mm`` to a border the piece is split between both sides, half and half on the line itself.
    """
    near = {}
    for place in places:
        d = signed_distance(place.polygon, x, y)
        if d > -doubt_mm:
            near[place.id] = float(np.clip(0.5 + 0.5 * d / doubt_mm, 0.0, 1.0))
    total = sum(near.values())
    return {k: v / max(total, 1.0) for k, v in near.items() if v > 1e-3}


# ---------------------------------------------------------------- over three channels numpy is many times slower
def brightest(picture: NDArray[Any]) -> NDArray[Any]:
    """The largest of three channels (h, w, 3) -> (h, w)."""
    b, g, r = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(b, g), r))


def average(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean of three channels (h, w, 3) -> (h, w)."""
    return np.asarray(cv2.transform(picture, _MEAN), np.float32)


def squares(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """The sum of three squared channels (h, w, 3) -> (h, w)."""
    b, g, r = cv2.split(picture)
    return np.asarray(b * b + g * g + r * r, np.float32)


def put(target: NDArray[Any], source: NDArray[Any], where: NDArray[np.uint8]) -> None:
    """Copy pixels of ``source`` into ``target`` where ``where`` is not 0."""
    cv2.copyTo(source, where, target)
