"""Saved games on disk: a journal with copies of the board and data it was started with beside it.

``<folder>/journal.jsonl``, ``<folder>/board.json``, ``<folder>/data.json``; ``lock`` keeps a second writer out,
``played`` tells in which order games were played last (the clock may be wrong), ``end.json`` seals one that is over.
The folder is its owner's alone: the journal holds what is hidden in play.
"""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from companion import i18n
from companion.engine import journal, opening
from companion.engine.boards import Board, board_from_mapping
from companion.engine.game import Config, Game, configure
from companion.engine.journal import END, FileStore, JournalError, LookingStore
from companion.engine.session import Person, Session
from companion.engine.spaces import digest
from companion.engine.types import Over
from companion.engine.words import N_
from hardware.filing.lock import Lock, Taken
from hardware.filing.reading import read_bytes, read_json
from hardware.filing.whole import make_folder, write_json, write_whole

JOURNAL, BOARD, DATA = "journal.jsonl", "board.json", "data.json"
LOCK, PLAYED = "lock", "played"
Find = Callable[[str], Game[Any]]


class InUse(JournalError):
    """The game is open in another window or program: here it can be looked at."""


@frozen
class SavedGame:
    """What the list of saved games shows. ``fault``: why it cannot be gone on with, or not to its end."""

    folder: Path
    game: str
    people: tuple[Person, ...]
    started: str
    last: str
    acts: int
    over: bool
    fault: JournalError | None = None


class PlayedStore(FileStore):
    """A journal's file that notes which game was played last, whatever the clock says."""

    latest: Path | None = None  # in this program

    def write(self, lines: list[bytes]) -> None:
        super().write(lines)
        if PlayedStore.latest != self.path:
            PlayedStore.latest = self.path
            _note_played(self.path.parent)


def _note_played(folder: Path) -> None:
    """One more than any other game beside it. Never fails: it only orders the list."""
    with contextlib.suppress(OSError):
        write_whole(folder / PLAYED, str(1 + max(map(_played, folder.parent.glob(f"*/{PLAYED}")), default=0)))


def _played(file: Path) -> int:
    try:
        return min(10**12, max(0, int(read_bytes(file, 64).decode("ascii", "replace")[:16])))
    except (OSError, ValueError):
        return 0


# ---------------------------------------------------------------- beginning and going on
def create(
    folder: Path,
    game: Game[Any],
    config: Config,
    people: Sequence[Person],
    clock: Callable[[], str],
    start: Any = None,
) -> Session[Any]:
    """A new game in its own folder; copies are written before the journal's first line.

    Raises JournalError where a game lies already (InUse where it is open), OSError where nothing can be written.
    """
    made = not folder.exists()
    make_folder(folder)
    lock = _lock(folder)
    try:
        if (folder / JOURNAL).exists() and ((folder / JOURNAL).stat().st_size or not (folder / JOURNAL).is_file()):
            raise JournalError(str(folder), 1, "holds a saved game already")
        write_json(folder / BOARD, config.board.doc, indent=None)
        write_json(folder / DATA, dict(config.data), indent=None)
        store = PlayedStore(folder / JOURNAL, lock)
        PlayedStore.latest = None
        return Session(game, config, store=store, clock=clock, people=people, start=start)
    except BaseException:
        lock.release()
        if made:  # for nothing
            shutil.rmtree(folder, ignore_errors=True)
        raise


def open_game(folder: Path, find: Find, clock: Callable[[], str]) -> Session[Any]:
    """Go on with a saved game: a torn end is cut off, events are folded, nothing that was confirmed is lost.

    Raises JournalError (InUse where it is open in another window) or OSError.
    """
    path = folder / JOURNAL
    opened = journal.read(path)
    lock = _lock(folder)
    try:
        opened = journal.read(path)
        journal.cut(path, opened)
        session = _session(opened, folder, find, lambda: PlayedStore(path, lock), clock)
    except BaseException:
        lock.release()
        raise
    PlayedStore.latest = path
    _note_played(folder)
    return session


