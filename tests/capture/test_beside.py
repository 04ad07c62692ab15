"""Loose marker cards: four touches tie them to the board; it is found by them, and a pushed one is noticed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion import i18n
from companion.app.controllers.learning import pushed
from companion.app.live.owntable import OwnTable
from companion.capture.shelf import Reference, Shelf
from companion.engine.boards import board_from_mapping, house_board
from vision.camera import Refusal, View, apply, board_grid
from vision.capture.beside import TiedPose, loose_cards
from vision.capture.pictures import gray_of, write_reference
from vision.demo.conditions import draw_conditions
from vision.demo.table import DemoTable
from vision.layout import Layout

PX, SHEET, BOARD, AT = 4.0, (700.0, 480.0), (420.0, 300.0), (140.0, 90.0)  # the board lies at AT on a plain sheet
CARDS = {20: (70.0, 70.0), 21: (630.0, 60.0), 22: (625.0, 420.0), 23: (80.0, 400.0)}


def table_with(cards: Mapping[int, tuple[float, float]], shot: int = 0) -> tuple[Any, Any]:
    """A picture, and board mm -> px of it; the board has no print that could be found."""
    return photographed(tuple(cards.items()), shot)


@cache
def photographed(cards: tuple[tuple[int, tuple[float, float]], ...], shot: int) -> tuple[Any, Any]:
    art = np.full((round(SHEET[1] * PX), round(SHEET[0] * PX), 3), (150, 140, 128), np.uint8)
    x, y = (round(v * PX) for v in AT)
    art[y : y + round(BOARD[1] * PX), x : x + round(BOARD[0] * PX)] = (96, 118, 92)
    codes = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for n, (cx, cy) in cards:
        cell = round(30 * PX / 8)
        card = np.full((8 * cell, 8 * cell), 255, np.uint8)
        card[cell : 7 * cell, cell : 7 * cell] = cv2.aruco.generateImageMarker(codes, n, 6 * cell)
        turned = np.rot90(card, n % 4)
        left, top = round(cx * PX) - 4 * cell, round(cy * PX) - 4 * cell
        art[top : top + 8 * cell, left : left + 8 * cell] = turned[..., None]
    drawn = draw_conditions(11, mode="overcast", tilt_deg=14.0 + 9 * shot)
    table = DemoTable(art, SHEET, drawn, picture=(1280, 720))
    shift = np.array([[1, 0, AT[0]], [0, 1, AT[1]], [0, 0, 1.0]])
    return table.shoot(), table.truth().homography @ shift


@pytest.fixture(scope="module")
def tied() -> tuple[TiedPose, Any, Any]:
    picture, h = table_with(CARDS)
    return TiedPose(Layout("plain", BOARD, (), ()), gray_of(picture), h), picture, h


def miss_mm(view: View, h: Any) -> float:
    grid = board_grid(BOARD)
    return float(np.linalg.norm(apply(np.linalg.inv(view.h0), apply(h, grid)) - grid, axis=1).mean())


def test_a_plain_board_is_found_by_cards_wherever_they_lie(tied: Any) -> None:
    pose, picture, _h = tied
    assert sorted(loose_cards(gray_of(picture))) == sorted(CARDS)
    again, h = table_with(CARDS, 1)
    view = pose.find(gray_of(again))
    assert isinstance(view, View), view
    assert miss_mm(view, h) <= 2.0


def test_a_pushed_card_is_noticed_and_does_not_mislead(tied: Any) -> None:
    pose, _picture, _h = tied
    x, y = CARDS[21]
    again, h = table_with({**CARDS, 21: (x - 14, y + 9)}, 1)
    view = pose.find(gray_of(again))
    assert isinstance(view, View), view
    assert miss_mm(view, h) <= 2.0
    assert pose.tied.pushed(loose_cards(gray_of(again)), h) == (21,)


def test_cards_that_all_say_something_else_say_nothing(tied: Any) -> None:
    pose, _picture, _h = tied
    strewn = {20: (75.0, 110.0), 21: (600.0, 45.0), 22: (640.0, 380.0), 23: (130.0, 425.0)}
    again, _h = table_with(strewn, 1)
    assert isinstance(pose.find(gray_of(again)), Refusal)


def test_it_is_said_once_it_was_seen_twice_and_forgotten_when_it_lies_back(tmp_path: Path, tied: Any) -> None:
    _pose, picture, h = tied
    corners = apply(h, [(0, 0), (BOARD[0], 0), (BOARD[0], BOARD[1]), (0, BOARD[1])])
    write_reference(tmp_path / "reference.jpg", picture)
    ring = tuple((float(x), float(y)) for x, y in corners)
    own = OwnTable(tmp_path, Shelf(tmp_path), Reference(tmp_path / "reference.jpg", ring, BOARD))
    doc = {k: v for k, v in house_board("hibernia").doc.items() if k not in ("fiducials", "patches", "cuts_mm")}
    own.begin(board_from_mapping(doc, "plain"))
    x, y = CARDS[21]
    away, there = table_with({**CARDS, 21: (x - 14, y + 9)}, 1)
    assert not own.watch_cards(away, there)
    assert own.watch_cards(away, there)
    assert own.pushed == (21,)
    for lang, said in (("de", "Markenkarte 21 wurde verschoben"), ("en", "Marker card 21 was pushed")):
        i18n.use(lang)
        assert pushed(own.pushed).text.startswith(said)
    back, there = table_with(CARDS, 1)
    assert own.watch_cards(back, there)
    assert own.pushed == ()
