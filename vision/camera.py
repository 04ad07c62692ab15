"""Where the camera stands: a pinhole camera over the board, and the planes parallel to the print.

Board frame: mm, x right, y down, z up from the print. That is left-handed, so the camera's own equations use
depth -z. Pixels are OpenCV's: (0, 0) is the centre of the first pixel.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import cv2
import numpy as np
from attrs import define, frozen
from numpy.typing import NDArray

from vision.observation import Pose

Array = NDArray[np.float64]

FOCAL_PRIOR = 0.85  # focal length by picture width: 61 degrees across, between phones (65-70) and webcams (55-78)
FOCAL_SPREAD = 0.22  # of its logarithm


@frozen
class Refusal:
    """Why there is no pose.

    ``reason``: no_marks | few_marks | disagree | shape | scale | no_match | texture | corners | unlaid | mirrored.
    """

    reason: str
    found: tuple[int, ...] = ()
    error_px: float = float("nan")


def apply(h: NDArray[np.floating[Any]], points: object) -> Array:
    """Points (N, 2) through a 3x3 homography."""
    p = np.asarray(points, np.float64).reshape(-1, 2)
    q = p @ h[:, :2].T + h[:, 2]
    return np.asarray(q[:, :2] / q[:, 2:3])


def px_per_mm(h: Array, x_mm: float, y_mm: float) -> float:
    """Scale of a homography at a point: root of the area that a square millimetre takes."""
    a = apply(h, [(x_mm, y_mm), (x_mm + 1, y_mm), (x_mm, y_mm + 1)])
    u, v = a[1] - a[0], a[2] - a[0]
    return float(np.sqrt(abs(u[0] * v[1] - u[1] * v[0])))


def scaling(scale: float) -> Array:
    """Homography px -> px of the same picture ``scale`` times as wide."""
    half = (scale - 1) / 2
    return np.array([[scale, 0, half], [0, scale, half], [0, 0, 1.0]])


@define(eq=False, frozen=True, slots=False)
class View:
    """A camera seen from the board.

    ``h0``: the measured homography mm -> px of the print; ``k``, ``r``, ``t`` (mm): the pinhole camera that fits it.
    ``error_px``: root mean square of what the homography leaves over. ``source``: marks | reference |
    corners | tracked. ``marks``: ids it rests on.
    """

    h0: Array
    k: Array
    r: Array
    t: Array
    size: tuple[int, int]  # picture width, height in px
    error_px: float
    source: str
    marks: tuple[int, ...] = ()

    @cached_property
    def _mend(self) -> Array:
        """What the pinhole fit of the print misses (lens, paper), as a homography of the picture."""
        pin = self.k @ np.column_stack([self.r[:, 0], self.r[:, 1], self.t])
        m = self.h0 @ np.linalg.inv(pin)
        return np.asarray(m / m[2, 2])

    def plane(self, z_mm: float) -> Array:
        """Homography mm -> px of the plane ``z_mm`` above the print."""
        if z_mm == 0.0:
            return self.h0
        pin = self.k @ np.column_stack([self.r[:, 0], self.r[:, 1], self.t - z_mm * self.r[:, 2]])
        return np.asarray(self._mend @ pin)

    def project(self, points: object) -> Array:
        """Points (N, 3) in board mm -> px (N, 2)."""
        p = np.asarray(points, np.float64).reshape(-1, 3)
        cam = p * (1.0, 1.0, -1.0) @ self.r.T + self.t
        pix = cam @ self.k.T
        return apply(self._mend, pix[:, :2] / pix[:, 2:3])

    @cached_property
    def eye(self) -> Array:
        """The camera's place in board mm (x, y, z up)."""
        c = -self.r.T @ self.t
        return np.asarray([c[0], c[1], -c[2]])

    @cached_property
    def tilt_deg(self) -> float:
        """Angle between the optical axis and the board's normal; 0 = straight down."""
        return float(np.degrees(np.arccos(np.clip(self.r[2, 2], -1, 1))))

    def lean(self, x_mm: float, y_mm: float, z_mm: float = 0.0) -> tuple[float, float]:
        """How far (mm per mm of height) a point at height z seems shifted on the print, away from the camera's foot."""
        ex, ey, ez = self.eye
        up = max(ez - z_mm, 1.0)
        return float((x_mm - ex) / up), float((y_mm - ey) / up)

    def px_per_mm(self, x_mm: float, y_mm: float) -> float:
        return px_per_mm(self.h0, x_mm, y_mm)

    def pose(self, board_mm: tuple[float, float]) -> Pose:
        """As the plain value that an Observation carries."""
        flat = tuple(float(v) for v in (self.h0 / self.h0[2, 2]).ravel())
        return Pose(flat, self.error_px, self.tilt_deg, self.px_per_mm(board_mm[0] / 2, board_mm[1] / 2))


