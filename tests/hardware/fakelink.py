"""A serial line that does what a test tells it."""

from __future__ import annotations

from collections import deque

from hardware.links import LinkClosed, LinkFault, OpenFault


class FakeLink:
    """A line for tests: what is pushed is read, what is written is kept, and faults come when told."""

    def __init__(self, identity: str = "fake") -> None:
        self.identity = identity
        self.written = bytearray()
        self.is_open = False
        self.opened = 0
        self.open_fault: OpenFault | None = None
        self.write_fault: LinkFault | None = None
        self._coming: deque[bytes | LinkFault] = deque()

    def push(self, *coming: bytes | LinkFault) -> None:
        """Queue bytes to be read, or a fault to be raised by a read."""
        self._coming.extend(coming)

    def open(self) -> None:
        if self.open_fault:
            raise self.open_fault
        self.is_open = True
        self.opened += 1

    def read_available(self, most: int = 4096) -> bytes:
        if not self.is_open:
            raise LinkClosed(self.identity)
        if not self._coming:
            return b""
        coming = self._coming.popleft()
        if isinstance(coming, LinkFault):
            raise coming
        if len(coming) > most:
            self._coming.appendleft(coming[most:])
        return coming[:most]

    def write(self, data: bytes) -> None:
        if not self.is_open:
            raise LinkClosed(self.identity)
        if self.write_fault:
            raise self.write_fault
        self.written += data

    def close(self) -> None:
        self.is_open = False
