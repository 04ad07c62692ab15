"""Real photographs of draughts boards, their markers ignored: four touches, and every square is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from attrs import evolve

from companion.engine.boards import load_board
from companion.table.layout import layout_of
from tests.vision.test_photographs import PHOTOS, ROOT, checkers, lying, tally
from vision.camera import View
from vision.capture.fit import fit_corners
from vision.reader import Reader

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not (PHOTOS / "manifest.json").exists(), reason="the photographs are not beside the project"),
]
AREA_MM = [[62, 62], [302, 62], [302, 302], [62, 302]]


@pytest.mark.parametrize("item", checkers(), ids=lambda i: Path(i["file"]).stem)
def test_every_square_by_four_touches(item: dict[str, Any]) -> None:
    """64 of 64 squares right, none confidently wrong; touches miss by up to two pixels and are drawn to the print."""
    truth = item["ground_truth"]
    board = load_board(ROOT / f"tests/vision/boards/checkers_{truth['dark_square_colour']}.yaml")
    frame = cv2.imread(str(PHOTOS / item["file"]))
    size = (frame.shape[1], frame.shape[0])
    reader = Reader(evolve(layout_of(board), marks=None))
    rng = np.random.default_rng(len(item["file"]))
    corners = np.array(truth["playing_area_corners_H1_H8_A8_A1"], np.float64) + rng.uniform(-2, 2, (4, 2))
    to = cv2.getPerspectiveTransform(np.array(AREA_MM, np.float32), corners.astype(np.float32))
    w, h = board.size_mm
    sheet = cv2.perspectiveTransform(np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float64), to)[0]
    outlines = [s.polygon for s in board.spaces if len(s.polygon) > 2]
    touched = [(float(x), float(y)) for x, y in sheet]
    drawn = fit_corners(np.asarray(frame, np.uint8), [touched], (w, h), outlines, turns=(0,))
    view = reader.tracker.touch(drawn.corners, size)
    assert isinstance(view, View)
    assert view.source == "corners"
    seen = reader.read(frame)
    assert seen.pose is not None
    right, surely_wrong = tally(seen, lying(truth))
    assert (right, surely_wrong) == (64, 0), (right, surely_wrong)
