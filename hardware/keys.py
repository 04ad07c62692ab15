"""USB readers that type like a keyboard, the commonest of all: their event device on Linux, grabbed where allowed.

Without the grab the digits would also be typed into whatever window is open. What is read is turned into the text
that was typed, so the rest is like any other line.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import struct
import sys
from pathlib import Path

from hardware.links import (
    BadAddress,
    LinkClosed,
    LinkLost,
    NoSuchPort,
    NotASerialLine,
    OpenFault,
    PermissionRefused,
    PortBusy,
)

EVENT = struct.Struct("llHHi")  # seconds, microseconds, type, code, value; of the machine's own size
EV_KEY = 1
UP, DOWN, HELD = 0, 1, 2  # values of a key
GRAB, NAME = 0x40044590, 0x80004506  # ioctl numbers of linux/input.h
FOLDER = Path("/dev/input/by-id")
_LETTERS = {30: "A", 48: "B", 46: "C", 32: "D", 18: "E", 33: "F", 16: "A"}  # 16: A where the reader is set to French
_DIGITS = {code: str((code - 1) % 10) for code in range(2, 12)}
_PAD = {82: "0", 79: "1", 80: "2", 81: "3", 75: "4", 76: "5", 77: "6", 71: "7", 72: "8", 73: "9"}
TYPED = {**_LETTERS, **_DIGITS, **_PAD, 51: ",", 50: ",", 28: "\n", 96: "\n", 15: "\n"}  # commas, both Enters, Tab
ALT = 56  # held while the number of a character is typed on the pad, by readers that fit every layout


def keyboards() -> tuple[str, ...]:
    """Event devices that type, as far as they are known by name; any of them may be a reader."""
    return tuple(sorted(str(p) for p in FOLDER.glob("*-event-kbd"))) if FOLDER.is_dir() else ()


class KeyLink:
    """The event device of a keyboard as a line that carries what is typed."""

    def __init__(self, path: str) -> None:
        self.identity = path
        self._path = path
        self._handle = -1
        self._half = b""
        self._number: str | None = None  # typed on the pad since Alt went down
        self.grabbed = False

    def open(self) -> None:
        self.close()
        if not sys.platform.startswith("linux"):
            raise BadAddress(self._path, "readers that type are read on Linux alone")
        try:
            self._handle = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK)
        except OSError as e:
            raise _fault(self._path, e) from e
        try:
            self._take()
        except OSError as e:
            self.close()
            raise _fault(self._path, e) from e

    def _take(self) -> None:
        """Have the keys alone; raises OSError where this is no event device, or another program has it."""
        import fcntl

        fcntl.ioctl(self._handle, NAME | (64 << 16), bytearray(64))
        try:
            fcntl.ioctl(self._handle, GRAB, 1)
            self.grabbed = True
        except OSError as e:
            if e.errno == errno.EBUSY:
                raise
            self.grabbed = False

    def read_available(self, most: int = 4096) -> bytes:
        if self._handle < 0:
            raise LinkClosed(self._path)
        try:
            if not select.select([self._handle], [], [], 0.1)[0]:
                return b""
            raw = os.read(self._handle, EVENT.size * 64)
        except BlockingIOError:
            return b""
        except (OSError, ValueError) as e:
            raise LinkLost(self._path, str(e)) from e
        if not raw:
            raise LinkLost(self._path, "no more events")
        return self._typed(raw)[:most]

    def _typed(self, raw: bytes) -> bytes:
        raw = self._half + raw
        whole = len(raw) // EVENT.size * EVENT.size
        self._half = raw[whole:]
        events = [(code, value) for *_, kind, code, value in EVENT.iter_unpack(raw[:whole]) if kind == EV_KEY]
        return "".join(self._key(code, value) for code, value in events).encode()

    def _key(self, code: int, value: int) -> str:
        if code == ALT and value != HELD:
            number, self._number = self._number, "" if value == DOWN else None
            return chr(int(number) % 128) if number and value == UP else ""
        if value != DOWN:
            return ""
        if self._number is not None and code in _PAD:
            self._number = (self._number + _PAD[code])[-4:]
            return ""
        return TYPED.get(code, "")

    def write(self, data: bytes) -> None:
        """Nothing is said to a keyboard."""

    def close(self) -> None:
        handle, self._handle, self._half, self._number = self._handle, -1, b"", None
        if handle >= 0:
            with contextlib.suppress(OSError):
                os.close(handle)


def _fault(path: str, error: OSError) -> OpenFault:
    detail = error.strerror or str(error)
    if error.errno in (errno.EACCES, errno.EPERM):
        return PermissionRefused(path, detail, command="sudo usermod -a -G input $USER")
    if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return NoSuchPort(path, detail)
    return (PortBusy if error.errno == errno.EBUSY else NotASerialLine)(path, detail)
