"""Tag ids in the lines that sketches print, one of the commonest libraries' examples each way; pure.

MFRC522 (``Card UID: 92 25 6F EB``), its ReadNUID (``The NUID tag is:`` and below it ``In hex:  A5 27 9F 2A``),
Adafruit's and Seeed's PN532 (``UID Value: 0xDE 0xAD 0xBE 0xEF``), ESPHome (``Found new tag '74-10-37-94'``), Wiegand
libraries (``Wiegand HEX = 414CD7E5``) and many a copy of them.
"""

from __future__ import annotations

import re

from hardware.reasons import Reason

_READER = re.compile(r"reader\s*(?P<reader>[0-9]{1,2})\b", re.IGNORECASE)
_LABEL = re.compile(  # what stands before an id in the sketches that people copy
    r"\b(?:N?UID(?:\s+(?:tag|value|is))*|tag(?:\s+(?:id|uid|number|found|is))*|card(?:\s+(?:id|number|found|is))*|"
    r"(?:wiegand\s+|in\s+)?hex|id)\b\s*(?:is)?\s*[:=]?\s*['\"]?"
    r"(?P<bytes>(?:0x)?[0-9A-F]{1,2}(?:[ :,;-]{1,2}(?:0x)?[0-9A-F]{1,2})*(?![0-9A-Z])|(?:0x)?[0-9A-F]{4,}(?![0-9A-Z]))",
    re.IGNORECASE,
)
_STRICT = re.compile(r"\bUID\b(?:\s+(?:tag|is)\b)?\s*[:=]?\s*(?P<bytes>[0-9A-FX :,;.-]{4,})", re.IGNORECASE)
_SPACED = re.compile(r"(?:0x)?[0-9A-F]{1,2}(?:(?:\s+|\s*[:,;-]\s*)(?:0x)?[0-9A-F]{1,2})*", re.IGNORECASE)
_PACKED = re.compile(r"(?:0x)?(?:[0-9A-F]{2})+", re.IGNORECASE)
_AHEAD = re.compile(r".*\b(?:N?UID|tag|card)\b[^0-9]*:\s*", re.IGNORECASE)  # the id comes on the next line
_SIZES = (8, 14, 20)  # hex digits of a 13.56 MHz tag; ten are those of a 125 kHz tag


def _digits(told: str) -> str:
    """The hex digits of an id however its bytes are parted; "" for what is none."""
    told = told.strip().rstrip(".,;:")
    if _SPACED.fullmatch(told) and not told.isdigit():
        parts = re.findall(r"(?:0x)?([0-9A-F]{1,2})(?![0-9A-Fx])", told, re.IGNORECASE)
        return "".join(part.zfill(2) for part in parts).upper()
    if _PACKED.fullmatch(told):
        return told.lower().removeprefix("0x").upper()
    return ""


def read_uid(text: str) -> tuple[str, str] | Reason | None:
    """Return reader and tag id of a line such as ``Reader 0: Card UID: 04 A3 12 9F``.

    Returns None for a line without an id behind its label; a Reason if behind the label UID stand no 4, 7 or 10 hex
    bytes (a decimal number, for instance, does not tell its bytes).
    """
    text = text.strip()
    match = _READER.match(text)
    reader = f"r{int(match['reader'])}" if match else "r0"
    for found in _LABEL.finditer(text):
        told = found["bytes"].strip()
        tag = _digits(told)
        if len(tag) in _SIZES or (len(tag) == 10 and _PACKED.fullmatch(told) and not told.isdigit()):
            return reader, tag
    strict = _STRICT.search(text)
    if strict and strict.end() == len(text):
        return Reason("uid-not-hex", {"text": strict["bytes"].strip()[:40]})
    return None


def read_bare(text: str) -> str:
    """The tag id of a line that holds nothing else, as sketches print it below its label; "" for any other line."""
    tag = _digits(text)
    return tag if len(tag) in _SIZES else ""


def announces(text: str) -> bool:
    """Whether a line is the label of an id that comes on the next one."""
    return bool(_AHEAD.fullmatch(text))


def keyed(text: str) -> str:
    """The tag id that a reader typed: up to ten decimal digits are its low four bytes; "" for what is none."""
    text = text.strip().upper()
    if re.fullmatch(r"[0-9]{8,10}", text):
        return f"{int(text):08X}" if 0 < int(text) <= 0xFFFFFFFF else ""
    return text if re.fullmatch(r"(?:[0-9A-F]{2}){4,10}", text) and text.strip("0") else ""
