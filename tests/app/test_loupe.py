"""Small spaces that lie close: a finger that rests or slides gets a loupe, and lets go where it means."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from companion.app.live.table import TablePainter
from companion.app.setup_views import Show
from companion.app.widgets.board import HOLD_S
from companion.app.widgets.part import look
from companion.engine.session import Person, Session
from companion.games import game
from companion.table.desk import Desk
from companion.table.palettes import palette_of
from companion.table.speaker import Speaker
from tests.app.stories import acts_of, config_of


def leading() -> Any:
    """The table of Brian Boru in mid-game, when a town is to be named."""
    config = config_of("brian_boru")
    people = tuple(Person(n, c) for n, c in zip(("Anna", "Ben", "Clara"), config.board.colours, strict=False))
    session: Session[Any] = Session(game("brian_boru"), config, people=people)
    for act in acts_of("brian_boru", 100):
        if session.length > 40 and "name_town" in getattr(session.pending()[0], "what", ()):
            break
        session.submit((act,), "tap")
    palette = palette_of(people, config.board.colours)
    painter = TablePainter(session, palette, Speaker("brian_boru", config.board, people, "de"))
    return painter.view(Desk(session, config.board, palette).snapshot())


@pytest.fixture
def board(table: Any) -> Any:
    table.inbox.put(leading())
    table.inbox.put(Show("table"))
    table.settle()
    return table.parts("BoardPart")[0]


def spot(board: Any, town: str) -> tuple[float, float]:
    """Where a town lies in the window."""
    left, top, k = board.fit()
    x0, y0 = board.value.window[:2]
    x, y = next(s.points[0] for s in board.value.drawing.shapes if s.id == town)
    return board.x + (left + (x - x0) * k) * look().u, board.top - (top + (y - y0) * k) * look().u


def pixels(table: Any) -> Any:
    image = table.shell.export_as_image()
    w, h = image.texture.size
    return np.frombuffer(image.texture.pixels, np.uint8).reshape(h, w, 4)[..., :3].astype(int)


def test_a_short_touch_names_the_space(table: Any, board: Any) -> None:
    table.tap(board, spot(board, "N2"))
    assert (table.last().kind, table.last().payload) == ("space", "N2")


def test_a_finger_slides_to_the_space_it_means(table: Any, board: Any) -> None:
    before = pixels(table)
    touch = table.touch(board, spot(board, "N2"))
    touch.touch_down()
    x, y = spot(board, "B1")
    touch.touch_move(x, y)
    table.settle()
    assert board.loupe_at is not None
    under = pixels(table)
    changed = np.abs(under - before).max(axis=2) > 8
    rows, columns = np.nonzero(changed)
    assert changed.sum() > 5000, "the loupe is to be seen"
    assert columns.max() <= board.right + 1, "and covers nothing beside the map"
    taps = len(table.backend.taps)
    touch.touch_up()
    table.settle()
    assert [(t.kind, t.payload) for t in table.backend.taps[taps:]] == [("picked", "B1")], "one touch"
    assert board.loupe_at is None


def wait(table: Any) -> None:
    """Longer than a finger rests before it gets the loupe."""
    from kivy.clock import Clock

    until = Clock.get_boottime() + HOLD_S + 0.2
    while Clock.get_boottime() < until:
        table.settle()


def test_the_loupe_stays_with_a_finger_that_has_slid(table: Any, board: Any) -> None:
    touch = table.touch(board, spot(board, "N2"))
    touch.touch_down()
    touch.touch_move(*spot(board, "B1"))
    there = board.loupe_at
    wait(table)
    assert board.loupe_at == there
    touch.touch_up()


def test_a_finger_that_rests_gets_the_loupe(table: Any, board: Any) -> None:
    touch = table.touch(board, spot(board, "N2"))
    touch.touch_down()
    wait(table)
    assert board.loupe_at is not None
    touch.touch_up()
    table.settle()
    assert table.last().kind == "picked"


def test_the_loupe_shows_what_lies_under_the_finger(table: Any, board: Any) -> None:
    """The middle of the loupe has the colour of the town under the finger, not of a mirrored place.

    The bars of its sign are three pixels wide: which of them lies in the middle is a matter of rounding.
    """
    town = spot(board, "N2")
    before = pixels(table)
    row, column = before.shape[0] - 1 - round(town[1]), round(town[0])
    want = before[row - 1 : row + 2, column - 1 : column + 2].reshape(-1, 3)
    touch = table.touch(board, spot(board, "B1"))
    touch.touch_down()
    touch.touch_move(*town)
    table.settle()
    now = pixels(table)
    x, y, r = board.loupe_shown
    seen = now[before.shape[0] - 1 - round(board.top - y * look().u), round(board.x + x * look().u)]
    touch.touch_up()
    assert r > 60
    assert np.abs(seen - want).max(axis=1).min() <= 6
