"""Saved games in a world that is not kind: two programs, damage, wrong clocks, odd disks, newer versions, kills."""

from __future__ import annotations

import errno
import json
import os
import queue
import random
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

from companion.engine import journal
from companion.engine.journal import JournalError
from companion.engine.session import Accepted, Session
from companion.engine.types import Ruling
from companion.games import game
from companion.games.hibernia.game import GAME
from companion.table import saved
from companion.table.desk import Desk
from companion.table.messages import Tapped
from companion.table.palettes import palette_of
from companion.table.runtime import TableRuntime
from tests.conformance import next_act
from tests.games.hibernia.tables import table
from tests.outside.evenings import evening

ROOT = Path(__file__).resolve().parents[2]
posix = pytest.mark.skipif(os.name != "posix", reason="signals, modes and folders that vanish are POSIX matters")


def again(folder: Path) -> Session[Any]:
    return saved.open_game(folder, game, lambda: "2024-05-02T20:00:00+02:00")


def act_of(session: Session[Any]) -> Any:
    act = next_act(GAME, session.state, lambda _: 0)
    assert act is not None
    return act


# ---------------------------------------------------------------- one writer
def test_a_game_that_is_open_is_opened_nowhere_else(tmp_path: Path) -> None:
    first = evening(tmp_path / "g")
    before = (tmp_path / "g" / saved.JOURNAL).read_bytes()
    with pytest.raises(saved.InUse, match="is open in another window"):
        again(tmp_path / "g")
    with pytest.raises(saved.InUse):
        evening(tmp_path / "g")
    assert (tmp_path / "g" / saved.JOURNAL).read_bytes() == before
    assert isinstance(first.submit([act_of(first)], "tap"), Accepted)
    first.close()
    second = again(tmp_path / "g")
    assert second.length == first.length
    assert isinstance(second.submit([act_of(second)], "tap"), Accepted)


def test_the_second_window_looks_on_and_is_told_why_it_may_not_act(tmp_path: Path) -> None:
    first = evening(tmp_path / "g")
    looking = saved.look_on(tmp_path / "g", game)
    assert GAME.position(looking.state) == GAME.position(first.state)
    desk = Desk(looking, looking.config.board, palette_of(looking.people, looking.config.board.colours))
    refusal = desk.handle(Tapped((act_of(looking),)), 0.0).refusal
    assert refusal is not None
    assert refusal[0].rule == "K-DISK"
    assert refusal[0].fact("fault") == "it is open in another window"
    assert looking.length == first.length


def test_the_second_window_follows_what_the_first_one_plays(tmp_path: Path) -> None:
    first = evening(tmp_path / "g")
    looking = saved.look_on(tmp_path / "g", game)
    assert not saved.follow(looking)
    for _ in range(5):
        first.submit([act_of(first)], "tap")
        assert saved.follow(looking)
    first.retract(consent=True)
    first.seat([*first.people[:-1], attrs.evolve(first.people[-1], name="Zoë")])
    first.submit([act_of(first)], "tap")
    assert saved.follow(looking)
    assert not saved.follow(looking)
    assert (looking.people, looking.last_hash, looking.length) == (first.people, first.last_hash, first.length)
    assert GAME.position(looking.state) == GAME.position(first.state)
    assert [(s.line, s.act, s.events) for s in looking.past] == [(s.line, s.act, s.events) for s in first.past]
    assert len(looking.redoable) == len(first.redoable)
    assert looking.verify() == []


def test_a_window_that_looks_on_takes_whole_chains_alone(tmp_path: Path) -> None:
    first = evening(tmp_path / "g")
    file = tmp_path / "g" / saved.JOURNAL
    before = file.read_bytes()
    looking = saved.look_on(tmp_path / "g", game)
    one = act_of(first)
    prospect = first.check(one)
    assert not isinstance(prospect, Ruling)
    two = next_act(GAME, prospect.state, lambda _: 0)
    assert two is not None
    first.submit([one, two], "tap")
    whole = file.read_bytes()
    for size in range(len(before), len(whole), 37):  # as the disk may show it while it is written
        file.write_bytes(whole[:size])
        assert not saved.follow(looking)
    file.write_bytes(before)  # the write failed and was taken off again
    assert not saved.follow(looking)
    file.write_bytes(whole)
    assert saved.follow(looking)
    assert GAME.position(looking.state) == GAME.position(first.state)


