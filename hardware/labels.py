"""Tag ids in the lines that sketches print, one of the commonest libraries' examples each way; pure.

MFRC522 (``Card UID: 92 25 6F EB``), its ReadNUID (``The NUID tag is:`` and below it ``In hex:  A5 27 9F 2A``),
Adafruit's and Seeed's PN532 (``UID Value: 0xDE 0xAD 0xBE 0xEF``), ESPHome (``Found new tag '74-10-37-94'``), Wiegand
libraries (``Wiegand HEX = A5ADB3``, ``26 bits. FC = 165, CC = 44467``), JSON (``{"uid": "DEADBEEF"}``), Python's lists
(``uid: [165, 39, 159, 42]``), RDM6300 (``A5ADB3`` alone on its line), columns (``tag;A5279F2A;-40``), and many a copy
of them, with the time that a serial monitor puts in front.

An id is a key and no number: it only has to be the same each time. So where a sketch drops leading zeros they are put
back, and where that cannot be told apart the same text always gives the same id.
"""

from __future__ import annotations

import re

from hardware.reasons import Reason

_STAMP = re.compile(r"\s*(?:\d{4}-\d\d-\d\d\s+)?\[?\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,6})?\]?\s*(?:->|[>|])\s*")
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
_READER = re.compile(r"reader\s*(?P<reader>[0-9]{1,2})\b", re.IGNORECASE)
_BYTES = (
    r"(?P<bytes>[0-9]{1,3}(?:(?:, ?|[ .;:-])[0-9]{1,3}){3,11}(?![ ,.;:-]{0,2}[0-9A-Z])|"
    r"[0-9A-F]{1,2}(?:(?P<parted>[._/])[0-9A-F]{1,2})(?:(?P=parted)[0-9A-F]{1,2}){2,10}(?![0-9A-Z])|"
    r"(?:0x[0-9A-F]{1,2}){4,12}(?![0-9A-Z])|"
    r"(?:0x)?[0-9A-F]{1,2}(?:[ :,;-]{1,2}(?:0x)?[0-9A-F]{1,2})*(?![0-9A-Z])|"
    r"(?:0x)?[0-9A-F]{4,}(?![0-9A-Z]))"
)
_LABEL = re.compile(  # what stands before an id in the sketches that people copy
    r"(?<!device[ _-])(?<!client[ _-])(?<!sensor[ _-])(?<!node[ _-])"
    r"\b(?:N?UID(?:\s+(?:tag|value|is))*|tag(?:\s+(?:id|uid|number|found|is))*|card(?:\s*(?:id|uid|number|found|is))*|"
    r"serial(?:\s*(?:number|no\.?))?|(?:wiegand\s+|in\s+)?hex|idm|epc|id)\b\s*(?:is)?\s*[:=,;|]?\s*" + _BYTES,
    re.IGNORECASE,
)
_TOLD = re.compile(  # the same with other words before the colon, in any language
    r"\b(?:N?UID|tag|card|karte|chip|rfid|nfc|badge)\w*[^:=;|0-9]{0,24}[:=;|]\s*" + _BYTES, re.IGNORECASE
)
_BITS = re.compile(r"\b[0-9]{2}\s*bits?\b\s*[:/,-]?\s*" + _BYTES, re.IGNORECASE)
_WIEGAND = re.compile(
    r"\b(?:FC|(?:facility|site)(?:\s*code)?)\s*[:=]?\s*(?P<site>[0-9]{1,5})\D{1,20}(?P<card>[0-9]{1,8})\b",
    re.IGNORECASE,
)
_PYTHON = re.compile(r"\bb(?=['\"])['\"]")  # bytes as Python prints them
_BARE = str.maketrans("[](){}<>", " " * 8, "'\"")  # what a list, a mapping or a frame puts around an id
_STRICT = re.compile(r"\bUID\b(?:\s+(?:tag|is)\b)?\s*[:=]?\s*(?P<bytes>[0-9A-FX :,;.-]{4,})", re.IGNORECASE)
_SPACED = re.compile(r"(?:0x)?[0-9A-F]{1,2}(?:(?:\s+|\s*[:,;-]\s*)(?:0x)?[0-9A-F]{1,2})*", re.IGNORECASE)
_PACKED = re.compile(r"(?:0x)?[0-9A-F]+", re.IGNORECASE)
_ALONE = re.compile(  # bytes parted evenly
    r"(?:0x)?[0-9A-F]+(?:(?P<by>[ :-]|, ?)(?:0x)?[0-9A-F]+(?:(?P=by)(?:0x)?[0-9A-F]+)*)?", re.IGNORECASE
)
_AHEAD = re.compile(r".*\b(?:N?UID|tag|card)\b[^0-9]*:\s*", re.IGNORECASE)  # the id comes on the next line
_SIZES = (8, 10, 14, 16, 20, 24)  # hex digits: 4, 7, 8 or 10 bytes at 13.56 MHz, 5 at 125 kHz, 12 of UHF labels
_LEAST = 5  # hex digits of an id without its leading zeros


def unstamped(text: str) -> str:
    """A line without what a serial monitor or a logger put around it: a time in front, colours."""
    return _STAMP.sub("", _COLOURS.sub("", text), count=1).strip()


def _digits(told: str) -> str:
    """The hex digits of an id however its bytes are parted; "" for what is none."""
    told = re.sub(r"(?<=[0-9A-F])(?=0x)|[._/]", " ", told.strip().rstrip(".,;:"), flags=re.IGNORECASE)
    numbers = _numbers(told)
    if numbers:
        return numbers
    if _SPACED.fullmatch(told) and not told.isdigit():
        parts = re.findall(r"(?:0x)?([0-9A-F]{1,2})(?![0-9A-Fx])", told, re.IGNORECASE)
        return "".join(part.zfill(2) for part in parts).upper()
    if _PACKED.fullmatch(told):
        return told.lower().removeprefix("0x").upper()
    return ""


