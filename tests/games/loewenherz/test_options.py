"""Each value of each option makes a difference, in a scenario; those that only change words change words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.engine.session import Person
from companion.games.loewenherz.game import GAME
from companion.table.speaker import Speaker
from tests.games.loewenherz.tables import board, given, table

FOLDER = Path(__file__).resolve().parents[2] / "scenarios" / "loewenherz"


def chosen() -> set[tuple[str, Any]]:
    """Every value that a scenario chooses, and the defaults, which hold in all the others."""
    found: set[tuple[str, Any]] = {(o.name, o.default) for o in GAME.options}
    for path in sorted(FOLDER.glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8"))["cases"]:
            found |= set(((case.get("with") or {}).get("options") or {}).items())
    return found


@pytest.mark.parametrize(("name", "value"), [(o.name, v) for o in GAME.options for v in o.values])
def test_a_scenario_plays_with_this_value(name: str, value: Any) -> None:
    assert any(n == name and v == value and type(v) is type(value) for n, v in chosen())


@pytest.mark.parametrize("language", ["de", "en"])
def test_where_the_parts_come_from_is_told(language: str) -> None:
    told = Speaker("loewenherz", board(), [Person("Anna"), Person("Ben")], language)
    lines = {told.pending(GAME.pending(given(table(4, layout_source=s), phase=p))) for s, p in SOURCES}
    assert len(lines) == len(SOURCES)


SOURCES = (("random", "tiles"), ("camera", "layout"), ("manual", "layout"))
