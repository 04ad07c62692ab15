"""Bytes of anybody into every decoder, unplugs and kills at any moment: no exception, no ghost, every file whole."""

from __future__ import annotations

import json
import os
import queue
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from companion.app import settings as kept
from companion.app.live.devices import Devices
from companion.app.live.values import CardShelf
from companion.capture.shelf import Shelf
from hardware.attach import decoder_for
from hardware.enrolment import load_enrolled
from hardware.links import LinkLost, NoSuchPort, PermissionRefused, PortBusy
from hardware.pairing import KINDS, load_pairing, parse_address
from hardware.reader import Pace, Reader
from hardware.readings import Stamp, State, TagSeen
from tests.hardware.fakelink import FakeLink

ROOT = Path(__file__).resolve().parents[2]
FRAMES = (b"\x02010000A5B317\r\n\x03", b"$BGTAG,1,12,r0,IN,em,000414CD7E*5C\r\n", b"$BGHB,1,14,60123*21\r\n",
          b"Card UID: 92 25 6F EB\r\n", b"6\r\n", b"0010857907\n", b'{"t": "hb", "seq": 14, "up": 60123}\n',
          bytes.fromhex("0000FF0CF4D54B010100040804DEADBEEF9600"))  # fmt: skip
SEALED = "FEDCBA9876"  # a card's tag that is never sent


def pour(kind: str, count: int, seed: int) -> dict[str, Any]:
    """So many bytes of noise and spoiled frames into one decoder; what came of them."""
    rng, sent, readings, most = random.Random(seed), 0, 0, 0
    decoder = decoder_for(parse_address(f"{kind}+/dev/x", "x"), Stamp("x", 1), {SEALED: "king"})
    decoder.start(0.0)
    at = 0.0
    while sent < count:
        data = bytearray(rng.choice(FRAMES) * rng.randint(0, 2) + rng.randbytes(rng.randrange(60)))
        for _ in range(rng.randrange(3)):
            if data:
                data[rng.randrange(len(data))] = rng.randrange(256)
        if rng.random() < 0.01:
            data += bytes([rng.randrange(256)]) * 5000
        at += rng.choice((0.0, 0.001, 0.02, 0.3, 2.0))
        found = [*decoder.feed(bytes(data), at), *decoder.tick(at)]
        assert not any(isinstance(r, TagSeen) for r in found), "a ghost of a card that nobody laid down"
        decoder.take_out()
        sent += len(data)
        readings += len(found)
        most = max(most, len(found))
    return {"framer": kind, "bytes": sent, "readings": readings, "most at once": most}


@pytest.mark.parametrize("kind", KINDS)
def test_noise_of_every_sort_ends_in_readings(kind: str) -> None:
    assert pour(kind, 60_000, 1)["bytes"] >= 60_000


@pytest.mark.proof
@pytest.mark.parametrize("kind", KINDS)
def test_ten_million_bytes_of_noise(kind: str) -> None:
    print(json.dumps(pour(kind, int(os.environ.get("PROOF_BYTES", "10000000")), 2)))


def unplugged(times: int, seed: int) -> dict[str, int]:
    """A reader whose port goes away at any moment, in any of the ways a port can; it must be live again each time."""
    rng, now = random.Random(seed), [0.0]
    link = FakeLink()
    paired = parse_address("line+/dev/x", "x")
    out: queue.Queue[Any] = queue.Queue()
    reader = Reader("x", lambda: link, lambda stamp: decoder_for(paired, stamp), out,
                    pace=evolve(Pace(), settle=0.0), clock=lambda: now[0])  # fmt: skip
    faults: list[Any] = [lambda: NoSuchPort("x"), lambda: PermissionRefused("x"), lambda: PortBusy("x"), lambda: None]
    lamps = 0
    for n in range(times):
        for _ in range(400):
            link.push(b"$BGHB,1,%d,60123*" % (n % 256))
            link.push(b"$BGHB,1,14,60123*21\r\n")
            reader.step()
            now[0] += 0.2
            if reader.status.state is State.LIVE:
                break
        assert reader.status.state is State.LIVE, f"unplug {n} wedged it"
        link._coming.clear()
        link.open_fault = rng.choice(faults)()
        link.push(b"$BGHB,1,14,60123*21\r\n"[: rng.randrange(20)], LinkLost("x", "gone"))
        gone = now[0]
        while reader.status.state is State.LIVE:
            reader.step()
            now[0] += 0.1
        lamps += now[0] - gone <= 5.0
        for _ in range(rng.randrange(20)):
            reader.step()
            now[0] += 0.3
        link.open_fault = None
        link._coming.clear()
        while not out.empty():
            out.get()
    return {"unplugs": times, "told within 5 s": lamps}


def test_a_port_that_goes_again_and_again_never_wedges() -> None:
    assert unplugged(60, 1) == {"unplugs": 60, "told within 5 s": 60}


@pytest.mark.proof
def test_a_thousand_unplugs() -> None:
    told = unplugged(1000, 2)
    print(json.dumps(told))
    assert told["told within 5 s"] == 1000


WRITER = """
import sys
from pathlib import Path
from tests.outside.test_files import everything
print("ready", flush=True)
while True:
    everything(Path(sys.argv[1]))
"""


def whole(home: Path, n: int) -> None:
    """Every small file that is there holds all that was written."""
    if (home / "settings.json").exists():
        assert json.loads((home / "settings.json").read_text(encoding="utf-8"))["language"] == "de", n
        assert kept.load(home / "settings.json") == kept.Settings()
    if (home / "devices.json").exists():
        assert Devices(home / "devices.json", {})["die"] == "/dev/ttyÜ0"
    if (home / "tags.yaml").exists():
        assert len(load_enrolled(home / "tags.yaml")) == 1
    if (home / "pairing.yaml").exists():
        assert [d.kind for d in load_pairing(home / "pairing.yaml")] == ["em4100"]
    if (home / "cards" / "brian_boru.yaml").exists():
        assert CardShelf(home / "cards" / "brian_boru.yaml").read() == {"towns": {"N1": "Dún Laoghaire"}}
    if (home / "shelf" / "colours.json").exists():
        assert Shelf(home).paints("hibernia").keys() == {"white"}
    if (home / "shelf" / "sizes.json").exists():
        assert Shelf(home).sizes("hibernia").keys() == {"cube"}


def killed(home: Path, times: int, seed: int) -> dict[str, int]:
    """Kill a program that writes all its small files without end; each of them must be whole every time."""
    rng, around = random.Random(seed), sorted(home.parent.iterdir())
    for n in range(times):
        child = subprocess.Popen([sys.executable, "-c", WRITER, str(home)], cwd=ROOT, stdout=subprocess.PIPE,
                                 env={**os.environ, "PYTHONPATH": str(ROOT)})  # fmt: skip
        assert child.stdout is not None
        child.stdout.readline()
        try:
            child.wait(rng.uniform(0.005, 0.05))
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
        child.communicate()
        whole(home, n)
        assert sorted({*home.parent.iterdir()} - {home}) == around, "something was written outside its folder"
    return {"kills": times}


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is there on POSIX systems only")
def test_a_kill_leaves_settings_tags_and_shelf_whole(tmp_path: Path) -> None:
    killed(tmp_path / "home", 3, 1)


@pytest.mark.proof
@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is there on POSIX systems only")
def test_a_thousand_kills_leave_settings_tags_and_shelf_whole(tmp_path: Path) -> None:
    print(json.dumps(killed(tmp_path / "home", int(os.environ.get("PROOF_KILLS", "1000")), 2)))
