"""The demo table when people at the screen take something back: it plays on from there, and nothing stands still."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.app.viewmodel import TableView
from tests.app.finger import Finger


def test_the_demo_table_goes_on_after_an_undo(stage: Any, tmp_path: Path) -> None:
    f = Finger(stage, tmp_path)
    refused: list[str] = []

    def table() -> TableView:
        view: TableView = f.shell.views[TableView]
        if view.refusal is not None:
            refused.append(view.prompt.sentence)
        return view

    try:
        f.press("Demo table")
        f.until(lambda: f.place == "table", patience=60)
        assert table().title == "Hibernia, Vorführung"
        session = f.backend.sitting.session
        f.until(lambda: table() and len(session.chains()) >= 2, patience=60)
        f.tap(f.shell.screen.ids.undo)
        f.until(lambda: table() and session.past and len(session.chains()) >= 4, patience=120)
        assert refused == []
    finally:
        f.close()
