"""Print that was never seen looks as its place does: the places lie where their print shows beside the pieces' tops."""

from __future__ import annotations

import numpy as np

from companion.demo.player import demo_camera
from companion.engine.boards import house_board
from companion.table.layout import layout_of
from tests.bench.readbench import STEADY
from tests.vision.settled import settled
from vision.camera import apply
from vision.reader import Reader

NEAR_CORNER = 0.95  # of the way from a place's middle to a corner


def test_a_place_lies_where_its_print_shows_on_the_plane_of_the_tops() -> None:
    board = house_board("hibernia")
    reader = Reader(layout_of(board))
    next(settled(demo_camera(board, [({}, "0"), ({}, "1")], seed=5, pace=STEADY), reader, {}), None)
    sight, look = reader.sight, reader._last
    assert look is not None
    view = look.flat.view
    regions = sight._regions(view)
    onto = sight.raster.between(view, 0.0, sight.height)
    within = aside = asked = 0
    for place, (box, mask) in zip(sight.areas, regions, strict=False):
        middle, corners = np.asarray(place.centre), np.asarray(place.polygon)
        shown = middle + NEAR_CORNER * (corners - middle)
        lies = sight.raster.px(shown)
        cols, rows = np.rint(apply(onto, lies)).astype(int).T
        whole = np.zeros((sight.raster.height, sight.raster.width), np.uint8)
        whole[box] = mask
        within += int((whole[rows, cols] > 0).sum())
        aside += int((np.abs(apply(onto, lies) - lies).max(axis=1) > sight.raster.scale).sum())
        asked += len(shown)
    assert asked >= 40
    assert aside >= asked / 2  # by more than a millimetre
    assert within >= 0.95 * asked
