"""Lines to devices: one small seam, and the only module that knows pyserial.

Whatever pyserial raises (SerialException, bare OSError, termios.error, TypeError) leaves here as one of::

    LinkFault
    ├── OpenFault
    │   ├── NoSuchPort          nothing of that name is plugged in
    │   ├── PortUnclear         several ports may be meant, or it moved to another socket
    │   ├── PermissionRefused   the user may not open it (Linux: group dialout)
    │   ├── PortBusy            another program has it
    │   ├── HostUnreachable     socket://: nobody listens there
    │   ├── NotASerialLine      a file or device, but no serial line
    │   └── BadAddress          not an address at all, or a setting the line cannot have
    │       ├── UnknownScheme   its kind is not one of ours
    │       └── NoSuchNumber    its port is no number that a port can have
    ├── LinkLost                it was open and is gone: unplugged, or the other end hung up
    ├── WriteStalled            the device takes no bytes; it may be frozen
    └── LinkClosed              used while not open

``is_open``, ``in_waiting`` and the like say nothing about an unplugged device, so none of them is offered: a device
lives if it speaks (see reader).
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Iterator
from typing import Any, Protocol

import serial
from attrs import field, frozen
from serial.tools import list_ports

from hardware.reasons import Reason

try:
    import termios

    _RAISED: tuple[type[BaseException], ...] = (OSError, TypeError, ValueError, termios.error)
except ImportError:  # Windows
    _RAISED = (OSError, TypeError, ValueError)
_RAISED_GONE: tuple[type[BaseException], ...] = (*_RAISED, AttributeError)  # also a half-closed object


class LinkFault(Exception):
    """Something is wrong with a line; ``reason`` says what, with the facts for a sentence."""

    code = "link-fault"

    def __init__(self, address: str, detail: str = "", **facts: object) -> None:
        self.reason = Reason(self.code, {"address": address, "detail": detail, **facts})
        super().__init__(f"{self.code}: {address} {detail}".rstrip())


class OpenFault(LinkFault):
    """The line cannot be opened."""

    code = "open-failed"


class NoSuchPort(OpenFault):
    """Nothing of that name is plugged in."""

    code = "port-absent"


class PortUnclear(OpenFault):
    """It cannot be told which port is meant; ``reason`` names those that come into question."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason.facts.get("port", "")))
        self.reason = reason


class PermissionRefused(OpenFault):
    """The user may not open the port; the fact ``command`` names what grants it on Linux, to be followed by a login."""

    code = "port-permission"

    def __init__(self, address: str, detail: str = "", **facts: object) -> None:
        super().__init__(address, detail, **{"command": "sudo usermod -a -G dialout $USER", **facts})


class PortBusy(OpenFault):
    """Another program has the port."""

    code = "port-busy"


class HostUnreachable(OpenFault):
    """Nobody listens at the network address."""

    code = "host-unreachable"


class NotASerialLine(OpenFault):
    """It exists, but it is no serial line."""

    code = "port-not-serial"


class BadAddress(OpenFault):
    """Not an address, or a setting the line cannot have."""

    code = "address-malformed"


class UnknownScheme(BadAddress):
    """A kind of address that is not opened here; the fact ``known`` names those that are."""

    code = "address-scheme"


class NoSuchNumber(BadAddress):
    """The port of a network address is no number that a port can have."""

    code = "address-port"


class LinkLost(LinkFault):
    """The line was open and is gone: unplugged, or another program reads it too, which looks the same."""

    code = "link-lost"


class WriteStalled(LinkFault):
    """The device takes no bytes."""

    code = "write-stalled"


class LinkClosed(LinkFault):
    """The line is not open."""

    code = "link-closed"


SLOWEST, FASTEST = 300, 4_000_000  # Bd


def _check_baud(_: object, __: object, baud: int) -> None:
    if baud == 1200:
        raise ValueError("baud: expected another speed than 1200, at which some boards start their boot loader")
    if not SLOWEST <= baud <= FASTEST:
        raise ValueError(f"baud: expected a whole number from {SLOWEST} to {FASTEST}, found {baud}")


@frozen
class LineSettings:
    """How a line is opened: 8N1 unless told otherwise; times in s.

    ``dtr``/``rts``: level set before opening, None leaves pyserial's (both on). Many Arduinos start anew when DTR
    rises, and that cannot be prevented everywhere; ESP boards need both off. Raises ValueError for an odd baud rate.
    """

    baud: int = field(default=115200, validator=_check_baud)
    bits: int = 8
    parity: str = "N"
    stop: float = 1
    timeout: float = 0.1
    write_timeout: float = 1.0
    dtr: bool | None = None
    rts: bool | None = None


class ByteLink(Protocol):
    """A line that carries bytes. One thread owns it from open to close."""

    @property
    def identity(self) -> str:
        """What to call it towards people: an address, or a port with its USB ids."""

    def open(self) -> None:
        """Open it; raises an OpenFault."""

    def read_available(self, most: int) -> bytes:
        """Return up to ``most`` bytes; b"" if none came within the timeout. Raises LinkLost or LinkClosed."""

    def write(self, data: bytes) -> None:
        """Send all of ``data``; raises LinkLost, WriteStalled or LinkClosed."""

    def close(self) -> None:
        """Close it; never raises, and may be called twice."""


