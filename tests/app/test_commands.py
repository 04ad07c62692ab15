"""The commands: ``--help`` speaks the language of the rest, and a file that is not there is told as such."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click
import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner

from companion import i18n
from companion.bench import metric
from companion.cli import main
from companion.cli_tools import measured
from companion.engine.boards import house_board
from companion.table.snapshot import Question
from companion.table.speaker import Speaker
from companion.table.tell import QUESTIONS, question_line


def commands(
    command: click.Command = main, way: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield way, command
    for name, one in command.commands.items() if isinstance(command, click.Group) else ():
        yield from commands(one, (*way, name))


def purposes() -> set[str]:
    """As the source says them."""
    things = [t for _way, c in commands() for t in (c, *c.params) if isinstance(t, click.Command | click.Option)]
    shown = [t for t in things if not getattr(t, "hidden", False)]
    told = {cleandoc(t.__dict__.get("purpose") or t.help or "") for t in shown}
    assert "" not in told, [t.name for t in shown if not t.help]
    return told


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = i18n.language()
    yield
    i18n.use(before)


def test_every_purpose_is_told_in_german_and_none_is_left_over() -> None:
    with i18n.po_path("de", "cli").open("rb") as f:
        german = {str(m.id): str(m.string) for m in read_po(f, locale="de") if m.id}
    assert set(german) == purposes()
    assert [english for english, text in german.items() if not text or text == english] == []


@pytest.mark.parametrize("way", [way for way, _command in commands()], ids=" ".join)
def test_help_speaks_the_language_that_was_chosen_and_the_other_one_after_it(way: tuple[str, ...]) -> None:
    command = dict(commands())[way]
    for language in ("de", "en", "de"):
        said = CliRunner().invoke(main, ["--language", language, *way, "--help"])
        assert said.exit_code == 0
        first = i18n.gettext(cleandoc(command.__dict__["purpose"]), lang=language).splitlines()[0]
        assert " ".join(first.split()) in " ".join(said.output.split())
    words = " ".join(said.output.split())
    assert "Aufruf:" in words
    assert "Usage:" not in words
    assert "Show this message" not in words


@pytest.mark.parametrize(("name", "why"), [("none.board.json", "Datei oder Ordner fehlt"), ("", "Das ist ein Ordner")])
def test_a_board_that_is_not_there_is_not_called_unreadable(tmp_path: Path, name: str, why: str) -> None:
    home = ["--language", "de", "--home", str(tmp_path / "home")]
    said = CliRunner().invoke(main, [*home, "capture", "import", str(tmp_path / name)])
    assert said.exit_code == 1
    assert why in said.output


@pytest.mark.parametrize("baseline", [None, 0.0])
def test_a_number_with_nothing_to_hold_it_against_is_told_alone(baseline: float | None) -> None:
    """Without python-chess the yardstick of the engine makes no moves at all."""
    said = measured("engine.hibernia", metric(1234.0, "inputs/s", baseline))
    assert said.split() == ["engine.hibernia", "1234", "inputs/s"]
    assert measured("engine.hibernia", metric(1234.0, "inputs/s", 617.0)).split()[-2:] == ["ratio", "2"]


def test_a_question_to_nobody_in_particular_has_no_wrong_case() -> None:
    """A table in the terminal asks everybody: "der Würfel von der Tisch" is nobody's German."""
    i18n.use("de")
    speaker = Speaker("hibernia", house_board("hibernia"), ())
    for kind in QUESTIONS:
        line = question_line(speaker, Question("q1", kind, None, (), ("red",)), None)
        assert not re.search(r"\b(von|mit|zu|bei|für|aus|an) der Tisch", line), line