def test_the_table_of_a_window_that_looks_on_is_live_and_says_when_it_may_not_act(tmp_path: Path) -> None:
    first = evening(tmp_path / "g")
    looking = saved.look_on(tmp_path / "g", game)
    told: queue.Queue[Any] = queue.Queue()
    runtime = TableRuntime(looking, told=told.put)
    runtime.start()
    try:
        first.submit([act_of(first)], "tap")
        while told.get(timeout=30).at != first.length:
            pass
        runtime.post(Tapped((act_of(looking),)))
        while (shown := told.get(timeout=30)).refusal is None:
            pass
        assert shown.refusal[0].fact("fault") == "it is open in another window"
        first.close()  # its window was closed: whoever looks on can open the game for themselves
        runtime.post(Tapped((act_of(looking),)))
        while (shown := told.get(timeout=30)).refusal[0].fact("fault") == "it is open in another window":
            pass
        assert shown.refusal[0].fact("fault") == "the other window has closed, open the game anew"
        shutil.rmtree(tmp_path / "g")
        while (shown := told.get(timeout=30)).refusal[0].fact("fault") != os.strerror(errno.ENOENT):
            pass
        assert shown.at == looking.length
    finally:
        runtime.close()


HOLDER = """
import sys
from pathlib import Path
from companion.games import game
from companion.table import saved
session = saved.open_game(Path(sys.argv[1]), game, lambda: "")
print("open", flush=True)
sys.stdin.read()
"""


@posix
def test_the_lock_dies_with_its_program(tmp_path: Path) -> None:
    evening(tmp_path / "g").close()
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path / "g")], cwd=ROOT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert other.stdout is not None
    assert other.stdout.readline() == "open\n"
    with pytest.raises(saved.InUse):
        again(tmp_path / "g")
    other.send_signal(signal.SIGKILL)
    other.communicate()
    assert isinstance(again(tmp_path / "g").submit([act_of(saved.look_at(tmp_path / "g", game))], "tap"), Accepted)


def test_where_locks_are_unknown_a_second_writer_is_noticed_by_what_it_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import hardware.filing.lock

    def none(self: Any) -> bool:
        return False

    monkeypatch.setattr(hardware.filing.lock.Lock, "_take", none)
    first = evening(tmp_path / "g")
    second = again(tmp_path / "g")
    assert isinstance(second.submit([act_of(second)], "tap"), Accepted)
    with pytest.raises(OSError, match="another program wrote into it"):
        first.submit([act_of(first)], "tap")
    assert journal.read(tmp_path / "g" / saved.JOURNAL).fault is None
    assert again(tmp_path / "g").length == second.length


# ---------------------------------------------------------------- damage
def spoiled(folder: Path, line: int, how: str = "flip") -> None:
    file = folder / saved.JOURNAL
    lines = file.read_bytes().splitlines(keepends=True)
    old = lines[line - 1]
    middle = len(old) // 2
    lines[line - 1] = {
        "flip": old[:middle] + bytes([old[middle] ^ 1]) + old[middle + 1 :],
        "zeros": b"\0" * (len(old) - 1) + b"\n",
        "gone": b"",
        "half a letter": old.replace(b'"source":"', b'"source":"\\ud800'),
    }[how]
    file.write_bytes(b"".join(lines))


@pytest.mark.parametrize("how", ["flip", "zeros", "gone", "half a letter"])
@pytest.mark.parametrize("line", [4, 7, 11])
def test_a_damaged_game_is_listed_and_offered_up_to_its_last_sound_line(tmp_path: Path, line: int, how: str) -> None:
    evening(tmp_path / "g").close()
    spoiled(tmp_path / "g", line, how)
    damaged = (tmp_path / "g" / saved.JOURNAL).read_bytes()
    (listed,) = saved.listing(tmp_path)
    assert listed.fault is not None
    assert listed.fault.line in (line, line + 1)
    assert [p.name for p in listed.people] == ["Änne", "Jörg", "Clara", "David"]
    sound = saved.sound_lines(tmp_path / "g", game)
    assert line - 4 <= sound < line  # a chain falls as a whole
    with pytest.raises(JournalError):
        again(tmp_path / "g")
    place = saved.rescue(tmp_path / "g", game)
    session = again(place)
    assert session.length == sound
    assert isinstance(session.submit([act_of(session)], "tap"), Accepted)
    assert (tmp_path / "g" / saved.JOURNAL).read_bytes() == damaged


