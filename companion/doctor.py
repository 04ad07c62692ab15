"""Whether this machine is ready for an evening: a sentence for each thing it needs, and what to do where it is not."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from attrs import frozen

from companion import i18n
from companion.engine.words import N_
from hardware.filing.lock import Lock
from hardware.filing.whole import make_folder, write_whole
from hardware.keys import keyboards
from hardware.ports import list_ports

OK, HINT, BAD = "ok", "hint", "bad"
FREE_MB = 200
PATIENCE_S = 6.0  # with a camera, one that hangs included
BEFORE = 2025  # a clock that says less was never set


@frozen
class Finding:
    """``what``: camera, ports, ...; ``state``: ok, hint (an evening is possible without it) or bad."""

    what: str
    state: str
    sentence: str


def _(message: str, **facts: object) -> str:
    return i18n.gettext(message).format(**facts)


def examine(home: Path) -> list[Finding]:
    """Look at everything; a check that fails itself is a finding, too. Opens cameras, but no serial port."""
    out: list[Finding] = []
    for check in CHECKS:
        try:
            out += check(home)
        except Exception as e:  # the doctor must not be the patient
            name = check.__name__.lstrip("_")
            out.append(Finding(name, BAD, _(N_("This could not be checked: {fault}."), fault=e)))
    return out


def cameras() -> list[Path]:
    """Devices that may be cameras."""
    if not sys.platform.startswith("linux"):
        return [Path("0")]
    return sorted((p for p in Path("/dev").glob("video*") if p.name[5:].isdigit()), key=lambda p: int(p.name[5:]))


def _camera(_home: Path) -> Iterator[Finding]:
    from vision.frames import SourceError, open_source
    from vision.latest import newest

    seen = 0
    for node in cameras():
        try:
            source = newest(open_source(str(node)))
        except SourceError as e:
            if e.fault.code == "denied":
                told = N_("{port}: not allowed. Say: sudo usermod -a -G video $USER, and log in anew.")
                yield Finding("camera", BAD, _(told, port=node))
                seen += 1
            continue
        try:
            until = time.monotonic() + PATIENCE_S
            got = None
            while got is None and source.fault is None and time.monotonic() < until:
                got = source.read()
        finally:
            source.close()
        seen += 1
        if got is None:
            told = N_("{port}: opens and shows nothing. Close other programs that use it, or pull its plug once.")
            yield Finding("camera", BAD, _(told, port=node))
        else:
            high, wide = got[0].shape[:2]
            yield Finding("camera", OK, _(N_("{port}: shows {wide} x {high} pixels."), port=node, wide=wide, high=high))
    if not seen:
        told = N_("No camera is plugged in. Plug one in, or give a phone's address (http://...); without one you tap.")
        yield Finding("camera", HINT, _(told))


def _ports(_home: Path) -> Iterator[Finding]:
    ports = [p for p in list_ports() if p.usb]
    for port in ports:
        if os.name == "posix" and not os.access(port.path, os.R_OK | os.W_OK):
            told = N_("{port}: not allowed. Say: sudo usermod -a -G dialout $USER, and log in anew.")
            yield Finding("ports", BAD, _(told, port=port.path))
        elif port.brltty and shutil.which("brltty"):
            told = N_("{port}: the braille service brltty may take it away. If you do not need it, remove brltty.")
            yield Finding("ports", HINT, _(told, port=port.path))
        else:
            yield Finding("ports", OK, _(N_("{port}: {chip}, ready."), port=port.path, chip=port.chip or port.label))
    typing = keyboards()
    if not ports and not typing:
        told = N_("No die and no card reader is plugged in; without them you tap.")
        yield Finding("ports", HINT, _(told))
    if typing and all(os.access(place, os.R_OK) for place in typing):
        told = N_("{n} keyboards: a card reader that types is one of them; choose it in the settings.")
        yield Finding("ports", OK, _(told, n=len(typing)))
    elif typing:
        told = N_("A card reader that types may not be read. Say: sudo usermod -a -G input $USER, and log in anew.")
        yield Finding("ports", HINT, _(told))


def _screen(_home: Path) -> Iterator[Finding]:
    from companion.app.display import drivers

    found = drivers()
    if found:
        yield Finding("screen", OK, _(N_("A window can open ({drivers})."), drivers=", ".join(found)))
    else:
        told = N_("No desktop answers, so no window can open. Start this on the desktop of the tablet.")
        yield Finding("screen", BAD, _(told))


def _sound(_home: Path) -> Iterator[Finding]:
    silent = sys.platform.startswith("linux") and not any(Path("/dev/snd").glob("pcm*p"))
    if silent or os.environ.get("SDL_AUDIODRIVER") == "dummy":
        yield Finding("sound", HINT, _(N_("No loudspeaker was found; everything is shown as well.")))
    else:
        yield Finding("sound", OK, _(N_("There is a loudspeaker.")))


def _disk(home: Path) -> Iterator[Finding]:
    try:
        make_folder(home)
        with tempfile.TemporaryDirectory(dir=home, prefix="doctor") as folder:
            safe = write_whole(Path(folder) / "probe", "x")
            lock = Lock(Path(folder) / "lock")
            held = lock.held
            lock.release()
    except OSError as e:
        told = N_("{folder} cannot be written ({fault}). Choose another one with --home.")
        yield Finding("disk", BAD, _(told, folder=home, fault=i18n.gettext(e.strerror or str(e))))
        return
    free = shutil.disk_usage(home).free >> 20
    if free < FREE_MB:
        told = N_("{folder}: only {free} MB are free. Delete something before the evening.")
        yield Finding("disk", BAD, _(told, folder=home, free=free))
    elif not safe or not held:
        told = N_("{folder}: this disk confirms too little; after a power cut the last acts may be missing.")
        yield Finding("disk", HINT, _(told, folder=home))
    else:
        yield Finding("disk", OK, _(N_("{folder}: games are kept safely, {free} MB are free."), folder=home, free=free))


def _kept(home: Path) -> Iterator[Finding]:
    from companion.app.live.homefiles import odd_files

    for line in odd_files(home):
        yield Finding("kept", HINT, _(N_("{fault}. Until it is mended, what is usual holds."), fault=line))


def _clock(_home: Path) -> Iterator[Finding]:
    now = datetime.now()
    if now.year < BEFORE:
        told = N_("The clock says {year}: it was never set. Games are kept in their order all the same.")
        yield Finding("clock", HINT, _(told, year=now.year))
    else:
        yield Finding("clock", OK, _(N_("The clock says {now}."), now=f"{now:%Y-%m-%d %H:%M}"))


def _fonts(_home: Path) -> Iterator[Finding]:
    from PIL import ImageFont

    from companion.art.fonts import FOLDER

    files = sorted(FOLDER.glob("*.ttf"))
    broken = []
    for file in files:
        try:
            ImageFont.truetype(str(file), 12)
        except OSError:
            broken.append(file.name)
    if broken or not files:
        told = N_("Letters are missing ({files}). Install the program anew.")
        yield Finding("fonts", BAD, _(told, files=", ".join(broken) or FOLDER))
    else:
        yield Finding("fonts", OK, _(N_("All {n} fonts are there."), n=len(files)))


def _boards(_home: Path) -> Iterator[Finding]:
    from companion.engine.boards import house_board
    from companion.engine.yamlfile import DataError
    from companion.games import GAMES

    missing = []
    for name in GAMES:
        try:
            house_board(name)
        except DataError:
            missing.append(name)
    if missing:
        told = N_("The boards of {games} cannot be read. Install the program anew.")
        yield Finding("boards", BAD, _(told, games=", ".join(missing)))
    else:
        yield Finding("boards", OK, _(N_("The boards of all {n} games are there."), n=len(GAMES)))
    if not i18n.has("de", "companion", "Undo"):
        yield Finding("boards", BAD, _(N_("The German words are missing. Install the program anew.")))


CHECKS: tuple[Callable[[Path], Iterator[Finding]], ...] = (
    _camera, _ports, _screen, _sound, _disk, _kept, _clock, _fonts, _boards,
)  # fmt: skip
