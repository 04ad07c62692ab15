"""Pictures out of a stream of bytes, told by what they are made of; bytes in, pictures out.

Cameras announce boundaries that they do not send, lengths that are wrong, or nothing at all. A JPEG and a PNG say
themselves where they end, so nothing else is believed, and whatever stands between them is passed over. Sizes are known
before anything is decoded; what is no picture is a fault, never an exception.
"""

from __future__ import annotations

import io
import warnings

import cv2
import numpy as np

from vision.frame import Frame

JPEG, PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
MOST_BYTES = 16 << 20  # what is larger is no picture of a camera
BARE = frozenset((0x01, *range(0xD0, 0xD8)))  # markers of a JPEG without a length
_MORE = -1
MOST_PIXELS = 64_000_000  # a phone's picture has 12 to 50 million
LEAST_SIDE = 8  # px
FORMATS = ("JPEG", "PNG", "BMP", "WEBP")
HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftyphevc", b"ftypavif", b"ftypmsf1")


class Cutter:
    """Cuts bytes into whole pictures. It never holds more than ``most`` bytes, however long no picture ends."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._held = bytearray()
        self._at = 0  # up to here the picture in front was walked
        self._scan = False  # in the compressed data of a JPEG, where only a marker ends it
        self.dropped = 0  # bytes that belonged to no whole picture

    def feed(self, data: bytes) -> list[bytes]:
        """Pictures that these bytes complete."""
        self._held += data
        done = []
        while self._begin():
            end = self._walk_png() if self._held[0] == PNG[0] else self._walk_jpeg()
            if end == _MORE:
                break
            if end:
                done.append(bytes(self._held[:end]))
            self._drop(end or 2, lost=not end)
        if len(self._held) > self._most:
            self._drop(len(self._held), lost=True)
        return done

    def _begin(self) -> bool:
        """Have the beginning of a picture in front; False while there is none."""
        if self._at:
            return True
        found = [i for i in (self._held.find(JPEG), self._held.find(PNG)) if i >= 0]
        if found:
            if min(found):
                self._drop(min(found), lost=True)
            return True
        self._drop(max(0, len(self._held) - len(PNG) + 1), lost=True)
        return False

    def _drop(self, n: int, lost: bool) -> None:
        del self._held[:n]
        self._at, self._scan = 0, False
        self.dropped += n if lost else 0

    def _walk_jpeg(self) -> int:
        """Where the picture in front ends, _MORE while that cannot be told, 0 where it is none."""
        held, self._at = self._held, self._at or 2
        while True:
            if self._scan:
                at = held.find(0xFF, self._at)
                if at < 0 or at + 1 >= len(held):
                    self._at = len(held) if at < 0 else at
                    return _MORE
                self._at = at
                if held[at + 1] in (0x00, 0xFF) or held[at + 1] in BARE:
                    self._at = at + (1 if held[at + 1] == 0xFF else 2)
                    continue
                self._scan = False
            if self._at + 2 > len(held):
                return _MORE
            mark, kind = held[self._at], held[self._at + 1]
            if mark != 0xFF:
                return 0
            if kind == 0xFF:
                self._at += 1
            elif kind == 0xD9:
                return self._at + 2
            elif kind == 0xD8:  # the next one begins before this one ended: it is torn
                return 0
            elif kind in BARE:
                self._at += 2
            elif kind == 0x00:
                return 0
            else:
                if self._at + 4 > len(held):
                    return _MORE
                length = int.from_bytes(held[self._at + 2 : self._at + 4], "big")
                if length < 2:
                    return 0
                if self._at + 2 + length > len(held):
                    return _MORE
                self._at += 2 + length
                self._scan = kind == 0xDA

    def _walk_png(self) -> int:
        held, self._at = self._held, self._at or len(PNG)
        while self._at + 12 <= len(held):
            length = int.from_bytes(held[self._at : self._at + 4], "big")
            if length > self._most:
                return 0
            kind = held[self._at + 4 : self._at + 8]
            end = self._at + 12 + length
            if end > len(held):
                return _MORE
            if kind == b"IEND":
                return end
            self._at = end
        return _MORE


def torn(data: bytes) -> bool:
    """Whether a JPEG or PNG breaks off before its end."""
    if not data.startswith((JPEG, PNG)):
        return False
    return not Cutter(max(MOST_BYTES, 2 * len(data))).feed(data)


# ---------------------------------------------------------------- pictures of strangers
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
