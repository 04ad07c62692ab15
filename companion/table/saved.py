"""Saved games on disk: a journal with copies of the board and data it was started with beside it.

``<folder>/journal.jsonl``, ``<folder>/board.json``, ``<folder>/data.json``.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from companion.engine import journal
from companion.engine.boards import Board, board_from_mapping
from companion.engine.game import Config, Game, configure
from companion.engine.journal import FileStore, JournalError
from companion.engine.session import Person, Session
from companion.engine.spaces import digest
from companion.engine.types import Over

JOURNAL, BOARD, DATA = "journal.jsonl", "board.json", "data.json"


@frozen
class SavedGame:
    """What the list of saved games shows."""

    folder: Path
    game: str
    people: tuple[Person, ...]
    started: str
    last: str
    acts: int
    over: bool


def create(
    folder: Path,
    game: Game[Any],
    config: Config,
    people: Sequence[Person],
    clock: Callable[[], str],
    start: Any = None,
) -> Session[Any]:
    """A new game in its own folder; copies are written before the journal's first line.

    Raises JournalError where a game lies already.
    """
    if (folder / JOURNAL).exists():
        raise JournalError(str(folder), 1, "holds a saved game already")
    folder.mkdir(parents=True, exist_ok=True)
    _keep(folder / BOARD, config.board.doc)
    _keep(folder / DATA, dict(config.data))
    store = FileStore(folder / JOURNAL)
    return Session(game, config, store=store, clock=clock, people=people, start=start)


def _keep(path: Path, data: Any) -> None:
    """A copy that is safe on the disk when this returns."""
    with path.open("w", encoding="utf-8") as f:
        json.dump(data, f, ensure_ascii=False)
        f.flush()
        os.fsync(f.fileno())


def open_game(folder: Path, find: Callable[[str], Game[Any]], clock: Callable[[], str]) -> Session[Any]:
    """Go on with a saved game: a torn end is cut off, events are folded, nothing that was confirmed is lost."""
    path = folder / JOURNAL
    opened = journal.read(path)
    session = _session(opened, folder, find, lambda: FileStore(path), clock)
    journal.cut(path, opened)
    return session


def look_at(path: Path, find: Callable[[str], Game[Any]]) -> Session[Any]:
    """A saved game for reading only; the file is not touched. ``path``: the folder or the journal itself."""
    file = path / JOURNAL if path.is_dir() else path
    opened = journal.read(file)
    return _session(opened, file.parent, find, journal.MemoryStore, lambda: "")


def _session(
    opened: journal.Opened,
    folder: Path,
    find: Callable[[str], Game[Any]],
    store: Callable[[], journal.Store],
    clock: Callable[[], str],
) -> Session[Any]:
    header = opened.header
    try:
        game = find(header["game"])
    except KeyError as e:
        raise JournalError(str(folder), 1, f"is of a game this program does not know: {header.get('game')}") from e
    board = _board(folder, header)
    data = _copy(folder / DATA) or {}
    for name, sha in header.get("data", {}).items():
        if name not in data or digest(data[name]) != sha:
            raise JournalError(str(folder), 1, f"was started with other {name} than {DATA} beside it holds")
    config = configure(game, header["players"], board, header["options"], data)
    return Session.reopen(game, config, header, opened.lines, opened.last_hash, store(), clock)


def _board(folder: Path, header: Mapping[str, Any]) -> Board:
    doc = _copy(folder / BOARD)
    if doc is None:
        raise JournalError(str(folder), 1, f"lacks {BOARD}, the copy of its board")
    board = board_from_mapping(doc, str(folder / BOARD))
    if board.digest != header["board"]["sha256"]:
        raise JournalError(str(folder), 1, f"was started with another board than {BOARD} beside it")
    return board


def _copy(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except ValueError as e:
        raise JournalError(str(path), 1, "is no readable copy") from e


def listing(root: Path) -> list[SavedGame]:
    """All saved games below a folder, the latest first; those that cannot be read are left out."""
    found = []
    for file in root.glob(f"*/{JOURNAL}"):
        try:
            opened = journal.read(file)
        except JournalError:
            continue
        header = opened.header
        people = header.get("people", [])
        for line in opened.lines:
            people = line["people"] if line["kind"] == "seated" else people
        last = opened.lines[-1] if opened.lines else header
        over = False
        for line in opened.lines:  # what ends a game may be taken back
            over = over if line["kind"] == "seated" else _ends(line)
        names = tuple(Person(p["name"], p.get("colour", "")) for p in people)
        acts = sum(line["kind"] == "act" for line in opened.lines)
        found.append(SavedGame(file.parent, header["game"], names, header["time"], last["time"], acts, over))
    return sorted(found, key=lambda g: g.last, reverse=True)


def _ends(line: journal.Line) -> bool:
    told = [line, *line.get("steps", [])]
    return any(e["is"] == "ended" for part in told for e in part.get("events", []))


def new_folder(root: Path, game: str, time: str) -> Path:
    """A folder name nobody uses yet: game and time of starting."""
    stem = f"{game}-{re.sub(r'[^0-9]', '', time)[:14]}"
    folder, n = root / stem, 1
    while folder.exists():
        n += 1
        folder = root / f"{stem}-{n}"
    return folder


def is_over(session: Session[Any]) -> bool:
    return any(isinstance(p, Over) for p in session.pending())
