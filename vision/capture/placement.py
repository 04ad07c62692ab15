"""Whether a camera stands well: whole board in view, near enough, light without glare, steady. Facts, no words."""

from __future__ import annotations

import cv2
import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from vision.camera import FOCAL_PRIOR

Corners = tuple[tuple[float, float] | None, ...]
LEAST_PX = 13.0  # a piece smaller than this is a blur
GLARE = 0.004  # of the board
DARK, BRIGHT = 42.0, 235.0
STILL_S = 0.8
MOVED = 2.2  # mean difference of two small pictures, 8-bit steps


@frozen
class Placement:
    """``missing``: corners (0 top left, clockwise) that are not in view. ``piece_px``: size of the smallest piece at
    the far edge; ``cm``: how much farther (more than 0) or nearer the camera should come. ``glare``: share of the
    board that is white with light, ``glare_at`` where, 0 to 1 of the picture."""

    missing: tuple[int, ...]
    piece_px: float
    cm: int
    glare: float
    glare_at: tuple[float, float] | None
    level: float
    still_s: float

    @property
    def whole(self) -> bool:
        return not self.missing

    @property
    def near(self) -> bool:
        return self.piece_px >= LEAST_PX

    @property
    def light(self) -> bool:
        return self.glare <= GLARE and DARK <= self.level <= BRIGHT

    @property
    def steady(self) -> bool:
        return self.still_s >= STILL_S


@define(eq=False)
class Watch:
    """How long the picture has been still."""

    _last: NDArray[np.int16] | None = field(init=False, default=None)
    _since: float = field(init=False, default=0.0)

    def look(self, frame: NDArray[np.uint8], at: float) -> float:
        """Seconds since anything moved."""
        small = cv2.resize(frame, (96, 54), interpolation=cv2.INTER_AREA).astype(np.int16)
        if self._last is None or float(np.abs(small - self._last).mean()) > MOVED:
            self._since = at
        self._last = small
        return at - self._since


def judge(frame: NDArray[np.uint8], corners: Corners, longest_mm: float, piece_mm: float, still_s: float) -> Placement:
    """``corners`` in px of the picture, clockwise; None or outside: not in view."""
    h, w = frame.shape[:2]
    inner = 2.0
    missing = tuple(
        i for i, c in enumerate(corners)
        if c is None or not (inner <= c[0] <= w - 1 - inner and inner <= c[1] <= h - 1 - inner)
    ) or (() if len(corners) == 4 else (0, 1, 2, 3))  # fmt: skip
    known = np.array([c for c in corners if c is not None], np.float64).reshape(-1, 2)
    piece, cm = 0.0, 0
    mask = np.full((h // 4, w // 4), 255, np.uint8)
    if len(known) == 4:
        sides = np.linalg.norm(np.roll(known, -1, axis=0) - known, axis=1)
        longest = float(max(sides[0] + sides[2], sides[1] + sides[3])) / 2
        far = float(min(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1]))
        piece = piece_mm * longest / longest_mm * far**0.5
        distance = FOCAL_PRIOR * max(w, h) * longest_mm / longest / 10
        over = max(0.0, -known.min(), float((known[:, 0] - w).max()), float((known[:, 1] - h).max()))
        if missing:
            cm = max(1, round(distance * (over / (0.5 * min(w, h)) + 0.03)))
        elif piece < LEAST_PX:
            cm = -max(1, round(distance * (1 - piece / LEAST_PX)))
        mask[:] = 0
        cv2.fillConvexPoly(mask, np.round(known / 4).astype(np.int32), 255)
    small = cv2.resize(frame, (w // 4, h // 4), interpolation=cv2.INTER_AREA)
    inside = mask > 0
    if not inside.any():
        return Placement(missing, piece, cm, 0.0, None, 0.0, still_s)
    pale = cv2.blur(small, (5, 5)).min(axis=2)
    limit = max(200.0, 1.12 * float(np.percentile(pale[inside], 90)))
    white = ((pale >= limit) & inside).astype(np.uint8)
    white = cv2.morphologyEx(white, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    share = float(white.sum()) / float(inside.sum())
    where = None
    if share > 0:
        ys, xs = np.nonzero(white)
        where = (float(np.median(xs)) / white.shape[1], float(np.median(ys)) / white.shape[0])
    return Placement(missing, piece, cm, share, where, float(np.median(small.max(axis=2)[inside])), still_s)
