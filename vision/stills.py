"""Sharper stills: a device that streams small pictures may take single ones in its largest size.

They are asked for only where pieces show too small in the stream, and only once the table lies still.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from vision.camera import Array, View
from vision.devices import LARGER
from vision.layout import Layout, counted
from vision.rectify import brightest
from vision.tracking import Tracker

Frame = NDArray[np.uint8]
Take = Callable[[], Frame | None]
PATIENCE = 3  # stills that fail one after the other before the stream is read instead
WIDTH = 480  # px; stream and still are compared so small
DIFFERS, HAND_MM2 = 22, 500.0  # grey levels; what differs on so much of the board is a hand


class Stills:
    """What is read once a table lies still: the stream's picture, or a still where the stream shows too little.

    ``take``: how to get one; None where the source has none. The pose in stills is found anew whenever the stream's
    has changed, else it stays the same, as that of the stream does.
    """

    def __init__(self, layout: Layout, tracker: Tracker) -> None:
        self.layout, self.tracker = layout, tracker
        self.take: Take | None = None
        self.version = 0  # of the pose in what was read last
        self._view: tuple[int, View] | None = None
        self._missed = 0

    def plain(self) -> int:
        """The version of the pose in the stream's pictures."""
        self.version = 2 * self.tracker.version
        return self.version

    def closer(self, frame: Frame, view: View) -> tuple[Frame, View] | None:
        """A picture to read and its pose; None if a still was wanted and did not come out: then nothing is read yet."""
        self.plain()
        if self.take is None or all(counted(self.layout, p, view.px_per_mm(*p.centre)) for p in self.layout.places):
            return frame, view
        still = self.take()
        if still is not None and still.shape[1] < LARGER * frame.shape[1]:
            self.take = None  # no sharper than what we have
            return frame, view
        seen = self._pose(still, view) if still is not None else None
        if still is None or seen is None or not alike(frame, view, still, seen, self.layout.size_mm):
            self._missed += 1
            self._view = None
            if self._missed < PATIENCE:
                return None
            self.take = None
            return frame, view
        self._missed = 0
        self.version += 1
        return still, seen

    def _pose(self, still: Frame, view: View) -> View | None:
        version, size = self.tracker.version, (still.shape[1], still.shape[0])
        if self._view is not None and self._view[0] == version and self._view[1].size == size:
            return self._view[1]
        found = self.tracker.find(np.asarray(cv2.cvtColor(still, cv2.COLOR_BGR2GRAY), np.uint8))
        if not isinstance(found, View):
            s = size[0] / view.size[0]
            if abs(view.size[1] * s - size[1]) > 2:  # another part of the sensor: no telling what it shows
                return None
            found = scaled(view, s, size)
        self._view = (version, found)
        return found


def scaled(view: View, scale: float, size: tuple[int, int]) -> View:
    """The same camera with pictures ``scale`` times as wide."""
    half = (scale - 1) / 2
    m: Array = np.array([[scale, 0, half], [0, scale, half], [0, 0, 1.0]])
    return evolve(view, h0=m @ view.h0, k=m @ view.k, size=size, error_px=view.error_px * scale)


def alike(frame: Frame, view: View, still: Frame, seen: View, board_mm: tuple[float, float]) -> bool:
    """Whether a still shows the board as the stream did: no hand has come over it in between."""
    s = WIDTH / frame.shape[1]
    size = (WIDTH, max(1, round(frame.shape[0] * s)))
    small: Array = np.array([[s, 0, (s - 1) / 2], [0, s, (s - 1) / 2], [0, 0, 1.0]])
    over = small @ view.h0 @ np.linalg.inv(seen.h0)
    a = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    shrink = max(1, round(still.shape[1] / frame.shape[1]))
    smooth = cv2.blur(still, (shrink * 4, shrink * 4))
    b = cv2.warpPerspective(smooth, over, size, flags=cv2.INTER_LINEAR)
    w, h = board_mm
    corners = (small @ view.h0 @ np.array([[0, w, w, 0], [0, 0, h, h], [1, 1, 1, 1.0]])).T
    board = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(board, np.round(np.clip(corners[:, :2] / corners[:, 2:], -2000, 4000)).astype(np.int32), 255)
    board[brightest(b) == 0] = 0  # where the still does not reach
    inside = board > 0
    if not inside.any():
        return False
    a, b = cv2.blur(a, (5, 5)).astype(np.float32), cv2.blur(b, (5, 5)).astype(np.float32)
    gain = np.median((a[inside] + 4) / (b[inside] + 4), axis=0)
    differs = (np.abs(a - b * gain).max(axis=2) > DIFFERS) & inside
    scale = s * view.px_per_mm(w / 2, h / 2)
    return bool(cv2.countNonZero(cv2.erode(differs.astype(np.uint8), np.ones((3, 3), np.uint8))) < HAND_MM2 * scale**2)
