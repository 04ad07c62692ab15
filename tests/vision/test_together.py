"""Two cameras, or one that takes sharper stills: what neither can count is unknown, what both see is decided."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from attrs import evolve

from companion.art.raster import board_image
from companion.engine.boards import house_board
from companion.table.layout import layout_for
from companion.table.palettes import palette_on
from companion.table.sight import Palette, Sight
from tests.bench.readbench import STEADY
from tests.e2e.beside import Beside
from vision.demo.camera import DemoCamera
from vision.demo.conditions import draw_conditions
from vision.devices import largest_of, shoot
from vision.frames import SourceFault
from vision.layout import counted
from vision.looking import PATIENCE
from vision.observation import SMALL, Observation, Pose, Reading
from vision.reader import Reader
from vision.together import decided, joined, known, merged

BOARD = house_board("walisk", "small")
PALETTE: Palette = palette_on((), BOARD, 2)
SHOWN = {s.id for s in BOARD.spaces if "house" in s.holds and s.look == "area"}
LAYOUT = layout_for(BOARD, PALETTE, set(sorted(SHOWN)[::2]))
W, H = LAYOUT.size_mm
LEFT, RIGHT = [(0, 0), (W * 0.6, 0), (W * 0.6, H), (0, H)], [(W * 0.4, 0), (W, 0), (W, H), (W * 0.4, H)]
CLEAR = draw_conditions(3, tilt_deg=8.0, azimuth_deg=0.0, roll_deg=0.0, margin=0.02, noise=1.4, chroma_noise=0.4)
PIECES = [p.id for p in LAYOUT.pieces]
MAN, HOUSE = next(p for p in PIECES if p.startswith("man")), next(p for p in PIECES if p.startswith("house"))
SPOTS = sorted((p for p in LAYOUT.places if p.look == "area" and "house" in p.holds), key=lambda p: p.centre[0])
MIDDLE = len(SPOTS) // 2
START = {p.id: {MAN: 1 + n % 3} for n, p in enumerate(SPOTS)}
AFTER = START | {SPOTS[0].id: {MAN: 4, HOUSE: 1}, SPOTS[-1].id: {MAN: 3}, SPOTS[MIDDLE].id: {}}
CHANGED = (SPOTS[0], SPOTS[-1], SPOTS[MIDDLE])


# ---------------------------------------------------------------- without a picture
def one(place: str, best: int, sure: float = 9.0, seen: float = 1.0) -> Reading:
    return Reading(place, seen, {"man:red": tuple(-sure * abs(n - best) for n in range(5))})


def test_the_larger_view_decides_and_one_that_knows_goes_before_one_that_does_not() -> None:
    assert decided([one("x", 2, 5.0), one("x", 2, 9.0)]) == one("x", 2, 5.0)
    assert decided([one("x", 2, 1.0), one("x", 3)]) == one("x", 3)
    assert decided([one("x", 2, seen=0.0), one("x", 3)]) == one("x", 3)
    assert decided([one("x", 2, 1.0), one("x", 3, 1.0)]) == one("x", 2, 1.0)


def test_two_that_know_different_things_know_nothing() -> None:
    found = decided([one("x", 2), one("x", 3)])
    assert (found.seen, known(found)) == (0.0, False)
    assert set(found.counts["man:red"]) == {0.0}


def pose(scale: float) -> Pose:
    return Pose((scale, 0.0, 0.0, 0.0, scale, 0.0, 0.0, 0.0, 1.0), 0.2, 10.0, scale)


def test_looks_are_merged_place_by_place_and_settled_where_all_are() -> None:
    a, b = SPOTS[0].id, SPOTS[1].id
    near = Observation(1.0, 1, True, "still", pose(3.0), {a: one(a, 1), b: one(b, 0, seen=0.0)}, notes=(SMALL,))
    far = Observation(1.0, 1, True, "still", pose(1.5), {a: one(a, 1), b: one(b, 4)}, notes=(SMALL,))
    both = merged([far, near], LAYOUT)
    assert (both.settled, both.readings[b], both.notes) == (True, one(b, 4), ())
    moving = Observation(1.0, 1, False, "motion", pose(3.0))
    assert not merged([far, moving], LAYOUT).settled
    assert merged([far, moving], LAYOUT).readings == {}


class Device:
    """A camera's driver that knows some sizes and takes the nearest that is not larger."""

    def __init__(self, *sizes: tuple[int, int], broken: bool = False) -> None:
        self.sizes, self.broken = sizes, broken
        self.size, self.asked = sizes[0], [0, 0]
        self.took: list[tuple[int, int]] = []

    def set(self, prop: int, value: float) -> bool:
        self.asked[prop == cv2.CAP_PROP_FRAME_HEIGHT] = int(value)
        if prop == cv2.CAP_PROP_FRAME_HEIGHT:
            self.size = max((s for s in self.sizes if s[0] <= self.asked[0]), default=self.sizes[0])
            self.took.append(self.size)
        return True

    def get(self, prop: int) -> float:
        return self.size[prop == cv2.CAP_PROP_FRAME_HEIGHT]

    def read(self) -> tuple[bool, Any]:
        return (False, None) if self.broken else (True, np.zeros((self.size[1], self.size[0], 3), np.uint8))


