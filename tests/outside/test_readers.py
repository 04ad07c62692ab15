"""Dice and readers that people own, over pseudo terminals and fakes: heard, or said within five seconds."""

from __future__ import annotations

import json
import os
import queue
import struct
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner

from companion.cli import main
from companion.table.ears import Ears
from companion.table.messages import CardShown, DeviceChanged, StrangeTag
from hardware import keys
from hardware.attach import decoder_for, link_for
from hardware.links import BadAddress, LineSettings, NoSuchPort, NotASerialLine
from hardware.listening import SPEEDS, listen
from hardware.pairing import load_pairing, parse_address, save_pairing
from hardware.ports import FoundPort, list_ports
from hardware.reader import Pace, Reader
from hardware.readings import Lamp, Rejected, State, Status, TagGone, TagSeen, UnknownTag
from tests.hardware.fakelink import FakeLink
from tests.outside.readers import FRAME, TAG, decoder, kinds, play

posix = pytest.mark.skipif(os.name != "posix", reason="pseudo terminals")


# ---------------------------------------------------------------- how readers send
def test_a_reader_that_sends_once_a_visit_is_heard() -> None:
    known = play(decoder("em4100+/dev/x"), [(1.0, FRAME), (3.0, FRAME), (8.0, FRAME)])
    assert kinds(known, TagSeen) == ["TagSeen"] * 3
    strange = play(decoder("em4100+/dev/x", {}), [(1.0, FRAME), (3.0, FRAME), (5.0, FRAME)])
    assert kinds(strange) == ["Rejected", "UnknownTag", "UnknownTag"]  # asked to hold it once more, then known
    assert [r.reason.code for _, r in strange if isinstance(r, Rejected)] == ["tag-once"]


@pytest.mark.parametrize("period", [0.065, 0.1, 0.25, 0.5, 1.0])
def test_a_reader_that_repeats_gives_one_visit_and_one_leaving(period: float) -> None:
    sends = [(1.0 + period * n, FRAME) for n in range(int(4 / period))]
    found = play(decoder("em4100+/dev/x"), sends)
    assert kinds(found) == ["TagSeen", "TagGone"]
    strange = play(decoder("em4100+/dev/x", {}), sends)
    assert kinds(strange, UnknownTag, TagGone)[0] == "UnknownTag"
    assert kinds(strange, UnknownTag) == ["UnknownTag"]


def test_a_reader_that_sends_in_bursts_gives_one_visit() -> None:
    sends = [(1.0 + burst + 0.03 * n, FRAME) for burst in (0.0, 1.0, 2.0, 3.0) for n in range(3)]
    found = kinds(play(decoder("em4100+/dev/x"), sends), TagSeen)
    assert len(found) <= 3  # until it is known that this reader sends so; a card shown again enters nothing again
    more = [(1.0 + burst + 0.03 * n, FRAME) for burst in range(20) for n in range(3)]
    assert len(kinds(play(decoder("em4100+/dev/x"), more), TagSeen)) <= 3


def test_a_ghost_of_nobody_never_counts() -> None:
    ghosts = [(1.0 + n, _em(f"AB0000{n:04X}")) for n in range(20)]
    assert set(kinds(play(decoder("em4100+/dev/x", {}), ghosts))) == {"Rejected"}
    assert "TagSeen" not in kinds(play(decoder("em4100+/dev/x"), ghosts))


def _em(tag: str) -> bytes:
    check = 0
    for byte in bytes.fromhex(tag):
        check ^= byte
    return f"\x02{tag}{check:02X}\r\n\x03".encode()


def test_presence_may_be_told_in_the_address() -> None:
    found = play(decoder("em4100+/dev/x?presence=once", {}), [(1.0, FRAME), (5.0, FRAME)])
    assert kinds(found) == ["UnknownTag", "UnknownTag"]


# ---------------------------------------------------------------- readers that type
@pytest.mark.skipif(not os.path.exists("/dev/input") and os.name != "posix", reason="event devices are Linux's")
def test_key_events_become_what_was_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fifo = tmp_path / "event"
    os.mkfifo(fifo)
    keeper = os.open(fifo, os.O_RDWR)
    monkeypatch.setattr(keys.KeyLink, "_take", lambda self: None)
    link = keys.KeyLink(str(fifo))
    link.open()
    raw = b""
    for code in (11, 2, 30, 6, 51, 79, 15, 28):  # the keys' own codes, so that no keyboard layout changes them
        events = ((4, 4, 9), (1, code, 1), (1, code, 0))
        raw += b"".join(struct.pack("llHHi", 1, 2, kind, c, v) for kind, c, v in events)
    got = b""
    for i in range(0, len(raw), 37):  # events may come in halves
        os.write(keeper, raw[i : i + 37])
        got += link.read_available()
    assert got == b"01A5,1\n\n"
    link.close()
    os.close(keeper)
    monkeypatch.undo()
    with pytest.raises(NotASerialLine):
        keys.KeyLink(str(tmp_path / "event")).open() if os.name != "posix" else keys.KeyLink(os.devnull).open()
    with pytest.raises(NoSuchPort):
        keys.KeyLink(str(tmp_path / "none")).open()


