"""A map of one's own for Walisk, drawn by touch through the real backend on an empty sheet, and then played on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import i18n
from companion.app import setup_views as v
from companion.app.viewmodel import TableView
from companion.capture import walisk
from companion.capture.tablet import CaptureHands, Tablet
from companion.capture.workshop import Workshop
from companion.games.walisk.maps import draft_of

COLUMNS, ROWS = 6, 4
SEAS = {(c, 0) for c in range(COLUMNS)} | {(c, ROWS - 1) for c in range(COLUMNS)}
HOME, VOID = (2, 2), (4, 2)
PLAYERS = tuple(v.Player(n, c) for n, c in (("Anna", "red"), ("Ben", "blue")))


def at(place: tuple[int, int]) -> tuple[float, float]:
    return (0.1 + 0.16 * place[0], 0.14 + 0.24 * place[1])


def kind(place: tuple[int, int]) -> str:
    return "sea" if place in SEAS else "home" if place == HOME else "void" if place == VOID else "settle"


def draw(hands: object) -> None:
    """Every touch of somebody who draws a small map."""
    places = [(c, r) for r in range(ROWS) for c in range(COLUMNS)]
    for brush in ("settle", "home", "void", "sea"):
        hands.choose(f"brush:{brush}")
        for p in places:
            if kind(p) == brush:
                hands.tap(at(p))
    hands.next()
    assert hands.stage().step == "links"
    hands.next()
    hands.choose("brush:tribe:atlier")
    hands.tap(at((0, 1)))
    hands.choose("brush:travel")
    hands.tap(at((0, 0)))
    hands.next()
    hands.choose("brush:steep")
    hands.tap(at((1, 1)))
    hands.tap(at((1, 0)))
    hands.choose("brush:fresh")
    hands.tap(at((2, 1)))
    hands.tap(at((3, 1)))
    hands.next()


def test_a_map_of_ones_own_is_drawn_and_played_on(tmp_path: Path) -> None:
    tablet = Tablet(tmp_path, "walisk")
    try:
        tablet.choose(PLAYERS, "none", board="new")
        tablet.until(lambda: v.CameraView in tablet.views)
        tablet.tap("camera_more", "sheet")
        tablet.until(lambda: tablet.place == "capture")
        hands = CaptureHands(tablet)
        draw(hands)
        stage = hands.stage()
        assert stage.step == "check"
        assert stage.ready, [n.text for n in stage.notes]
        assert all(n.text and "{" not in n.text for n in stage.notes)
        hands.next()
        assert tablet.until(lambda: tablet.place == "guide")
        session = tablet.backend.sitting.session
        own = draft_of(session.config.board)
        assert len(own.fields) == COLUMNS * ROWS
        found = {k: sum(f.kind == k for f in own.fields) for k in ("settle", "home", "void", "sea")}
        assert found == {"settle": 10, "home": 1, "void": 1, "sea": 12}
        assert len(own.steep) == 1
        (river,) = own.rivers
        assert len(river.segments[0]) == 2
        assert [f.tribe for f in own.fields if f.tribe] == ["atlier"]
        tablet.tap("guide_skip")
        assert tablet.until(lambda: tablet.place == "table" and TableView in tablet.views)
        assert len(tablet.view(TableView).board.drawing.shapes) >= COLUMNS * ROWS
        assert session.length > 0  # the lots of the set-up were drawn: the rules play on this map
    finally:
        tablet.close()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_cannot_be_is_said_and_nothing_changes(lang: str) -> None:
    i18n.use(lang)
    shop = Workshop("walisk")
    shop.empty_sheet((500.0, 350.0))
    shop.tap((0.2, 0.2))
    before = shop.drawn
    shop.tap((0.2, 0.2))
    assert shop.drawn == before
    assert shop.said == {"en": "This field is there already.", "de": "Dieses Feld ist schon da."}[lang]
    shop.next()
    assert shop.step.id == "fields"  # one field is no map
    assert walisk.playable(shop.drawn)
    shop.choose("brush:sea")
    shop.tap((0.2, 0.2))  # it is a sea field after all
    (spot,) = shop.drawn.of("field")
    assert walisk.kind_of(spot) == "sea"
    for at_ in ((0.4, 0.2), (0.6, 0.2), (0.8, 0.2)):
        shop.tap(at_)
    shop.next()
    shop.next()
    shop.choose("brush:tribe:gauten")
    shop.tap((0.4, 0.2))
    assert shop.said
    shop.next()
    shop.tap((0.2, 0.2))
    shop.tap((0.4, 0.2))
    assert shop.said  # two sea fields have no coast
    shop.next()
    assert not shop.stage().ready  # nobody can begin there
    shop.choose("step:fields")
    assert shop.step.id == "fields"
