"""From the start screen to the first legal act by a finger on the glass alone, on boards nobody has seen."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from companion.app.taps import Tap
from tests.app.glass import Glass, Missed
from tests.capture.boards import photographed
from tests.capture.test_touches import FIRST_DISC, first_disc, kept
from tests.owners.bench import PLAYERS, evening, line
from tests.owners.person import Person
from tests.owners.tablet import CaptureHands
from vision.capture.pictures import write_reference

OWNERS = 10


def seated(glass: Any, folder: Path, seed: int = 3, upto: str = "towns") -> tuple[Glass, Person]:
    """An owner of Brian Boru's board at a step of its capture."""
    shot, truth = photographed("brian_boru", seed)
    write_reference(folder / "table.jpg", shot)
    tablet = glass(folder / "home", "brian_boru", str(folder / "table.jpg"))
    tablet.choose(PLAYERS)
    tablet.place_camera()
    rng = random.Random(seed)
    person = Person(truth, CaptureHands(tablet), lambda: rng.uniform(-1, 1))
    person.run(upto)
    assert tablet.stage().step == upto
    return tablet, person


def test_an_owner_plays_on_the_glass(glass: Any, tmp_path: Path) -> None:
    owner = evening("brian_boru", 3, tmp_path, glass)
    kept(owner, "brian_boru")
    assert all(set(told) <= {"players and options"} for told in glass.aside), "no page had to be turned"


@pytest.mark.proof
def test_towns_are_put_right_and_the_picture_stays(glass: Any, tmp_path: Path) -> None:
    """A short way is a drag, a shorter one chooses the town; the board is shown near, also after another page."""
    tablet, person = seated(glass, tmp_path)
    try:
        (picture,) = tablet.parts("Picture")
        texture, window = picture.texture, picture.window
        assert window[2] - window[0] < 0.8, "the board alone, not the table around it"
        towns = {d.label: d.at for d in tablet.stage().dots}
        name = "N4"
        circle = towns[name]
        unit = 1 / picture.inner()[2] * (window[2] - window[0])
        beside = (circle[0] + 14 * unit, circle[1])
        tablet.tap("capture_drag", (circle, beside))
        assert tablet.said[-1].kind == "capture_drag"
        shown = {d.label: d for d in tablet.stage().dots}
        assert not shown[name].lit
        tablet.tap("capture_drag", (shown[name].at, (shown[name].at[0] + 5 * unit, shown[name].at[1])))
        assert tablet.said[-1].kind == "capture_tap"
        assert [d.label for d in tablet.stage().dots if d.lit] == [name]
        tablet.tap("undo")
        tablet.touch(Tap("menu"))
        tablet.touch(Tap("choose", ("menu", "settings")))
        assert tablet.place == "settings"
        tablet.touch(Tap("back"))
        (again,) = tablet.parts("Picture")
        assert again is not picture
        assert again.texture is not None
        assert (again.texture.size, again.window) == (texture.size, window)
        person.run()
        assert tablet.stage().step == ""
        own = tablet.backend.ctx.shelf.boards("brian_boru")
        assert [b.finished for b in own] == [True]
    finally:
        tablet.close()


def test_a_touch_that_says_something_else_is_no_touch(glass: Any, tmp_path: Path) -> None:
    """The driver can fail: where a button is gone, or another answers, no touch is counted as made."""
    from companion.app.widgets.basic import PushButton

    tablet = glass(tmp_path / "home", "brian_boru")
    try:
        with pytest.raises(Missed, match="not offered"):
            tablet.touch(Tap("capture_next"))
        tablet.touch(Tap("game", "brian_boru"))
        begin = tablet.shell.screen.ids.begin
        meant, begin.tap = begin.tap, Tap("demo", "hibernia")
        with pytest.raises(Missed, match="not offered"):
            tablet.touch(meant)
        begin.tap = meant
        cover = PushButton(box=list(begin.box))
        cover.tap = Tap("close")
        tablet.shell.screen.add_widget(cover)
        with pytest.raises(Missed, match="said"):
            tablet.touch(meant)
    finally:
        tablet.close()


@pytest.mark.proof
@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5, 6])
def test_the_first_disc_lies_after_sixteen_touches(glass: Any, seed: int, tmp_path: Path) -> None:
    assert first_disc(seed, tmp_path, glass) <= FIRST_DISC


@pytest.mark.proof
@pytest.mark.parametrize("game", ["hibernia", "brian_boru"])
def test_ten_owners(glass: Any, game: str, tmp_path: Path) -> None:
    owners = []
    for seed in range(1, OWNERS + 1):
        (tmp_path / str(seed)).mkdir()
        owners.append(evening(game, seed, tmp_path / str(seed), glass))
        print(line(owners[-1]))
    aside: dict[str, int] = {}
    for told in glass.aside:
        for what, n in told.items():
            aside[what] = aside.get(what, 0) + n
    numbers = {
        "test": f"touches of a finger on the screens, {OWNERS} boards of {game}", "first": [o.all for o in owners],
        "second": [o.second for o in owners], "imported": [o.imported for o in owners],
        "right": sum(o.right for o in owners), "told apart": aside,
    }  # fmt: skip
    print(json.dumps(numbers))
    for owner in owners:
        kept(owner, game)
