"""Threads at the edges: what ends one is told by its lamp or in a sentence, and it begins again."""

from __future__ import annotations

import queue
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.app import setup_views as v
from companion.app.backend import Inbox
from companion.app.live.bench_devices import CameraCheck, Listening
from companion.app.live.capture import Capturing
from companion.app.live.enrolling import Enrolling
from companion.capture.shelf import Shelf
from companion.table import worker
from companion.table.ears import AT_ONCE, Ears
from companion.table.faults import camera_line
from companion.table.messages import CardShown, DeviceChanged, Dismiss, Heard, StrangeTag
from companion.table.runtime import TableRuntime
from hardware.readings import DieRolled, DieState, Lamp, Reading, Rejected, State, Status, TagSeen, UnknownTag
from hardware.reasons import Reason
from tests.outside.evenings import evening
from tests.outside.waiting import comes_true
from vision.frames import SourceFault

until = partial(comes_true, seconds=30.0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "AGAIN_S", 0.01)


def common() -> dict[str, Any]:
    return {"source": "cards", "generation": 1, "at": 0.0}


def live() -> Status:
    return Status(**common(), state=State.LIVE, lamp=Lamp.LIVE, reason=Reason("live-unproven", {"port": "x"}))


def tag(name: str) -> UnknownTag:
    return UnknownTag(**common(), reader="r0", family="em", tag=name)


class Breaks(TagSeen):
    """A reading that nobody can take."""

    @property
    def card(self) -> str:  # type: ignore[override]
        raise RuntimeError("odd")


def broken() -> Reading:
    made = object.__new__(Breaks)
    for name, value in {**common(), "reader": "r0", "family": "em", "tag": "X", "again": False}.items():
        object.__setattr__(made, name, value)
    return made


def lamps(told: list[Any]) -> list[tuple[str, str]]:
    return [(m.device.state, m.device.code) for m in told if isinstance(m, DeviceChanged)]


def test_an_ear_that_fails_is_told_by_its_lamp_and_hears_on() -> None:
    ears = Ears()
    try:
        for reading in (live(), broken(), tag("0100A5B317")):
            ears._readings.put(reading)
        told = [ears.messages.get(timeout=30) for _ in range(4)]
        assert lamps(told) == [("ok", "live-unproven"), ("warn", "failed"), ("ok", "live-unproven")]
        assert told[3] == StrangeTag("0100A5B317")
    finally:
        ears.close()


def test_a_die_that_streams_is_no_die_until_it_pauses() -> None:
    ears = Ears()
    try:
        ears._readings.put(live())
        for n in range(AT_ONCE + 100):
            ears._readings.put(throw(n, 1.0 + n / 1000))
        ears._readings.put(throw(0, 2.0))
        told = [ears.messages.get(timeout=30) for _ in range(AT_ONCE + 4)]
        assert lamps(told) == [("ok", "live-unproven"), ("warn", "noise"), ("ok", "live-unproven")]
        assert sum(isinstance(m, Heard) for m in told) == AT_ONCE + 1
        assert (isinstance(told[-1], Heard), ears.messages.empty()) == (True, True)
    finally:
        ears.close()


def throw(n: int, at: float) -> DieRolled:
    known = {**common(), "at": at}
    return DieRolled(**known, die="d1", state=DieState.OK, sides=6, value=3, face="3", roll=n)


def test_what_a_lamp_says_of_one_tag_goes_with_the_next() -> None:
    ears = Ears()
    try:
        once = Rejected(**common(), reason=Reason("tag-once", {"tag": "0100A5B317"}))
        seen = TagSeen(**common(), reader="r0", family="em", tag="0100A5B317", card="brian_boru:action_1")
        for reading in (live(), once, seen):
            ears._readings.put(reading)
        told = [ears.messages.get(timeout=30) for _ in range(4)]
        assert lamps(told) == [("ok", "live-unproven"), ("ok", "tag-once"), ("ok", "live-unproven")]
        assert isinstance(told[3], CardShown)
    finally:
        ears.close()


