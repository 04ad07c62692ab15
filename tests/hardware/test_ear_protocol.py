"""The document and the Arduino sketch say and do what the host expects."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from ear_bench import ID20, RDM, STAMP

from hardware import bg
from hardware.attach import decoder_for
from hardware.bg import BgFrame, BgFramer, encode
from hardware.dice import SIX_COLOURS, Die
from hardware.lines import Junk, crc16, xor8
from hardware.pairing import KINDS, Paired, parse_address
from hardware.presence import PresenceRule
from hardware.reader import Pace
from hardware.readings import Rejected

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "docs" / "line-protocol.md").read_text(encoding="utf-8")
SKETCH = (ROOT / "hardware" / "firmware" / "table_ear" / "table_ear.ino").read_text(encoding="utf-8")

EXAMPLES = re.findall(r"\$(BG[^*$`\s]*)\*([0-9A-F]{4}|[0-9A-F]{2})\b", DOC)
JSON_EXAMPLES = re.findall(r'^ {4}(\{"t".*\})$', DOC, re.MULTILINE)


# -- the document


def test_there_are_examples():
    assert len(EXAMPLES) >= 12
    assert {body.split(",")[0] for body, _ in EXAMPLES} == {*bg.FIELDS, bg.ACK, bg.LED}
    assert len(JSON_EXAMPLES) == 4


@pytest.mark.parametrize(("body", "check"), EXAMPLES)
def test_each_example_bears_the_right_check(body, check):
    data = body.encode("ascii")
    assert check == (f"{xor8(data):02X}" if len(check) == 2 else f"{crc16(data):04X}")
    name, *fields = body.split(",")
    assert encode(name, *fields, crc=len(check) == 4).decode() == f"${body}*{check}\r\n"


@pytest.mark.parametrize(("body", "check"), [e for e in EXAMPLES if e[0].split(",")[0] in bg.FIELDS])
def test_each_example_of_a_device_is_understood(body, check):
    line = decoder_for(Paired("ear", dice=(Die("d1", 6, SIX_COLOURS),)), STAMP, {"000414CD7E": "king"})
    found = line.feed(f"${body}*{check}\r\n".encode(), 1.0)
    assert found
    assert not any(isinstance(r, Rejected) for r in found)


def test_the_json_examples_say_the_same():
    found = BgFramer().feed("\n".join([*JSON_EXAMPLES, ""]).encode(), 0.0)
    assert found == [
        BgFrame("BGHEL", "1", 0, ("towerA", "1.0", "tag+die"), "json"),
        BgFrame("BGTAG", "1", 12, ("r0", "IN", "em", "000414CD7E"), "json"),
        BgFrame("BGDIE", "1", 13, ("d1", "OK", "6", "4", "221"), "json"),
        BgFrame("BGHB", "1", 14, ("60123",), "json"),
    ]


def test_the_documents_numbers_are_the_programs():
    pace = Pace()
    assert f"every {bg.HEARTBEAT_S:g} s" in DOC
    assert f"at most {bg.MAX_LINE} bytes" in DOC.lower()
    words = " ".join(DOC.split())
    assert f"After {pace.ask_after:g} s without a good message" in words
    assert (
        f"after {pace.stale_after:g} s the lamp says stale, after {pace.reopen_after:g} s the line is closed" in words
    )
    assert f"had {pace.settle:g} s to boot" in words
    for kind, usual in KINDS.items():
        assert re.search(rf"^\| `{kind}` .*\| {usual.baud} \|$", DOC, re.MULTILINE), kind


@pytest.mark.parametrize("address", re.findall(r"`((?:em4100|plain|text)\+\S+)`", DOC))
def test_the_documents_addresses_are_read(address):
    assert parse_address(address).kind == address.split("+")[0]


# -- the sketch


def constant(name: str) -> str:
    found = re.search(rf"^#define {name}\s+(\S+)", SKETCH, re.MULTILINE)
    assert found, name
    return found[1]


def test_the_sketchs_constants_are_the_protocols():
    assert int(constant("PROTO")) == bg.PROTO
    assert int(constant("BAUD")) == bg.BAUD
    assert int(constant("HEARTBEAT_MS")) == bg.HEARTBEAT_S * 1000
    assert int(constant("MAX_LINE")) == bg.MAX_LINE
    assert int(constant("RDM_CONFIRM_MS")) == PresenceRule().window * 1000
    assert int(constant("RDM_GONE_MS")) == PresenceRule().gone_after * 1000
    assert int(constant("MFRC_MISSES")) == KINDS["pn532"].presence.misses
    assert set(re.findall(r'beginMessage\("(\w+)"\)', SKETCH)) == set(bg.FIELDS)
    assert "0xFFFF" in SKETCH
    assert "0x1021" in SKETCH


RDM_ONLY = ("WITH_BUTTONS", "WITH_RDM6300")


@pytest.fixture(scope="module")
def sketch(tmp_path_factory):
    """Build the sketch for this computer; returns a function that runs it by a script and gives what it sent."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        pytest.skip("no C++ compiler here")
    folder = tmp_path_factory.mktemp("sketch")
    fakes = Path(__file__).with_name("arduino")
    built: dict[tuple[str, ...], Path] = {}

    def run(script: str, *options: str) -> bytes:
        options = options or RDM_ONLY
        if options not in built:
            text = re.sub(r"^(?:// )?(#define WITH_\w+)", r"// \1", SKETCH, flags=re.MULTILINE)
            for option in options:
                text = text.replace(f"// #define {option}", f"#define {option}")
            source = folder / f"sketch{len(built)}.cpp"
            source.write_text('#include "Arduino.h"\n' + text, encoding="utf-8")
            program = source.with_suffix("")
            flags = ["-std=gnu++11", "-O0", "-Wall", "-Wextra", "-Werror", f"-I{fakes}"]
            subprocess.run([compiler, *flags, "-o", program, source, fakes / "run.cpp"], check=True)
            built[options] = program
        return subprocess.run([built[options]], input=script.encode(), capture_output=True, check=True).stdout

    return run


