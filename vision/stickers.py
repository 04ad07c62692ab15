"""Stickers on cards: small markers, told from the board's own by another code. No card is known here, only numbers."""

from __future__ import annotations

import cv2
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

DICTIONARY = "DICT_5X5_250"
STRIDE, LEVELS, SAMPLES = 6, 30, 4  # every sixth pixel; grey levels that are no noise; so many of them are a change
LEAST_PX = 16.0  # a smaller square is no sticker that could be read twice


@frozen
class Sticker:
    """A marker in a picture: its number, where its middle lies (px) and how wide it is (px)."""

    number: int
    at: tuple[float, float]
    side: float


class StickerFinder:
    """Finds the first ``count`` stickers. ``region``: the part that is searched, 0 to 1 (x0, y0, x1, y1)."""

    def __init__(self, count: int, region: tuple[float, float, float, float] | None = None) -> None:
        self.count, self.region = count, region
        self._few: NDArray[np.int16] | None = None  # some pixels of the picture that was searched last
        self._found: tuple[Sticker, ...] = ()
        p = cv2.aruco.DetectorParameters()
        p.errorCorrectionRate = 0.0  # no bit is ever corrected: a wrong card is worse than none
        p.adaptiveThreshWinSizeMin = 7
        p.adaptiveThreshWinSizeMax = 23
        p.adaptiveThreshWinSizeStep = 16
        p.minMarkerPerimeterRate = 0.03
        p.perspectiveRemovePixelPerCell = 6
        self._detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY)), p)

    def find(self, frame: NDArray[np.uint8]) -> tuple[Sticker, ...]:
        """Every sticker in a picture (BGR or grey), by number; one that shows twice is left out.

        In a picture that looks like the last one that was searched nothing is searched anew.
        """
        few = frame[::STRIDE, ::STRIDE].astype(np.int16)
        known = self._few
        if known is not None and known.shape == few.shape and (np.abs(few - known) > LEVELS).sum() < SAMPLES:
            return self._found
        self._few, self._found = few, self._search(frame)
        return self._found

    def _search(self, frame: NDArray[np.uint8]) -> tuple[Sticker, ...]:
        h, w = frame.shape[:2]
        x0, y0, x1, y1 = self.region or (0.0, 0.0, 1.0, 1.0)
        left, top = int(x0 * w), int(y0 * h)
        part = frame[top : int(y1 * h), left : int(x1 * w)]
        grey = part if part.ndim == 2 else cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
        quads, ids, _ = self._detector.detectMarkers(grey)
        found: dict[int, list[Sticker]] = {}
        for quad, ident in zip(quads, [] if ids is None else ids.ravel(), strict=False):
            c = quad.reshape(4, 2).astype(float)
            side = float(np.mean(np.linalg.norm(c - np.roll(c, 1, axis=0), axis=1)))
            if int(ident) < self.count and side >= LEAST_PX:
                x, y = c.mean(axis=0)
                found.setdefault(int(ident), []).append(Sticker(int(ident), (x + left, y + top), side))
        return tuple(s[0] for _, s in sorted(found.items()) if len(s) == 1)
