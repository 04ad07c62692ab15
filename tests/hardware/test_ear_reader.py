"""The life of a connection, on a clock that stands still until it is told."""

from __future__ import annotations

import queue
import threading

import pytest
from ear_bench import HEL, RDM, TAG, Clock, drain

from hardware.attach import decoder_for, link_for, reader_for
from hardware.bg import encode
from hardware.links import LinkLost, NoSuchPort, PermissionRefused, PortBusy, PortUnclear, WriteStalled
from hardware.pairing import Paired
from hardware.ports import Identity, Port
from hardware.reader import Pace, Reader
from hardware.readings import Hello, Lamp, State, Status, TagGone, TagSeen
from tests.hardware.fakelink import FakeLink

CARDS = {"000414CD7E": "king"}


class Bench:
    """A reader with a fake line, driven step by step."""

    def __init__(self, kind: str = "line", pace: Pace | None = None) -> None:
        self.clock = Clock()
        self.link = FakeLink()
        self.queue: queue.Queue = queue.Queue()
        paired = Paired("tower", kind)
        self.reader = Reader(
            "tower",
            lambda: self.link,
            lambda stamp: decoder_for(paired, stamp, CARDS),
            self.queue,
            pace=pace or Pace(),
            clock=self.clock,
        )

    def run(self, seconds: float, *told: bytes | LinkLost, step: float = 0.1) -> list:
        """Let ``seconds`` pass; ``told`` arrives at once. Return what was posted."""
        self.link.push(*told)
        for _ in range(round(seconds / step)):
            self.reader.step()
            self.clock.wait(step)
        return drain(self.queue)

    @property
    def state(self) -> State:
        return self.reader.status.state


def beat(number: int) -> bytes:
    return encode("BGHB", 1, number % 256, number * 2000)


def states(readings) -> list[str]:
    return [r.state for r in readings if isinstance(r, Status)]


def codes(readings) -> list[str]:
    return [r.reason.code for r in readings if isinstance(r, Status)]


def test_a_board_boots_says_hello_and_is_live():
    bench = Bench()
    assert states(bench.run(0.5)) == ["opening", "settling"]
    posted = bench.run(0.2, HEL)
    assert [type(r).__name__ for r in posted] == ["Hello", "Status"]
    assert bench.reader.status.lamp is Lamp.LIVE
    assert posted[0].generation == posted[1].generation == 1


def test_it_is_asked_when_it_does_not_speak_by_itself():
    bench = Bench()
    bench.run(1.9)
    assert bench.link.written == b""  # a boot loader might take it amiss
    bench.run(0.3)
    assert bench.link.written == b"?"
    bench.run(0.2, HEL)
    assert bench.state is State.LIVE


def test_a_line_without_boot_loader_is_asked_at_once():
    bench = Bench(pace=Pace(settle=0))
    bench.run(0.2)
    assert bench.link.written == b"?"


def test_silence_is_asked_then_stale_then_opened_anew():
    bench = Bench()
    bench.run(0.2, HEL)
    assert bench.run(2.4) == []
    assert bench.link.written == b""
    bench.run(0.4)
    assert bench.link.written == b"?"
    (stale,) = bench.run(2.5)
    assert (stale.state, stale.lamp, stale.reason.code) == (State.STALE, Lamp.STALE, "silent")
    assert stale.reason.facts["seconds"] == pytest.approx(5.0, abs=0.2)
    posted = bench.run(11.0)
    assert states(posted) == ["lost", "settling"]
    assert codes(posted)[0] == "silent-too-long"
    assert bench.link.opened == 2


def test_a_word_ends_the_staleness():
    bench = Bench()
    bench.run(0.2, HEL)
    bench.run(6.0)
    assert bench.state is State.STALE
    assert states(bench.run(0.2, beat(1))) == ["live"]


def test_noise_is_no_sign_of_life():
    bench = Bench()
    bench.run(0.2, HEL)
    for _ in range(60):
        bench.run(0.1, b"\xfe\xff garbage\n")
    assert bench.state is State.STALE


def test_heartbeats_keep_it_live_for_an_hour():
    bench = Bench()
    bench.run(0.2, HEL)
    for number in range(1, 1800):
        bench.run(2.0, beat(number), step=1.0)
    assert bench.state is State.LIVE
    assert bench.link.written == b""


def test_a_device_that_never_speaks_is_stale_not_live():
    bench = Bench()
    posted = bench.run(5.0)
    assert codes(posted)[-1] == "never-spoke"
    assert bench.reader.status.lamp is Lamp.STALE


def test_without_a_heartbeat_live_is_unproven():
    bench = Bench("em4100", Pace(settle=0))
    posted = bench.run(60.0, step=1.0)
    assert codes(posted)[-1] == "live-unproven"
    assert bench.link.opened == 1


def test_unplugged_and_plugged_in_again():
    bench = Bench()
    bench.run(4.0, HEL)
    (lost,) = bench.run(0.1, LinkLost("fake", "EIO"))
    assert (lost.state, lost.lamp, lost.reason.code) == (State.LOST, Lamp.LOST, "link-lost")
    assert not bench.link.is_open
    bench.link.open_fault = NoSuchPort("fake")
    assert states(bench.run(3.0)) == ["absent"]
    bench.link.open_fault = None
    posted = bench.run(4.0, HEL)
    assert states(posted) == ["settling", "live"]
    assert next(r for r in posted if isinstance(r, Hello)).generation == 2


