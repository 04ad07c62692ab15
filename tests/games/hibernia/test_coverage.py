"""Every rule of the rulebook shows itself in the way the rulebook says."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from companion.engine.scenario import DUTY, EVENT, LOAD, NOTICE, run_file
from companion.engine.types import Notice, Ruling
from companion.engine.yamlfile import Document
from companion.games.hibernia.game import GAME
from companion.games.hibernia.world import check
from companion.table.speaker import rulebook
from tests.conformance import walk
from tests.games.hibernia.tables import table
from tests.games.hibernia.test_map_checks import DEFECTS
from tests.games.hibernia.test_scenarios import FILES

TESTS = Path(__file__).resolve().parents[2]
WAYS = ("event", "notice", "refusal", "duty", "score", "load", "scenario")
CHAPTERS = {1: 7, 2: 12, 3: 18, 4: 8, 5: 6, 6: 9, 7: 6, 8: 6, 9: 7, 10: 7, 11: 2}
PROVEN = {  # mere definitions that a test shows, not a scenario
    "HI-3.15": "games/hibernia/test_invariants.py::test_after_every_act_a_county_holds_one_colour_and_masks_are_right",
    "HI-10.5": "table/test_sight.py::test_the_colour_of_a_county_is_never_read_from_the_picture",
    "HI-10.6": "table/test_saved.py::test_a_saved_game_keeps_the_map_it_began_with",
    "HI-10.7": "games/hibernia/test_house_map.py::test_every_county_takes_twelve_soldiers_lying_flat_and_the_shield_38",
}
BOOK = rulebook("hibernia")


@pytest.fixture(scope="module")
def shown() -> set[tuple[str, str]]:
    """How every rule showed itself in the scenarios, in random games and in checks of bad maps."""
    seen: set[tuple[str, str]] = set()
    for path in FILES:
        report = run_file(path, GAME)
        seen |= report.shown
        seen |= {("scenario", rule) for rule in Document.read(path).data["rules"]}
    for players, advanced in ((3, False), (4, True)):
        for s, act in walk(GAME, table(players, advanced=advanced, hints=True), random.Random(players).randrange):
            seen |= {(DUTY, p.rule) for p in GAME.pending(s)}
            seen |= {("score", line.rule) for row in GAME.score(s).rows for line in row.lines}
            decision = GAME.decide(s, act)
            assert not isinstance(decision, Ruling)
            for e in decision:
                seen |= {(NOTICE if isinstance(e, Notice) else EVENT, rule) for rule in e.rules}
    seen |= {(LOAD, note.rule) for *_, draft in DEFECTS for note in check(draft())}
    return seen | {("scenario", rule) for rule in PROVEN}


def test_the_rulebook_has_88_rules_and_37_rulings() -> None:
    rules = [f"HI-{c}.{n + 1}" for c, many in CHAPTERS.items() for n in range(many)]
    assert list(BOOK) == [*rules, *(f"HI-R{n + 1}" for n in range(37))]
    assert len(rules) == 88


@pytest.mark.parametrize("rule", BOOK)
def test_rule(rule: str, shown: set[tuple[str, str]]) -> None:
    assert BOOK[rule]["shows"] in WAYS
    assert (BOOK[rule]["shows"], rule) in shown


def test_nothing_is_shown_that_the_rulebook_lacks(shown: set[tuple[str, str]]) -> None:
    assert {rule for _, rule in shown if rule.startswith("HI-") and not rule.startswith("HI-S")} <= set(BOOK)


@pytest.mark.parametrize("where", PROVEN.values())
def test_the_tests_named_as_proof_are_there(where: str) -> None:
    file, _, name = where.partition("::")
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    assert name in {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
