"""Every rule of the book shows itself as it says: event, notice, refusal, duty, score line, load or scenario."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import PositionError
from companion.engine.scenario import _Run as Run
from companion.engine.scenario import run_file
from companion.engine.types import Decision, Event, Input, Notice, Pending, Ruling, ScoreSheet
from companion.engine.yamlfile import Document
from companion.games.brian_boru import game as module
from companion.games.brian_boru.game import BrianBoru
from companion.games.brian_boru.info import OPTIONS
from companion.games.brian_boru.state import State

from .tables import MIXES, PLAYERS, given, random_play, table
from .test_scenarios import FOLDER

BOOK = Path(module.__file__).with_name("rulebook.yaml")
SHOWS = ("event", "notice", "refusal", "duty", "score", "load", "scenario")


@cache
def book() -> Mapping[str, Any]:
    found: Mapping[str, Any] = Document.read(BOOK).data
    return found


class Listener(BrianBoru):
    """The game, remembering how each rule showed itself."""

    def __init__(self) -> None:
        self.heard: dict[str, set[str]] = defaultdict(set)

    def pending(self, s: State) -> tuple[Pending, ...]:
        owed = super().pending(s)
        self.heard["duty"] |= {p.rule for p in owed}
        return owed

    def decide(self, s: State, act: Input, waived: frozenset[str] = frozenset()) -> Decision:
        decision = super().decide(s, act, waived)
        if isinstance(decision, Ruling):
            self.heard["refusal"].add(decision.rule)
        else:
            for e in decision:
                self.note(e)
        return decision

    def note(self, e: Event) -> None:
        self.heard["notice" if isinstance(e, Notice) else "event"] |= set(e.rules)

    def score(self, s: State) -> ScoreSheet:
        sheet = super().score(s)
        self.heard["score"] |= {line.rule for row in sheet.rows for line in row.lines}
        return sheet


def files() -> Iterator[Path]:
    yield from sorted(FOLDER.glob("*.yaml"))


@cache
def heard() -> Mapping[str, set[str]]:
    ear = Listener()
    for path in files():
        report = run_file(path, ear)
        assert not report.differences, report.differences
        ear.heard["scenario"] |= set(Document.read(path).data["rules"])
    for players in PLAYERS:
        for s, act in random_play(table(players), 77):
            ear.decide(s, act)
            ear.pending(s)
    ear.heard["load"] |= {rule for rule, doc in LOADS.items() if rule in fault_of(doc)}
    return ear.heard


LOADS: dict[str, dict[str, Any]] = {"BB-7.10": {"towns": {"N1": "A"}, "track": {"A": 4, "B": 4}}}


def fault_of(doc: dict[str, Any]) -> str:
    try:
        given(table(3), **doc)
    except PositionError as e:
        return str(e)
    return ""


def test_the_book_is_whole() -> None:
    """Chapters 1 to 13 and rulings 1 to 41 without a gap, each with section, title and text in both languages."""
    chapters = {1: 7, 2: 8, 3: 3, 4: 3, 5: 6, 6: 10, 7: 12, 8: 9, 9: 9, 10: 5, 11: 6, 12: 8, 13: 3}
    wanted = [f"BB-{c}.{n}" for c, most in chapters.items() for n in range(1, most + 1)]
    assert list(book()) == wanted + [f"BB-R{n}" for n in range(1, 42)]
    for rule, entry in book().items():
        assert set(entry) == {"section", "title", "text", "shows"}, rule
        assert entry["shows"] in SHOWS
        for part in ("section", "title", "text"):
            for lang in ("de", "en"):
                told = entry[part][lang]
                assert told
                assert "!" not in told
                assert "\n" not in told
                assert "bitte" not in told.lower()


@pytest.mark.parametrize("rule", list(Document.read(BOOK).data))
def test_rule_shows_itself(rule: str) -> None:
    assert rule in heard()[book()[rule]["shows"]], f"{rule} was expected as {book()[rule]['shows']}"


def test_no_rule_is_heard_that_the_book_lacks() -> None:
    for kind, rules in heard().items():
        assert not {r for r in rules if r.startswith("BB-")} - set(book()), kind


def test_every_value_of_every_option_is_played_in_a_scenario() -> None:
    played = defaultdict(set)
    for path in files():
        for case in Document.read(path).data["cases"]:
            if "unplayable" not in case:
                for name, value in case.get("with", {}).get("options", {}).items():
                    played[name].add(value)
    for option in OPTIONS:
        left = set(option.values) - played[option.name] - {option.default}
        assert not left, option.name
        assert option.rule in book()


def test_every_option_is_played_to_the_end() -> None:
    """The mixes of the conformance walk leave no option out, but for those that only the set-up knows."""
    named = {name for mix in MIXES for name in mix}
    assert named | {"start_player", "princess_card", "rules_profile"} >= {o.name for o in OPTIONS}


# ---------------------------------------------------------------- options
def with_option(path: Path, name: str, value: Any) -> list[str]:
    """What no longer comes out as a scenario says when all its cases are played with this value of an option.

    Cases that are about options that cannot be are left out, and so is the list of options on a score sheet: it would
    differ for a value that does nothing.
    """
    doc = Document.read(path)
    doc.data["cases"] = [c for c in doc.data["cases"] if "unplayable" not in c]
    for case in doc.data["cases"]:
        setting = case.setdefault("with", {})
        setting["options"] = {**(setting.get("options") or {}), name: value}
        for step in case["steps"]:
            step.get("then", {}).pop("sheet", None)
    run = Run(BrianBoru(), doc)
    for i, case in enumerate(doc.data["cases"]):
        run.case(i, case)
    return [str(d) for d in run.differences]


CHOICES = [(o.name, v) for o in OPTIONS for v in o.values]


@pytest.mark.parametrize(("name", "value"), CHOICES)
def test_every_value_of_every_option_changes_an_outcome(name: str, value: Any) -> None:
    """A case that is told with another value comes out differently: an event, a duty, a score or a text."""
    likely = sorted(files(), key=lambda p: name not in p.read_text(encoding="utf-8"))
    assert any(with_option(p, name, value) for p in likely), f"{name}={value} changes nothing in any scenario"
