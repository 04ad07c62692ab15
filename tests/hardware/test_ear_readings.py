"""Frames to readings: dice and their faces, tags coming and going, message numbers."""

from __future__ import annotations

import pytest
from ear_bench import (
    DIE,
    HB,
    HEL,
    PARALLAX,
    PN_ACK,
    PN_RETRIES,
    PN_SAM,
    PN_TWO,
    PN_UID4,
    PN_VERSION,
    RDM,
    STAMP,
    TAG,
    Chip,
    hexed,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware import pn532
from hardware.attach import decoder_for
from hardware.bg import encode
from hardware.dice import SIX_COLOURS, Die, Face, Rolls, read_face
from hardware.pairing import KINDS, Paired, parse_address
from hardware.presence import Laid, Once, Presence, PresenceRule, TagKey, Taken
from hardware.readings import (
    DieRolled,
    DieState,
    Gap,
    Heartbeat,
    Hello,
    Noise,
    Rejected,
    TagGone,
    TagSeen,
    UnknownTag,
)
from hardware.reasons import Reason

COLOUR = Die("d1", 6, SIX_COLOURS)
READINGS = Noise | Hello | Heartbeat | Gap | Rejected | DieRolled | TagSeen | UnknownTag | TagGone
CARDS = {"000414CD7E": "king", "DEADBEEF": "queen", "92256FEB": "boat"}


def decoder(kind: str = "line", *dice: Die, **more):
    made = decoder_for(Paired("ear", kind, dice=dice, settle=0.0, **more), STAMP, CARDS)
    made.start(0.0)
    return made


def names(readings) -> list[str]:
    return [type(r).__name__ for r in readings]


def codes(readings) -> list[str]:
    return [r.reason.code for r in readings if isinstance(r, Rejected)]


# -- dice


def test_a_number_names_the_face():
    assert read_face(COLOUR, "3") == Face(3, "RED")
    assert read_face(Die("d1"), "3") == Face(3, "3")


def test_a_word_names_the_face_in_any_case():
    assert read_face(COLOUR, "purple") == Face(6, "PURPLE")


def test_faces_may_be_renamed():
    white = Die("d1", 6, (*SIX_COLOURS[:5], "WHITE"))
    assert read_face(white, "6") == Face(6, "WHITE")
    assert read_face(white, "white") == Face(6, "WHITE")
    assert read_face(white, "PURPLE") == Reason(
        "die-face-unknown",
        {"die": "d1", "value": "PURPLE", "sides": 6, "faces": "BLUE, GREEN, RED, YELLOW, BLACK, WHITE"},
    )


def test_a_mapping_of_faces():
    assert Die("d1", 6, dict(enumerate(SIX_COLOURS, 1))) == COLOUR
    with pytest.raises(ValueError, match="expected the numbers 1 to 2"):
        Die("d1", 2, {1: "a", 3: "b"})
    with pytest.raises(ValueError, match="expected 6 names, found 2"):
        Die("d1", 6, ("a", "b"))
    with pytest.raises(ValueError, match="expected words"):
        Die("d1", 2, ("a", "2"))
    with pytest.raises(ValueError, match="2 to 120"):
        Die("d1", 1)


@pytest.mark.parametrize(
    ("die", "text", "code"),
    [
        (Die("d1"), "7", "die-value-impossible"),
        (Die("d1"), "0", "die-value-impossible"),
        (COLOUR, "7", "die-value-impossible"),
        (COLOUR, "ORANGE", "die-face-unknown"),
        (Die("d1"), "RED", "die-not-a-number"),
        (Die("d1"), "-1", "die-not-a-number"),
        (Die("d1"), "4.0", "die-not-a-number"),
        (Die("d1"), "²", "die-not-a-number"),
        (Die("d1"), "", "die-not-a-number"),
    ],
)
def test_what_is_no_face_is_refused_with_a_reason(die, text, code):
    refused = read_face(die, text)
    assert isinstance(refused, Reason)
    assert refused.code == code


def test_the_same_face_twice_is_two_rolls():
    first, second = decoder("line", COLOUR).feed(DIE + encode("BGDIE", 1, 14, "d1", "OK", 6, 4), 1.0)
    assert (first.face, second.face) == ("YELLOW", "YELLOW")
    assert first.roll != second.roll


def test_a_throw_from_rolling_over_cocked_to_flat_is_one_roll():
    line = decoder()
    told = [("ROLL", ""), ("COCKED", ""), ("OK", 2), ("LIFT", ""), ("ROLL", ""), ("OK", 2)]
    data = b"".join(encode("BGDIE", 1, n, "d1", state, 6, value) for n, (state, value) in enumerate(told))
    found = line.feed(data, 1.0)
    assert [(r.state, r.value, r.roll) for r in found] == [
        (DieState.ROLL, None, 1),
        (DieState.COCKED, None, 1),
        (DieState.OK, 2, 1),
        (DieState.LIFT, None, 1),
        (DieState.ROLL, None, 2),
        (DieState.OK, 2, 2),
    ]


def test_a_numbered_roll_told_again_is_no_roll():
    line = decoder()
    data = b"".join(encode("BGDIE", 1, n, "d1", "OK", 6, 4, roll) for n, roll in enumerate((8, 8, 9)))
    assert [r.roll for r in line.feed(data, 1.0)] == [8, 9]


def test_numbered_rolls_start_anew_with_the_device():
    line = decoder()
    line.feed(HEL + encode("BGDIE", 1, 1, "d1", "OK", 6, 4, 1), 1.0)
    again = line.feed(HEL + encode("BGDIE", 1, 1, "d1", "OK", 6, 4, 1), 2.0)
    assert names(again) == ["Hello", "DieRolled"]
    assert again[0].restart


def test_rolls_without_numbers_count_up():
    rolls = Rolls()
    assert [rolls.number("d1", DieState.OK, "3") for _ in range(3)] == [1, 2, 3]
    assert rolls.number("d2", DieState.OK, "3") == 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        (("d1", "OK", 6, 7), "die-value-impossible"),
        (("d1", "OK", 6, ""), "die-face-unknown"),
        (("d1", "OK", 8, 7), "die-sides-differ"),
        (("d9", "OK", 6, 7), "die-value-impossible"),
        (("d9", "OK", 6, "RED"), "die-not-a-number"),
        (("d1", "OK", 0, 1), "die-sides"),
        (("d1", "OK", "x", 1), "die-sides"),
        (("d1", "FLY", 6, 1), "die-state"),
        (("d1", "OK", 6, 1, "x"), "die-roll-number"),
        (("d1", "OK"), "message-fields"),
        (("d1", "OK", 6, 1, 1, 1), "message-fields"),
    ],
)
def test_an_impossible_die_is_rejected_never_guessed(fields, code):
    found = decoder("line", COLOUR).feed(encode("BGDIE", 1, 1, *fields), 1.0)
    assert names(found) == ["Rejected"]
    assert codes(found) == [code]


