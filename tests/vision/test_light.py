"""Light that changes between two looks: levels that an automatic exposure bends, a shadow's edge, a lamp's glare."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.bench.lightbench import TOWNS, Frame, bent, read_towns
from vision.calibration import SLOTS
from vision.photometry import STRAIGHT, Levels

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import fit_reader


# ---------------------------------------------------------------- the curve
def sheet(seed: int = 0) -> tuple[Frame, NDArray[np.float32]]:
    """A print of many inks with noise, and the log light under which it was learned."""
    rng = np.random.default_rng(seed)
    inks = rng.integers(25, 235, (12, 16, 3))
    picture = np.kron(inks, np.ones((20, 20, 1))) + rng.normal(0, 2, (240, 320, 3))
    frame = np.clip(picture, 0, 255).astype(np.uint8)
    return frame, STRAIGHT.log(frame)


@pytest.mark.parametrize("gamma", [0.5, 0.7, 1.6])
def test_a_bent_curve_is_taken_out_for_print_and_pieces_alike(gamma: float) -> None:
    frame, learned = sheet()
    usable = np.ones(frame.shape[:2], np.bool_)
    curve = Levels().curve(bent(frame, gamma), learned, usable)
    level = np.full((1, 1, 3), 120, np.uint8)
    assert np.abs(curve.log(bent(level, gamma)) - STRAIGHT.log(level)).max() < 0.1


def test_an_arm_over_all_that_is_dark_bends_no_curve() -> None:
    frame, learned = sheet(1)
    seen = bent(frame, 0.6)
    seen[:, 240:] = 30  # a quarter of the board
    curve = Levels().curve(seen, learned, np.ones(frame.shape[:2], np.bool_))
    level = np.full((1, 1, 3), 150, np.uint8)
    assert np.abs(curve.log(bent(level, 0.6)) - STRAIGHT.log(level)).max() < 0.12


def test_light_that_changes_from_place_to_place_is_no_curve() -> None:
    """A shadow's edge, and a board that is brighter all over."""
    frame, learned = sheet(2)
    usable = np.ones(frame.shape[:2], np.bool_)
    shadow = frame.astype(np.float64)
    shadow[:, :150] *= 0.6
    assert Levels().curve(shadow.astype(np.uint8), learned, usable) is STRAIGHT
    assert Levels().curve(np.asarray(frame * 0.8, np.uint8), learned, usable) is STRAIGHT
    assert Levels().curve(frame, learned, usable) is STRAIGHT


def test_a_camera_that_was_found_unchanged_is_looked_into_again_once_it_changes() -> None:
    """Noise for which the print strays more than an unchanged camera should, then a bent curve, then as it was."""
    frame, learned = sheet(3)
    rough = np.clip(frame + np.random.default_rng(4).normal(0, 5, frame.shape), 0, 255).astype(np.uint8)
    usable, levels = np.ones(frame.shape[:2], np.bool_), Levels()
    assert levels.curve(rough, learned, usable) is STRAIGHT
    stray = levels.calm
    assert stray > Levels().calm
    assert levels.curve(bent(rough, 0.7), learned, usable) is not STRAIGHT
    assert levels.curve(rough, learned, usable) is STRAIGHT
    assert levels.calm == stray


# ---------------------------------------------------------------- towns in it
FLOORS = {"same": 0.98, "gamma_half": 0.9, "gamma_2": 0.85, "shadow": 0.9, "glare": 0.7}


def test_towns_are_read_through_it_and_none_is_surely_wrong() -> None:
    """One set-up learned, another table in five lights; a plain reader is beaten in each of them."""
    for name, (ours, plain) in read_towns(61).items():
        assert ours["wrong"] == 0, name
        assert ours["right"] >= FLOORS[name] * len(TOWNS), (name, ours)
        assert ours["right"] >= plain["right"], (name, plain)


# ---------------------------------------------------------------- what is stated
def test_what_is_stated_for_certain_is_right() -> None:
    """Four photoreal tables in eight lights, by the numbers that ship; they were fitted on these among others."""
    rows = fit_reader.load()
    some = set(sorted({r.table for r in rows})[::3])
    whole = [(r.stated(SLOTS), r) for r in rows if r.table in some]
    known = [int(p.argmax()) == r.truth for p, r in whole if p.max() >= 0.99 and int(p.argmax()) not in r.unseen]
    assert len(known) > 1000
    assert np.mean(known) >= 0.998


@pytest.mark.proof
def test_what_is_stated_for_certain_is_right_on_tables_it_was_not_fitted_on() -> None:
    """Half of the photoreal tables fit the numbers, the other half holds them: in eight lights, six tables."""
    rows = fit_reader.load()
    half = set(sorted({r.table for r in rows})[::2])
    fitted = fit_reader.fit([r for r in rows if r.table in half])
    kept = [(r.stated(fitted), r) for r in rows if r.table not in half]
    kept = [(p, r) for p, r in kept if int(p.argmax()) not in r.unseen]
    sure = [int(p.argmax()) == r.truth for p, r in kept if p.max() >= 0.99]
    assert len(sure) > 1000
    assert np.mean(sure) >= 0.998
    assert fit_reader.brier([(p, r.truth) for p, r in kept]) < 0.02
    whole = [(r.stated(SLOTS), r) for r in rows]
    known = [int(p.argmax()) == r.truth for p, r in whole if p.max() >= 0.99 and int(p.argmax()) not in r.unseen]
    assert np.mean(known) >= 0.998
