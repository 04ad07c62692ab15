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
UPRIGHT = [((800, 1280), "1", "de"), ((600, 1024), "1.25", "en")]
LONG_STORIES = {"demo", "camera", *(n for n in STORIES if n.endswith(("-middle", "-end")))}  # told in the proof


def told(stage: Any, home: Path, name: str, size: tuple[int, int], text: str, language: str) -> list[str]:
    """The faults of all pages of a story."""
    finger = Finger(stage, home, language, size=size, text=text, camera=CAMERAS.get(name))
    found: list[str] = []

    def look_at(page: str) -> None:
        faults = seen.faults(finger.shell) + (beside(finger) if size[0] < size[1] else [])
        found.extend(f"{page}: {f}" for f in faults)

    try:
        STORIES[name](finger, look_at)
    finally:
        finger.close()
    return found


def beside(f: Finger) -> list[str]:
    """In an upright window: a board that leaves the width of the table unused, scores that lie beside it."""
    boards = [p for p in f.parts("BoardPart") if p.w > 0 and f.place == "table"]
    scores = [p for p in f.parts("Scores") if p.w > 0]
    wide = f.shell.screen.dw - 40
    whole = [b for b in boards if f.shell.screen.value.stage == "board"]
    found = [f"the board is {b.w:.0f} wide of {wide:.0f}" for b in whole if b.w < wide]
    return found + [f"{s.box} lies beside {b.box}" for b in boards for s in scores if s.box[1] < b.box[1] + b.h]


@pytest.mark.parametrize(("size", "text", "language"), SHORT)
@pytest.mark.parametrize("name", [n for n in STORIES if n not in LONG_STORIES])
def test_pages_hold_what_a_page_must(
    stage: Any, tmp_path: Path, name: str, size: tuple[int, int], text: str, language: str
) -> None:
    faults = told(stage, tmp_path, name, size, text, language)
    assert not faults, "\n".join(faults)


def test_pages_in_a_window_that_stands_upright(stage: Any, tmp_path: Path) -> None:
    """Below each other what lies side by side elsewhere, and as large: the same must hold."""
    faults = told(stage, tmp_path, "hibernia", (800, 1280), "1", "de")
    assert not faults, "\n".join(faults)


@pytest.mark.proof
@pytest.mark.parametrize(("size", "text", "language"), [*SHORT, *WHOLE, *UPRIGHT])
@pytest.mark.parametrize("name", STORIES)
def test_all_pages_in_all_sizes(
    stage: Any, tmp_path: Path, name: str, size: tuple[int, int], text: str, language: str
) -> None:
    faults = told(stage, tmp_path, name, size, text, language)
    assert not faults, "\n".join(faults)