def test_a_colour_word_on_the_line():
    (found,) = decoder("line", COLOUR).feed(encode("BGDIE", 1, 1, "d1", "OK", 6, "black"), 2.5)
    assert found == DieRolled(
        source="ear", generation=1, at=2.5, die="d1", state=DieState.OK, sides=6, value=5, face="BLACK", roll=1
    )


# -- numbers of messages


def test_gaps_duplicates_and_a_new_count():
    line = decoder()
    assert names(line.feed(HEL, 1.0)) == ["Hello"]
    assert names(line.feed(encode("BGHB", 1, 1, 100), 1.1)) == ["Heartbeat"]
    assert line.feed(encode("BGHB", 1, 1, 100), 1.2) == []
    gap = line.feed(encode("BGHB", 1, 5, 100), 1.3)
    assert names(gap) == ["Gap", "Heartbeat"]
    assert gap[0].missing == 3
    assert line.take_out() == b"?"
    assert line.take_out() == b""
    assert names(line.feed(HEL + encode("BGHB", 1, 1, 0), 1.4)) == ["Hello", "Heartbeat"]


def test_a_device_that_runs_already_is_asked_to_introduce_itself():
    line = decoder()
    asked = []
    for n in range(10):
        line.feed(encode("BGHB", 1, n, n), n / 2)
        asked.append(line.take_out())
    assert asked == [b"?", b"", b"?", b"", b"?", b"", b"", b"", b"", b""]


def test_numbers_wrap():
    line = decoder()
    assert names(line.feed(encode("BGHB", 1, 255, 0) + encode("BGHB", 1, 0, 1), 1.0)) == ["Heartbeat"] * 2


