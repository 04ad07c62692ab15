"""One writer at a time: a lock on a file, held by the operating system, which lets go of it when its program dies."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path

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
