"""The command line: every command, and a clear sentence for everything that can go wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from companion.cli import main
from companion.games import GAMES

ROOT = Path(__file__).resolve().parents[2]


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


@pytest.mark.parametrize("name", GAMES)
def test_vocabulary_of_every_game(name: str) -> None:
    for command in ("inputs", "options", "position", "board"):
        result = run(command, name)
        assert result.exit_code == 0, result.output
        assert result.output.strip()
    assert json.loads(run("inputs", name, "--json").output)


def test_rules_in_both_languages() -> None:
    english = run("--language", "en", "rules", "hibernia", "HI-3.3").output
    german = run("--language", "de", "rules", "hibernia", "HI-3.3").output
    run("--language", "en", "rules", "hibernia", "HI-3.3")
    assert english.startswith("HI-3.3")
    assert german.startswith("HI-3.3")
    assert english != german


def picture(folder: Path) -> Path:
    """Any picture at all."""
    path = folder / "grey.png"
    Image.new("RGB", (64, 48), (90, 90, 90)).save(path)
    return path


def test_unknown_game_is_named() -> None:
    result = run("options", "chess")
    assert result.exit_code == 1
    assert "chess" in result.output


def test_a_game_without_demo_says_so() -> None:
    result = run("demo", "walisk")
    assert result.exit_code == 1
    assert "no demo table" in result.output


def test_unknown_rule_is_named() -> None:
    result = run("rules", "hibernia", "HI-99")
    assert result.exit_code == 1
    assert "HI-99" in result.output


def test_scenarios_run_and_a_wrong_one_fails(tmp_path: Path) -> None:
    good = run("scenario", str(ROOT / "tests/scenarios/hibernia/s14.yaml"))
    assert good.exit_code == 0, good.output
    bad = tmp_path / "bad.yaml"
    text = (ROOT / "tests/scenarios/hibernia/s14.yaml").read_text(encoding="utf-8")
    bad.write_text(text.replace("returned: [5, 1, 0, 0]", "returned: [5, 2, 0, 0]"), encoding="utf-8")
    result = run("scenario", "--game", "hibernia", str(bad))
    assert result.exit_code == 1
    assert "bad.yaml" in result.output


def test_bad_board_names_file_line_and_key(tmp_path: Path) -> None:
    text = (ROOT / "boards/hibernia/house.yaml").read_text(encoding="utf-8")
    bad = tmp_path / "board.yaml"
    bad.write_text(
        text.replace("neighbours: [brega, laigin, osraige]", "neighbours: [brega, atlantis]"), encoding="utf-8"
    )
    result = run("check-board", str(bad))
    assert result.exit_code == 1
    assert "board.yaml:" in result.output
    assert "atlantis" in result.output
    assert run("check-board", str(tmp_path / "none.yaml")).exit_code == 1
    assert run("check-board", str(ROOT / "boards/hibernia/house.yaml")).exit_code == 0


@pytest.mark.parametrize("what", [["hibernia"], ["hibernia", "--paper", "A4"], ["markers"]])
def test_printing(what: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    result = run("print", *what, "--out", str(out))
    assert result.exit_code == 0, result.output
    assert out.read_bytes().startswith(b"%PDF")


def test_missing_camera_and_bad_settings_are_sentences(tmp_path: Path) -> None:
    for args, said in (
        (["--frames", str(tmp_path / "none")], "none"),
        (["--frames", "demo:", "--seats", "Anna"], "3 or 4"),
        (["--frames", str(tmp_path / "none"), "--option", "advanced"], "NAME=VALUE"),
        (["--frames", str(tmp_path / "none"), "--option", "advanced=maybe"], "advanced"),
        (["--frames", str(tmp_path / "none"), "--seats", "A=white,B=white,C"], "same colour"),
        (["--frames", str(picture(tmp_path)), "--taps", str(tmp_path / "no.txt")], "no.txt"),
    ):
        result = run("watch", "--game", "hibernia", *args)
        assert result.exit_code == 1, (args, result.output)
        assert said in result.output, (args, result.output)
        assert "Traceback" not in result.output


def test_a_line_told_by_hand_that_is_none_is_named(tmp_path: Path) -> None:
    taps = tmp_path / "taps.txt"
    taps.write_text("A fly county=ulaid\n", encoding="utf-8")
    result = run("watch", "--game", "hibernia", "--frames", str(picture(tmp_path)), "--taps", str(taps))
    assert result.exit_code == 1
    assert "taps.txt:1" in result.output


def test_a_port_that_is_not_there(tmp_path: Path) -> None:
    result = run("devices", "--monitor", str(tmp_path / "ttyNONE"), "--seconds", "0.5")
    assert result.exit_code == 1
    assert "not plugged in" in result.output


def test_a_damaged_journal_is_named(tmp_path: Path) -> None:
    (tmp_path / "journal.jsonl").write_text("nonsense\n", encoding="utf-8")
    result = run("replay", str(tmp_path))
    assert result.exit_code == 1
    assert "journal.jsonl" in result.output