def test_the_answer_to_a_question_goes_on_counting():
    line = decoder()
    line.feed(HEL + encode("BGHB", 1, 1, 0), 1.0)
    hello, beat = line.feed(encode("BGHEL", 1, 2, "towerA", "1.0", "tag") + encode("BGHB", 1, 3, 9), 2.0)
    assert (hello.restart, hello.caps, beat.uptime) == (False, ("tag",), 0.009)


def test_two_messages_with_one_number_are_not_silently_one():
    assert codes(decoder().feed(DIE + encode("BGDIE", 1, 13, "d1", "OK", 6, 5), 1.0)) == ["number-twice"]


def test_other_versions_and_names_are_told():
    line = decoder()
    assert codes(line.feed(encode("BGHB", 2, 1, 0), 1.0)) == ["protocol-version"]
    assert codes(line.feed(encode("BGNEW", 1, 1, 0), 1.0)) == ["message-unknown"]
    assert codes(line.feed(encode("BGHB", 1, 2, "soon"), 1.0)) == ["heartbeat-malformed"]


def test_another_device_is_told():
    found = decoder(device="towerB").feed(HEL, 1.0)
    assert names(found) == ["Hello", "Rejected"]
    assert found[1].reason == Reason("device-other", {"device": "towerA", "expected": "towerB"})


# -- tags told by a device


def test_an_enrolled_tag_acts_once_a_visit():
    line = decoder()
    (seen,) = line.feed(TAG, 1.0)
    assert (seen.card, seen.reader, seen.tag, seen.generation) == ("king", "r0", "000414CD7E", 1)
    assert line.feed(encode("BGTAG", 1, 13, "r0", "IN", "em", "000414CD7E"), 2.0) == []
    (gone,) = line.feed(encode("BGTAG", 1, 14, "r0", "OUT", "em", "000414CD7E"), 3.0)
    assert isinstance(gone, TagGone)
    assert gone.card == "king"


def test_an_unknown_tag_is_reported_as_such():
    (seen,) = decoder().feed(encode("BGTAG", 1, 1, "r0", "IN", "mf", "04a3129f"), 1.0)
    assert isinstance(seen, UnknownTag)
    assert seen.tag == "04A3129F"


@pytest.mark.parametrize(
    ("state", "family", "tag", "code"),
    [
        ("IN", "em", "0000000000", "tag-zero"),
        ("IN", "em", "0004", "tag-malformed"),
        ("IN", "em", "KING", "tag-malformed"),
        ("IN", "mf", "08A3129F", "tag-random"),
        ("ON", "em", "000414CD7E", "tag-state"),
    ],
)
def test_tags_that_cannot_be(state, family, tag, code):
    assert codes(decoder().feed(encode("BGTAG", 1, 1, "r0", state, family, tag), 1.0)) == [code]


def test_after_a_hello_what_is_not_told_again_is_gone():
    line = decoder()
    line.feed(HEL + encode("BGTAG", 1, 1, "r0", "IN", "em", "000414CD7E"), 1.0)
    line.feed(encode("BGTAG", 1, 2, "r1", "IN", "mf", "DEADBEEF"), 1.1)
    told = encode("BGHEL", 1, 3, "towerA", "1.0") + encode("BGTAG", 1, 4, "r1", "IN", "mf", "DEADBEEF")
    assert names(line.feed(told, 2.0)) == ["Hello"]
    found = line.feed(encode("BGHB", 1, 5, 9), 2.1)
    assert names(found) == ["Heartbeat", "TagGone"]
    assert found[1].card == "king"


# -- presence


KEY, OTHER = TagKey("r0", "em", "000414CD7E"), TagKey("r0", "em", "0F0184F07A")


def test_two_equal_reads_within_200_ms_lay_a_tag_down():
    there = Presence(PresenceRule())
    assert there.read(KEY, 100.0) == []
    assert there.read(KEY, 100.2) == [Laid(KEY)]
    assert there.read(KEY, 100.265) == []
    assert there.lying == {KEY}


def test_a_ghost_read_once_never_counts():
    there = Presence(PresenceRule())
    assert there.read(KEY, 0.0) == []
    assert there.read(OTHER, 0.1) == []
    assert there.tick(0.25) == [Once(KEY)]
    assert there.tick(9.0) == [Once(OTHER)]
    assert there.lying == frozenset()


