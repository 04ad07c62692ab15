"""Reference pictures on disk, and how a board lies in one whose four corners are known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Array
from vision.jpegs import NoPicture, decoded

QUALITY = 95
Frame = NDArray[np.uint8]


def read_reference(path: Path) -> Frame | None:
    """A kept picture (BGR), or None when it is not there or torn."""
    try:
        return decoded(path.read_bytes(), whole=True) if path.is_file() else None
    except (NoPicture, OSError):
        return None


def write_reference(path: Path, picture: Frame) -> None:
    """A picture that is whole on the disk or not there at all."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_bytes(data.tobytes())
    new.replace(path)


def gray_of(picture: Frame) -> Frame:
    """The picture in grey."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def lies(corners: Sequence[tuple[float, float]], size_mm: tuple[float, float]) -> Array:
    """Board mm -> px of the picture, from four corners (px) clockwise from the board's top left."""
    w, h = size_mm
    mm = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(mm, np.array(corners, np.float32)), np.float64)