def test_a_still_has_the_largest_size_and_the_stream_goes_on() -> None:
    device = Device((640, 480), (1920, 1080), (3840, 2160))
    device.size = (1920, 1080)
    picture, again = shoot(device, (1920, 1080))
    assert picture is not None
    assert (picture.shape, again, device.size) == ((2160, 3840, 3), True, (1920, 1080))
    assert shoot(device, (1920, 1080), (1920, 1080)) == (None, False)
    assert shoot(Device((1920, 1080)), (1920, 1080)) == (None, False)
    broken = Device((1920, 1080), (3840, 2160), broken=True)
    assert shoot(broken, (1920, 1080)) == (None, True)
    assert broken.size == (1920, 1080)


def test_the_size_of_stills_can_be_told() -> None:
    assert largest_of("off") is None
    assert largest_of("3840x2160") == (3840, 2160)
    with pytest.raises(ValueError, match="invalid"):
        largest_of("large")


# ---------------------------------------------------------------- through pictures
def camera(picture: tuple[int, int]) -> DemoCamera:
    script = [(START, "0"), (AFTER, "1")]
    art = board_image(BOARD, 4.0)
    pace = evolve(STEADY, still_s=(1.0, 1.1), frame_s=(0.2, 0.22))
    return DemoCamera(LAYOUT, art, script, conditions=CLEAR, picture=picture, pace=pace)


def told(source: Any, reader: Any, first: DemoCamera) -> tuple[Observation, Sight]:
    """The settled look at the second table, after the first was learned."""
    learned, last = False, None
    while (got := source.read()) is not None:
        seen = reader.look(*got)
        if not seen.settled:
            continue
        if first.note == "0" and not learned:
            learned = reader.learn(got[0], START).refusal is None
        elif first.note == "1":
            last = seen
            break
    assert learned
    assert last is not None
    return last, Sight(last, BOARD, PALETTE)


def tally(sight: Sight) -> dict[str, int]:
    """How the occupied or changed places were read."""
    out = {"right": 0, "wrong": 0, "unknown": 0}
    for p in SPOTS:
        best = sight.best(p.id)
        kind = "unknown" if best is None or not sight.sure(p.id) else "right" if dict(best) == AFTER[p.id] else "wrong"
        out[kind] += 1
    return out


SMALLEST, SMALLER, LARGER = (800, 450), (960, 540), (1440, 810)


@pytest.mark.proof
def test_what_shows_small_is_counted_where_it_can_be_and_a_still_that_fails_is_done_without() -> None:
    first = camera(SMALLEST)
    asked = []

    def none() -> None:
        asked.append(1)

    first.still = none  # type: ignore[attr-defined]
    seen, sight = told(*joined([first], lambda: Reader(LAYOUT)), first)
    assert SMALL in seen.notes
    found = tally(sight)
    assert found["wrong"] == 0
    assert found["right"] >= 0.5 * len(SPOTS)
    assert len(asked) == PATIENCE


def test_a_still_is_counted_where_the_stream_is_too_small() -> None:
    first = camera(SMALLER)
    first.still = Beside(first, LARGER).still  # type: ignore[attr-defined]
    seen, sight = told(*joined([first], lambda: Reader(LAYOUT)), first)
    found = tally(sight)
    assert found["wrong"] == 0
    assert found["right"] >= 0.8 * len(SPOTS)
    assert SMALL not in seen.notes
    for p in CHANGED:
        assert dict(sight.best(p.id) or {}) == AFTER[p.id]


@pytest.mark.proof
def test_two_views_of_the_halves_are_counted_and_one_that_goes_takes_its_half_along() -> None:
    first = camera(SMALLER)
    first.table.view = Beside(first, SMALLER, LEFT, azimuth_deg=-90.0).table.view
    first.table.relight()
    other = Beside(first, SMALLER, RIGHT, azimuth_deg=90.0)
    source, reader = joined([first, other], lambda: Reader(LAYOUT))
    seen, sight = told(source, reader, first)
    found = tally(sight)
    assert found["wrong"] == 0
    assert found["right"] >= 0.8 * len(SPOTS)
    for p in CHANGED:
        assert dict(sight.best(p.id) or {}) == AFTER[p.id]
    reader.confirm(AFTER)
    assert reader.look(first.table.shoot(), seen.at).readings[SPOTS[-1].id].seen > 0.9
    other.read = lambda: None  # type: ignore[method-assign]
    other.fault = SourceFault("gone")  # type: ignore[assignment]
    got = source.read()
    assert got is not None
    assert source.fault == SourceFault("gone")
    seen = reader.look(*got)
    assert SPOTS[-1].id not in seen.readings or seen.readings[SPOTS[-1].id].seen == 0.0
    assert seen.readings[SPOTS[0].id].seen > 0.9


def test_the_limit_is_a_matter_of_pixels_a_piece() -> None:
    assert counted(LAYOUT, SPOTS[0], 11.0 / 8.0)
    assert not counted(LAYOUT, SPOTS[0], 10.9 / 8.0)
    tray = next(p for p in LAYOUT.places if p.look == "tray")
    assert counted(LAYOUT, tray, 0.5)
