"""The journal: one line of JSON for each input, flushed to the disk before the screen says so.

Every line carries a running SHA-256 over the canonical bytes of all before it. A torn last line, or a chain of
which the end is missing, is cut off on opening; nothing else is ever deleted.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Protocol

from attrs import frozen

from companion.engine.boards import canonical

FORMAT = 1
Line = dict[str, Any]


class JournalError(ValueError):
    """A journal that cannot be opened; ``line`` counts from 1."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        self.file, self.line, self.reason = file, line, reason
        super().__init__(f"{file}:{line}: {reason}")


class Store(Protocol):
    """Where lines are kept. ``write`` returns only when they are safe."""

    def write(self, lines: list[bytes]) -> None: ...


class MemoryStore:
    """Keeps lines in memory: tests, previews, the bench."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def write(self, lines: list[bytes]) -> None:
        self.lines += lines


class FileStore:
    """Appends to a file; one flush and fsync a call, however many lines. What fails half way is taken off again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: IO[bytes] = path.open("ab", buffering=0)
        sync_folder(path.parent)

    def write(self, lines: list[bytes]) -> None:
        before = os.fstat(self._file.fileno()).st_size
        try:
            _write_all(self._file, b"".join(line + b"\n" for line in lines))
            os.fsync(self._file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file.fileno(), before)
            raise

    def close(self) -> None:
        self._file.close()


def _write_all(file: IO[bytes], data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


def sync_folder(folder: Path) -> None:
    """A new file's name is safe, too (where a folder can be synced: not on Windows)."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def seal(line: Mapping[str, Any], before: str) -> tuple[bytes, str]:
    """A line's bytes with its running hash, and that hash."""
    body = canonical(line)
    digest = hashlib.sha256(before.encode() + body).hexdigest()
    return body[:-1] + b',"hash":"' + digest.encode() + b'"}', digest


@frozen
class Opened:
    """A journal read back: its first line, all that follow, the last hash, and how many bytes of the file are sound."""

    header: Line
    lines: tuple[Line, ...]
    last_hash: str
    sound_bytes: int
    torn: bool


def read(path: Path) -> Opened:
    """Read a journal and check its running hash; raises JournalError when more than its end is damaged."""
    try:
        raw = path.read_bytes()
    except OSError as e:
        raise JournalError(str(path), 0, f"cannot be read: {e.strerror}") from e
    return parse(raw, str(path))


def parse(raw: bytes, name: str = "journal") -> Opened:
    """The same from bytes."""
    lines: list[Line] = []
    ends: list[int] = []
    hashes = [""]
    offset = 0
    parts = raw.split(b"\n")
    for number, part in enumerate(parts[:-1], 1):
        line = _line(part, hashes[-1])
        if line is None:
            if number == len(parts) - 1:
                break
            raise JournalError(name, number, "is not the line that was written (its hash does not fit)")
        offset += len(part) + 1
        hashes.append(str(line.pop("hash")))
        lines.append(line)
        ends.append(offset)
    if not lines:
        raise JournalError(name, 1, "has no readable first line")
    if lines[0].get("format") not in UPCASTS and lines[0].get("format") != FORMAT:
        raise JournalError(name, 1, f"has format {lines[0].get('format')}, this program reads up to {FORMAT}")
    whole = _whole(lines)
    sound = ends[whole - 1]
    upcast = UPCASTS.get(lines[0]["format"])
    kept = lines[:whole]
    if upcast is not None:
        kept = list(upcast(iter(kept)))
    return Opened(kept[0], tuple(kept[1:]), hashes[whole], sound, sound != len(raw))


def _line(part: bytes, before: str) -> Line | None:
    try:
        line = json.loads(part)
    except ValueError:
        return None
    if not isinstance(line, dict) or "hash" not in line:
        return None
    body = {k: v for k, v in line.items() if k != "hash"}
    return line if seal(body, before)[1] == line["hash"] else None


def _whole(lines: list[Line]) -> int:
    """How many lines remain when an unfinished last chain is left out."""
    n = len(lines)
    if n > 1 and "chain" in lines[-1]:
        at, of = lines[-1]["chain"]
        if at < of:
            return n - int(at)
    return n


def cut(path: Path, opened: Opened) -> None:
    """Take a torn end off the file, so that appending goes on from the last sound line."""
    if opened.torn:
        with path.open("r+b") as f:
            f.truncate(opened.sound_bytes)
            f.flush()
            os.fsync(f.fileno())


def _from_0(lines: Iterator[Line]) -> Iterator[Line]:
    """Format 0 had no chain field: every line was a chain of its own."""
    for line in lines:
        if "format" in line:
            yield {**line, "format": FORMAT}
        else:
            yield line if "chain" in line or line.get("kind") != "act" else {**line, "chain": [1, 1]}


UPCASTS = {0: _from_0}
