"""Every page that a story reaches on the live app: nothing cut, all can be hit, no word of the other language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.app import seen
from tests.app.finger import Finger
from tests.app.scenes import CAMERAS, STORIES

SHORT = [((1280, 800), "1", "de"), ((1024, 600), "1.5", "en")]
WHOLE = [((1280, 800), "1", "en"), ((1024, 600), "1", "de"), ((1920, 1200), "1.25", "en"), ((1280, 800), "1.5", "de")]
LONG_STORIES = {"demo", "camera", *(n for n in STORIES if n.endswith(("-middle", "-end")))}  # told in the proof


def told(stage: Any, home: Path, name: str, size: tuple[int, int], text: str, language: str) -> list[str]:
    """The faults of all pages of a story."""
    finger = Finger(stage, home, language, size=size, text=text, camera=CAMERAS.get(name))
    found: list[str] = []
    try:
        STORIES[name](finger, lambda page: found.extend(f"{page}: {f}" for f in seen.faults(finger.shell)))
    finally:
        finger.close()
    return found


@pytest.mark.parametrize(("size", "text", "language"), SHORT)
@pytest.mark.parametrize("name", [n for n in STORIES if n not in LONG_STORIES])
def test_pages_hold_what_a_page_must(
    stage: Any, tmp_path: Path, name: str, size: tuple[int, int], text: str, language: str
) -> None:
    faults = told(stage, tmp_path, name, size, text, language)
    assert not faults, "\n".join(faults)


@pytest.mark.proof
@pytest.mark.parametrize(("size", "text", "language"), [*SHORT, *WHOLE])
@pytest.mark.parametrize("name", STORIES)
def test_all_pages_in_all_sizes(
    stage: Any, tmp_path: Path, name: str, size: tuple[int, int], text: str, language: str
) -> None:
    faults = told(stage, tmp_path, name, size, text, language)
    assert not faults, "\n".join(faults)
