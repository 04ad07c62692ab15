"""How many cores the eye may use, for measurements that are to be told for one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import cv2


@contextmanager
def one_core() -> Iterator[None]:
    """OpenCV works on a single core while this lasts."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(threads)
