"""Files of this program and files of strangers: whole or not at all, never overwritten, never a traceback or a bomb."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import stat
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.app import settings as kept
from companion.app import setup_views as v
from companion.app.backend import Inbox
from companion.app.draft import rename
from companion.app.drawing import MOST_STEPS, free_points
from companion.app.live.backend import LiveBackend
from companion.app.live.devices import Devices
from companion.app.live.homefiles import odd_files
from companion.app.live.values import CardShelf
from companion.app.setup_views import Notice, Show, StartView
from companion.app.taps import Tap
from companion.capture.draft import Draft, DraftError
from companion.capture.shelf import Shelf, ShelfError
from companion.cli import main
from companion.engine.boards import house_board, load_board
from companion.engine.game import ConfigError
from companion.engine.journal import JournalError
from companion.engine.record import Person
from companion.engine.scenario import load_data
from companion.engine.yamlfile import DataError, Document
from companion.games import game
from companion.table import saved
from companion.table.enrol import Enroller
from companion.table.faults import error_lines
from companion.table.ownmap import load_map, map_files, set_up
from companion.table.results import Result, Standing, bg_stats, page, table
from hardware.enrolment import load_enrolled, save_enrolled
from hardware.files import BadFile
from hardware.filing.reading import read_json
from hardware.filing.whole import FORGOTTEN_S, make_folder, write_json, write_new, write_whole
from hardware.pairing import load_pairing, parse_address, save_pairing
from tests.outside.evenings import evening, handed_over
from tests.outside.mutants import exported, strangers
from vision.frames import SourceError, read_picture


# ---------------------------------------------------------------- one way to write
def everything(folder: Path) -> None:
    """Every small file that the program keeps, once more."""
    kept.save(kept.Settings(), folder / "settings.json")
    Devices(folder / "devices.json", {}).choose("die", "/dev/ttyÜ0")
    save_enrolled(folder / "tags.yaml", {"0100A0B0C0": "brian_boru:action_14"})
    save_pairing(folder / "pairing.yaml", [parse_address("em4100+/dev/ttyUSB0")])
    CardShelf(folder / "cards" / "brian_boru.yaml").call("N1", "Dún Laoghaire")
    shelf = Shelf(folder)
    shelf.keep_paints("hibernia", {"white": {"mean": [0.0, 0.0, 0.0]}})
    shelf.keep_sizes("hibernia", {"cube": {"mm": 8.0, "pieces": 4}})


def contents(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
def test_a_disk_that_fails_leaves_every_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    everything(tmp_path)
    before = contents(tmp_path)
    assert len(before) == 7

    def full(_: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", full)
    writers: list[Any] = [
        lambda: kept.save(kept.Settings(theme="light"), tmp_path / "settings.json"),
        lambda: Devices(tmp_path / "devices.json", {}).choose("die", "COM9"),
        lambda: save_enrolled(tmp_path / "tags.yaml", {}),
        lambda: save_pairing(tmp_path / "pairing.yaml", []),
        lambda: CardShelf(tmp_path / "cards" / "brian_boru.yaml").call("N1", ""),
        lambda: Shelf(tmp_path).keep_paints("hibernia", {"black": {}}),
    ]
    for writer in writers:
        with pytest.raises(OSError, match=r"."):
            writer()
    assert contents(tmp_path) == before


@pytest.mark.skipif(os.name != "posix", reason="modes of POSIX systems")
def test_what_is_kept_is_its_owners_and_what_is_given_away_is_not(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        write_json(tmp_path / "home" / "kept.json", {})
        given = write_new(tmp_path / "home" / "given.csv", "x", private=False)
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "home" / "kept.json").stat().st_mode) == 0o600
    assert stat.S_IMODE(given.stat().st_mode) == 0o644


def test_what_a_program_that_died_left_half_written_is_taken_away_in_time(tmp_path: Path) -> None:
    left, fresh = tmp_path / "tags.yaml.1.new", tmp_path / "tags.yaml.2.new"
    left.write_text("half")
    fresh.write_text("another program is at it")
    os.utime(left, (time.time() - 2 * FORGOTTEN_S,) * 2)
    write_whole(tmp_path / "tags.yaml", "whole")
    assert sorted(f.name for f in tmp_path.iterdir()) == ["tags.yaml", "tags.yaml.2.new"]


def test_new_files_never_take_the_place_of_others(tmp_path: Path) -> None:
    made = [write_new(tmp_path / "r.csv", str(n)) for n in range(3)]
    assert [f.name for f in made] == ["r.csv", "r-2.csv", "r-3.csv"]
    made[0].unlink()
    assert write_new(tmp_path / "r.csv", "3").name == "r.csv"
    assert [(tmp_path / f"r-{n}.csv").read_text() for n in (2, 3)] == ["1", "2"]


def test_results_of_another_evening_are_never_overwritten(tmp_path: Path) -> None:
    from companion.app.live.sharing import share
    from tests.outside.evenings import PAINTED, finished

    sitting = finished(tmp_path / "g")
    known: dict[Path, bytes] = {}
    for n in range(3):
        made = share(sitting, tmp_path / "results", "g", ["2024-05-01T20:00:00+02:00"], PAINTED)
        assert made is not None
        assert all(f.read_bytes() == raw for f, raw in known.items() if f.exists())
        files = [f for f, _ in made.files]
        assert not set(files) & set(known)
        known.update({f: f.read_bytes() for f in files})
        if n == 0:
            for f in files:
                f.unlink()  # an evening is deleted, and its names are free again
                del known[f]
    (sheet,) = [raw for f, raw in known.items() if f.name == "2024-05-01-hibernia.csv"]
    assert "Änne" in sheet.decode("utf-8-sig")
    sitting.close()


NAMES = [
    'Müller, Jörg; "J"', "O'Brien\nÄnne\r\n", "🐺\u200d👩\u200d👧", "שלום \u202eabc", "../../x\\y:z",
    "n" * 200, "", "<b>&", "=1+1", "Anna", "Anna",
]  # fmt: skip


@pytest.mark.parametrize("german", [False, True])
def test_whatever_people_are_called_their_results_are_read_back(tmp_path: Path, german: bool) -> None:
    rows = tuple(Standing(n, name, 9 - n, n + 1, (("why", n),), n == 0) for n, name in enumerate(NAMES))
    result = Result("g", "hibernia", None, 60, rows)
    text = table(result, ("Place", "Name", "Total"), {"why": 'for, "this"; and that'}, german)
    with io.StringIO(text.removeprefix("\ufeff"), newline="") as lines:
        head, *cells = csv.reader(lines, delimiter=";" if german else ",")
    assert head == ["Place", "Name", "Total", 'for, "this"; and that']
    assert [(int(c[0]), c[1].removeprefix("'"), int(c[2])) for c in cells] == [(r.rank, r.name, r.total) for r in rows]
    assert [c[1] for c in cells if c[1][:1] and c[1][:1] in "=+-@"] == []

    file = tmp_path / "x.html"
    shared = datetime(2024, 5, 1, 20, tzinfo=UTC)
    file.write_text(page("<i>", "BG & Stats", bg_stats(result, "Hi&bernia", shared), "de"), encoding="utf-8")
    play = handed_over(file)
    assert (play["sourcePlayId"], play["playDate"]) == ("g", "2024-05-01 20:00:00")  # the clock was never set
    assert [p["name"] for p in play["players"]] == [r.name or "G" for r in rows]
    assert len({p["sourcePlayerId"] for p in play["players"]}) == len(rows)
    needed = {"name": str, "sourcePlayerId": str, "startPlayer": bool, "winner": bool, "score": str, "rank": int}
    for p in play["players"]:
        assert {k: type(x) for k, x in p.items()} == needed
    assert {"sourceName", "game", "durationMin"} < play.keys()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("Änne", "Änne"),
        ("  O'Brien\n Änne\t", "O'Brien Änne"),
        ("\x1b[31mred\x07", "[31mred"),
        ("evil\u202ename", "evil name"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("half \ud800", "half"),
        ("n" * 200, "n" * 23 + "…"),
    ],
)
def test_a_name_stands_in_one_line(given: str, told: str) -> None:
    assert Person(given).name == told
    draft = v.Draft("hibernia", "none", (v.Player("A", "white"),), None, {}, ())
    assert rename(draft, 0, given).players[0].name == told


def test_a_tag_that_could_not_be_kept_was_not_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tags.yaml"
    enroller = Enroller(game("brian_boru"), file)
    enroller.show("0100A0B0C0", 1.0)
    before = enroller.state

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    for act in (lambda: enroller.show("0100A0B0C1", 9.0), enroller.take_back, enroller.anew):
        with pytest.raises(OSError, match=r"tags\.yaml"):
            act()
        assert enroller.state == before
        assert enroller.known == load_enrolled(file) == before.enrolled
    monkeypatch.undo()
    enroller.show("0100A0B0C1", 9.0)
    assert (enroller.done, len(load_enrolled(file))) == (2, 2)


def test_file_names_of_every_system_are_taken(tmp_path: Path) -> None:
    odd = ("[1]*?", "a:b", 'x"y') if os.name == "posix" else ()
    for name in ("Spiele von Jörg & Ända", "C_Users_Anna (1)", "çà et là", "a.b.c", "日本", *odd):
        home = tmp_path / name
        everything(home)
        assert len(contents(home)) == 7
        assert Devices(home / "devices.json", {})["die"] == "/dev/ttyÜ0"
        assert load_enrolled(home / "tags.yaml") == {"0100A0B0C0": "brian_boru:action_14"}


# ---------------------------------------------------------------- files of strangers
DAMAGED_JSON = ["", "{", "[1", "null", "7", '"x"', "[]", "{}", '{"die": {}}', "NaN", "\xff"]
DAMAGED_JSON += ['{"camera": "\\ud800"}', "[" * 20_000, '{"a":' * 20_000]


@pytest.mark.parametrize("text", DAMAGED_JSON, ids=range(len(DAMAGED_JSON)))
def test_damaged_settings_and_devices_are_defaults(tmp_path: Path, text: str) -> None:
    for name in ("settings.json", "devices.json", "shelf/colours.json", "shelf/sizes.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="latin-1")
    assert kept.load(tmp_path / "settings.json") == kept.Settings()
    assert Devices(tmp_path / "devices.json", {})["camera"] == ""
    shelf = Shelf(tmp_path)
    assert (shelf.paints("hibernia"), shelf.sizes("hibernia")) == ({}, {})
    shelf.keep_paints("hibernia", {"white": {"mean": [0.0]}})
    assert shelf.paints("hibernia") == {"white": {"mean": [0.0]}}


ODD_AT_HOME = {
    "settings.json": ("{", ":1: expected readable JSON"),
    "settings.json ": ('{"language": "xx", "sound": 7}', "language: expected one of de, en, found xx"),
    "settings.json  ": ("[]", "expected a mapping"),
    "devices.json": ('{"camera": "0",\n', ":2: expected readable JSON"),
    "devices.json ": (None, "Is a directory"),
    "devices.json  ": ('{"camera": "0", "die": {"port": 3}}', "die: expected a text, found {'port': 3}"),
    "tags.yaml": ("", "found an empty file"),
    "tags.yaml ": ("version: 9\ncards: {}\n", ":1: version: expected version 1: another one is not read, found '9'"),
    "tags.yaml  ": ("a: [1\nb: 2", "expected readable YAML, found a list or mapping that ] does not close"),
    "shelf/colours.json": ("7", "expected a mapping"),
}


@pytest.mark.parametrize("name", ODD_AT_HOME)
def test_what_does_not_count_in_the_programs_folder_is_said_when_it_starts(tmp_path: Path, name: str) -> None:
    text, said = ODD_AT_HOME[name]
    file = tmp_path / name.strip()
    file.parent.mkdir(exist_ok=True)
    if text is None:
        file.mkdir()
    else:
        file.write_text(text)
    told = odd_files(tmp_path)
    assert told[0].startswith(name.strip())
    assert any(said in line for line in told), told
    assert odd_files(tmp_path / "nowhere") == []


def test_settings_of_a_newer_version_outlive_a_change_made_here(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"colours": ["deep"], "theme": "sepia", "text": "1.5"}')
    kept.save(kept.change(kept.load(file), "language", "en"), file)
    told = read_json(file)
    assert (told["colours"], told["language"], told["text"], told["theme"]) == (["deep"], "en", "1.5", "dark")


def test_a_start_says_it_and_a_place_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    (tmp_path / "tags.yaml").write_text("cards: 7\n")
    backend, inbox = LiveBackend(tmp_path), Inbox()
    try:
        backend.start(inbox)
        assert "tags.yaml" in next(v for v in inbox.take() if isinstance(v, StartView)).greeting
        inbox.put(Show("rules"))
        backend.post(Tap("go", "enrol"))
        (notice,) = [v for v in inbox.take() if isinstance(v, Notice)]
        assert "tags.yaml:1" in notice.text
    finally:
        backend.close()


@pytest.mark.skipif(os.name != "posix", reason="folders that cannot be replaced")
def test_a_file_that_cannot_be_put_in_its_place_is_told_by_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "devices.json" / "x").mkdir(parents=True)
    with pytest.raises(OSError, match=r"devices\.json'$"):
        write_json(tmp_path / "devices.json", {})
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError):
        write_json(tmp_path / "file" / "x.json", {})
    with pytest.raises(NotADirectoryError):
        make_folder(tmp_path / "file")


OWNERS_CARDS = [
    ("brian_boru", "card:\n- {id: '5'}\n", "hand.yaml:1: card: expected one of the keys cards, towns, first_game"),
    ("brian_boru", "cards: [{id: '99', primary: T}]\n", "cards.99: expected one of 1, 2, 3"),
    ("loewenherz", "cards:\n- 7\n", "hand.yaml:2: cards.0: expected a mapping of keys to values, found 7"),
    ("loewenherz", "cards: [{id: A4, actions: [D8, G2, G3]}]\n", "cards.A4: expected one of a1, a2"),
    ("loewenherz", "cards: [{id: a4, action: [D8, G2, G3]}]\n", "cards.a4: expected one of the keys id, actions"),
]


@pytest.mark.parametrize(("name", "text", "said"), OWNERS_CARDS)
def test_a_slip_in_an_owners_file_of_cards_is_said_with_its_place(
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    file = tmp_path / "hand.yaml"
    file.write_text(text)
    found, board = game(name), house_board(name)
    with pytest.raises((DataError, ConfigError)) as told:
        set_up(found, 3, board, None, {**load_data(found, board), "own": CardShelf(file).read()})
    assert said in error_lines(told.value)[0]


@pytest.mark.parametrize("letters", ["utf-8", "latin-1", "utf-16"])
def test_a_map_in_other_letters_is_offered_and_told_when_it_is_chosen(tmp_path: Path, letters: str) -> None:
    file = tmp_path / "m.yaml"
    file.write_bytes("# schöne Karte\ngame: walisk\n".encode(letters))
    assert map_files("walisk", [tmp_path]) == (file,)
    assert map_files("hibernia", [tmp_path]) == ()
    with pytest.raises(DataError) as told:
        load_map(file)
    assert (letters == "utf-8") != ("m.yaml:1: expected text in UTF-8" in error_lines(told.value)[0])


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(9)
)
YAML_OF_STRANGERS = {
    "bomb": BOMB,
    "deep": "a: " + "[" * 500 + "]" * 500,
    "deeper": "- " * 900 + "x",
    "wide": "a: &a [" + "1," * 900 + "1]\nb: [" + "*a," * 900 + "1]",
    "merge": "a: &a {x: 1}\nb: &b {<<: [*a, *a]}\nc: {<<: [*b, *b, *b]}\n" * 1,
    "itself": "a: &a [*a]\n",
    "tags": "a: !!python/name:os.system\n",
    "odd date": "a: 9999-99-99\n",
    "nul": "a: \x00\n",
}


@pytest.mark.parametrize("name", YAML_OF_STRANGERS)
def test_yaml_of_strangers_is_a_sentence(tmp_path: Path, name: str) -> None:
    file = tmp_path / f"{name}.yaml"
    file.write_text(YAML_OF_STRANGERS[name], encoding="utf-8")
    if name != "merge":
        with pytest.raises(DataError) as refused:
            Document.read(file)
        assert str(refused.value).startswith(str(file))
    for read in (load_board, load_map, load_pairing, load_enrolled):
        with pytest.raises((DataError, BadFile)):
            read(file)


def test_a_file_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "long.yaml"
    with file.open("wb") as f:
        f.truncate(3 << 30)
    with pytest.raises(DataError, match="a readable file"):
        Document.read(file)
    with pytest.raises(BadFile, match="a readable file"):
        load_enrolled(file)
    with pytest.raises(OSError, match=r"."):
        read_json(file)
    assert kept.load(file) == kept.Settings()


@pytest.mark.skipif(os.name != "posix", reason="pipes that have names")
def test_a_pipe_where_a_file_belongs_holds_nothing_up(tmp_path: Path) -> None:
    names = ["settings.json", "devices.json", "tags.yaml", "cards.yaml", "x.board.json", "games/g/journal.jsonl",
             "games/h/played", "maps/m.yaml", "colours.json", "p.jpg"]  # fmt: skip
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(tmp_path / name)
    os.mkfifo(tmp_path / "games" / "h" / "journal.jsonl")

    def refused() -> Iterator[str]:
        assert kept.load(tmp_path / "settings.json") == kept.Settings()
        assert Devices(tmp_path / "devices.json", {})["camera"] == ""
        assert Shelf(tmp_path).paints("hibernia") == {}
        assert [g.fault is not None for g in saved.listing(tmp_path / "games")] == [True, True]
        assert map_files("walisk", [tmp_path / "maps"]) == ()
        readers: list[Any] = [
            lambda: load_enrolled(tmp_path / "tags.yaml"), lambda: load_pairing(tmp_path / "tags.yaml"),
            lambda: CardShelf(tmp_path / "cards.yaml").read(), lambda: load_board(tmp_path / "cards.yaml"),
            lambda: Shelf(tmp_path).take_in(tmp_path / "x.board.json"), lambda: read_picture(tmp_path / "p.jpg"),
            lambda: saved.open_game(tmp_path / "games" / "g", game, lambda: ""),
            lambda: evening(tmp_path / "games" / "g"),
        ]  # fmt: skip
        for read in readers:
            with pytest.raises((DataError, BadFile, ShelfError, JournalError, SourceError)) as told:
                read()
            yield str(told.value)

    out: list[str] = []
    at_work = threading.Thread(target=lambda: out.extend(refused()), daemon=True)
    at_work.start()
    at_work.join(30)
    assert len(out) == 8


@pytest.mark.parametrize("mm", [1e4, 1e30])
def test_a_board_without_measure_is_looked_at_in_so_many_steps_alone(mm: float) -> None:
    found = free_points(((0.0, 0.0), (mm, 0.0), (mm, mm), (0.0, mm)))
    assert len(found) <= (MOST_STEPS + 2) ** 2


def test_a_touch_that_could_not_be_kept_leaves_the_draft_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = Draft(tmp_path / "draft.jsonl", "hibernia")
    size = {"do": "size", "mm": [420, 297]}
    draft.touch(size)
    before = (tmp_path / "draft.jsonl").read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as failing:
        failing.setattr(os, "fsync", full)
        for act in (lambda: draft.touch({"do": "size", "mm": [500, 500]}), draft.undo):
            with pytest.raises(OSError, match="space"):
                act()
    assert (tmp_path / "draft.jsonl").read_bytes() == before
    assert draft.touches == 1
    draft.undo()
    draft.touch(size)
    assert Draft(tmp_path / "draft.jsonl").drawn == draft.drawn


def test_a_device_of_the_command_line_is_for_this_run_alone(tmp_path: Path) -> None:
    Devices(tmp_path / "devices.json", {}).choose("die", "plain+/dev/ttyUSB0")
    run = Devices(tmp_path / "devices.json", {"camera": "http://10.0.0.9/video"})
    Devices(tmp_path / "devices.json", {}).choose("cards", "text+/dev/ttyUSB1")  # another window
    run.choose("die", "plain+/dev/ttyUSB2")
    assert run["camera"] == "http://10.0.0.9/video"
    kept_now = Devices(tmp_path / "devices.json", {})
    assert [kept_now[n] for n in ("camera", "die", "cards")] == ["", "plain+/dev/ttyUSB2", "text+/dev/ttyUSB1"]


RIM = {"id": "t", "rim": {"columns": 10**30, "rows": 10**30, "margin_mm": 1}, "inks": "ab"}
WRONG_EXPORTS: dict[str, Any] = {
    "draft of texts": {"draft": ["x"]},
    "draft is a text": {"draft": "x"},
    "draft is a number": {"draft": 7},
    "spot without place": {"draft": [{"do": "spot", "id": "x"}]},
    "spot nowhere": {"draft": [{"do": "spot", "id": "x", "kind": "county", "at": [1e308, 1e308]}]},
    "remap of nothing": {"draft": [{"do": "remap", "h": [0] * 9}, {"do": "spot", "id": 1, "kind": 2, "at": []}]},
    "values is a list": {"values": [1]},
    "parts is a text": {"parts": "x"},
    "parts of numbers": {"parts": {"a": 7}},
    "game unknown": {"game": "../../x"},
    "game is a list": {"game": ["hibernia"]},
    "another game": {"game": "walisk"},
    "board is a list": {"board": []},
    "board without spaces": {"board": {"id": "x", "game": "hibernia"}},
    "no draft": {"draft": None},
    "a rim without end": {"board": {**exported()["board"], "tracks": [RIM]}},
    "a grid without end": {"board": {**exported()["board"], "grids": [{"columns": 10**9, "rows": 10**9}]}},
    "a size without end": {"board": {**exported()["board"], "size_mm": [10**400, 297]}},
}


@pytest.mark.parametrize("name", WRONG_EXPORTS)
def test_a_strangers_board_is_checked_before_anything_of_it_is_kept(tmp_path: Path, name: str) -> None:
    file = tmp_path / "x.board.json"
    file.write_text(json.dumps({**exported(), **WRONG_EXPORTS[name]}), encoding="utf-8")
    shelf = Shelf(tmp_path / "home")
    with pytest.raises(ShelfError, match=r"x\.board\.json"):
        shelf.take_in(file)
    assert contents(tmp_path / "home") == {}


def test_one_bad_board_on_the_shelf_never_hides_the_others(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    file = tmp_path / "x.board.json"
    file.write_text(json.dumps(exported()), encoding="utf-8")
    good = shelf.take_in(file)
    odd = ['{"t": 1, "ops": ["x"]}', "7", '{"t": 1, "ops": [{"do": "spot"}]}', "[]", '{"undo": []}']
    for n, text in enumerate(odd):
        folder = shelf.root / "boards" / f"bad-{n}"
        folder.mkdir()
        (folder / "board.json").write_bytes((shelf.root / "boards" / good / "board.json").read_bytes())
        head = '{"format": 1, "game": "hibernia"}\n'
        (folder / "draft.jsonl").write_text(head + text + "\n" + head, encoding="utf-8")
        with pytest.raises(DraftError):
            Draft(folder / "draft.jsonl")
    assert [b.id for b in shelf.boards()] == [good]
    assert [f.name for f in shelf.unreadable()] == [f"bad-{n}" for n in range(len(odd))]
    told = CliRunner().invoke(main, ["--language", "en", "capture", "--home", str(tmp_path), "list"])
    assert told.output.count("this cannot be read.") == len(odd)
    assert shelf.unfinished("hibernia") in ("", good)


def test_mutated_files_of_every_kind_are_sentences(tmp_path: Path) -> None:
    counts = strangers(tmp_path, 432, 1)
    assert counts["settings"] == counts["devices"] == 36  # whatever stands there, the app starts


@pytest.mark.proof
def test_a_hundred_thousand_mutated_files_are_sentences(tmp_path: Path) -> None:
    many = int(os.environ.get("PROOF_FILES", "100000"))
    counts = strangers(tmp_path, many, 2)
    print(json.dumps({"files": many, "read all the same": counts}))
    assert counts["settings"] >= many // len(counts)
