"""Whether a pale piece stands or is print: asked of its sides, and of the print that was seen there before."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.engine.boards import house_board
from companion.table.layout import layout_of
from tests.vision.test_changed import drawn
from vision.flanks import Flanks, sides_of, top_of
from vision.solids import Body

STANDING, LIT = -0.6, -0.05  # log light of sides by their tops: as usual here, and of one that a lamp shines on


def pale(print_light: float, seen: bool) -> set[int]:
    """Which of ten white cubes are bare print: the sides of the last one are lit. ``seen``: so was the print."""
    real, view, _ = drawn([])
    w, h = layout_of(house_board("hibernia")).size_mm
    bodies = [Body(0, 12.0, h * (n + 1) / 12, 0.0) for n in range(9)] + [Body(0, w - 12.0, h / 2, 0.0)]
    r = real.raster
    sight: Any = SimpleNamespace(
        shapes=real.shapes, raster=r, silhouette=real.silhouette, colour=lambda flat, box: flat.even[box]
    )
    even = np.full((r.height, r.width, 3), print_light, np.float32)
    flat: Any = SimpleNamespace(
        view=view, even=even, back=SimpleNamespace(log=even.copy()), shown=np.ones((r.height, r.width), np.bool_),
        known=np.full((r.height, r.width), float(seen), np.float32),
    )  # fmt: skip
    for n, b in enumerate(bodies):
        box, sides = sides_of(sight, flat, b)
        even[box][sides > 0] = LIT if n == 9 else STANDING
        box, top = top_of(sight, flat, b)
        even[box][top > 0] = 0.0
    gone = Flanks(sight, flat, bodies[:9], bodies[9:]).bare()
    return {bodies.index(b) for b in gone}


@pytest.mark.parametrize(
    ("print_light", "seen", "bare"), [(-1.8, True, set()), (-0.2, True, {9}), (-1.8, False, {9})]
)
def test_a_cube_whose_sides_are_lit_stands_where_the_print_is_known_to_look_otherwise(
    print_light: float, seen: bool, bare: set[int]
) -> None:
    """White on green was never print; white on white paper, or on what nobody has seen yet, may be."""
    assert pale(print_light, seen) == bare

