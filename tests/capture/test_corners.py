"""Four corners in any order, or a sentence that says what is wrong with them."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

from companion import i18n
from companion.capture.corners import aspect, clockwise, fault
from companion.capture.frame import size_of
from companion.capture.workshop import Workshop
from vision.camera import apply
from vision.demo.view import look

SIZE = (1920, 1080)
GOOD = ((300.0, 200.0), (1500.0, 240.0), (1650.0, 900.0), (200.0, 950.0))


def test_any_order_is_put_in_order() -> None:
    for order in itertools.permutations(GOOD):
        assert clockwise(order) == GOOD
        assert fault(order, SIZE) == ""


@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_is_wrong_is_said(lang: str) -> None:
    i18n.use(lang)
    try:
        twice = fault((*GOOD[:3], GOOD[0]), SIZE)
        row = fault((GOOD[0], (900.0, 221.0), GOOD[1], GOOD[2]), SIZE)
        small = fault(((10, 10), (90, 12), (92, 80), (12, 84)), SIZE)
        missing = fault(GOOD[:2], SIZE)
        thin = fault(((0, 0), (1900, 0), (1900, 250), (0, 250)), SIZE)
    finally:
        i18n.use("en")
    assert len({twice, row, small, missing, thin, ""}) == 6
    if lang == "de":
        assert twice == "Zwei Ecken liegen an einer Stelle: Eine wurde zweimal angetippt."
        assert missing == "zwei Ecken fehlen." or missing == "2 Ecken fehlen."


@pytest.mark.parametrize("tilt", [0, 15, 30, 40])
def test_the_shape_of_the_board_is_seen(tilt: int) -> None:
    view = look(SIZE, [(0, 0), (500, 0), (500, 350), (0, 350)], tilt_deg=tilt, azimuth_deg=10, hfov_deg=64)
    corners = [tuple(p) for p in apply(view.homography, [(0, 0), (500, 0), (500, 350), (0, 350)])]
    assert abs(aspect(corners, SIZE) / (500 / 350) - 1) < 0.05


def test_touches_make_the_corners_and_the_size_follows() -> None:
    shop = Workshop("hibernia")
    shop.picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    for x, y in (GOOD[2], GOOD[0], GOOD[3]):
        shop.tap((x / SIZE[0], y / SIZE[1]))
        assert not shop.stage().ready
    shop.tap((GOOD[1][0] / SIZE[0], GOOD[1][1] / SIZE[1]))
    assert shop.drawn.corners == GOOD
    assert shop.stage().ready
    shop.tap((305 / SIZE[0], 205 / SIZE[1]))  # the nearest corner moves
    assert shop.drawn.corners[0] == (305.0, 205.0)
    shop.undo()
    assert shop.drawn.corners[0] == GOOD[0]
    shop.next()
    assert shop.step.id == "size"
    before = size_of(shop.drawn, SIZE)
    assert shop.drawn.size_mm == before  # kept as it was guessed, also where nobody corrects it
    shop.count("width", 1)
    assert shop.size_mm[0] == before[0] + 10
    shop.count("height", -1)
    shop.count("width", 10)
    w, h = shop.size_mm
    shop.count("width", -10)
    assert shop.size_mm == (w - 100, h)  # the second number was told itself


@pytest.mark.parametrize("seed", range(20))
def test_four_touches_make_the_board_whatever_was_proposed(seed: int) -> None:
    """In any order, each touch a little beside; also where a proposed corner is nearer to another one's place."""
    rng = random.Random(seed)
    shop = Workshop("brian_boru")
    shop.picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    wrong = [(rng.uniform(0, SIZE[0]), rng.uniform(0, SIZE[1])) for _ in range(4)]
    shop.draft.touch({"do": "corners", "at": [list(p) for p in clockwise(wrong)], "touched": 0})
    for x, y in rng.sample(GOOD, 4):
        shop.tap(((x + rng.uniform(-4, 4)) / SIZE[0], (y + rng.uniform(-4, 4)) / SIZE[1]))
    ring = shop.drawn.corners
    assert all(math.dist(p, q) < 8 for p, q in zip(ring, GOOD, strict=True)), ring
    assert shop.stage().ready
    x, y = GOOD[2]
    shop.tap(((x - 20) / SIZE[0], (y - 20) / SIZE[1]))  # touched again, nearer: the same corner
    assert math.dist(shop.drawn.corners[2], (x - 20, y - 20)) < 1
