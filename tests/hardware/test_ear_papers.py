"""Ports, pairing, enrolment, sentences and lines for the terminal; and what may import what."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from string import Formatter

import pytest

from hardware import links, monitor, pairing, readings, reasons
from hardware.attach import decoder_for
from hardware.dice import SIX_COLOURS, Die
from hardware.enrolment import (
    Double,
    Foreign,
    Given,
    Together,
    Unfit,
    begin,
    load_enrolled,
    save_enrolled,
)
from hardware.files import BadFile
from hardware.lines import xor8
from hardware.links import FoundPort, LineSettings
from hardware.pairing import Paired, load_pairing, parse_address, save_pairing
from hardware.ports import Identity, Port, find, list_ports
from hardware.presence import PresenceRule
from hardware.readings import (
    DieRolled,
    DieState,
    Gap,
    Heartbeat,
    Hello,
    Lamp,
    Noise,
    Rejected,
    State,
    Status,
    TagGone,
    TagSeen,
    UnknownTag,
)
from hardware.reasons import Reason, say

HERE = Path(links.__file__).parent
SYSTEM = (
    FoundPort("/dev/ttyS0", None, None, None, None, "ttyS0"),
    FoundPort("/dev/ttyUSB1", 0x1A86, 0x7523, None, "1-1.3", "USB Serial"),
    FoundPort("/dev/ttyUSB0", 0x1A86, 0x7523, None, "1-1.2", "USB Serial"),
    FoundPort("/dev/ttyACM0", 0x2341, 0x0043, "85", "1-2", "Arduino"),
)
PORTS = list_ports(lambda: SYSTEM)


# -- ports


def test_usb_ports_come_first():
    assert [p.path for p in PORTS] == ["/dev/ttyACM0", "/dev/ttyUSB0", "/dev/ttyUSB1", "/dev/ttyS0"]
    assert [p.chip for p in PORTS] == ["Arduino Uno R3", "CH340", "CH340", ""]
    assert PORTS[1].brltty
    assert not PORTS[0].brltty


@pytest.mark.parametrize(
    ("identity", "found"),
    [
        (Identity(0x2341, 0x0043, "85", "9-9", "/dev/ttyUSB0"), "/dev/ttyACM0"),  # the path is only a hint
        (Identity(0x1A86, 0x7523, None, "1-1.3"), "/dev/ttyUSB1"),
        (Identity(path="/dev/ttyS0"), "/dev/ttyS0"),
        (Identity(0x1A86, 0x7523, None, "1-1.9"), "port-moved"),
        (Identity(0x1A86, 0x7523), "port-ambiguous"),
        (Identity(0x2341, 0x0043, "86"), "port-absent"),
        (Identity(0x0403, 0x6001), "port-absent"),
        (Identity(path="/dev/ttyS9"), "port-absent"),
    ],
)
def test_a_port_is_known_by_what_stays_the_same(identity, found):
    got = find(identity, PORTS)
    assert (got.path if isinstance(got, Port) else got.code) == found


def test_clones_with_one_serial_number_are_told_apart_by_their_socket():
    twins = [Port(f"/dev/ttyUSB{n}", Identity(0x10C4, 0xEA60, "0001", f"1-{n}")) for n in range(2)]
    assert find(Identity(0x10C4, 0xEA60, "0001", "1-1"), twins) == twins[1]
    assert find(Identity(0x10C4, 0xEA60, "0001"), twins).code == "port-ambiguous"


# -- pairing


DEVICES = (
    Paired(
        "tower", identity=Identity(0x1A86, 0x7523, None, "1-1.2", "/dev/ttyUSB0"), dice=(Die("d1", 6, SIX_COLOURS),)
    ),
    Paired(
        "pad",
        "em4100",
        url="socket://127.0.0.1:5000",
        line=LineSettings(baud=2400, dtr=False, rts=False),
        presence=PresenceRule("once"),
        settle=0.5,
        beats=False,
        device="padA",
    ),
)


@pytest.mark.parametrize("suffix", ["yaml", "json"])
def test_a_pairing_comes_back_as_it_was_saved(tmp_path, suffix):
    path = tmp_path / "deep" / f"devices.{suffix}"
    save_pairing(path, DEVICES)
    assert load_pairing(path) == DEVICES
    if suffix == "json":
        json.loads(path.read_text())


def test_every_fault_of_a_pairing_is_named_with_its_line(tmp_path):
    path = tmp_path / "devices.yaml"
    path.write_text(
        """version: 1
