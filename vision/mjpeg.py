"""MJPEG over HTTP with the standard library: a multipart stream, or a still picture asked for again and again."""

from __future__ import annotations

import contextlib
import http.client
import re
import socket
import ssl
import time
from urllib.parse import urlsplit

import cv2
import numpy as np

from vision.frame import Frame, Grabbed, SourceError, SourceFault

MOST_BYTES = 16 << 20  # a part larger than this is no picture


class Parts:
    """Cuts a multipart body into JPEG pictures; pure, bytes in, pictures out.

    Uses Content-Length where a part has one, else the next boundary. Rubbish between parts is skipped.
    """

    def __init__(self, boundary: str) -> None:
        self._mark = b"--" + boundary.strip('"').removeprefix("--").encode("latin-1")
        self._held = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Bodies of the parts that these bytes complete."""
        self._held += data
        done = []
        while True:
            body = self._next()
            if body is None:
                break
            if body:
                done.append(body)
        if len(self._held) > MOST_BYTES:
            self._held = self._held[-len(self._mark) :]
        return done

    def _next(self) -> bytes | None:
        start = self._held.find(self._mark)
        if start < 0:
            return None
        head_end = self._held.find(b"\r\n\r\n", start)
        gap = 4
        if head_end < 0:
            head_end = self._held.find(b"\n\n", start)
            gap = 2
        if head_end < 0:
            return None
        head = self._held[start + len(self._mark) : head_end]
        body_at = head_end + gap
        length = re.search(rb"content-length:\s*(\d+)", head, re.IGNORECASE)
        if length and int(length.group(1)) <= MOST_BYTES:
            end = body_at + int(length.group(1))
            if len(self._held) < end:
                return None
        else:
            end = self._held.find(self._mark, body_at)
            if end < 0:
                return None
        body = self._held[body_at:end]
        self._held = self._held[end:]
        return body.rstrip(b"\r\n") if not length else body


def decode(data: bytes) -> Frame | None:
    """A JPEG as BGR, or None when it is torn."""
    if len(data) < 64:
        return None
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return None if picture is None else np.asarray(picture, np.uint8)


class HttpStream:
    """Pictures from ``http://``: reconnects by itself, ever more patiently up to five seconds.

    The first connection is made at once, so that a wrong address is a SourceError and not silence.
    """

    TIMEOUT_S = 5.0
    POLL_S = 0.2  # for cameras that give single pictures

    def __init__(self, url: str) -> None:
        self.url = url
        parts = urlsplit(url)
        if not parts.hostname:
            raise SourceError(SourceFault("address", {"address": url}))
        self._parts = parts
        self._start = time.monotonic()
        self._conn: http.client.HTTPConnection | None = None
        self._reply: http.client.HTTPResponse | None = None
        self._cutter: Parts | None = None
        self._ready: list[bytes] = []
        self._wait = 0.25
        self._retry_at = 0.0
        self.reconnects = 0
        self.ended = False
        self.fault: SourceFault | None = None
        fault = self._connect()
        if fault:
            raise SourceError(fault)

    def _connect(self) -> SourceFault | None:
        facts = {"address": self.url}
        make = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
        path = (self._parts.path or "/") + (f"?{self._parts.query}" if self._parts.query else "")
        try:
            conn = make(self._parts.hostname or "", self._parts.port, timeout=self.TIMEOUT_S)
            conn.request("GET", path, headers={"User-Agent": "table-companion", "Accept": "*/*"})
            reply = conn.getresponse()
        except TimeoutError:
            return SourceFault("timeout", facts)
        except (socket.gaierror, ValueError, http.client.InvalidURL):
            return SourceFault("address", facts)
        except (OSError, http.client.HTTPException, ssl.SSLError) as error:
            return SourceFault("refused", {**facts, "reason": type(error).__name__})
        if reply.status != 200:
            conn.close()
            return SourceFault("refused", {**facts, "status": str(reply.status)})
        kind = reply.headers.get_content_type()
        if kind.startswith("multipart/"):
            self._cutter = Parts(str(reply.headers.get_param("boundary") or "frame"))
        elif kind in ("image/jpeg", "image/png", "application/octet-stream"):
            self._cutter = None
        else:
            conn.close()
            return SourceFault("not_stream", {**facts, "found": kind})
        self._conn, self._reply = conn, reply
        return None

    def _drop(self, code: str) -> None:
        if self._conn is not None:
            self._conn.close()
        self._conn = self._reply = None
        self.fault = SourceFault(code, {"address": self.url})
        self._retry_at = time.monotonic() + self._wait
        self._wait = min(5.0, self._wait * 2)

    def _pull(self) -> bytes | None:
        """The next picture's bytes; None if the line broke or the picture is not whole yet."""
        if self._reply is None:
            return None
        try:
            if self._cutter is None:
                data = self._reply.read(MOST_BYTES)
                time.sleep(self.POLL_S)
                fault = self._connect()
                if fault:
                    self._drop(fault.code)
                return data
            while not self._ready:
                chunk = self._reply.read1(65536)
                if not chunk:
                    self._drop("gone")
                    return None
                self._ready += self._cutter.feed(chunk)
        except TimeoutError:
            self._drop("timeout")
            return None
        except (OSError, http.client.HTTPException, ValueError):
            self._drop("gone")
            return None
        return self._ready.pop(0)

    def read(self) -> tuple[Frame, float] | None:
        got = self.grab()
        frame = got[0]() if got is not None else None
        return None if got is None or frame is None else (frame, got[1])

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
                self._drop(fault.code)
                return None
            self.reconnects += 1
        data = self._pull()
        if not data:
            return None
        at = time.monotonic() - self._start
        return lambda: self._decoded(data), at

    def _decoded(self, data: bytes) -> Frame | None:
        frame = decode(data)
        if frame is not None:
            self.fault = None
            self._wait = 0.25
        return frame

    def close(self) -> None:
        self.ended = True
        if self._conn is not None:
            with contextlib.suppress(OSError):
                self._conn.close()
        self._conn = self._reply = None
