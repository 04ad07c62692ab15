"""Every page that a story reaches on the live app: nothing cut, all can be hit, no word of the other language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.app import seen
from tests.app.finger import Finger
from tests.app.scenes import CAMERAS, STORIES
from tests.app.variants import Again, Variant, each

PLAIN, SMALL = Variant(), Variant((1024, 600), "1.5", "en")
UPRIGHT = Variant((800, 1280))
MORE = [
    Variant(language="en", theme="light"), Variant((1024, 600)), Variant((1920, 1200), "1.25", "en"),
    Variant(text="1.5"), Variant((600, 1024), "1.25", "en", "light"),
]  # fmt: skip
LONG_STORIES = {"demo", *CAMERAS, *(n for n in STORIES if n.endswith(("-middle", "-end")))}  # told in the proof


def told(stage: Any, home: Path, name: str, driven: Variant, *more: Variant) -> list[str]:
    """The faults of all pages of a story that is driven in one variant and looked at in others as well."""
    finger = Finger(
        stage, home, driven.language, driven.theme, driven.size, driven.text, camera=CAMERAS.get(name)
    )  # fmt: skip
    found: list[str] = []

    def look_at(page: str, again: Again = None) -> None:
        for one in each(finger, (driven, *more), again):
            faults = seen.faults(finger.shell) + (beside(finger) if one.upright else [])
            found.extend(f"{page} {one.name}: {f}" for f in faults)

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


@pytest.mark.parametrize("driven", [PLAIN, SMALL], ids=lambda v: v.name)
@pytest.mark.parametrize("name", [n for n in STORIES if n not in LONG_STORIES])
def test_pages_hold_what_a_page_must(stage: Any, tmp_path: Path, name: str, driven: Variant) -> None:
    faults = told(stage, tmp_path, name, driven)
    assert not faults, "\n".join(faults)


def test_pages_in_a_window_that_stands_upright(stage: Any, tmp_path: Path) -> None:
    """Below each other what lies side by side elsewhere, and as large: the same must hold."""
    faults = told(stage, tmp_path, "hibernia", UPRIGHT)
    assert not faults, "\n".join(faults)


@pytest.mark.proof
@pytest.mark.parametrize("driven", [PLAIN, SMALL, UPRIGHT], ids=lambda v: v.name)
@pytest.mark.parametrize("name", STORIES)
def test_all_pages_in_all_sizes(stage: Any, tmp_path: Path, name: str, driven: Variant) -> None:
    """Driven once as it comes, once small with the largest text, once upright; looked at in every variant."""
    others = [v for v in (PLAIN, SMALL, UPRIGHT, *MORE) if v != driven] if driven == PLAIN else []
    faults = told(stage, tmp_path, name, driven, *others)
    assert not faults, "\n".join(faults)
