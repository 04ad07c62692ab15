"""Stickers on cards: small markers, told from the board's own by another code. No card is known here, only numbers."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pose import detector

DICTIONARY = "DICT_5X5_250"
STRIDE, LEVELS, SAMPLES = 6, 30, 4  # every sixth pixel; grey levels that are no noise; so many of them are a change
LEAST_PX = 16.0  # a smaller square is no sticker that could be read twice
MOVING = 3  # while something moves, one picture of so many is searched
Pixels = NDArray[np.uint8]


class StickerFinder:
    """Finds the first ``count`` stickers."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._searched: NDArray[np.int16] | None = None  # some pixels of the picture that was searched last
        self._last: NDArray[np.int16] | None = None  # the same of the last picture
        self._since = MOVING  # pictures
        self._found: tuple[int, ...] = ()
        self._detector = detector(DICTIONARY, (7, 23, 16), 0.03)

    def find(self, frame: Pixels) -> tuple[int, ...]:
        """The number of every sticker in a picture (BGR or grey), the least first; one that shows twice is left out.

        A picture that looks like the one that was searched last is not searched anew; nor is each in which something
        moves.
        """
        if self._changed(frame):
            often = Counter(self._search(frame))
            self._found = tuple(sorted(n for n, times in often.items() if times == 1))
        return self._found

    def _changed(self, frame: Pixels) -> bool:
        """Whether a picture is to be searched."""
        few = frame[::STRIDE, ::STRIDE].astype(np.int16)
        last, self._last = self._last, few
        self._since += 1
        if not _differ(few, self._searched) or (self._since < MOVING and _differ(few, last)):
            return False
        self._searched, self._since = few, 0
        return True

    def _search(self, frame: Pixels) -> list[int]:
        grey = frame if frame.ndim == 2 else cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        quads, ids, _ = self._detector.detectMarkers(grey)
        found = []
        for quad, ident in zip(quads, [] if ids is None else ids.ravel(), strict=False):
            c = quad.reshape(4, 2)
            side = float(np.mean(np.linalg.norm(c - np.roll(c, 1, axis=0), axis=1)))
            if int(ident) < self.count and side >= LEAST_PX:
                found.append(int(ident))
        return found


def _differ(now: NDArray[np.int16], then: NDArray[np.int16] | None) -> bool:
    return then is None or then.shape != now.shape or bool((np.abs(now - then) > LEVELS).sum() >= SAMPLES)
