"""Proposed corners of boards nobody has seen: outermost edges, and a word where another line may be the edge."""

from __future__ import annotations

import cv2
import numpy as np

from companion import i18n
from companion.capture.workshop import Workshop
from vision.capture.corners import propose_quads

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
    for lang, words in (("en", "may be the board's edge"), ("de", "kann der Rand sein")):
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
