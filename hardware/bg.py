"""The ``$BG`` line protocol and its JSON alias: bytes in, checked frames out. See docs/line-protocol.md."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from attrs import frozen

from hardware.lines import Junk, Line, LineSplitter, crc16, xor8

PROTO = 1
BAUD = 115200
MAX_LINE = 96  # bytes from $ to the line end, both included
HEARTBEAT_S = 2.0
PROBE = b"?"  # asks a device to name itself and to tell what lies on it

HEL, TAG, DIE, HB = "BGHEL", "BGTAG", "BGDIE", "BGHB"  # device -> host
ACK, LED = "BGACK", "BGLED"  # host -> device

# fields of each message behind protocol version and number; those after the stroke may be left out
FIELDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    HEL: (("id", "fw"), ("caps",)),
    TAG: (("reader", "state", "family", "tag"), ()),
    DIE: (("die", "state", "sides"), ("value", "roll")),
    HB: (("up",), ()),
}

_FRAME = re.compile(rb"\$(BG[A-Z0-9]{1,8}(?:,[^,*$]*)*)\*([0-9A-Fa-f]{4}|[0-9A-Fa-f]{2})")
_SEQ = re.compile(r"[0-9]{1,3}")
_PLAIN = re.compile(r"[ -#%-)+\--~]*")  # printable ASCII without $ * and comma


@frozen
class BgFrame:
    """One checked message. ``check``: xor | crc | json (JSON lines carry none); ``seq`` is None if it has no number."""

    name: str
    proto: str
    seq: int | None
    fields: tuple[str, ...]
    check: str


def encode(name: str, *fields: object, crc: bool = False) -> bytes:
    """Return the line ``$name,fields*check`` CR LF; with ``crc`` the check is the four-digit CRC-16.

    Raises ValueError for a field with ``$ * ,`` or unprintable bytes, or a line over 96 bytes.
    """
    texts = [str(f) for f in fields]
    for text in texts:
        if not _PLAIN.fullmatch(text):
            raise ValueError(f"expected printable ASCII without $ * and comma, found {text!r}")
    body = ",".join([name, *texts]).encode("ascii")
    line = b"$" + body + (b"*%04X" % crc16(body) if crc else b"*%02X" % xor8(body)) + b"\r\n"
    if len(line) > MAX_LINE:
        raise ValueError(f"expected at most {MAX_LINE} bytes, found {len(line)}")
    return line


class BgFramer:
    """Finds the messages among boot logs, half lines and noise; never raises, whatever comes."""

    def __init__(self) -> None:
        self._lines = LineSplitter()

    def feed(self, data: bytes, at: float) -> list[BgFrame | Junk]:
        """Take bytes that arrived at ``at`` (s); return frames and junk in their order."""
        return [found for line in self._lines.feed(data, at) for found in _read(line)]

    def tick(self, at: float) -> list[BgFrame | Junk]:
        """Give up half a line after its deadline."""
        return [found for line in self._lines.tick(at) for found in _read(line)]


def _read(line: Line) -> list[BgFrame | Junk]:
    if b"$BG" not in line.text:
        return _with_json(Junk(line.text, "half" if line.half else "long" if line.cut else "text"))
    # a line end may be lost, or garbage stand in front: each $ may begin a message
    front, *parts = line.text.split(b"$")
    found: list[BgFrame | Junk] = [Junk(front, "text")] if front.strip() else []
    for part in parts:
        read = _read_part(b"$" + part)
        found += _with_json(read) if isinstance(read, Junk) else [read]
    return found


def _with_json(junk: Junk) -> list[BgFrame | Junk]:
    """Return the JSON message that ends some junk, with what stands before it; else the junk."""
    start = junk.data.find(b"{")
    while start >= 0:
        frame = _read_json(junk.data[start:])
        if frame:
            front = junk.data[:start]
            return [Junk(front, junk.why), frame] if front.strip() else [frame]
        start = junk.data.find(b"{", start + 1)
    return [junk]


def _read_part(part: bytes) -> BgFrame | Junk:
    part = part.strip(b" \t\0")
    match = _FRAME.fullmatch(part)
    if not match:
        return Junk(part, "half" if part.startswith(b"$BG") else "text")
    if len(part) + 2 > MAX_LINE:
        return Junk(part, "long")
    body, check = match.groups()
    if int(check, 16) != (xor8(body) if len(check) == 2 else crc16(body)) or not body.isascii():
        return Junk(part, "checksum")
    name, *fields = body.decode("ascii").split(",")
    proto = fields[0] if fields else ""
    seq = fields[1] if len(fields) > 1 else ""
    if not _SEQ.fullmatch(seq) or int(seq) > 255:
        return Junk(part, "text")
    return BgFrame(name, proto, int(seq), tuple(fields[2:]), "xor" if len(check) == 2 else "crc")


def _read_json(text: bytes) -> BgFrame | None:
    """Read ``{"t": "die", "seq": 13, "die": "d1", ...}``: the same fields by name; only ``seq`` and ``v`` are extra."""
    try:
        told = json.loads(text.decode("ascii"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict) or not isinstance(told.get("t"), str):
        return None
    name = "BG" + told["t"].upper().removeprefix("BG")
    if name not in FIELDS:
        return None
    seq = told.get("seq")
    if seq is not None and (type(seq) is not int or not 0 <= seq <= 255):
        return None
    needed, optional = FIELDS[name]
    if any(key not in told for key in needed):
        return None
    fields = [told.get(key) for key in needed + optional]
    while fields and fields[-1] is None:
        fields.pop()
    return BgFrame(name, str(told.get("v", PROTO)), seq, tuple(map(_text, fields)), "json")


def _text(value: object) -> str:
    """Return a JSON value as the field it stands for; what makes no sense stays visible and is rejected by meaning."""
    if isinstance(value, list):
        return "+".join(str(part) for part in value)
    return "" if value is None else str(value)
