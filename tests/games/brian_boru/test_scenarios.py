"""Every worked example of the catalogue, and one scenario at least for each rule and option."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.scenario import run_file
from companion.games.brian_boru.game import GAME

FOLDER = Path(__file__).resolve().parents[2] / "scenarios" / "brian_boru"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda p: p.stem)
def test_scenario(path: Path) -> None:
    report = run_file(path, GAME)
    assert not report.differences, "\n".join(map(str, report.differences))
