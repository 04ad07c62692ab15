"""Paints that look otherwise in this light than they were learned: found by what all their pieces share."""

from __future__ import annotations

import numpy as np

from vision.camera import Array
from vision.paints import PRIOR, WITHIN, Paint
from vision.palette import told

BLUE, GREEN, BROWN = np.array([-0.1, -1.8, -3.2]), np.array([-2.4, -1.5, -3.0]), np.array([-2.7, -2.3, -1.6])
BLACK = np.array([-3.6, -3.6, -3.6])
SEEN = [Paint("", mean, 0.004 * np.eye(3), WITHIN, 3.0) for mean in (BLUE, GREEN, BROWN)]
WORD = Paint("black", BLACK, PRIOR, WITHIN)


def tops(*around: Array, seed: int = 3) -> Array:
    return np.stack(around) + np.random.default_rng(seed).normal(0, 0.06, (len(around), 3))


def test_pieces_that_err_alike_tell_the_shift_of_their_paint_and_of_no_other() -> None:
    off = np.array([-0.3, -0.5, -0.1])
    found = told(tops(BLUE + off, BLUE + off, BLUE + off, GREEN, GREEN, BROWN), SEEN)
    assert np.abs(found.shifts[0] - off).max() < 0.2
    assert np.abs(found.shifts[1:]).max() < 0.1
    assert found.likes.argmax(axis=1).tolist() == [0, 0, 0, 1, 1, 2]


def test_the_others_tell_what_a_top_is_never_the_top_itself() -> None:
    """A disc that looks a little like dark brown: alone it is as unlike brown as it was learned."""
    odd = BROWN + np.array([0.2, -0.3, -0.6])
    alone, among = (told(tops(*seen), [*SEEN, WORD]).likes[0] for seen in ([odd], [odd, odd, odd, BROWN - 0.02]))
    assert alone[2] < alone[3] + 3, "it may be a black that was never seen"
    assert among[3] > alone[3], "others that look so speak for it"


def test_tops_in_a_paint_that_was_never_seen_are_left_to_it() -> None:
    found = told(tops(*[BLACK] * 5, GREEN, GREEN), [*SEEN, WORD])
    assert np.abs(found.shifts[:3]).max() < 0.1
    assert found.likes.argmax(axis=1).tolist() == [3] * 5 + [1, 1]


def test_a_top_that_mirrors_a_lamp_is_still_its_paint() -> None:
    """Light is added: what is dark is lifted most."""
    gleam = np.log(np.exp(BLUE) + 0.1)
    likes = told(tops(BLUE, gleam), SEEN).likes[1]
    assert likes[0] > max(likes[1:]) + 2


def test_nothing_that_shows_moves_nothing() -> None:
    assert told(np.zeros((0, 3)), SEEN).likes.shape == (0, 4)
