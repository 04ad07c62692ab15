"""Löwenherz from the box: parts are told once, and known by their own pictures when they lie anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import pytest

from companion import i18n
from companion.app import setup_views as v
from companion.capture.planned import plan_of
from companion.capture.shelf import Shelf
from companion.capture.workshop import Workshop
from companion.games.loewenherz.capture import PLACES, lie_of
from companion.games.loewenherz.state import Phase
from tests.capture.tiles import any_lie, field, tiled_table
from tests.owners.tablet import CaptureHands, Tablet
from vision.camera import apply

PLAYERS = tuple(v.Player(n, c) for n, c in (("Anna", "gold"), ("Ben", "purple"), ("Clara", "rose")))


def picture_of(seed: int, shot: int) -> tuple[Any, Any, Any]:
    lies = any_lie(10 * seed + shot)
    table = tiled_table(seed, lies, shot)
    return lies, table.shoot(), apply(table.truth().homography, field(table.size_mm))


def touch_corners(hands: Any, corners: Any, size: tuple[int, int]) -> None:
    """As a person does who sees where the squares end."""
    for x, y in corners:
        hands.tap((x / size[0], y / size[1]))


def told(shop: Workshop) -> tuple[tuple[str, int], ...]:
    return tuple(lie_of(shop.drawn.spots[n]) for n in PLACES)


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.proof) for n in (2, 3))])
def test_parts_are_proposed_put_right_and_known_again(seed: int, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shop = shelf.workshop("loewenherz")
    lies, picture, corners = picture_of(seed, 0)
    shop.take_picture(picture)
    touch_corners(shop, corners, shop.size)
    shop.next()
    shop.next()
    assert shop.step.id == "parts"
    assert told(shop) == lies  # by the pattern of their squares
    shop.next()
    assert shop.finished
    owned = shelf.keep(shop)
    assert shelf.board(owned.id).data["lies"] == [list(x) for x in lies]
    again = shelf.workshop("loewenherz", owned.id)
    other, picture, corners = picture_of(seed, 1)
    again.take_picture(picture)
    assert again.step.id == "parts"  # all six are known again: nobody is asked for the corners
    found = sorted(again.drawn.corners, key=lambda p: p[0] + p[1])
    true = sorted(((float(x), float(y)) for x, y in corners), key=lambda p: p[0] + p[1])
    assert max(abs(a - b) for p, q in zip(found, true, strict=True) for a, b in zip(p, q, strict=True)) < 5
    assert told(again) == other
    assert all(again.drawn.spots[n].sure for n in PLACES)


def test_a_wrong_part_is_turned_or_changed_by_touch() -> None:
    shop = Workshop("loewenherz")
    lies, picture, corners = picture_of(1, 0)
    shop.take_picture(picture)
    touch_corners(shop, corners, shop.size)
    shop.next()
    shop.next()
    at = [p.at for p in shop.stage().patches[:6]]
    shop.tap(at[0])
    shop.tap(at[0])
    assert told(shop)[0] == (lies[0][0], (lies[0][1] + 1) % 4)
    shop.undo()
    shop.undo()
    assert told(shop) == lies
    shop.tap(at[0])
    shop.choose(f"part:{lies[3][0]}")
    now = [p for p, _q in told(shop)]
    assert (now[0], now[3]) == (lies[3][0], lies[0][0])
    shop.choose(f"part:{lies[0][0]}")  # put right again: both lie as the picture shows them
    assert told(shop) == lies
    shop.tap((0.001, 0.001))
    assert shop.said == "No part lies there."


def test_a_part_is_told_in_words_never_by_a_letter() -> None:
    for lang in ("en", "de"):
        i18n.use(lang)
        shop = Workshop("loewenherz")
        shop.empty_sheet((300.0, 200.0))
        shop.draft.touch(*shop.step.begin(shop._scene()))
        stage = shop.stage()
        assert stage.step == "parts"
        shop.tap(stage.patches[0].at)
        texts = [p.text for p in shop.stage().picks]
        assert len(set(texts)) == 6
        assert all(len(t) > 12 for t in texts), texts


@pytest.mark.parametrize("again", [False, pytest.param(True, marks=pytest.mark.proof)])
def test_through_the_screens_to_a_game_that_knows_the_lie(again: bool, tmp_path: Path) -> None:
    """Camera, corners, parts: how they lie is told to nobody again. Next time two touches suffice."""
    assert plan_of("loewenherz").loose
    lies, picture, corners = picture_of(2, 0)
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), picture)
    first = Tablet(tmp_path / "mine", "loewenherz", str(file))
    try:
        first.choose(PLAYERS)
        first.place_camera()
        hands = CaptureHands(first)
        touch_corners(hands, corners, (picture.shape[1], picture.shape[0]))
        hands.next()
        hands.next()
        assert hands.stage().step == "parts"
        hands.next()
        begun(first, lies)
    finally:
        first.close()
    if not again:
        return
    lies, picture, _corners = picture_of(2, 1)
    cv2.imwrite(str(file), picture)
    second = Tablet(tmp_path / "mine", "loewenherz", str(file))
    try:
        second.choose(PLAYERS)
        second.place_camera()
        hands = CaptureHands(second)
        hands.next()
        begun(second, lies)
    finally:
        second.close()


def begun(tablet: Tablet, lies: tuple[tuple[str, int], ...]) -> None:
    assert tablet.until(lambda: tablet.place == "table"), tablet.place
    session = tablet.backend.sitting.session
    assert session.state.phase == Phase.SETTLE
    assert session.state.layout == tuple(f"{p}{q}" for p, q in lies)
