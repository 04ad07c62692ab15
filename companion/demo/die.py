"""A virtual serial die: it speaks the line protocol of real ones on a pseudo terminal, a TCP port, or both.

Lines are ASCII, ``$NAME,field,...*HH`` with the xor of all bytes between ``$`` and ``*``; HEL (on start and on ``?``),
HB every two seconds, DIE with ROLL when it starts to roll and OK when it lies.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import tempfile
import threading
import time
from collections import deque
from collections.abc import Sequence
from functools import reduce
from pathlib import Path
from random import Random

PROTOCOL = (1, 0)
HEARTBEAT_S = 2.0
JUNK = (
    b"rst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\n",
    b"\x80\xfe\xe0x\x98\xf8\x00\x1b",
    b"AT\r\n",
    b"$BGDIE,1,",  # a line that stops in the middle
    b"\xff\xff\xff\n",
    b"$BGHB,1,9,12*00\r\n",  # a wrong sum
)


def sentence(name: str, *fields: object) -> bytes:
    """One line of the protocol with its sum, ended by CR LF."""
    body = ",".join(["BG" + name, *map(str, fields)]).encode("ascii")
    return b"$" + body + b"*%02X\r\n" % reduce(lambda a, b: a ^ b, body, 0)


class DemoDie:
    """A die of six sides. ``faces``: names of its sides 1-6, so that ``throw("green")`` works; numbers always do.

    ``pty``: serve a pseudo terminal (not on Windows), ``tcp``: serve a port of 127.0.0.1 (0 = any free one).
    ``noise``: chance of junk between lines, 0..1. Use as a context manager, or call ``close``.
    """

    def __init__(
        self,
        faces: Sequence[str] = (),
        *,
        pty: bool = True,
        tcp: int | None = None,
        device: str = "demo-die",
        die: str = "d1",
        noise: float = 0.0,
        seed: int = 0,
        roll_s: float = 0.0,
        heartbeat_s: float = HEARTBEAT_S,
    ) -> None:
        self.faces = tuple(faces)
        self.device, self.die = device, die
        self.noise, self.roll_s, self.heartbeat_s = noise, roll_s, heartbeat_s
        self._random = Random(seed)
        self._lock = threading.RLock()
        self._sequence = 0
        self._started = time.monotonic()
        self._later: deque[tuple[float, bytes | int]] = deque()  # when, and bytes or the side that then lies up
        self._folder = tempfile.TemporaryDirectory(prefix="die-") if pty else None
        self._tcp = tcp
        self._master = self._slave = -1
        self._server: socket.socket | None = None
        self._clients: list[socket.socket] = []
        self._wake_out, self._wake_in = socket.socketpair()
        self._stop = False
        self.plugged = False
        self.replug()
        self._thread = threading.Thread(target=self._serve, name="demo-die", daemon=True)
        self._thread.start()

    # where it is reached
    @property
    def path(self) -> str:
        """Device path; the same one after every replug. Empty without a pseudo terminal."""
        return str(Path(self._folder.name) / "ttyDIE") if self._folder else ""

    @property
    def port(self) -> int:
        """TCP port, or 0."""
        return self._tcp or 0

    @property
    def url(self) -> str:
        """What a serial library opens: ``socket://127.0.0.1:PORT`` if there is one, else the device path."""
        return f"socket://127.0.0.1:{self.port}" if self._tcp is not None else self.path

    # what a table does with it
    def throw(self, face: int | str) -> None:
        """The die rolls and shows ``face`` (1-6 or a side's name); after ``roll_s`` it lies still."""
        value = self.side(face)
        with self._lock:
            self._line("DIE", "ROLL", 6, 0)
            if self.roll_s <= 0:
                self._line("DIE", "OK", 6, value)
            else:
                self._later.append((time.monotonic() + self.roll_s, value))
        self._wake()

    def side(self, face: int | str) -> int:
        """The number 1-6 of a side; ValueError for what the die does not have."""
        value = self.faces.index(face) + 1 if face in self.faces else int(face) if str(face).isdigit() else 0
        if not 1 <= value <= 6:
            raise ValueError(f"the die has no side {face!r}")
        return value

    def cocked(self) -> None:
        """The die rolls and comes to lie against something: no side is up."""
        with self._lock:
            self._line("DIE", "ROLL", 6, 0)
            self._line("DIE", "COCKED", 6, 0)

    def send(self, data: bytes) -> None:
        """Any bytes as they are, for tests of what a line may carry."""
        with self._lock:
            self._put(data)

    def unplug(self) -> None:
        """The cable is pulled: the device disappears, open connections end; what was about to be told is lost."""
        with self._lock:
            self.plugged = False
            self._later.clear()
            for fd in (self._master, self._slave):
                if fd >= 0:
                    os.close(fd)
            self._master = self._slave = -1
            if self._folder:
                Path(self.path).unlink(missing_ok=True)
            for s in (*self._clients, *((self._server,) if self._server else ())):
                with contextlib.suppress(OSError):  # at once, though our own thread may be waiting on it
                    s.shutdown(socket.SHUT_RDWR)
                s.close()
            self._clients.clear()
            self._server = None
        self._wake()

    def replug(self) -> None:
        """Plugged in again at the same place; like a real board it starts anew, from sequence number 0."""
        with self._lock:
            if self.plugged:
                return
            self._started = time.monotonic()
            self._sequence = 0
            if self._folder:
                import tty  # POSIX only, as are pseudo terminals

                self._master, self._slave = os.openpty()  # our own slave end stays open: no reader, no error
                tty.setraw(self._slave)
                os.set_blocking(self._master, False)
                os.symlink(os.ttyname(self._slave), self.path)
            if self._tcp is not None:
                server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
                server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                server.bind(("127.0.0.1", self._tcp))
                server.listen(4)
                self._tcp = server.getsockname()[1]
                self._server = server
            self.plugged = True
            self._hello()
        self._wake()

    def close(self) -> None:
        """Pulls the cable for good."""
        if self._stop:
            return
        self._stop = True
        self.unplug()
        self._thread.join(2.0)
        self._wake_out.close()
        self._wake_in.close()
        if self._folder:
            self._folder.cleanup()

    def __enter__(self) -> DemoDie:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # inside
    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            self._wake_out.send(b"!")

    def _hello(self) -> None:
        self._sequence = 0
        self._line("HEL", self.device, "1.0", "die", counted=True)

    def _line(self, name: str, *fields: object, counted: bool = False) -> None:
        head: tuple[object, ...] = (PROTOCOL[0], self._sequence)
        self._sequence = (self._sequence + 1) % 256
        if name == "DIE":
            head = (*head, self.die)
        if self.noise and self._random.random() < self.noise:
            self._put(self._random.choice(JUNK) + b"\r\n")
        self._put(sentence(name, *head, *fields))

    def _put(self, data: bytes) -> None:
        if self._master >= 0:
            with contextlib.suppress(
                BlockingIOError, OSError
            ):  # nobody reads and the buffer is full: lost, as on a wire
                os.write(self._master, data)
        for client in list(self._clients):
            try:
                client.sendall(data)
            except OSError:
                self._drop(client)

    def _drop(self, client: socket.socket) -> None:
        client.close()
        if client in self._clients:
            self._clients.remove(client)

    def _serve(self) -> None:
        """Heartbeats, late results, questions and new connections, on a thread of its own."""
        beat = time.monotonic() + self.heartbeat_s
        while not self._stop:
            with self._lock:
                wanted: list[int | socket.socket] = [self._wake_in, *self._clients]
                wanted += [self._server] if self._server else []
                wanted += [self._master] if self._master >= 0 else []
                due = min([beat, *(t for t, _ in self._later)])
            try:
                ready, _, _ = select.select(wanted, [], [], max(0.0, min(0.2, due - time.monotonic())))
            except (OSError, ValueError):  # pulled while we waited
                continue
            with self._lock:
                for end in ready:
                    self._attend(end)
                now = time.monotonic()
                while self._later and self._later[0][0] <= now:
                    value = self._later.popleft()[1]
                    self._line("DIE", "OK", 6, value)
                if now >= beat:
                    beat = now + self.heartbeat_s
                    if self.plugged:
                        self._line("HB", round((now - self._started) * 1000))

    def _attend(self, end: int | socket.socket) -> None:
        try:
            if end is self._wake_in:
                self._wake_in.recv(64)
            elif end is self._server and self._server is not None:
                client, _ = self._server.accept()
                self._clients.append(client)
                self._hello()
            elif isinstance(end, socket.socket):
                data = end.recv(256)
                if not data:
                    self._drop(end)
                elif b"?" in data:
                    self._hello()
            elif end == self._master and b"?" in os.read(self._master, 256):
                self._hello()
        except (BlockingIOError, OSError):
            if isinstance(end, socket.socket) and end in self._clients:
                self._drop(end)
