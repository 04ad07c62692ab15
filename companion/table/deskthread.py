"""Threads at the edges: one owns the desk, one looks through the camera. Both end when they are told to."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from companion.table.desk import Desk, DeviceChanged, Look, Message
from companion.table.ears import Ears
from companion.table.eye import Eye
from companion.table.snapshot import Device, Snapshot

Told = Callable[[Snapshot], None]


class DeskThread:
    """Takes messages from one queue, in order; of waiting pictures only the newest counts, bytes are never dropped."""

    def __init__(self, desk: Desk, told: Told) -> None:
        self._desk, self._told = desk, told
        self._queue: queue.Queue[Message | None] = queue.Queue()
        self._look: Look | None = None
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def post(self, message: Message) -> None:
        if isinstance(message, Look):
            with self._lock:
                waiting, self._look = self._look, message
            if waiting is not None:
                return  # its place in the queue is taken by the newer picture
        self._queue.put(message)

    def close(self) -> None:
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)

    def _run(self) -> None:
        self._told(self._desk.snapshot())
        while (message := self._queue.get()) is not None:
            if isinstance(message, Look):
                with self._lock:
                    message, self._look = self._look or message, None
            self._told(self._desk.handle(message, time.monotonic()))


class EyeThread:
    """Looks as fast as pictures come. ``seen`` gets every observation, ``pictured`` every picture."""

    def __init__(
        self, eye: Eye, seen: Callable[[Message], None], pictured: Callable[[Any], None] = lambda _: None
    ) -> None:
        self._eye, self._seen, self._pictured = eye, seen, pictured
        self._stop = threading.Event()
        self._state: tuple[str, str] = ("", "")
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)
        self._eye.source.close()

    def _run(self) -> None:
        silent = 0.0
        while not self._stop.is_set():
            if self._eye.ended:
                self._lamp("bad", "ended")
                return
            observation = self._eye.look()
            if observation is None:
                fault = getattr(self._eye.source, "fault", None)
                silent += 0.02
                if fault is not None or silent > 2.0:
                    self._lamp("bad", getattr(fault, "code", "silent"))
                time.sleep(0.02)
                continue
            silent = 0.0
            if getattr(self._eye.source, "partial", False):
                self._lamp("warn", "one")
            else:
                blind = observation.state in ("lost", "moved", "light", "dark")
                self._lamp("warn" if blind else "ok", observation.state)
            self._pictured(self._eye.frame)
            self._seen(Look(observation))
            for shown in self._eye.cards():
                self._seen(shown)

    def _lamp(self, state: str, code: str) -> None:
        """The lamp is told only what is new: a hand over the board is no news."""
        code = "sees" if state == "ok" else code
        if (state, code) != self._state:
            self._state = (state, code)
            self._seen(DeviceChanged(Device("camera", state, code)))


class EarThread:
    """Passes on what dice and readers say."""

    def __init__(self, ears: Ears, heard: Callable[[Message], None]) -> None:
        self._ears, self._heard = ears, heard
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ears-out", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._ears.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._heard(self._ears.messages.get(timeout=0.1))
            except queue.Empty:
                continue
