"""The demo camera tells its script at its own pace, with hands between the tables."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from companion.art.raster import board_image
from companion.demo.player import demo_camera
from companion.engine.boards import house_board
from companion.table.layout import layout_of
from vision.demo.camera import Act, DemoCamera, Event
from vision.demo.script import Pace

BOARD = house_board("hibernia")
LAYOUT = layout_of(BOARD)
ART = board_image(BOARD, 2.5)
SMALL = (640, 360)
BRIEF = Pace(still_s=(0.8, 0.8), rest_share=0.0)
START = {"tir_chonaill": {"soldier:white": 1}, "brega": {"soldier:purple": 1}}
NEXT = {**START, "tir_eoghain": {"soldier:white": 2}, "tray": {"die:red": 1}}
LAST = {**NEXT, "tir_eoghain": {"soldier:white": 1, "soldier:black": 1}}


def camera(acts: list[Act] | Iterator[Act], seed: int = 1, **options: object) -> DemoCamera:
    return DemoCamera(LAYOUT, ART, iter(acts), seed=seed, picture=SMALL, **options)


def run(cam: DemoCamera) -> list[tuple[np.ndarray, float, str]]:
    out = []
    while (got := cam.read()) is not None:
        out.append((*got, cam.phase))
    return out


def test_pictures_come_on_a_clock_of_their_own() -> None:
    cam = camera([(START, "start"), (NEXT, "next"), (LAST, "last")])
    told_ = run(cam)
    times = np.array([t for _, t, _ in told_])
    steps = np.diff(times)
    assert steps.min() >= 1 / 15 - 1e-9
    assert steps.max() <= 1 / 5 + 1e-9
    assert told_[0][0].shape == (360, 640, 3)
    assert told_[0][0].dtype == np.uint8
    assert cam.ended
    assert cam.fault is None
    assert cam.read() is None
    phases = "".join(p[0] for _, _, p in told_)
    assert phases.startswith("s")
    assert phases.endswith("s" * 8)
    for word in ("e", "a", "l"):
        assert phases.count(word) >= 2
    share = sum(p != "s" for p in phases) / len(phases)
    assert 0.15 < share < 0.65


def test_pieces_change_under_the_hand_and_the_hand_shows_in_the_truth() -> None:
    cam = camera([(START, "a"), (NEXT, "b")], seed=3)
    masks, counts = {}, []
    while cam.read() is not None:
        truth = cam.truth()
        masks.setdefault(cam.phase, []).append(truth.hand_mask is not None and bool(truth.hand_mask.any()))
        counts.append((cam.phase, len(truth.pieces)))
    assert not any(masks["still"])
    assert all(masks["act"])
    assert [n for p, n in counts if p == "enter"] == [2] * len(masks["enter"])
    assert counts[-1] == ("still", 5)
    assert {p.piece.place for p in truth.pieces} == {"tir_chonaill", "brega", "tir_eoghain", "tray"}


def test_a_board_file_alone_makes_a_camera() -> None:
    cam = demo_camera(BOARD, [(START, "start")], seed=2, picture=SMALL)
    got = cam.read()
    assert got is not None
    assert got[0].shape == (360, 640, 3)
    assert cam.arrangement.keep_out == ((205.0, 128.0, 6.0),)


def test_a_hand_may_rest_over_the_board() -> None:
    cam = camera([(START, "a"), (NEXT, "b")], pace=Pace(rest_share=1.0))
    phases = [p for _, _, p in run(cam)]
    assert phases.count("rest") >= 6


def test_it_asks_for_the_next_act_only_when_the_last_one_was_shown() -> None:
    asked = []

    def acts() -> Iterator[Act]:
        for name, table in (("start", START), ("next", NEXT)):
            asked.append(name)
            yield table, name

    cam = camera(acts())
    assert asked == []
    cam.read()
    assert asked == ["start"]
    shown = 1
    while asked == ["start"]:
        cam.read()
        shown += 1
    assert shown > 10  # about two seconds of a still table first


def test_nothing_yet_shows_the_same_table_again() -> None:
    cam = camera([(START, "a"), None, None])
    pictures = [p.astype(int) for p, _, _ in run(cam)]
    assert np.abs(np.mean(pictures[-1] - pictures[-2])) < 1
    assert not (pictures[-1] == pictures[-2]).all()


def test_events_change_table_and_light() -> None:
    events = [
        Event("bump", (10, 0, 2)),
        Event("camera", (30, 10, 0, 0.05)),
        Event("light", (77,)),
        Event("exposure", (0.8,)),
    ]
    cam = camera([(START, "a"), *events])
    homographies, means = [], []
    while (got := cam.read()) is not None:
        homographies.append(cam.truth().homography)
        means.append(got[0].mean())
    changes = [i for i in range(1, len(homographies)) if np.abs(homographies[i] - homographies[i - 1]).max() > 1e-6]
    assert len(changes) == 2
    assert means[-1] > means[0] * 1.05 or means[-1] > 190
    with pytest.raises(ValueError, match="quake"):
        run(camera([(START, "a"), Event("quake")]))


def test_the_same_seed_tells_the_same_film() -> None:
    films = [[p for p, _, _ in run(camera([(START, "a"), (NEXT, "b")], seed=s, pace=BRIEF))] for s in (5, 5, 6)]
    assert len(films[0]) == len(films[1])
    assert all((a == b).all() for a, b in zip(films[0][::7], films[1][::7], strict=True))
    assert np.abs(films[0][0].astype(int) - films[2][0]).mean() > 3


def test_close_ends_the_film() -> None:
    cam = camera([(START, "a"), (NEXT, "b")])
    cam.read()
    cam.close()
    assert cam.read() is None