def _lock(folder: Path) -> Lock:
    try:
        return Lock(folder / LOCK)
    except Taken as e:
        raise InUse(str(folder), 0, "is open in another window") from e


def look_on(folder: Path, find: Find) -> Session[Any]:
    """A game that is open in another window: it can be looked at, and whoever acts here is told so."""
    path = folder / JOURNAL
    opened = journal.read(path)
    return _session(opened, folder, find, lambda: LookingStore(path, opened.sound_bytes, folder / LOCK), lambda: "")


def follow(session: Session[Any]) -> bool:
    """Take in what the other window wrote since; whether there was anything. Raises OSError or JournalError."""
    if not isinstance(session.store, LookingStore):
        return False
    lines, last = session.store.fresh(session.last_hash)
    opening.fold_all(session, lines, str(session.store.path), session.length + 1)
    session.last_hash = last
    return bool(lines)


def open_or_look(folder: Path, find: Find, clock: Callable[[], str]) -> Session[Any]:
    """Go on with a game, or look on where another window plays it."""
    try:
        return open_game(folder, find, clock)
    except InUse:
        return look_on(folder, find)


def looks_on(session: Session[Any]) -> bool:
    return isinstance(session.store, LookingStore)


def caution(session: Session[Any]) -> str:
    """What people must know about where a game is kept; "" if all is well."""
    if looks_on(session):
        return i18n.gettext(N_("This game is open in another window: play there, here it is only shown."))
    if not session.store.safe:
        told = N_("This folder does not confirm what it keeps: after a power cut the last acts may be missing.")
        return i18n.gettext(told)
    return ""


def look_at(path: Path, find: Find) -> Session[Any]:
    """A saved game for reading only; the file is not touched. ``path``: the folder or the journal itself."""
    file = journal_of(path)
    return _session(journal.read(file), file.parent, find, journal.MemoryStore, lambda: "")


def times(path: Path) -> list[str]:
    """Wall times of a journal's lines, the first one included. Raises JournalError."""
    opened = journal.read(journal_of(path))
    return [str(line.get("time", "")) for line in (opened.header, *opened.lines)]


def folder_of(session: Session[Any]) -> Path | None:
    """Where a session keeps its journal; None for one in memory."""
    store = session.store
    return store.path.parent if isinstance(store, FileStore | LookingStore) else None


def journal_of(path: Path) -> Path:
    """The journal that a folder or a file names."""
    return path / JOURNAL if path.is_dir() else path


def _session(
    opened: journal.Opened,
    folder: Path,
    find: Find,
    store: Callable[[], journal.Store],
    clock: Callable[[], str],
) -> Session[Any]:
    header = opened.header
    try:
        game = find(header["game"])
    except (KeyError, TypeError) as e:
        raise JournalError(str(folder), 1, f"is of a game this program does not know: {header.get('game')}") from e
    needed = (("players", int), ("options", dict), ("board", dict), ("data", dict))
    missing = [k for k, t in needed if not isinstance(header.get(k), t)]
    if missing:
        raise JournalError(str(folder), 1, f"lacks {missing[0]}")
    board = _board(folder, header)
    data = _copy(folder / DATA) or {}
    for name, sha in header["data"].items():
        if not isinstance(data, dict) or name not in data or digest(data[name]) != sha:
            raise JournalError(str(folder), 1, f"was started with other {name} than {DATA} beside it holds")
    try:
        config = configure(game, header["players"], board, header["options"], data)
    except TypeError as e:
        raise JournalError(str(folder), 1, f"means nothing to these rules ({type(e).__name__})") from e
    name = str(folder / JOURNAL)
    return Session.reopen(game, config, header, opened.lines, opened.last_hash, store(), clock, name)


def _board(folder: Path, header: Mapping[str, Any]) -> Board:
    doc = _copy(folder / BOARD)
    if doc is None:
        raise JournalError(str(folder), 1, f"lacks {BOARD}, the copy of its board")
    board = board_from_mapping(doc, str(folder / BOARD))
    if board.digest != header["board"].get("sha256"):
        raise JournalError(str(folder), 1, f"was started with another board than {BOARD} beside it")
    return board


