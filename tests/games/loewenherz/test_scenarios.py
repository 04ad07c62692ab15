"""Every worked example of the catalogue, and one scenario at least for each rule and option."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.scenario import run_file
from companion.games.loewenherz.game import GAME

FOLDER = Path(__file__).resolve().parents[2] / "scenarios" / "loewenherz"
FILES = sorted(FOLDER.glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_scenario(path: Path) -> None:
    report = run_file(path, GAME)
    assert not report.differences, "\n".join(map(str, report.differences))


def test_every_worked_example_of_the_catalogue_is_there() -> None:
    assert {f"s{n:02}" for n in range(1, 24)} <= {p.stem for p in FILES}
