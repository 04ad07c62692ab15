"""Stickers on cards: drawn as OpenCV knows them, read on a slanting card, told like a tag, never a board's mark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.art import aruco, stickers
from companion.art.raster import marks_image
from companion.table.eye import StickerEye, stickers_of
from companion.table.messages import CardShown
from tests.e2e.test_curtain import session_of
from vision.stickers import DICTIONARY, StickerFinder

PX = 4.0  # of a camera over an A3 sheet, per mm


def drawn(marks: Any, size_mm: tuple[float, float], scale: float) -> NDArray[np.uint8]:
    """Marks on grey paper."""
    return np.ascontiguousarray(marks_image(marks, size_mm, scale, ground=(90, 120, 150)))


def test_the_words_are_those_of_opencv() -> None:
    assert stickers.DICTIONARY == DICTIONARY
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    assert len(stickers.WORDS) == 250
    for number, word in enumerate(stickers.WORDS):
        image = cv2.aruco.generateImageMarker(known, number, 7)
        cells = [[aruco.white(word, 5, r, c) for c in range(5)] for r in range(5)]
        assert (image[1:6, 1:6] > 0).tolist() == cells


def table(numbers: list[int], turn: float = 0.0, seed: int = 0) -> NDArray[np.uint8]:
    """A table with sticker cards, seen a little from the side, with blur and noise."""
    rng = np.random.default_rng(seed)
    marks: list[Any] = []
    for i, n in enumerate(numbers):
        marks += stickers.sticker(n, (60.0 + 50.0 * (i % 5), 60.0 + 60.0 * (i // 5)))
    flat = cv2.resize(drawn(marks, (320.0, 200.0), 8.0), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    h, w = flat.shape[:2]
    src = np.float32([(0, 0), (w, 0), (w, h), (0, h)])
    dst = np.float32([(60, 40), (w - 20, 10), (w - 40, h - 30), (10, h - 60)])
    seen = cv2.warpPerspective(flat, cv2.getPerspectiveTransform(src, dst), (w, h), borderValue=(60, 60, 60))
    if turn:
        seen = cv2.warpAffine(seen, cv2.getRotationMatrix2D((w / 2, h / 2), turn, 0.8), (w, h))
    noisy = cv2.GaussianBlur(seen, (3, 3), 0.8).astype(float) + rng.normal(0, 4, seen.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("turn", [0.0, 33.0, 180.0])
def test_each_sticker_is_read_and_nothing_else(turn: float) -> None:
    numbers = [0, 7, 13, 24, 39]
    assert list(StickerFinder(40).find(table(numbers, turn))) == numbers
    assert StickerFinder(20).find(table([24, 39], turn)) == ()


def test_the_boards_own_marks_are_no_stickers() -> None:
    marks: list[Any] = []
    for i, n in enumerate((0, 7, 13, 24)):
        marks += aruco.fiducial(n, (40.0 + 60.0 * i, 60.0), 30.0)
    assert StickerFinder(250).find(drawn(marks, (320.0, 200.0), PX)) == ()


def test_a_card_is_told_once_when_it_was_found_twice() -> None:
    eye = StickerEye("brian_boru", [f"action_{n}" for n in range(1, 26)])
    with_card, bare = table([13]), table([])
    assert eye.look(with_card, 0.0) == []
    assert eye.look(with_card, 0.2) == [CardShown("brian_boru:action_14", "camera")]
    for k in range(3):
        assert eye.look(with_card, 0.4 + 0.2 * k) == []
    for k in range(6):
        assert eye.look(bare, 1.0 + 0.2 * k) == []
    assert eye.look(with_card, 3.0) == []
    assert eye.look(with_card, 3.2) == [CardShown("brian_boru:action_14", "camera")]


def test_one_picture_of_three_is_searched_while_something_moves_and_a_still_one_once() -> None:
    class Spy(StickerFinder):
        searched: list[int] = []

        def _search(self, frame: Any) -> list[int]:
            self.searched.append(len(shown) - 1)
            return super()._search(frame)

    finder, moving = Spy(40), [table([13], float(k), seed=k) for k in range(7)]
    shown: list[Any] = []
    for picture in (moving[0], moving[0], *moving[1:], moving[6], moving[6]):
        shown.append(picture)
        finder.find(picture)
    assert finder.searched == [0, 3, 6, 8], "the first one, one of three, and the one that stays"


@pytest.mark.parametrize("seed", range(4))
def test_a_still_picture_is_known_as_one_that_was_never_seen_before(seed: int) -> None:
    """However cards come, go, move and are covered by hands."""
    rng = np.random.default_rng(seed)
    finder = StickerFinder(40)
    for step in range(8):
        numbers = [int(n) for n in rng.integers(0, 40, rng.integers(0, 9))]
        still = table(numbers, float(rng.choice([0.0, 0.0, 7.0])), step)
        for _ in range(int(rng.integers(0, 4))):
            hand, (x, y) = still.copy(), rng.integers(0, 600, 2)
            hand[y : y + 250, x : x + 300] = (90, 130, 200)
            finder.find(hand)
        finder.find(still)
        assert finder.find(still) == StickerFinder(40).find(still)


def test_a_card_that_is_held_up_and_never_still_is_read() -> None:
    eye = StickerEye("brian_boru", [f"action_{n}" for n in range(1, 26)])
    told = [eye.look(np.roll(table([13], seed=k), 9 * k, axis=1), 0.07 * k) for k in range(8)]
    assert [c for t in told for c in t] == [CardShown("brian_boru:action_14", "camera")]


def test_only_games_with_cards_are_looked_at() -> None:
    assert stickers_of(session_of("hibernia", 3, {})) is None
    eye = stickers_of(session_of("brian_boru", 3, {}))
    assert eye is not None
    assert eye.cards[:2] == ("action_1", "action_2")


def test_a_page_of_stickers(tmp_path: Path) -> None:
    out = tmp_path / "stickers.pdf"
    stickers.print_stickers(out, "Brian Boru", [f"card {n}" for n in range(1, 81)])
    assert out.read_bytes()[:5] == b"%PDF-"
    with pytest.raises(ValueError, match="250"):
        stickers.print_stickers(out, "too many", ["x"] * 251)
