"""The doctor: a sentence for each thing, in both languages, and never a patient itself."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import doctor, i18n
from companion.cli import main
from companion.doctor import BAD, HINT, OK, Finding, examine
from companion.engine import boards
from hardware.ports import list_ports


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    before = i18n.language()
    i18n.use("en")
    yield
    i18n.use(before)


def of(found: list[Finding], what: str) -> Finding:
    return next(f for f in found if f.what == what)


def test_everything_is_looked_at_and_said_in_both_languages(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["--home", str(tmp_path), "doctor", "--json"])
    found = json.loads(told.output)
    assert {f["what"] for f in found} == {"camera", "ports", "screen", "sound", "disk", "clock", "fonts", "boards"}
    assert told.exit_code == (1 if any(f["state"] == "bad" for f in found) else 0)
    words = ["--language", "de", "--home", str(tmp_path), "doctor", "--json"]
    german = json.loads(CliRunner().invoke(main, words).output)
    for one, other in zip(found, german, strict=True):
        assert one["sentence"] != other["sentence"]
        assert one["sentence"].endswith(".")
    assert list(tmp_path.iterdir()) == []


def test_files_that_do_not_count_as_they_stand_are_hints(tmp_path: Path) -> None:
    (tmp_path / "devices.json").write_text("{")
    (tmp_path / "tags.yaml").write_text("cards: 7\nversion: 1\n")
    told = [f.sentence for f in doctor._kept(tmp_path)]
    assert [s.partition(":")[0] for s in told] == ["devices.json", "tags.yaml"]
    assert all(s.endswith("Until it is mended, what is usual holds.") for s in told)


def test_what_is_wrong_is_named_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    monkeypatch.setattr(boards, "ROOT", tmp_path)
    found = examine(tmp_path / "file" / "home")
    assert of(found, "disk").state == BAD
    assert "--home" in of(found, "disk").sentence
    assert of(found, "screen").state == BAD
    assert of(found, "boards").state == BAD


def test_a_port_that_may_not_be_opened_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hardware.links import FoundPort

    port = FoundPort("/dev/ttyUSB0", 0x1A86, 0x7523, None, "1-1", "")
    monkeypatch.setattr(doctor, "list_ports", lambda: list_ports(lambda: [port]))
    monkeypatch.setattr(os, "access", lambda *_: False)
    told = of(examine(tmp_path), "ports")
    assert (told.state, "dialout" in told.sentence) == (BAD, True)
    monkeypatch.setattr(os, "access", lambda *_: True)
    assert of(examine(tmp_path), "ports").state in (OK, "hint")


def test_a_check_that_fails_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Path) -> Iterator[Finding]:
        raise RuntimeError("the probe broke")

    monkeypatch.setattr(doctor, "CHECKS", (broken,))
    (found,) = examine(tmp_path)
    assert found.state == BAD
    assert "the probe broke" in found.sentence


def test_readers_that_type_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "list_ports", lambda: ())
    monkeypatch.setattr(doctor, "keyboards", lambda: ("/dev/input/by-id/usb-reader-event-kbd",))
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "-G input" in of(examine(tmp_path), "ports").sentence
    monkeypatch.setattr(os, "access", lambda *_: True)
    assert of(examine(tmp_path), "ports").state == OK
    monkeypatch.setattr(doctor, "keyboards", lambda: ())
    assert of(examine(tmp_path), "ports").state == HINT


def test_a_camera_that_hangs_does_not_hang_the_doctor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import vision.frames

    free, came = threading.Event(), threading.Event()

    class Hangs:
        ended, fault = False, None

        def grab(self) -> None:
            free.wait(20)
            came.set()

        def close(self) -> None:
            self.ended = True

    monkeypatch.setattr(vision.frames, "open_source", lambda _: Hangs())
    monkeypatch.setattr(doctor, "cameras", lambda: [Path("/dev/video0")])
    monkeypatch.setattr(doctor, "PATIENCE_S", 0.3)
    try:
        (found,) = doctor._camera(tmp_path)
        assert not came.is_set()
        assert found.state == BAD
        assert "/dev/video0" in found.sentence
    finally:
        free.set()
