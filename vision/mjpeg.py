"""Cameras in the network: a stream of JPEGs over HTTP however it is packed, pictures asked for again, or RTSP."""

from __future__ import annotations

import os
import time
from http.client import HTTPException

import cv2
import numpy as np

from vision.frame import Frame, Grabbed, Grabs, SourceError, SourceFault
from vision.jpegs import Cutter, NoPicture, decoded
from vision.web import Reply, ask, masked

CHUNK = 65536
WHOLE_S = 4.0  # until a picture must be whole
STILL = ("image/jpeg", "image/jpg", "image/pjpeg", "image/png")
TEXT = ("text/", "application/json", "application/xml", "application/xhtml")
PAGES = (b"<", b"{", b"[", b"")  # how a page, a piece of data, or nothing at all begins
ALONE_S = 1.0  # after a single picture on a line that stays open, the next one is asked for
SCHEMES = ("rtsp", "rtsps", "rtmp")
WITHIN_MS = 4000
RETRY_S = 2.0


class HttpStream(Grabs):
    """Pictures from ``http://``: reconnects by itself, ever more patiently up to five seconds.

    The first connection is made at once, so that a wrong address is a SourceError and not silence. Of pictures that
    wait only the newest is given. No answer takes more time or memory than is set here, whatever the other end does.
    """

    POLL_S = 0.2  # for cameras that give single pictures

    def __init__(self, url: str) -> None:
        self.url = url
        self._start = time.monotonic()
        self._reply: Reply | None = None
        self._cutter = Cutter()
        self._first = b""  # read already, to see what it is
        self._since = 0.0  # when the last whole picture came, or the line was opened
        self._wait = 0.25
        self._retry_at = 0.0
        self.ended = False
        self.fault: SourceFault | None = None
        fault = self._connect()
        if fault:
            raise SourceError(fault)

    def _connect(self) -> SourceFault | None:
        reply = ask(self.url)
        if isinstance(reply, SourceFault):
            return reply
        first = b""
        if reply.kind.startswith(TEXT):  # which is what servers say that know no better
            try:
                first = reply.read(CHUNK, WHOLE_S)
            except (OSError, HTTPException):
                first = b""
            if first.lstrip()[:1] in PAGES:
                reply.close()
                return SourceFault("not_stream", {"address": masked(self.url), "found": reply.kind})
        self._reply, self._cutter, self._since = reply, Cutter(), time.monotonic()
        self._first, self._single = first, False
        return None

    def _drop(self, fault: SourceFault | str) -> None:
        if self._reply is not None:
            self._reply.close()
        self._reply = None
        self.fault = fault if isinstance(fault, SourceFault) else SourceFault(fault, {"address": masked(self.url)})
        self._retry_at = time.monotonic() + self._wait
        self._wait = min(5.0, self._wait * 2)

    def _pull(self) -> bytes | None:
        """The newest whole picture's bytes; None if none came just now."""
        reply = self._reply
        if reply is None:
            return None
        left = WHOLE_S - (time.monotonic() - self._since)
        alone = self._single and reply.kind in STILL
        if alone and left <= WHOLE_S - ALONE_S:
            self._end(served=True)
            return None
        if left <= 0:
            self._drop("not_stream" if self._cutter.dropped else "timeout")
            return None
        data, self._first = self._first, b""
        try:
            data = data or reply.read(CHUNK, left - (WHOLE_S - ALONE_S) if alone else left)
        except TimeoutError:
            if not alone:
                self._drop("timeout")
            return None
        except Exception:  # a line that broke, or an answer in pieces that are none
            self._drop("gone")
            return None
        found = self._cutter.feed(data)
        if found:
            self._since = time.monotonic()
        if not data:
            self._end(bool(found))
        return found[-1] if found else None

    def _end(self, served: bool) -> None:
        """The answer is over: a camera that gives single pictures is asked again, any other is gone."""
        reply, self._reply = self._reply, None
        if reply is not None:
            reply.close()
        if served or self._single:
            self._single = False
            self._retry_at = time.monotonic() + self.POLL_S
        else:
            self._drop("gone" if not self._cutter.dropped else "not_stream")

    _single = False  # a whole picture came over this line

    def grab(self) -> Grabbed | None:
        """The next picture's bytes and when they came, not decoded yet."""
        if self.ended:
            return None
        if self._reply is None:
            if time.monotonic() < self._retry_at:
                time.sleep(0.02)
                return None
            fault = self._connect()
            if fault:
                self._drop(fault)
                return None
        data = self._pull()
        if data is None:
            return None
        self._single = True
        at = time.monotonic() - self._start
        return lambda: self._decoded(data), at

    def _decoded(self, data: bytes) -> Frame | None:
        try:
            frame = decoded(data)
        except NoPicture as e:
            self.fault = SourceFault("huge" if e.code == "huge" else "not_stream", {"address": masked(self.url)})
            return None
        self.fault = None
        self._wait = 0.25
        return frame

    def close(self) -> None:
        self.ended = True
        reply, self._reply = self._reply, None
        if reply is not None:
            reply.close()


# ---------------------------------------------------------------- RTSP, where OpenCV was built with FFmpeg
class NetVideo(Grabs):
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
