"""A capture on the glass: a finding is touched and leads to its step and back; the names of fields are typed."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.app import setup_views as v
from companion.app.live.backend import LiveBackend
from companion.app.taps import Tap
from companion.capture.draft import plain_drawn
from companion.capture.shelf import Shelf
from companion.engine.boards import house_board
from tests.capture.test_errors import DONE
from tests.capture.test_plans import house_drawn
from tests.owners.bench import PLAYERS

WALISK = tuple(v.Player(n, c) for n, c in (("Anna", "red"), ("Ben", "blue")))
SAID = {
    "de": ("19 Grafschaften sind da, der Plan hat zwanzig.", "Weiter"),
    "en": ("There are 19 counties; the board has twenty.", "Next"),
}


def live(table: Any, home: Path, lang: str) -> tuple[LiveBackend, Callable[[Callable[[], bool]], None]]:
    """The real backend behind the glass, and how to wait for it."""
    from companion.app.settings import Settings

    backend = LiveBackend(home)
    shell = table.shell
    shell.settings = Settings(motion="off", language=lang)
    shell.out = backend.post
    shell.restyle()
    backend.start(table.inbox)

    def until(true: Callable[[], bool]) -> None:
        end = time.monotonic() + 20
        while not true():
            assert time.monotonic() < end, " | ".join(table.said())
            time.sleep(0.01)
            table.settle()

    return backend, until


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_forgotten_county_is_touched_on_the_glass(table: Any, tmp_path: Path, lang: str) -> None:
    """A map on a sheet, gone on with at its last step; every touch is a finger on a widget."""
    shop = Shelf(tmp_path).workshop("hibernia")
    board = house_board("hibernia")
    shop.empty_sheet(board.size_mm)
    shop.draft.touch(*plain_drawn(house_drawn(laigin=None)))
    shop.draft.touch(*({"do": "done", "step": s} for s in DONE))
    backend, until = live(table, tmp_path, lang)
    finding, onward = SAID[lang]
    try:
        table.shell.post(Tap("set_up", v.Draft("hibernia", "none", PLAYERS, 0, {"board": "new"}, ())))
        until(lambda: finding in table.said())
        table.tap(next(r for r in table.parts("NoteRow") if r.value[0].title == finding))
        until(lambda: not table.parts("NoteRow"))  # the counties again
        laigin = board.space["laigin"]
        ink = next(p for p in table.parts("PickRow") if p.value.ink == laigin.ink)
        table.tap(ink)
        until(lambda: any(p.value.chosen and p.value.ink == laigin.ink for p in table.parts("PickRow")))
        picture = table.parts("Picture")[0]
        x, y = laigin.centre[0] / board.size_mm[0], laigin.centre[1] / board.size_mm[1]
        table.tap(picture, (picture.x + x * picture.width, picture.y + (1 - y) * picture.height))
        until(lambda: len(backend.capturing.shop.drawn.of("county")) == 20)
        until(lambda: table.screen.ready)
        outlined(table, until, backend.capturing.shop, (x, y))
        table.press(onward)  # to the links, which are looked at anew
        until(lambda: backend.capturing.shop.step.id == "links" and backend.capturing.idle)
        table.settle()
        table.press(onward)
        until(lambda: finding not in table.said() and backend.capturing.shop.step.id == "check")
        assert table.screen.value.sentence in table.said()
    finally:
        backend.close()
        i18n.use("de")


def outlined(table: Any, until: Callable[[Callable[[], bool]], None], shop: Any, at: tuple[float, float]) -> None:
    """A county's outline is drawn by one finger that goes around it."""
    picture = table.parts("Picture")[0]

    def pixel(dx: float, dy: float) -> tuple[float, float]:
        return (picture.x + (at[0] + dx) * picture.width, picture.y + (1 - at[1] - dy) * picture.height)

    table.tap(picture, pixel(0, 0))
    until(lambda: any(p.value.key == "draw" for p in table.parts("PickRow")))
    table.tap(next(p for p in table.parts("PickRow") if p.value.key == "draw"))
    until(lambda: "draw" in shop.chosen and bool(table.screen.value.drag))
    square = [(-0.04, -0.04), (0.04, -0.04), (0.04, 0.04), (-0.04, 0.04), (-0.04, -0.03)]
    shown = finger(*(pixel(*p) for p in square), meanwhile=lambda: table.parts("Trail")[0].value)
    assert len(shown) >= len(square)  # the line follows the finger
    until(lambda: len(shop.drawn.of("county")[-1].polygon) == len(square))
    until(lambda: not shop.chosen and bool(table.screen.ready))
    assert table.parts("Trail")[0].value == ()


def finger(first: tuple[float, float], *more: tuple[float, float], meanwhile: Callable[[], Any]) -> Any:
    """Down at the first pixel, along the others, up at the last; what is seen ``meanwhile``, before it rises."""
    from kivy.tests.common import UnitTestTouch

    touch = UnitTestTouch(*(round(v) for v in first))
    touch.touch_down()
    for x, y in more:
        touch.touch_move(round(x), round(y))
    seen = meanwhile()
    touch.touch_up()
    return seen


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_name_of_a_field_is_typed_on_the_glass(table: Any, tmp_path: Path, lang: str) -> None:
    """A map of one's own is entered on a sheet: each field bears the name that is typed for it, or a plain one."""
    i18n.use(lang)
    shop = Shelf(tmp_path).workshop("walisk")
    shop.empty_sheet((500.0, 350.0))
    shop.tap((0.2, 0.5))
    backend, until = live(table, tmp_path, lang)
    found, hint, use = {
        "de": ("Bezirk 2", "Namen eintippen", "Übernehmen"),
        "en": ("District 2", "Type its name", "Use this text"),
    }[lang]
    try:
        table.shell.post(Tap("set_up", v.Draft("walisk", "none", WALISK, 0, {"board": "new"}, ())))
        until(lambda: bool(table.parts("TextLine")))
        picture = table.parts("Picture")[0]
        table.tap(picture, (picture.x + 0.5 * picture.width, picture.y + 0.5 * picture.height))
        until(lambda: {found, hint} <= set(table.said()))
        table.tap(table.parts("TextLine")[0])
        for letter in "Ost":
            table.press(letter)
        table.press(use)
        until(lambda: [s.name for s in backend.capturing.shop.drawn.of("field")][1] == "Ost")
        until(lambda: backend.capturing.idle)
        table.settle()
        assert table.parts("TextLine")[0].text == "Ost"
        assert all(s.name for s in backend.capturing.shop.board().spaces)
    finally:
        backend.close()
        i18n.use("de")
