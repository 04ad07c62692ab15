"""Each optional chapter changes an outcome: which scenario proves which, and that nothing but the option does it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.engine.codec import plain
from companion.engine.scenario import _Run
from companion.engine.session import merge
from companion.engine.yamlfile import Document
from companion.games.walisk.game import GAME
from tests.games.walisk.test_coverage import OPTIONAL
from tests.games.walisk.test_scenarios import FILES

# chapter -> its scenario, the option and the value that switches it on, what differs in the end
PROOFS: dict[str, tuple[str, str, Any, tuple[str, ...]]] = {
    "8.1": ("o81_flight", "flight", True, ("units",)),
    "8.2": ("o82_storm", "storm", True, ("owner", "houses")),
    "8.3": ("o83_foray", "raids", "foray", ("owner", "silver", "purses")),
    "8.4": ("o84_sessions", "sessions", True, ("phase",)),
    "8.5": ("o85_move_capital", "move_capital", True, ("capital", "houses")),
    "8.6": ("o86_revolt", "revolt", True, ("life", "owner", "units")),
    "8.7": ("o87_invaders", "invaders", True, ("life", "spare", "units")),
}  # fmt: skip
EACH = pytest.mark.parametrize("chapter", PROOFS)


def proof(chapter: str) -> tuple[Document, dict[str, Any], dict[str, Any]]:
    """The file of a chapter with its two cases: with the rule and without."""
    (path,) = (f for f in FILES if f.stem == PROOFS[chapter][0])
    doc = Document.read(path)
    on, off = doc.data["cases"]
    return doc, on, off


def run(doc: Document, case: dict[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """What differs from the case's expectations, and the position it ends in."""
    played = _Run(GAME, doc)
    ends: list[Any] = []
    table = played.table

    def sit(c: Any) -> Any:
        ends.append(table(c))
        return ends[-1]

    played.table = sit  # type: ignore[method-assign]
    played.case(0, case)
    position: dict[str, Any] = json.loads(json.dumps(plain(GAME.position(ends[-1].state))))
    return [str(d) for d in played.differences], position


def switched(case: dict[str, Any], option: str, value: Any) -> dict[str, Any]:
    """The same case with one option changed."""
    out: dict[str, Any] = merge(case, {"with": {"options": {option: value}}})
    return out


def test_every_chapter_has_its_scenario() -> None:
    sections = {rule // 10 + 1 for rule in OPTIONAL}
    assert set(PROOFS) == {f"8.{n}" for n in sections}
    assert {f.stem for f in FILES if f.stem.startswith("o8")} == {p[0] for p in PROOFS.values()}
    for chapter, (_name, option, value, _ends) in PROOFS.items():
        (known,) = (o for o in GAME.options if o.name == option)
        assert value in known.values
        assert value != known.default
        doc, _on, _off = proof(chapter)
        first = next(rule for rule in OPTIONAL if f"8.{rule // 10 + 1}" == chapter)
        chapters = {f"WA-8.{first + k}" for k in range(OPTIONAL[first])}
        assert chapters & set(doc.data["rules"])


@EACH
def test_both_cases_begin_alike_and_differ_in_the_option_alone(chapter: str) -> None:
    _name, option, value, _ends = PROOFS[chapter]
    _doc, on, off = proof(chapter)
    assert on["given"] == off["given"]
    assert on["with"]["options"] == {option: value}
    assert {k: v for k, v in on["with"].items() if k != "options"} == off["with"]


@EACH
def test_the_outcome_differs(chapter: str) -> None:
    doc, on, off = proof(chapter)
    (one, differs), (two, from_this) = run(doc, on), run(doc, off)
    assert (one, two) == ([], [])
    changed = {k for k in differs if differs[k] != from_this[k]}
    assert set(PROOFS[chapter][3]) <= changed


@EACH
def test_it_is_the_option_that_does_it(chapter: str) -> None:
    """Switched, each case ends otherwise than it says: the scenario would notice if the rule did nothing."""
    _name, option, value, _ends = PROOFS[chapter]
    (default,) = (o.default for o in GAME.options if o.name == option)
    doc, on, off = proof(chapter)
    assert run(doc, switched(on, option, default))[0] != []
    assert run(doc, switched(off, option, value))[0] != []


def test_every_value_of_every_option_changes_a_case() -> None:
    """Taken back to the default, some case with this value ends otherwise than it says."""
    matters: set[tuple[str, str]] = set()
    for path in FILES:
        doc = Document.read(path)
        for case in doc.data["cases"]:
            chosen = (case.get("with") or {}).get("options") or {}
            for name, value in chosen.items():
                if (name, str(value)) not in matters:
                    others = {k: v for k, v in chosen.items() if k != name}
                    plainer = {**case, "with": {**case["with"], "options": others}}
                    played = _Run(GAME, doc)
                    played.case(0, plainer)
                    if played.differences:
                        matters.add((name, str(value)))
    for option in GAME.options:
        wanted = {(option.name, str(v)) for v in option.values if v != option.default}
        assert wanted <= matters, option.name
        assert wanted or option.name in {name for name, _ in matters}, option.name
