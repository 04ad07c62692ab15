"""No display, a dead one, drivers that draw into nothing, a home that cannot be written: a sentence, never nothing."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.app import display
from companion.app.display import NoScreen
from companion.app.main import state_folder
from companion.cli import main
from hardware.filing.folders import data_home
from vision.frames import SourceError, open_source

ROOT = Path(__file__).resolve().parents[2]
linux = pytest.mark.skipif(sys.platform != "linux", reason="displays of X and Wayland")


@linux
@pytest.mark.parametrize(
    "env",
    [
        {},
        {"DISPLAY": ""},
        {"DISPLAY": ":98"},
        {"DISPLAY": ":98.0"},
        {"DISPLAY": "unix:98"},
        {"DISPLAY": "127.0.0.1:98"},
        {"DISPLAY": "no.such.host.invalid:0"},
        {"DISPLAY": "nonsense"},
        {"DISPLAY": ":99999999"},
        {"WAYLAND_DISPLAY": "wayland-77"},
        {"WAYLAND_DISPLAY": "/nowhere/wayland-0", "DISPLAY": ":98"},
        {"SDL_VIDEODRIVER": "offscreen"},
        {"SDL_VIDEODRIVER": "dummy", "DISPLAY": ":98"},
        {"SDL_VIDEODRIVER": "offscreen,dummy"},
    ],
    ids=str,
)
def test_where_nobody_would_see_a_window_none_is_opened(env: dict[str, str]) -> None:
    assert display.drivers(env) == ()
    with pytest.raises(NoScreen):
        display.choose(env)


@pytest.mark.skipif(os.name != "posix", reason="folders of XDG")
def test_games_from_before_another_folder_was_named_are_still_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COMPANION_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    named, before = tmp_path / "data" / "table-companion", tmp_path / ".local" / "share" / "table-companion"
    assert state_folder() == named
    before.mkdir(parents=True)
    assert state_folder() == before
    named.mkdir(parents=True)
    assert state_folder() == named


@pytest.mark.skipif(os.name != "posix", reason="users without a home")
def test_a_user_without_a_home_is_told_to_name_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("COMPANION_HOME", raising=False)
    assert data_home() == tmp_path
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(os.path, "expanduser", lambda text: text)  # as it is where the system knows no home
    for words in (["capture", "list"], ["doctor"], ["desktop"], ["enrol", "brian_boru", "--tags", "em4100+loop://"]):
        told = CliRunner().invoke(main, ["--language", "en", *words])
        assert "this user has no home, name a folder with --home" in told.output
        assert told.exit_code == 1
    assert CliRunner().invoke(main, ["capture", "--home", str(tmp_path), "list"]).exit_code == 0


def test_a_picture_of_a_user_that_there_is_not_is_none() -> None:
    with pytest.raises(SourceError) as told:
        open_source("~nosuch/x.mp4")
    assert told.value.fault.code == "missing"


@linux
def test_a_desktop_that_answers_is_named_to_sdl_so_that_it_never_draws_into_nothing(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as wayland, socket.socket() as x:
        wayland.bind(str(tmp_path / "wayland-0"))
        wayland.listen()
        env = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path), "DISPLAY": ":98"}
        assert display.drivers(env) == ("wayland",)
        x.bind(("127.0.0.1", 0))
        x.listen()
        number = x.getsockname()[1] - 6000
        both = {**env, "DISPLAY": f"127.0.0.1:{number}.0"}
        assert display.drivers(both) == ("x11", "wayland")
        display.choose(both)
        assert both["SDL_VIDEODRIVER"] == "x11,wayland"
    named = {"SDL_VIDEODRIVER": "KMSDRM"}
    display.choose(named)
    assert named == {"SDL_VIDEODRIVER": "KMSDRM"}


@pytest.mark.parametrize("env", [{"DISPLAY": ":98"}, {"SDL_VIDEODRIVER": "dummy"}, {}], ids=str)
def test_without_a_screen_the_demo_plays_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, env: dict[str, str]
) -> None:
    import companion.demo.terminal

    played: list[Any] = []
    monkeypatch.setattr(companion.demo.terminal, "play_demo", lambda *a: played.append(a) or 0)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    if sys.platform != "linux" and "SDL_VIDEODRIVER" not in env:
        pytest.skip("this system has a desktop")
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    told = CliRunner().invoke(main, ["--home", str(tmp_path)])
    assert (told.exit_code, len(played)) == (0, 1)
    assert "No screen found" in told.output


@linux
def test_a_server_that_takes_no_window_is_a_sentence_and_an_end(tmp_path: Path) -> None:
    """Something listens at the display, but it is no X server that lets us in."""
    with socket.socket() as x:
        x.bind(("127.0.0.1", 0))
        x.listen()
        code = (
            "from pathlib import Path\nfrom companion.app.display import NoScreen\nfrom companion.app.main import run\n"
            f"try:\n    run(lambda: None, Path({str(tmp_path)!r}))\nexcept NoScreen:\n    print('told')"
        )
        env = {**os.environ, "DISPLAY": f"127.0.0.1:{x.getsockname()[1] - 6000}", "PYTHONPATH": str(ROOT)}
        env = {k: v for k, v in env.items() if k not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")}
        import threading

        threading.Thread(target=_hang_up, args=(x,), daemon=True).start()
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip().endswith("told"), done.stderr[-600:]


def _hang_up(listening: socket.socket) -> None:
    while True:
        try:
            listening.accept()[0].close()
        except OSError:
            return


@pytest.mark.parametrize("words", [["--size", "large"], ["--size", "0x0"], ["--size", "99999999x2"]], ids=str)
def test_a_size_that_is_none_is_a_sentence(tmp_path: Path, words: list[str]) -> None:
    told = CliRunner().invoke(main, ["--home", str(tmp_path), *words])
    assert told.exit_code == 1
    assert "--size" in told.output
    assert told.exception is None or isinstance(told.exception, SystemExit)


def test_a_home_that_cannot_be_made_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("SDL_VIDEODRIVER", "KMSDRM")
    told = CliRunner().invoke(main, ["--home", str(tmp_path / "file" / "home")])
    assert told.exit_code == 1
    assert "cannot be read or written" in told.output
    assert isinstance(told.exception, SystemExit)
