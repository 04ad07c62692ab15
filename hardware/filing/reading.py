"""Files that anybody may have written: read with a limit, so that no file takes all memory or a traceback."""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any

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
        data = json.loads(raw, parse_constant=_no_number)
        if b"\\u" in raw if isinstance(raw, bytes) else "\\u" in raw:  # half a letter could never be written again
            json.dumps(data, ensure_ascii=False).encode()
    except RecursionError as e:
        raise ValueError("nested too deep") from e
    return data


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")
