"""Every worked example of the rules of Walisk, and every option, played from its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.scenario import run_file
from companion.games.walisk.game import GAME

FILES = sorted((Path(__file__).resolve().parents[2] / "scenarios" / "walisk").glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_scenario(path: Path) -> None:
    report = run_file(path, GAME)
    assert not report.differences, "\n".join(map(str, report.differences))


def test_all_worked_scenarios_of_the_catalogue_are_here() -> None:
    assert {p.stem for p in FILES} >= {f"s{n:02}" for n in range(1, 21)}