def test_attempts_back_off_to_ten_seconds():
    bench = Bench()
    tries = []
    real = bench.link

    def attempt():
        tries.append(bench.clock.now - 100.0)
        raise NoSuchPort("fake")

    bench.reader._open_link = attempt
    posted = bench.run(40.0, step=0.025)
    assert tries == pytest.approx([0, 0.5, 1.5, 3.5, 8.5, 18.5, 28.5, 38.5], abs=0.2)
    assert states(posted) == ["opening", "absent"]  # said once, not at each attempt
    bench.reader._open_link = lambda: real
    bench.reader.retry()
    assert states(bench.run(0.1)) == ["settling"]


@pytest.mark.parametrize(
    ("fault", "code"),
    [(PermissionRefused("fake"), "port-permission"), (PortBusy("fake"), "port-busy")],
)
def test_a_refused_port_says_why(fault, code):
    bench = Bench()
    bench.link.open_fault = fault
    posted = bench.run(0.2)
    assert (posted[-1].state, posted[-1].reason.code) == (State.LOST, code)


def test_a_line_that_vanishes_each_time_is_named():
    bench = Bench()
    posted = bench.run(6.0, *[b"", LinkLost("fake", "EIO")] * 3)
    assert [c for c in codes(posted) if c.startswith("link")] == ["link-lost", "link-lost-at-once", "link-lost-at-once"]


def test_a_stalled_write_is_stale_until_it_speaks():
    bench = Bench()
    bench.run(0.2, HEL)
    bench.link.write_fault = WriteStalled("fake")
    posted = bench.run(3.0)
    assert codes(posted) == ["write-stalled"]
    bench.link.write_fault = None
    assert states(bench.run(0.2, beat(1))) == ["live"]


def test_a_tag_left_on_the_reader_is_not_a_new_visit():
    bench = Bench()
    bench.run(0.2, HEL + TAG)
    bench.run(4.0)
    bench.link.push(LinkLost("fake"))
    posted = bench.run(2.0, HEL + TAG)
    (seen,) = [r for r in posted if isinstance(r, TagSeen)]
    assert (seen.again, seen.generation) == (True, 2)
    assert not any(isinstance(r, TagGone) for r in bench.run(10.0))


def test_a_tag_taken_away_meanwhile_is_told():
    bench = Bench()
    bench.run(0.2, HEL + TAG)
    bench.link.push(LinkLost("fake"))
    posted = bench.run(2.0, HEL)
    posted += [r for n in range(1, 5) for r in bench.run(2.0, beat(n))]
    (gone,) = [r for r in posted if isinstance(r, TagGone)]
    assert (gone.card, gone.generation) == ("king", 2)


def test_tags_of_an_em_reader_go_by_time():
    bench = Bench("em4100", Pace(settle=0))
    posted = bench.run(0.3, RDM, RDM) + bench.run(2.0)
    assert [type(r).__name__ for r in posted if not isinstance(r, Status)] == ["TagSeen", "TagGone"]


def test_what_others_send_is_written_by_the_owner():
    bench = Bench()
    bench.reader.send(b"lost")  # not open yet
    bench.run(0.2, HEL)
    bench.reader.send(encode("BGLED", 1, "r0", "ON"))
    bench.run(0.1)
    assert bench.link.written == b"$BGLED,1,r0,ON*16\r\n"


def test_a_fault_of_our_own_does_not_silence_the_reader():
    bench = Bench()
    made = []

    def broken(stamp):
        made.append(stamp)
        if len(made) == 1:
            raise KeyError("oops")
        return decoder_for(Paired("tower"), stamp)

    bench.reader._make_decoder = broken
    bench.reader._clock = __import__("time").monotonic
    bench.reader._pace = Pace(settle=0, backoff=(0.01,))
    bench.link.push(HEL)
    bench.reader.start()
    seen = []
    while not any(isinstance(r, Hello) for r in seen):
        seen.append(bench.queue.get(timeout=2))
    assert "reader-failed" in codes(seen)
    assert bench.reader.stop()
    assert not bench.link.is_open
    assert bench.state is State.STOPPED


def test_stop_ends_although_nobody_takes_the_readings():
    link = FakeLink()
    link.push(*[HEL] * 50)
    full: queue.Queue = queue.Queue(maxsize=1)
    reader = Reader("tower", lambda: link, lambda stamp: decoder_for(Paired("tower"), stamp), full, pace=Pace(settle=0))
    reader.start()
    with pytest.raises(RuntimeError):
        reader.start()
    assert reader.stop(3.0)
    assert threading.active_count() < 20


# -- which link


PORTS = (
    Port("/dev/ttyUSB0", Identity(0x1A86, 0x7523, None, "1-1.2")),
    Port("/dev/ttyUSB1", Identity(0x1A86, 0x7523, None, "1-1.3")),
    Port("/dev/ttyACM0", Identity(0x2341, 0x0043, "85", "1-2")),
)


def test_the_link_goes_where_the_device_hangs_now():
    moved = (Port("/dev/ttyACM1", Identity(0x2341, 0x0043, "85", "1-4")),)
    arduino = Paired("tower", identity=Identity(0x2341, 0x0043, "85", "1-2", "/dev/ttyACM0"))
    assert link_for(arduino, lambda: moved).identity == "/dev/ttyACM1 (2341:0043 no. 85)"
    with pytest.raises(NoSuchPort):
        link_for(arduino, lambda: ())


def test_of_two_alike_none_is_guessed():
    with pytest.raises(PortUnclear) as fault:
        link_for(Paired("pad", identity=Identity(0x1A86, 0x7523)), lambda: PORTS)
    assert fault.value.reason.code == "port-ambiguous"
    assert "/dev/ttyUSB1" in str(fault.value.reason.facts["ports"])


def test_a_reader_for_a_paired_device_knows_its_settling():
    reader = reader_for(Paired("pad", "em4100", url="socket://127.0.0.1:1"), queue.Queue())
    assert reader.status.reason.code == "not-started"
