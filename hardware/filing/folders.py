"""Where this user keeps things."""

from __future__ import annotations

import errno
import os
from pathlib import Path

NO_HOME = "this user has no home, name a folder with --home"


def own_home() -> Path:
    """The user's folder; ``~``, which is none, where the system knows no other."""
    return Path(os.path.expanduser("~"))


def usual_home() -> Path:
    """Where programs of a user keep their data who names no other place."""
    return own_home() / ".local" / "share"


def data_home() -> Path:
    """Where programs of this user keep their data. Raises OSError where the system knows no place for it."""
    told, usual = os.environ.get("XDG_DATA_HOME", ""), usual_home()
    if os.path.isabs(told):
        return Path(told)
    if not usual.is_absolute():
        raise FileNotFoundError(errno.ENOENT, NO_HOME, str(own_home()))
    return usual