# ---------------------------------------------------------------- addresses
def test_what_stays_the_same_of_an_adapter_is_found_wherever_it_is_plugged_in() -> None:
    ports = list_ports(lambda: [FoundPort("/dev/ttyUSB3", 0x1A86, 0x7523, None, "1-1.2", ""),
                                FoundPort("/dev/ttyUSB4", 0x1A86, 0x7523, None, "1-1.3", ""),
                                FoundPort("/dev/ttyACM0", 0x2341, 0x0043, "85", "1-2", "")])  # fmt: skip
    made: list[Any] = []
    for port in ports:
        paired = parse_address(f"em4100+{port.identity.address()}@2400?settle=1.5&dtr=off&rts=off&presence=once")
        link_for(paired, lambda: ports, lambda path, line, _name: made.append((path, line)))  # type: ignore
        assert (paired.settling, paired.rule.mode, made[-1][0]) == (1.5, "once", port.path)
        assert (made[-1][1].baud, made[-1][1].dtr, made[-1][1].rts) == (2400, False, False)
    with pytest.raises(NoSuchPort):
        link_for(parse_address("line+usb:10C4:EA60"), lambda: ports)


def test_a_device_of_a_pairing_file_is_an_address_too(tmp_path: Path) -> None:
    file = tmp_path / "pairing.yaml"
    pad = evolve(parse_address("em4100+/dev/ttyUSB0?presence=once", "pad"), settle=4.0)
    save_pairing(file, [pad, parse_address("plain+/dev/ttyUSB1", "die")])
    assert parse_address(f"{file}#pad") == pad
    assert load_pairing(file)[0] == pad
    for text in (str(file), f"{file}#none", str(tmp_path / "no.yaml")):
        with pytest.raises(ValueError, match=r"expected"):
            parse_address(text)


@pytest.mark.parametrize("text", ["em4100+/dev/x?presence=maybe", "line+/dev/x?colour=red", "em4100+/dev/x?settle=soon",
                                  "line+usb:12", "line+usb:ZZZZ:0001", "magic+/dev/x", "line+/dev/x?dtr=perhaps"])
