"""Few fiducials: the whole pattern of each is aligned with the picture; the pose tells how far it may be off.

Direct alignment (Lucas-Kanade on a rendered template, Gauss-Newton over the pinhole camera) uses every edge of the
pattern, where four corners a marker leave the far side of the board loose.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from vision.camera import FOCAL_PRIOR, FOCAL_SPREAD, Array, View, apply
from vision.layout import Marks
from vision.light import linear

ROUNDS = 20  # Levenberg-Marquardt steps at most
STILL = 1e-5  # share of the cost; a smaller gain ends them
HUBER = 0.35  # of a marker's contrast; larger residuals count linearly
POOR = 0.02  # mean cost of a point, in squares of the contrast; more is no marker
TEMPLATE_PX = 12  # of a rendered cell
BLUR_PX = 0.7  # standard deviation of what lens and sensor blur
SIGMA2 = 6 * 0.05**2  # variance of a residual by contrast; neighbours are not independent: six count as one
CORNER_PX = 0.11  # standard deviation of a refined corner, at least
PAPER_PX = 0.06  # at 1920 px: what lens and paper bend, in no model here

Gray = NDArray[np.uint8]


@lru_cache(maxsize=64)
def _pattern(dictionary: str, ident: int, border: int) -> NDArray[np.float32]:
    """A marker with its white rim, 0..1, ``TEMPLATE_PX`` px a cell."""
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    cells = book.markerSize + 2
    inner = cv2.aruco.generateImageMarker(book, ident, cells * TEMPLATE_PX)
    rim = border * TEMPLATE_PX
    wide = cv2.copyMakeBorder(inner, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=255)
    return np.asarray(wide, np.float32) / np.float32(255)


def _samples(marks: Marks, ident: int, px_per_mm: float) -> tuple[Array, Array]:
    """Points (N, 2) mm about a pixel apart over a marker's paper, and its blurred pattern there (N,)."""
    picture = _pattern(marks.dictionary, ident, marks.border_cells)
    scale = picture.shape[0] / marks.side_mm  # template px per mm
    soft = cv2.GaussianBlur(picture, (0, 0), BLUR_PX / px_per_mm * scale, borderType=cv2.BORDER_REPLICATE)
    n = int(np.clip(round(marks.side_mm * px_per_mm), 12, 80))
    inset = 0.06 * marks.side_mm  # the paper's own edge is no part of the pattern
    at = np.linspace(inset, marks.side_mm - inset, n)
    x, y = np.meshgrid(at, at)
    left, top = ((a * scale - 0.5).astype(np.float32) for a in (x, y))
    value = cv2.remap(soft, left, top, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).ravel().astype(np.float64)
    cx, cy = marks.centres[ident]
    half = marks.side_mm / 2
    return np.column_stack([x.ravel() - half + cx, y.ravel() - half + cy]), value


