"""The scenario runner: a right scenario passes, a wrong one fails and says where and how."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.scenario import Report, run_file, unlike
from companion.engine.yamlfile import DataError
from companion.games.hibernia.game import GAME

RIGHT = """id: T-1
title: First turn
rules: [HI-3.3]
cases:
- name: green
  with: {players: 4, options: {hints: true}}
  given: {counties: {tir_chonaill: {A: 1}, brega: {B: 1}}, supply: {A: 11}, shield: {A: 3}, die: green}
  steps:
  - {when: A move county=laigin by=extra, refused: HI-3.3, kind: illegal}
  - when: [A move county=tir_eoghain by=die, A move county=cairbre by=extra]
    causes: [{is: moved, n: 1}, {is: moved, n: 2}, scored]
  - then:
      position: {supply: {A: 8}, counties: {cairbre: {A: 2}, ulaid: null}}
      score: {A: 3}
      sheet: {rows: [{seat: 0, total: 3}, {seat: 1}, {seat: 2}, {seat: 3}]}
      view: {last_round: false}
      view_B: {turn: B}
      tabletop: {track_3: [soldier A]}
      pending: [{is: roll, by: 1}]
      legal: {B: {count: 0, lacks: [B muster by=die]}}
"""


def run(tmp_path: Path, text: str) -> Report:
    file = tmp_path / "t.yaml"
    file.write_text(text, encoding="utf-8")
    return run_file(file, GAME)


def differences(tmp_path: Path, old: str, new: str) -> list[str]:
    assert old in RIGHT
    report = run(tmp_path, RIGHT.replace(old, new, 1))
    return [str(d).replace(str(tmp_path), "") for d in report.differences]


def test_a_right_scenario_passes_and_tells_what_it_showed(tmp_path: Path) -> None:
    report = run(tmp_path, RIGHT)
    assert report.differences == ()
    assert (report.id, report.cases, report.steps) == ("T-1", 1, 2)
    assert {("refusal", "HI-3.3"), ("event", "HI-3.10"), ("duty", "HI-2.2")} <= report.shown
    assert "HI-6.2" in {rule for _, rule in report.shown}


WRONG = [
    ("refused: HI-3.3", "refused: HI-3.4", "/t.yaml:9: T-1 green: A move county=laigin by=extra: expected HI-3.4"),
    (", refused: HI-3.3, kind: illegal", "", "/t.yaml:9: T-1 green: A move county=laigin by=extra: expected accepted"),
    ("kind: illegal", "kind: malformed", "expected HI-3.3, found illegal HI-3.3"),
    ("A move county=tir_eoghain by=die,", "", "expected {'is': 'moved', 'n': 2}, found ['moved']"),
    ("by=extra]", "by=extra]\n    refused: HI-3.8", "expected refused by HI-3.8, found accepted"),
    ("by=extra]", "by=extra]\n    warned: HI-11.1", "expected a warning by HI-11.1, found []"),
    ("{is: moved, n: 1}", "{is: moved, n: 7}", "expected {'is': 'moved', 'n': 7}, found ['moved', 'moved', 'scored'"),
    ("scored]", "mustered]", "expected {'is': 'mustered'}"),
    ("supply: {A: 8}", "supply: {A: 9}", "/t.yaml:13: T-1 green: position.supply.A: expected 9, found 8"),
    ("cairbre: {A: 2}", "cairbre: {B: 2}", "position.counties.cairbre.B: expected 2, found nothing"),
    ("ulaid: null", "ulaid: {A: 1}", "position.counties.ulaid: expected {'A': 1}, found nothing"),
    ("score: {A: 3}", "score: {A: 4}", "/t.yaml:14: T-1 green: score.A: expected 4, found 3"),
    ("{seat: 3}]", "{seat: 3}, {seat: 4}]", "sheet.rows: expected"),
    ("last_round: false", "last_round: 0", "view.last_round: expected 0, found False"),
    ("view_B: {turn: B}", "view_B: {turn: A}", "view_B.turn: expected A, found B"),
    ("[soldier A]", "[soldier A, soldier B]", "tabletop.track_3: expected ['soldier A', 'soldier B']"),
    ("{is: roll, by: 1}", "{is: choose}", "pending.0.is: expected choose, found roll"),
    ("count: 0", "count: 2", "/t.yaml:20: T-1 green: legal B: expected 2 entries, found []"),
    ("lacks: [B", "has: [B", "legal B: expected has B muster by=die, found []"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), WRONG, ids=[w[1][:40] for w in WRONG])
def test_a_wrong_scenario_fails_and_says_where(tmp_path: Path, old: str, new: str, said: str) -> None:
    found = differences(tmp_path, old, new)
    assert any(said in d for d in found), found


def test_a_table_that_cannot_be_played_is_named_by_its_rule(tmp_path: Path) -> None:
    five = "id: T-2\ncases:\n- {name: five, with: {players: 5}, unplayable: K-PLAYERS}\n"
    assert run(tmp_path, five).differences == ()
    assert ("load", "K-PLAYERS") in run(tmp_path, five).shown
    four = run(tmp_path, five.replace("players: 5", "players: 4"))
    assert [d.found for d in four.differences] == ["a playable table"]
    silent = run(tmp_path, five.replace(", unplayable: K-PLAYERS", ""))
    assert [d.expected for d in silent.differences] == ["a playable table"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- a list", "expected a scenario with id, title and cases"),
        ("id: T\n", "expected a scenario with id, title and cases"),
        ("id: T\ncases:\n- {named: x}\n", "t.yaml:3: cases.0: expected the keys given, name, steps, unplayable, with"),
        ("id: T\ncases:\n- steps:\n  - {whn: A rest}\n", "t.yaml:4: cases.0.steps.0: expected the keys causes, kind"),
        ("id: T\ncases:\n- steps:\n  - then: {wheather: wet}\n", "cases.0.steps.0.then.wheather: expected position"),
        ("id: T\ncases:\n- given: {weather: wet}\n", "t.yaml:3: cases.0.given.weather: expected one of phase"),
    ],
)
def test_a_file_that_is_no_scenario_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(DataError) as refused:
        run(tmp_path, text)
    assert said in str(refused.value)


def test_mappings_may_hold_more_and_lists_may_not() -> None:
    assert list(unlike({"a": 1}, {"a": 1, "b": 2})) == []
    assert list(unlike([1], (1,))) == []
    assert list(unlike([1], [1, 2])) == [((), [1], [1, 2])]
    assert list(unlike({"a": {"b": 1}}, {"a": 3})) == [(("a",), {"b": 1}, 3)]
    assert list(unlike({"gone": None}, {})) == []
    assert list(unlike(1, True)) == [((), 1, True)]
