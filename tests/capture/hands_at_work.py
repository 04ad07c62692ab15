"""Somebody at the tablet in a process of its own, which may be killed at any moment: ``python -m`` this, with a home.

``sheet HOME``: counties of the house map on an empty sheet, those that are not there yet; a line for each touch that
was answered. ``photo HOME SEED``: a stranger's board of Brian Boru from its picture, to the end.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import numpy as np

from companion.engine.boards import house_board
from tests.owners.bench import PLAYERS, truth_of
from tests.owners.person import Person
from tests.owners.tablet import CaptureHands, Tablet
from tests.strangers import stranger_board


def places() -> list[tuple[float, float]]:
    """The middles of the house map's counties, 0 to 1 of the sheet."""
    board = house_board("hibernia")
    w, h = board.size_mm
    return [(round(s.centre[0] / w, 4), round(s.centre[1] / h, 4)) for s in board.spaces if s.kind == "county"]


def sheet(home: Path) -> None:
    tablet = Tablet(home, "hibernia")
    tablet.choose(PLAYERS, "none", board="new")
    if tablet.place == "camera":
        tablet.tap("camera_more", "sheet")
    tablet.until(lambda: tablet.place == "capture")
    there = [p.at for p in tablet.stage().patches]
    print("there", len(there), flush=True)
    for x, y in places():
        if all(abs(x - u) + abs(y - v) > 0.01 for u, v in there):
            tablet.tap("capture_tap", (x, y))
            print("touched", flush=True)
    tablet.close()


def photo(home: Path, seed: int) -> None:
    """``table.json`` beside ``table.jpg``: how the board lies in the picture."""
    board = stranger_board("brian_boru", seed, 1.0)
    lies = np.array(json.loads((home / "table.json").read_text(encoding="utf-8")))
    print("begun", flush=True)
    tablet = Tablet(home, "brian_boru", str(home / "table.jpg"))
    tablet.choose(PLAYERS)
    if tablet.place == "camera":  # else the board is on the shelf already: the guide is open
        tablet.place_camera()
        rng = random.Random(seed)
        Person(truth_of(board, lies), CaptureHands(tablet), lambda: rng.uniform(-1, 1)).run()
    tablet.until(lambda: tablet.place == "guide")
    print("done", flush=True)
    tablet.close()


if __name__ == "__main__":
    what, home = sys.argv[1], Path(sys.argv[2])
    sheet(home) if what == "sheet" else photo(home, int(sys.argv[3]))