def align(gray: Gray, view: View, marks: Marks, focal_px: float | None = None) -> View | None:
    """The pose of ``view`` refined on the whole pattern of its markers; None where that does not converge."""
    light = linear(gray)
    gx, gy = (cv2.Sobel(light, cv2.CV_32F, dx, 1 - dx, ksize=3, scale=1 / 8) for dx in (1, 0))
    grown = [_samples(marks, i, view.px_per_mm(*marks.centres[i])) for i in view.marks]
    mm = np.vstack([g[0] for g in grown])
    pattern = np.concatenate([g[1] for g in grown])
    own = np.repeat(np.arange(len(grown)), [len(g[1]) for g in grown])
    obj = np.column_stack([mm, np.zeros(len(mm))])
    centre = float(view.k[0, 2]), float(view.k[1, 2])
    state = np.concatenate([cv2.Rodrigues(view.r)[0].ravel(), view.t, [np.log(view.k[0, 0])]])
    nominal = np.log(FOCAL_PRIOR * max(view.size))
    stiff = 1e12 if focal_px is not None else 1 / FOCAL_SPREAD**2
    h, w = light.shape

    def weigh(state: Array) -> tuple[float, Array, Array]:
        """Cost, normal matrix and right side of the step at a pose."""
        px, jac = _project(obj, state, centre)
        inside = (px[:, 0] > 1) & (px[:, 0] < w - 2) & (px[:, 1] > 1) & (px[:, 1] < h - 2)
        x, y = px[:, 0].astype(np.float32)[None], px[:, 1].astype(np.float32)[None]
        seen, dx, dy = (cv2.remap(a, x, y, cv2.INTER_LINEAR)[0].astype(np.float64) for a in (light, gx, gy))
        rest, step = np.zeros(len(px)), dx[:, None] * jac[0::2] + dy[:, None] * jac[1::2]
        for m in range(len(grown)):
            mine = np.flatnonzero((own == m) & inside)
            if len(mine) < 100:
                continue
            basis, much = np.column_stack([np.ones(len(mine)), pattern[mine]]), np.ones((len(mine), 1))
            for _ in range(2):
                fit = np.linalg.lstsq(basis * much, seen[mine] * much[:, 0], rcond=None)[0]
                level = 1.0 / max(0.01, abs(float(fit[1])))  # markers in the shade count as much as lit ones
                rest[mine] = (seen[mine] - basis @ fit) * level
                much = np.sqrt(1 / np.maximum(1.0, np.abs(rest[mine]) / HUBER))[:, None]
            step[mine] *= level
        weight = inside / np.maximum(1.0, np.abs(rest) / HUBER)  # a finger on a marker
        cost = float(np.minimum(rest**2 / 2, HUBER * np.abs(rest) - HUBER**2 / 2)[inside].sum()) / SIGMA2
        off = state[6] - nominal
        normal = (step * weight[:, None]).T @ step / SIGMA2
        right = -(step * weight[:, None]).T @ rest / SIGMA2
        if focal_px is None:
            right[6] -= off * stiff
            cost += 0.5 * off**2 * stiff
        normal[6, 6] += stiff
        return cost, normal, right

    damp = 1e-7
    cost, normal, right = weigh(state)
    for _ in range(ROUNDS):
        move = np.linalg.solve(normal + damp * np.diag(np.diag(normal)), right)
        trial = state + move
        again = weigh(trial)
        if again[0] < cost:
            gained = cost - again[0]
            state, (cost, normal, right), damp = trial, again, damp / 5
            if gained < STILL * cost:
                break
        else:
            damp *= 20
    rvec, t, f = state[:3], state[3:6], float(np.exp(state[6]))
    rest_share = cost * SIGMA2 / len(mm)
    if rest_share > POOR:
        return None
    k = np.array([[f, 0, centre[0]], [0, f, centre[1]], [0, 0, 1.0]])
    r = np.asarray(cv2.Rodrigues(rvec)[0], np.float64)
    h0 = k @ np.column_stack([r[:, 0], r[:, 1], t])
    moved = np.linalg.norm(apply(h0, mm) - apply(view.h0, mm), axis=1)
    if not np.isfinite(h0).all() or moved.max() > 3.0 * max(1.0, max(view.size) / 1920):
        return None
    return evolve(view, h0=h0, k=k, r=r, t=t)


def _project(
    obj: Array, state: Array, centre: tuple[float, float]
) -> tuple[Array, Array]:
    """Points (N, 3) -> px (N, 2) and the Jacobian (2N, 7) by ``state``: turn (3), place (3), log focal length."""
    f = float(np.exp(state[6]))
    k = np.array([[f, 0, centre[0]], [0, f, centre[1]], [0, 0, 1.0]])
    px, jac = cv2.projectPoints(np.ascontiguousarray(obj), state[:3], state[3:6], k, None)
    return px.reshape(-1, 2), np.column_stack([jac[:, :6], f * (jac[:, 6] + jac[:, 7])])


def expected_error(view: View, marks_mm: Array, corner_px: float, at_mm: Array, fixed_focal: bool = False) -> Array:
    """Expected pose error (N,) px at board points (N, 2) mm, by what the geometry of the markers allows.

    ``marks_mm`` (M, 2): the points that were measured; ``corner_px``: standard deviation of each of them.
    """
    centre = float(view.k[0, 2]), float(view.k[1, 2])
    state = np.concatenate([cv2.Rodrigues(view.r)[0].ravel(), view.t, [np.log(view.k[0, 0])]])
    _, jac = _project(np.column_stack([marks_mm, np.zeros(len(marks_mm))]), state, centre)
    normal = jac.T @ jac / corner_px**2
    normal[6, 6] += 1e12 if fixed_focal else 1 / FOCAL_SPREAD**2
    covariance = np.linalg.inv(normal + 1e-9 * np.diag(np.diag(normal)))
    _, there = _project(np.column_stack([at_mm, np.zeros(len(at_mm))]), state, centre)
    variance = np.einsum("ni,ij,nj->n", there, covariance, there).reshape(-1, 2).sum(axis=1)
    paper = PAPER_PX * max(view.size) / 1920
    return np.asarray(np.sqrt(variance + paper**2))
