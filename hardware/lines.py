"""Bytes into lines, capped, with a deadline for half a line."""

from __future__ import annotations

import binascii
import re
from functools import reduce
from operator import xor

from attrs import frozen

_ENDS = re.compile(rb"[\r\n]")


@frozen
class Line:
    """One line without its end. ``cut``: it was longer than the cap and ``text`` holds only its last bytes."""

    text: bytes
    cut: bool = False
    half: bool = False  # it never ended; what there was of it is given back after the deadline


@frozen
class Junk:
    """Bytes that are no frame. ``why``: text | long | checksum | half | bytes."""

    data: bytes
    why: str


class LineSplitter:
    """Splits at CR or LF and leaves out empty lines.

    Of a line longer than ``cap`` bytes the end is kept, because a good frame may stand there behind garbage without a
    line end. After ``idle`` s of silence half a line is given up, lest ``1`` and, much later, ``2`` read as 12.
    """

    def __init__(self, cap: int = 256, idle: float = 1.0) -> None:
        self._cap = cap
        self._idle = idle
        self._held = bytearray()
        self._length = 0  # of the line so far, also where its front was dropped
        self._last = float("-inf")

    def feed(self, data: bytes, at: float) -> list[Line]:
        """Take bytes that arrived at ``at`` (s); return the lines that are now complete."""
        lines = self.tick(at)
        if data:
            self._last = at
        *ended, rest = _ENDS.split(data)
        for piece in ended:
            self._hold(piece)
            if self._length:
                lines.append(self._take(half=False))
        self._hold(rest)
        return lines

    def tick(self, at: float) -> list[Line]:
        """Give up half a line that has waited too long."""
        if self._length and at - self._last > self._idle:
            return [self._take(half=True)]
        return []

    def _hold(self, piece: bytes) -> None:
        self._held += piece
        self._length += len(piece)
        if len(self._held) > 2 * self._cap:  # not at every byte: shifting costs
            del self._held[: -self._cap]

    def _take(self, *, half: bool) -> Line:
        line = Line(bytes(self._held[-self._cap :]), cut=self._length > self._cap, half=half)
        self._held.clear()
        self._length = 0
        return line


def xor8(data: bytes) -> int:
    """Exclusive-or of all bytes, 0..255, as NMEA lines and EM4100 readers use it."""
    return reduce(xor, data, 0)


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE, 0..65535: polynomial 1021h, start FFFFh, no reflection; ``123456789`` gives 29B1h."""
    return binascii.crc_hqx(data, 0xFFFF)
