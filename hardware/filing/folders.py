"""Where this user keeps things."""

from __future__ import annotations

import errno
import os
from pathlib import Path

NO_HOME = "this user has no home, name a folder with --home"


def own_home() -> Path:
    """The user's folder; ``~``, which is none, where the system knows no other."""
    return Path(os.path.expanduser("~"))


def data_home() -> Path:
    """Where programs of this user keep their data. Raises OSError where the system knows no place for it."""
    told, home = os.environ.get("XDG_DATA_HOME", ""), own_home()
    if os.path.isabs(told):
        return Path(told)
    if not home.is_absolute():
        raise FileNotFoundError(errno.ENOENT, NO_HOME, str(home))
    return home / ".local" / "share"