def test_misses_take_it_away_and_flicker_does_not():
    there = Presence(PresenceRule())
    there.read(KEY, 0.0)
    there.read(KEY, 0.065)
    assert there.tick(0.3) == []
    assert there.read(KEY, 0.36) == []
    assert there.tick(0.66) == []
    assert there.tick(0.67) == [Taken(KEY)]


def test_two_tags_on_one_reader():
    there = Presence(PresenceRule())
    reads = [(KEY, 0.0), (OTHER, 0.065), (KEY, 0.13), (OTHER, 0.195), (KEY, 0.26), (OTHER, 0.325)]
    assert [c for key, at in reads for c in there.read(key, at)] == [Laid(KEY), Laid(OTHER)]
    assert there.read(OTHER, 0.5) == []
    assert there.tick(0.6) == [Taken(KEY)]
    assert there.lying == {OTHER}


def test_a_reader_that_sends_once_gives_each_visit_once_and_no_leave():
    there = Presence(PresenceRule("once"))
    assert there.read(KEY, 0.0) == [Laid(KEY)]
    assert there.read(KEY, 0.3) == []
    assert there.tick(5.0) == []
    assert there.read(KEY, 5.0) == [Laid(KEY)]
    assert there.lying == frozenset()


def test_looks_need_three_misses():
    there = Presence(PresenceRule("poll", window=0.6))
    assert there.look([KEY], 0.0) == []
    assert there.look([], 0.1) == []  # some cards answer only every second look
    assert there.look([KEY, OTHER], 0.2) == [Laid(KEY)]
    assert [there.look([], 0.3 + n / 10) for n in range(3)] == [[], [], [Taken(KEY)]]


def test_an_em_reader_confirms_twice_and_names_the_card():
    em = decoder("em4100")
    (seen,) = em.feed(RDM, 1.0)  # of a card: no ghost bears its number
    assert isinstance(seen, TagSeen)
    assert seen.card == "king"
    assert em.feed(RDM, 1.065) == []
    assert em.tick(1.9) == []
    assert names(em.tick(2.7)) == ["TagGone"]
    assert em.feed(PARALLAX, 2.0) == []
    assert names(em.feed(PARALLAX, 2.1)) == ["UnknownTag"]


def test_a_tag_of_zeros_is_refused_once_a_second():
    zeros = b"\x02" + b"0" * 12 + b"\x03"
    em = decoder("em4100")
    assert codes(em.feed(zeros, 1.0)) == ["tag-zero"]
    assert em.feed(zeros, 1.065) == []


def test_an_em_reader_may_be_one_that_sends_once():
    em = decoder("em4100", presence=PresenceRule("once"))
    assert names(em.feed(RDM, 1.0)) == ["TagSeen"]
    assert em.tick(9.0) == []


def test_text_lines():
    text = decoder("text")
    found = text.feed(b"Firmware Version: 0x92\r\nCard UID: 92 25 6F EB\r\nCard SAK: 08\r\n", 1.0)
    assert names(found) == ["TagSeen", "Noise"]
    assert found[0].card == "boat"
    assert codes(text.feed(b"UID: 92 25 6F\r\n", 1.1)) == ["uid-not-hex"]


def test_cards_enrolled_meanwhile_are_known_at_once():
    cards: dict[str, str] = {}
    em = decoder_for(parse_address("em4100+loop://"), STAMP, cards)
    assert names(em.feed(RDM, 1.0) + em.feed(RDM, 1.1)) == ["UnknownTag"]
    em.tick(2.8)
    cards["000414CD7E"] = "king"
    assert names(em.feed(RDM, 3.0) + em.feed(RDM, 3.1)) == ["TagSeen"]


# -- plain dice


def test_bare_numbers():
    plain = decoder("plain", Die("d1"))
    found = plain.feed(b"6\r\n7\n 3 \nhello world\n", 1.0)
    assert [(type(r).__name__, getattr(r, "face", None)) for r in found] == [
        ("DieRolled", "6"),
        ("Rejected", None),
        ("DieRolled", "3"),
        ("Noise", None),
    ]


def test_bare_colours():
    plain = decoder("plain", COLOUR)
    found = plain.feed(b"Red\n2\nPINK\n", 1.0)
    assert [getattr(r, "face", None) for r in found] == ["RED", "GREEN", None]
    assert codes(found) == ["die-face-unknown"]


