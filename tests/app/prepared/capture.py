"""Views of the capture: Hibernia's house board as if it were somebody's own, caught in the middle of each step."""

from __future__ import annotations

from functools import cache

import numpy as np
from attrs import evolve

from companion import i18n
from companion.app import setup_views as v
from companion.app.live.capture import view_of
from companion.app.viewmodel import Choice
from companion.capture.draft import Op, Spot, plain_spot
from companion.capture.eyes import NoEyes
from companion.capture.workshop import Workshop
from companion.engine.boards import house_board
from tests.app.prepared import picture as photo
from tests.app.prepared import setup as setup
from tests.app.prepared.table import lamps, speaker

SIZE = (1200, 900)
STEPS = ("corners", "size", "counties", "links", "central", "fortress", "shield", "track", "check")


@cache
def _ops(wrong: bool = False) -> tuple[Op, ...]:
    board = house_board("hibernia")
    corners = [[x * SIZE[0], y * SIZE[1]] for x, y in photo.CAPTURE]
    ops: list[Op] = [
        {"do": "corners", "at": corners, "touched": 2},
        {"do": "size", "mm": [*board.size_mm], "tied": False},
    ]
    borders = []
    for s in board.spaces:
        if s.kind == "county":
            tags = {t for t in ("fortress", "central") if t in s.tags}
            if wrong and s.id == "brega":
                tags = set()
            ops.append(plain_spot(Spot(s.id, "county", s.centre, s.polygon, s.ink, tags=frozenset(tags))))
            borders += [[s.id, n, 6.0 if s.id == "umall" else 20.0] for n in s.neighbours if s.id < n]
        elif s.kind == "shield":
            ops.append(plain_spot(Spot("shield", "shield", s.centre, s.polygon)))
    ops.append({"do": "borders", "of": borders})
    cells = [
        plain_spot(Spot(s, "space", board.space[s].centre, ink=board.space[s].ink)) for s in board.tracks[0].spaces
    ]
    at = [board.space[board.tracks[0].spaces[i]].centre for i in (0, 14, 24, 38, 47)]
    ops.append({"do": "row", "id": "track", "touched": [list(p) for p in at], "cells": cells, "side_mm": 22})
    return tuple(ops)


def _shop(step: str, wrong: bool = False) -> Workshop:
    shop = Workshop("hibernia")
    shop.picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    done: list[Op] = [{"do": "done", "step": s} for s in STEPS[: STEPS.index(step)]]
    shop.draft.touch(*_ops(wrong), *done)
    return shop


def _view(lang: str, shop: Workshop) -> v.CaptureView:
    before = i18n.language()
    i18n.use(lang)
    try:
        return view_of(shop.stage(), shop, lamps(speaker(lang)))
    finally:
        i18n.use(before)


def step(lang: str, name: str) -> v.CaptureView:
    return _view(lang, _shop(name))


def county(lang: str) -> v.CaptureView:
    shop = _shop("counties")
    shop.chosen = {"spot": "laigin"}
    return _view(lang, shop)


def linking(lang: str) -> v.CaptureView:
    shop = _shop("links")
    shop.chosen = {"from": "mide"}
    return _view(lang, shop)


def brush(lang: str) -> v.CaptureView:
    shop = _shop("track")
    shop.chosen = {"brush": "green"}
    return _view(lang, shop)


def wrong(lang: str) -> v.CaptureView:
    return _view(lang, _shop("check", wrong=True))


def sheet(lang: str) -> v.CameraView:
    """A map may be drawn without a picture as well."""
    s = speaker(lang)
    text = s("die Karte auf ein leeres Blatt zeichnen", "draw the map on an empty sheet")
    return evolve(setup.camera(lang, ready=True), more=(Choice("sheet", s("Kein Bild", "No picture"), text),))


