"""Evenings from the start page to the shared result: nothing but a finger on the live app."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.engine.types import Over
from tests.app import seen
from tests.app.finger import Finger
from tests.app.people import PEOPLE
from tests.app.steps import to_table
from tests.app.test_options import row
from tests.app.thumb import Thumb
from tests.app.touchbench import seeded

WHOLE = 6000  # acts of the longest game
GAMES = ("hibernia", "brian_boru", "loewenherz", "vikings_gone_wild", "walisk")


def quick_map(f: Finger) -> None:
    """The quick map, for a war of one evening; that on the large one takes thousands of acts."""
    while dict(f.shell.draft.options).get("map") != "small":
        f.tap(row(f, "map"))
        f.rest()


def evening(stage: Any, home: Path, game: str, seed: int) -> None:
    """The people of a seed play the game to its end; lots and dice of the app fall by it too."""
    f = Finger(stage, home, "de" if len(game) % 2 else "en")
    try:
        with seeded(seed):
            to_table(f, game, options=quick_map if game == "walisk" else None)
            thumb = Thumb(f, PEOPLE[game](seed))
            acts = thumb.go(WHOLE)
        assert isinstance(thumb.session.pending()[0], Over), f"{acts} acts and no end"
        f.until(lambda: f.place == "end", "the end page")
        assert seen.faults(f.shell) == []
        f.press("Share the result")
        f.until(lambda: f.place == "shared", "the page of files")
        assert seen.faults(f.shell) == []
        written = [p for p in home.rglob("*") if p.suffix in (".pdf", ".png", ".csv", ".json")]
        assert {".pdf", ".png", ".csv"} <= {p.suffix for p in written}, written
        print(f"{game}: {acts} acts, {f.touches} touches, {len(written)} files")
    finally:
        f.close()
        i18n.use("de")


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_an_evening_by_finger_alone(stage: Any, tmp_path: Path, game: str) -> None:
    evening(stage, tmp_path, game, 3)


@pytest.mark.proof
@pytest.mark.parametrize("seed", [11, 21, 23, 31])
def test_an_evening_of_other_people(stage: Any, tmp_path: Path, seed: int) -> None:
    """Löwenherz, where what is owed depends most on what people do."""
    evening(stage, tmp_path, "loewenherz", seed)
