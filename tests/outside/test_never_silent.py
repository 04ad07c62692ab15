"""Everything that can fail between a device and the lamp: seen in five seconds, in both languages, and play goes on.

The table of ``docs/outside.md`` is the list: each row names a test that exists, and words that the program says.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import vision.latest
from companion import i18n
from companion.app.live.sitting import Sitting
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.games import game
from companion.table import saved
from companion.table.messages import Tapped
from hardware import bg, reasons
from hardware.links import SerialLink
from tests.conformance import next_act
from tests.outside.cameras import answer, basic, camera, certificate, head, jpeg, still
from tests.outside.evenings import evening
from tests.outside.readers import FRAME
from tests.outside.test_cameras import Live
from tests.outside.test_readers import Terminal
from tests.outside.waiting import comes_true
from vision.latest import Latest

ROOT = Path(__file__).resolve().parents[2]
WITHIN_S = 5.0
BUSY_S = 25.0  # on a machine that does other things, too
posix = pytest.mark.skipif(os.name != "posix", reason="pseudo terminals")


def rows() -> dict[str, tuple[str, str, str]]:
    """The table: what fails, what is said in English and in German, and which test shows it."""
    text = (ROOT / "docs" / "outside.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \| `(.+?)` \|$", text, re.MULTILINE)
    return {name: (english, german, test) for name, english, german, test in found}


def test_every_row_names_a_test_that_is_there_and_words_that_are_said() -> None:
    table = rows()
    assert len(table) > 40
    for name, (english, german, test) in table.items():
        file, _, function = test.partition("::")
        source = (ROOT / "tests" / file).read_text(encoding="utf-8")
        assert re.search(rf"^def {re.escape(function)}\(", source, re.MULTILINE), name
        codes = [c for c, told in reasons.ENGLISH.items() if told == english]
        if codes:
            assert reasons.GERMAN[codes[0]] == german, name
        else:
            assert i18n.gettext(english, lang="de") == german != english, name
            assert _is_in_code(english), name


def _is_in_code(sentence: str) -> bool:
    """Whether the program says this: its catalogue knows it, and a test of the words holds that it is used."""
    return any(i18n.has("de", domain, sentence) for domain in i18n.domains("de"))


def test_every_row_of_a_device_is_tried_at_a_table() -> None:
    here = {name for name, (_, _, test) in rows().items() if test.endswith("::test_what_fails_is_told_by_its_lamp")}
    assert here == {*CAMERAS, *LINES}


# ---------------------------------------------------------------- cameras
@contextlib.contextmanager
def _refused() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    yield f"http://127.0.0.1:{port}/video"


@contextlib.contextmanager
def _own_certificate(folder: Path) -> Iterator[str]:
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    with camera(still(), certificate(folder)) as url:
        yield url


@contextlib.contextmanager
def _wrong_password() -> Iterator[str]:
    with camera(basic("anna", "secret", still())) as url:
        yield url.replace("//", "//anna:wrong@")


def _three(line: socket.socket, _: str) -> None:
    line.sendall(head("multipart/x-mixed-replace; boundary=b"))
    for n in range(3):
        line.sendall(b"--b\r\n\r\n" + jpeg(n, (320, 240)) + b"\r\n")
        time.sleep(0.02)


@contextlib.contextmanager
def _switched_off() -> Iterator[str]:
    """Three pictures, then nobody answers any more."""
    with contextlib.ExitStack() as open_:

        def once(line: socket.socket, request: str) -> None:
            _three(line, request)
            open_.close()

        yield open_.enter_context(camera(once))


@contextlib.contextmanager
def _live(how: str) -> Iterator[Any]:
    made = Live()
    made.how = how
    yield Latest(made, patience_s=0.1)
    made.free.set()


def _at(address: str) -> Callable[[Path], Any]:
    return lambda _: contextlib.nullcontext(address)


CAMERAS: dict[str, Callable[[Path], Any]] = {
    "no camera at this number": _at("/dev/video77"),
    "a device that is no camera": _at("/dev/null"),
    "network camera: nobody answers": lambda _: _refused(),
    "network camera: a name that nobody knows": _at("http://no-such-camera.invalid/video"),
    "network camera: an address that is none": _at("http://127.0.0.1:99999/"),
    "network camera: it wants a password": lambda _: camera(answer("401 No", 'WWW-Authenticate: Basic realm="x"\r\n')),
    "network camera: another password": lambda _: _wrong_password(),
    "network camera: it lets nobody in": lambda _: camera(answer("403 Forbidden")),
    "network camera: a certificate of its own": _own_certificate,
    "network camera: a page without pictures": lambda _: camera(answer("200 OK", body=b"<html>")),
    "network camera: no such page": lambda _: camera(answer("404 Not Found")),
    "network camera: another service": lambda _: camera(lambda line, _r: line.sendall(b"SSH-2.0-OpenSSH_9\r\n")),
    "network camera: an error": lambda _: camera(answer("500 Oh")),
    "network camera: switched off in play": lambda _: _switched_off(),
    "a camera that hangs in a call": lambda _: _live("hangs"),
    "a camera whose picture stands still": lambda _: _live("frozen"),
    "a picture that nothing can be done with": lambda _: _live("raises"),
}


# ---------------------------------------------------------------- dice and card readers
@contextlib.contextmanager
def _says(data: bytes, every: float, address: str = "{}") -> Iterator[str]:
    device = Terminal(data, every)
    try:
        yield address.format(device.path)
    finally:
        device.close()


@contextlib.contextmanager
def _taken() -> Iterator[str]:
    with _says(b"", 99.0) as path:
        other = SerialLink(path)
        other.open()
        yield f"plain+{path}"
        other.close()


@contextlib.contextmanager
def _pulled() -> Iterator[str]:
    device = Terminal(b"hello\r\n", 0.1)
    yield f"plain+{device.path}"
    device.close()


@contextlib.contextmanager
def _nobody() -> Iterator[str]:
    with _refused() as url:
        yield "plain+socket://" + url.removeprefix("http://").removesuffix("/video")


ODD_DIE = bg.encode("BGDIE", 1, 7, "d1", "OK", 20, 4)
NEWER = bg.encode("BGDIE", 9, 7, "d1", "OK", 6, 4)
LINES: dict[str, tuple[str, Callable[[], Any]]] = {
    "die: nothing is plugged in": ("die", lambda: contextlib.nullcontext("plain+/dev/ttyUSB77")),
    "die: a port that is none": ("die", lambda: contextlib.nullcontext("plain+/dev/null")),
    "die: its address is none": ("die", lambda: contextlib.nullcontext("plain+spy:///dev/null")),
    "die: nobody listens there": ("die", _nobody),
    "die: another program has its port": ("die", _taken),
    "die: pulled out": ("die", _pulled),
    "die: wrong speed, or another device": ("die", lambda: _says(b"\x80\xff\x98\x00\xe6", 0.3, "plain+{}?settle=0")),
    "die: it never says a word of its kind": ("die", lambda: _says(b"", 99.0, "line+{}?settle=0")),
    "die: another number of sides": ("die", lambda: _says(ODD_DIE, 0.2, "line+{}?settle=0")),
    "die: another version of the protocol": ("die", lambda: _says(NEWER, 0.2, "line+{}?settle=0")),
    "reader: a tag was read once": ("cards", lambda: _says(FRAME, 1.5, "em4100+{}?settle=0")),
    "reader: a phone is held to it": ("cards", lambda: _says(b"Card UID: 08 A5 27 9F\r\n", 0.3, "text+{}?settle=0")),
    "reader: it prints what is no id": ("cards", lambda: _says(b"UID: 92 25 6F\r\n", 0.3, "text+{}?settle=0")),
}


def table_of(folder: Path, device: str) -> Any:
    """A game that has this device."""
    if device != "cards":
        return evening(folder, 13)
    found, board = game("brian_boru"), house_board("brian_boru")
    config = configure(found, max(found.players), board, None, load_data(found, board))
    return saved.create(folder, found, config, (), lambda: "")


@posix
@pytest.mark.parametrize("name", [*CAMERAS, *LINES])
def test_what_fails_is_told_by_its_lamp(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert max(vision.latest.HUNG_S, vision.latest.FROZEN_S) < WITHIN_S
    monkeypatch.setattr(vision.latest, "HUNG_S", 0.3)  # those seconds need not be waited for
    monkeypatch.setattr(vision.latest, "FROZEN_S", 0.3)
    english, german, _ = rows()[name]
    device, made = ("camera", lambda: CAMERAS[name](tmp_path)) if name in CAMERAS else LINES[name]
    before = i18n.language()
    with contextlib.ExitStack() as after:
        after.callback(i18n.use, before)
        failing = made()
        where = failing.__enter__()
        session = table_of(tmp_path / "g", device)
        more = {"camera": {"cameras": [where]}, "die": {"dice": [where]}, "cards": {"cards": where}}[device]
        sitting = Sitting(session, lambda _: None, lambda _: None, **more)
        after.callback(sitting.close)
        if name != "die: pulled out":
            after.push(failing)  # it goes first, so that what hangs holds nothing up
        sitting.start()
        if name == "die: pulled out":
            assert comes_true(lambda: _lamps(sitting, "en")[device] == "ready", BUSY_S)
            failing.__exit__(None, None, None)
        assert comes_true(lambda: _lamps(sitting, "en")[device] == english, BUSY_S), _lamps(sitting, "en")
        assert _lamps(sitting, "de")[device] == german
        act = next_act(session.game, session.state, lambda _: 0)
        assert act is not None
        length = session.length
        sitting.post(Tapped((act,)))
        assert comes_true(lambda: session.length > length, BUSY_S)


def _lamps(sitting: Sitting, lang: str) -> dict[str, str]:
    i18n.use(lang)
    return {lamp.device: lamp.text for lamp in sitting.painter.lamps(sitting.latest)}
