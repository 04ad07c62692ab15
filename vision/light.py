"""Light divided out: log light with a floor, white levels over the board, and how this camera shows known colours.

The floor (0.008 of white) keeps saturated and dark paints from changing hue with every shade.
"""

from __future__ import annotations

import cv2
import numpy as np
from attrs import define, evolve
from numpy.typing import NDArray

from vision.camera import Array, View, apply
from vision.layout import Layout
from vision.rectify import Image, Raster

FLOOR = 0.008
GAMMA = 2.2
_LEVELS = np.arange(256) / 255.0
_LINEAR = (_LEVELS**GAMMA).astype(np.float32)
LOG = np.log(_LINEAR + FLOOR).astype(np.float32)
CLIPPED = 250
VEIL = 0.008  # light by white that gloss and lens add to everything
DARK_WHITE = -1.2  # log light; a print whose bright parts are darker is a dark one
PALEST = 99.5  # percentile of a print's light that is hardly less than white
BENDING = 0.05  # how much a bell of light is held back


def linear(picture: NDArray[np.uint8]) -> Image:
    """8-bit values to linear light 0..1."""
    return np.asarray(cv2.LUT(picture, _LINEAR), np.float32)


def log_light(picture: NDArray[np.uint8]) -> Image:
    """8-bit values to the logarithm of (linear light + floor)."""
    return np.asarray(cv2.LUT(picture, LOG), np.float32)


def log_of(rgb: tuple[int, int, int]) -> Array:
    """A nominal sRGB colour as linear BGR 0..1."""
    return np.asarray(_LINEAR[list(rgb)][::-1], np.float64)


NODES = (13, 19)  # rows and columns of the light's grid
REACH = 0.33  # of the sheet's longer side: lamps and shades vary no faster than this


