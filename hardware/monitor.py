"""Ports, pairing and live readings as lines for a terminal and as plain values for machines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import asdict

from hardware.em4100 import card_number
from hardware.pairing import Paired
from hardware.ports import Port, find
from hardware.readings import (
    DieRolled,
    DieState,
    Gap,
    Heartbeat,
    Hello,
    Noise,
    Reading,
    Rejected,
    Status,
    TagGone,
    TagSeen,
    UnknownTag,
)
from hardware.reasons import say


def port_rows(ports: Iterable[Port], devices: Iterable[Paired] = ()) -> list[dict[str, Any]]:
    """Return one plain mapping a port; ``paired`` names the devices that hang there."""
    ports, devices = tuple(ports), tuple(devices)
    where: dict[str, list[str]] = {}
    for device in devices:
        found = find(device.identity, ports) if device.identity and not device.url else None
        path = found.path if isinstance(found, Port) else device.url
        where.setdefault(path, []).append(device.source)
    return [
        {
            "path": port.path,
            "usb": port.usb,
            "identity": asdict(port.identity),
            "chip": port.chip,
            "label": port.label,
            "brltty": port.brltty,
            "paired": where.get(port.path, []),
        }
        for port in ports
    ]


def port_lines(ports: Iterable[Port], devices: Iterable[Paired] = ()) -> list[str]:
    """Return one line a port, e.g. ``/dev/ttyUSB0  1A86:7523 at 1-1.2  CH340  tower``."""
    ports = tuple(ports)
    rows = port_rows(ports, devices)
    width = max((len(port.path) for port in ports), default=0)
    return [
        "  ".join(
            part
            for part in (
                port.path.ljust(width),
                port.identity.text() if port.usb else "",
                port.chip or port.label,
                "= " + ", ".join(row["paired"]) if row["paired"] else "",
            )
            if part
        )
        for port, row in zip(ports, rows, strict=True)
    ]


def reading_row(reading: Reading) -> dict[str, Any]:
    """Return a reading as a plain mapping that JSON takes; ``reading`` names its class."""
    row: dict[str, Any] = {"reading": type(reading).__name__}
    row.update(asdict(reading, value_serializer=_plain))
    return row


def reading_line(reading: Reading, since: float = 0.0, language: str = "en") -> str:
    """Return a reading as one line; times in s after ``since``."""
    return f"{reading.at - since:8.3f}  {reading.source}  {_what(reading, language)}"


def _what(reading: Reading, language: str) -> str:
    match reading:
        case DieRolled(die=die, state=DieState.OK):
            named = f" ({reading.value})" if reading.face != str(reading.value) else ""
            return f"die {die}: {reading.face}{named} of {reading.sides}, roll {reading.roll}"
        case DieRolled(die=die, state=state):
            return f"die {die}: {state}"
        case TagSeen(card=card):
            again = " (again)" if reading.again else ""
            return f"tag {_tag(reading.family, reading.tag)} on {reading.reader}: {card}{again}"
        case UnknownTag():
            return f"tag {_tag(reading.family, reading.tag)} on {reading.reader}: not enrolled"
        case TagGone(card=card):
            return f"tag {_tag(reading.family, reading.tag)} gone from {reading.reader}: {card or 'not enrolled'}"
        case Hello():
            anew = ", started anew" if reading.restart else ""
            return f"hello {reading.device} {reading.firmware} ({' '.join(reading.caps)}){anew}"
        case Heartbeat(uptime=uptime):
            return f"heartbeat, up {uptime:.1f} s"
        case Gap(missing=missing):
            return f"{missing} missing"
        case Noise():
            return f"noise ({reading.why}), {reading.count} bytes: {_shown(reading.sample)}"
        case Rejected(reason=reason):
            return f"rejected: {say(reason, language)}"
        case Status(state=state, reason=reason):
            return f"[{reading.lamp}] {state}: {say(reason, language)}"
    return type(reading).__name__


def _tag(family: str, tag: str) -> str:
    return f"{tag} (no. {card_number(tag)})" if family == "em" and len(tag) == 10 else tag


def _shown(sample: bytes) -> str:
    return "".join(chr(b) if 0x20 <= b < 0x7F else f"\\x{b:02x}" for b in sample)


def _plain(_: object, __: object, value: Any) -> Any:
    if isinstance(value, bytes):
        return _shown(value)
    if isinstance(value, Mapping):
        return {str(k): fact if isinstance(fact, int | float | str | None) else str(fact) for k, fact in value.items()}
    return value