def test_a_game_without_a_sound_first_line_is_listed_and_not_offered(tmp_path: Path) -> None:
    evening(tmp_path / "g").close()
    spoiled(tmp_path / "g", 1)
    assert [(g.folder.name, g.fault is not None) for g in saved.listing(tmp_path)] == [("g", True)]
    assert saved.sound_lines(tmp_path / "g", game) == 0
    with pytest.raises(JournalError):
        saved.rescue(tmp_path / "g", game)


def rewritten(folder: Path, change: Any) -> None:
    """The journal with other lines, each with a hash that fits."""
    file, last, out = folder / saved.JOURNAL, "", []
    for n, raw in enumerate(file.read_bytes().splitlines(), 1):
        line = {k: v for k, v in json.loads(raw).items() if k != "hash"}
        changed = change(n, line)
        body, last = journal.seal(line if changed is None else changed, last)
        out.append(body + b"\n")
    file.write_bytes(b"".join(out))


def _with(number: int, **more: Any) -> Any:
    return lambda n, line: {**line, **more} if n == number else line


def _without(key: str, number: int = 0) -> Any:
    return lambda n, line: {k: v for k, v in line.items() if k != key} if n == number or not number else line


def _events(number: int, events: Any) -> Any:
    return lambda n, line: {**line, "events": events} if n == number and "events" in line else line


ODD = {
    "newer event": _events(5, [{"is": "teleported", "to": "moon"}]),
    "newer field": _events(5, [{"is": "moved", "seat": 0, "by": "die", "wind": 3}]),
    "newer kind": _with(5, kind="annotate"),
    "events no list": _events(5, 7),
    "event no mapping": _events(5, ["x"]),
    "no kind": _without("kind", 5),
    "no chain": _with(5, chain=None),
    "chain of texts": _with(5, chain=["a", "b"]),
    "chain backwards": _with(5, chain=[3, 1]),
    "no source": _without("source", 5),
    "no input": _without("input", 5),
    "seated without people": _with(5, kind="seated"),
    "retract of nothing": _with(5, kind="retract", keep="x"),
    "correct without steps": _with(5, kind="correct"),
    "header without players": _without("players", 1),
    "header without options": _without("options", 1),
    "header without board": _without("board", 1),
    "header without game": _without("game", 1),
    "game is a list": _with(1, game=["hibernia"]),
    "other game": _with(1, game="halma"),
    "people are texts": _with(1, people=["Anna", 3]),
    "position of nobody": _with(1, position={"moon": 1}),
    "format of tomorrow": _with(1, format=99),
    "format is a list": _with(1, format=[None]),
    "format is a truth": _with(1, format=True),
    "players many": _with(1, players=99),
    "options of tomorrow": _with(1, options={"weather": "rain"}),
    "data is a list": _with(1, data=[1]),
}


@pytest.mark.parametrize("name", ODD)
def test_what_another_version_wrote_is_a_sentence_and_never_stops_the_list(tmp_path: Path, name: str) -> None:
    evening(tmp_path / "good").close()
    evening(tmp_path / "odd").close()
    rewritten(tmp_path / "odd", ODD[name])
    assert {g.folder.name for g in saved.listing(tmp_path)} == {"good", "odd"}
    from companion.app.live.setup import resume_view

    assert len(resume_view(saved.listing(tmp_path)).games) == 2
    with pytest.raises(ValueError, match=r".") as refused:
        again(tmp_path / "odd")
    from companion.table.faults import error_lines

    assert "Traceback" not in " ".join(error_lines(refused.value))
    if "event" in name or name == "newer kind":
        assert saved.sound_lines(tmp_path / "odd", game) >= 1