def test_an_option_that_is_none_is_a_sentence_everywhere(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        parse_address(text)
    for words in (["devices", "--monitor", text], ["enrol", "brian_boru", "--tags", text, "--seconds", "1"]):
        told = CliRunner().invoke(main, words)
        assert told.exit_code == 1
        assert "expected" in told.output
        assert isinstance(told.exception, SystemExit)


@pytest.mark.parametrize("scheme", ["spy", "alt", "hwgrep", "file", "http"])
def test_addresses_that_would_do_something_else_are_refused(scheme: str, tmp_path: Path) -> None:
    link = link_for(parse_address(f"line+{scheme}:///dev/null"))
    with pytest.raises(BadAddress):
        link.open()
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- noise, speed
class Bench:
    """A reader stepped by a clock of our own, over a line that we fill."""

    def __init__(self, address: str) -> None:
        self.now, self.link = 0.0, FakeLink()
        self.out: queue.Queue[Any] = queue.Queue()
        paired = parse_address(address, "die")
        self.reader = Reader(
            "die", lambda: self.link, lambda stamp: decoder_for(paired, stamp, {TAG: "king"}), self.out,
            pace=evolve(Pace(), settle=paired.settling), clock=lambda: self.now,
        )  # fmt: skip

    def run(self, seconds: float, every: float = 0.0, data: bytes = b"") -> Status:
        until, sent = self.now + seconds, self.now
        while self.now < until:
            if data and self.now >= sent:
                self.link.push(data)
                sent = self.now + every
            self.reader.step()
            self.now += 0.05
        return self.reader.status


@pytest.mark.parametrize("address", ["plain+/dev/x", "text+/dev/x", "em4100+/dev/x", "line+/dev/x"])
@pytest.mark.parametrize(
    "noise", [b"\x80\xff\x98\x00\xe6", bytes(range(128, 192)), b"\x00\x78\xf8\x80"], ids=["a", "b", "c"]
)
def test_noise_without_a_good_line_is_said_within_five_seconds(address: str, noise: bytes) -> None:
    bench = Bench(address)
    status = bench.run(parse_address(address).settling + 5.0, 0.5, noise)
    assert status.lamp is Lamp.STALE
    assert status.reason.code in ("noise", "never-spoke")


def test_one_moment_of_noise_and_a_boot_log_leave_the_lamp_alone() -> None:
    bench = Bench("em4100+/dev/x")
    assert bench.run(1.0, 5.0, b"\xff\x00\xfe").state is State.LIVE
    assert bench.run(6.0).state is State.LIVE
    bench = Bench("text+/dev/x")
    assert bench.run(8.0, 0.4, b"Approximate your card to the reader...\r\n").state is State.LIVE


def test_a_good_line_makes_the_lamp_right_again() -> None:
    bench = Bench("em4100+/dev/x")
    assert bench.run(4.0, 0.5, b"\xfe\x80\x00").state is State.STALE
    assert bench.run(0.3, 9.0, FRAME).state is State.LIVE
    assert bench.run(9.0).state is State.LIVE


@pytest.mark.parametrize("baud", [9600, 2400, 115200, 57600])
@pytest.mark.parametrize(
    ("data", "kind"), [(FRAME, "em4100"), (b"Card UID: A5 27 9F 2A\r\n", "text"), (b"$BGHB,1,14,60123*21\r\n", "line"),
                       (b"4\r\n", "plain")],
)  # fmt: skip
def test_a_speed_is_found_by_listening(baud: int, data: bytes, kind: str) -> None:
    now = [0.0]

    def make(_: str, line: LineSettings) -> Any:
        link = FakeLink()
        link.push(*([data if line.baud == baud else b"\xff\x80\xc6\x00"] * 3))
        return link

    def clock() -> float:
        now[0] += 0.1
        return now[0]

    heard = list(listen("/dev/x", 1.0, make, clock))
    assert (heard[-1].baud, heard[-1].kind) == (baud, kind)
    assert parse_address(heard[-1].address("/dev/x")).settings.baud == baud
    assert len(heard) == SPEEDS.index(baud) + 1


# ---------------------------------------------------------------- over a pseudo terminal
class Terminal:
    """A device at the end of a pseudo terminal that sends what it is told to, again and again."""

    def __init__(self, data: bytes, every: float) -> None:
        import tty

        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        self._slave, self._stop = slave, threading.Event()
        self._thread = threading.Thread(target=self._send, args=(data, every), daemon=True)
        self._thread.start()

    def _send(self, data: bytes, every: float) -> None:
        while not self._stop.wait(every):
            os.write(self.master, data)

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        os.close(self.master)
        os.close(self._slave)


@posix
def test_monitor_and_enrol_say_that_a_tag_was_read_once_and_take_it_the_second_time(tmp_path: Path) -> None:
    device = Terminal(FRAME, 0.9)
    try:
        told = CliRunner().invoke(main, ["devices", "--monitor", f"em4100+{device.path}", "--seconds", "3"])
        assert "Hold it to the reader once more" in told.output
        assert f"tag {TAG}" in told.output
        words = ["enrol", "brian_boru", "--tags", f"em4100+{device.path}", "--file", str(tmp_path / "t.yaml")]
        told = CliRunner().invoke(main, [*words, "--seconds", "3"])
        assert "Hold it to the reader once more" in told.output
        assert "has its tag" in told.output
    finally:
        device.close()


def test_enrol_says_what_watch_says_of_a_port_that_is_not_there(tmp_path: Path) -> None:
    words = ["enrol", "brian_boru", "--tags", "em4100+/dev/ttyUSB77", "--file", str(tmp_path / "t.yaml")]
    told = CliRunner().invoke(main, [*words, "--seconds", "1"])
    assert "/dev/ttyUSB77 is not plugged in." in told.output


@posix
def test_ears_tell_the_table_of_a_reader_that_sends_once() -> None:
    device = Terminal(FRAME, 0.9)
    ears = Ears({})
    try:
        ears.listen(f"em4100+{device.path}", (), "cards")
        seen: list[Any] = []
        until = time.monotonic() + 10
        while time.monotonic() < until and not any(isinstance(m, StrangeTag) for m in seen):
            seen.append(ears.messages.get(timeout=10))
        assert any(isinstance(m, DeviceChanged) and m.device.code == "tag-once" for m in seen)
        ears.close()
        ears = Ears({TAG: "brian_boru:action_1"})
        ears.listen(f"em4100+{device.path}", (), "cards")
        while time.monotonic() < until and not any(isinstance(m, CardShown) for m in seen):
            seen.append(ears.messages.get(timeout=10))
        assert isinstance(seen[-1], CardShown)
    finally:
        ears.close()
        device.close()


@posix
def test_a_device_is_found_by_listening_from_the_command_line() -> None:
    device = Terminal(b"Card UID: A5 27 9F 2A\r\n", 0.2)
    try:
        told = CliRunner().invoke(main, ["devices", "--find", device.path, "--seconds", "1.5"])
        assert told.output.strip() == f"This device is text+{device.path}."
        asked = CliRunner().invoke(main, ["devices", "--find", device.path, "--seconds", "1.5", "--json"])
        assert json.loads(asked.output)["address"] == f"text+{device.path}"
    finally:
        device.close()
