"""Cameras that speak RTSP, where OpenCV was built with FFmpeg; its own time limits keep a silent one from hanging."""

from __future__ import annotations

import os
import time

import cv2
import numpy as np

from vision.frame import Frame, Grabbed, SourceError, SourceFault
from vision.web import masked

SCHEMES = ("rtsp", "rtsps", "rtmp")
WITHIN_MS = 4000
RETRY_S = 2.0


class NetVideo:
    """A stream that FFmpeg reads; lost, it is opened anew every two seconds."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._start = time.monotonic()
        self._cap: cv2.VideoCapture | None = None
        self._retry = 0.0
        self.ended = False
        self.fault: SourceFault | None = None
        if cv2.CAP_FFMPEG not in cv2.videoio_registry.getBackends():
            raise SourceError(SourceFault("no_ffmpeg", {"address": masked(url)}))
        if not self._open():
            raise SourceError(SourceFault("no_rtsp", {"address": masked(url)}))

    def _open(self) -> bool:
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # its own words hold the password
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, WITHIN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, WITHIN_MS]
        cap = cv2.VideoCapture(self.url, cv2.CAP_FFMPEG, limits)
        if not cap.isOpened():
            cap.release()
            return False
        self._cap = cap
        return True

    def read(self) -> tuple[Frame, float] | None:
        got = self.grab()
        frame = got[0]() if got is not None else None
        return None if got is None or frame is None else (frame, got[1])

    def grab(self) -> Grabbed | None:
        """The next picture, not decoded yet."""
        now = time.monotonic()
        if self.ended:
            return None
        if self._cap is None and now < self._retry:
            time.sleep(0.02)
            return None
        if self._cap is None and not self._open():
            self._retry = time.monotonic() + RETRY_S
            return None
        cap = self._cap
        if cap is None or not cap.grab():
            self.fault = SourceFault("gone", {"address": masked(self.url)})
            if cap is not None:
                cap.release()
            self._cap, self._retry = None, now + RETRY_S
            return None
        return (lambda: self._decoded(cap)), now - self._start

    def _decoded(self, cap: cv2.VideoCapture) -> Frame | None:
        ok, frame = cap.retrieve()
        if not ok or frame is None:
            return None
        self.fault = None
        return np.asarray(frame, np.uint8)

    def close(self) -> None:
        self.ended = True
        if self._cap is not None:
            self._cap.release()
            self._cap = None
