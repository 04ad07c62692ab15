"""The workshop by touches: the shelf, printing, devices and what they say, the camera, cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.app.taps import Tap
from companion.demo.die import DemoDie
from tests.app import seen
from tests.app.finger import Finger
from tests.app.tabletop import ADDRESS, Tabletop
from tests.app.variants import Variant, wear


@pytest.fixture(params=["de", "en"])
def shop(stage: Any, tmp_path: Path, request: Any) -> Iterator[Finger]:
    f = Finger(stage, tmp_path, request.param)
    f.press("Workshop")
    f.until(lambda: f.place == "workshop")
    yield f
    f.close()
    i18n.use("de")


def test_a_new_board_is_begun_here_and_the_way_back_leads_here(shop: Finger) -> None:
    shop.press("Capture")
    shop.until(lambda: shop.place == "camera")
    shop.tap(shop.shell.screen.ids.back)
    shop.until(lambda: shop.place == "workshop")
    shop.tap(shop.shell.screen.ids.back)
    shop.until(lambda: shop.place == "start")


def test_a_board_is_printed_and_a_second_time_beside_the_first(shop: Finger) -> None:
    shop.press("Printing")
    shop.until(lambda: i18n.gettext("What can be printed at true size, as a PDF.") in shop.words())
    for name in ("hibernia-board.pdf", "hibernia-board-2.pdf"):
        shop.tap(next(p for p in shop.parts("PushButton") if p.tap == Tap("work", "print:hibernia:board")))
        path = shop.home / "prints" / name
        shop.until(lambda n=name: any(n in w for w in shop.words()), "a word of where the file is")
        assert path.read_bytes().startswith(b"%PDF")


def test_a_device_is_listened_to_and_let_go(shop: Finger) -> None:
    die = DemoDie(("blue", "green", "red"), pty=False, tcp=0)
    try:
        shop.backend.ctx.devices.choose("die", die.url)
        shop.press("Devices")
        shop.until(lambda: die.url in shop.words())
        shop.press("Listen")
        shop.until(lambda: any("demo-die" in w for w in shop.words()))  # the line is open: what is thrown is heard
        die.throw("red")
        shop.until(lambda: any(w.endswith((" 3.", " red.")) for w in shop.words()))
        shop.press("Let go")
        shop.until(lambda: die.url not in shop.words())
        assert shop.backend.ctx.devices["die"] == ""
    finally:
        die.close()


def test_a_camera_that_is_not_there_is_told_in_the_check(shop: Finger) -> None:
    shop.backend.ctx.devices.choose("camera", str(shop.home / "nothing"))
    shop.press("Devices")
    shop.press("Check the camera")
    shop.until(lambda: shop.parts("CheckRow"))
    shop.tap(shop.parts("Picture")[0])
    shop.until(lambda: shop.parts("Whisper"), "why a touch changes nothing")
    other = "en" if i18n.language() == "de" else "de"
    shop.shell.post(Tap("setting", ("language", other)))
    shop.until(lambda: i18n.language() == other)
    shop.rest()
    assert seen.faults(shop.shell) == [], "read from a metre, and in the language that is chosen then"


@pytest.mark.parametrize(("camera", "most"), [("nothing", 1), (ADDRESS, 2)])
def test_the_check_of_a_camera_leaves_room_for_what_it_says_in_large_type(
    shop: Finger, camera: str, most: int
) -> None:
    Tabletop("hibernia")
    shop.backend.ctx.devices.choose("camera", camera if camera == ADDRESS else str(shop.home / camera))
    shop.press("Devices")
    shop.press("Check the camera")
    shop.until(lambda: shop.parts("CheckRow"))
    for size in ((1024, 600), (800, 1280)):
        wear(shop, Variant(size, "1.5", i18n.language()))
        assert seen.faults(shop.shell) == [], size
        assert len(shop.parts("CheckRow")) >= most
    wear(shop, Variant(language=i18n.language()))


def test_tags_are_given_from_here_to_the_cards_of_each_game_that_has_any(shop: Finger) -> None:
    shop.press("Cards")
    shop.rest()
    keys = [p for p in shop.parts("PushButton") if str(getattr(p.tap, "payload", "")).startswith("tags:")]
    assert [k.tap.payload for k in keys] == ["tags:brian_boru", "tags:vikings_gone_wild"]
    shop.tap(keys[1])
    shop.until(lambda: shop.place == "enrol")
    assert "Vikings Gone Wild" in shop.words()
    why = i18n.gettext("Choose a card reader in the settings first.")
    for key in (shop.parts("CardKey")[0], shop.button("This card later")):
        assert not key.enabled
        assert key.why == why, "without a reader it does not matter which card comes next"
    other = "en" if i18n.language() == "de" else "de"
    shop.shell.post(Tap("setting", ("language", other)))
    shop.until(lambda: i18n.gettext("Choose a card reader in the settings first.") in shop.words())
    shop.rest()
    assert "Vikings Gone Wild" in shop.words(), "the same game in another language"
    assert seen.foreign(shop.shell) == []


def test_the_page_of_tags_goes_on_after_a_look_at_the_settings(shop: Finger) -> None:
    """Back from there it speaks the language chosen meanwhile, and listens to the reader chosen meanwhile."""
    shop.press("Cards")
    shop.rest()
    shop.tap([p for p in shop.parts("PushButton") if str(getattr(p.tap, "payload", "")).startswith("tags:")][1])
    shop.until(lambda: shop.place == "enrol")
    for _ in range(2):
        shop.tap(shop.parts("LampPart")[0])
        shop.until(lambda: shop.place == "settings")
        shop.shell.post(Tap("setting", ("language", "en" if i18n.language() == "de" else "de")))
        shop.rest()
        shop.press("Back")
        shop.until(lambda: shop.place == "enrol")
        shop.rest()
        assert seen.foreign(shop.shell) == []
        assert "Vikings Gone Wild" in shop.words()
    assert not shop.parts("CardKey")[0].enabled
    shop.tap(shop.parts("LampPart")[0])
    shop.until(lambda: shop.place == "settings")
    shop.shell.post(Tap("setting", ("cards", f"em4100+{shop.home / 'no-reader'}")))
    shop.rest()
    shop.press("Back")
    shop.until(lambda: shop.place == "enrol")
    shop.until(lambda: shop.parts("CardKey")[0].enabled, "cards that can be chosen")
    assert "Vikings Gone Wild" in shop.words()
    shop.press("Back")
    shop.until(lambda: shop.place == "workshop")
    assert shop.backend.cards.now is None, "nothing is listened to any more"
