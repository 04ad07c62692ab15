"""Real photographs of other people's boards, where they lie beside the project; none of them is kept here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.engine.boards import load_board
from companion.table.layout import layout_of
from tests.bench.lightbench import tops
from tests.bench.plain import read_plain
from vision.camera import View
from vision.observation import Observation
from vision.reader import Reader

ROOT = Path(__file__).resolve().parents[2]
PHOTOS = ROOT.parent / "shared" / "photos"
SURE = 3.0  # nats

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not (PHOTOS / "manifest.json").exists(), reason="the photographs are not beside the project"),
]


def checkers() -> list[dict[str, Any]]:
    if not (PHOTOS / "manifest.json").exists():
        return []
    images = json.loads((PHOTOS / "manifest.json").read_text(encoding="utf-8"))["images"]
    return [i for i in images if i["file"].startswith("checkers_aruco/")]


def lying(truth: Mapping[str, Any]) -> dict[str, str]:
    """Which disc lies on which square."""
    pieces = truth["pieces"]
    return {s: "disc:black" for s in pieces["black"]} | {s: "disc:beige" for s in pieces["beige_wood"]}


def tally(seen: Observation, lies: Mapping[str, str]) -> tuple[int, int]:
    """Squares that were read right, and those that were surely read wrong."""
    right = surely_wrong = 0
    for square, reading in seen.readings.items():
        ranked = tops(reading)
        if ranked[0][0] == lies.get(square, ""):
            right += 1
        elif ranked[0][1] - ranked[1][1] >= SURE:
            surely_wrong += 1
    return right, surely_wrong


@pytest.mark.parametrize("item", checkers(), ids=lambda i: Path(i["file"]).stem)
def test_every_square_of_a_draughts_board(item: dict[str, Any]) -> None:
    """64 of 64 squares right, none confidently wrong, the playing area's corners within a pixel."""
    truth = item["ground_truth"]
    board = load_board(ROOT / f"tests/vision/boards/checkers_{truth['dark_square_colour']}.yaml")
    layout = layout_of(board)
    frame = cv2.imread(str(PHOTOS / item["file"]))
    reader = Reader(layout)
    seen = reader.read(frame)
    assert seen.pose is not None
    h = np.array(seen.pose.homography).reshape(3, 3)
    area = np.array([[[62, 62], [302, 62], [302, 302], [62, 302]]], np.float64)
    corners = cv2.perspectiveTransform(area, h)[0]
    assert np.linalg.norm(corners - truth["playing_area_corners_H1_H8_A8_A1"], axis=1).max() < 1.0
    lies = lying(truth)
    right, surely_wrong = tally(seen, lies)
    assert (right, surely_wrong) == (64, 0)
    for square in truth.get("stacked_two_high", ()):
        stack = max(seen.readings[square].stacks, key=lambda s: s[1])[0]
        assert len(stack) == 2, square
    view = reader.tracker.view
    assert isinstance(view, View)
    plain = read_plain(frame, view, layout)
    plainly = sum(next(iter(plain[s.id]), "") == lies.get(s.id, "") for s in board.spaces)
    assert plainly <= right


def test_no_marker_where_there_is_none() -> None:
    """Boards without our marks are not found, never fitted."""
    board = load_board(ROOT / "boards/hibernia/house.yaml")
    for name in ("catan/board13.jpg", "go/imago_image.jpg", "colours/smarties.jpg", "dice/pic_dice.jpg"):
        seen = Reader(layout_of(board)).read(cv2.imread(str(PHOTOS / name)))
        assert seen.pose is None, name
        assert seen.state == "lost"