@define(eq=False, frozen=True)
class WhiteField:
    """Log light of white paper over the board: ``grid`` (rows, columns, 3 channels BGR) from edge to edge of the sheet.

    ``dark``: it was only guessed, from the brighter parts of a print that is dark all over.
    """

    grid: Image
    size_mm: tuple[float, float]
    dark: bool = False

    def at(self, points_mm: object) -> Array:
        """(..., N, 2) mm -> (..., N, 3) log BGR; beside the sheet the value of its edge."""
        p = np.atleast_2d(np.asarray(points_mm, np.float64))
        rows, cols = self.grid.shape[:2]
        at = (p.reshape(-1, *p.shape[-2:]) / self.size_mm * (cols - 1, rows - 1)).astype(np.float32)
        x, y = cv2.split(at)
        got = cv2.remap(self.grid, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(got, np.float64).reshape(*p.shape[:-1], 3)

    def over(self, raster: Raster) -> Image:
        """The field on a raster (height, width, 3)."""
        rows, cols = self.grid.shape[:2]
        x = ((np.arange(raster.width) + 0.5) / raster.scale + raster.x0) / self.size_mm[0] * (cols - 1)
        y = ((np.arange(raster.height) + 0.5) / raster.scale + raster.y0) / self.size_mm[1] * (rows - 1)
        mx, my = np.meshgrid(x.astype(np.float32), y.astype(np.float32))
        return np.asarray(cv2.remap(self.grid, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)

    def brighter(self, by: float) -> WhiteField:
        """The field ``by`` so much log light brighter."""
        return evolve(self, grid=np.asarray(self.grid + np.float32(by), np.float32))

    def bent(self, at: list[tuple[float, float]], miss: list[Array]) -> WhiteField:
        """The field moved half way towards what ``miss`` (log BGR) at points (mm) says, in brightness only."""
        basis = _bumps(at, self.size_mm)
        y = np.vstack(miss).mean(axis=1)
        weight = 1 / (1 + (y / 0.2) ** 2)  # a piece that differs much is another paint, or in a shadow
        ridge = np.diag([1.0, *[0.5] * (basis.shape[1] - 1)])
        w = np.linalg.solve(basis.T @ (basis * weight[:, None]) + ridge, basis.T @ (y * weight))
        rows, cols = self.grid.shape[:2]
        gx, gy = np.meshgrid(np.linspace(0, self.size_mm[0], cols), np.linspace(0, self.size_mm[1], rows))
        field = _bumps(np.column_stack([gx.ravel(), gy.ravel()]), self.size_mm) @ w
        step = np.clip(0.5 * field, -0.08, 0.08).reshape(rows, cols, 1)
        return evolve(self, grid=np.asarray(self.grid + step, np.float32))


def _bumps(points_mm: object, size_mm: tuple[float, float]) -> Array:
    """Smooth functions over the sheet: a constant and a grid of wide bells, (N, 1 + bells)."""
    p = np.asarray(points_mm, np.float64).reshape(-1, 2)
    reach = REACH * max(size_mm)
    cx, cy = np.meshgrid(np.linspace(-0.1, 1.1, 6) * size_mm[0], np.linspace(-0.1, 1.1, 5) * size_mm[1])
    d2 = (p[:, :1] - cx.ravel()) ** 2 + (p[:, 1:] - cy.ravel()) ** 2
    return np.column_stack([np.ones(len(p)), np.exp(-0.5 * d2 / reach**2)])


def _seen(frame: NDArray[np.uint8], view: View, points_mm: object) -> NDArray[np.uint8]:
    """Pixels (N, 3) at points of the print, those outside of the picture left out."""
    px = np.round(apply(view.h0, points_mm)).astype(int)
    px = px[((px >= 0) & (px < frame.shape[1::-1])).all(axis=1)]
    return np.asarray(frame[px[:, 1], px[:, 0]])


def _sample(frame: NDArray[np.uint8], view: View, centre: tuple[float, float], half_mm: float) -> Array | None:
    """Median linear BGR of a square on the print; None outside the picture."""
    g = np.linspace(-half_mm, half_mm, 7)
    pts = np.array([(centre[0] + a, centre[1] + b) for a in g for b in g])
    seen = _seen(frame, view, pts)
    return None if len(seen) < len(pts) else np.asarray(np.median(_LINEAR[seen], axis=0), np.float64)


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


def _spots(frame: NDArray[np.uint8], view: View, layout: Layout) -> tuple[list[tuple[float, float]], list[Array]]:
    """Places of known white and their log light: fiducial rims and neutral patches."""
    at: list[tuple[float, float]] = []
    logs: list[Array] = []
    for centre, ring in _rims(layout):
        rim = _seen(frame, view, ring)
        if len(rim) < 10:
            continue
        at.append(centre)
        # The rim is narrow: blur darkens it, so the brighter half counts.
        logs.append(np.log(np.percentile(_LINEAR[rim], 65, axis=0) + FLOOR))
    for patch in layout.patches:
        nominal = log_of(patch.rgb)
        if nominal.max() - nominal.min() > 0.05 * nominal.max() or nominal.max() < 0.25:
            continue
        seen = _sample(frame, view, patch.centre, 0.3 * patch.side_mm)
        if seen is not None:
            at.append(patch.centre)
            logs.append(np.log(seen / nominal + FLOOR))
    return at, logs


def _prints(frame: NDArray[np.uint8], view: View, layout: Layout) -> list[tuple[tuple[float, float], Array, str]]:
    """Middle, log light and kind of print of every place whose ink is known: equal inks differ by light only."""
    out = []
    for place in layout.places:
        if not place.ink or place.look == "tray":
            continue
        polygon = np.asarray(place.polygon, np.float32)
        (x0, y0), (x1, y1) = polygon.min(axis=0), polygon.max(axis=0)
        step = max(1.5, min(x1 - x0, y1 - y0) / 12)
        gx, gy = np.meshgrid(np.arange(x0 + step / 2, x1, step), np.arange(y0 + step / 2, y1, step))
        pts = np.column_stack([gx.ravel(), gy.ravel()])
        pts = pts[[cv2.pointPolygonTest(polygon, (float(x), float(y)), True) > 2.5 for x, y in pts]]
        if len(pts) < 8:
            continue
        seen = _seen(frame, view, pts)
        if len(seen) < 0.8 * len(pts):
            continue
        middle = np.median(LOG[seen], axis=0)
        # Large and small places may be printed in different strengths of an ink.
        size = round(float(np.log2(cv2.contourArea(polygon))) / 1.5)
        out.append(((float(pts[:, 0].mean()), float(pts[:, 1].mean())), middle, f"{place.ink}{size}"))
    return out


def white_field(frame: NDArray[np.uint8], view: View, layout: Layout) -> WhiteField:
    """White level over the board: from fiducial rims and neutral patches, bent to what equal inks show elsewhere."""
    h, w = frame.shape[:2]
    size = layout.size_mm
    at, logs = _spots(frame, view, layout)
    if len(at) < 2:
        outline = np.round(apply(view.h0, [(0, 0), (size[0], 0), size, (0, size[1])])).astype(np.int32)
        mask = np.zeros((h // 4, w // 4), np.uint8)
        cv2.fillConvexPoly(mask, outline // 4, 255)
        small = cv2.resize(frame, (w // 4, h // 4), interpolation=cv2.INTER_AREA)
        inside = _LINEAR[small[mask > 0]] if mask.any() else np.full((1, 3), 0.5, np.float32)
        # Prints are mostly pale: their brighter tenth stands in for white; on a dark one what little is pale.
        tenth, palest = np.log(np.percentile(inside, (90, PALEST), axis=0) + FLOOR)
        tenth += 0.1
        level = np.maximum(tenth, palest).astype(np.float32)
        return WhiteField(np.tile(level, (*NODES, 1)), size, bool(tenth.mean() <= DARK_WHITE))
    prints = _prints(frame, view, layout)
    kinds = sorted({k for _, _, k in prints})
    spots = np.asarray([*at, *(p for p, _, _ in prints)])
    basis = _bumps(spots, size)
    ink = np.zeros((len(spots), len(kinds)))
    white = np.vstack(logs)
    y = np.concatenate([white.mean(axis=1), np.zeros(len(prints))])
    for k in kinds:
        own = [m for _, m, kind in prints if kind == k]
        # Glare adds light: it shows least where an ink is brightest, so only that channel counts.
        channel = int(np.argmax(np.median(own, axis=0)))
        for i, (_, m, kind) in enumerate(prints):
            if kind == k:
                ink[len(at) + i, kinds.index(k)] = 1.0
                y[len(at) + i] = m[channel]
    a = np.column_stack([basis, ink])
    # Bells are held back so that light stays smooth; inks are free.
    bells = basis.shape[1] - 1
    ridge = np.diag([1e-6, *[BENDING] * bells, *[1e-4] * len(kinds)])
    start = np.array([1.0] * len(at) + [0.25] * len(prints))
    weight, level = start, np.zeros(a.shape[1])
    for _ in range(6):  # a covered rim or a crowded place must not bend the field
        level = np.linalg.solve(a.T @ (a * weight[:, None]) + ridge, a.T @ (y * weight))
        weight = start / (1 + ((y - a @ level) / 0.12) ** 2)
    # The colour of the light comes from white spots alone and hardly changes over a table.
    b = basis[: len(at)]
    hue = np.linalg.solve(
        b.T @ b + np.diag([1e-6, *[12 * BENDING] * bells]), b.T @ (white - white.mean(axis=1, keepdims=True))
    )
    plane = level[: bells + 1, None] + hue
    gx, gy = np.meshgrid(np.linspace(0, size[0], NODES[1]), np.linspace(0, size[1], NODES[0]))
    field = _bumps(np.column_stack([gx.ravel(), gy.ravel()]), size) @ plane
    return WhiteField(np.asarray(field.reshape(*NODES, 3), np.float32), size)


def camera_colours(frame: NDArray[np.uint8], view: View, layout: Layout, white: WhiteField) -> Array:
    """3x4 matrix: nominal linear BGR and 1 -> linear BGR by white as this camera shows it; the last column is a veil.

    From the printed patches, held near the identity; just that when there are fewer than six.
    """
    start = np.column_stack([np.eye(3), np.full(3, VEIL)])
    rows_n, rows_s = [], []
    for patch in layout.patches:
        seen = _sample(frame, view, patch.centre, 0.3 * patch.side_mm)
        if seen is None:
            continue
        level = np.exp(white.at([patch.centre])[0])
        rows_n.append(np.append(log_of(patch.rgb), 1.0))
        rows_s.append(seen / level)
    if len(rows_n) < 6:
        return start
    n, s = np.vstack(rows_n), np.vstack(rows_s)
    weight = 1 / (0.08 + n[:, :3].mean(axis=1))  # dark patches matter as much as bright ones
    ridge = np.diag([0.02, 0.02, 0.02, 0.5])
    m = start
    for _ in range(3):
        a = (n * weight[:, None]).T @ n + ridge
        m = np.linalg.solve(a, (n * weight[:, None]).T @ s + ridge @ start.T).T
        miss = np.abs(s - n @ m.T).max(axis=1) / (0.05 + n[:, :3].mean(axis=1))
        weight = 1 / (0.08 + n[:, :3].mean(axis=1)) / (1 + (miss / 0.25) ** 2)  # a cube may lie on a patch
    m[:, 3] = np.clip(m[:, 3], 0.0, 0.06)
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