def test_enrolling_that_fails_says_so_and_takes_the_next_tag(tmp_path: Path) -> None:
    told: queue.Queue[int] = queue.Queue()
    place = Enrolling("brian_boru", tmp_path, "em4100+/dev/ttyUSB77", {}, lambda: told.put(1))
    place._reader = Silent()
    place.start()
    try:
        place._out.put(broken_tag())
        assert until(lambda: place.view().lamps[0].state == "warn")
        place._out.put(tag("0100A5B317"))
        assert until(lambda: "0100A5B317" in place.enroller.known)
        assert place.view().lamps[0].state == "ok"
    finally:
        place.close()


class Silent:
    """A reader that says nothing by itself."""

    def start(self) -> None:
        return None

    def stop(self) -> bool:
        return True


class BrokenTag(UnknownTag):
    @property
    def tag(self) -> str:  # type: ignore[override]
        raise RuntimeError("odd")


def broken_tag() -> Reading:
    made = object.__new__(BrokenTag)
    for name, value in {**common(), "reader": "r0", "family": "em", "again": False}.items():
        object.__setattr__(made, name, value)
    return made


def test_listening_in_the_workshop_goes_on_and_says_what_is_not_sure() -> None:
    place = Listening("em4100+/dev/ttyUSB77", lambda: None)
    place._reader = Silent()
    place.start()
    try:
        place._out.put(broken_tag())
        place._out.put(Rejected(**common(), reason=Reason("tag-once", {"tag": "0100A5B317"})))
        assert until(lambda: len(place.lines()) >= 2)
        assert "0100A5B317" in place.lines()[0]
    finally:
        place.close()


def test_a_desk_that_fails_is_told_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hints: queue.Queue[str] = queue.Queue()
    runtime = TableRuntime(evening(tmp_path / "g"), hinted=hints.put)
    told: queue.Queue[Any] = queue.Queue()
    runtime.told = told.put
    true = runtime.desk.handle
    monkeypatch.setattr(runtime.desk, "handle", lambda *_: 1 / 0)
    runtime.start()
    try:
        told.get(timeout=30)
        runtime.post(Dismiss())
        assert "nothing was entered" in hints.get(timeout=30)
        monkeypatch.setattr(runtime.desk, "handle", true)
        runtime.post(Dismiss())
        assert told.get(timeout=30).at == runtime.session.length
    finally:
        runtime.close()


class Odd:
    """A camera whose first pictures are none that anybody can use."""

    ended, fault = False, None

    def __init__(self) -> None:
        self.n = 0

    def read(self) -> tuple[Any, float]:
        self.n += 1
        if self.n <= 3:
            return np.zeros((0, 0), np.uint8), self.n * 0.1
        return np.full((240, 320, 3), self.n % 200, np.uint8), self.n * 0.1

    def close(self) -> None:
        self.ended = True


def test_placing_a_camera_goes_on_after_an_odd_picture() -> None:
    seen: list[Any] = []
    camera: Any = Odd()
    place = CameraCheck(camera, lambda: seen.append(place.checks()), lambda _: None)
    place.start()
    try:
        failed = camera_line(SourceFault("failed"))
        assert until(lambda: any(failed in repr(checks) for checks in seen))
        assert until(lambda: place._placed is not None and place._fault is None)
    finally:
        place.close()
    assert camera.ended


def test_a_touch_of_the_capture_that_fails_is_told_and_the_next_one_counts(tmp_path: Path) -> None:
    inbox = Inbox()
    place = Capturing(Shelf(tmp_path), "hibernia", "", inbox, lambda: (), lambda _: None, lambda: None)
    try:
        place.post(lambda: 1 / 0)
        assert until(lambda: "nothing was entered" in place.fault or "nichts wurde eingetragen" in place.fault)
        done: list[str] = []
        place.post(lambda: done.append(inbox.working()))
        assert until(lambda: bool(done))
        assert done != [""]  # what is worked on is said meanwhile
        assert until(lambda: inbox.working() == "")
        assert any(isinstance(x, v.CameraView) for x in inbox.take())
    finally:
        place.close()
