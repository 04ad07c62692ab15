"""The large map: small pictures of all of it are counted in part, never wrongly; so are halves and a sharper still."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

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
from vision.layout import COUNTED_PX, Layout, Place
from vision.observation import SMALL, Observation
from vision.reader import Reader
from vision.together import joined

BOARD = house_board("walisk")
PALETTE: Palette = palette_on((), BOARD, 2)
SETTLED = [s.id for s in BOARD.spaces if s.look == "area" and "house" in s.holds]
STREAM, STILL = (1480, 832), (3840, 2160)
ART_PX_PER_MM = 2.5
Table = dict[str, dict[str, int]]


@cache
def art() -> Any:
    return board_image(BOARD, ART_PX_PER_MM)


def spots(layout: Layout) -> list[Place]:
    return sorted((p for p in layout.places if p.look == "area"), key=lambda p: p.centre[0])


def tables(layout: Layout) -> tuple[Table, Table]:
    """A table, and the same where men came to every third district, a house too, and left every fifth."""
    man, house = (next(p.id for p in layout.pieces if p.id.startswith(k)) for k in ("man", "house"))
    start = {p.id: {man: 1 + n % 3} for n, p in enumerate(spots(layout))}
    after = dict(start)
    for n, p in enumerate(spots(layout)):
        if n % 3 == 0:
            after[p.id] = {man: start[p.id][man] + 2, house: 1}
        elif n % 5 == 0:
            after[p.id] = {}
    return start, after


def filmed(layout: Layout, seed: int) -> DemoCamera:
    start, after = tables(layout)
    clear = draw_conditions(seed, tilt_deg=3.0, azimuth_deg=0.0, roll_deg=0.0, margin=0.01, noise=1.4, chroma_noise=0.4)
    pace = evolve(STEADY, still_s=(1.0, 1.1), frame_s=(0.2, 0.22))
    return DemoCamera(layout, art(), [(start, "0"), (after, "1")], conditions=clear, picture=STREAM, pace=pace)


def read(source: Any, reader: Any, first: DemoCamera, layout: Layout) -> tuple[Observation, Counter[str]]:
    """The settled look at the second table after the first was learned, and how its districts were read."""
    start, after = tables(layout)
    learned = False
    while (got := source.read()) is not None:
        seen = reader.look(*got)
        if seen.settled and first.note == "0" and not learned:
            learned = reader.learn(got[0], start).refusal is None
        elif seen.settled and first.note == "1":
            break
    assert learned
    sight, out = Sight(seen, BOARD, PALETTE), Counter[str]()
    for p in spots(layout):
        best = sight.best(p.id)
        known = best is not None and sight.sure(p.id)
        right = known and {k: n for k, n in (best or {}).items() if n} == after[p.id]
        out["right" if right else "wrong" if known else "unknown"] += 1
    return seen, out


def halves(layout: Layout, seed: int) -> tuple[Observation, Counter[str]]:
    w, h = layout.size_mm
    left, right = [(0, 0), (w * 0.53, 0), (w * 0.53, h), (0, h)], [(w * 0.47, 0), (w, 0), (w, h), (w * 0.47, h)]
    first = filmed(layout, seed)
    first.table.view = Beside(first, STREAM, left, azimuth_deg=-90.0).table.view
    first.table.relight()
    source, reader = joined([first, Beside(first, STREAM, right, azimuth_deg=90.0)], lambda: Reader(layout))
    return read(source, reader, first, layout)


def whole(layout: Layout, seed: int, still: tuple[int, int] | None = None) -> tuple[Observation, Counter[str]]:
    first = filmed(layout, seed)
    if still is not None:
        first.still = Beside(first, still).still  # type: ignore[attr-defined]
    return read(*joined([first], lambda: Reader(layout)), first, layout)


FEW = layout_for(BOARD, PALETTE, set(SETTLED[3::12]))


@pytest.mark.proof
@pytest.mark.parametrize("seed", [3])
def test_one_picture_of_all_is_never_counted_wrongly_nor_two_of_the_halves(seed: int) -> None:
    width = min(p.size_mm[0] for p in FEW.pieces if p.shape == "cube")
    seen, found = whole(FEW, seed)
    assert seen.pose is not None
    assert seen.pose.px_per_mm * width < COUNTED_PX
    print("whole", seed, dict(found))
    assert found["wrong"] == 0  # small cubes are counted by what all areas have in common
    assert found["right"] >= 0.6 * len(spots(FEW))
    assert SMALL in seen.notes
    _, found = halves(FEW, seed)
    print("halves", seed, dict(found))
    assert found["wrong"] == 0
    assert found["right"] >= 0.6 * len(spots(FEW))  # they are only just large enough


@pytest.mark.proof
@pytest.mark.parametrize("seed", [3])
def test_a_still_of_four_thousand_pixels_is_counted_as_well(seed: int) -> None:
    seen, found = whole(FEW, seed, STILL)
    print("still", seed, dict(found))
    assert found["wrong"] == 0
    assert found["right"] >= 0.8 * len(spots(FEW))
    assert SMALL not in seen.notes