@pytest.mark.parametrize("key", ["time", "people"])
def test_lines_without_what_only_the_list_shows_open_all_the_same(tmp_path: Path, key: str) -> None:
    evening(tmp_path / "g").close()
    rewritten(tmp_path / "g", _without(key))
    assert [g.fault for g in saved.listing(tmp_path)] == [None]
    assert again(tmp_path / "g").length > 5


# ---------------------------------------------------------------- which was played last
def test_the_game_played_last_comes_first_whatever_the_clock_says(tmp_path: Path) -> None:
    a = evening(tmp_path / "a", time="2024-05-01T20:00:00+02:00")
    b = evening(tmp_path / "b", time="1970-01-01T00:00:00+00:00")
    assert [g.folder.name for g in saved.listing(tmp_path)] == ["b", "a"]
    a.submit([act_of(a)], "tap")
    assert [g.folder.name for g in saved.listing(tmp_path)] == ["a", "b"]
    b.submit([act_of(b)], "tap")
    assert [g.folder.name for g in saved.listing(tmp_path)] == ["b", "a"]
    a.close()
    again(tmp_path / "a")
    assert [g.folder.name for g in saved.listing(tmp_path)] == ["a", "b"]


def test_a_mark_of_the_order_that_is_no_number_changes_nothing(tmp_path: Path) -> None:
    evening(tmp_path / "a").close()
    evening(tmp_path / "b").close()
    (tmp_path / "b" / saved.PLAYED).write_bytes(b"\xff soon")
    assert [g.folder.name for g in saved.listing(tmp_path)] == ["a", "b"]
    again(tmp_path / "b")
    assert [g.folder.name for g in saved.listing(tmp_path)] == ["b", "a"]


# ---------------------------------------------------------------- odd disks
def refusing(monkeypatch: pytest.MonkeyPatch, code: int, folders_only: bool) -> None:
    true = os.fsync

    def fsync(handle: int) -> None:
        if not folders_only or stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(code, os.strerror(code))
        true(handle)

    monkeypatch.setattr(os, "fsync", fsync)


@posix
@pytest.mark.parametrize("folders_only", [True, False])
@pytest.mark.parametrize("code", [errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EACCES])
def test_a_disk_that_confirms_nothing_lets_games_begin_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, folders_only: bool
) -> None:
    refusing(monkeypatch, code, folders_only)
    session = evening(tmp_path / "g")
    assert session.length == 13
    assert not session.store.safe
    session.close()
    assert again(tmp_path / "g").length == 13


@pytest.mark.parametrize("code", [errno.EIO, errno.ENOSPC, errno.EROFS])
def test_a_disk_that_fails_blocks_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    with monkeypatch.context() as failing:
        refusing(failing, code, False)
        with pytest.raises(OSError, match=r"."):
            evening(tmp_path / "g")
    assert saved.listing(tmp_path) == []
    assert not (tmp_path / "g").exists()
    assert evening(tmp_path / "g").length == 13


@posix
@pytest.mark.parametrize("away", ["removed", "renamed", "another in its place"])
def test_a_game_whose_folder_is_taken_away_confirms_nothing_more(tmp_path: Path, away: str) -> None:
    session = evening(tmp_path / "g")
    if away == "removed":
        shutil.rmtree(tmp_path / "g")
    elif away == "renamed":
        (tmp_path / "g").rename(tmp_path / "h")
    else:
        raw = (tmp_path / "g" / saved.JOURNAL).read_bytes()
        (tmp_path / "g" / saved.JOURNAL).unlink()
        (tmp_path / "g" / saved.JOURNAL).write_bytes(raw)
    before = session.length
    desk = Desk(session, session.config.board, palette_of(session.people, session.config.board.colours))
    refusal = desk.handle(Tapped((act_of(session),)), 0.0).refusal
    assert refusal is not None
    assert (refusal[0].rule, session.length) == ("K-DISK", before)


