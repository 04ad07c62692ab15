"""The journal: one line of JSON for each input, flushed to the disk before the screen says so.

Every line carries a running SHA-256 over the canonical bytes of all before it. A torn last line, or a chain of
which the end is missing, is cut off on opening; nothing else is ever deleted. Of a damaged journal all before the
damage can still be had. Beside a game that is over lies a seal, so that a cut through its end is noticed.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Protocol

from attrs import evolve, frozen

from companion.engine.boards import canonical
from hardware.filing.lock import Lock
from hardware.filing.reading import parse_json, read_bytes, read_json
from hardware.filing.whole import sync, write_json, write_whole

FORMAT = 1
MOST_BYTES = 256 << 20
Line = dict[str, Any]


class JournalError(ValueError):
    """A journal that cannot be opened; ``line`` counts from 1."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        self.file, self.line, self.reason = file, line, reason
        super().__init__(f"{file}:{line}: {reason}")


class Store(Protocol):
    """Where lines are kept. ``write`` returns only when they are there; ``safe``: a power cut cannot take them."""

    safe: bool

    def write(self, lines: list[bytes]) -> None: ...
    def close(self) -> None: ...


class MemoryStore:
    """Keeps lines in memory: tests, previews, the bench."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.safe = True

    def write(self, lines: list[bytes]) -> None:
        self.lines += lines

    def close(self) -> None:
        """Nothing to let go of."""


class LookingStore:
    """The game is written elsewhere: here it is only looked at, and followed as its journal grows.

    ``read``: bytes of the file that are known already; ``lock``: the file whose lock the writer holds.
    """

    def __init__(self, path: Path, read: int, lock: Path) -> None:
        self.path, self.safe = path, True
        self._read, self._lock = read, lock

    def write(self, lines: list[bytes]) -> None:
        """Raises OSError, always: the game is played elsewhere, or it must be opened anew to be played here."""
        Lock(self._lock).release()
        raise OSError(errno.EBUSY, "the other window has closed, open the game anew", str(self.path))

    def fresh(self, before: str) -> tuple[list[Line], str]:
        """The whole chains that stand behind the known part, and the last hash; ``before``: the hash it ends with.

        What is half written, or was taken off again, is looked at anew the next time. Raises OSError, and JournalError
        at a line that another version wrote.
        """
        if self.path.stat().st_size <= self._read:
            return [], before
        with self.path.open("rb") as f:
            f.seek(self._read)
            parts = f.read(MOST_BYTES).split(b"\n")[:-1]
        lines, hashes, ends = [], [before], [self._read]
        for part in parts:
            line = _line(part, hashes[-1])
            if line is None:
                break
            odd = _odd(line, 2)
            if odd:
                raise JournalError(str(self.path), 0, odd)
            hashes.append(str(line.pop("hash")))
            lines.append(line)
            ends.append(ends[-1] + len(part) + 1)
        whole = whole_chains([{}, *lines]) - 1
        self._read = ends[whole]
        return lines[:whole], hashes[whole]

    def close(self) -> None:
        """Nothing to let go of."""


class FileStore:
    """Appends to a file; one flush and fsync a call, however many lines. What fails half way is taken off again.

    The first lines make the file, whole or not at all; one that was deleted meanwhile is put back. Before each write
    it is made sure that the file is still the one in this place and that nobody else wrote into it. ``safe`` is False
    where the file system does not confirm that data are on the disk. ``lock`` is let go of when the store is closed.
    """

    def __init__(self, path: Path, lock: Lock | None = None) -> None:
        self.path, self.safe = path, True
        self._lock = lock
        self._file: IO[bytes] | None = None
        self._size = 0  # of the file, as far as it was written here
        if path.exists() and path.stat().st_size:
            self._open()

    def _open(self) -> None:
        self._file = self.path.open("a+b", buffering=0)
        self._size = os.fstat(self._file.fileno()).st_size

    def write(self, lines: list[bytes]) -> None:
        data = b"".join(line + b"\n" for line in lines)
        if self._file is None:
            self.safe = write_whole(self.path, data)
            self._open()
            _seal_end(self.path, lines)
            return
        self._put_back(self._file)
        handle = self._file.fileno()
        self._stands(handle)
        try:
            _write_all(self._file, data)
            self.safe = sync(handle) and self.safe
            self._present(handle)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(handle, self._size)
            raise
        self._size += len(data)
        _seal_end(self.path, lines)

    def _put_back(self, file: IO[bytes]) -> None:
        """A file that was deleted while it is open here is written again; one whose folder has gone as well is not."""
        if self._lock is None or not self._lock.path.exists() or self.path.exists():
            return
        file.seek(0)
        data = file.read(self._size)
        if len(data) == self._size:
            self.safe = write_whole(self.path, data) and self.safe
            file.close()
            self._open()

    def _stands(self, handle: int) -> None:
        """Raises OSError unless the file is here and as it was left."""
        self._present(handle)
        size = os.fstat(handle).st_size
        if size > self._size and self._lock is not None and self._lock.held:
            os.ftruncate(handle, self._size)  # what an earlier write left half done: nobody else can have been here
        elif size != self._size:
            raise OSError(errno.EBUSY, "another program wrote into it", str(self.path))

    def _present(self, handle: int) -> None:
        try:
            there = os.path.samestat(os.stat(self.path), os.fstat(handle))
        except FileNotFoundError:
            there = False
        if not there:
            raise FileNotFoundError(errno.ENOENT, "its file was taken away", str(self.path))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        if self._lock is not None:
            self._lock.release()


END = "end.json"  # beside the journal of a game that is over: its last line


def _seal_end(path: Path, lines: list[bytes]) -> None:
    """Keep the last hash of a game that is over; one that goes on after all has no seal. Never fails."""
    place = path.with_name(END)
    with contextlib.suppress(OSError):
        if any(b'"is":"ended"' in line for line in lines):
            write_json(place, {"hash": json.loads(lines[-1])["hash"]}, indent=None)
        elif place.exists():
            place.unlink()


def _write_all(file: IO[bytes], data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


def seal(line: Mapping[str, Any], before: str) -> tuple[bytes, str]:
    """A line's bytes with its running hash, and that hash."""
    body = canonical(line)
    digest = hashlib.sha256(before.encode() + body).hexdigest()
    return body[:-1] + b',"hash":"' + digest.encode() + b'"}', digest


