"""Time at the table: the machine's, or one that counts what the work costs and never sleeps."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

Clock = Callable[[], float]  # s


class RealClock:
    """The machine's time since it was made."""

    def __init__(self) -> None:
        self._from = time.monotonic()

    def __call__(self) -> float:
        return time.monotonic() - self._from

    def wait_until(self, at: float) -> None:
        time.sleep(max(0.0, at - self()))

    def aside(self) -> AbstractContextManager[None]:
        """What is done takes the time it takes."""
        return nullcontext()


class WorkClock:
    """Starts at 0 and goes on by the CPU time of its thread, and by what is waited for without waiting.

    So a proof is as fast as its machine, and still as late as people would find it. What ``aside`` encloses, like
    drawing the pictures that a camera would have sent, costs nothing. ``scale``: s for each s of this machine's CPU.
    """

    def __init__(self, scale: float = 1.0) -> None:
        self._scale = scale
        self._now, self._from = 0.0, time.thread_time()
        self._aside = 0
        self.busy = 0.0  # s of work so far

    def __call__(self) -> float:
        self._take()
        return self._now

    def wait_until(self, at: float) -> None:
        """Nothing is done until then; a time that has come already is no wait."""
        self._take()
        self._now = max(self._now, at)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Work that a real table does not have."""
        self._take()
        self._aside += 1
        try:
            yield
        finally:
            self._aside -= 1
            self._from = time.thread_time()

    def _take(self) -> None:
        now = time.thread_time()
        if not self._aside:
            spent = self._scale * (now - self._from)
            self._now += spent
            self.busy += spent
        self._from = now