def phone(lang: str) -> v.CameraView:
    s = speaker(lang)
    off = tuple(
        v.Check("off", t, s("noch kein Bild", "no picture yet"))
        for t in (
            s("Ganzer Plan", "Whole board"),
            s("Nah genug", "Near enough"),
            s("Licht", "Light"),
            s("Ruhig", "Steady"),
        )
    )
    return v.CameraView(
        s("Kamera aufstellen", "Place the camera"),
        s("Schritt 1 von 3", "Step 1 of 3"),
        lamps(s, s("nicht verbunden", "not connected"), "off"),
        s("Legt den leeren Plan unter die Kamera.", "Lay the empty board under the camera."),
        off,
        (),
        "phone",
        s("zur Auswahl", "to the choice"),
        False,
        "http://192.168.1.20:8080/video",
        s("Adresse der Handykamera", "Address of the phone's camera"),
    )


def parts(lang: str) -> v.CaptureView:
    """Löwenherz: which part lies where; one of them is being changed."""
    from companion.games.loewenherz.capture import PLACES, part_squares, place_box

    shop = Workshop("loewenherz")
    shop.picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    size = (500.0, 333.3)
    ops: list[Op] = [
        {"do": "corners", "at": [[x * SIZE[0], y * SIZE[1]] for x, y in photo.CAPTURE], "touched": 4},
        {"do": "size", "mm": list(size)},
        {"do": "done", "step": "corners"},
        {"do": "done", "step": "size"},
    ]
    for i, (place, part) in enumerate(zip(PLACES, part_squares(), strict=True)):
        ring = place_box(i, size)
        middle = ((ring[0][0] + ring[2][0]) / 2, (ring[0][1] + ring[2][1]) / 2)
        ops.append(plain_spot(Spot(place, "part", middle, ring, name=f"{part}{i % 4}")))
    shop.draft.touch(*ops)
    shop.chosen = {"place": PLACES[1]}
    return _view(lang, shop)


def _fields() -> Workshop:
    """A map of Walisk drawn on an empty sheet."""
    shop = Workshop("walisk")
    shop.picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    shop.draft.touch(
        {"do": "corners", "at": [[x * SIZE[0], y * SIZE[1]] for x, y in photo.CAPTURE], "touched": 4},
        {"do": "size", "mm": [500.0, 350.0]},
        *({"do": "done", "step": s} for s in ("corners", "size")),
    )
    shop._eyes = ((shop.drawn.corners, shop.size_mm), NoEyes())
    for brush, places in (("settle", (0.35, 0.5, 0.62)), ("sea", (0.3, 0.7)), ("home", (0.45,)), ("void", (0.56,))):
        shop.choose(f"brush:{brush}")
        for i, x in enumerate(places):
            shop.tap((x, 0.45 + 0.12 * (i % 2) + {"settle": 0.0, "sea": 0.2}.get(brush, 0.32)))
    return shop


def fields(lang: str) -> v.CaptureView:
    return _walisk(lang, 0)


def signs(lang: str) -> v.CaptureView:
    """Sea fields at the rim are proposed."""
    return _walisk(lang, 2, "brush:rim")


def waters(lang: str) -> v.CaptureView:
    """A lake is told by its shore."""
    return _walisk(lang, 3, "brush:lake", (0.35, 0.45), (0.5, 0.57))


def _walisk(lang: str, on: int, key: str = "", *touches: tuple[float, float]) -> v.CaptureView:
    before = i18n.language()
    i18n.use(lang)
    shop = _fields()
    for _n in range(on):
        shop.next()
    if key:
        shop.choose(key)
    for at in touches:
        shop.tap(at)
    i18n.use(before)
    return _view(lang, shop)


def score(lang: str) -> v.CaptureView:
    """The score board of Vikings Gone Wild: the next number is asked for."""
    shop = Workshop("vikings_gone_wild")
    shop.picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    shop.draft.touch(
        {"do": "corners", "at": [[x * SIZE[0], y * SIZE[1]] for x, y in photo.CAPTURE], "touched": 4},
        {"do": "size", "mm": [600.0, 400.0]},
        *({"do": "done", "step": s} for s in ("corners", "size")),
        *(plain_spot(Spot(f"vp_{n}", "vp_corner", at)) for n, at in ((0, (22.0, 18.0)), (1, (60.0, 18.0)))),
    )
    return _view(lang, shop)
