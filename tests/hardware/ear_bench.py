"""Frames, clocks and devices for the tests of the ear."""

from __future__ import annotations

import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from hardware import pn532
from hardware.readings import Reading, Stamp, Status

STAMP = Stamp("ear", 1)


def hexed(text: str) -> bytes:
    return bytes.fromhex(text)


# exact frames: layout, id
RDM = hexed("02 30 30 30 34 31 34 43 44 37 45 41 33 03")  # 000414CD7E
RDM_VERSION = hexed("02 30 31 43 38 46 30 30 38 30 30 33 31 03")  # 01C8F00800
RDM_HIGH = b"\x021F00644BB686\x03"  # 1F00644BB6
ID20 = hexed("02 30 35 30 30 32 30 37 42 33 32 36 43 0D 0A 03")  # 0500207B32
CLONE = hexed("02 30 31 31 34 41 45 33 42 42 43 3C 03")  # 0114AE3BBC
PARALLAX = hexed("0A 30 46 30 31 38 34 46 30 37 41 0D")  # 0F0184F07A
EM_FRAMES = {
    "000414CD7E": RDM,
    "01C8F00800": RDM_VERSION,
    "1F00644BB6": RDM_HIGH,
    "0500207B32": ID20,
    "0114AE3BBC": CLONE,
    "0F0184F07A": PARALLAX,
}

PN_ACK = hexed("00 00 FF 00 FF 00")
PN_NACK = hexed("00 00 FF FF 00 00")
PN_ERROR = hexed("00 00 FF 01 FF 7F 81 00")
PN_VERSION = hexed("00 00 FF 06 FA D5 03 32 01 06 07 E8 00")
PN_SAM = hexed("00 00 FF 02 FE D5 15 16 00")
PN_RETRIES = hexed("00 00 FF 02 FE D5 33 F8 00")
PN_NONE = hexed("00 00 FF 03 FD D5 4B 00 E0 00")
PN_UID4 = hexed("00 00 FF 0C F4 D5 4B 01 01 00 04 08 04 DE AD BE EF 96 00")
PN_UID7 = hexed("00 00 FF 0F F1 D5 4B 01 01 00 44 00 07 04 33 18 EA 70 32 80 38 00")
PN_TWO = hexed("00 00 FF 15 EB D5 4B 02 01 00 04 08 04 DE AD BE EF 02 00 04 08 04 CA FE BA BE 43 00")

HEL = b"$BGHEL,1,0,towerA,1.0,tag+die*4D\r\n"
TAG = b"$BGTAG,1,12,r0,IN,em,000414CD7E*5C\r\n"
DIE = b"$BGDIE,1,13,d1,OK,6,4*2D\r\n"
HB = b"$BGHB,1,14,60123*21\r\n"


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self, now: float = 100.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


def drain(readings: queue.Queue[Reading]) -> list[Reading]:
    out = []
    while not readings.empty():
        out.append(readings.get())
    return out


class Collector:
    """Takes readings from a queue until something is true, with a deadline in s."""

    def __init__(self) -> None:
        self.queue: queue.Queue[Reading] = queue.Queue()
        self.all: list[Reading] = []

    def until(self, done: Callable[[Reading], bool], timeout: float = 30.0) -> Reading:
        end = time.monotonic() + timeout
        while True:
            left = end - time.monotonic()
            try:
                reading = self.queue.get(timeout=max(left, 0.001))
            except queue.Empty:
                raise AssertionError(f"did not come within {timeout} s; last: {self.all[-3:]}") from None
            self.all.append(reading)
            if done(reading):
                return reading

    def until_state(self, *states: str, timeout: float = 5.0) -> Status:
        found = self.until(lambda r: isinstance(r, Status) and r.state in states, timeout)
        assert isinstance(found, Status)
        return found


class Chip:
    """Answers as a PN532 does."""

    def __init__(self, *looks: bytes) -> None:
        self.looks = list(looks)
        self.asleep = True
        self.seen: list[int] = []

    def answer(self, data: bytes) -> bytes:
        if b"\x55\x55" in data:
            self.asleep = False
        start = data.rfind(b"\x00\x00\xff")
        if self.asleep or start < 0 or data[start:] == pn532.ACK_BYTES:
            return b""
        code = data[start + 6]
        self.seen.append(code)
        look = self.looks.pop(0) if code == 0x4A and self.looks else PN_NONE
        return PN_ACK + {0x14: PN_SAM, 0x32: PN_RETRIES, 0x02: PN_VERSION, 0x4A: look}[code]


class Server:
    """A device at a TCP port, in this process: one client at a time."""

    def __init__(self, port: int = 0) -> None:
        self._listener = socket.create_server(("127.0.0.1", port), reuse_port=False)
        self._listener.settimeout(5)
        self.port = self._listener.getsockname()[1]
        self.url = f"socket://127.0.0.1:{self.port}"
        self._client: socket.socket | None = None

    def accept(self) -> None:
        self._client, _ = self._listener.accept()
        self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, data: bytes) -> None:
        assert self._client is not None
        self._client.sendall(data)

    def receive(self, timeout: float = 2.0) -> bytes:
        assert self._client is not None
        self._client.settimeout(timeout)
        return self._client.recv(4096)

    def hang_up(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def close(self) -> None:
        self.hang_up()
        self._listener.close()


class PtyDevice:
    """A board in a process of its own at the end of a pseudo terminal; ``path`` stays, the pts behind it changes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._process: subprocess.Popen[bytes] | None = None

    def plug(self) -> None:
        script = Path(__file__).with_name("pty_board.py")
        self._process = subprocess.Popen([sys.executable, "-S", str(script), str(self.path)])
        end = time.monotonic() + 5
        while not os.path.exists(self.path):
            assert time.monotonic() < end, "the board did not start"
            time.sleep(0.01)

    def freeze(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def unplug(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(5)
            self._process = None
            self.path.unlink(missing_ok=True)


def in_thread(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread
