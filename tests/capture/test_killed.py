"""Killed at any moment, capture loses one touch at most: a real process, a real SIGKILL, and the same files again."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.capture.draft import Draft
from companion.capture.shelf import BEGUN
from tests.capture.boards import stranger
from tests.capture.hands_at_work import places
from tests.owners.bench import PLAYERS, placed
from tests.owners.tablet import Tablet
from vision.capture.pictures import write_reference

ROOT = Path(__file__).parents[2]


def at_work(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.capture.hands_at_work", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def killed_after(process: subprocess.Popen[str], touches: int, later_s: float) -> tuple[int, int]:
    """Kill it some time after so many touches were answered: how many were there at first, and were answered then."""
    assert process.stdout is not None
    there = int(process.stdout.readline().split()[1])
    for _n in range(touches):
        assert process.stdout.readline() == "touched\n"
    time.sleep(later_s)
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    return there, touches + rest.count("touched\n")


def drawn_again(home: Path, deaths: list[tuple[int, float]]) -> None:
    """Counties drawn on a sheet, killed again and again: whatever was answered is there, and the drawing goes on."""
    kept = 0
    for touches, later_s in deaths:
        there, answered = killed_after(at_work("sheet", str(home)), touches, later_s)
        assert there - kept in (0, 1), "what was answered is there, and at most the touch that nobody answered any more"
        kept = there + answered
    tablet = Tablet(home, "hibernia")
    try:
        tablet.choose(PLAYERS, "none", board="new")
        assert tablet.until(lambda: tablet.place == "capture")
        stage = tablet.stage()
        assert len(stage.patches) - kept in (0, 1)
        known = [p.at for p in stage.patches]
        for x, y in places():
            if all(abs(x - u) + abs(y - v) > 0.01 for u, v in known):
                tablet.tap("capture_tap", (x, y))
        assert len(tablet.stage().patches) == len(places())  # none twice, none missing
        tablet.tap("undo")
        assert len(tablet.stage().patches) == len(places()) - 1  # and undo still knows them
    finally:
        tablet.close()


def test_killed_in_the_middle_of_a_capture(tmp_path: Path) -> None:
    drawn_again(tmp_path, [(4, 0.0), (5, 0.003)])


@pytest.mark.proof
def test_killed_again_and_again(tmp_path: Path) -> None:
    rng = random.Random(5)
    for n in range(8):
        deaths = [(rng.randint(0, 3), rng.uniform(0, 0.03)) for _k in range(4)]
        drawn_again(tmp_path / str(n), deaths)


@pytest.mark.proof
def test_killed_at_any_moment_of_a_capture_from_a_picture(tmp_path: Path) -> None:
    """Also while the picture is kept, towns are placed, the board is put on the shelf; it always goes on."""
    board = stranger("brian_boru", 3)
    _conditions, table = placed(board, 3)
    write_reference(tmp_path / "table.jpg", table.shoot())
    (tmp_path / "table.json").write_text(json.dumps(table.truth().homography.tolist()), encoding="utf-8")
    rng, deaths, most = random.Random(9), 0, 0
    for n in range(30):
        process = at_work("photo", str(tmp_path), "3")
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        try:
            process.wait(rng.uniform(0.0, 0.5 + 0.7 * n))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            deaths += 1
        told, _ = process.communicate()
        drafts = list((tmp_path / "shelf" / "boards").glob("*/draft.jsonl"))
        assert len(drafts) <= 1
        for file in drafts:
            now = Draft(file).touches
            assert now >= most or most < BEGUN, "a touch that was on the disk is gone"
            most = now
        if "done" in told:
            break
    print(json.dumps({"test": "killed while capturing from a picture", "deaths": deaths, "touches": most}))
    assert "done" in told
    assert deaths >= 3
