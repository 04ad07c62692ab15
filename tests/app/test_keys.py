"""The keys on the screen: any name and any address can be written by touches, in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.app.screens.new_game import LONGEST_NAME
from companion.app.side_views import Field
from companion.app.taps import Tap
from companion.app.viewmodel import Choice
from companion.app.widgets.fields import FieldPart
from tests.app import seen
from tests.app.finger import Finger
from tests.app.steps import new_game

NAMES = ("Örn-Éloïse", "ÄÖÜ äöüß", "Zoë O'Neill", "ÞÓR ñÇåøæ")
ADDRESS = "http://192.168.1.20:8080/Video_1.mjpg?user=Anna&pass=%20+x@~#;a"


def key(f: Finger, sign: str) -> Any:
    """A key of the page that lies open, None where it has none."""
    board = f.parts("Keys")[-1]
    found = [p for p in board.children if getattr(p, "text", "") == sign]
    return found[0] if found else None


def write(f: Finger, text: str) -> None:
    """Every sign by a touch; pages and capitals are turned as needed."""
    for sign in text:
        if sign == " ":
            f.press("Space")
            continue
        for turn in ("", "shift", "page", "shift", "page", "shift", "page", "shift"):
            if turn:
                keys = f.parts("Keys")[-1].children
                low = max(k.box[1] for k in keys)
                tools = sorted((k for k in keys if k.box[1] == low), key=lambda k: float(k.box[0]))
                f.tap(tools[0 if turn == "shift" else 1])
            if (part := key(f, sign)) is not None:
                f.tap(part)
                break
        else:
            raise AssertionError(f"no key for {sign!r}")


@pytest.mark.parametrize("language", ["de", "en"])
def test_any_name_can_be_written_and_takes_the_place_of_the_old_one(
    stage: Any, tmp_path: Path, language: str
) -> None:
    f = Finger(stage, tmp_path, language)
    try:
        f.shell.post(Tap("begin", ("hibernia", "none")))
        f.until(lambda: f.place == "new_game")
        for name in NAMES:
            line = f.parts("TextLine")[0]
            f.tap(line)
            write(f, name)
            f.press("Use this text")
            assert f.parts("TextLine")[0].text == name
    finally:
        f.close()
        i18n.use("de")


def test_any_address_can_be_written(stage: Any, tmp_path: Path) -> None:
    f = Finger(stage, tmp_path)
    try:
        f.shell.post(Tap("begin", ("hibernia", "none")))
        f.until(lambda: f.place == "new_game")
        line = f.parts("TextLine")[0]
        line.text, line.address, line.longest = "", True, 120
        f.tap(line)
        write(f, ADDRESS)
        f.press("Use this text")
        assert line.text == ADDRESS
    finally:
        f.close()


def test_another_language_is_spoken_at_once_everywhere(stage: Any, tmp_path: Path) -> None:
    f = Finger(stage, tmp_path)
    try:
        for place, german, english in (
            ("rules", "Regeln durchsuchen", "Search the rules"), ("workshop", "Werkstatt", "Workshop"),
            ("resume", "Noch ist kein Spiel gespeichert.", "No game is saved yet."),
            ("about", "Über dieses Programm", "About this program"),
        ):  # fmt: skip
            f.shell.post(Tap("go", place))
            f.settle()
            before = set(f.words())
            f.shell.post(Tap("setting", ("language", "en")))
            f.rest()
            assert english in f.words() or german not in before, (place, f.words())
            assert not {german} & set(f.words())
            f.shell.post(Tap("setting", ("language", "de")))
            f.rest()
            assert set(f.words()) == before, place
            f.shell.post(Tap("back"))
            f.settle()
    finally:
        f.close()


def test_the_page_behind_the_camera_speaks_the_new_language_too(stage: Any, tmp_path: Path) -> None:
    f = Finger(stage, tmp_path)
    try:
        f.shell.post(Tap("begin", ("hibernia", "box")))
        f.until(lambda: f.place == "new_game" and f.shell.screen.value is not None, "the players")
        f.press("Set up the table")
        f.until(lambda: f.place == "camera", "the camera")
        f.rest()
        f.shell.post(Tap("go", "settings"))
        f.shell.post(Tap("setting", ("language", "en")))
        f.rest()
        f.press("Back")
        f.rest()
        f.press("Back")
        f.until(lambda: f.place == "new_game", "the players")
        f.rest()
        assert seen.foreign(f.shell) == []
    finally:
        f.close()


def test_a_choice_that_is_longer_than_a_page_is_parted(stage: Any) -> None:
    options = tuple(Choice(str(k), f"Card {k}") for k in range(30))
    for kind, more in (("choice", {}), ("counts", {"total": 3, "limits": {str(k): 1 for k in range(30)}})):
        whole = FieldPart(Field("card", kind, "Card", options, **more), None, False)
        parts = whole.parted(1152.0, 480.0)
        assert len(parts) > 1
        assert all(p.height_for(1152.0) <= 480.0 for p in parts)
        assert [o for p in parts for o in p.field.options] == list(options)
    assert len(FieldPart(Field("card", "choice", "Card", options[:4]), None, False).parted(1152.0, 480.0)) == 1


def test_a_name_that_is_full_says_so(stage: Any, tmp_path: Path) -> None:
    f = Finger(stage, tmp_path)
    try:
        new_game(f, "hibernia")
        f.tap(f.parts("TextLine")[0])
        for _ in range(LONGEST_NAME + 1):
            f.press("e" if key(f, "e") is not None else "E")
        assert "Mehr Buchstaben haben hier keinen Platz." in f.words()
    finally:
        f.close()


def test_what_is_written_anew_begins_with_a_capital(stage: Any) -> None:
    from companion.app.widgets.keys import Keys

    for text, address, upper in (("Anna", False, True), ("", False, True), ("http://tablet", True, False)):
        keys = Keys(text, 40, address)
        assert keys.upper is upper
        if text and not address:
            keys.add("O")
            assert (keys.text, keys.upper) == ("O", False)
        keys.close()


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("size", [(800, 1280), (1024, 600)])
def test_every_key_can_be_read_in_large_type(
    stage: Any, tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    f = Finger(stage, tmp_path, language, size=size, text="1.5")
    try:
        new_game(f, "hibernia")
        f.tap(f.parts("TextLine")[0])
        for _ in range(3):
            f.rest()
            found = [*seen.clipped(f.shell), *seen.small(f.shell), *seen.overlapping(f.shell)]
            assert found == []
            keys = f.parts("Keys")[-1].children
            low = max(k.box[1] for k in keys)
            f.tap(sorted((k for k in keys if k.box[1] == low), key=lambda k: float(k.box[0]))[1])
    finally:
        f.close()
        i18n.use("de")
