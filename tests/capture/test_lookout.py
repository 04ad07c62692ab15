"""The camera being placed: when a picture counts as still, and what the page says of a board that shows too small."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion import i18n
from companion.app.backend import Inbox
from companion.app.live.capture import Capturing
from companion.app.live.lookout import Lookout
from companion.capture.shelf import Shelf
from vision.capture.pictures import write_reference
from vision.capture.placement import STILL_S, Placement


def board(wide: int = 900) -> Any:
    """A pale board of so many px on a dark table."""
    picture = np.full((720, 1280, 3), (40, 60, 80), np.uint8)
    high = wide * 2 // 3
    x, y = (1280 - wide) // 2, (720 - high) // 2
    cv2.rectangle(picture, (x, y), (x + wide, y + high), (190, 200, 205), -1)
    cv2.circle(picture, (640, 360), high // 4, (60, 140, 70), -1)
    return picture


class Live:
    """A camera of twenty pictures a second on its own clock; somebody holds a hand over the first ``shaky``."""

    ended, fault = False, None

    def __init__(self, picture: Any, shaky: int) -> None:
        self.picture, self.shaky, self.count = picture, shaky, 0

    def read(self) -> tuple[Any, float]:
        self.count += 1
        time.sleep(0.001)
        shown = self.picture if self.count > self.shaky or self.count % 2 else 255 - self.picture
        return shown, self.count / 20

    def close(self) -> None:
        self.ended = True


def watched(address: Any, until: Any) -> tuple[list[Placement], Lookout]:
    """What is told until ``until`` holds of it; at most ten seconds."""
    told: list[Placement] = []
    done = threading.Event()

    def tell(placed: Placement, _corners: Any) -> None:
        told.append(placed)
        if until(told):
            done.set()

    lookout = Lookout(address, tell, lambda _p: None, lambda f: pytest.fail(str(f)))
    lookout.start()
    assert done.wait(10.0), told
    return told, lookout


def test_a_photograph_is_still_at_first_sight_and_looked_at_once(tmp_path: Path) -> None:
    write_reference(tmp_path / "board.jpg", board())
    told, lookout = watched(str(tmp_path / "board.jpg"), lambda t: t)
    try:
        assert told[0].steady
        assert told[0].whole
        time.sleep(0.5)
        assert len(told) == 1  # nothing changes any more
        lookout.touched[0] = (0.2, 0.2)
        end = time.monotonic() + 10.0
        while len(told) < 2 and time.monotonic() < end:
            time.sleep(0.02)
        assert len(told) == 2  # but for a corner that is touched
    finally:
        lookout.close()


def test_a_live_picture_is_still_within_a_second_of_the_last_movement() -> None:
    source = Live(board(), 30)
    told, lookout = watched(source, lambda t: t[-1].steady)
    lookout.close()
    assert not told[0].steady
    assert STILL_S <= told[-1].still_s <= 1.0  # told with the first picture that is still for long enough


@pytest.mark.parametrize("lang", ["en", "de"])
def test_too_small_for_a_piece_is_said_with_what_to_do(tmp_path: Path, lang: str) -> None:
    i18n.use(lang)
    now = Capturing(
        Shelf(tmp_path), "hibernia", "own-hibernia-1", Inbox(), tuple, lambda _i: None, lambda: None,
    )  # fmt: skip
    try:
        for source, wide, words in (
            ("webcam", 900, {"en": "Everything is in plain view.", "de": "Alles ist gut zu sehen."}),
            ("webcam", 300, {
                "en": "A piece is only 5 pixels wide there, too small to be read: bring the camera 114 cm nearer.",
                "de": "Ein Stein ist dort nur 5 Bildpunkte breit, zu klein zum Lesen: Stellt die Kamera 114 cm näher.",
            }),
            ("photo", 300, {
                "en": "A piece is only 5 pixels wide there, too small to be read: take the photograph 114 cm nearer.",
                "de": "Ein Stein ist dort nur 5 Bildpunkte breit, zu klein zum Lesen: Fotografiert 114 cm näher.",
            }),
        ):  # fmt: skip
            write_reference(tmp_path / "board.jpg", board(wide))
            told, lookout = watched(str(tmp_path / "board.jpg"), lambda t: t)
            lookout.close()
            now.source, now.placed = source, told[0]
            assert now.camera_view().sentence == words[lang]
    finally:
        now.close()