def _copy(path: Path) -> Any:
    try:
        return read_json(path)
    except FileNotFoundError:
        return None
    except OSError as e:
        raise JournalError(str(path), 0, f"cannot be read: {e.strerror}") from e
    except ValueError as e:
        raise JournalError(str(path), 1, "is no readable copy") from e


# ---------------------------------------------------------------- damaged games
def sound_lines(folder: Path, find: Find) -> int:
    """How many lines of a damaged game can be gone on with; 0 for none."""
    try:
        return len(_sound(folder, find)[1])
    except (ValueError, OSError):
        return 0


def _sound(folder: Path, find: Find) -> tuple[journal.Opened, tuple[journal.Line, ...]]:
    """A damaged journal, and its lines, the first one included, up to the last whole chain that the rules take."""
    opened = journal.salvage(folder / JOURNAL)
    lines = (opened.header, *opened.lines)
    try:
        _session(opened, folder, find, journal.MemoryStore, lambda: "")
    except JournalError as e:
        if e.file != str(folder / JOURNAL) or e.line < 2:
            raise
        lines = lines[: e.line - 1]
        lines = lines[: journal.whole_chains(lines)]
    return opened, lines


def rescue(folder: Path, find: Find) -> Path:
    """Copy a damaged game up to its last sound line into a folder of its own; the damaged one stays as it is.

    Returns the new folder. Raises JournalError or OSError.
    """
    _opened, lines = _sound(folder, find)
    place = free_folder(folder.parent, f"{folder.name}-sound")
    make_folder(place)
    for file in folder.iterdir():
        if file.is_file() and file.name not in (JOURNAL, LOCK, PLAYED, END):
            shutil.copyfile(file, place / file.name)
    raw = (folder / JOURNAL).read_bytes().split(b"\n")
    write_whole(place / JOURNAL, b"".join(line + b"\n" for line in raw[: len(lines)]))
    return place


# ---------------------------------------------------------------- the list
def listing(root: Path) -> list[SavedGame]:
    """All saved games below a folder, the one played last first; damaged ones too, with what is wrong."""
    try:
        files = sorted(root.glob(f"*/{JOURNAL}"))
    except OSError:
        return []
    found = [(_played(file.with_name(PLAYED)), _listed(file)) for file in files]
    return [g for _, g in sorted(found, key=lambda x: (x[0], x[1].last), reverse=True)]


def _listed(file: Path) -> SavedGame:
    try:
        opened = journal.salvage(file)
    except JournalError as e:
        return SavedGame(file.parent, "", (), "", "", 0, False, e)
    header = opened.header
    people = header.get("people", [])
    for line in opened.lines:
        people = line["people"] if line["kind"] == "seated" else people
    last = opened.lines[-1] if opened.lines else header
    over = False
    for line in opened.lines:  # what ends a game may be taken back
        over = over if line["kind"] == "seated" else _ends(line)
    names = tuple(Person(str(p.get("name", "")), str(p.get("colour", ""))) for p in _dicts(people))
    acts = sum(line["kind"] == "act" for line in opened.lines)
    times = str(header.get("time", "")), str(last.get("time", ""))
    return SavedGame(file.parent, str(header.get("game", "")), names, *times, acts, over, opened.fault)


def _dicts(items: Any) -> list[Mapping[str, Any]]:
    return [x for x in items if isinstance(x, dict)] if isinstance(items, list) else []


def _ends(line: journal.Line) -> bool:
    told = [line, *_dicts(line.get("steps"))]
    return any(e.get("is") == "ended" for part in told for e in _dicts(part.get("events")))


def new_folder(root: Path, game: str, time: str) -> Path:
    """A folder name nobody uses yet: game and time of starting."""
    return free_folder(root, f"{game}-{re.sub(r'[^0-9]', '', time)[:14]}")


def free_folder(root: Path, stem: str) -> Path:
    """A name that nobody uses yet."""
    folder, n = root / stem, 1
    while folder.exists():
        n += 1
        folder = root / f"{stem}-{n}"
    return folder


def is_over(session: Session[Any]) -> bool:
    return any(isinstance(p, Over) for p in session.pending())
