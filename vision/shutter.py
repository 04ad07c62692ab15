"""One picture in a device's largest size, out of a stream of smaller ones."""

from __future__ import annotations

from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

LARGEST = (10_000, 10_000)  # a device asked for this gives the largest size it has
FIRST = 4  # pictures after a change of size: the first ones may be dark or torn
LARGER = 1.2  # a still that is not so much wider than the stream is not worth the wait


class Device(Protocol):
    """What is needed of ``cv2.VideoCapture``."""

    def set(self, prop: int, value: float) -> bool: ...
    def get(self, prop: int) -> float: ...
    def read(self) -> tuple[bool, NDArray[np.uint8] | None]: ...


def resize(device: Device, size: tuple[int, int]) -> tuple[int, int]:
    """Ask a device for pictures of this size; the size it gives."""
    device.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    return int(device.get(cv2.CAP_PROP_FRAME_WIDTH)), int(device.get(cv2.CAP_PROP_FRAME_HEIGHT))


def largest_of(text: str) -> tuple[int, int] | None:
    """``3840x2160``, or ``off`` for no stills; nothing said: the largest there is. ValueError for anything else."""
    if not text:
        return LARGEST
    if text == "off":
        return None
    width, _, height = text.partition("x")
    return int(width), int(height)


def shoot(
    device: Device, stream: tuple[int, int], size: tuple[int, int] = LARGEST
) -> tuple[NDArray[np.uint8] | None, bool]:
    """A picture in the largest size up to ``size``, and whether it is worth asking again; the stream is as before then.

    A device that refuses the size, or has none that is larger, is not worth it.
    """
    usual = device.get(cv2.CAP_PROP_FRAME_WIDTH)
    got = resize(device, size)
    try:
        if got[0] < LARGER * usual:
            return None, False
        frame = None
        for _ in range(FIRST):
            ok, frame = device.read()
            if not ok:
                return None, True
        if frame is None:
            return None, True
        if frame.shape[1] < LARGER * usual:  # it says so and does not do it
            return None, False
        return np.asarray(frame, np.uint8), True
    finally:
        resize(device, stream)
