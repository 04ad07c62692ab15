"""What the sketches that people copy print, and what readers type that look like keyboards: heard, and nothing else."""

from __future__ import annotations

import pytest

from hardware.attach import decoder_for
from hardware.dice import Die, unworded
from hardware.keys import EVENT, KeyLink
from hardware.labels import keyed
from hardware.pairing import parse_address
from hardware.readings import DieRolled, Rejected, Stamp, TagSeen, UnknownTag
from tests.outside.readers import decoder, kinds, play

# ---------------------------------------------------------------- sketches people copy
SKETCHES = {
    "MFRC522 DumpInfo": "Card UID: A5 27 9F 2A\r\nCard SAK: 08\r\nPICC type: MIFARE 1KB\r\n",
    "MFRC522 with its sectors": "Card UID: A5 27 9F 2A\r\nCard SAK: 08\r\nPICC type: MIFARE 1KB\r\n"
    "Sector Block   0  1  2  3   4  5  6  7   8  9 10 11  12 13 14 15  AccessBits\r\n"
    "   0      0   A5 27 9F 2A  22 08 04 00  62 63 64 65  66 67 68 69  [ 0 0 0 ]\r\n",
    "MFRC522 Ultralight pages": "Card UID: A5 27 9F 2A\r\nPage  0  1  2  3\r\n  0    04 A3 12 9F\r\n"
    " 10    00 11 22 33\r\n",
    "MFRC522 ReadNUID": "PICC type: MIFARE 1KB\r\nA new card has been detected.\r\nThe NUID tag is:\r\n"
    "In hex:  A5 27 9F 2A\r\nIn dec:  165 39 159 42\r\n",
    "MFRC522 blog": "UID tag : A5 27 9F 2A\r\nMessage : Access denied\r\n",
    "MFRC522 two readers": "Reader 1: Card UID: A5 27 9F 2A\r\nPICC type: MIFARE 1KB\r\n",
    "MFRC522 bare": " A5 27 9F 2A\r\n",
    "MFRC522 packed": "a5279f2a\r\n",
    "MFRC522 to a script": "TAG:A5279F2A\r\n",
    "MFRC522 two ways": "UID (dec): 165 39 159 42\r\nUID (hex): A5 27 9F 2A\r\n",
    "serial monitor": "10:22:33.123 -> Card UID: A5 27 9F 2A\r\n10:22:33.163 -> Card SAK: 08\r\n",
    "serial monitor, two lines": "10:22:33.123 -> The NUID tag is:\r\n10:22:33.124 -> In hex:  A5 27 9F 2A\r\n",
    "serial monitor, below": "10:22:33.1 -> UID Value:\r\n10:22:33.1 -> 0xA5 0x27 0x9F 0x2A\r\n",
    "serial monitor, bare": "2024-05-01 10:22:33.123 > A5 27 9F 2A\r\n",
    "Adafruit PN532": "Found an ISO14443A card\r\n  UID Length: 4 bytes\r\n  UID Value:  0xA5 0x27 0x9F 0x2A\r\n\r\n",
    "Adafruit PN532 older": "Found an ISO14443A card\n  UID Length: 4 bytes\n  UID Value: A5 27 9F 2A\n",
    "Seeed PN532": "Found a card!\r\nUID Length: 4 bytes\r\nUID Value:  0xA5 0x27 0x9F 0x2A\r\n",
    "Seeed PN532 below": "Found a card!\r\nUID Value:\r\n0xA5 0x27 0x9F 0x2A\r\n",
    "NDEF": "NFC Tag - MIFARE Classic\r\nUID A5 27 9F 2A\r\n",
    "ESPHome": "[D][pn532:149]: Found new tag 'A5-27-9F-2A'\r\n",
    "ESPHome colons": "[12:00:01][D][rc522:208]: Found new tag 'A5:27:9F:2A'\r\n",
    "ESPHome in colours": "\x1b[0;36m[D][rc522:208]: Found new tag 'A5-27-9F-2A'\x1b[0m\r\n",
    "JSON": '{"uid":"A5279F2A","type":"MIFARE 1KB"}\r\n',
    "Tasmota": '{"Time":"2021-01-01T00:00:00","RC522":{"UID":"A5279F2A","Data":"","Type":"MIFARE 1 KB"}}\r\n',
    "Wiegand": "Wiegand HEX = A5279F2A, DECIMAL = 2770837290, Type W34\r\n",
    "Wiegand by bits": "Card readed: 32bits / A5279F2A\r\n",
    "label above": "UID:\r\nA5279F2A\r\n",
    "lower case": "card id: a5279f2a\n",
    "Tag": "Tag UID: A5 27 9F 2A\n",
    "German": "UID der Karte: A5 27 9F 2A\nKartennummer: A5279F2A\n",
    "decimal bytes": "UID: 165 39 159 42\r\n",
    "decimal bytes in a list": "uid: [165, 39, 159, 42]\r\n",
    "a Pico": "CARD ID: 2770837290\r\n",
    "Python's hex": "Found card with UID: ['0xa5', '0x27', '0x9f', '0x2a']\r\n",
    "a list and no more": "[165, 39, 159, 42]\r\n",
    "libnfc": "    UID (NFCID1): a5  27  9f  2a  \r\n",
    "columns": "RFID;A5279F2A;-40\r\n",
    "columns without a name": "A5279F2A,123456\r\n",
    "commas": "tag,A5279F2A,1\r\n",
    "in brackets": "<A5279F2A>\r\n",
    "between signs": "#A5279F2A#\r\n",
    "between STX and ETX": "\x02A5279F2A\x03",
    "ended by NUL": "A5279F2A\0",
    "dots": "UID: A5.27.9F.2A\n",
    "strokes": "UID: A5/27/9F/2A\n",
    "underlines": "UID: A5_27_9F_2A\n",
    "prefixes without gaps": "UID:0xA50x270x9F0x2A\n",
    "Python's bytes": "UID b'a5279f2a'\n",
    "a screen that is cleared": "\x1b[?25l\x1b[2J\x1b[HUID: A5 27 9F 2A\r\n",
    "CR alone": "Card UID: A5 27 9F 2A\rCard SAK: 08\r",
    "without any end": "Card UID: A5 27 9F 2A",
    "an ESP8266's boot": "\x8e\xf0l\x9c\x12\x92r\xe3n\x02\x8cll\x8c\xf2Card UID: A5 27 9F 2A\r\n",
}
SHORT = {  # what is left of an id where its sketch drops zeros, and all of it
    "RDM6300": ("A5ADB3\r\n", "00A5ADB3"),
    "RDM6300, digits alone": ("123456\r\n", "00123456"),
    "RDM6300, five bytes": ("ID TAG: 1 0 A5 B3 17 \r\n", "0100A5B317"),
    "RDM6300, as printed on the card": ("0010857907\r\n", "00A5ADB3"),
    "ID-20LA": ("Tag ID: 010000A5B3\r\nChecksum: 17\r\n", "010000A5B3"),
    "MFRC522 by String": ("a5b9f2a\r\n", "0A5B9F2A"),
    "MFRC522 with a gap": ("A5 0B9F2A\r\n", "A50B9F2A"),
    "Wiegand 26": ("Wiegand HEX = A5ADB3, DECIMAL = 10857907, Type W26\r\n", "00A5ADB3"),
    "Wiegand 26, digits": ("Wiegand HEX = 123456, DECIMAL = 1193046, Type W26\r\n", "00123456"),
    "Wiegand 26 by bits": ("Card readed: 24bits / A5ADB3\r\n", "00A5ADB3"),
    "Wiegand as site and card": ("Read 26 bits. FC = 165, CC = 44467\r\n", "00A5ADB3"),
    "Wiegand, another": ("Tag = A5ADB3\r\n", "00A5ADB3"),
    "Wiegand as facility and card": ("Facility Code: 165, Card Number: 44467\r\n", "00A5ADB3"),
    "Wiegand as site and a short card": ("Site: 165 Card: 467\r\n", "00A501D3"),
    "Wiegand as a pair": ("165,44467\r\n", "00A5ADB3"),
    "RDM6300 with a label": ("Card number: 0010857907\r\n", "00A5ADB3"),
    "seven bytes": ("Card UID: 04 A3 12 9F 11 22 33\r\n", "04A3129F112233"),
    "ISO 15693": ("ISO-15693 UID: E0 04 01 50 12 34 56 78\r\n", "E004015012345678"),
    "FeliCa": ("IDm: 01 14 C3 0D 12 34 56 78\r\n", "0114C30D12345678"),
    "UHF": (" epc[E2 00 00 17 22 11 01 44 18 90 5A 3B ]\r\n", "E20000172211014418905A3B"),
}


