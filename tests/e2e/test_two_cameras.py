"""Two cameras over one table: an evening that neither sees whole, the settings that add one, and the words for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import define
from click.testing import CliRunner

from companion import i18n
from companion.app import setup_views as v
from companion.app.live.devices import SECOND, Devices
from companion.app.taps import Tap
from companion.cli import main
from companion.demo.pace import QUICK
from companion.demo.player import palette_for
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.session import Session
from companion.games import game
from companion.table.cameras import open_cameras
from companion.table.eye import CameraLamp, Eye
from companion.table.faults import WatchError
from companion.table.messages import DeviceChanged
from companion.table.snapshot import Device
from tests.bench.evening import Evening
from tests.e2e.beside import Beside
from tests.e2e.test_live import PLAYERS, Screen
from vision.observation import SMALL, Observation, Pose


@define
class TwoSides(Evening):
    """Two cameras at the short sides; each sees little more than half of the board."""

    def cameras(self) -> list[Any]:
        first: Any = super().cameras()[0].camera
        (w, h), picture, layout = first.layout.size_mm, self.picture, first.layout
        tray = [q for p in layout.places if p.look == "tray" for q in p.polygon]
        left = [(0.0, 0.0), (w * 0.62, 0.0), (w * 0.62, h), (0.0, h), *(q for q in tray if q[0] < w / 2)]
        right = [(w * 0.38, 0.0), (w, 0.0), (w, h), (w * 0.38, h), *(q for q in tray if q[0] >= w / 2)]
        first.table.view = Beside(first, picture, left, azimuth_deg=-90.0).table.view
        first.table.relight()
        return [first, Beside(first, picture, right, azimuth_deg=90.0)]


@pytest.mark.proof
def test_an_evening_is_followed_that_neither_camera_sees_whole() -> None:
    found, board = game("hibernia"), house_board("hibernia")
    session = Session(found, configure(found, 4, board))
    played = TwoSides(
        session, 4, palette_for(4, board.colours), picture=(1120, 630), most=5, options={"pace": QUICK}
    )
    report = played.run()
    alone = [r.sight.in_picture(r.tracker.view) for r in played.eye.reader.readers]  # type: ignore[attr-defined]
    assert all(min(shares.values()) < 0.1 for shares in alone)
    assert report.wrong == 0, report.stuck
    assert report.traced == 5
    assert report.tally.seen >= 4, report.stuck
    assert report.questions <= 1, report.stuck


def test_watch_takes_several_cameras_and_names_the_one_that_is_missing(tmp_path: Path) -> None:
    import cv2

    cv2.imwrite(str(tmp_path / "0.png"), np.full((90, 160, 3), 90, np.uint8))
    assert len(open_cameras([str(tmp_path), str(tmp_path)])) == 2
    with pytest.raises(WatchError, match="nowhere"):
        open_cameras([str(tmp_path), str(tmp_path / "nowhere")])
    for places in (["nowhere", "."], [".", "nowhere", "."], [".", "nowhere", "gone"]):
        with pytest.raises(WatchError, match="nowhere"):
            open_cameras([str(tmp_path / p) for p in places])
    call = ["watch", "--game", "hibernia", "--frames", str(tmp_path), "--frames", str(tmp_path / "nowhere")]
    result = CliRunner().invoke(main, call)
    assert result.exit_code == 1
    assert "nowhere" in result.output


def test_a_second_camera_is_chosen_beside_a_first(tmp_path: Path) -> None:
    i18n.use("en")
    used = Devices(tmp_path / "devices.json", {})
    assert [d.id for d in used.view().devices] == ["camera", "die", "cards"]
    used.choose("camera", "0")
    assert [d.id for d in used.view().devices] == ["camera", SECOND, "die", "cards"]
    assert used.cameras == ("0",)
    used.choose(SECOND, "1")
    assert used.cameras == ("0", "1")
    again = Devices(tmp_path / "devices.json", {})
    assert again.cameras == ("0", "1")
    assert {d.id: d.word for d in again.view().devices}[SECOND] == "Second camera"
    again.choose(SECOND, "0")
    assert again.cameras == ("0",)


class Still:
    """A source that shows one grey picture for ever."""

    ended, fault, partial = False, None, False

    def read(self) -> tuple[Any, float] | None:
        return np.zeros((90, 160, 3), np.uint8), 1.0

    def close(self) -> None:
        self.ended = True


class Small:
    """A reader to whom the pieces look small."""

    def look(self, frame: Any, t: float) -> Observation:
        return Observation(t, 1, True, "still", Pose((1.0, 0, 0, 0, 1.0, 0, 0, 0, 1.0), 0.1, 0.0, 1.0), notes=(SMALL,))

    def learn(self, frame: Any, contents: Any) -> Any:
        raise AssertionError("not asked")

    confirm = learn
    watch = look


def test_what_is_too_small_is_said_once_and_stays_on_the_lamp(tmp_path: Path) -> None:
    i18n.use("en")
    screen = Screen(tmp_path)
    try:
        screen.tap("begin", ("hibernia", "none"))
        screen.tap("set_up", v.Draft("hibernia", "none", PLAYERS, 1, {"advanced": "False"}, ()))
        sitting = screen.backend.sitting
        assert sitting is not None
        seen = Small().look(None, 1.0)
        sitting.runtime.observed(seen)
        sitting.post(DeviceChanged(Device("camera", "ok", "sees")))
        screen.tap("guide_lot")
        screen.tap("guide_start")
        screen.until(lambda: screen.table.snack is not None)
        assert screen.table.snack is not None
        assert screen.table.snack.text.startswith("Where pieces are too small to count, enter them by hand.")
        screen.until(lambda: screen.table.lamps[0].text == "sees pieces too small to count")
        screen.backend.post(Tap("snack", "hint"))
        sitting.runtime.observed(seen)
        screen.take()
        assert screen.table.snack is None
    finally:
        screen.backend.close()


def test_a_camera_that_did_not_open_is_told_while_nothing_was_learned_yet(tmp_path: Path) -> None:
    i18n.use("en")
    screen = Screen(tmp_path)
    try:
        screen.tap("begin", ("hibernia", "none"))
        screen.tap("set_up", v.Draft("hibernia", "none", PLAYERS, 1, {"advanced": "False"}, ()))
        sitting = screen.backend.sitting
        assert sitting is not None
        sitting.runtime.partial = True
        sitting.post(DeviceChanged(Device("camera", "ok", "waits")))
        screen.until(lambda: any(d.code == "one" for d in sitting.latest.devices))
        assert [(d.state, d.code) for d in sitting.latest.devices if d.name == "camera"] == [("warn", "one")]
    finally:
        screen.backend.close()


def test_the_lamp_says_when_one_of_several_cameras_is_gone() -> None:
    told: list[Any] = []
    source = Still()
    source.partial = True

    eye = Eye(source, Small())
    lamp = CameraLamp(eye, told.append)
    for now in (0.0, 0.1):
        lamp.look(eye.look(), now)
    assert [(d.state, d.code) for d in told] == [("warn", "one")]
