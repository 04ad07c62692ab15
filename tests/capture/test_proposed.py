"""Proposed corners of boards nobody has seen: outermost edges, and a word where another line may be the edge."""

from __future__ import annotations

import json
from typing import Any

import cv2
import numpy as np
import pytest
from attrs import evolve

from companion import i18n
from companion.capture.workshop import Workshop
from tests.owners.bench import PICTURE, placed
from tests.owners.person import NEAR_PX
from tests.strangers import stranger_board
from tests.strangers.chart import draw_chart
from tests.strangers.folio import draw_folio
from tests.strangers.lens import shoot
from vision.camera import apply
from vision.capture.corners import clockwise, propose_quads
from vision.demo.table import DemoTable

SIZE = (960, 540)
BOARD = ((180, 80), (800, 60), (860, 480), (130, 500))


def picture(*, frame: bool = False, second: bool = False) -> np.ndarray:
    """A table with a board; ``frame``: a dark line printed inside its edge; ``second``: another board beside it."""
    rng = np.random.default_rng(3)
    img = np.full((SIZE[1], SIZE[0], 3), (60, 80, 110), np.uint8)
    ring = np.array(BOARD if not second else [(60, 80), (440, 80), (440, 480), (60, 480)], np.int32)
    cv2.fillPoly(img, [ring], (190, 205, 210))
    if frame:
        middle = ring.mean(axis=0)
        cv2.polylines(img, [np.int32(middle + (ring - middle) * 0.94)], True, (40, 40, 40), 3, cv2.LINE_AA)
    if second:
        cv2.rectangle(img, (520, 80), (900, 480), (190, 205, 210), -1)
    return np.asarray(np.clip(img + rng.normal(0, 2, img.shape), 0, 255), np.uint8)


def far(quad: object, ring: object) -> float:
    return float(np.linalg.norm(np.asarray(quad) - np.asarray(ring), axis=1).max())


def test_a_printed_frame_is_not_the_edge() -> None:
    (found,) = propose_quads(picture(frame=True), 1)
    assert far(found.corners, BOARD) < 3.0
    assert found.sure


def test_another_board_beside_it_leaves_doubt_that_is_said_and_drawn() -> None:
    found = propose_quads(picture(second=True), 2)
    assert len(found) == 2
    assert not found[0].sure
    shop = Workshop("hibernia")
    shop.take_picture(picture(second=True))
    for lang, words in (("en", "edge of the board is not certain"), ("de", "Rand des Plans ist nicht sicher")):
        i18n.use(lang)
        assert words in shop.stage().sentence
    i18n.use("en")
    assert [s.look for s in shop.stage().strokes] == ["doubt"]
    x, y = shop.drawn.corners[0]
    shop.tap((x / SIZE[0], y / SIZE[1]))
    assert [s.look for s in shop.stage().strokes] == ["path"]


def test_a_board_alone_is_sure_and_says_nothing_of_others() -> None:
    shop = Workshop("hibernia")
    shop.take_picture(picture())
    assert not shop.drawn.unsure
    assert "proposed" in shop.stage().sentence


def test_a_plank_beside_the_board_is_not_its_edge() -> None:
    img = picture()
    cv2.fillPoly(img, [np.array([(0, 0), (168, 0), (112, 540), (0, 540)])], (80, 102, 134))  # of another tone
    (found,) = propose_quads(img, 1)
    assert far(found.corners, BOARD) < 3.0


def lying(game: str, hand: str, cloth: str, seed: int) -> tuple[Any, np.ndarray]:
    """A picture of a board of one hand on a cloth, "" for a table as it comes; its true corners in px."""
    if hand == "first":
        board = stranger_board(game, seed, 3.0)
        w, h = board.size_mm
        drawn, table = placed(board, seed)
        if cloth:
            table = DemoTable(board.art, board.size_mm, evolve(drawn, surface=cloth), picture=PICTURE)
        shot, ring = table.shoot(), apply(table.truth().homography, [(0, 0), (w, 0), (w, h), (0, h)])
    else:
        sheet = draw_folio(seed) if game == "hibernia" else draw_chart(seed)
        taken = shoot(sheet.art, sheet.size_mm, seed, cloth)
        w, h = sheet.size_mm
        shot, ring = taken.picture, taken.go(np.array([(0, 0), (w, 0), (w, h), (0, h)], float))
    return shot, clockwise(ring)


@pytest.mark.parametrize(("game", "hand", "cloth", "seed"), [
    ("brian_boru", "second", "gingham", 52), ("hibernia", "second", "gingham", 54),
    ("brian_boru", "first", "check", 202),  # rows of squares run along its sides
])  # fmt: skip
def test_a_board_on_a_patterned_cloth_is_found(game: str, hand: str, cloth: str, seed: int) -> None:
    shot, ring = lying(game, hand, cloth, seed)
    (found,) = propose_quads(shot, 1)
    assert far(found.corners, ring) < NEAR_PX


@pytest.mark.proof
@pytest.mark.parametrize("hand", ["first", "second"])
@pytest.mark.parametrize("cloth", ["", "patterned"])
def test_sure_corners_are_right(hand: str, cloth: str) -> None:
    """Boards nobody looked at while the search was made: ten of each game."""
    right = sure = wrong = all_ = 0
    for game in ("hibernia", "brian_boru"):
        for seed in range(201, 211):
            kind = ("check" if hand == "first" else ("gingham", "stripes")[seed % 2]) if cloth else ""
            shot, ring = lying(game, hand, kind, seed)
            (found,) = propose_quads(shot, 1)
            good = sum(float(min(np.linalg.norm(np.array(found.corners) - p, axis=1))) < NEAR_PX for p in ring)
            all_, right = all_ + 4, right + good
            sure, wrong = sure + 4 * found.sure, wrong + (4 - good) * found.sure
    print(json.dumps({"test": "corners", "hand": hand, "cloth": cloth or "a table as it comes", "corners": all_,
                      "right": right, "sure": sure, "sure and wrong": wrong}))  # fmt: skip
    assert wrong <= 0.01 * sure
    assert right > 0.4 * all_
