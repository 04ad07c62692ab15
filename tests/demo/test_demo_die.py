"""The virtual die speaks the documented lines, and a cable can be pulled."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import sys
import time
from functools import reduce

import pytest

from companion.demo.die import DemoDie, sentence

FACES = ("blue", "green", "red", "yellow", "black", "purple")
needs_pty = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo terminals")


def hear(fd: int, until: bytes, seconds: float = 3.0) -> bytes:
    data, end = b"", time.monotonic() + seconds
    while until not in data and time.monotonic() < end:
        if select.select([fd], [], [], 0.05)[0]:
            got = os.read(fd, 4096)
            if not got:
                break
            data += got
    return data


def good(data: bytes) -> list[list[str]]:
    """Fields of all lines whose sum is right."""
    out = []
    for line in data.split(b"\r\n"):
        if line.startswith(b"$") and line[-3:-2] == b"*":
            body = line[1:-3]
            if b"%02X" % reduce(lambda a, b: a ^ b, body, 0) == line[-2:]:
                out.append(body.decode().split(","))
    return out


def test_sums_are_those_of_the_documented_lines() -> None:
    assert sentence("HEL", 1, 0, "towerA", "1.0", "tag+die") == b"$BGHEL,1,0,towerA,1.0,tag+die*4D\r\n"
    assert sentence("DIE", 1, 13, "d1", "OK", 6, 4) == b"$BGDIE,1,13,d1,OK,6,4*2D\r\n"
    assert sentence("HB", 1, 14, 60123) == b"$BGHB,1,14,60123*21\r\n"


@needs_pty
def test_a_throw_on_the_pseudo_terminal() -> None:
    with DemoDie(FACES) as die:
        fd = os.open(die.path, os.O_RDWR | os.O_NOCTTY)
        hear(fd, b"BGHEL")
        die.throw("green")
        die.throw(6)
        lines = good(hear(fd, b",OK,6,6*"))
        os.close(fd)
    throws = [ln for ln in lines if ln[0] == "BGDIE"]
    rolls = ["d1", "ROLL", "6", "0"]
    assert [ln[3:] for ln in throws] == [rolls, ["d1", "OK", "6", "2"], rolls, ["d1", "OK", "6", "6"]]
    numbers = [int(ln[2]) for ln in lines]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


@needs_pty
def test_it_says_hello_when_asked_and_lives_on() -> None:
    with DemoDie(FACES, heartbeat_s=0.1) as die:
        fd = os.open(die.path, os.O_RDWR | os.O_NOCTTY)
        hear(fd, b"BGHB")
        os.write(fd, b"?")
        lines = good(hear(fd, b"BGHEL"))
        os.close(fd)
    assert lines[-1][0] == "BGHEL"
    assert lines[-1][1:] == ["1", "0", "demo-die", "1.0", "die"]


@needs_pty
def test_pulled_and_plugged_in_at_the_same_place() -> None:
    with DemoDie(FACES) as die:
        path = die.path
        fd = os.open(path, os.O_RDWR | os.O_NOCTTY)
        die.unplug()
        assert not os.path.exists(path)
        with contextlib.suppress(OSError):  # an error or an end, as with a real port
            hear(fd, b"never", 5.0)
        os.close(fd)
        die.throw(3)  # into nothing
        die.replug()
        assert die.path == path
        fd = os.open(path, os.O_RDWR | os.O_NOCTTY)
        die.throw(4)
        lines = good(hear(fd, b",OK,6,4*"))
        os.close(fd)
    assert [ln[0] for ln in lines] == ["BGHEL", "BGDIE", "BGDIE"]
    assert [ln[2] for ln in lines] == ["0", "1", "2"]
    assert not os.path.exists(path)


def test_the_tcp_port_survives_a_pulled_cable() -> None:
    with DemoDie(FACES, pty=False, tcp=0, roll_s=0.05) as die:
        port = die.port
        assert die.url == f"socket://127.0.0.1:{port}"
        assert die.path == ""
        with socket.create_connection(("127.0.0.1", port), 2) as s:
            assert good(hear(s.fileno(), b"BGHEL"))[0][0] == "BGHEL"
            die.throw("black")
            assert good(hear(s.fileno(), b",OK,"))[-1][-1] == "5"
            die.unplug()
            assert hear(s.fileno(), b"never", 1.0) == b""
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", port), 0.5)
        die.replug()
        assert die.port == port
        with socket.create_connection(("127.0.0.1", port), 2) as s:
            hear(s.fileno(), b"BGHEL")
            die.cocked()
            assert good(hear(s.fileno(), b"COCKED"))[-1][4:] == ["COCKED", "6", "0"]


def test_noise_never_eats_a_throw() -> None:
    with (
        DemoDie(FACES, pty=False, tcp=0, noise=1.0, seed=4) as die,
        socket.create_connection(("127.0.0.1", die.port), 2) as s,
    ):
        hear(s.fileno(), b"BGHEL")
        for n in range(1, 7):
            die.throw(n)
        data = hear(s.fileno(), b",OK,6,6*")
        assert [ln[-1] for ln in good(data) if ln[4:5] == ["OK"]] == list("123456")
        assert len(data.split(b"\r\n")) > 20  # and there was junk


def test_a_side_the_die_does_not_have() -> None:
    with DemoDie(FACES, pty=False, tcp=0) as die:
        assert [die.side(f) for f in FACES] == [1, 2, 3, 4, 5, 6]
        for wrong in (0, 7, "pink"):
            with pytest.raises(ValueError, match="no side"):
                die.throw(wrong)
