"""A virtual 125 kHz card reader (RDM6300): it repeats the frame of the tag that lies on it, over TCP or a terminal."""

from __future__ import annotations

import contextlib
import os
import socket
import tempfile
import threading
import time
from functools import reduce
from pathlib import Path

REPEAT_S = 0.065


def frame(tag: str) -> bytes:
    """02, ten hex digits, the xor of their bytes, 03."""
    check = reduce(lambda a, b: a ^ b, bytes.fromhex(tag), 0)
    return b"\x02" + tag.upper().encode("ascii") + b"%02X" % check + b"\x03"


def demo_tag(number: int) -> str:
    """A tag id of its own for each number."""
    return f"{0x0100A0B000 + 7919 * (number + 1):010X}"


class DemoReader:
    """``pty``: on a pseudo terminal, else on a port of 127.0.0.1. Use as a context manager, or call ``close``."""

    def __init__(self, *, pty: bool = False) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="tags-") if pty else None
        self._master = self._slave = -1
        self._clients: list[socket.socket] = []
        self._server: socket.socket | None = None
        self._closed = False
        if self._folder:
            import tty  # POSIX only, as are pseudo terminals

            self._master, self._slave = os.openpty()  # our own slave end stays open: no reader, no error
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            os.symlink(os.ttyname(self._slave), Path(self._folder.name) / "ttyTAG")
        else:
            self._server = socket.create_server(("127.0.0.1", 0))
            threading.Thread(target=self._accept, name="demo-tags", daemon=True).start()

    @property
    def url(self) -> str:
        """What a person would pair: the kind of reader and where it is."""
        if self._folder:
            return f"em4100+{Path(self._folder.name) / 'ttyTAG'}"
        assert self._server is not None
        return f"em4100+socket://127.0.0.1:{self._server.getsockname()[1]}"

    def lay(self, tag: str, reads: int = 3) -> None:
        """The card lies there for so many reads, then it is taken away."""
        for _ in range(reads):
            self.send(frame(tag))
            time.sleep(REPEAT_S)

    def send(self, data: bytes) -> None:
        """Any bytes as they are."""
        if self._master >= 0:
            with contextlib.suppress(OSError):
                os.write(self._master, data)
        for client in list(self._clients):
            with contextlib.suppress(OSError):
                client.sendall(data)

    def close(self) -> None:
        self._closed = True
        for end in (*self._clients, *((self._server,) if self._server else ())):
            end.close()
        for fd in (self._master, self._slave):
            if fd >= 0:
                os.close(fd)
        self._master = self._slave = -1
        if self._folder:
            self._folder.cleanup()

    def __enter__(self) -> DemoReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _accept(self) -> None:
        assert self._server is not None
        while not self._closed:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            self._clients.append(client)
