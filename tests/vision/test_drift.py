"""Paints that look otherwise in this light than they were learned: found by what all their pieces share."""

from __future__ import annotations

import numpy as np

from vision.camera import Array
from vision.drift import shifts

BLUE, GREEN, BROWN = np.array([-0.1, -1.8, -3.2]), np.array([-2.4, -1.5, -3.0]), np.array([-2.7, -2.3, -1.6])
PAINTS = {"blue": BLUE, "green": GREEN, "brown": BROWN}
BLACK = (np.array([-3.6, -3.6, -3.6]), 0.15 * np.eye(3))


def tops(*around: Array, seed: int = 3) -> Array:
    return np.stack(around) + np.random.default_rng(seed).normal(0, 0.06, (len(around), 3))


def test_pieces_that_err_alike_tell_the_shift_of_their_paint_and_of_no_other() -> None:
    off = np.array([-0.5, -0.9, 0.0])
    found = shifts(tops(BLUE + off, BLUE + off, BLUE + off, GREEN, GREEN, BROWN), PAINTS)
    assert np.abs(found["blue"] - off).max() < 0.25
    assert max(np.abs(found[k]).max() for k in ("green", "brown")) < 0.1


def test_a_single_top_moves_no_paint_where_another_paint_was_never_seen() -> None:
    grey = np.array([-2.3, -2.2, -2.1])
    assert np.abs(shifts(tops(grey), PAINTS)["brown"]).max() > 0.1
    assert all(np.abs(v).max() < 1e-9 for v in shifts(tops(grey), PAINTS, [BLACK]).values())


def test_tops_in_a_paint_that_was_never_seen_are_left_to_it() -> None:
    found = shifts(tops(*[BLACK[0]] * 5, GREEN, GREEN), PAINTS, [BLACK])
    assert max(np.abs(v).max() for v in found.values()) < 0.1


def test_tops_that_do_not_agree_move_nothing() -> None:
    """Some in a gleam, one that is print: brown stays what was learned."""
    stray = [(0.0, 0.1, 0.2), (0.9, 0.7, 0.5), (0.6, 0.1, 0.7), (-0.3, 0.2, 0.9), (0.1, 0.6, -0.4)]
    assert np.abs(shifts(tops(*(BROWN + s for s in stray)), PAINTS)["brown"]).max() < 0.1


def test_nothing_that_shows_moves_nothing() -> None:
    assert shifts(np.zeros((0, 3)), PAINTS) == {}
