"""Stickers on cards: small markers, told from the board's own by another code. No card is known here, only numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

DICTIONARY = "DICT_5X5_250"
STRIDE, LEVELS, SAMPLES = 6, 30, 4  # every sixth pixel; grey levels that are no noise; so many of them are a change
LEAST_PX = 16.0  # a smaller square is no sticker that could be read twice
ROUND_PX = 96  # what is searched around a change: more than a sticker is wide, for a hand may have hidden its edge
MOVING = 3  # while something moves, one picture of so many is searched
Pixels = NDArray[np.uint8]
Box = tuple[int, int, int, int]  # px: left, top, right, bottom


@frozen
class Sticker:
    """A marker in a picture: its number, where its middle lies (px) and how wide it is (px)."""

    number: int
    at: tuple[float, float]
    side: float

    @property
    def box(self) -> Box:
        """What it may cover with its rim, whichever way it is turned."""
        (x, y), reach = self.at, round(self.side)
        return round(x) - reach, round(y) - reach, round(x) + reach, round(y) + reach


class StickerFinder:
    """Finds the first ``count`` stickers."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._few: NDArray[np.int16] | None = None  # some pixels, as they were where they were searched last
        self._last: NDArray[np.int16] | None = None  # the same of the last picture
        self._since = 0  # pictures
        self._rough = False  # only parts were searched since all was
        self._found: list[Sticker] = []
        p = cv2.aruco.DetectorParameters()
        p.errorCorrectionRate = 0.0  # no bit is ever corrected: a wrong card is worse than none
        p.adaptiveThreshWinSizeMin = 7
        p.adaptiveThreshWinSizeMax = 23
        p.adaptiveThreshWinSizeStep = 16
        p.minMarkerPerimeterRate = 0.03
        p.perspectiveRemovePixelPerCell = 6
        self._detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY)), p)

    def find(self, frame: Pixels) -> tuple[Sticker, ...]:
        """Every sticker in a picture (BGR or grey), by number; one that shows twice is left out.

        A picture that looks like the last one is not searched anew; one in which something moves is searched where that
        is, and not each time.
        """
        box = self._changed(frame)
        if box is not None:
            box = _holding(box, self._found)
            self._found = [s for s in self._found if not _meet(box, s.box)] + self._search(frame, box)
        often = Counter(s.number for s in self._found)
        return tuple(sorted((s for s in self._found if often[s.number] == 1), key=lambda s: s.number))

    def _changed(self, frame: Pixels) -> Box | None:
        """Where a picture is to be searched."""
        few = frame[::STRIDE, ::STRIDE].astype(np.int16)
        known, last, self._last = self._few, self._last, few
        h, w = frame.shape[:2]
        if known is None or last is None or known.shape != few.shape:
            self._few, self._since, self._found = few, 0, []
            return 0, 0, w, h
        new = np.abs(few - known) > LEVELS
        moving = (np.abs(few - last) > LEVELS).sum() >= SAMPLES
        self._since += 1
        if not moving and (self._rough or new.sum() >= SAMPLES):
            self._few, self._rough = few, False
            return 0, 0, w, h
        if new.sum() < SAMPLES or self._since < MOVING:
            return None
        self._rough = True
        self._since = 0
        x, y, wide, high = cv2.boundingRect(new.reshape(*new.shape[:2], -1).any(axis=2).view(np.uint8))
        known[y : y + high, x : x + wide] = few[y : y + high, x : x + wide]
        left, top = STRIDE * x - ROUND_PX, STRIDE * y - ROUND_PX
        return max(0, left), max(0, top), min(w, STRIDE * (x + wide) + ROUND_PX), min(h, STRIDE * (y + high) + ROUND_PX)

    def _search(self, frame: Pixels, box: Box) -> list[Sticker]:
        left, top, right, bottom = box
        part = frame[top:bottom, left:right]
        grey = part if part.ndim == 2 else cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
        quads, ids, _ = self._detector.detectMarkers(grey)
        found = []
        for quad, ident in zip(quads, [] if ids is None else ids.ravel(), strict=False):
            c = quad.reshape(4, 2).astype(float)
            side = float(np.mean(np.linalg.norm(c - np.roll(c, 1, axis=0), axis=1)))
            if int(ident) < self.count and side >= LEAST_PX:
                x, y = c.mean(axis=0)
                found.append(Sticker(int(ident), (float(x) + left, float(y) + top), side))
        return found


def _holding(box: Box, stickers: Sequence[Sticker]) -> Box:
    """A box that holds the whole of every sticker it meets."""
    for s in stickers:
        if _meet(box, s.box):
            left, top, right, bottom = s.box
            box = max(0, min(box[0], left)), max(0, min(box[1], top)), max(box[2], right), max(box[3], bottom)
    return box


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
