"""A camera that is to learn from a set-up waits until it is laid."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from companion.art.raster import board_image
from companion.engine.boards import house_board
from companion.table.eye import AGAIN_S, Eye
from companion.table.layout import layout_of
from vision.demo.arrange import Arrangement
from vision.demo.conditions import draw_conditions
from vision.demo.table import DemoTable
from vision.observation import UNLAID
from vision.reader import Reader

BOARD = house_board("hibernia")
LAYOUT = layout_of(BOARD, BOARD.colours[:2])
SOLDIER = {c: f"soldier:{c}" for c in BOARD.colours[:2]}
WHITE, PURPLE = SOLDIER.values()
STEP_S = 0.4
SETUP = {"ulaid": {WHITE: 2}, "mide": {PURPLE: 2}, "laigin": {WHITE: 3}, "shield": {WHITE: 2, PURPLE: 3}}


class Scene:
    """Pictures of a table, ``STEP_S`` apart."""

    def __init__(self, seed: int) -> None:
        conditions = draw_conditions(seed, margin=0.02, tilt_deg=15.0, azimuth_deg=0.0)
        self.table = DemoTable(board_image(BOARD, 4.0), LAYOUT.size_mm, conditions, picture=(1280, 720))
        self.arrangement, self.at, self.ended = Arrangement(LAYOUT, seed), 0.0, False
        self.lay({})

    def lay(self, contents: dict[str, dict[str, int]]) -> None:
        self.table.lay(self.arrangement.update(contents))

    def read(self) -> tuple[Any, float]:
        self.at += STEP_S
        return np.asarray(self.table.shoot()), self.at

    def close(self) -> None:
        self.ended = True


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.proof)])
def test_nothing_is_learned_from_a_board_on_which_nothing_lies_yet(seed: int) -> None:
    scene = Scene(seed)
    eye = Eye(scene, Reader(LAYOUT))
    eye.expect(SETUP)
    seen = [eye.look() for _ in range(round(2 * AGAIN_S / STEP_S))]
    assert eye.learned is None
    assert not any(s is not None and s.settled for s in seen), "and nothing is said of it"
    assert seen[-1] is not None
    assert UNLAID in seen[-1].notes, "but people are told once that the camera waits"
    some = {"ulaid": {WHITE: 2}}
    scene.lay(some)
    for _ in range(round(2 * AGAIN_S / STEP_S)):
        eye.look()
    assert eye.learned is None, "two of twelve pieces are no set-up"
    scene.lay(SETUP)
    for _ in range(round(2 * AGAIN_S / STEP_S) + 4):
        last = eye.look()
    assert eye.learned is not None
    assert eye.learned.refusal is None
    assert last is not None
    assert last.settled
    assert UNLAID not in last.notes
    best = {p: {k: int(np.argmax(ls)) for k, ls in last.readings[p].counts.items()} for p in SETUP}
    assert {p: {k: n for k, n in c.items() if n} for p, c in best.items()} == SETUP
