"""The thread that owns the desk, and the one that passes on to it what was heard."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import suppress

from companion.table.desk import Look, Message
from companion.table.ears import Ears
from companion.table.worker import Worker


class DeskThread:
    """Takes messages from one queue, in order; of waiting pictures only the newest counts, bytes are never dropped.

    ``failed`` is called when one of them could not be handled; the next one is.
    """

    def __init__(self, handle: Callable[[Message], None], failed: Callable[[], None] = lambda: None) -> None:
        self._handle = handle
        self._queue: queue.Queue[Message | None] = queue.Queue()
        self._look: Look | None = None
        self._lock = threading.Lock()
        self._worker = Worker("desk", self._step, failed)

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
