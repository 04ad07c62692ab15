"""Threads at the edges: one owns the desk, one looks through the camera, one listens. All end when they are told to.

A fault in one of them is logged, and the others go on: play goes on by hand.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from contextlib import suppress

from companion.table.desk import Look, Message
from companion.table.ears import Ears

log = logging.getLogger(__name__)


class Worker:
    """A thread that does one thing over and over; ``step`` is False when there is nothing more to do."""

    def __init__(self, name: str, step: Callable[[], bool], failed: Callable[[], None] = lambda: None) -> None:
        self._step, self._failed = step, failed
        self.stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self.stopped.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=5.0)

    def _run(self) -> None:
        while not self.stopped.is_set():
            try:
                if not self._step():
                    return
            except Exception:  # whatever it is, the evening goes on
                log.exception("%s failed", self._thread.name)
                self._failed()
                self.stopped.wait(0.5)


class DeskThread:
    """Takes messages from one queue, in order; of waiting pictures only the newest counts, bytes are never dropped."""

    def __init__(self, handle: Callable[[Message], None]) -> None:
        self._handle = handle
        self._queue: queue.Queue[Message | None] = queue.Queue()
        self._look: Look | None = None
        self._lock = threading.Lock()
        self._worker = Worker("desk", self._step)

    def start(self) -> None:
        self._worker.start()

    def post(self, message: Message) -> None:
        if isinstance(message, Look):
            with self._lock:
                waiting, self._look = self._look, message
            if waiting is not None:
                return  # its place in the queue is taken by the newer picture
        self._queue.put(message)

    def close(self) -> None:
        self._queue.put(None)
        self._worker.close()

    def _step(self) -> bool:
        message = self._queue.get()
        if message is None:
            return False
        if isinstance(message, Look):
            with self._lock:
                message, self._look = self._look or message, None
        self._handle(message)
        return True


def ear_worker(ears: Ears, heard: Callable[[Message], None]) -> Worker:
    """Passes on what dice and readers say."""

    def step() -> bool:
        with suppress(queue.Empty):
            heard(ears.messages.get(timeout=0.1))
        return True

    return Worker("ears-out", step)
