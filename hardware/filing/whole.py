"""One way to write a file: beside its place, safe on the disk, then moved there. A crash leaves the old or the new.

Some file systems (Samba, some FUSE and FAT drivers) refuse to confirm that data are safe. That is no fault of the
file: writing goes on, and the caller is told, so that it can be said.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import time
from pathlib import Path
from typing import Any

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
        try:
            folder.mkdir(mode=mode, exist_ok=True)
        except FileExistsError as e:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from e


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
    except BaseException as e:
        with contextlib.suppress(OSError):
            fresh.unlink()
        if isinstance(e, OSError):  # people know the file by its own name
            raise OSError(e.errno, e.strerror or str(e), str(path)) from e
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
