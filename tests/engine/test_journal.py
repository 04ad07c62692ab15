"""The journal: whatever was confirmed is there again, whatever was torn is cut off, and nothing else is believed."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from companion.engine import journal
from companion.engine.boards import canonical
from companion.engine.journal import FORMAT, FileStore, JournalError, MemoryStore, cut, parse, read, seal
from companion.engine.session import Accepted, Session
from companion.games.hibernia.game import GAME
from companion.games.hibernia.state import State
from tests.conformance import next_act
from tests.games.hibernia.tables import START4, play, sit, table
from tests.games.machine import as_bytes

OLD = Path(__file__).resolve().parents[1] / "journals" / "hibernia-format-0.jsonl"


def chained() -> tuple[Session[State], bytes]:
    """A short game with a chain of two, one of three and an undo, and its journal."""
    config = table()
    store = MemoryStore()
    session = Session(GAME, config, store=store, start=GAME.from_position(config, START4))
    c = session.codec.parse
    session.submit([c("- rolled faces=green")], "die")
    session.submit([c("A move county=tir_eoghain by=die"), c("A move county=cairbre by=extra")], "camera")
    session.submit([c("- rolled faces=red"), c("B muster by=die"), c("B muster by=extra")], "tap")
    session.retract(consent=True)
    session.submit([c("- rolled faces=blue")], "die")
    return session, as_bytes(store)


# ---------------------------------------------------------------- lines and hashes
def test_each_line_carries_the_hash_of_all_before_it() -> None:
    first, h1 = seal({"n": 1}, "")
    second, h2 = seal({"n": 2}, h1)
    assert h2 != seal({"n": 2}, "")[1]
    opened = parse(seal({"format": FORMAT}, "")[0] + b"\n")
    assert opened.header == {"format": FORMAT}
    assert canonical({"n": 1})[:-1] in first
    assert second.endswith(b'"}')


def test_a_journal_speaks_ids_and_numbers_and_no_sentence() -> None:
    _, raw = chained()
    assert b" " not in raw


def test_the_first_line_names_game_board_and_rules() -> None:
    session, raw = chained()
    header = parse(raw).header
    assert header["format"] == FORMAT
    assert (header["game"], header["rules"], header["players"]) == ("hibernia", GAME.version, 4)
    assert header["board"] == {"id": "hibernia_house_1", "sha256": session.config.board.digest}
    assert header["options"]["pair_rule"] == "strict"


def test_every_64th_line_carries_the_position() -> None:
    store = MemoryStore()
    session = Session(GAME, table(), store=store)
    list(play(session, 1, 130))
    lines = parse(as_bytes(store)).lines
    assert [x["n"] for x in lines if "position" in x] == [64, 128]
    assert lines[62]["position"] == GAME.position(session.after[63])


# ---------------------------------------------------------------- torn ends
def test_a_journal_torn_at_any_byte_opens_with_whole_chains_and_nothing_more() -> None:
    session, raw = chained()
    ends = [i + 1 for i, b in enumerate(raw) if b == 10]
    chain_ends = [1, 2, 4, 7, 8, 9]  # lines after which a chain is whole: header, roll, two, three, retract, roll
    sound = {0: 0} | {ends[n - 1]: n for n in chain_ends}
    for size in range(len(raw)):
        whole = max(n for end, n in sound.items() if end <= size)
        if whole == 0:
            with pytest.raises(JournalError):
                parse(raw[:size])
            continue
        opened = parse(raw[:size])
        assert len(opened.lines) == whole - 1
        assert opened.sound_bytes == ends[whole - 1]
        assert opened.torn == (size != ends[whole - 1])
    assert parse(raw).lines == parse(raw + b'{"n":').lines
    opened = parse(raw)
    again = Session.reopen(
        GAME, session.config, opened.header, opened.lines, opened.last_hash, MemoryStore(), lambda: ""
    )
    assert (again.state, again.past) == (session.state, session.past)


def test_a_torn_end_is_cut_off_and_play_goes_on_behind_it(tmp_path: Path) -> None:
    session, raw = chained()
    file = tmp_path / "journal.jsonl"
    for size in (len(raw) - 1, len(raw) - 40, len(raw) - 400):
        file.write_bytes(raw[:size])
        opened = read(file)
        cut(file, opened)
        assert file.read_bytes() == raw[: opened.sound_bytes]
        again = Session.reopen(
            GAME, session.config, opened.header, opened.lines, opened.last_hash, FileStore(file), lambda: ""
        )
        act = next_act(GAME, again.state, lambda _: 0)
        assert act is not None
        assert isinstance(again.submit([act], "tap"), Accepted)
        assert not read(file).torn
        assert len(read(file).lines) == again.length - 1


def test_an_unfinished_chain_is_cut_as_a_whole() -> None:
    _, raw = chained()
    lines = raw.splitlines(keepends=True)
    upto = b"".join(lines[:6])  # header, roll, two of two, two of three
    opened = parse(upto)
    assert len(opened.lines) == 3
    assert opened.sound_bytes == len(b"".join(lines[:4]))
    assert opened.torn


def test_a_damaged_middle_is_refused_with_its_line() -> None:
    _, raw = chained()
    lines = raw.splitlines(keepends=True)
    for number in range(1, len(lines) - 2):  # the last line may be torn
        for broken in (
            lines[number].replace(b'"source"', b'"sauce"') if b'"source"' in lines[number] else b"{}\n",
            b"\x00" * len(lines[number][:-1]) + b"\n",
            b"",
        ):
            bad = b"".join([*lines[:number], broken, *lines[number + 1 :]])
            with pytest.raises(JournalError) as refused:
                parse(bad, "evening")
            assert refused.value.line == number + 1
            assert str(refused.value).startswith(f"evening:{number + 1}: ")


@pytest.mark.parametrize("raw", [b"", b"\n", b"{}\n", b"not a journal\n", b'{"format":1}\n', b"\xff\xfe\n"])
def test_what_is_no_journal_is_refused(raw: bytes) -> None:
    with pytest.raises(JournalError) as refused:
        parse(raw)
    assert refused.value.line == 1


def test_a_newer_format_is_refused_by_name() -> None:
    with pytest.raises(JournalError, match=r"has format 9, this program reads up to 1"):
        parse(seal({"format": 9}, "")[0] + b"\n")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be read"):
        read(tmp_path / "gone.jsonl")


# ---------------------------------------------------------------- old formats
def test_a_journal_of_format_0_opens_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    file.write_bytes(OLD.read_bytes())
    opened = read(file)
    assert opened.header["format"] == FORMAT
    assert all(line["chain"] == [1, 1] for line in opened.lines if line["kind"] == "act")
    session = Session.reopen(
        GAME, table(), opened.header, opened.lines, opened.last_hash, FileStore(file), lambda: ""
    )  # fmt: skip
    assert session.verify() == []
    assert [p.name for p in session.people] == ["Anna", "Ben", "Clara", "David"]
    assert GAME.position(session.state)["counties"]["tir_eoghain"] == {"A": 1}
    assert len(session.redoable) == 1  # the last act was taken back
    before = session.length
    session.submit([session.codec.parse("A muster by=extra")], "tap")
    again = read(file)
    assert len(again.lines) == before
    assert again.lines[-1]["chain"] == [1, 1]


def test_every_format_before_this_one_has_an_upcast_and_an_old_journal() -> None:
    assert set(journal.UPCASTS) == set(range(FORMAT))
    assert {p.stem.rsplit("-", 1)[1] for p in OLD.parent.glob("*.jsonl")} == {str(n) for n in range(FORMAT)}


# ---------------------------------------------------------------- a disk that fails
def test_what_could_not_be_written_was_not_confirmed_and_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "journal.jsonl"
    session = Session(GAME, table(), store=FileStore(file))
    roll = session.codec.parse("- rolled faces=tir_chonaill,brega,deisi,iarchonnacht")
    before = file.read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            session.submit([roll], "tap")
    assert file.read_bytes() == before
    assert (session.past, session.length) == ([], 1)
    assert isinstance(session.submit([roll], "tap"), Accepted)
    assert len(read(file).lines) == 1


def test_one_sync_for_a_whole_chain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(GAME, table(), store=FileStore(tmp_path / "journal.jsonl"), start=sit(START4).state)
    syncs: list[int] = []
    true = os.fsync
    monkeypatch.setattr(os, "fsync", lambda fd: (syncs.append(fd), true(fd))[1])
    c = session.codec.parse
    session.submit([c("- rolled faces=green"), c("A muster by=die"), c("A muster by=extra")], "tap")
    assert len(syncs) == 1