@frozen
class Opened:
    """A journal read back: its first line, all that follow, the last hash, and how many bytes of the file are sound.

    ``fault``: what is wrong with it behind these lines; None if nothing is. ``torn``: the end is an unfinished write.
    """

    header: Line
    lines: tuple[Line, ...]
    last_hash: str
    sound_bytes: int
    torn: bool
    fault: JournalError | None = None


def read(path: Path) -> Opened:
    """Read a journal and check its running hash; raises JournalError when more than its end is damaged."""
    opened = salvage(path)
    if opened.fault is not None:
        raise opened.fault
    return opened


def salvage(path: Path) -> Opened:
    """Read a journal as far as it is sound; raises JournalError when not even its first line is."""
    try:
        raw = read_bytes(path, MOST_BYTES)
    except OSError as e:
        raise JournalError(str(path), 0, f"cannot be read: {e.strerror}") from e
    opened = examine(raw, str(path))
    return evolve(opened, fault=opened.fault or _cut_off(path, raw))


def _cut_off(path: Path, raw: bytes) -> JournalError | None:
    """Whether the end of a game that was over is missing: its seal names a hash that no line bears."""
    try:
        sealed = read_json(path.with_name(END))["hash"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if not isinstance(sealed, str) or f'"hash":"{sealed}"'.encode() in raw:
        return None
    return JournalError(str(path), raw.count(b"\n"), "lacks its end: this game was over")


def parse(raw: bytes, name: str = "journal") -> Opened:
    """The same from bytes; raises JournalError when more than the end is damaged."""
    opened = examine(raw, name)
    if opened.fault is not None:
        raise opened.fault
    return opened


def examine(raw: bytes, name: str = "journal") -> Opened:
    """Bytes of a journal as far as they are sound; raises JournalError when not even the first line is."""
    lines: list[Line] = []
    ends: list[int] = []
    hashes = [""]
    offset = 0
    fault = None
    parts = raw.split(b"\n")
    for number, part in enumerate(parts[:-1], 1):
        line = _line(part, hashes[-1])
        if line is None:
            if number < len(parts) - 1:
                fault = JournalError(name, number, "is not the line that was written (its hash does not fit)")
            break
        odd = _odd(line, number)
        if odd:
            fault = JournalError(name, number, odd)
            if number == 1:
                raise fault
            break
        offset += len(part) + 1
        hashes.append(str(line.pop("hash")))
        lines.append(line)
        ends.append(offset)
    if not lines:
        raise JournalError(name, 1, "has no readable first line")
    whole = whole_chains(lines)
    sound = ends[whole - 1]
    upcast = UPCASTS.get(lines[0]["format"])
    kept = lines[:whole]
    if upcast is not None:
        kept = list(upcast(iter(kept)))
    return Opened(kept[0], tuple(kept[1:]), hashes[whole], sound, sound != len(raw), fault)


KINDS = ("act", "overrule", "amend", "retract", "correct", "seated")
NEEDED: Mapping[str, tuple[tuple[str, type], ...]] = {
    "act": (("chain", list), ("events", list), ("input", dict), ("source", str)),
    "overrule": (("chain", list), ("events", list), ("input", dict), ("source", str)),
    "amend": (("chain", list), ("position", dict), ("source", str)),
    "correct": (("keep", int), ("steps", list)),
    "seated": (("people", list),),
}


def _odd(line: Line, number: int) -> str:
    """What a line lacks that its hash vouches for: another program, or another version of this one, wrote it."""
    if number == 1:
        known = line.get("format")
        if type(known) is not int or (known not in UPCASTS and known != FORMAT):
            return f"has format {known}, this program reads up to {FORMAT}"
        return ""
    kind = line.get("kind")
    if kind not in KINDS:
        return f"was made by a newer version of this program ({kind})"
    old = "chain" not in line  # format 0
    missing = [k for k, t in NEEDED.get(str(kind), ()) if not isinstance(line.get(k), t) and not (old and k == "chain")]
    if missing:
        return f"lacks {missing[0]}"
    chain = line.get("chain", [1, 1])
    if kind in ("act", "overrule", "amend") and not (
        len(chain) == 2 and all(type(n) is int for n in chain) and 1 <= chain[0] <= chain[1]
    ):
        return "lacks chain"
    return ""


def _line(part: bytes, before: str) -> Line | None:
    try:
        line = parse_json(part)
    except ValueError:
        return None
    if not isinstance(line, dict) or not isinstance(line.get("hash"), str):
        return None
    body = {k: v for k, v in line.items() if k != "hash"}
    return line if seal(body, before)[1] == line["hash"] else None


def whole_chains(lines: Sequence[Line]) -> int:
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
            sync(f.fileno())


def _from_0(lines: Iterator[Line]) -> Iterator[Line]:
    """Format 0 had no chain field: every line was a chain of its own."""
    for line in lines:
        if "format" in line:
            yield {**line, "format": FORMAT}
        else:
            yield line if "chain" in line or line.get("kind") != "act" else {**line, "chain": [1, 1]}


UPCASTS = {0: _from_0}
