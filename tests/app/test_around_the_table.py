"""For all who sit around the tablet: redo beside undo, half a turn of the screen, a clock beside each score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.app.live.turnclock import TurnClock
from companion.app.viewmodel import Badge, ScoreRow
from companion.app.widgets.scores import clock_of
from tests.app import seen
from tests.app.finger import Finger
from tests.app.steps import to_table


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("family")


@pytest.fixture
def finger(stage: Any, family: Path) -> Any:
    f = Finger(stage, family, "en")
    to_table(f, "hibernia")
    yield f
    f.shell.set("turned", "0")
    f.close()


def test_redo_lies_beside_undo_while_there_is_something_to_do_again(finger: Finger) -> None:
    f = finger
    session = f.backend.sitting.session
    redo = f.shell.screen.ids.redo
    assert redo.w == 0
    n = len(session.past)
    f.press("Undo")
    f.until(lambda: len(session.past) < n and f.shell.screen.ids.redo.w > 0, "redo")
    undo = f.shell.screen.ids.undo.box
    assert redo.box[0] == undo[0] + undo[2] + 16
    assert seen.faults(f.shell) == []
    f.tap(redo)
    f.until(lambda: len(session.past) == n and redo.w == 0, "the act again")


def test_half_a_turn_is_one_touch_turns_touches_too_and_is_kept(finger: Finger) -> None:
    from kivy.core.window import Window

    f, kept = finger, []
    f.shell.keep = kept.append
    f.tap(f.shell.screen.ids.turn)
    assert Window.rotation == 180
    assert kept[-1].turned == "180"
    n = len(f.backend.sitting.session.past)
    f.tap(f.shell.screen.ids.undo)  # where it lies now for somebody who sits opposite: the finger turns its place
    f.until(lambda: len(f.backend.sitting.session.past) < n, "the touch from the other side")
    f.tap(f.shell.screen.ids.turn)
    assert Window.rotation == 0


def test_a_clock_counts_each_seat_and_is_shown_only_where_it_is_wanted(finger: Finger) -> None:
    f = finger
    assert not [w for w in f.words() if w[:2] == "0:"]
    f.shell.set("clock", "on")
    f.rest()
    shown = [w for w in f.words() if w[:2] == "0:"]
    assert len(shown) == 1, "the seat that thinks"
    assert seen.faults(f.shell) == []
    f.shell.set("clock", "off")


def test_the_clock() -> None:
    now = [0.0]
    clock = TurnClock(lambda: now[0])
    for at, seat in ((0.0, 0), (10.0, 0), (65.0, 1), (70.0, None), (100.0, 0)):
        now[0] = at
        clock.turn(seat)
    assert clock_of(clock.of(0), 107.0) == "1:12"
    assert clock_of(clock.of(1), 500.0) == "0:05"
    rows = clock.beside([ScoreRow(Badge(x), x, "", "0") for x in "ABC"])
    assert [r.spent for r in rows] == [(65.0, 100.0), (5.0, None), None]
