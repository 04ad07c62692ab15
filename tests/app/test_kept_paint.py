"""A board whose parts are kept from picture to picture looks as if it had been drawn anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.app.paint import stamps
from companion.app.paint.board import paint_board
from companion.app.widgets import board as boards
from tests.app.finger import Finger
from tests.app.people import PEOPLE
from tests.app.steps import to_table
from tests.app.thumb import Thumb


def test_kept_parts_show_what_is_there_now(stage: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alike: list[bool] = []
    plain, drawn = stamps.canvas, boards.BoardPicture.draw

    def draw(part: Any, pen: Any) -> None:
        view, before = part.shown(), part._drawn
        drawn(part, pen)
        if view is not None and part._drawn != before:
            size = (round(part.map_w * pen.scale), round(part.map_h * pen.scale))
            anew = plain(size, pen.scale, pen.look, lambda p: paint_board(p, view, part.map_w, part.map_h))
            alike.append(anew.pixels == part._picture.pixels)

    finger = Finger(stage, tmp_path, "en")
    try:
        to_table(finger, "loewenherz")
        thumb = Thumb(finger, PEOPLE["loewenherz"](3))
        monkeypatch.setattr(boards.BoardPicture, "draw", draw)
        thumb.go(2)
        made = sum(len(p._inks.made) for p in finger.parts("BoardPart"))
    finally:
        finger.close()
    assert len(alike) >= 4
    assert all(alike)
    assert made > 40, "its spaces are kept one by one"
