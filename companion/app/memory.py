"""Memory that drawing took for a moment goes back to the system: pictures are large and few, and glibc keeps them."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys

MMAP_THRESHOLD, LARGE = -3, 128 * 1024  # mallopt: from so many bytes on memory is the system's, and goes back at once


def _libc() -> ctypes.CDLL | None:
    if sys.platform != "linux":
        return None
    with contextlib.suppress(OSError):
        return ctypes.CDLL(None)
    return None


def large_apart() -> None:
    """Once, at the start. Nothing happens where the C library knows no such thing."""
    with contextlib.suppress(AttributeError):
        if (libc := _libc()) is not None:
            libc.mallopt(MMAP_THRESHOLD, LARGE)


def give_back(whole: bool = False) -> None:
    """What lies free, when a page has gone; ``whole``: a game was closed, and its past, hand in hand with its views,
    is let go at once. That takes some tenths of a second of the processor."""
    if whole:
        gc.collect()
    with contextlib.suppress(AttributeError):
        if (libc := _libc()) is not None:
            libc.malloc_trim(0)
