"""A camera being placed: live pictures for the screen, where the board seems to lie, and what is not well yet."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from vision.capture.corners import propose_corners
from vision.capture.placement import Placement, Watch, judge
from vision.frames import SourceError, SourceFault, open_source

LOOK_S = 0.6  # corners are searched so often
PREVIEW_PX = 960
Corner = tuple[float, float]


class Lookout:
    """``told`` gets a Placement and the corners (px) now and then, ``pictured`` small pictures; on its own thread."""

    def __init__(
        self,
        address: Any,
        told: Callable[[Placement, tuple[Corner | None, ...]], None],
        pictured: Callable[[Any], None],
        failed: Callable[[SourceFault], None],
        *,
        longest_mm: float = 500.0,
        piece_mm: float = 8.0,
    ) -> None:
        self.address = address
        self._told, self._pictured, self._failed = told, pictured, failed
        self._longest, self._piece = longest_mm, piece_mm
        self._stop = threading.Event()
        self._watch = Watch()
        self.frame: Any = None
        self.touched: dict[int, Corner] = {}
        self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=5.0)

    def _run(self) -> None:
        try:
            source = open_source(self.address) if isinstance(self.address, str) else self.address
        except SourceError as e:
            self._failed(e.fault)
            return
        shown = looked = -1e9
        asked: dict[int, Corner] | None = None  # corners touched on the picture that stays
        try:
            while not self._stop.is_set():
                got = source.read()
                if got is None:
                    if source.ended:
                        if self.frame is None:
                            self._failed(source.fault or SourceFault("empty", {"path": str(self.address)}))
                            return
                        if asked != self.touched:  # a photograph stays as it is
                            asked = dict(self.touched)
                            self._look(self.frame, time.monotonic())
                        self._stop.wait(0.1)
                        continue
                    time.sleep(0.02)
                    continue
                self.frame, at = got
                now = time.monotonic()
                still = self._watch.look(self.frame, at)
                if now - shown >= 0.1:
                    shown = now
                    step = max(1, round(self.frame.shape[1] / PREVIEW_PX))
                    self._pictured(np.ascontiguousarray(self.frame[::step, ::step]))
                if now - looked >= LOOK_S:
                    looked = now
                    self._look(self.frame, now, still)
        finally:
            source.close()

    def _look(self, frame: Any, now: float, still: float = 60.0) -> None:
        quad = propose_corners(frame)
        corners: list[Corner | None] = list(quad.corners) if quad is not None else [None] * 4
        for i, p in self.touched.items():
            corners[i] = (p[0] * frame.shape[1], p[1] * frame.shape[0])
        placed = judge(frame, tuple(corners), self._longest, self._piece, still)
        if not self._stop.is_set():
            self._told(placed, tuple(corners))
