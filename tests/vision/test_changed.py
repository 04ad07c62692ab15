"""Where something has changed, and what a blob of pieces says of one beside it: drawn as bare numbers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.engine.boards import house_board
from companion.table.layout import layout_of
from vision.background import backdrop
from vision.camera import View, fit_view
from vision.counting import find
from vision.evidence import Evidence, nothing, weigh
from vision.memory import Memory
from vision.paints import WITHIN, Paint, PaintTables
from vision.rectify import Raster
from vision.scoring import MOST
from vision.sight import Sight
from vision.solids import Body

SIDE = 8.0  # mm of a cube


def changed(off: NDArray[np.float32], bright: float) -> NDArray[np.uint8]:
    """What a memory of bare print takes for changed where the log light is ``off`` (h, w) from what it was."""
    flat: Any = SimpleNamespace(even=np.repeat(off[..., None], 3, axis=2))
    still, raster = np.zeros_like(flat.even), Raster.over(0.0, 0.0, 40.0, 40.0, 2.5)
    spread = np.full(off.shape, bright, np.float32)
    return Memory(raster, {}, [], {}, still, spread, spread, np.full(off.shape, 255, np.uint8)).changed(flat)


def test_a_dark_piece_on_dark_print_has_changed_though_each_pixel_might_be_noise() -> None:
    off = np.zeros((100, 100), np.float32)
    off[40:60, 40:60] = 0.48
    seen = changed(off, 0.18)
    assert seen[43:57, 43:57].all()
    assert not seen[:30].any()


def test_noise_and_soft_shadows_are_no_change() -> None:
    noise = np.random.default_rng(1).normal(0.0, 0.12, (100, 100)).astype(np.float32)
    assert not changed(noise, 0.18).any()
    assert not changed(np.full((100, 100), -0.25, np.float32), 0.05).any()


def drawn(tops: list[tuple[float, float]]) -> tuple[Sight, View, Evidence]:
    """A bare sheet seen from above with the tops of cubes, which show as plainly as may be; mm of their middles."""
    sight = Sight(layout_of(house_board("hibernia")))
    w, h = sight.layout.size_mm
    corners = np.array([(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)])
    view = fit_view(np.diag([3.0, 3.0, 1.0]), corners, corners * 3.0, (round(3 * w), round(3 * h)), source="marks")
    assert view is not None
    r, colours = sight.raster, len(sight.colours)
    (top, side), dim = nothing(colours + 1, (r.height, r.width), r), np.zeros((r.height, r.width), np.bool_)
    for x, y in tops:
        box = r.box(np.array([(x - SIDE / 2, y - SIDE / 2), (x + SIDE / 2, y + SIDE / 2)]))
        top[0][box] = MOST / r.scale**2
    return sight, view, Evidence(r, np.s_[0 : r.height, 0 : r.width], top, side, dim)


@pytest.mark.parametrize("gap", [4.0, 6.0, 8.0])
def test_half_a_piece_at_the_edge_of_a_blob_is_left_to_its_own(gap: float) -> None:
    """Two cubes side by side, and one ``gap`` mm off: each is as plain to see as the others."""
    at = [(100.0, 100.0), (100.0 + SIDE + 1.5, 100.0), (104.0, 100.0 + SIDE + gap)]
    sight, view, evidence = drawn(at)
    where = np.full(evidence.dim.shape, 255, np.uint8)
    found, _, _ = find(sight, evidence, where, view, [], range(len(sight.shapes)))
    assert sorted(round(f.body.y) for f in found) == pytest.approx(sorted(y for _, y in at), abs=1.0)
    assert min(f.loss for f in found) > 0.6 * MOST * SIDE**2


@pytest.mark.parametrize("off", [-2.0, -1.0, 0.0, 1.0, 2.0])
def test_a_piece_found_half_on_two_tops_makes_room_for_another(off: float) -> None:
    """Between two that lie where they were: a row in which no top shows whole."""
    w, h = layout_of(house_board("hibernia")).size_mm
    x, y = w / 2, h / 2  # where no sides show
    row = [x - 1.5 * SIDE, x - 0.5 * SIDE, x + 0.5 * SIDE, x + 1.5 * SIDE]
    sight, view, evidence = drawn([(at, y) for at in row])
    stage = sight.stage(evidence, sight.raster.box(np.array([(x - 40, y - 40), (x + 40, y + 40)])), view)
    start = [Body(0, row[0], y, 0.0), Body(0, row[3], y, 0.0), Body(0, x + off, y, 0.0)]
    bodies, _ = stage.cover(range(len(sight.shapes)), start, fixed=2)
    assert sorted(b.x for b in bodies) == pytest.approx(row, abs=0.6)


def test_print_of_a_pieces_own_colour_hardly_speaks_against_it() -> None:
    """A white piece on paper as white shows by its sides; paper of another colour still denies it."""
    shape = (20, 20)
    white, raster = np.zeros((*shape, 3), np.float32), Raster.over(0.0, 0.0, 8.0, 8.0, 2.5)
    tables = PaintTables((Paint("white", np.zeros(3), 0.001 * np.eye(3), WITHIN, 4.0),))
    says = []
    for colour in (0.0, 0.8):
        paper = np.full((*shape, 3), -colour, np.float32)
        back = backdrop(paper, np.ones(shape, np.float32), raster.scale)
        says.append(weigh(paper, back, white, white, tables, raster).top[0].mean() * raster.scale**2)
    assert -1.0 < says[0] <= 0.0
    assert says[1] == pytest.approx(-MOST)
