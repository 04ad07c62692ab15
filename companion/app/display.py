"""Whether a window would be seen: a desktop that answers, or a driver of SDL that was named and draws somewhere.

SDL falls back to drawing into nothing when no desktop answers, so the drivers it may use are named to it.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket
import sys
from collections.abc import Mapping, MutableMapping
from pathlib import Path

UNSEEN = ("offscreen", "dummy")  # drivers of SDL that show nothing
WAIT_S = 2.0  # for a desktop on another machine


class NoScreen(RuntimeError):
    """No window can be opened, or none that anybody would see."""


def drivers(env: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """SDL's drivers that would show a window here, the best first; () for none."""
    known = os.environ if env is None else env
    named = [d.strip() for d in known.get("SDL_VIDEODRIVER", "").split(",") if d.strip()]
    if named:
        return tuple(d for d in named if d.lower() not in UNSEEN)
    if sys.platform != "linux" or "ANDROID_ARGUMENT" in known:
        return ("default",)
    found = []
    if known.get("DISPLAY") and x_answers(known["DISPLAY"]):
        found.append("x11")
    if known.get("WAYLAND_DISPLAY") and _wayland_answers(known):
        found.append("wayland")
    return tuple(found)


def choose(env: MutableMapping[str, str]) -> None:
    """Name the drivers to SDL, so that it never draws into nothing. Raises NoScreen."""
    found = drivers(env)
    if not found:
        raise NoScreen
    if found != ("default",):
        env["SDL_VIDEODRIVER"] = ",".join(found)


def x_answers(display: str) -> bool:
    """Whether a server listens at an X display such as ``:0`` or ``host:10.0``."""
    match = re.fullmatch(r"(?:(?P<host>[^:/]*)|.*/(?P<path>[^/:]+)):(?P<n>\d+)(?:\.\d+)?", display.strip())
    if match is None:
        return Path(display).is_socket() and _listens(display)
    number = int(match["n"])
    if match["host"] in ("", "unix", None):
        path = f"/tmp/.X11-unix/X{number}"
        return _listens(path) or _listens(f"\0{path}")
    try:
        with socket.create_connection((match["host"], 6000 + number), WAIT_S):
            return True
    except OSError:
        return False


def _wayland_answers(env: Mapping[str, str]) -> bool:
    name = env["WAYLAND_DISPLAY"]
    return _listens(name if name.startswith("/") else str(Path(env.get("XDG_RUNTIME_DIR", "/run")) / name))


def _listens(path: str) -> bool:
    with contextlib.suppress(OSError, ValueError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as s:
        s.settimeout(WAIT_S)
        s.connect(path)
        return True
    return False
