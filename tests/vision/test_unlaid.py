"""A camera that is to learn from a set-up waits until it is laid."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from companion.art.raster import board_image
from companion.engine.boards import house_board
from companion.table.eye import AGAIN_S, Eye
from companion.table.layout import layout_of
from vision.background import _surroundings
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


@pytest.mark.parametrize("missing", ["mide", None])
def test_a_place_that_is_plainly_bare_is_not_taken_for_laid(missing: str | None) -> None:
    """The box was opened again and a piece forgotten: then nothing lies there, whatever was told."""
    scene, reader = Scene(1), Reader(LAYOUT)
    scene.lay({p: c for p, c in SETUP.items() if p != missing})
    for _ in range(4):
        reader.look(*scene.read())
    frame, at = scene.read()
    assert reader.learn(frame, SETUP).refusal is None
    seen = reader.look(frame, at)
    assert seen.settled
    for place, contents in SETUP.items():
        for piece, log in seen.readings[place].counts.items():
            told = 0 if place == missing else contents.get(piece, 0)
            assert int(np.argmax(log)) == told, (place, piece, log)
    if missing is not None:
        counts = seen.readings[missing].counts[PURPLE]
        assert counts[0] - counts[2] > 5.0
        scene.lay(SETUP)
        for _ in range(12):
            last = reader.look(*scene.read())
        assert last.settled
        assert int(np.argmax(last.readings[missing].counts[PURPLE])) == 2, "and it is seen when it has come"


def test_print_that_shows_nowhere_near_is_guessed_from_the_rest_of_its_colour() -> None:
    log = np.full((80, 120, 3), -0.5, np.float32)
    shown, wanted = np.zeros((80, 120), np.uint8), np.zeros((80, 120), np.uint8)
    shown[:, :12], wanted[30:40, 100:110] = 1, 1
    near, mean, spread = _surroundings(log, shown, wanted, 2.0)
    assert mean.shape == log[near].shape
    assert np.isfinite(mean).all()
    assert np.isfinite(spread).all()
    assert np.allclose(mean[35, 105], -0.5, atol=0.05)
