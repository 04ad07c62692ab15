"""Outlines of lands that light, rivers and border lines would mislead, and the one touch that adds what is missing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.capture.geometry import inside
from tests.capture.boards import cornered
from vision.capture.areas import Areas
from vision.capture.flat import FlatPicture
from vision.capture.stones import Stone, follow

SIZE = (300.0, 200.0)
SCALE = 2.0
SEA, GREEN, RED, CREAM, RIVER = (190, 160, 120), (80, 150, 90), (80, 80, 190), (210, 235, 245), (200, 150, 90)
LAND = [(60, 40), (200, 40), (200, 150), (60, 150)]


def sheet(line: tuple[int, int, int] | None = None, mm: float = 1.0) -> np.ndarray:
    """A green land with a red one beside it in the sea; ``line``: BGR of the border line, so many mm wide."""
    art = np.full((round(SIZE[1] * SCALE), round(SIZE[0] * SCALE), 3), SEA, np.uint8)
    for ring, paint in ((LAND, GREEN), ([(200, 40), (270, 40), (270, 150), (200, 150)], RED)):
        points = [(np.array(ring) * SCALE).astype(np.int32)]
        cv2.fillPoly(art, points, paint)
        if line is not None:
            cv2.polylines(art, points, True, line, round(mm * SCALE))
    return art


def noisy(art: np.ndarray, seed: int = 1) -> FlatPicture:
    noise = np.random.default_rng(seed).normal(0, 2, art.shape)
    return FlatPicture(np.clip(cv2.GaussianBlur(art, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8), SCALE, SIZE)


def likeness(flat: FlatPicture, polygon: object, true: object = LAND) -> float:
    a, b = flat.mask(polygon) > 0, flat.mask(true) > 0
    return float((a & b).sum() / (a | b).sum())


def test_a_pale_border_line_is_no_band_of_colour() -> None:
    flat = noisy(sheet(CREAM, 3.0))
    found = Areas(flat).outline((130.0, 95.0))
    assert likeness(flat, found.polygon) > 0.9
    assert np.linalg.norm(np.array(found.tone) - flat.tone(130.0, 95.0)) < 8, "the land's colour, not its line's"


def test_a_touch_on_a_wide_river_finds_both_banks() -> None:
    art = sheet((40, 40, 40))
    cv2.line(art, (int(100 * SCALE), int(40 * SCALE)), (int(160 * SCALE), int(150 * SCALE)), RIVER, round(3.8 * SCALE))
    flat = noisy(art)
    found = Areas(flat).outline((130.0, 95.0))
    assert likeness(flat, found.polygon) > 0.85
    assert not found.sure, "two banks may be two lands"


def test_a_land_that_light_falls_across_is_found_whole_or_said_to_be_unsure() -> None:
    art = sheet((40, 40, 40)).astype(np.float32)
    x = np.arange(art.shape[1]) / SCALE
    haze = 80.0 / (1 + np.exp((140 - x) / 9.0))  # a lamp's mirror image over the right half
    flat = noisy(np.clip(art + haze[None, :, None], 0, 255).astype(np.uint8))
    found = Areas(flat).outline((80.0, 95.0))
    assert likeness(flat, found.polygon) > 0.85 or not found.sure


def test_a_hill_under_the_finger_is_not_the_land() -> None:
    art = sheet((40, 40, 40))
    for dx in (-9, 0, 9):
        ring = np.array([(130 + dx - 7, 102), (130 + dx, 84), (130 + dx + 7, 102)]) * SCALE
        cv2.fillPoly(art, [ring.astype(np.int32)], (90, 96, 104))
    flat = noisy(art)
    assert likeness(flat, Areas(flat).outline((130.0, 97.0)).polygon) > 0.85


@pytest.mark.parametrize("corner", [14.0, 17.0])
def test_stones_are_followed_around_a_corner_and_not_into_the_next_row(corner: float) -> None:
    row = [Stone((20.0 + 24 * i, 180.0), 18.0) for i in range(10)]
    up = [Stone((236.0 + corner, 180.0 - 17 - 24 * i), 18.0) for i in range(6)]
    found = follow([*row, *up], row[0].at, up[-1].at)
    assert [s.at for s in found] == [s.at for s in (*row[1:], *up)]
    near = [Stone((20.0 + 24 * i, 160.0), 18.0) for i in range(10) if i != 4]
    gone = [s for s in row if s is not row[5]]
    found = follow([*gone, *near], row[0].at, row[-1].at)
    assert [round(s.at[0]) for s in found] == [44, 68, 92, 116, 140, 164, 188, 212, 236]
    assert all(abs(s.at[1] - 180) < 2 for s in found)
    assert [s.put for s in found].count(True) == 1
    gap = [s for i, s in enumerate(row) if i not in (4, 5)]  # a picture stands there, and the next row has none
    whole = [Stone((20.0 + 24 * i, 158.0), 18.0) for i in range(10)]
    assert all(abs(s.at[1] - 180) < 2 for s in follow([*gap, *whole], row[0].at, row[-1].at))


def test_a_part_that_is_missing_is_added_by_a_touch_in_it() -> None:
    """Also what lies between the two; a touch in another county adds nothing and says so."""
    art = sheet((40, 40, 40))
    cv2.rectangle(art, (int(125 * SCALE), int(40 * SCALE)), (int(137 * SCALE), int(150 * SCALE)), RIVER, -1)
    shop = cornered(art, SIZE)

    def tap(x: float, y: float) -> None:
        shop.tap((x / SIZE[0], y / SIZE[1]))

    tap(90, 95)
    tap(235, 95)
    (first, red) = shop.drawn.of("county")
    assert not inside(first.polygon, (170.0, 95.0))
    tap(90, 95)
    assert "more" in [p.key for p in shop.stage().picks]
    shop.choose("more")
    before = shop.drawn
    tap(235, 95)
    assert shop.drawn == before
    assert "No outline" in shop.stage().sentence
    assert "draw" in [p.key for p in shop.stage().picks]
    tap(170, 95)
    whole, same = shop.drawn.of("county")
    assert all(inside(whole.polygon, (x, 95.0)) for x in (90.0, 130.0, 170.0))
    assert whole.sure
    assert same == red
    assert shop.drawn.links() == {(first.id, red.id)}
    shop.undo()
    assert shop.drawn == before


def test_an_outline_is_drawn_by_one_finger_and_a_slight_slide_is_a_touch() -> None:
    art = sheet((40, 40, 40))
    shop = cornered(art, SIZE)

    def at(x: float, y: float) -> tuple[float, float]:
        return (x / SIZE[0], y / SIZE[1])

    shop.tap(at(90, 95))
    shop.tap(at(90, 95))
    shop.choose("draw")
    shop.drag(at(70, 50), at(72, 52))
    assert len(shop.stage().dots) == 1, "a corner that was touched"
    shop.drag(*(at(x, y) for x, y in [(70, 50), (120, 50), (120, 140), (70, 140), (70, 52)]))
    (land,) = shop.drawn.of("county")
    assert land.sure
    assert len(land.polygon) == 5
    assert inside(land.polygon, (100.0, 130.0))
    assert not inside(land.polygon, (130.0, 95.0))
    assert not shop.chosen
    before = shop.drawn
    shop.drag(at(70, 50), at(120, 50), at(100, 100))  # no outline is being drawn: a touch where it ends
    assert shop.drawn == before
    assert shop.chosen["spot"] == land.id


def test_an_area_on_the_sea_is_told_by_the_line_around_it() -> None:
    """And where there is none, the sea is not said to be one."""
    art = sheet((40, 40, 40))
    ring = [(8, 100), (44, 100), (44, 140), (26, 152), (8, 140)]
    cv2.polylines(art, [(np.array(ring) * SCALE).astype(np.int32)], True, (120, 110, 90), 1)
    flat = noisy(art)
    found = Areas(flat).outline((26.0, 122.0), ((130.0, 95.0), (235.0, 95.0)), whole=False)
    assert likeness(flat, found.polygon, ring) > 0.8
    bare = noisy(sheet((40, 40, 40)))
    found = Areas(bare).outline((26.0, 122.0), ((130.0, 95.0), (235.0, 95.0)), whole=False)
    assert not found.polygon or not found.sure
