"""From the start screen to the first legal act by touch alone, through the real backend, on boards nobody has seen."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games.brian_boru.inputs import Settle
from tests.capture.boards import photographed
from tests.owners import bench, kinds
from tests.owners.bench import AIMS, PLAYERS, Told, line
from tests.owners.person import Person
from tests.owners.tablet import CaptureHands, Tablet
from vision.capture.pictures import write_reference

FIRST_DISC = 16  # touches from the start screen
BESIDE_IT = 12  # touches that are no capture: the start screen, the camera, the first act


def kept(owner: Told, game: str) -> None:
    """The aims, and a shelf that is as the board is printed."""
    assert sum(owner.capture.values()) <= AIMS[game], line(owner)
    assert owner.all <= AIMS[game] + BESIDE_IT, line(owner)
    assert owner.second <= AIMS["second"], line(owner)
    assert owner.imported <= AIMS["imported"], line(owner)
    assert owner.right, line(owner)


def first_disc(seed: int, folder: Path, sit: Callable[[Path, str, str], Tablet] = Tablet) -> int:
    """Touches from the start screen to the first disc: corners and size, then play; towns are learned in use.

    Who begins was told on the page of a new game.
    """
    shot, truth = photographed("brian_boru", seed)
    picture = folder / "table.jpg"
    write_reference(picture, shot)
    tablet = sit(folder / "home", "brian_boru", str(picture))
    try:
        tablet.choose(PLAYERS)
        tablet.place_camera()
        rng = random.Random(seed)
        person = Person(truth, CaptureHands(tablet), lambda: rng.uniform(-1, 1))
        person.run("size")
        person.measure()
        tablet.tap("capture_play")
        assert tablet.until(lambda: tablet.place == "guide")
        tablet.tap("guide_start")
        assert tablet.until(lambda: tablet.place == "table")
        sitting = tablet.backend.sitting
        assert sitting is not None
        session = sitting.session
        tablet.counting = "play"
        assert tablet.until(lambda: len(session.past) == 1 and sitting.latest.at == session.length)
        tablet.tap("space", "N4")
        if sitting.painter.window is not None:  # it lies close to others: one look closer
            tablet.tap("space", "N4")
        assert tablet.until(lambda: len(session.past) == 2)
        assert session.past[-1].act == Settle(0, "N4")
        own = {s.look for s in session.config.board.spaces if s.kind == "town"}
        assert own == {"none"}, "no town has a place yet: each is learned when a disc lies there"
    finally:
        tablet.close()
    touches = sum(tablet.taps.values())
    print(json.dumps({"test": "touches to the first disc", "board": seed, "touches": touches, "by": tablet.taps}))
    return touches


def test_the_first_disc_lies_after_sixteen_touches(tmp_path: Path) -> None:
    assert first_disc(3, tmp_path) <= FIRST_DISC


def test_the_bench_names_the_dearest_step_where_an_aim_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    def evening_of(game: str, seed: int, _home: Path) -> Told:
        first = {"start": 3, "counties": 21, "links": 61 + seed} if game == "hibernia" else {"six": 20}
        return Told(seed, first, {"start": 2, "first act": 4}, {"start": 3, "corners": 9 if seed == 2 else 5})

    monkeypatch.setattr(bench, "evening", evening_of)
    seen = {k: [(True, True), (False, k == "link")] for k in kinds.KINDS}
    owner = kinds.Owner(1, {"track": 16, "counties": 50}, seen, False, True)
    monkeypatch.setattr(kinds, "both_hands", lambda _quick: {("hibernia", "second"): [owner]})
    told = bench.measure(True)
    assert (told["capture.hibernia.most"]["value"], told["capture.hibernia.most"]["baseline"]) == (84, 60)
    assert told["capture.hibernia.missed.links"]["value"] == 63
    assert told["capture.hibernia.to_first_act"]["value"] == 87
    assert not any(".missed" in name for name in told if "second" in name)
    assert told["capture.imported.most"]["value"] == 12
    assert told["capture.imported.missed"]["value"] == 2  # boards of four
    assert told["capture.imported.missed.corners"]["value"] == 9
    assert told["capture.hibernia.step.links"]["value"] == 62.5
    second = {k.removeprefix("capture.hibernia.second."): m["value"] for k, m in told.items() if "second." in k}
    assert (second["touches"], second["track.most"]) == (66, 16)
    assert (second["complete_but_wrong"], second["as_printed"]) == (1, 0)
    assert (second["link.right"], second["link.sure_wrong"], second["space.sure_wrong"]) == (1, 1, 0)
