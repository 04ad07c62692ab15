"""Every rule of the rulebook shows itself in the way the rulebook says."""

from __future__ import annotations

import random

import pytest

from companion.engine.dealing import deal
from companion.engine.scenario import DUTY, EVENT, NOTICE, run_file
from companion.engine.types import Notice
from companion.engine.yamlfile import Document
from companion.games.vikings_gone_wild.game import GAME
from companion.table.speaker import rulebook

from .player import purposeful
from .tables import by_hand, done, table
from .test_scenarios import FILES

CHAPTERS = {
    1: 14, 2: 4, 3: 4, 4: 11, 5: 7, 6: 4, 7: 12, 8: 6, 9: 8, 10: 2, 11: 5, 12: 2, 13: 3, 14: 5, 15: 3, 16: 5, 17: 5,
    18: 5,
}  # fmt: skip
RULINGS = 50
BOOK = rulebook("vikings_gone_wild")
WAYS = ("event", "notice", "refusal", "duty", "score", "load", "scenario")


@pytest.fixture(scope="module")
def shown() -> set[tuple[str, str]]:
    """How every rule showed itself in the scenarios and in whole games."""
    seen: set[tuple[str, str]] = set()
    for path in FILES:
        seen |= run_file(path, GAME).shown
        seen |= {("scenario", rule) for rule in Document.read(path).data["rules"]}
    for players, dealer in ((2, by_hand), (3, deal), (4, by_hand)):
        pick = random.Random(players).randrange
        s = GAME.setup(table(players))
        while (act := purposeful(s, pick, dealer)) is not None:
            seen |= {(DUTY, p.rule) for p in GAME.pending(s)}
            s, events = done(s, act)
            seen |= {(NOTICE if isinstance(e, Notice) else EVENT, rule) for e in events for rule in e.rules}
        seen |= {("score", line.rule) for row in GAME.score(s).rows for line in row.lines}
    return seen


def test_the_rulebook_has_105_rules_and_50_rulings() -> None:
    rules = [f"VG-{c}.{n + 1}" for c, many in CHAPTERS.items() for n in range(many)]
    assert list(BOOK) == [*rules, *(f"VG-R{n + 1}" for n in range(RULINGS))]
    assert len(rules) == 105


@pytest.mark.parametrize("rule", BOOK)
def test_rule(rule: str, shown: set[tuple[str, str]]) -> None:
    assert BOOK[rule]["shows"] in WAYS
    assert (BOOK[rule]["shows"], rule) in shown
    for part in ("section", "title", "text"):
        assert set(BOOK[rule][part]) == {"de", "en"}
        assert not any("!" in t or "\n" in t or t != t.strip() for t in BOOK[rule][part].values())


def test_nothing_is_shown_that_the_rulebook_lacks(shown: set[tuple[str, str]]) -> None:
    assert {rule for _, rule in shown if rule.startswith("VG-")} <= set(BOOK)


def test_options_name_rules_of_the_rulebook() -> None:
    assert {o.rule for o in GAME.options} <= set(BOOK)
