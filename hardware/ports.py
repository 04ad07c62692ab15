"""Which ports there are, and which of them is the one we know.

A port is known by its USB ids and serial number, or, where the chip has none (CH340), by the socket it is plugged
into. Its path is only a hint: it changes when a cable is pulled and put back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import frozen

from hardware.links import FoundPort, system_ports
from hardware.reasons import Reason

# hints for a label, never proof: (vendor, product) -> chip
_CHIPS = {
    (0x1A86, 0x7523): "CH340",
    (0x1A86, 0x55D4): "CH9102F",
    (0x10C4, 0xEA60): "CP210x",
    (0x0403, 0x6001): "FT232R",
    (0x0403, 0x6015): "FT231X",
    (0x2341, 0x0043): "Arduino Uno R3",
    (0x2341, 0x8036): "Arduino Leonardo",
    (0x303A, 0x1001): "ESP32-S3/C3",
    (0x04D8, 0x000A): "Microchip CDC",
}
_MAKERS = {0x067B: "PL2303", 0x2E8A: "RP2040", 0x2341: "Arduino"}
_TAKEN_BY_BRLTTY = {(0x1A86, 0x7523), (0x10C4, 0xEA60)}


@frozen
class Identity:
    """What stays the same of a port. ``vid``/``pid``: 0..65535; without them ``path`` is all there is."""

    vid: int | None = None
    pid: int | None = None
    serial: str | None = None
    location: str | None = None
    path: str | None = None  # a hint

    def text(self) -> str:
        """Return one line for people, e.g. ``1A86:7523 at 1-1.2``."""
        if self.vid is None or self.pid is None:
            return self.path or "?"
        usb = f"{self.vid:04X}:{self.pid:04X}"
        if self.serial:
            return f"{usb} no. {self.serial}"
        return f"{usb} at {self.location}" if self.location else usb


    def address(self) -> str:
        """The same as it stands in an address: ``usb:1A86:7523/1-1.2``; "" without USB ids."""
        if self.vid is None or self.pid is None:
            return ""
        where = f"#{self.serial}" if self.serial else f"/{self.location}" if self.location else ""
        return f"usb:{self.vid:04X}:{self.pid:04X}{where}"


@frozen
class Port:
    """A port that is plugged in now. ``chip``: what its USB ids hint at, or ""."""

    path: str
    identity: Identity
    label: str = ""
    chip: str = ""

    @property
    def usb(self) -> bool:
        """Whether it hangs on USB; the others are mostly the machine's own."""
        return self.identity.vid is not None

    @property
    def brltty(self) -> bool:
        """Whether a braille daemon of some Linux systems is known to take this chip away."""
        return (self.identity.vid, self.identity.pid) in _TAKEN_BY_BRLTTY


def list_ports(found: Callable[[], Iterable[FoundPort]] = system_ports) -> tuple[Port, ...]:
    """Return the ports of this machine, USB first, in the order of their paths. Opens none of them."""
    ports = [
        Port(
            path=p.path,
            identity=Identity(p.vid, p.pid, p.serial, p.location, p.path),
            label=p.label,
            chip=_chip(p.vid, p.pid),
        )
        for p in found()
    ]
    return tuple(sorted(ports, key=lambda port: (not port.usb, port.path)))


def _chip(vid: int | None, pid: int | None) -> str:
    if vid is None or pid is None:
        return ""
    return _CHIPS.get((vid, pid)) or _MAKERS.get(vid, "")


def find(identity: Identity, ports: Iterable[Port]) -> Port | Reason:
    """Return the port that bears this identity, or why none can be named. Never guesses between two."""
    ports = tuple(ports)
    facts = {"port": identity.text()}
    if identity.vid is None:
        for port in ports:
            if port.path == identity.path:
                return port
        return Reason("port-absent", {"address": identity.text(), "detail": "", **facts})
    same = [p for p in ports if (p.identity.vid, p.identity.pid) == (identity.vid, identity.pid)]
    if identity.serial:
        fits = [p for p in same if p.identity.serial == identity.serial]
    elif identity.location:
        fits = [p for p in same if p.identity.location == identity.location]
    else:
        fits = same
    if len(fits) == 1:
        return fits[0]
    if len(fits) > 1:  # clones may share a serial number; then the socket decides
        there = [p for p in fits if identity.location and p.identity.location == identity.location]
        if len(there) == 1:
            return there[0]
        return Reason("port-ambiguous", {**facts, "ports": ", ".join(p.path for p in fits)})
    if same and not identity.serial:  # another socket, or another adapter of the same make: only a person knows
        return Reason("port-moved", {**facts, "ports": ", ".join(p.path for p in same)})
    return Reason("port-absent", {"address": identity.text(), "detail": "", **facts})
