"""Real lines without hardware: loop://, socket:// and pseudo terminals that are unplugged, plugged in and frozen."""

from __future__ import annotations

import contextlib
import os
import queue
import time

import pytest
from ear_bench import HEL, PN_UID4, RDM, Chip, Collector, PtyDevice, Server, in_thread
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.attach import reader_for
from hardware.bg import encode
from hardware.em4100 import EmFramer
from hardware.lines import Junk
from hardware.links import (
    BadAddress,
    HostUnreachable,
    LineSettings,
    LinkClosed,
    LinkLost,
    NoSuchPort,
    NotASerialLine,
    OpenFault,
    PermissionRefused,
    PortBusy,
    SerialLink,
    _open_fault,
    system_ports,
)
from hardware.pairing import Paired, parse_address
from hardware.reader import Pace
from hardware.readings import DieRolled, Gap, Heartbeat, Hello, State, Status, TagGone, TagSeen

FAST = Pace(settle=0.3, answer=0.5, ask_after=0.4, ask_every=0.3, stale_after=0.8, reopen_after=20, backoff=(0.1, 0.2))

pty_only = pytest.mark.skipif(os.name != "posix", reason="pseudo terminals are a POSIX thing")


@pytest.fixture
def server():
    device = Server()
    yield device
    device.close()


@pytest.fixture
def board(tmp_path):
    device = PtyDevice(tmp_path / "ttyBOARD")
    device.plug()
    yield device
    device.unplug()


@pytest.fixture
def listening():
    """Start readers that are stopped afterwards."""
    started = []

    def listen(paired: Paired, cards=None, pace: Pace = FAST):
        collector = Collector()
        reader = reader_for(paired, collector.queue, cards or {}, pace=pace)
        reader.start()
        started.append(reader)
        return reader, collector

    yield listen
    stopped = [reader.stop() for reader in started]
    assert all(stopped)


# -- the link itself


def read_all(link: SerialLink, into: bytearray | None = None) -> None:
    end = time.monotonic() + 2
    while time.monotonic() < end:
        piece = link.read_available(4096)
        if into is not None:
            into += piece


def test_loop_gives_back_what_was_written():
    link = SerialLink("loop://", LineSettings(timeout=0.05))
    link.open()
    link.write(HEL + RDM)
    got = b""
    while piece := link.read_available(16):
        assert len(piece) <= 16
        got += piece
    assert got == HEL + RDM
    link.close()
    link.close()
    with pytest.raises(LinkClosed):
        link.read_available()
    with pytest.raises(LinkClosed):
        link.write(b"?")


@given(data=st.binary(max_size=120))
@settings(max_examples=15, deadline=None)
def test_a_loop_carries_every_byte(data):
    link = SerialLink("loop://", LineSettings(timeout=0.01))
    link.open()
    link.write(data)
    got = link.read_available(4096)
    while piece := link.read_available(4096) if len(got) < len(data) else b"":
        got += piece
    link.close()
    assert got == data
    assert [f for f in EmFramer().feed(got + b"\n" + RDM, 0.0) if not isinstance(f, Junk)][-1].tag == "000414CD7E"


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("/dev/no-such-port", NoSuchPort),
        ("nonsense://x", BadAddress),
        ("socket://nowhere", BadAddress),
        ("/tmp", OpenFault),
        ("/dev/null", NotASerialLine),
    ],
)
def test_what_cannot_be_opened_says_why(address, fault):
    with pytest.raises(fault) as caught:
        SerialLink(address).open()
    assert caught.value.reason.facts["address"] == address
    assert caught.value.reason.code == caught.value.code or fault is OpenFault


def test_a_host_where_nobody_listens():
    spare = Server()
    spare.close()
    with pytest.raises(HostUnreachable):
        SerialLink(spare.url).open()


def test_refusals_are_told_apart(monkeypatch):
    denied = _open_fault("/dev/ttyUSB0", PermissionError(13, "Permission denied"))
    assert isinstance(denied, PermissionRefused)
    assert "dialout" in str(denied.reason.facts["command"])
    assert isinstance(_open_fault("/dev/ttyUSB0", OSError(16, "Device or resource busy")), PortBusy)
    monkeypatch.setattr(os, "name", "nt")
    windows = OSError("could not open port 'COM3': PermissionError(13, 'Access is denied.', None, 5)")
    assert isinstance(_open_fault("COM3", windows), PortBusy)
    missing = OSError("could not open port 'COM3': FileNotFoundError(2, 'The system cannot find ...', None, 2)")
    assert isinstance(_open_fault("COM3", missing), NoSuchPort)


def test_no_line_is_opened_at_1200():
    with pytest.raises(ValueError, match="boot loader"):
        LineSettings(baud=1200)


def test_the_port_list_survives_hot_plugging(monkeypatch):
    def torn():
        raise TypeError("expected str, got None")

    monkeypatch.setattr("serial.tools.list_ports.comports", torn)
    assert system_ports() == ()


@pty_only
def test_the_second_program_is_refused(board):
    first, second = SerialLink(str(board.path)), SerialLink(str(board.path))
    first.open()
    with pytest.raises(PortBusy):
        second.open()
    first.close()
    second.open()
    second.close()


@pty_only
def test_every_call_on_an_unplugged_line_is_one_kind_of_fault(board):
    link = SerialLink(str(board.path), LineSettings(timeout=0.05))
    link.open()
    board.unplug()
    with pytest.raises(LinkLost):
        read_all(link)
    with pytest.raises(LinkLost):
        link.write(b"?")
    link.close()


