"""The command line: every command, and a clear sentence for everything that can go wrong."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

import companion.bench
from companion import i18n
from companion.cli import main
from companion.demo.tagreader import DemoReader, demo_tag
from companion.games import GAMES
from companion.table.enrol import known_tags

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    i18n.use("en")
    yield
    i18n.use("en")


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
        (["--frames", "demo:", "--seats", "Anna"], "3, 4 names"),
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


WRONG = [
    (["demo", "brian_boru", "--players", "9"], "three to five players, not nine", "drei bis fünf Personen"),
    (["demo", "nogame"], "no game 'nogame'", "„nogame“"),
    (["demo", "--journal", "{file}"], "cannot be read or written", "nicht lesen oder schreiben"),
    (["watch", "--game", "hibernia", "--frames", "{picture}", "--seats", "A"], "3, 4 names", "3, 4 Namen"),
    (["watch", "--game", "hibernia", "--frames", "{picture}", "--option", "x"], "NAME=VALUE", "erwartet"),
    (["watch", "--game", "hibernia", "--frames", "{picture}", "--tags", "foo+/dev/x"], "one of the kinds", "Arten"),
    (["watch", "--game", "hibernia", "--frames", "{picture}", "--tag-file", "{file}"], "wrong.yaml", "wrong.yaml"),
    (["watch", "--game", "hibernia", "--frames", "{picture}", "--taps", "{file}"], "wrong.yaml:1", "wrong.yaml:1"),
    (["replay", "{file}"], "no readable first line", "keine lesbare erste Zeile"),
    (["read", "--board", "{board}", "--expect", "{file}", "{file}"], "a position", "eine Stellung"),
    (["rules", "brian_boru", "BB-99"], "no rule 'BB-99'", "„BB-99“"),
    (["scenario", "{file}"], "--game", "--game"),
    (["scenario", "{folder}/none.yaml"], "none.yaml", "none.yaml"),
    (["stickers", "hibernia", "--out", "{folder}/x.pdf"], "no cards", "keine Karten"),
    (["stickers", "brian_boru", "--out", "{folder}"], "cannot be read or written", "nicht lesen oder schreiben"),
    (["print", "brian_boru", "--out", "{folder}/no/x.pdf"], "cannot be read or written", "nicht lesen oder schreiben"),
    (["print", "brian_boru", "--out", "{folder}/x.pdf", "--part", "list"], "prints no 'list'", "druckt kein „list“"),
    (["enrol", "brian_boru", "--tags", "foo+/dev/x"], "one of the kinds", "Arten"),
    (["enrol", "brian_boru", "--tags", "em4100+/dev/x", "--file", "{file}"], "wrong.yaml", "wrong.yaml"),
    (["enrol", "brian_boru", "--tags", "em4100+/dev/x", "--file", "{folder}"], "{folder}", "{folder}"),
    (["enrol", "hibernia", "--tags", "em4100+/dev/x"], "no cards", "keine Karten"),
    (["position", "vikings_gone_wild", "--players", "1"], "not 1", "nicht für 1"),
    (["capture", "photo", "brian_boru", "{file}"], "no picture", "kein lesbares Bild"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "english", "german"), WRONG, ids=lambda v: " ".join(v) if isinstance(v, list) else "")
def test_a_wrong_argument_is_a_sentence_in_both_languages(
    args: list[str], english: str, german: str, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("nonsense\n", encoding="utf-8")
    board = ROOT / "boards/brian_boru/house.yaml"
    known = {"file": wrong, "folder": tmp_path, "board": board, "picture": picture(tmp_path)}
    for language, said in (("en", english), ("de", german)):
        home = ["--language", language, "--home", str(tmp_path)]
        result = run(*home, *(a.format(**known) for a in args))
        assert result.exit_code == 1, result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert said.format(**known) in result.output


def test_tags_are_given_from_the_command_line(tmp_path: Path) -> None:
    """A whole run of the command: tags laid on a reader stand in the folder that was named."""
    with DemoReader() as reader:
        for n in range(3):
            threading.Timer(0.8 + 0.4 * n, reader.lay, (demo_tag(n), 4)).start()
        result = run(
            "--language", "en", "--home", str(tmp_path), "enrol", "brian_boru", "--tags", reader.url, "--seconds", "2.6"
        )
    assert result.exit_code == 1, "22 cards are still without a tag"
    assert "card 3 has its tag." in result.output, result.output
    assert set(known_tags(tmp_path / "tags.yaml").values()) == {f"brian_boru:action_{n}" for n in (1, 2, 3)}


@pytest.mark.parametrize(("language", "said"), [("en", "needs a source checkout"), ("de", "braucht den Quelltext")])
def test_what_is_measured_with_the_tests_is_missed_where_there_are_none(
    language: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in an installed wheel: a sentence for a part that is named, and all there is for all."""
    monkeypatch.setattr(companion.bench, "SOURCES", tmp_path)
    monkeypatch.setattr(companion.bench, "app", lambda quick: {"app.start": companion.bench.metric(1.0, "s")})
    monkeypatch.setattr(companion.bench, "engine", lambda quick: {})
    for part in ("table", "vision", "capture", "touches"):
        result = run("--language", language, "bench", part, "--quick")
        assert result.exit_code == 1
        assert f"bench {part} {said}" in result.output, result.output
    assert run("bench", "--quick").output.split()[0] == "app.start"


def test_the_drivers_of_the_bench_are_found() -> None:
    for module in companion.bench.DRIVERS.values():
        source = companion.bench.SOURCES.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
        assert "def measure(quick: bool) -> Metrics:" in source
    found = companion.bench.driver("tests.games.walisk.bench")
    assert found is not None
    assert {"engine.walisk.odds_30_30"} == set(found._odds())


def test_a_rule_is_found_in_small_letters_too() -> None:
    assert run("rules", "brian_boru", "bb-6.3").output == run("rules", "brian_boru", "BB-6.3").output