class SerialLink:
    """A port (``/dev/ttyUSB0``, ``COM3``) or a URL that pyserial knows (``socket://host:port``, ``loop://``)."""

    def __init__(self, address: str, settings: LineSettings | None = None, identity: str = "") -> None:
        self._address = address
        self._settings = settings or LineSettings()
        self._identity = identity or address
        self._port: Any = None
        self._pending: LinkFault | None = None

    @property
    def identity(self) -> str:
        return self._identity

    def open(self) -> None:
        self.close()
        self._pending = None
        known = self._settings
        _check_address(self._address)
        port: Any = None
        try:
            port = serial.serial_for_url(
                self._address,
                do_not_open=True,
                baudrate=known.baud,
                bytesize=known.bits,
                parity=known.parity,
                stopbits=known.stop,
                timeout=known.timeout,
                write_timeout=known.write_timeout,
                exclusive=True if os.name == "posix" and not is_url(self._address) else None,
            )
            if known.dtr is not None:
                port.dtr = known.dtr
            if known.rts is not None:
                port.rts = known.rts
            if self._address.startswith("socket://"):
                # pyserial throws away what lies in the buffer when it opens; of a fresh TCP connection it is all ours
                port.reset_input_buffer = lambda: None
            port.open()
        except _RAISED as error:
            _close_quietly(port)
            raise _open_fault(self._address, error) from error
        self._port = port

    def read_available(self, most: int = 4096) -> bytes:
        if self._pending:
            raise self._pending
        port = self._opened()
        got = bytearray()
        try:
            got += port.read(1)  # waits; then only what is there, so that no call waits for a full buffer
            while got and len(got) < most:
                waiting = port.in_waiting
                if not waiting:
                    break
                got += port.read(min(waiting, most - len(got)))
        except _RAISED as error:
            lost = self._lost(error)
            if not got:
                raise lost from error
            self._pending = lost  # what was read before still counts
        return bytes(got)

    def write(self, data: bytes) -> None:
        port = self._opened()
        try:
            port.write(data)
        except serial.SerialTimeoutException as error:
            raise WriteStalled(self._identity) from error
        except _RAISED as error:
            raise self._lost(error) from error

    def close(self) -> None:
        port, self._port = self._port, None
        _close_quietly(port)

    def _opened(self) -> Any:
        if self._port is None:
            raise LinkClosed(self._identity)
        return self._port

    def _lost(self, error: BaseException) -> LinkLost:
        return LinkLost(self._identity, str(error))


_HOST = re.compile(r"(?:\[[^]]+\]|[^/:?@\[]+):(?P<port>[0-9]{1,9})(?:[/?].*)?")
MOST_PORTS = 65535
SCHEMES = ("socket", "rfc2217", "loop")  # pyserial knows others, which write files


def is_url(address: str) -> bool:
    """Return whether an address is a URL such as ``socket://host:port`` and not the name of a port."""
    return bool(re.match(r"[a-z][a-z0-9]*://", address))


def _check_address(address: str) -> None:
    """Raises BadAddress for a URL that no line can have."""
    if not is_url(address):
        return
    scheme, _, rest = address.partition("://")
    if scheme not in SCHEMES:
        raise UnknownScheme(address, known=", ".join(SCHEMES))
    host = _HOST.fullmatch(rest)
    if scheme != "loop" and host is None:
        raise BadAddress(address, f"{scheme}://HOST:PORT")
    if host is not None and not 1 <= int(host["port"]) <= MOST_PORTS:
        raise NoSuchNumber(address, most=MOST_PORTS)


@frozen
class FoundPort:
    """One port as the system lists it; numbers and texts may be missing."""

    path: str
    vid: int | None
    pid: int | None
    serial: str | None
    location: str | None
    label: str


def system_ports() -> tuple[FoundPort, ...]:
    """Return the ports the system lists now; () if the list cannot be had, as may happen while one is plugged in."""
    for _ in range(2):
        try:
            return tuple(
                FoundPort(p.device, p.vid, p.pid, p.serial_number or None, p.location or None, p.description or "")
                for p in list_ports.comports()
            )
        except _RAISED_GONE:
            continue
    return ()


def _close_quietly(port: Any) -> None:
    if port is not None:
        with contextlib.suppress(*_RAISED_GONE):  # gone already is all that was wanted
            port.close()


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


_PERMISSION = {errno.EACCES, errno.EPERM}
_BUSY = {errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK}
_ABSENT = {errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO}  # EIO: the name is there, the device is not
_NO_LINE = {errno.ENOTTY, errno.EINVAL, errno.EISDIR, errno.ENOTDIR}


def _open_fault(address: str, error: BaseException) -> OpenFault:
    """Return the fault that stands for whatever was raised while opening."""
    detail = str(error)
    causes = list(_chain(error))
    numbers = {n for e in causes if isinstance(n := getattr(e, "errno", None) or (e.args or (None,))[0], int)}
    if is_url(address) and any(isinstance(e, OSError) and not isinstance(e, serial.SerialException) for e in causes):
        return HostUnreachable(address, detail)  # pyserial hides the socket's own error in the chain of causes
    if is_url(address) or isinstance(error, ValueError | TypeError):
        return BadAddress(address, detail)
    if os.name == "nt":  # no error numbers there, only their text
        absent = "FileNotFoundError" in detail
        busy = "PermissionError" in detail  # Windows has no groups for ports: denied means taken
        return NoSuchPort(address, detail) if absent else (PortBusy if busy else OpenFault)(address, detail)
    for fault, known in (
        (PermissionRefused, _PERMISSION),
        (PortBusy, _BUSY),
        (NoSuchPort, _ABSENT),
        (NotASerialLine, _NO_LINE),
    ):
        if numbers & known:
            return fault(address, detail)
    if "Could not configure port" in detail:
        return NotASerialLine(address, detail)
    return OpenFault(address, detail)
