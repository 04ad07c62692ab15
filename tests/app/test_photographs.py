"""A photograph of the board is chosen by its preview; no path is typed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.app.finger import Finger
from tests.app.steps import forward, new_game


def test_a_photograph_is_chosen_from_previews_newest_first(stage: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    folder = tmp_path / "photos"
    folder.mkdir()
    for n, (name, ink) in enumerate({"Plan älter.png": "red", "Plan & neu.jpg": "blue"}.items()):
        Image.new("RGB", (800, 600), ink).save(folder / name)
        os.utime(folder / name, (1_700_000_000 + n * 1000,) * 2)
    (folder / "kein Bild.jpg").write_text("nothing")
    f = Finger(stage, tmp_path)
    try:
        f.press("Workshop")
        f.until(lambda: f.place == "workshop")
        f.press("Capture")
        f.until(lambda: f.place == "camera")
        f.press("Photo")
        f.until(lambda: f.parts("PhotoTile"))
        tiles = f.parts("PhotoTile")
        assert sorted((t.value.name for t in tiles), key=len) == ["Plan & neu.jpg", "Plan älter.png"]
        assert next(iter(f.shell.screen.value.photos)).name == "Plan & neu.jpg"
        for tile in tiles:
            assert min(tile.target) >= 48
        f.tap(next(t for t in tiles if t.value.name == "Plan & neu.jpg"))
        f.until(lambda: not f.parts("PhotoTile") and f.shell.screen.value.address == str(folder / "Plan & neu.jpg"))
        f.press("Webcam")
        f.until(lambda: not f.parts("PhotoTile"))
    finally:
        f.close()


@pytest.mark.parametrize(("language", "says"), [("de", "Auf leerem Blatt zeichnen"), ("en", "Draw on an empty sheet")])
def test_the_way_without_a_picture_says_what_it_does(stage: Any, tmp_path: Path, language: str, says: str) -> None:
    """ "No picture" stood beside the picture of the camera, and what is said below it has no room there."""
    f = Finger(stage, tmp_path, language)
    try:
        new_game(f, "hibernia", "box")
        forward(f)
        f.until(lambda: f.place == "camera", "the page of the camera")
        f.rest()
        assert says in f.words()
        f.press(says)
        f.until(lambda: f.place == "capture", "the sheet")
    finally:
        f.close()
