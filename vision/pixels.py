"""Sums and extremes over the three channels of a picture; numpy's own are many times slower over so short an axis."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

_MEAN = np.full((1, 3), 1 / 3, np.float32)


def brightest(picture: NDArray[Any]) -> NDArray[Any]:
    """The largest of three channels (h, w, 3) -> (h, w)."""
    b, g, r = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(b, g), r))


def average(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean of three channels (h, w, 3) -> (h, w)."""
    return np.asarray(cv2.transform(picture, _MEAN), np.float32)


def squares(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """The sum of three squared channels (h, w, 3) -> (h, w)."""
    b, g, r = cv2.split(picture)
    return np.asarray(b * b + g * g + r * r, np.float32)


def put(target: NDArray[Any], source: NDArray[Any], where: NDArray[np.uint8]) -> None:
    """Copy pixels of ``source`` into ``target`` where ``where`` is not 0."""
    cv2.copyTo(source, where, target)