def _numbers(told: str) -> str:
    """The hex digits of bytes told as decimal numbers, of which one at least is too large for two digits; else ""."""
    if not re.fullmatch(r"[0-9]{1,3}(?:(?:, ?|[ .;:-])[0-9]{1,3})+", told) or not re.search(r"[0-9]{3}", told):
        return ""
    parts = [int(part) for part in re.findall(r"[0-9]+", told)]
    return "".join(f"{part:02X}" for part in parts) if 2 * len(parts) in _SIZES and max(parts) < 256 else ""


def _filled(digits: str) -> str:
    """An id with the zeros that its sketch dropped; "" for a word or a number that is none."""
    if len(digits) in _SIZES or not digits:
        return digits
    size = next((s for s in _SIZES if s > len(digits)), 0)
    return digits.zfill(size) if len(digits) >= _LEAST and size and re.search("[0-9]", digits) else ""


def read_uid(text: str) -> tuple[str, str] | Reason | None:
    """Return reader and tag id of a line such as ``Reader 0: Card UID: 04 A3 12 9F``.

    Returns None for a line without an id behind its label; a Reason if behind the label UID stands something that is
    none.
    """
    text = _PYTHON.sub("'", text).translate(_BARE).strip()
    match = _READER.match(text)
    reader = f"r{int(match['reader'])}" if match else "r0"
    if site := _WIEGAND.search(text):
        number = int(site["site"]) << 16 | int(site["card"])
        return reader, f"{number:08X}" if number < 1 << 32 and int(site["card"]) < 1 << 16 else f"{number:020X}"
    for label in (_LABEL, _TOLD, _BITS):
        for found in label.finditer(text):
            told, last = found["bytes"].strip(), found.end() == len(text.rstrip("'\".,;}]) "))
            tag = _digits(told)
            by_itself = _PACKED.fullmatch(told) is not None
            if len(tag) == 10 and told.isdigit() and "hex" not in found[0].lower():
                tag = keyed(told) or tag  # the number printed on a card
            if len(tag) in _SIZES or (by_itself and (last or "hex" in found[0].lower()) and (tag := _filled(tag))):
                return reader, tag
    strict = _STRICT.search(text)
    if strict and strict.end() == len(text):
        return Reason("uid-not-hex", {"text": strict["bytes"].strip()[:40]})
    return None


def read_bare(text: str) -> str:
    """The tag id of a line that holds nothing else, as sketches print it below its label; "" for any other line."""
    return _filled(_digits(text)) or read_alone(text)


def read_alone(text: str) -> str:
    """The tag id of a line that holds nothing else and has no label anywhere; "" for any other line.

    Stricter than below a label, since tables of bytes and counters are printed too: bytes are parted evenly, and
    ten decimal digits are the number printed on a card.
    """
    text = text.translate(_BARE).strip(" #*;,|!")
    if re.fullmatch(r"[0-9]{1,3},[0-9]{5}", text):
        return keyed(text)
    if numbers := _numbers(text) if "," in text else "":
        return numbers
    text = re.sub(r"^([0-9A-F]{8,24})[,;|].*", r"\1", text, flags=re.IGNORECASE)  # the first of several columns
    if not _ALONE.fullmatch(text):
        return ""
    parts = [part.removeprefix("0X") for part in re.split(r", ?|[ :-]", text.upper())]
    if len(parts) == 1:
        return keyed(text) if re.fullmatch(r"[0-9]{10}", text) else _filled(parts[0])
    tag = "".join(part.zfill(len(part) + len(part) % 2) for part in parts)
    pairs = all(len(part) == 2 for part in parts)
    mixed = re.search("[A-F]", tag) is not None and re.search("[0-9]", tag) is not None
    return tag if len(tag) in _SIZES and (pairs or mixed) and max(map(len, parts)) <= 8 else ""


def announces(text: str) -> bool:
    """Whether a line is the label of an id that comes on the next one."""
    return bool(_AHEAD.fullmatch(text))


def keyed(text: str) -> str:
    """The tag id that a reader typed; "" for what is none.

    Up to ten decimal digits are its low four bytes; ``165,44467`` is the same card's third byte and its last two.
    """
    text = text.strip().strip(";?%+").upper()  # what readers that copy a magnetic stripe type around it
    if both := re.fullmatch(r"([0-9]{8,10})[ ,;]+[0-9]{1,3},[0-9]{5}", text):
        text = both[1]  # the same card told twice
    if re.fullmatch(r"[0-9A-F]{2}(?:([:-])[0-9A-F]{2})(?:\1[0-9A-F]{2})+", text):
        text = re.sub("[:-]", "", text)
        return text if len(text) in _SIZES and text.strip("0") else ""
    if pair := re.fullmatch(r"([0-9]{1,3}),([0-9]{5})", text):
        site, card = int(pair[1]), int(pair[2])
        return f"{site << 16 | card:08X}" if site < 256 and card < 1 << 16 and (site or card) else ""
    if re.fullmatch(r"[0-9]{5,10}", text):
        return f"{int(text):08X}" if 0 < int(text) <= 0xFFFFFFFF else ""
    return text if re.fullmatch(r"(?:[0-9A-F]{2}){4,12}", text) and text.strip("0") else ""
