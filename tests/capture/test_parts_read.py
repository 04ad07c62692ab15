"""Board parts in rendered pictures: known by their lands when nobody has shown them, by their own picture later on."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.art.raster import board_image
from companion.capture.seeing import PictureEyes
from companion.engine.boards import house_board
from companion.games.loewenherz.capture import SIDE, part_squares
from tests.capture.tiles import Lie, any_lie
from tests.strangers.tiles import StrangerTiles, stranger_tiles
from vision.camera import Array, apply
from vision.capture.flat import FlatPicture
from vision.capture.parts import lies_of, part_signatures, parts_seen, square_looks
from vision.capture.signature import Signature
from vision.demo.table import DemoTable

SQUARES = part_squares()
LETTERS = {"farm": ".", "forest": "F", "mountain": "M", "town": "S"}
LANDS = {
    part: ["".join(LETTERS[kind] for kind in kinds[i : i + SIDE]) for i in range(0, SIDE * SIDE, SIDE)]
    for part, kinds in SQUARES.items()
}
PART_MM = 100.0
FIELD = (3 * PART_MM, 2 * PART_MM)
Shot = tuple[np.ndarray, Array]  # picture, and the field's mm -> px


def shot_of(table: DemoTable, corner: tuple[float, float], part_mm: float, seed: int, jitter: float = 1.5) -> Shot:
    """A picture of the table and where somebody touched the field's corners; ``jitter``: mm by which they are off."""
    (x, y), w, h = corner, 3 * part_mm, 2 * part_mm
    picture = table.shoot()
    off = np.random.default_rng(seed).uniform(-jitter, jitter, (4, 2))
    px = apply(table.truth().homography, np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)]) + off)
    (fw, fh) = FIELD
    flat = np.array([(0, 0), (fw, 0), (fw, fh), (0, fh)], np.float32)
    return picture, np.asarray(cv2.getPerspectiveTransform(flat, px.astype(np.float32)), np.float64)


def shot(box: StrangerTiles, laid: tuple[Lie, ...], seed: int) -> Shot:
    return shot_of(DemoTable(box.laid(laid), box.size_mm, seed), box.frame_mm, SIDE * box.cell_mm, seed)


def read(seen: Shot, known: dict[str, Signature] | None = None) -> list[tuple[str, int, bool]]:
    return list(PictureEyes(*seen, FIELD, known).parts(SQUARES, SIDE))


def sure(laid: tuple[Lie, ...]) -> list[tuple[str, int, bool]]:
    return [(part, turn, True) for part, turn in laid]


def shown(seen: Shot, laid: tuple[Lie, ...]) -> dict[str, Signature]:
    """The parts' pictures as an owner makes them by telling once what lies where."""
    rings = {}
    for i, (part, turn) in enumerate(laid):
        x, y = PART_MM * (i % 3), PART_MM * (i // 3)
        box = np.array([(x, y), (x + PART_MM, y), (x + PART_MM, y + PART_MM), (x, y + PART_MM)])
        rings[part] = [(float(u), float(v)) for u, v in apply(seen[1], np.roll(box, -turn, axis=0))]
    return part_signatures(seen[0], rings, PART_MM)


@pytest.mark.parametrize("seed", [3, 8])
def test_strange_parts_are_told_by_their_lands_and_later_by_their_picture(seed: int) -> None:
    box, first, later = stranger_tiles(seed, LANDS), any_lie(seed), any_lie(seed + 1000)
    seen, again = shot(box, first, seed), shot(box, later, seed + 1000)
    assert read(seen) == sure(first)
    known = shown(seen, first)
    assert read(again, known) == sure(later)
    assert set(parts_seen(again[0], known, PART_MM)) == set(SQUARES), "each by its own picture"


def test_the_printed_parts_are_told_by_their_lands() -> None:
    board = house_board("loewenherz")
    grid = board.doc["grids"][0]
    table = DemoTable(board_image(board, 5.0), board.size_mm, 5)
    assert read(shot_of(table, grid["corner"], SIDE * grid["cell_mm"], 5)) == [(p, 0, True) for p in SQUARES]


def test_what_is_none_of_the_parts_is_unknown() -> None:
    """A part that nobody has shown, another box, noise, and a plain field: nothing is guessed."""
    box, laid = stranger_tiles(5, LANDS), any_lie(5)
    known = shown(shot(box, laid, 5), laid)
    del known[laid[0][0]]
    assert set(parts_seen(shot(box, laid, 1005)[0], known, PART_MM)) == {p for p, _ in laid[1:]}
    other = shot(stranger_tiles(6, LANDS), laid, 6)
    assert parts_seen(other[0], known, PART_MM) == {}
    noise = np.random.default_rng(1).integers(60, 160, (400, 600, 3)).astype(np.uint8)
    assert parts_seen(noise, known, PART_MM) == {}
    assert parts_seen(noise, {}, PART_MM) == {}
    for blank in (noise, np.full((400, 600, 3), 128, np.uint8)):
        looks = square_looks(FlatPicture(blank, 2.0, FIELD), 3 * SIDE, 2 * SIDE)
        assert not any(lie.sure for lie in lies_of(looks, SQUARES, SIDE))


@pytest.mark.proof
def test_fifty_boxes() -> None:
    right, unsure, wrong = [0, 0], [0, 0], [0, 0]
    for seed in range(100, 150):
        box, first, later = stranger_tiles(seed, LANDS), any_lie(seed), any_lie(seed + 1000)
        seen, again = shot(box, first, seed), shot(box, later, seed + 1000)
        known = shown(seen, first)
        for k, (picture, own, truth) in enumerate(((seen, None, first), (again, known, later))):
            got = read(picture, own)
            for (part, turn, certain), want in zip(got, truth, strict=True):
                right[k] += (part, turn) == want
                unsure[k] += not certain
                wrong[k] += certain and (part, turn) != want
    for k, how in enumerate(("lands", "picture")):
        print(f"300 parts by {how}: {right[k]} right, {unsure[k]} unsure, {wrong[k]} wrong")
    assert wrong == [0, 0]
    assert min(right) >= 285
