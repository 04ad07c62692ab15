"""Many dice with pips at once in the tray, on pictures: what is read for sure is right, and most of it is sure."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from attrs import evolve

from companion.art.raster import board_image
from companion.demo.pace import QUICK
from companion.engine.boards import house_board
from companion.table.dice import SURE
from companion.table.layout import layout_for
from companion.table.palettes import palette_on
from vision.demo.camera import DemoCamera
from vision.reader import Reader

PACE = evolve(QUICK, hand_share=0.0, still_s=(0.2, 0.2))
DICE = 8


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.proof)])
def test_dice_that_touch_are_read_in_one_look(seed: int) -> None:
    board = house_board("walisk", "small")
    layout = layout_for(board, palette_on((), board, 2))
    r = random.Random(seed)
    throws = [Counter(f"die:{r.randint(1, 6)}" for _ in range(DICE)) for _ in range(2)]
    script = [({}, ""), *(({"tray": t}, str(i)) for i, t in enumerate(throws))]
    camera = DemoCamera(layout, board_image(board, 4.0), script, seed=seed, picture=(1280, 720), pace=PACE)
    reader, sure, at = Reader(layout), 0, ""
    while (got := camera.read()) is not None:
        if not at and not camera.note:
            assert reader.learn(got[0], {}).refusal is None
            reader.read(got[0], ["tray"])  # empty: so it looks
        if camera.note == at:
            continue
        at = camera.note
        read: Counter[str] = Counter()
        for die in reader.read(got[0], ["tray"]).dice:
            (face, best), (_, second) = sorted(die.faces, key=lambda f: -f[1])[:2]
            if best - second >= SURE:
                read[f"die:{face}"] += 1
        assert read <= throws[int(at)]  # nothing is read that does not lie there
        sure += read.total()
    assert sure >= 0.75 * DICE * len(throws)
