"""Every scenario file of Vikings Gone Wild runs, and every option value is played in one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import Option
from companion.engine.scenario import _Run as Run
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


def with_option(path: Path, name: str, value: Any) -> list[str]:
    """What no longer comes out as a scenario says when all its cases are played with this value of an option.

    Cases about options that cannot be are left out, and so is the list of options on a score sheet.
    """
    doc = Document.read(path)
    doc.data["cases"] = [c for c in doc.data["cases"] if "unplayable" not in c]
    for case in doc.data["cases"]:
        case["with"] = {**(case.get("with") or {})}
        case["with"]["options"] = {**(case["with"].get("options") or {}), name: value}
        for step in case["steps"]:
            (step.get("then") or {}).pop("sheet", None)
    run = Run(GAME, doc)
    for i, case in enumerate(doc.data["cases"]):
        run.case(i, case)
    return [str(d) for d in run.differences]


VALUES = [pytest.param(o, v, id=f"{o.name}-{v}") for o in GAME.options for v in o.values]


@pytest.mark.parametrize(("option", "value"), VALUES)
def test_every_value_of_every_option_changes_an_outcome(option: Option, value: Any) -> None:
    """A case that is told with another value comes out differently."""

    def unlikely(path: Path) -> tuple[bool, bool]:
        told = path.read_text(encoding="utf-8")
        return option.name not in told, option.rule not in told

    files = sorted(FILES, key=unlikely)
    assert any(with_option(p, option.name, value) for p in files), f"{option.name}={value} changes nothing"


def test_a_wrong_line_about_an_open_entry_is_a_difference_and_no_crash() -> None:
    doc = Document.read(next(f for f in FILES if f.stem == "s12"))
    doc.data["cases"] = doc.data["cases"][:1]
    lines = next(s for s in doc.data["cases"][0]["steps"] if "then" in s)["then"]["legal"]["C"]["has"]
    lines.append("C attack target=draco attackers=elf_archer:9")
    run = Run(GAME, doc)
    run.case(0, doc.data["cases"][0])
    (difference,) = run.differences
    assert "attackers=viking_warrior:2 ..." in str(difference)


def test_every_value_of_every_option_is_played() -> None:
    """Each value that is not the default has a case of its own."""
    played = set()
    for path in FILES:
        for case in Document.read(path).data["cases"]:
            played |= set(((case.get("with") or {}).get("options") or {}).items())
    wanted = {(o.name, v) for o in GAME.options for v in o.values if v != o.default}
    assert wanted <= played
