"""Readers of the tests of the world outside: bytes at their times into a decoder, and what was read when."""

from __future__ import annotations

from typing import Any

from hardware.attach import decoder_for
from hardware.pairing import parse_address
from hardware.readings import Rejected, Stamp, TagGone, TagSeen, UnknownTag

FRAME = b"\x02010000A5B317\r\n\x03"  # of an ID-12LA
TAG = "010000A5B3"


def decoder(address: str, enrolled: dict[str, str] | None = None) -> Any:
    known = {TAG: "king"} if enrolled is None else enrolled
    made = decoder_for(parse_address(address, "pad"), Stamp("pad", 1), known)
    made.start(0.0)
    return made


def play(made: Any, sends: list[tuple[float, bytes]], until: float = 30.0) -> list[tuple[float, Any]]:
    """Bytes at their times, and what was read when; time passes in steps of 50 ms as in the reader's thread."""
    out: list[tuple[float, Any]] = []
    waiting, at = sorted(sends, key=lambda s: s[0]), 0.0
    while at < until:
        due = [b for t, b in waiting if t <= at]
        waiting = [(t, b) for t, b in waiting if t > at]
        for data in due:
            out += [(round(at, 2), r) for r in made.feed(data, at)]
        out += [(round(at, 2), r) for r in made.tick(at)]
        at += 0.05
    return out


def kinds(found: list[tuple[float, Any]], *wanted: type) -> list[str]:
    return [type(r).__name__ for _, r in found if isinstance(r, wanted or (TagSeen, UnknownTag, TagGone, Rejected))]
