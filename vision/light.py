"""Light divided out: log light with a floor, white levels over the board, and how this camera shows known colours.

The floor (0.008 of white) keeps saturated and dark paints from changing hue with every shade.
"""

from __future__ import annotations

import cv2
import numpy as np
from attrs import define
from numpy.typing import NDArray

from vision.camera import Array, View, apply
from vision.layout import Layout
from vision.rectify import Image, Raster

FLOOR = 0.008
GAMMA = 2.2
_LEVELS = np.arange(256) / 255.0
_LINEAR = (_LEVELS**GAMMA).astype(np.float32)
_LOG = np.log(_LINEAR + FLOOR).astype(np.float32)
CLIPPED = 250


def linear(picture: NDArray[np.uint8]) -> Image:
    """8-bit values to linear light 0..1."""
    return np.asarray(cv2.LUT(picture, _LINEAR), np.float32)


def log_light(picture: NDArray[np.uint8]) -> Image:
    """8-bit values to the logarithm of (linear light + floor)."""
    return np.asarray(cv2.LUT(picture, _LOG), np.float32)


def log_of(rgb: tuple[int, int, int]) -> Array:
    """A nominal sRGB colour as linear BGR 0..1."""
    return np.asarray(_LINEAR[list(rgb)][::-1], np.float64)


@define(eq=False, frozen=True)
class WhiteField:
    """Log light of white paper over the board: ``plane`` (3 channels BGR x [1, u, v]), u and v from -1 to 1."""

    plane: Array
    size_mm: tuple[float, float]
    samples: int

    def at(self, points_mm: object) -> Array:
        """(N, 2) mm -> (N, 3) log BGR."""
        p = np.asarray(points_mm, np.float64).reshape(-1, 2)
        u = np.column_stack([np.ones(len(p)), p / np.asarray(self.size_mm) * 2 - 1])
        return np.asarray(u @ self.plane.T)

    def over(self, raster: Raster) -> Image:
        """The field on a raster (height, width, 3)."""
        x = (np.arange(raster.width) + 0.5) / raster.scale + raster.x0
        y = (np.arange(raster.height) + 0.5) / raster.scale + raster.y0
        u = (x / self.size_mm[0] * 2 - 1).astype(np.float32)
        v = (y / self.size_mm[1] * 2 - 1).astype(np.float32)
        p = self.plane.astype(np.float32)
        return np.asarray(p[:, 0] + u[None, :, None] * p[:, 1] + v[:, None, None] * p[:, 2], np.float32)


def _sample(frame: NDArray[np.uint8], view: View, centre: tuple[float, float], half_mm: float) -> Array | None:
    """Median linear BGR of a square on the print; None outside the picture."""
    g = np.linspace(-half_mm, half_mm, 7)
    pts = np.array([(centre[0] + a, centre[1] + b) for a in g for b in g])
    px = np.round(apply(view.h0, pts)).astype(int)
    h, w = frame.shape[:2]
    if px.min() < 0 or px[:, 0].max() >= w or px[:, 1].max() >= h:
        return None
    return np.asarray(np.median(_LINEAR[frame[px[:, 1], px[:, 0]]], axis=0), np.float64)


def _rims(layout: Layout) -> list[tuple[tuple[float, float], list[tuple[float, float]]]]:
    """For each fiducial: its centre and points in the middle of its white rim."""
    marks = layout.marks
    if marks is None or marks.border_cells < 1:
        return []
    cells = int(marks.dictionary.split("_")[1][0]) + 2 if marks.dictionary.startswith("DICT_") else 6
    cell = marks.side_mm / (cells + 2 * marks.border_cells)
    d = marks.side_mm / 2 - cell * marks.border_cells / 2
    along = np.linspace(-0.8 * d, 0.8 * d, 7)
    out = []
    for x, y in marks.centres.values():
        ring = [(x + a, y - d) for a in along] + [(x + a, y + d) for a in along]
        ring += [(x - d, y + a) for a in along] + [(x + d, y + a) for a in along]
        out.append(((x, y), ring))
    return out


