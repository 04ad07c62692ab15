"""Every rule and ruling of Walisk shows itself in the way the rulebook says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.engine.scenario import DUTY, EVENT, LOAD, NOTICE, run_file
from companion.engine.types import Notice, Ruling
from companion.engine.yamlfile import Document
from companion.games.walisk.game import GAME
from companion.table.speaker import rulebook
from tests.games.walisk.tables import state, table, walk
from tests.games.walisk.test_map_checks import findings
from tests.games.walisk.test_scenarios import FILES

WAYS = ("event", "notice", "refusal", "duty", "score", "load", "scenario")
BOOK = rulebook("walisk")
CHAPTERS = {
    "0": (1, 2), "1": (1, 13), "2": (1, 18), "3": (1, 28), "4": (1, 21), "5": (1, 17), "6": (1, 3), "7": (1, 1),
}  # fmt: skip
APART = {"4": (31, 42), "5": (21, 28)}
OPTIONAL = {1: 5, 11: 5, 21: 4, 31: 2, 41: 3, 51: 5, 61: 2}


@pytest.fixture(scope="module")
def shown() -> set[tuple[str, str]]:
    """How every rule showed itself in the scenarios, in random games and in checks of bad maps."""
    seen: set[tuple[str, str]] = set()
    for path in FILES:
        seen |= run_file(path, GAME).shown
        seen |= {("scenario", rule) for rule in Document.read(path).data["rules"]}
    for s, act in walk(table(4, hints=True), 7, 400):
        seen |= {(DUTY, p.rule) for p in GAME.pending(s)}
        seen |= {("score", line.rule) for row in GAME.score(s).rows for line in row.lines}
        decision = GAME.decide(s, act)
        assert not isinstance(decision, Ruling)
        for e in decision:
            seen |= {(NOTICE if isinstance(e, Notice) else EVENT, rule) for rule in e.rules}
    towns = state({"owner": {"LA": "A", "NE": "A"}, "houses": {"LA": 2, "NE": 3}, "capital": {"A": "LA"}})
    seen |= {("score", line.rule) for row in GAME.score(towns).rows for line in row.lines}
    return seen | {(LOAD, note.rule) for note in findings()}


def test_the_rulebook_has_every_rule_of_the_catalogue() -> None:
    rules = [f"WA-{c}.{n}" for c, (a, b) in CHAPTERS.items() for n in range(a, b + 1)]
    rules += [f"WA-{c}.{n}" for c, (a, b) in APART.items() for n in range(a, b + 1)]
    rules += [f"WA-8.{first + n}" for first, many in OPTIONAL.items() for n in range(many)]
    rulings = [f"WA-R{n}" for n in range(1, 85)]
    assert set(BOOK) == {*rules, *rulings}
    assert len(BOOK) == 233


@pytest.mark.parametrize("rule", BOOK)
def test_rule(rule: str, shown: set[tuple[str, str]]) -> None:
    assert BOOK[rule]["shows"] in WAYS
    assert (BOOK[rule]["shows"], rule) in shown


def test_nothing_is_shown_that_the_rulebook_lacks(shown: set[tuple[str, str]]) -> None:
    assert {rule for _, rule in shown if rule.startswith("WA-")} <= set(BOOK)


def test_options_name_rules_of_the_rulebook() -> None:
    assert {o.rule for o in GAME.options} <= set(BOOK)


def test_every_value_of_every_option_is_played_in_a_scenario() -> None:
    played: dict[str, set[str]] = {}
    for path in FILES:
        for case in Document.read(path).data["cases"]:
            for name, value in ((case.get("with") or {}).get("options") or {}).items():
                played.setdefault(name, set()).add(str(value))
    for option in GAME.options:
        others = {str(v) for v in option.values if v != option.default} or {"any number"}
        assert others <= played.get(option.name, set()) or (others == {"any number"} and option.name in played), option


def test_the_texts_are_our_own() -> None:
    """One line each, without an exclamation mark; and no id in what people read."""
    for rule, entry in BOOK.items():
        assert entry.keys() == {"section", "title", "text", "shows"}, rule
        for part in ("section", "title", "text"):
            for lang, text in entry[part].items():
                assert lang in ("de", "en")
                assert text
                assert len(text) <= 120, (rule, text)
                assert not re.search(r"!|\n|WA-|[a-z]_[a-z]", text), rule


def test_the_rulebook_lies_beside_the_game() -> None:
    assert (Path(__file__).resolve().parents[3] / "companion/games/walisk/rulebook.yaml").is_file()