@pytest.mark.parametrize("name", SHORT)
def test_an_id_is_whole_whatever_its_sketch_leaves_out(name: str) -> None:
    text, tag = SHORT[name]
    found = play(decoder("text+/dev/x", {tag: "boat"}), [(1.0, text.encode("latin-1"))], 3.0)
    assert [r.card for _, r in found if isinstance(r, TagSeen)] == ["boat"]
    assert kinds(found, UnknownTag, Rejected) == []


@pytest.mark.parametrize("name", SKETCHES)
def test_a_copied_sketch_is_heard_once(name: str) -> None:
    for cut in (1, 5, 1000):
        text = SKETCHES[name].encode("latin-1")
        sends = [(1.0, text[i : i + cut]) for i in range(0, len(text), cut)]
        found = play(decoder("text+/dev/x", {"A5279F2A": "boat"}), sends, 3.0)
        assert [r.card for _, r in found if isinstance(r, TagSeen)] == ["boat"], name
        assert kinds(found, UnknownTag, Rejected) == []


@pytest.mark.parametrize(
    "text",
    ["MFRC522 Software Version: 0x92 = v2.0\n", "Scan PICC to see UID, SAK, type, and data blocks...\n",
     "Found chip PN532\nFirmware ver. 1.6\n", "Waiting for an ISO14443A Card ...\n", "ets Jun  8 2016 00:22:57\n",
     "rst:0x1 (POWERON_RESET),boot:0x13\n", "This code scan the MIFARE Classsic NUID.\n",
     "Using the following key: FF FF FF FF FF FF\n", "load:0x40078000,len:13836\nho 0 tail 12 room 4\n1384\n",
     "Place RFID tag near the rdm6300...\n", "Tag added\nCard faced\nbadge\n", "added\ndefaced\n", "Card type: 4 kB\n",
     "  15     63   00 00 00 00  00 00 FF 07  80 69 FF FF  FF FF FF FF  [ 0 0 1 ]\n", "3 4 5 6\n", "t=23.5 h=40\n",
     "Device ID: A5279F2B\n", "Client id: 0xA5279F2B\n"],
)  # fmt: skip
def test_banners_are_no_tags_and_no_wrong_speed(text: str) -> None:
    found = play(decoder("text+/dev/x"), [(1.0 + n, text.encode()) for n in range(3)], 5.0)
    assert kinds(found) == []
    assert not any(getattr(r, "odd", False) for _, r in found)


