"""Pictures of strangers: their size is known before they are decoded; what is none is a fault, never an exception."""

from __future__ import annotations

import io
import warnings

import cv2
import numpy as np

from vision.frame import Frame
from vision.jpegs import torn

MOST_PIXELS = 64_000_000  # a phone's picture has 12 to 50 million
LEAST_SIDE = 8  # px
FORMATS = ("JPEG", "PNG", "BMP", "WEBP")
HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftyphevc", b"ftypavif", b"ftypmsf1")


class NoPicture(ValueError):
    """Bytes that are no picture we can use. ``code``: unreadable | huge | tiny | torn | heic."""

    def __init__(self, code: str, size: tuple[int, int] = (0, 0)) -> None:
        self.code, self.size = code, size
        super().__init__(code)


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height in px as the header says; raises NoPicture."""
    if data[4:12] in HEIC:
        raise NoPicture("heic")
    from PIL import Image, UnidentifiedImageError  # late: an evening without pictures of strangers needs none of it

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
                return picture.size
    except Image.DecompressionBombError as e:
        raise NoPicture("huge") from e
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, ArithmeticError, LookupError, TypeError) as e:
        raise NoPicture("unreadable") from e


def decoded(data: bytes, *, whole: bool = False) -> Frame:
    """A picture as BGR, uint8, height x width x 3. ``whole``: one that breaks off is none. Raises NoPicture."""
    size = size_of(data)
    if size[0] * size[1] > MOST_PIXELS:
        raise NoPicture("huge", size)
    if min(size) < LEAST_SIDE:
        raise NoPicture("tiny", size)
    if whole and torn(data):
        raise NoPicture("torn", size)
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as e:
        raise NoPicture("unreadable", size) from e
    if picture is None:
        raise NoPicture("unreadable", size)
    return np.asarray(picture, np.uint8)
