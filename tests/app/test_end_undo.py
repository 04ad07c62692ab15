"""Taking back the last act of a finished game leads back to the table, where it goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.app.taps import Tap
from companion.demo.player import palette_for
from companion.demo.truth import play
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Person
from companion.games import game
from companion.table import saved
from tests.app.finger import Finger


def finished(home: Path) -> Path:
    """A saved game of Hibernia that is over."""
    found, board = game("hibernia"), house_board("hibernia")
    config = configure(found, 3, board, None, load_data(found, board))
    folder = saved.new_folder(home / "games", "hibernia", "2026-11-28T20:00:00")
    people = [Person(n, board.colours[k]) for k, n in enumerate(("Anna", "Ben", "Clara"))]
    session = saved.create(folder, found, config, people, lambda: "2026-11-28T20:00:00")
    for turn in play(found, config, palette_for(3, board.colours), 3, session.start):
        session.submit((turn.act,), "hand")
    assert saved.is_over(session)
    session.close()
    return folder


def test_undo_at_the_end_returns_to_the_table(stage: Any, tmp_path: Path) -> None:
    folder = finished(tmp_path)
    f = Finger(stage, tmp_path)
    try:
        f.shell.post(Tap("continue", str(folder)))
        f.until(lambda: f.place == "end")
        session = f.backend.sitting.session
        chains = len(session.chains())
        f.tap(f.shell.screen.ids.undo)
        f.until(lambda: f.place == "table")
        assert len(session.chains()) == chains - 1
        assert not saved.is_over(session)
    finally:
        f.close()
