"""Where the camera stands: a pinhole over the board frame (mm, x right, y down, z up from the print)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from attrs import evolve, field, frozen

Point = tuple[float, float]


def _frozen(a: object) -> np.ndarray:
    a = np.array(a, float)
    a.flags.writeable = False
    return a


@frozen(eq=False)
class View:
    """``K`` (px) and a turn and shift from the table frame to the camera frame (x right, y down, z ahead; mm).

    ``R`` takes (x, y, -z), which is right-handed; ``sheet`` is the 3x3 rigid move of the sheet on the table, so that
    truth stays in the board's own frame after a bump.
    """

    picture: tuple[int, int]  # width, height in px
    K: np.ndarray = field(converter=_frozen)
    R: np.ndarray = field(converter=_frozen)
    t: np.ndarray = field(converter=_frozen)
    tilt_deg: float = 0.0
    sheet: np.ndarray = field(converter=_frozen, factory=lambda: np.eye(3))

    @property
    def table_homography(self) -> np.ndarray:
        """mm on the table (z = 0, the sheet where it first lay) to px."""
        h = self.K @ np.column_stack([self.R[:, 0], self.R[:, 1], self.t])
        return np.asarray(h / h[2, 2])

    @property
    def homography(self) -> np.ndarray:
        """mm on the sheet to px, 3x3 with h33 = 1; (0, 0) px is the middle of the first pixel."""
        h = self.table_homography @ self.sheet
        return np.asarray(h / h[2, 2])

    @property
    def eye(self) -> np.ndarray:
        """The camera's place on the table frame: x, y, z up, mm."""
        e = -self.R.T @ self.t
        return np.array([e[0], e[1], -e[2]])

    def project(self, points: np.ndarray, on_sheet: bool = True) -> np.ndarray:
        """(n, 3) places in mm to (n, 2) px."""
        p = np.asarray(points, float).reshape(-1, 3)
        xy = p[:, :2]
        if on_sheet:
            xy = xy @ self.sheet[:2, :2].T + self.sheet[:2, 2]
        cam = np.column_stack([xy, -p[:, 2]]) @ self.R.T + self.t
        px = cam @ self.K.T
        return np.asarray(px[:, :2] / px[:, 2:])

    def px_per_mm(self, at: Point, z: float = 0.0) -> float:
        """Mean scale around a place on the sheet."""
        p = np.array([[*at, z], [at[0] + 1, at[1], z], [at[0], at[1] + 1, z]], float)
        q = self.project(p)
        return float(np.sqrt(abs(np.linalg.det(np.array([q[1] - q[0], q[2] - q[0]])))))

    def bumped(self, dx: float, dy: float, turn_deg: float, about: Point) -> View:
        """The same camera after the sheet was pushed by (dx, dy) mm and turned about a point of the table."""
        c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
        ax, ay = about
        push = np.array([[c, -s, ax - c * ax + s * ay + dx], [s, c, ay - s * ax - c * ay + dy], [0, 0, 1]])
        return evolve(self, sheet=push @ self.sheet)


def look(
    picture: tuple[int, int],
    corners: Sequence[Point],
    *,
    tilt_deg: float = 0.0,
    azimuth_deg: float = 0.0,
    roll_deg: float = 0.0,
    hfov_deg: float = 65.0,
    margin: float = 0.05,
    closer: float = 1.0,
) -> View:
    """A camera that sees all ``corners`` (mm) with a rim of ``margin`` of the picture.

    Azimuth 0 looks from the lower edge, 90 from the right. ``closer`` < 1 shortens the distance that just shows all.
    """
    w, h = picture
    f = w / 2 / math.tan(math.radians(hfov_deg) / 2)
    K = np.array([[f, 0, (w - 1) / 2], [0, f, (h - 1) / 2], [0, 0, 1]])
    th, az, ro = (math.radians(v) for v in (tilt_deg, azimuth_deg, roll_deg))
    right = np.array([math.cos(az), -math.sin(az), 0])
    down = np.array([math.sin(az) * math.cos(th), math.cos(az) * math.cos(th), math.sin(th)])
    ahead = np.array([-math.sin(th) * math.sin(az), -math.sin(th) * math.cos(az), math.cos(th)])  # (x, y, -z)
    c, s = math.cos(ro), math.sin(ro)
    R = np.array([c * right + s * down, -s * right + c * down, ahead])
    points = np.array([[*p, 0.0] for p in corners])
    middle = np.array([(points[:, 0].min() + points[:, 0].max()) / 2, (points[:, 1].min() + points[:, 1].max()) / 2])
    lo, hi = 50.0, 8000.0
    shift = np.zeros(2)
    for _ in range(3):  # the far half looks smaller: aim again so that the corners lie around the picture's middle
        lo, hi = 50.0, 8000.0
        target = np.array([*(middle + shift), 0.0])
        for _ in range(30):
            d = (lo + hi) / 2
            t = -R @ (target - d * ahead)
            cam = points @ R.T + t
            if cam[:, 2].min() <= 1:
                lo = d
                continue
            q = cam @ K.T
            q = q[:, :2] / q[:, 2:]
            fits = (q[:, 0].min() >= w * margin) and (q[:, 0].max() <= w * (1 - margin))
            fits = fits and (q[:, 1].min() >= h * margin) and (q[:, 1].max() <= h * (1 - margin))
            lo, hi = (lo, d) if fits else (d, hi)
        t = -R @ (target - hi * ahead)
        H = K @ np.column_stack([R[:, 0], R[:, 1], t])
        cam = points @ R.T + t
        q = cam @ K.T
        q = q[:, :2] / q[:, 2:]
        wanted = np.array([(q[:, 0].min() + q[:, 0].max()) / 2, (q[:, 1].min() + q[:, 1].max()) / 2, 1.0])
        back = np.linalg.inv(H) @ wanted
        shift = shift + 0.8 * (back[:2] / back[2] - (middle + shift))
    target = np.array([*(middle + shift), 0.0])
    t = -R @ (target - hi * closer * ahead)
    return View(picture, K, R, t, tilt_deg)
