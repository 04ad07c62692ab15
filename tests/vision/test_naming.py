"""Paints of small cubes are named by the whole table, and what is said of their numbers is a probability."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from vision.naming import Names, named
from vision.odds import COUNTS, GUESS, MOST

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from held import logistic

RED, BLUE, YELLOW = (np.log(np.array(c)) for c in ((0.08, 0.06, 0.55), (0.5, 0.2, 0.07), (0.07, 0.6, 0.7)))
SPREAD = 0.02 * np.eye(3)
NAMES = Names([(c, SPREAD) for c in (RED, BLUE, YELLOW)], [(c, 4 * SPREAD) for c in (RED, BLUE, YELLOW)])


def best(row: dict[int, float]) -> int:
    return max(row, key=row.__getitem__)


def test_paints_are_named_by_what_was_learned() -> None:
    rows = named(NAMES, [[(RED + 0.05, 2), (YELLOW - 0.05, 1)], [(BLUE, 3)]], [[0, 1, 2], [0, 1, 2]])
    assert [[best(r) for r in area] for area in rows] == [[0, 2], [1]]
    assert all(max(r.values()) == 0.0 for area in rows for r in area)


def test_only_colours_that_may_lie_there_are_named() -> None:
    rows = named(NAMES, [[(RED, 1)]], [[1, 2]])
    assert set(rows[0][0]) == {1, 2}


def test_a_lamp_that_all_tops_of_an_area_mirror_changes_no_name() -> None:
    mirrored = [(np.log(np.exp(c) + 0.12), 3) for c in (RED, BLUE)]
    assert [best(r) for r in named(NAMES, [mirrored], [[0, 1, 2]])[0]] == [0, 1]


def test_an_area_without_paints_says_nothing() -> None:
    assert named(NAMES, [[], [(RED, 1)]], [[0, 1], [0, 1]])[0] == []


def test_a_curve_is_found_again_in_what_it_made() -> None:
    rng = np.random.default_rng(1)
    x = np.column_stack([np.ones(4000), rng.normal(size=4000)])
    y = rng.random(4000) < 1 / (1 + np.exp(-(x @ np.array([0.5, 1.5]))))
    assert logistic(list(zip(x, y.tolist(), strict=True))) == pytest.approx((0.5, 1.5), abs=0.15)


def test_no_number_is_said_to_be_certain_or_worse_than_a_guess() -> None:
    wide = np.array([1.0, 40.0, 40.0, 40.0, 0.0, 1.0, 0.0, 1.0])
    for features in (wide, -wide):
        p = COUNTS.right(True, features)
        assert GUESS <= p <= MOST