@pytest.mark.parametrize(
    ("typed", "tag"),
    [("0010857907\n", "00A5ADB3"), ("10857907\n", "00A5ADB3"), ("010000A5B3\n", "010000A5B3"),
     ("a5279f2a\n", "A5279F2A"), ("12\n", ""), ("hello\n", ""), ("9999999999\n", ""), ("0000000000\n", ""),
     ("165,44467\n", "00A5ADB3"), ("16544467\n", "00FC72D3"), ("300,44467\n", ""), ("165,99999\n", ""),
     ("0010857907 165,44467\n", "00A5ADB3"), ("00:A5:AD:B3\n", "00A5ADB3"), ("a5-27-9f-2a\n", "A5279F2A"),
     (";0010857907?\n", "00A5ADB3"), ("12:30:45\n", ""),
     ("0010857907\n\n", "00A5ADB3"), ("0010857907\t", "00A5ADB3"), ("0010857907", "00A5ADB3")],
)  # fmt: skip
def test_a_reader_that_types_is_heard(typed: str, tag: str) -> None:
    assert keyed(typed) == tag
    found = play(decoder("keys+/dev/input/event9", {}), [(1.0, typed.encode())], 3.0)
    assert [r.tag for _, r in found if isinstance(r, UnknownTag)] == ([tag] if tag else [])


LINES = {
    "EM-18": (b"5400653C6C61", "5400653C6C"),
    "EM-18 with a line end": (b"5400653C6C61\r\n", "5400653C6C"),
    "plain text": (b"5400653C6C\r\n" * 2, "5400653C6C"),  # without a check, so two reads are needed
}


@pytest.mark.parametrize("name", LINES)
def test_a_reader_without_a_frame_around_its_digits_is_heard(name: str) -> None:
    data, tag = LINES[name]
    found = play(decoder("em4100+/dev/x", {tag: "boat"}), [(1.0, data), (4.0, data)], 6.0)
    assert [r.card for _, r in found if isinstance(r, TagSeen)] == ["boat", "boat"]


@pytest.mark.parametrize(
    "data", [b"\x025400653C6C62\r\n\x03", b"\x025400653C6C62\x03", b"5400653C6C62", b"400653C6C61"]
)
def test_what_is_left_of_a_spoiled_frame_is_no_tag(data: bytes) -> None:
    found = play(decoder("em4100+/dev/x", {}), [(1.0 + n, data) for n in range(4)], 8.0)
    assert kinds(found) == []


def typed(*keys: tuple[int, int]) -> bytes:
    link = KeyLink("/dev/input/event9")
    return link._typed(b"".join(EVENT.pack(0, 0, 1, code, value) for code, value in keys))


def test_keyboards_of_every_layout_type_the_same_number() -> None:
    def press(*codes: int) -> list[tuple[int, int]]:
        return [(code, value) for code in codes for value in (1, 2, 0)]

    shift = [(42, 1), *press(2, 11, 6), (42, 0), *press(28)]  # French: digits with Shift
    assert typed(*shift) == b"105\n"
    assert typed(*press(16, 6, 30, 50, 51)) == b"A5A,,"
    alt = [(56, 1), *press(82, 75, 80), (56, 0), (56, 1), *press(75, 77), (56, 0)]  # Alt and 042, Alt and 46
    assert typed(*alt) == b"*."
    assert typed(*press(79, 80), (56, 1), (56, 0), *press(81)) == b"123"


