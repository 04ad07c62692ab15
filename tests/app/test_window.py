"""What is really on the glass."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from companion.app import draft as wish
from companion.app.backend import Inbox
from companion.app.live.setup import new_game_view
from companion.app.setup_views import Show
from companion.app.theme import rgba
from companion.app.viewmodel import OutOfStep, TableView
from tests.app.test_curtain import bidding


def shown() -> TableView:
    """A table without a curtain."""
    return evolve(bidding(), curtain=None)


def test_the_camera_picture_is_upright_and_its_colours_are_right(table: Any) -> None:
    frame = np.zeros((480, 640, 3), np.uint8)
    frame[:240, :320] = (0, 0, 255)  # top left red, in BGR
    frame[240:, 320:] = (255, 0, 0)  # bottom right blue
    table.inbox.put(evolve(shown(), out_of_step=OutOfStep("Ein Stein liegt anders als gespielt.", ())))
    table.inbox.put(Show("table"))
    table.settle()
    table.inbox.picture(frame)
    table.settle()
    image = table.shell.export_as_image()
    w, h = image.texture.size
    raw = np.frombuffer(image.texture.pixels, np.uint8).reshape(h, w, 4)
    top_left, bottom_right = raw[136 + 60, 20 + 90], raw[136 + 520, 20 + 690]
    assert top_left[0] > 200
    assert top_left[2] < 40
    assert bottom_right[2] > 200
    assert bottom_right[0] < 40


def test_the_ground_has_the_colour_of_the_theme(table: Any) -> None:
    image = table.shell.export_as_image()
    w, h = image.texture.size
    raw = np.frombuffer(image.texture.pixels, np.uint8).reshape(h, w, 4)
    want = [round(255 * c) for c in rgba("#12171A")[:3]]
    assert np.abs(raw[h - 10, 5, :3].astype(int) - want).max() <= 1


def test_an_unchanged_view_draws_nothing_anew(table: Any) -> None:
    view = shown()
    table.inbox.put(view)
    table.inbox.put(Show("table"))
    table.settle()
    board = table.parts("BoardPart")[0]
    before = board._drawn
    table.inbox.put(evolve(view, round="2"))
    table.settle()
    assert board._drawn is before
    assert view.board is not None
    table.inbox.put(evolve(view, board=evolve(view.board, spaces=view.board.spaces[1:])))
    table.settle()
    assert board._drawn is not before


def test_what_kept_a_table_from_being_set_up_is_said_until_the_wish_is_another(stage: Any) -> None:
    told = new_game_view("walisk", "none", (), ("Anna", "Ben"))
    stage.put(evolve(told, fault="The river F2 jumps from Sandvik to Myrheim."), "new_game", "en")
    screen = stage.shell.screen
    wished = screen.draft
    assert screen.ids.told.text.startswith("The river F2 jumps")
    assert screen.told_h > 0
    screen.change(wish.with_first(wished, 1))
    assert (screen.ids.told.text, screen.told_h) == ("", 0)
    screen.change(wished)
    assert screen.ids.told.text.startswith("The river F2 jumps")


def test_views_may_come_from_any_thread() -> None:
    inbox = Inbox()
    views = [shown(), evolve(shown(), round="2")]
    threads = [threading.Thread(target=lambda: [inbox.put(v) for v in views * 50]) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    found = inbox.take()
    assert len(found) == 1
    assert found[0] in views
    assert inbox.take() == []
    inbox.picture("a")
    inbox.picture("b")
    assert (inbox.take_picture(), inbox.take_picture()) == ("b", None)


def test_the_app_starts_draws_its_first_frame_and_ends(tmp_path: Path) -> None:
    env = {k: v for k, v in os.environ.items() if k != "KIVY_UNITTEST"} | {"KIVY_HOME": str(tmp_path / "kivy")}
    command = [sys.executable, "-m", "companion.cli", "--frames", "1", "--home", str(tmp_path)]
    done = subprocess.run(command, check=False, env=env, timeout=300, capture_output=True, text=True)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr


def test_a_theme_that_cannot_be_kept_holds_for_the_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.app import settings as kept
    from companion.app.main import make_app

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device", str(tmp_path / "settings.json"))

    monkeypatch.setattr(kept, "write_json", full)
    app = make_app(None, tmp_path)  # type: ignore[arg-type]

    class Shell:
        said = ""

        def whisper(self, why: str) -> None:
            self.said = why

    class Chime:
        def volume(self, _: str) -> None:
            return None

    app.settings_file, app.shell, app.chime = tmp_path / "settings.json", Shell(), Chime()
    app.keep(kept.Settings(theme="light"))
    assert "No space left" in app.shell.said