def _pinhole(mm: Array, px: Array, f: float, size: tuple[int, int]) -> tuple[float, Array, Array, Array] | None:
    """Pose for one focal length (px): root mean square error, K, R, t; None if the board lay behind the camera."""
    k = np.array([[f, 0, (size[0] - 1) / 2], [0, f, (size[1] - 1) / 2], [0, 0, 1.0]])
    obj = np.column_stack([mm, np.zeros(len(mm))])
    ok, rvec, tvec = cv2.solvePnP(obj, px, k, None, flags=cv2.SOLVEPNP_IPPE)
    if not ok:
        return None
    rvec, tvec = cv2.solvePnPRefineLM(obj, px, k, None, rvec, tvec)
    r, _ = cv2.Rodrigues(rvec)
    t = tvec.ravel()
    if t[2] <= 0 or r[2, 2] <= 0:  # seen from below
        return None
    seen, _ = cv2.projectPoints(obj, rvec, tvec, k, None)
    error = float(np.sqrt(np.mean(np.sum((seen.reshape(-1, 2) - px) ** 2, axis=1))))
    return error, k, np.asarray(r, np.float64), np.asarray(t, np.float64)


def fit_view(
    h0: Array,
    mm: Array,
    px: Array,
    size: tuple[int, int],
    *,
    source: str,
    marks: tuple[int, ...] = (),
    error_px: float = 0.0,
    focal_px: float | None = None,
) -> View | None:
    """The pinhole camera behind a homography, from points on the print (mm, px: (N, 2), N >= 4).

    The focal length is the one that explains the points best, held near the prior because a steep view cannot tell it.
    """
    width = max(size)
    trials = [focal_px] if focal_px else list(width * FOCAL_PRIOR * np.exp(FOCAL_SPREAD * np.linspace(-2.2, 2.2, 12)))
    sigma = 0.5 * width / 1920 + 0.3
    best: tuple[float, View] | None = None
    costs: list[float] = []

    def trial(f: float) -> float:
        nonlocal best
        fit = _pinhole(mm, px, f, size)
        if fit is None:
            return 1e9
        error, k, r, t = fit
        prior = 0.0 if focal_px else (np.log(f / (width * FOCAL_PRIOR)) / FOCAL_SPREAD) ** 2
        # Residuals of one marker's corners move together: count eight points at most.
        cost = float(min(len(mm), 8) * error**2 / sigma**2 + prior)
        if best is None or cost < best[0]:
            best = (cost, View(h0, k, r, t, size, error_px, source, marks))
        return cost

    costs = [trial(f) for f in trials]
    if len(trials) > 1 and best is not None:  # parabola through the best three
        i = int(np.clip(np.argmin(costs), 1, len(costs) - 2))
        a, b, c = costs[i - 1 : i + 2]
        bend = a - 2 * b + c
        if bend > 1e-9 and max(a, b, c) < 1e8:
            step = np.clip(0.5 * (a - c) / bend, -1, 1)
            trial(trials[i] * (trials[i + 1] / trials[i]) ** float(step))
    return best[1] if best else None


def fit_board(
    h0: Array, board_mm: tuple[float, float], size: tuple[int, int], source: str, error_px: float,
    focal_px: float | None, marks: tuple[int, ...] = (),
) -> View | None:  # fmt: skip
    """The same from the homography alone, over all of the board."""
    grid = board_grid(board_mm)
    px = apply(h0, grid)
    return fit_view(h0, grid, px, size, source=source, marks=marks, error_px=error_px, focal_px=focal_px)


def sane(h0: Array, board_mm: tuple[float, float], size: tuple[int, int]) -> str:
    """ "" if the homography could be a board on a table, else what is wrong: ``shape`` or ``scale``."""
    w, h = board_mm
    corners = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float64)
    depth = corners @ h0[2, :2] + h0[2, 2]
    if np.any(depth * h0[2, 2] <= 0) or max(depth / depth.min()) > 6:
        return "shape"
    px = apply(h0, corners)
    edges = np.roll(px, -1, axis=0) - px
    turn = edges[:, 0] * np.roll(edges, -1, axis=0)[:, 1] - edges[:, 1] * np.roll(edges, -1, axis=0)[:, 0]
    if np.any(turn <= 0):  # not convex, or seen in a mirror
        return "shape"
    lengths = np.linalg.norm(edges, axis=1)
    ratio = (lengths[0] + lengths[2]) / (lengths[1] + lengths[3]) / (w / h)
    if not 1 / 3 < ratio < 3:
        return "shape"
    area = 0.5 * abs(np.sum(px[:, 0] * np.roll(px[:, 1], -1) - px[:, 1] * np.roll(px[:, 0], -1)))
    scale = np.sqrt(area / (w * h))
    if scale < 0.35 or area > 16 * size[0] * size[1]:
        return "scale"
    return ""


def board_grid(board_mm: tuple[float, float]) -> Array:
    """A 5 x 4 grid of points over the sheet (20, 2) in mm."""
    x, y = np.meshgrid(np.linspace(0, board_mm[0], 5), np.linspace(0, board_mm[1], 4))
    return np.column_stack([x.ravel(), y.ravel()])
