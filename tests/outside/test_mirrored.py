"""A camera program that mirrors its picture, as those for faces do: noticed, and said on the lamp and in a sentence."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion import i18n
from companion.cli import main
from companion.demo.player import demo_camera
from companion.engine.boards import house_board
from companion.table.eye import CameraLamp, Eye
from companion.table.lampwords import CAMERA_CODES
from companion.table.layout import layout_of
from companion.table.snapshot import Device
from tests.bench.lightbench import BOARD, STEADY
from vision.gridreader import reader_of
from vision.observation import MIRRORED

ROOT = Path(__file__).resolve().parents[2]


@cache
def shot() -> Any:
    camera = demo_camera(BOARD, [({}, "0")], seed=71, pace=STEADY)
    got = [camera.read() for _ in range(3)][-1]
    assert got is not None
    return got[0]


class Turning:
    """A camera whose picture is mirrored until somebody turns that off."""

    ended, fault = False, None

    def __init__(self) -> None:
        self.plain, self.mirrored, self.n = shot(), True, 0

    def read(self) -> tuple[Any, float]:
        self.n += 1
        return (np.ascontiguousarray(self.plain[:, ::-1]) if self.mirrored else self.plain), self.n * 0.1

    def close(self) -> None:
        self.ended = True


def test_a_mirrored_picture_is_said_within_five_seconds_and_gone_when_it_is_turned_off() -> None:
    camera, told = Turning(), list[Device]()
    eye = Eye(camera, reader_of(layout_of(BOARD)))
    lamp = CameraLamp(eye, told.append)
    for _ in range(50):
        lamp.look(eye.look(), camera.n * 0.1)
    assert [(d.state, d.code) for d in told] == [("warn", MIRRORED)]
    camera.mirrored = False
    for _ in range(30):
        lamp.look(eye.look(), camera.n * 0.1)
    assert (told[-1].state, told[-1].code) == ("ok", "waits")


@pytest.mark.parametrize(("lang", "word"), [("en", "mirrored"), ("de", "gespiegelt")])
def test_the_sentence_is_there_in_both_languages(tmp_path: Path, lang: str, word: str) -> None:
    file = tmp_path / "board.png"
    cv2.imwrite(str(file), shot()[:, ::-1])
    board = str(ROOT / "boards" / BOARD.game / "house.yaml")
    before = i18n.language()
    try:
        told = CliRunner().invoke(main, ["--language", lang, "read", "--board", board, str(file)])
        assert told.exit_code == 1
        assert word in told.output
        assert word in i18n.gettext(CAMERA_CODES[MIRRORED], lang=lang)
    finally:
        i18n.use(before)


def test_a_table_without_a_board_is_not_called_mirrored() -> None:
    reader = reader_of(layout_of(house_board("hibernia")))
    blank = np.full((960, 1280, 3), 90, np.uint8)
    blank[200:700, 300:900] = 180
    seen = [reader.watch(blank, n * 0.1) for n in range(50)]
    assert {o.state for o in seen} == {"lost"}
    assert not any(MIRRORED in o.notes for o in seen)
