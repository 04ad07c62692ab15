"""What people type at the command line: wrong numbers, options that do not go together, files of every sort."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.cli_tools import Fault, guarded
from companion.engine.yamlfile import DataError, Document, told_lines
from companion.games import game
from companion.table import saved
from companion.table.faults import phrase
from hardware.enrolment import load_enrolled
from hardware.files import BadFile
from tests.outside.evenings import evening

ROOT = Path(__file__).resolve().parents[2]
WALISK = str(ROOT / "boards/walisk/small.yaml")
HOUSE = str(ROOT / "boards/hibernia/house.yaml")


def run(*words: str | Path) -> Result:
    told = CliRunner().invoke(main, [*map(str, words)])
    assert told.exception is None or isinstance(told.exception, SystemExit), told.exc_info
    return told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("position hibernia --players 0", "takes 3 or 4 players, not 0"),
        ("print walisk --out x.pdf --part players --players 0", "players, not 0"),
        ("print walisk --out x.pdf --part players --players 1", "players, not 1"),
        ("demo hibernia --players 1", "players, not 1"),
        ("stickers brian_boru --out x.pdf --side nan", "nan is not in the range"),
        ("demo hibernia --speed nan", "nan is not in the range"),
        ("devices --monitor x --seconds nan", "nan is not in the range"),
        ("devices --monitor x --seconds inf", "inf is not in the range"),
        ("enrol brian_boru --tags em4100+/dev/null --seconds -1", "-1.0 is not in the range"),
        ("devices --monitor x --find x", "cannot be given together"),
        ("print hibernia --out x.pdf --players 3", "--players goes with --part only"),
        ("print hibernia --out x.pdf --journal evening", "--journal goes with --part only"),
        ("print loewenherz --out x.pdf --part records --journal e --players 2", "cannot be given together"),
        ("print markers --out x.pdf --board house", "--board goes with GAME only"),
        ("print markers --out x.pdf --part list", "--part goes with GAME only"),
        ("print hibernia --out picture.png", "let its name end in .pdf"),
        ("stickers brian_boru --out cards.yaml", "let its name end in .pdf"),
        ("rules hibernia --option joker_face", "expected NAME=VALUE, found joker_face"),
        ("rules hibernia --option =1", "expected NAME=VALUE"),
        ("rules hibernia --option nope=1", "There is no option nope. The options of this game: soldiers_per_player"),
        ("rules hibernia --option hints=on --option hints=off", "hints=... once"),
        ("rules walisk --option victory_number=x", "cannot be x: it takes a whole number, 0 or more."),
        ("rules walisk --option turn_order=x", "cannot be x: it takes whole numbers, 0 or more, with commas between"),
        ("watch --game walisk --frames x --option turn_order=[9]", "The turn order names every player once"),
        ("watch --game loewenherz --frames x --seats A,B --option setup=basic", "is for three or four players."),
        ("watch --game hibernia --frames x --seats A,B,A", "--seats: expected another name for each player"),
        ("watch --game hibernia --frames x --seats A,\udcff,B", "--seats: expected letters that can be kept"),
        ("devices --monitor /dev/null@fast --seconds 1", "whole number from 300 to 4000000 behind the @, found fast"),
        ("enrol brian_boru --tags em4100+/dev/null@ --seconds 1", "behind the @, found nothing"),
        ("watch --game hibernia --frames demo: --die plain+COM3@1e5", "behind the @, found 1e5"),
        ("devices --monitor em4100+/dev/null@7 --seconds 1", "baud: expected a whole number from 300 to 4000000"),
        ("devices --find spy://x:1", "spy://x:1: this kind of address is not known. Known kinds: socket"),
        ("capture photo hibernia .", ".: one picture is needed here; this is a folder or a video."),
        (f"read --board {HOUSE} .", ".: one picture is needed here"),
        ("watch --game chess --frames demo:", "There is no game 'chess'"),
        ("watch --game hibernia --frames x --board " + WALISK, "small.yaml is a board of walisk, not of hibernia"),
        ("capture forget ..", "There is no board '..' on the shelf"),
        ("capture photo hibernia nothing.jpg", "nothing.jpg: there is no such camera, file or folder"),
        ("capture photo hibernia --board own-hibernia-7", "There is no board 'own-hibernia-7' on the shelf"),
        ("capture import nothing.json", "nothing.json"),
        ("capture photo hibernia --touches nothing.txt", "nothing.txt: expected a file that can be read"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    told = run("--home", tmp_path / "home", "--language", "en", *words.split())
    assert told.exit_code in (1, 2)
    assert said in told.output
    assert [f.name for f in tmp_path.rglob("*") if f.is_file()] == []


def test_the_home_of_the_program_is_the_shelfs_too_and_a_file_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = run("--home", tmp_path / "file", "--language", "en", "capture", "list")
    assert (told.exit_code, "Not a directory" in told.output) == (1, True)
    told = run("--home", tmp_path, "--language", "de", "capture", "list")
    assert told.output == "Im Regal steht noch kein Spielplan.\n"
    assert run("capture", "list", "--home", tmp_path, "--language=de").output.startswith("Im Regal")


LINES = {
    "latin1": ("tap ä 1\n".encode("latin-1"), "UTF-8"),
    "utf16": ("tap 1 1\n".encode("utf-16"), "UTF-8"),
    "long": (b"[" * 20_000, "[["),
}


@pytest.mark.parametrize("name", LINES)
def test_lines_of_every_sort_are_sentences_that_end(tmp_path: Path, name: str) -> None:
    raw, said = LINES[name]
    file = tmp_path / "lines.txt"
    file.write_bytes(raw)
    for words in (
        ["capture", "photo", "hibernia", "--touches", file],
        ["watch", "--game", "hibernia", "--frames", "demo:", "--taps", file],
    ):
        told = run("--home", tmp_path, "--language", "en", *words)
        assert told.exit_code == 1
        assert said in told.output
        assert len(told.output) < 300 + len(str(file))


def test_all_lines_that_are_no_inputs_are_told_at_once_and_a_mark_in_front_is_none(tmp_path: Path) -> None:
    file = tmp_path / "taps.txt"
    file.write_bytes(b"\xef\xbb\xbf# by hand\r\nhello\r\nA move county=5 by=extra\r\nA fly\r\n")
    assert told_lines(file) == [(2, "hello"), (3, "A move county=5 by=extra"), (4, "A fly")]
    told = run("--language", "en", "watch", "--game", "hibernia", "--frames", "demo:", "--taps", file)
    assert [line.split(" ")[0] for line in told.output.splitlines()] == [f"{file}:2:", f"{file}:4:"]


@pytest.mark.skipif(os.name != "posix", reason="pipes that have names")
def test_a_pipe_is_no_file_of_lines(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(DataError, match="no ordinary file"):
        told_lines(tmp_path / "pipe")


@pytest.mark.parametrize("text", ["&a [*a]\n", "&a {b: *a}\n", "a: [&b [x, *b]]\n", "&a\n- - - *a\n"])
def test_values_that_hold_themselves_are_told_wherever_they_stand(tmp_path: Path, text: str) -> None:
    file = tmp_path / "itself.yaml"
    file.write_text(text)
    with pytest.raises(DataError, match="do not hold themselves"):
        Document.read(file)


def test_what_is_not_there_is_called_nothing(tmp_path: Path) -> None:
    file = tmp_path / "empty.yaml"
    file.write_text("")
    assert run("check-board", file, "--language", "en").output.endswith("keys to values, found nothing\n")
    assert run("check-board", file, "--language", "de").output.endswith("gefunden: nichts\n")


def test_unknown_keys_of_a_small_file_are_told_in_the_order_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "tags.yaml"
    file.write_text("".join(f"k{n}: 1\n" for n in range(9)))
    with pytest.raises(BadFile) as told:
        load_enrolled(file)
    assert [f.line for f in told.value.faults][:9] == [*range(1, 10)]


def test_faults_of_an_expected_position_have_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "position.yaml"
    file.write_text("round: 2\nsupply: 5\ncountys: {}\ncounties: {nowhere: {A: 1}}\n")
    told = run("--language", "en", "read", "--board", HOUSE, "--expect", file, "x.jpg")
    assert told.exit_code == 1
    assert {f"{file}:{n}:" for n in (2, 3, 4)} <= {line.split(" ")[0] for line in told.output.splitlines()}


def test_a_saved_game_of_another_game_is_not_gone_on_with(tmp_path: Path) -> None:
    evening(tmp_path / "g", 4).close()
    before = (tmp_path / "g" / "journal.jsonl").read_bytes()
    told = run("--language", "en", "watch", "--game", "walisk", "--frames", "x", "--journal", tmp_path / "g")
    assert (told.exit_code, "is a game of hibernia, not of walisk" in told.output) == (1, True)
    assert (tmp_path / "g" / "journal.jsonl").read_bytes() == before
    evening_again = saved.open_game(tmp_path / "g", game, lambda: "")
    evening_again.close()  # and it is free


@pytest.mark.parametrize(
    "address",
    ["socket://127.0.0.1", "socket://127.0.0.1:", "socket://127.0.0.1:x", "socket://"],
)
def test_an_address_without_its_port_says_what_is_expected(address: str) -> None:
    told = run("--language", "en", "devices", "--monitor", f"em4100+{address}", "--seconds", "0.3")
    assert told.output.rstrip().endswith(f"{address} cannot be opened: socket://HOST:PORT")


@pytest.mark.parametrize("port", ["0", "65536", "99999", "123456789"])
def test_a_port_that_none_can_be_is_told_as_a_number(port: str) -> None:
    address = f"socket://127.0.0.1:{port}"
    for lang, said in (("de", "ist eine ganze Zahl von 1 bis 65535."), ("en", "is a whole number from 1 to 65535.")):
        told = run("--language", lang, "devices", "--monitor", f"em4100+{address}", "--seconds", "0.3")
        assert told.output.rstrip().endswith(said)
        assert address in told.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("nosuch", "Fehler: Den Befehl 'nosuch' gibt es nicht."),
        ("print hibernia", "Fehler: Es fehlt die Option '--out'."),
        ("board", "Fehler: Es fehlt die Angabe 'GAME'."),
        ("board hibernia more", "Fehler: Eine Angabe ist zu viel (more)"),
        ("demo hibernia --speed x", "'x' ist keine gültige Zahl (number)."),
        ("devices --monitor x --seconds -1", "-1.0 liegt nicht im Bereich"),
        ("stickers hibernia --out x.pdf --paper A9", "'A9' ist keins von 'A4', 'Letter'."),
        ("demo --players", "Fehler: Die Option '--players' braucht einen Wert."),
    ],
)
def test_a_command_line_that_means_nothing_is_told_in_the_language_that_was_chosen(words: str, said: str) -> None:
    for where in (["--language", "de", *words.split()], ["--language=de", *words.split()]):
        told = run(*where)
        assert (told.exit_code, said in told.output) == (2, True), told.output
    assert "Fehler" not in run("--language", "en", *words.split()).output


def expectations(folder: Path) -> Iterator[str]:
    """What our small files and addresses are expected to hold, as the code names it; a 7 for what varies."""

    def text(node: ast.expr) -> str:
        if isinstance(node, ast.JoinedStr):
            return "".join(v.value if isinstance(v, ast.Constant) else "7" for v in node.values)  # type: ignore[misc]
        return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""

    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
            if not isinstance(node, ast.Call) or not node.args:
                continue
            if name == "fault" and text(node.args[0]):
                yield text(node.args[0])
            if name == "ValueError" and (said := re.search(r": expected (.*?)(?:, found .*)?$", text(node.args[0]))):
                yield said[1]


def test_whatever_is_expected_of_a_small_file_or_an_address_is_told_in_german_too() -> None:
    found = set(expectations(ROOT / "hardware"))
    assert len(found) > 20
    own = {"KIND+PORT@SPEED", "one tag for each card", "each once"}  # the same in both, and faults of a program
    assert [e for e in found - own if phrase(e, lang="de") == e] == []


def test_a_small_file_that_is_none_is_told_by_every_command_that_meets_one() -> None:
    """A folder that stands where the stickers' command looks for no tags at all was once a traceback."""

    @guarded
    def meets() -> None:
        load_enrolled(ROOT)

    with pytest.raises(Fault, match="expected a file that can be read, found Is a directory"):
        meets()
