"""The newest picture of a live source, however slowly people look: nothing waits in a queue and gets old."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from vision.frame import Frame, FrameSource, Grabbed, SourceFault

HUNG_S = 4.5  # in one call of a source: longer than any of its own time limits
FROZEN_S = 4.5  # people are told of it within five seconds
AGAIN_S = 0.3  # after a fault
log = logging.getLogger(__name__)


@runtime_checkable
class LiveSource(Protocol):
    """A source that goes on whether anybody looks or not; ``grab`` waits for its next picture and decodes nothing."""

    @property
    def ended(self) -> bool: ...
    @property
    def fault(self) -> SourceFault | None: ...
    def grab(self) -> Grabbed | None: ...
    def close(self) -> None: ...


class Latest:
    """The newest picture of a live source: a thread of its own takes every picture and decodes those that are wanted.

    ``read`` waits up to ``patience_s`` for one taken since it was called. All calls of the source are on that thread.
    """

    partial = False

    def __init__(self, source: LiveSource, patience_s: float = 0.5) -> None:
        self.source = source
        self._patience = patience_s
        self._change = threading.Condition()
        self._wanted = False
        self._item: tuple[Frame, float] | None = None
        self._job: Callable[[], Frame | None] | None = None
        self._done: list[Frame | None] = []
        self._stop = False
        self._take: Callable[[], Frame | None] | None = getattr(source, "still", None)
        self.still = self._still if self._take is not None else None  # only of a source that has any
        self._failed = False
        self._sample = b""
        self._alive = self._changed = time.monotonic()  # when the source came back last; when its picture changed last
        self._thread = threading.Thread(target=self._fill, name="frames", daemon=True)
        self._thread.start()

    def _fill(self) -> None:
        while not self._stop and not self.source.ended:
            try:
                self._take_one()
                self._failed = False
            except Exception:  # whatever one odd picture does, the next one is looked at
                log.exception("a camera's picture failed")
                self._failed = True
                time.sleep(AGAIN_S)

    def _take_one(self) -> None:
        got = self.source.grab()
        self._alive = time.monotonic()
        job = self._job
        done = [job()] if job is not None else []
        frame = got[0]() if got is not None and self._wanted else None
        if frame is not None:
            self._same(frame)
        with self._change:
            if done:
                self._job, self._done = None, done
            if got is not None and frame is not None:
                self._item, self._wanted = (frame, got[1]), False
            self._change.notify_all()

    def _same(self, frame: Frame) -> None:
        """A camera's pictures differ by their noise at least; one that repeats itself to the last bit is frozen."""
        sample = frame[::61, ::67].tobytes()
        if sample != self._sample:
            self._sample, self._changed = sample, self._alive

    @property
    def ended(self) -> bool:
        return self._stop or self.source.ended

    @property
    def frozen(self) -> bool:
        """Whether the same picture came all the time lately."""
        return self._sample != b"" and self._alive - self._changed > FROZEN_S

    @property
    def fault(self) -> SourceFault | None:
        """Why it is silent; a device that does not come back from a call is hung."""
        if self._failed:
            return SourceFault("failed")
        if time.monotonic() - self._alive > HUNG_S and not self.ended:
            return SourceFault("hung")
        return self.source.fault

    def read(self) -> tuple[Frame, float] | None:
        with self._change:
            self._wanted, self._item = True, None
            self._change.wait_for(lambda: self._item is not None or self.ended, self._patience)
            return self._item

    def _still(self) -> Frame | None:
        """A picture in the largest size the source has; None if it did not come out. Takes about a second."""
        with self._change:
            self._done, self._job = [], self._take
            self._change.wait_for(lambda: bool(self._done) or self.ended, 5.0)
            return self._done[0] if self._done else None

    def close(self) -> None:
        self._stop = True
        self._thread.join(timeout=2.0)
        if not self._thread.is_alive():  # one that hangs in the device lets go of it when it comes back, or never
            self.source.close()


def newest(source: FrameSource) -> FrameSource:
    """A live source by its newest pictures; any other one as it is."""
    return Latest(source) if hasattr(source, "grab") and isinstance(source, LiveSource) else source
