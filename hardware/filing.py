"""Files of this program: written whole or not at all, private where they hold secrets, one writer for a saved game."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
import time
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]
    import msvcrt

_TAKEN = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}


class Taken(OSError):
    """Another window or program writes here."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EBUSY, "it is open in another window", str(path))


class Lock:
    """Held from the moment it is made until ``release`` or the end of the program. Raises Taken or OSError.

    ``held`` is False where the file system knows no locks (some network folders): then nothing keeps a second writer
    out, except that a journal notices when somebody else wrote into it.
    """

    def __init__(self, path: Path) -> None:
        self.path, self._handle = path, -1
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            self.held = self._take()
        except BaseException:
            os.close(self._handle)
            raise

    def _take(self) -> bool:
        try:
            if fcntl is not None:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:
                msvcrt.locking(self._handle, msvcrt.LK_NBLCK, 1)
        except OSError as e:
            if e.errno in _TAKEN:
                raise Taken(self.path) from e
            return False
        return True

    def release(self) -> None:
        """Let go; may be called twice."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            with contextlib.suppress(OSError):
                os.close(handle)

    def __del__(self) -> None:
        self.release()


MOST_BYTES = 32 << 20


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """A file's bytes; raises OSError where it is larger than ``most``, too, or no file of bytes (a pipe never ends)."""
    with open(path, "rb", opener=_opened) as f:
        if not stat.S_ISREG(os.fstat(f.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is no ordinary file", str(path))
        try:
            raw = f.read(most + 1)
        except OSError as e:
            raise OSError(e.errno, e.strerror, str(path)) from e  # a read names no file
    if len(raw) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return raw


def _opened(path: str, flags: int) -> int:
    """Never waits, as opening a pipe would."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """Text in UTF-8, with or without its mark in front; raises OSError as above, or UnicodeDecodeError."""
    return read_bytes(path, most).decode("utf-8-sig")


def read_json(path: Path, most: int = MOST_BYTES) -> Any:
    """Plain data; raises OSError, or ValueError for what is no JSON in UTF-8, is nested without end, or no number."""
    return parse_json(read_bytes(path, most))


def parse_json(raw: bytes | str) -> Any:
    """The same from bytes or text; raises ValueError."""
    try:
        return json.loads(raw, parse_constant=_no_number)
    except RecursionError as e:
        raise ValueError("nested too deep") from e


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


PRIVATE, OPEN = 0o600, 0o666
FOLDER = 0o700
FRESH = ".new"  # end of the name of a file that is being written
FORGOTTEN_S = 3600.0  # a file that was being written so long ago belongs to a program that died
REFUSED = {errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EACCES, errno.EPERM, errno.EBADF}


def sync(handle: int) -> bool:
    """Have a file's bytes safe on the disk; False where the file system refuses to. Raises OSError for a fault."""
    try:
        os.fsync(handle)
    except OSError as e:
        if e.errno not in REFUSED:
            raise
        return False
    return True


def sync_folder(folder: Path) -> bool:
    """Have a folder's names safe on the disk; False where that is refused. Windows does it by itself."""
    if os.name != "posix":
        return True
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return False
    try:
        return sync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path, mode: int = FOLDER) -> None:
    """A folder with all above it; a new one may be entered by its owner only. Raises OSError."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=mode, exist_ok=True)


def write_whole(path: Path, data: bytes | str, *, private: bool = True) -> bool:
    """Put a file in its place, whole or not at all; text is UTF-8. Returns whether it is certainly safe.

    ``private``: only the owner may read it. Raises OSError; what was there before is untouched then.
    """
    raw = data.encode("utf-8") if isinstance(data, str) else data
    make_folder(path.parent)
    fresh = path.with_name(f"{path.name}.{os.getpid()}{FRESH}")
    try:
        handle = os.open(fresh, _FLAGS, PRIVATE if private else OPEN)
        with open(handle, "wb") as f:
            f.write(raw)
            f.flush()
            safe = sync(f.fileno())
        _move(fresh, path)
    except BaseException:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
    _tidy(path)
    return sync_folder(path.parent) and safe


def write_json(path: Path, data: Any, *, indent: int | None = 1, private: bool = True) -> bool:
    """The same with plain data as JSON."""
    return write_whole(path, json.dumps(data, ensure_ascii=False, indent=indent) + "\n", private=private)


def write_new(path: Path, data: bytes | str, *, private: bool = True) -> Path:
    """Put a file where none is: ``name.csv``, or ``name-2.csv`` and so on. Returns where. Raises OSError."""
    make_folder(path.parent)
    for number in range(1, 100_000):
        place = path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")
        try:
            os.close(os.open(place, _FLAGS | os.O_EXCL, PRIVATE if private else OPEN))
        except FileExistsError:
            continue
        try:
            write_whole(place, data, private=private)
        except BaseException:
            with contextlib.suppress(OSError):
                place.unlink()
            raise
        return place
    raise FileExistsError(errno.EEXIST, "no free name", str(path))


_FLAGS = os.O_WRONLY | os.O_CREAT | getattr(os, "O_TRUNC", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def _move(fresh: Path, path: Path) -> None:
    """Windows refuses for a moment while a virus scanner or another program reads the old file."""
    for wait in (0.02, 0.1, 0.4, None):
        try:
            os.replace(fresh, path)
            return
        except PermissionError:
            if wait is None or os.name == "posix":
                raise
            time.sleep(wait)


def _tidy(path: Path) -> None:
    """Take away what a program that died left half written beside this file."""
    before = time.time() - FORGOTTEN_S
    with contextlib.suppress(OSError):
        for left in path.parent.glob(f"{_plain(path.name)}.*{FRESH}"):
            if left.stat().st_mtime < before:
                left.unlink()


def _plain(name: str) -> str:
    """A name in which no letter means more than itself to ``glob``."""
    return "".join(f"[{c}]" if c in "*?[" else c for c in name)
