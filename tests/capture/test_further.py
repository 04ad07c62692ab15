"""A county of each colour is touched, and the others are found: by their print, whatever the light."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion import i18n
from companion.capture.geometry import inside
from tests.capture.boards import cornered
from vision.capture.areas import Areas
from vision.capture.flat import FlatPicture
from vision.capture.further import further

SIZE, SCALE = (400.0, 300.0), 2.0
SEA, BLUE, GREEN = (190, 160, 120), (190, 100, 60), (80, 150, 90)
# x, y of the upper left corner, print: two rows of lands with a ragged lower edge
LANDS = [(60 + 70 * i, 60 + 80 * k, (BLUE, GREEN)[(i + k) % 2]) for k in range(2) for i in range(4)]


def ring(x: int, y: int) -> list[tuple[int, int]]:
    return [(x, y), (x + 66, y), (x + 66, y + 60), (x + 48, y + 74), (x + 22, y + 62), (x, y + 72)]


def middle(x: int, y: int) -> tuple[float, float]:
    return (x + 33.0, y + 33.0)


def sheet(haze: float = 0.0) -> np.ndarray:
    """Lands in the sea, and spaces of a track in their colours below; ``haze``: a lamp's over the right half (BGR)."""
    art = np.full((round(SIZE[1] * SCALE), round(SIZE[0] * SCALE), 3), SEA, np.uint8)
    for x, y, paint in LANDS:
        cv2.fillPoly(art, [(np.array(ring(x, y)) * SCALE).astype(np.int32)], paint)
    for i in range(12):
        at = (round((30 + 28 * i) * SCALE), round(260 * SCALE))
        cv2.rectangle(art, at, (at[0] + round(26 * SCALE), at[1] + round(22 * SCALE)), (BLUE, GREEN)[i % 2], -1)
    x = np.arange(art.shape[1]) / SCALE
    light = haze / (1 + np.exp((200 - x) / 12.0))
    noise = np.random.default_rng(4).normal(0, 2, art.shape)
    soft = cv2.GaussianBlur(art, (0, 0), 0.7).astype(np.float32)
    return np.asarray(np.clip(soft + light[None, :, None] + noise, 0, 255), np.uint8)


@pytest.mark.parametrize("haze", [0.0, 45.0])
def test_lands_are_found_by_their_print_also_in_the_haze_of_a_lamp(haze: float) -> None:
    areas = Areas(FlatPicture(sheet(haze), SCALE, SIZE))
    touched = [middle(*LANDS[0][:2]), middle(*LANDS[1][:2])]
    known = [(at, areas.outline(at).polygon) for at in touched]
    found = further(areas, known, 18)
    held = [[i for i, (x, y, _p) in enumerate(LANDS) if inside(ring(x, y), at)] for at, _outline in found]
    assert all(len(h) == 1 for h in held), "neither the sea nor a space of the track is a land"
    assert sorted(i for h in held for i in h) == list(range(2, 8)), "each of the others once"
    for at, outline in found:
        x, y, _paint = next(p for p in LANDS if inside(ring(*p[:2]), at))
        own, true = (areas.flat.mask(r) > 0 for r in (outline.polygon, ring(x, y)))
        assert (own & true).sum() > 0.85 * (own | true).sum() or not outline.sure


def test_so_many_and_no_more() -> None:
    areas = Areas(FlatPicture(sheet(), SCALE, SIZE))
    at = middle(*LANDS[0][:2])
    assert len(further(areas, [(at, areas.outline(at).polygon)], 2)) == 2


@pytest.mark.parametrize(
    ("lang", "first", "then", "found"),
    [
        ("en", "Touch one county of each colour first: 1", "Find the others", "more counties were found"),
        ("de", "Tippt zuerst eine Grafschaft jeder Farbe an: 1", "Die anderen finden", "weitere Grafschaften gefunden"),
    ],
)
def test_one_touch_finds_the_others_and_undo_takes_them_back(lang: str, first: str, then: str, found: str) -> None:
    i18n.use(lang)
    art = sheet()
    shop = cornered(art, SIZE)
    assert not shop.stage().picks, "nothing is known that others could be like"
    x, y = middle(*LANDS[0][:2])
    shop.tap((x / SIZE[0], y / SIZE[1]))
    assert shop.stage().sentence.startswith(first)
    assert (shop.stage().picks[0].key, shop.stage().picks[0].text) == ("further", then)
    before = shop.drawn
    shop.choose("further")
    assert found in shop.stage().sentence
    spots = shop.drawn.of("county")
    assert len({s.id for s in spots}) == len(spots) > 3
    assert all(s.ink and inside(s.polygon, s.at) for s in spots)
    shop.undo()
    assert shop.drawn == before


def test_where_nothing_is_alike_it_says_so() -> None:
    art = np.full((600, 800, 3), SEA, np.uint8)
    cv2.fillPoly(art, [(np.array(ring(60, 60)) * SCALE).astype(np.int32)], GREEN)
    shop = cornered(art, SIZE)
    x, y = middle(60, 60)
    shop.tap((x / SIZE[0], y / SIZE[1]))
    shop.choose("further")
    assert shop.stage().sentence.startswith("No further county is seen")
    assert len(shop.drawn.of("county")) == 1