def white_field(frame: NDArray[np.uint8], view: View, layout: Layout) -> WhiteField:
    """White level over the board from fiducial rims and neutral patches, else from the brighter parts of the board."""
    h, w = frame.shape[:2]
    at: list[tuple[float, float]] = []
    logs: list[Array] = []
    for centre, ring in _rims(layout):
        px = np.round(apply(view.h0, ring)).astype(int)
        ok = (px[:, 0] >= 0) & (px[:, 0] < w) & (px[:, 1] >= 0) & (px[:, 1] < h)
        if ok.sum() < 10:
            continue
        at.append(centre)
        # The rim is narrow: blur darkens it, so the brighter half counts.
        logs.append(np.log(np.percentile(_LINEAR[frame[px[ok, 1], px[ok, 0]]], 65, axis=0) + FLOOR))
    for patch in layout.patches:
        nominal = log_of(patch.rgb)
        if nominal.max() - nominal.min() > 0.05 * nominal.max() or nominal.max() < 0.25:
            continue
        seen = _sample(frame, view, patch.centre, 0.3 * patch.side_mm)
        if seen is not None:
            at.append(patch.centre)
            logs.append(np.log(seen / nominal + FLOOR))
    size = layout.size_mm
    if len(at) < 2:
        outline = np.round(apply(view.h0, [(0, 0), (size[0], 0), size, (0, size[1])])).astype(np.int32)
        mask = np.zeros((h // 4, w // 4), np.uint8)
        cv2.fillConvexPoly(mask, outline // 4, 255)
        small = cv2.resize(frame, (w // 4, h // 4), interpolation=cv2.INTER_AREA)
        inside = _LINEAR[small[mask > 0]] if mask.any() else np.full((1, 3), 0.5, np.float32)
        # Prints are mostly pale: their brighter tenth stands in for white.
        level = np.log(np.percentile(inside, 90, axis=0) + FLOOR) + 0.1
        return WhiteField(np.column_stack([level, np.zeros((3, 2))]), size, 0)
    u = np.column_stack([np.ones(len(at)), np.asarray(at) / np.asarray(size) * 2 - 1])
    y = np.vstack(logs)
    weight = np.ones(len(at))
    plane = np.zeros((3, 3))
    for _ in range(4):  # a covered rim must not bend the field
        ridge = np.diag([1e-6, 0.15, 0.15])
        a = u.T @ (u * weight[:, None]) + ridge
        plane = np.linalg.solve(a, u.T @ (y * weight[:, None])).T
        miss = np.abs(y - u @ plane.T).max(axis=1)
        weight = 1 / (1 + (miss / 0.15) ** 2)
    return WhiteField(plane, size, len(at))


def camera_colours(frame: NDArray[np.uint8], view: View, layout: Layout, white: WhiteField) -> Array:
    """3x3 matrix: nominal linear BGR of a known paint -> linear BGR by white as this camera shows it.

    From the printed patches, held near the identity; the identity when there are fewer than six.
    """
    rows_n, rows_s = [], []
    for patch in layout.patches:
        seen = _sample(frame, view, patch.centre, 0.3 * patch.side_mm)
        if seen is None:
            continue
        level = np.exp(white.at([patch.centre])[0])
        rows_n.append(log_of(patch.rgb))
        rows_s.append(seen / level)
    if len(rows_n) < 6:
        return np.eye(3)
    n, s = np.vstack(rows_n), np.vstack(rows_s)
    weight = 1 / (0.08 + n.mean(axis=1))  # dark patches matter as much as bright ones
    m = np.eye(3)
    for _ in range(3):
        a = (n * weight[:, None]).T @ n + 0.02 * np.eye(3)
        m = np.linalg.solve(a, (n * weight[:, None]).T @ s + 0.02 * np.eye(3)).T
        miss = np.abs(s - n @ m.T).max(axis=1) / (0.05 + n.mean(axis=1))
        weight = 1 / (0.08 + n.mean(axis=1)) / (1 + (miss / 0.25) ** 2)  # a cube may lie on a patch
    return np.asarray(m)


def smooth_ratio(diff: Image, valid: NDArray[np.bool_], tile: int) -> Image:
    """A smooth field through the typical value of each tile of ``diff`` (h, w, 3), robust against pieces.

    ``valid``: pixels that may count. Tiles with too few of them take their neighbours' value.
    """
    h, w = valid.shape
    rows, cols = max(1, round(h / tile)), max(1, round(w / tile))
    # About twelve samples a side are plenty for a median; so many from each tile, taken regularly.
    n = int(min(12, h // rows, w // cols))
    y = ((np.arange(rows * n) + 0.5) * h / (rows * n)).astype(int)
    x = ((np.arange(cols * n) + 0.5) * w / (cols * n)).astype(int)
    d = diff[y[:, None], x].reshape(rows, n, cols, n, 3).transpose(0, 2, 1, 3, 4).reshape(rows, cols, n * n, 3)
    v = valid[y[:, None], x].reshape(rows, n, cols, n).transpose(0, 2, 1, 3).reshape(rows, cols, n * n)
    count = v.sum(axis=2)
    ordered = np.sort(np.where(v[..., None], d, np.inf), axis=2)
    middle = np.maximum(count // 2, 0)[..., None, None].repeat(3, axis=3)
    grid = np.take_along_axis(ordered, np.minimum(middle, n * n - 1), axis=2)[:, :, 0]
    enough = count >= max(8, 0.2 * n * n)
    weight = np.where(enough, count / (n * n), 0).astype(np.float32)
    grid = np.where(enough[..., None], grid, 0).astype(np.float32)
    if not enough.any():
        return np.zeros((h, w, 3), np.float32)
    g = cv2.GaussianBlur(grid * weight[..., None], (0, 0), 1.0, borderType=cv2.BORDER_REFLECT)
    k = cv2.GaussianBlur(weight, (0, 0), 1.0, borderType=cv2.BORDER_REFLECT)
    whole = np.median(grid[enough], axis=0)
    g = (g + 0.02 * whole) / (k[..., None] + 0.02)
    return np.asarray(cv2.resize(np.asarray(g, np.float32), (w, h), interpolation=cv2.INTER_LINEAR), np.float32)