THROWS = [
    "4", "You rolled a 4", "You rolled: 4!", "Dice: 4", "Die value = 4", "Landed on: 4 UP", "Number: 4", "Roll: 4",
    "Würfel: 4", "gewürfelt: 4", "Dice roll result: 4", "10:22:33.123 -> 4", "10:22:33.123 -> Rolled 4",
    "Du hast eine 4 gewürfelt!", "You got a 4!", "It's a 4", "D20: 4", "1d6 = 4", "W6: 4", "Side: 4", "val: 4", "[4]",
    "(4)", "#4", "4;", "<4>", "4.00", "roll=4;", "Wurf = 4", "Stable: 4", "settled 4",
    '{"roll": 4}', '{"face": "4", "battery": 97}',
]  # fmt: skip


@pytest.mark.parametrize("text", THROWS)
def test_a_die_that_talks_is_heard(text: str) -> None:
    found = play(decoder("plain+/dev/x"), [(3.0, text.encode() + b"\r\n"), (6.0, text.encode() + b"\n")], 8.0)
    assert [r.face for _, r in found if isinstance(r, DieRolled)] == ["4", "4"]


@pytest.mark.parametrize(
    "text",
    ["Dice ready, version 3", "rolled 3 and 5", "Battery 4 %", "roll 12 dice", "4.7", "x=4", "Tumbling...",
     "MPU6050 connection successful", "dice 1: 4", "-4", "+4", "4 %", "4.75", '{"roll": 4, "dice": 2}',
     '{"battery": 4}', "It is 4 degrees"],
)  # fmt: skip
def test_what_a_die_says_besides_is_no_throw(text: str) -> None:
    found = play(decoder("plain+/dev/x"), [(3.0, text.encode() + b"\r\n")], 5.0)
    assert not any(isinstance(r, DieRolled) for _, r in found)


@pytest.mark.parametrize(
    ("text", "face"),
    [("You rolled RED!", "RED"), ("Colour: red", "RED"), ("Farbe = Blue", "BLUE"), ("RED", "RED"),
     ("red or blue die", "red or blue die"), ("LED is red", "LED is red"), ("hundred rolled", "hundred rolled")],
)  # fmt: skip
def test_a_die_of_colours_may_talk_too(text: str, face: str) -> None:
    assert unworded(text, ("RED", "BLUE")) == face


NAMES = ("Rot", "Grün", "Blau", "Gelb", "Weiß", "Schwarz")


def thrown(die: Die, *pieces: bytes, over: float = 0.0) -> list[str]:
    """The faces that pieces of a line make, ``over`` s apart."""
    made = decoder_for(parse_address("plain+/dev/x", "d", [die]), Stamp("d", 1))
    made.start(0.0)
    found = play(made, [(3.0 + over * n, piece) for n, piece in enumerate(pieces)], 8.0)
    return [r.face for _, r in found if isinstance(r, DieRolled)]


@pytest.mark.parametrize("raw", [b"\x024\x03", b"4\0", b"4", b"4;", b"Dice: 4", b"\xef\xbb\xbf4\n"])
def test_a_die_is_heard_however_its_line_ends(raw: bytes) -> None:
    assert thrown(Die("d"), raw, raw, over=2.0) == ["4", "4"]


def test_half_of_a_number_that_could_go_on_is_no_throw() -> None:
    assert thrown(Die("d", 20), b"1") == thrown(Die("d", 10), b"1") == []
    assert thrown(Die("d", 9), b"1") == ["1"]


@pytest.mark.parametrize("code", ["utf-8", "latin-1"])
def test_faces_with_letters_of_their_language_are_heard(code: str) -> None:
    die = Die("d", 6, NAMES)
    for told, face in {"Grün": "Grün", "WEISS": "Weiß", "grün": "Grün", "Farbe: Weiß": "Weiß", "rot": "Rot"}.items():
        assert thrown(die, f"{told}\r\n".encode(code)) == [face]
    half = "GRÜN\n".encode(code)
    assert thrown(die, half[:3], half[3:], over=0.1) == ["Grün"]


def test_bytes_at_the_wrong_speed_are_no_unknown_face() -> None:
    made = decoder_for(parse_address("plain+/dev/x", "d", [Die("d", 6, NAMES)]), Stamp("d", 1))
    made.start(0.0)
    found = play(made, [(3.0 + n, bytes([0xFC, 0xE4, 0xF6, 0x0A])) for n in range(3)], 8.0)
    assert not any(isinstance(r, DieRolled | Rejected) for _, r in found)
    assert any(getattr(r, "odd", False) for _, r in found)