def messages(data: bytes) -> list[BgFrame]:
    found = BgFramer().feed(data, 0.0)
    assert not any(isinstance(f, Junk) for f in found)
    return found


def test_the_sketch_names_itself_and_beats(sketch):
    told = messages(sketch("t 6500\n"))
    assert told[0] == BgFrame("BGHEL", "1", 0, ("tower", "1.0", "tag+die"), "xor")
    assert [(m.name, m.seq, m.fields) for m in told[1:]] == [
        ("BGHB", 1, ("2000",)),
        ("BGHB", 2, ("4000",)),
        ("BGHB", 3, ("6000",)),
    ]


def test_pressing_the_same_button_twice_is_two_rolls(sketch):
    told = messages(sketch("b 3\nb 3\nb 6\n"))
    assert [m.fields for m in told[1:]] == [
        ("d1", "OK", "6", "3", "1"),
        ("d1", "OK", "6", "3", "2"),
        ("d1", "OK", "6", "6", "3"),
    ]


def test_the_sketch_believes_a_tag_read_twice(sketch):
    once = f"r {RDM.hex()}\nt 400\n"
    assert [m.name for m in messages(sketch(once))] == ["BGHEL"]
    zeros = f"r 02{b'0' * 12!s}03\n".replace("b'", "").replace("'", "")
    damaged = RDM.replace(b"A3", b"A4").hex()
    told = messages(sketch(f"{zeros}r {damaged}\nr {RDM.hex()}\nt 65\nr {RDM.hex()}\nt 200\nr {RDM.hex()}\nt 400\n"))
    assert [m.fields for m in told[1:]] == [("r0", "IN", "em", "000414CD7E"), ("r0", "OUT", "em", "000414CD7E")]
    other = messages(sketch(f"r {ID20.hex()}\nt 65\nr {ID20.hex()}\n"))
    assert other[-1].fields == ("r0", "IN", "em", "0500207B32")


def test_asked_the_sketch_tells_what_lies_there_and_ends_with_a_beat(sketch):
    told = messages(sketch(f"r {RDM.hex()}\nt 65\nr {RDM.hex()}\nh 3f\n"))
    assert [(m.name, m.seq) for m in told] == [("BGHEL", 0), ("BGTAG", 1), ("BGHEL", 2), ("BGTAG", 3), ("BGHB", 4)]


def test_the_sketch_obeys_a_checked_light_only(sketch):
    right = encode("BGLED", 1, "r0", "OFF").hex()
    wrong = encode("BGLED", 1, "r0", "OFF").replace(b"*", b"0*").hex()
    assert b"pin 0" in sketch(f"h 24{right}\np 13\n")
    assert b"pin 1" in sketch(f"h {wrong}\np 13\n")
    assert b"pin 1" in sketch("h 24" + "41" * 190 + "\np 13\n")


def test_the_sketch_with_crc(sketch):
    told = messages(sketch("t 2100\nb 1\n", "WITH_BUTTONS", "WITH_CRC16"))
    assert {m.check for m in told} == {"crc"}
    assert told[0].fields[-1] == "die"


def test_the_sketch_with_an_mfrc522(sketch):
    told = messages(
        sketch("m 04A3129F112233\nt 500\nm -\nt 150\nm 04A3129F112233\nt 200\nm -\nt 500\n", "WITH_MFRC522")
    )
    assert [m.fields for m in told] == [
        ("tower", "1.0", "tag"),
        ("r0", "IN", "mf", "04A3129F112233"),
        ("r0", "OUT", "mf", "04A3129F112233"),
    ]


def test_the_host_takes_all_that_the_sketch_says(sketch):
    script = f"b 1\nr {RDM.hex()}\nt 65\nr {RDM.hex()}\nt 2000\nh 3f\nb 4\nt 4000\n"
    line = decoder_for(Paired("ear", dice=(Die("d1", 6, SIX_COLOURS),)), STAMP, {"000414CD7E": "king"})
    found = [type(r).__name__ for r in line.feed(sketch(script), 1.0)]
    assert found == [
        "Hello",
        "DieRolled",
        "TagSeen",
        "TagGone",
        "Heartbeat",
        "Hello",
        "Heartbeat",
        "DieRolled",
        *["Heartbeat"] * 2,
    ]