@posix
def test_a_journal_that_somebody_deletes_in_play_is_put_back_with_the_next_act(tmp_path: Path) -> None:
    session = evening(tmp_path / "g")
    (tmp_path / "g" / saved.JOURNAL).unlink()
    assert isinstance(session.submit([act_of(session)], "tap"), Accepted)
    kept, mode = session.length, (tmp_path / "g" / saved.JOURNAL).stat().st_mode
    assert stat.S_IMODE(mode) == 0o600
    assert isinstance(session.submit([act_of(session)], "tap"), Accepted)
    session.close()
    opened = again(tmp_path / "g")
    assert (opened.length, opened.verify()) == (kept + 1, [])


@posix
def test_files_of_a_game_are_their_owners_alone(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        evening(tmp_path / "games" / "g").close()
        again(tmp_path / "games" / "g").close()
    finally:
        os.umask(old)
    folder = tmp_path / "games" / "g"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {f.name: stat.S_IMODE(f.stat().st_mode) & 0o077 for f in folder.iterdir()} == {
        name: 0 for name in (saved.JOURNAL, saved.BOARD, saved.DATA, saved.LOCK, saved.PLAYED)
    }


# ---------------------------------------------------------------- the end of a game
def test_a_cut_through_the_end_of_a_finished_game_is_told(tmp_path: Path) -> None:
    session = evening(tmp_path / "g", 10_000)
    assert saved.is_over(session)
    session.close()
    file = tmp_path / "g" / saved.JOURNAL
    raw = file.read_bytes()
    assert saved.listing(tmp_path)[0].fault is None
    lines = raw.splitlines(keepends=True)
    for left in (len(lines) - 1, len(lines) - 5, 3):
        file.write_bytes(b"".join(lines[:left]))
        fault = saved.listing(tmp_path)[0].fault
        assert fault is not None
        assert fault.reason == "lacks its end: this game was over"
        with pytest.raises(JournalError, match="lacks its end"):
            again(tmp_path / "g")
    assert again(saved.rescue(tmp_path / "g", game)).length >= 1
    file.write_bytes(raw)
    back = again(tmp_path / "g")
    back.retract(consent=True)  # the end is taken back, and play goes on
    back.close()
    assert not (tmp_path / "g" / journal.END).exists()
    assert again(tmp_path / "g").length == back.length


@pytest.mark.parametrize("spoil", ["torn", "altered"])
def test_replay_tells_of_a_last_line_that_is_torn_or_altered(tmp_path: Path, spoil: str) -> None:
    from click.testing import CliRunner

    from companion.cli import main

    evening(tmp_path / "g").close()
    whole = CliRunner().invoke(main, ["replay", "--verify", str(tmp_path / "g")])
    assert whole.exit_code == 0, whole.output
    file = tmp_path / "g" / saved.JOURNAL
    if spoil == "torn":
        file.write_bytes(file.read_bytes()[:-30])
    else:
        spoiled(tmp_path / "g", len(file.read_bytes().splitlines()))
    told = CliRunner().invoke(main, ["replay", "--verify", str(tmp_path / "g")])
    assert told.exit_code == 1
    assert "line" in told.output


# ---------------------------------------------------------------- killed while it begins
BEGINNER = """
import os, sys
from pathlib import Path
from companion.games.hibernia.game import GAME
from companion.table import saved
from tests.games.hibernia.tables import table
config = table()
print("ready", flush=True)
for n in range(1000):
    saved.create(Path(sys.argv[1]) / f"{n}", GAME, config, (), lambda: "")
"""


@posix
def test_a_kill_while_a_game_is_made_leaves_a_game_or_a_folder_that_takes_one(tmp_path: Path) -> None:
    rng = random.Random(7)
    for n in range(4):
        root = tmp_path / str(n)
        child = subprocess.Popen(
            [sys.executable, "-c", BEGINNER, str(root)], cwd=ROOT, stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert child.stdout is not None
        child.stdout.readline()
        try:
            child.wait(rng.uniform(0.02, 0.3))
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
        child.communicate()
        for folder in root.iterdir():
            if (folder / saved.JOURNAL).exists():
                again(folder).close()
            else:
                saved.create(folder, GAME, table(), (), lambda: "").close()
        assert all(g.fault is None for g in saved.listing(root))
