"""Board parts in rendered pictures: known by their lands when nobody has shown them, by their own picture later on."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from companion.art.raster import board_image
from companion.engine.boards import house_board
from vision.camera import Array
from vision.demo.stranger_tiles import StrangerTiles, stranger_tiles
from vision.demo.table import DemoTable
from vision.parts import Part, PartReading, by_lands, cut, recognise, upright

BOARD = house_board("loewenherz")
GRID = BOARD.doc["grids"][0]
PARTS = GRID["parts"]["ids"]
LANDS = {
    name: [row[5 * (i % 3) : 5 * (i % 3) + 5] for row in GRID["inks"][5 * (i // 3) : 5 * (i // 3) + 5]]
    for i, name in enumerate(PARTS)
}
Lies = list[tuple[str, int]]


def lies(rng: random.Random) -> Lies:
    names = list(LANDS)
    rng.shuffle(names)
    return [(name, rng.randrange(4)) for name in names]


def places(x0: float, y0: float, side: float, jitter: float = 0.0, seed: int = 0) -> Iterator[tuple[str, Array]]:
    """Corners in mm of the six places; ``jitter``: how far people's corners are off."""
    rng = np.random.default_rng(seed)
    for i in range(6):
        x, y = x0 + i % 3 * side, y0 + i // 3 * side
        off = rng.uniform(-jitter, jitter, 2)
        yield f"place_{i + 1}", np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side)]) + off


def pictures(box: StrangerTiles, laid: Lies, seed: int, jitter: float = 1.5) -> dict[str, np.ndarray]:
    table = DemoTable(box.laid(laid), box.size_mm, seed)
    shot, h = table.shoot(), table.truth().homography
    return {p: cut(shot, h, c) for p, c in places(*box.frame_mm, 5 * box.cell_mm, jitter, seed)}


def found(readings: dict[str, PartReading]) -> Lies:
    return [(r.part, r.turn) for r in readings.values()]


def shown(seen: dict[str, np.ndarray], laid: Lies) -> list[Part]:
    """References as an owner makes them by choosing once what lies where."""
    return [Part(name, upright(picture, turn)) for (name, turn), picture in zip(laid, seen.values(), strict=True)]


@pytest.mark.parametrize("seed", [3, 8])
def test_strange_parts_are_told_by_their_lands_and_later_by_their_picture(seed: int) -> None:
    rng = random.Random(seed)
    box, first, later = stranger_tiles(seed, LANDS), lies(rng), lies(rng)
    seen = pictures(box, first, seed)
    assert found(by_lands(seen, LANDS)) == first
    assert found(recognise(pictures(box, later, seed + 1000), shown(seen, first))) == later


def test_the_printed_parts_are_told_by_their_lands() -> None:
    table = DemoTable(board_image(BOARD, 5.0), BOARD.size_mm, 5)
    shot, h = table.shoot(), table.truth().homography
    x, y = GRID["corner"]
    seen = {p: cut(shot, h, c) for p, c in places(x, y, 5 * GRID["cell_mm"])}
    assert found(by_lands(seen, LANDS)) == [(p, 0) for p in PARTS]


def test_what_is_none_of_the_parts_is_unknown() -> None:
    """A part that nobody has shown, bare wood, and no parts at all: nothing is guessed."""
    rng = random.Random(5)
    box, laid = stranger_tiles(5, LANDS), lies(rng)
    seen = pictures(box, laid, 5)
    known = shown(seen, laid)
    readings = recognise(pictures(box, laid, 1005), known[1:])
    assert not readings["place_1"].known
    assert found(readings)[1:] == laid[1:]
    noise = np.random.default_rng(1).integers(60, 160, (120, 120, 3)).astype(np.uint8)
    assert not recognise({"place_1": noise}, known)["place_1"].known
    assert not recognise(seen, ())["place_1"].known
    plain = {f"place_{i}": np.full((120, 120, 3), 128, np.uint8) for i in range(6)}
    assert not any(r.known for r in by_lands(plain, LANDS).values())


@pytest.mark.proof
def test_fifty_boxes() -> None:
    right, unknown, wrong = [0, 0], [0, 0], [0, 0]
    for seed in range(100, 150):
        rng = random.Random(seed)
        box, first, later = stranger_tiles(seed, LANDS), lies(rng), lies(rng)
        seen = pictures(box, first, seed)
        again = recognise(pictures(box, later, seed + 1000), shown(seen, first))
        for k, (got, want) in enumerate(((by_lands(seen, LANDS), first), (again, later))):
            for reading, truth in zip(got.values(), want, strict=True):
                right[k] += (reading.part, reading.turn) == truth
                unknown[k] += not reading.known
                wrong[k] += reading.known and (reading.part, reading.turn) != truth
    print(f"300 parts by lands: {right[0]} right, {unknown[0]} unknown, {wrong[0]} wrong")
    print(f"300 parts by picture: {right[1]} right, {unknown[1]} unknown, {wrong[1]} wrong")
    assert wrong == [0, 0]
    assert min(right) >= 285
