"""Threads at the edges: they look, listen and wait, and end when they are told to.

A fault in one of them is logged and told, and it begins again; the others go on, and play goes on by hand.
"""

from __future__ import annotations

import atexit
import logging
import threading
from collections.abc import Callable

AGAIN_S = 0.5  # after a fault
CLOSE_S = 5.0  # a closed worker is waited for
LEAVE_S = 30.0  # ... and one that is still at work when the program ends: OpenCV aborts if it ends within a picture
log = logging.getLogger(__name__)


class Worker:
    """A thread that does one thing over and over; ``step`` is False when there is nothing more to do."""

    def __init__(self, name: str, step: Callable[[], bool], failed: Callable[[], None] = lambda: None) -> None:
        self._step, self._failed = step, failed
        self.stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        """Have it end after what it does now; returns at once."""
        self.stopped.set()

    def close(self) -> None:
        self.stopped.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=CLOSE_S)
            if self._thread.is_alive():
                _late.append(self._thread)

    def _run(self) -> None:
        while not self.stopped.is_set():
            try:
                if not self._step():
                    return
            except Exception:  # whatever it is, the evening goes on
                log.exception("%s failed", self._thread.name)
                self._failed()
                self.stopped.wait(AGAIN_S)


_late: list[threading.Thread] = []  # closed, and still at work


@atexit.register
def _leave() -> None:
    """The program ends: those still at work come to the end of what they do."""
    for thread in _late:
        thread.join(timeout=LEAVE_S)
