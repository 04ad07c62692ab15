"""A camera being placed: live pictures for the screen, where the board seems to lie, and what is not well yet."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from companion.table.worker import AGAIN_S
from vision.capture.corners import propose_corners
from vision.capture.placement import STILL_S, Placement, Watch, judge
from vision.frames import FrameSource, Pictures, SourceError, SourceFault, open_source

LOOK_S, SHOW_S = 0.6, 0.1  # after so long corners are searched again; a picture is shown
PREVIEW_PX = 960
Corner = tuple[float, float]
log = logging.getLogger(__name__)


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
        try:
            while not self._stop.is_set():
                try:
                    self._look_at(source)
                    return
                except Exception:  # whatever one odd picture does, the next one is looked at
                    log.exception("the camera could not be looked through")
                    self._failed(SourceFault("failed"))
                    self._stop.wait(AGAIN_S)
        finally:
            source.close()

    def _look_at(self, source: FrameSource) -> None:
        if isinstance(source, Pictures) and len(source.files) == 1:
            self._photograph(source)
        else:
            self._watch_on(source)

    def _photograph(self, source: Pictures) -> None:
        """One picture moves no more: it is looked at once, and again for every corner that is touched."""
        got = source.read()
        if got is None:
            self._failed(source.fault or SourceFault("empty", {"path": str(self.address)}))
            return
        self.frame = got[0]
        self._show()
        self._stay()

    def _stay(self) -> None:
        """Look at the picture that stays, as often as another corner of it is touched."""
        asked: dict[int, Corner] | None = None
        while not self._stop.is_set():
            if asked != self.touched:
                asked = dict(self.touched)
                self._look(self.frame)
            self._stop.wait(0.1)

    def _watch_on(self, source: FrameSource) -> None:
        shown = looked = -1e9
        steady = False
        while not self._stop.is_set():
            got = source.read()
            if got is None:
                if source.ended and self.frame is not None:
                    self._stay()
                elif source.ended:
                    self._failed(source.fault or SourceFault("empty", {"path": str(self.address)}))
                    return
                time.sleep(0.02)
                continue
            self.frame, at = got
            still = self._watch.look(self.frame, at)
            if time.monotonic() - shown >= SHOW_S:
                shown = time.monotonic()
                self._show()
            if steady != (still >= STILL_S) or time.monotonic() - looked >= LOOK_S:
                steady = still >= STILL_S
                self._look(self.frame, still)
                looked = time.monotonic()  # a slow search leaves as much time for pictures as a quick one

    def _show(self) -> None:
        step = max(1, round(self.frame.shape[1] / PREVIEW_PX))
        self._pictured(np.ascontiguousarray(self.frame[::step, ::step]))

    def _look(self, frame: Any, still: float = 60.0) -> None:
        quad = propose_corners(frame)
        corners: list[Corner | None] = list(quad.corners) if quad is not None else [None] * 4
        for i, p in self.touched.items():
            corners[i] = (p[0] * frame.shape[1], p[1] * frame.shape[0])
        placed = judge(frame, tuple(corners), self._longest, self._piece, still)
        if not self._stop.is_set():
            self._told(placed, tuple(corners))
