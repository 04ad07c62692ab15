"""A finger tries every control of the live app: each does something that can be seen, or says why not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from tests.app.finger import Finger
from tests.app.steps import to_table
from tests.app.walker import walk

GAMES_AND_START = ("", *GAMES)


def walked(stage: Any, home: Path, name: str, language: str, touches: int, seed: int) -> list[str]:
    finger = Finger(stage, home, language)
    try:
        if name:
            to_table(finger, name)
        return walk(finger, touches, seed).told()
    finally:
        finger.close()


@pytest.mark.parametrize("name", GAMES_AND_START)
def test_every_touch_does_something_or_says_why_not(stage: Any, tmp_path: Path, name: str) -> None:
    language = "de" if len(name) % 2 else "en"
    told = walked(stage, tmp_path, name, language, 16, 1)
    assert not told, "\n".join(told)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", GAMES_AND_START)
def test_a_long_walk_finds_nothing_dead(stage: Any, tmp_path: Path, name: str, language: str, seed: int) -> None:
    told = walked(stage, tmp_path, name, language, 400, seed)
    assert not told, "\n".join(told)
