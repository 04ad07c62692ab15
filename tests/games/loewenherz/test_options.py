"""Each value of each option makes a difference, in a scenario; those that only change words change words."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.engine.scenario import run_file
from companion.engine.session import Person
from companion.engine.yamlfile import DataError, Document
from companion.games.loewenherz.game import GAME
from companion.table.speaker import Speaker
from tests.games.loewenherz.tables import board, given, table

FOLDER = Path(__file__).resolve().parents[2] / "scenarios" / "loewenherz"


@cache
def cases() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The options that a case chooses, and a scenario of that case alone, for all cases of all scenarios."""
    docs = [Document.read(path).data for path in sorted(FOLDER.glob("*.yaml"))]
    return [((c.get("with") or {}).get("options") or {}, {**doc, "cases": [c]}) for doc in docs for c in doc["cases"]]


def same(a: Any, b: Any) -> bool:
    """Equal, and true is not one."""
    return a == b and type(a) is type(b)


@pytest.mark.parametrize(
    ("name", "value", "default"), [(o.name, v, o.default) for o in GAME.options for v in o.values]
)
def test_a_scenario_plays_with_this_value(name: str, value: Any, default: Any) -> None:
    """Defaults hold in every scenario that does not choose."""
    assert same(value, default) or played(name, value)


def played(name: str, value: Any) -> list[dict[str, Any]]:
    """Scenarios of one case each, of all cases that choose this value."""
    return [doc for options, doc in cases() if name in options and same(options[name], value)]


def differs(doc: dict[str, Any], name: str, value: Any, path: Path) -> bool:
    """Whether the case comes out otherwise when the option is set so."""
    changed = copy.deepcopy(doc)
    changed["cases"][0]["with"]["options"][name] = value
    path.write_text(yaml.safe_dump(changed, allow_unicode=True, sort_keys=False), encoding="utf-8")
    try:
        return bool(run_file(path, GAME).differences)
    except DataError:  # its position is none with that value: that proves nothing
        return False


@pytest.mark.parametrize(
    ("name", "value", "default"), [(o.name, v, o.default) for o in GAME.options for v in o.values if v != o.default]
)
def test_each_value_changes_an_outcome(name: str, value: Any, default: Any, tmp_path: Path) -> None:
    """A case that holds with this value holds no longer with the default: both make a difference."""
    docs = played(name, value)
    assert docs
    for doc in docs:
        assert not differs(doc, name, value, tmp_path / "same.yaml"), "it holds as it is written"
    assert any(differs(doc, name, default, tmp_path / "other.yaml") for doc in docs), "no outcome depends on it"


@pytest.mark.parametrize("language", ["de", "en"])
def test_where_the_parts_come_from_is_told(language: str) -> None:
    told = Speaker("loewenherz", board(), [Person("Anna"), Person("Ben")], language)
    lines = {told.pending(GAME.pending(given(table(4, layout_source=s), phase=p))) for s, p in SOURCES}
    assert len(lines) == len(SOURCES)


SOURCES = (("random", "tiles"), ("camera", "layout"), ("manual", "layout"))
