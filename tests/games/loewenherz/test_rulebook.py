"""Every rule shows itself as the rulebook says: in an event, a notice, a refusal, a duty, a score line or a check."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.engine.scenario import run_file
from companion.engine.types import Notice
from companion.games.loewenherz.game import GAME
from tests.games.loewenherz.players import play
from tests.games.loewenherz.tables import picker, table

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parents[1] / "scenarios" / "loewenherz"
BOOK: dict[str, Any] = yaml.safe_load(
    (HERE.parents[2] / "companion" / "games" / "loewenherz" / "rulebook.yaml").read_text(encoding="utf-8")
)
SHOWS = ("event", "notice", "refusal", "duty", "score", "load", "scenario")


@cache
def shown() -> frozenset[tuple[str, str]]:
    """How every rule id showed itself in the scenarios, and score lines in a few games."""
    found: set[tuple[str, str]] = set()
    for path in sorted(FOLDER.glob("*.yaml")):
        found |= run_file(path, GAME).shown
        found |= {("scenario", rule) for rule in yaml.safe_load(path.read_text(encoding="utf-8"))["rules"]}
    for seed in range(6):
        s = GAME.setup(table(2 + seed % 3))
        for at, act in play(s, picker(seed)):
            s = at
            decision = GAME.decide(s, act)
            assert isinstance(decision, tuple)
            for event in decision:
                found |= {("notice" if isinstance(event, Notice) else "event", rule) for rule in event.rules}
                s = GAME.evolve(s, event)
        found |= {("score", line.rule) for row in GAME.score(s).rows for line in row.lines}
    for path in HERE.glob("test_*.py"):
        found |= {("scenario", rule) for rule in re.findall(r"LH-(?:R\d+|\d+\.\d+)", path.read_text(encoding="utf-8"))}
    return frozenset(found)


@pytest.mark.parametrize("rule", BOOK)
def test_rule_shows_itself(rule: str) -> None:
    how = BOOK[rule]["shows"]
    assert how in SHOWS
    assert (how, rule) in shown(), f"{rule} is never seen as {how}"


def test_no_other_id_is_used() -> None:
    assert {rule for _, rule in shown() if rule.startswith("LH-")} <= set(BOOK)


@pytest.mark.parametrize("rule", BOOK)
def test_every_rule_has_its_words_in_both_languages(rule: str) -> None:
    entry = BOOK[rule]
    assert entry.keys() == {"section", "title", "text", "shows"}
    for key in ("section", "title", "text"):
        assert entry[key].keys() == {"de", "en"}
        for line in entry[key].values():
            assert line.strip()
            assert "!" not in line
            assert "\n" not in line