def test_what_came_before_the_end_still_counts(server):
    link = SerialLink(server.url, LineSettings(timeout=0.2))
    link.open()
    server.accept()
    server.send(HEL)
    server.hang_up()
    got = bytearray()
    with pytest.raises(LinkLost):
        read_all(link, got)
    assert got == HEL
    link.close()


# -- readers on sockets


def test_a_socket_device_is_asked_answers_and_is_found_again(server, listening):
    reader, heard = listening(parse_address(server.url, "tower"))
    server.accept()
    assert server.receive() == b"?"
    server.send(HEL)
    heard.until(lambda r: isinstance(r, Hello) and r.device == "towerA")
    heard.until_state(State.LIVE)
    server.hang_up()
    heard.until_state(State.LOST)
    server.accept()
    server.send(HEL)
    assert heard.until_state(State.LIVE).generation == 2
    assert reader.status.state is State.LIVE


def test_what_a_server_sends_on_connecting_is_not_lost(listening):
    for _ in range(3):
        server = Server()

        def serve(server=server):
            server.accept()
            server.send(b"4\n")

        in_thread(serve)
        reader, heard = listening(parse_address("plain+" + server.url, "die"))
        heard.until(lambda r: isinstance(r, DieRolled) and r.value == 4)
        reader.stop()
        server.close()


def test_an_absent_host_becomes_live_when_it_starts(listening):
    spare = Server()
    port = spare.port
    spare.close()
    _, heard = listening(parse_address(f"socket://127.0.0.1:{port}", "tower"))
    heard.until_state(State.LOST)
    late = Server(port)
    late.accept()
    late.send(HEL)
    heard.until_state(State.LIVE)
    late.close()


def test_200_rolls_arrive_in_order(server, listening):
    rolls = b"".join(encode("BGDIE", 1, (n + 1) % 256, "d1", "OK", 6, n % 6 + 1, n) for n in range(200))
    _, heard = listening(parse_address(server.url, "tower"))
    server.accept()
    server.send(HEL + rolls)
    heard.until(lambda r: isinstance(r, DieRolled) and r.roll == 199)
    got = [r for r in heard.all if isinstance(r, DieRolled)]
    assert [r.value for r in got] == [n % 6 + 1 for n in range(200)]
    assert not any(isinstance(r, Gap) for r in heard.all)


def test_an_em_reader_over_a_socket(server, listening):
    _, heard = listening(parse_address("em4100+" + server.url, "pad"), {"000414CD7E": "king"})
    server.accept()
    for _ in range(3):
        server.send(RDM)
        time.sleep(0.03)
    assert heard.until(lambda r: isinstance(r, TagSeen)).card == "king"
    heard.until(lambda r: isinstance(r, TagGone))


def test_a_pn532_over_a_socket(server, listening):
    _, heard = listening(parse_address("pn532+" + server.url, "pad"), {"DEADBEEF": "queen"})
    server.accept()
    chip = Chip(*[PN_UID4] * 4)

    def serve():
        with contextlib.suppress(OSError):
            while data := server.receive():
                server.send(chip.answer(data))

    in_thread(serve)
    heard.until_state(State.LIVE)
    heard.until(lambda r: isinstance(r, Hello) and r.firmware == "1.6")
    assert heard.until(lambda r: isinstance(r, TagSeen)).card == "queen"
    assert heard.until(lambda r: isinstance(r, TagGone)).card == "queen"


# -- pseudo terminals: unplugging and freezing


@pty_only
def test_unplugged_lost_and_plugged_in_live_again(board, listening):
    _, heard = listening(Paired("tower", url=str(board.path)), {"000414CD7E": "king"})
    heard.until(lambda r: isinstance(r, TagSeen) and r.card == "king")  # with its first words, maybe before it is LIVE
    board.unplug()
    assert heard.until_state(State.LOST, timeout=2).reason.code == "link-lost"
    heard.until_state(State.ABSENT, timeout=2)
    taken = os.openpty()  # takes the number that has become free, so the board comes back under another one
    board.plug()
    for handle in taken:
        os.close(handle)
    live = heard.until_state(State.LIVE, timeout=4)
    assert live.generation == 2
    again = heard.until(lambda r: isinstance(r, TagSeen))
    assert again.again
    assert again.generation == 2


@pty_only
def test_a_frozen_board_is_stale_and_live_when_it_thaws(board, listening):
    _, heard = listening(Paired("tower", url=str(board.path)))
    heard.until_state(State.LIVE)
    board.freeze()
    frozen = time.monotonic()
    stale = heard.until(lambda r: isinstance(r, Status) and r.state is State.STALE and r.at > frozen, timeout=3)
    assert stale.reason.code == "silent"
    board.thaw()
    heard.until_state(State.LIVE, timeout=3)
    assert heard.until(lambda r: isinstance(r, Heartbeat)).generation == 1


@pty_only
def test_a_board_frozen_for_long_is_opened_anew(board, listening):
    from attrs import evolve

    _, heard = listening(Paired("tower", url=str(board.path)), pace=evolve(FAST, reopen_after=1.2))
    heard.until_state(State.LIVE)
    board.freeze()
    assert heard.until_state(State.LOST, timeout=4).reason.code == "silent-too-long"
    board.thaw()
    assert heard.until_state(State.LIVE, timeout=4).generation == 2


@pty_only
def test_stopping_frees_the_port(board):
    readings: queue.Queue = queue.Queue()
    reader = reader_for(Paired("tower", url=str(board.path)), readings, pace=FAST)
    reader.start()
    time.sleep(0.1)
    assert reader.stop()
    link = SerialLink(str(board.path))
    link.open()
    link.close()
