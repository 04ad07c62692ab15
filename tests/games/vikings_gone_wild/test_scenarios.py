"""Every scenario file of Vikings Gone Wild runs, and every option value is played in one."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.scenario import run_file
from companion.engine.yamlfile import Document
from companion.games.vikings_gone_wild.game import GAME

FILES = sorted((Path(__file__).resolve().parents[2] / "scenarios" / "vikings_gone_wild").glob("*.yaml"))
WORKED = [f for f in FILES if f.stem[0] == "s" and f.stem[1:].isdigit()]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_scenario(path: Path) -> None:
    report = run_file(path, GAME)
    assert report.differences == ()
    assert report.cases


def test_all_worked_scenarios_of_the_catalogue_are_there() -> None:
    assert [Document.read(f).data["id"] for f in WORKED] == [f"VG-S{n + 1}" for n in range(22)]


def test_every_value_of_every_option_is_played() -> None:
    """Beside each value stands a case without it that comes out otherwise."""
    played = set()
    for path in FILES:
        for case in Document.read(path).data["cases"]:
            played |= set(((case.get("with") or {}).get("options") or {}).items())
    wanted = {(o.name, v) for o in GAME.options for v in o.values if v != o.default}
    assert wanted <= played