devices:
  - source: tower
    kind: magic
    port: {vid: 1A8, pid: "7523"}
    line: {baud: 1200, speed: 3}
  - kind: plain
    url: loop://
    dice:
      - {id: d1, sides: 6, faces: [RED, BLUE]}
  - source: tower
    settle: long
""",
        encoding="utf-8",
    )
    with pytest.raises(BadFile) as bad:
        load_pairing(path)
    told = {(f.line, f.key) for f in bad.value.faults}
    assert told == {
        (4, "devices.0.kind"),
        (5, "devices.0.port.vid"),
        (5, "devices.0.port"),
        (6, "devices.0.line.speed"),
        (6, "devices.0.line.baud"),
        (7, "devices.1"),
        (10, "devices.1.dice.0"),
        (11, "devices.2"),
        (12, "devices.2.settle"),
        (3, "devices.0"),
    }
    assert f"{path}:4: devices.0.kind: expected one of line, plain, em4100, pn532, text, keys, found 'magic'" in str(
        bad.value
    )
    assert bad.value.faults[0].expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", "a mapping"),
        ("- 1\n", "a mapping"),
        ("version: 2\ndevices: []\n", "version 1"),
        ("devices: [\n", "readable YAML"),
        ("version: 1\nversion: 1\ndevices: []\n", "each key once"),
        ("version: 1\n", "the key devices"),
        ("version: 1\ndevices: {}\n", "a list"),
        ("\x00\x01", "readable YAML"),
        ("[" * 500, "readable YAML"),
    ],
)
def test_a_broken_file_says_what_was_expected(tmp_path, content, expected):
    path = tmp_path / "devices.yaml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadFile, match=re.escape(expected)):
        load_pairing(path)


def test_a_missing_file_is_a_clear_fault(tmp_path):
    with pytest.raises(BadFile, match="expected a readable file"):
        load_pairing(tmp_path / "none.yaml")


def test_addresses():
    assert parse_address("socket://127.0.0.1:5000").kind == "line"
    plain = parse_address("plain+/dev/ttyUSB0@19200", "die", [Die("d1")])
    assert (plain.kind, plain.url, plain.settings.baud, plain.source) == ("plain", "/dev/ttyUSB0", 19200, "die")
    assert parse_address("pn532+COM3").settings == LineSettings(timeout=0.05)
    assert parse_address("loop://").settling == 0
    assert parse_address("/dev/ttyUSB0").settling == 2
    with pytest.raises(ValueError, match="one of the kinds"):
        parse_address("magic+COM3")
    with pytest.raises(ValueError, match="than 1200"):
        parse_address("COM3@1200")
    with pytest.raises(ValueError, match="found nothing"):
        parse_address("")


# -- enrolment


def tag(n: int) -> str:
    return f"{n + 0x000414CD00:010X}"


def test_25_tags_at_one_in_two_seconds_with_no_tap():
    cards = [f"card-{n}" for n in range(25)]
    enrolment = begin(cards)
    for n, card in enumerate(cards):
        assert enrolment.next == card
        enrolment, outcome = enrolment.show(tag(n), 100 + 2.0 * n)
        assert outcome == Given(card, tag(n), 24 - n)
    assert enrolment.next is None
    assert enrolment.enrolled == {tag(n): card for n, card in enumerate(cards)}
    assert enrolment.show(tag(99), 999)[1] == Unfit(Reason("enrol-complete", {"tag": tag(99)}))


def test_a_deck_laid_on_an_em_reader_card_by_card():
    enrolled: dict[str, str] = {}
    pad = decoder_for(parse_address("em4100+loop://", "pad"), readings.Stamp("pad", 1), enrolled)
    enrolment = begin([f"card-{n}" for n in range(25)])
    outcomes = []
    for n in range(25):
        frame = tag(n) + f"{xor8(bytes.fromhex(tag(n))):02X}"
        for step in range(200):  # 10 ms each; the tag lies there for 1.2 s and repeats every 70 ms
            now = n * 2.0 + step / 100
            told = b"\x02" + frame.encode() + b"\x03" if step < 120 and step % 7 == 0 else b""
            for reading in pad.feed(told, now) + pad.tick(now):
                enrolment, outcome = enrolment.take(reading)
                outcomes += [outcome] if outcome else []
                enrolled.update(enrolment.enrolled)
    assert [type(o) for o in outcomes] == [Given] * 25
    assert enrolled[tag(7)] == "card-7"


def test_a_double_and_a_foreign_tag_are_named_and_change_nothing():
    enrolment = begin(["a", "b"], {tag(9): "other/x"})
    enrolment, _ = enrolment.show(tag(0), 1)
    for shown, outcome in ((tag(0), Double("a", tag(0))), (tag(9), Foreign("other/x", tag(9)))):
        same, got = enrolment.show(shown, 5)
        assert got == outcome
        assert same == enrolment
        assert got.reason.facts["card"] in say(got.reason)


def test_two_new_tags_at_once_are_given_to_nobody():
    enrolment, _ = begin(["a", "b"]).show(tag(0), 1.0)
    enrolment, outcome = enrolment.show(tag(1), 1.1)
    assert outcome == Together((tag(0), tag(1)), "a")
    assert enrolment.next == "a"
    assert enrolment.enrolled == {}
    enrolment, outcome = enrolment.show(tag(0), 3.0)
    assert outcome == Given("a", tag(0), 1)


def test_taking_back_skipping_and_going_on_later():
    enrolment, _ = begin(["a", "b", "c"]).show(tag(0), 1)
    assert enrolment.take_back().next == "a"
    assert enrolment.skip().waiting == ("c", "b")
    later = begin(["a", "b", "c"], enrolment.enrolled)
    assert later.next == "b"
    assert begin(["a", "b"], enrolment.enrolled, anew=True).next == "a"
    with pytest.raises(ValueError, match="found twice: a"):
        begin(["a", "a"])


def test_readings_feed_an_enrolment():
    there = {"source": "pad", "generation": 1, "reader": "r0", "family": "em", "tag": tag(0)}
    enrolment, outcome = begin(["a"]).take(UnknownTag(at=1.0, **there))
    assert outcome == Given("a", tag(0), 0)
    assert enrolment.take(TagGone(at=2.0, **there))[1] is None
    assert enrolment.take(TagSeen(at=3.0, card="a", again=True, **there))[1] is None
    assert begin(["a"]).show("0000000000", 1)[1] == Unfit(Reason("tag-zero", {"tag": "0000000000"}))


@pytest.mark.parametrize("suffix", ["yaml", "json"])
def test_tags_that_look_like_numbers_survive_the_file(tmp_path, suffix):
    enrolled = {"0123456789": "a", "0000000017": "b", "12345678E5": "c", "000414CD7E": "d", "0b101011": "e"}
    enrolled = {key.upper(): card for key, card in enrolled.items()}
    path = tmp_path / f"tags.{suffix}"
    save_enrolled(path, enrolled)
    assert load_enrolled(path) == enrolled
    unquoted = tmp_path / "hand.yaml"
    unquoted.write_text("version: 1\ncards: {a: 0123456789, b: 12345678e5}\n", encoding="utf-8")
    assert load_enrolled(unquoted) == {"0123456789": "a", "12345678E5": "b"}


def test_faults_of_an_enrolment_file(tmp_path):
    path = tmp_path / "tags.yaml"
    path.write_text(
        "version: 1\ncards:\n  a: 000414CD7E\n  b: 000414CD7E\n  c: xyz\n  d: 0000000000\n", encoding="utf-8"
    )
    with pytest.raises(BadFile) as bad:
        load_enrolled(path)
    assert [(f.line, f.key, f.expected) for f in bad.value.faults] == [
        (4, "cards.b", "a tag of its own"),
        (5, "cards.c", "a tag id of 4 to 12 bytes in hex, not all zeros"),
        (6, "cards.d", "a tag id of 4 to 12 bytes in hex, not all zeros"),
    ]
    assert str(bad.value.faults[0]) == f"{path}:4: cards.b: expected a tag of its own, found the tag of a"
    with pytest.raises(ValueError, match="one tag for each card"):
        save_enrolled(path, {tag(1): "a", tag(2): "a"})


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "tags.yaml"
    save_enrolled(path, {tag(1): "a"})
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        save_enrolled(path, {tag(2): "a"})
    assert load_enrolled(path) == {tag(1): "a"}
    assert [p.name for p in tmp_path.iterdir()] == ["tags.yaml"]


# -- sentences


def used_codes() -> set[str]:
    found = set()
    for path in HERE.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'Reason\(\s*"([a-z-]+)"', text))
        found |= set(re.findall(r'_rejected\(at, "([a-z-]+)"', text))
        found |= set(re.findall(r'^    code = "([a-z-]+)"', text, re.MULTILINE))
    return found | {"silent", "never-spoke"}


def test_every_code_has_a_sentence_in_both_languages_and_no_sentence_is_idle():
    assert used_codes() == set(reasons.ENGLISH)
    assert set(reasons.GERMAN) == set(reasons.ENGLISH)


@pytest.mark.parametrize("code", reasons.ENGLISH)
def test_both_languages_use_the_same_facts(code):
    english, german = ({n for _, n, _, _ in Formatter().parse(t[code]) if n} for t in (reasons.ENGLISH, reasons.GERMAN))
    assert english == german


def test_a_sentence_is_filled_from_its_facts():
    reason = Reason("die-value-impossible", {"die": "d1", "value": "7", "sides": 6})
    assert say(reason) == "d1 says 7, but it has 6 sides."
    assert say(reason, "de") == "d1 sagt 7, hat aber 6 Seiten."
    assert say(Reason("die-value-impossible")) == "? says ?, but it has ? sides."
    assert say(Reason("brand-new", {"a": 1})) == "brand-new (a=1)"


def test_a_refused_port_names_the_command():
    assert "sudo usermod -a -G dialout $USER" in say(links.PermissionRefused("/dev/ttyUSB0").reason)


# -- the terminal


STAMP = {"source": "tower", "generation": 1, "at": 12.5}
THREE = {**STAMP, "die": "d1", "state": DieState.OK, "sides": 6, "value": 3, "roll": 2}


def test_port_lines():
    assert monitor.port_lines(PORTS, DEVICES) == [
        "/dev/ttyACM0  2341:0043 no. 85  Arduino Uno R3",
        "/dev/ttyUSB0  1A86:7523 at 1-1.2  CH340  = tower",
        "/dev/ttyUSB1  1A86:7523 at 1-1.3  CH340",
        "/dev/ttyS0    ttyS0",
    ]
    json.dumps(monitor.port_rows(PORTS, DEVICES))
    assert monitor.port_lines([]) == []


@pytest.mark.parametrize(
    ("reading", "text"),
    [
        (
            DieRolled(**STAMP, die="d1", state=DieState.OK, sides=6, value=3, face="RED", roll=2),
            "die d1: RED (3) of 6, roll 2",
        ),
        (DieRolled(**STAMP, die="d1", state=DieState.OK, sides=6, value=3, face="3", roll=2), "die d1: 3 of 6, roll 2"),
        (DieRolled(**STAMP, die="d1", state=DieState.COCKED, sides=6), "die d1: COCKED"),
        (
            TagSeen(**STAMP, reader="r0", family="em", tag="000414CD7E", card="king", again=True),
            "tag 000414CD7E (no. 0068472190) on r0: king (again)",
        ),
        (UnknownTag(**STAMP, reader="r0", family="mf", tag="DEADBEEF"), "tag DEADBEEF on r0: not enrolled"),
        (TagGone(**STAMP, reader="r0", family="mf", tag="DEADBEEF"), "tag DEADBEEF gone from r0: not enrolled"),
        (
            Hello(**STAMP, device="a", firmware="1", caps=("die",), restart=True),
            "hello a 1 (die), started anew",
        ),
        (Heartbeat(**STAMP, uptime=60.123), "heartbeat, up 60.1 s"),
        (Gap(**STAMP, missing=3), "3 missing"),
        (Noise(**STAMP, count=7, why="text", sample=b"ab\xff"), "noise (text), 7 bytes: ab\\xff"),
        (Rejected(**STAMP, reason=Reason("tag-zero")), "rejected: A tag of zeros was read; that is noise."),
        (
            Status(**STAMP, state=State.STALE, lamp=Lamp.STALE, reason=Reason("write-stalled", {"address": "COM3"})),
            "[stale] stale: COM3 takes no bytes; the device may be frozen.",
        ),
    ],
)
def test_reading_lines(reading, text):
    assert monitor.reading_line(reading, since=10.0) == f"   2.500  tower  {text}"
    row = json.loads(json.dumps(monitor.reading_row(reading)))
    assert row["reading"] == type(reading).__name__
    assert row["source"] == "tower"


# -- the package


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize("path", sorted(HERE.glob("*.py")), ids=lambda p: p.name)
def test_a_module_imports_what_it_may_and_stays_short(path):
    used = imports(path)
    assert not used & {"companion", "vision", "kivy", "cv2", "numpy"}
    assert "serial" not in used or path.name == "links.py"
    assert not used & {"threading", "time", "queue"} or path.name in ("reader.py", "attach.py", "listening.py")
    assert len(path.read_text(encoding="utf-8").splitlines()) < 400
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_the_kinds_are_those_of_the_document():
    assert set(pairing.KINDS) == {"line", "plain", "em4100", "pn532", "text", "keys"}