def test_two_halves_of_a_number_with_a_pause_are_no_roll():
    plain = decoder("plain", Die("d20", 20))
    assert plain.feed(b"1", 1.0) == []
    assert [r.value for r in plain.feed(b"2\n", 3.0) if isinstance(r, DieRolled)] == [2]


def test_boot_noise_of_a_plain_die_is_left_out():
    plain = decoder_for(Paired("ear", "plain", url="/dev/ttyUSB0"), STAMP)
    plain.start(10.0)
    assert names(plain.feed(b"3\n", 11.0)) == ["Noise"]
    assert names(plain.feed(b"3\n", 12.5)) == ["DieRolled"]


# -- PN532


def play(pn, chip: Chip, seconds: float, at: float = 0.0) -> list:
    found = []
    for step in range(int(seconds / 0.05)):
        now = at + step * 0.05
        found += pn.tick(now)
        while out := pn.take_out():
            found += pn.feed(chip.answer(out), now)
    return found


def test_the_chip_is_woken_configured_and_asked():
    chip = Chip(PN_UID4, PN_TWO, PN_TWO, PN_TWO)
    found = play(decoder("pn532"), chip, 2.0)
    assert chip.seen[:4] == [0x14, 0x32, 0x02, 0x4A]
    assert names(found) == ["Hello", "TagSeen", "UnknownTag", "TagGone", "TagGone"]
    assert (found[0].device, found[0].firmware) == ("PN532", "1.6")
    assert (found[1].card, found[2].tag) == ("queen", "CAFEBABE")


def test_a_silent_chip_is_asked_three_times_then_woken_anew():
    pn = decoder("pn532")
    written = b""
    found = []
    for step in range(40):
        found += pn.tick(step * 0.05)
        written += pn.take_out()
    assert codes(found)[:1] == ["chip-silent"]
    assert found[0].reason.facts == {"command": "14", "tries": 3}
    assert written.count(hexed("D4 14")) > 3
    assert names(play(pn, Chip(), 2.0, at=3.0))[-1] == "Hello"


def test_a_refused_or_garbled_answer_is_told():
    poller = pn532.Poller()
    poller.tick(0.0)
    assert poller.feed(hexed("00 00 FF 01 FF 7F 81 00"), 0.01) == [pn532.Garbled(0x14, b"")]
    for reply in (PN_SAM, PN_RETRIES, PN_VERSION):
        poller.feed(PN_ACK + reply, 0.02)
    assert poller.feed(hexed("00 00 FF 03 FD D5 4B 03 DD 00"), 0.03) == [pn532.Garbled(0x4A, b"\x03")]


# -- noise and anything at all


def test_noise_is_summed_up_once_a_second():
    line = decoder()
    found = [r for n in range(30) for r in line.feed(b"\xff\xfe\x00garbage\n", n / 10)]
    assert names(found) == ["Noise"] * 3
    assert found[1].count == 10 * 10


def test_a_heartbeat_and_a_gap_are_readings():
    found = decoder().feed(HEL + HB, 1.0)
    assert names(found) == ["Hello", "Gap", "Heartbeat"]
    assert (found[1].missing, found[2].uptime) == (13, 60.123)


lines = st.lists(
    st.one_of(
        st.binary(max_size=20),
        st.builds(
            lambda name, fields: encode(name, *fields),
            st.sampled_from(["BGHEL", "BGTAG", "BGDIE", "BGHB", "BGX"]),
            st.lists(st.sampled_from(["1", "0", "6", "7", "d1", "OK", "IN", "em", "000414CD7E", "", "x"]), max_size=8),
        ),
        st.sampled_from([RDM, PN_ACK, PN_SAM, PN_TWO, b"UID: 01 02 03 04\n", b"6\n"]),
    ),
    max_size=10,
)


@pytest.mark.parametrize("kind", KINDS)
@given(told=lines, gaps=st.lists(st.floats(0, 2), min_size=10, max_size=10))
@settings(max_examples=60, deadline=None)
def test_no_bytes_break_a_decoder(kind, told, gaps):
    made = decoder(kind, COLOUR)
    at = 0.0
    for data, gap in zip(told, gaps, strict=False):
        at += gap
        for reading in made.feed(data, at) + made.tick(at):
            assert reading.at == at
            assert isinstance(reading, READINGS)
        made.take_out()
