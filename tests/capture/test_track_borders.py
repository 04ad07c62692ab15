"""Borders of a printed track with spaces of uneven length: what may be a letter in a long space makes none sure."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.capture.cells import Leg, Track
from vision.capture.flat import FlatPicture
from vision.capture.inks import Inks

PX = 2  # a mm
PRINT = {"blue": (190, 134, 86), "green": (92, 172, 112), "red": (84, 84, 204), "yellow": (84, 180, 212)}  # BGR
SEA, TOP, DEPTH = (196, 204, 206), 20, 18
# Each space's colour and length in mm: one long space among short ones, two pairs of one colour.
ROW = (
    ("red", 26), ("blue", 32), ("green", 24), ("yellow", 28), ("red", 33), ("blue", 50), ("red", 30), ("green", 27),
    ("green", 30), ("blue", 25), ("yellow", 31), ("yellow", 24), ("red", 29), ("blue", 33),
)  # fmt: skip
LONG = 5


def laid(line: int, letter: int, seed: int) -> tuple[Leg, list[tuple[float, float]]]:
    """What is seen between the first and the last space, and where each of them begins and ends. ``line``, ``letter``:
    how much darker than the print the lines between spaces are, and a stroke in the long one."""
    rng = np.random.default_rng(seed)
    size = (sum(n for _ink, n in ROW) + 20, 60)
    img = np.full((size[1] * PX, size[0] * PX, 3), SEA, np.float32)
    at, ends = 10, []
    for i, (ink, length) in enumerate(ROW):
        box = img[TOP * PX : (TOP + DEPTH) * PX, at * PX : (at + length) * PX]
        box[:] = PRINT[ink]
        box[:, :1] -= line
        if i == LONG:
            middle = length * PX // 2
            box[2 * PX : -2 * PX, middle : middle + 2] -= letter
        ends.append((at, at + length))
        at += length
    img += rng.normal(0, 3.0, img.shape)
    flat = FlatPicture(np.asarray(np.clip(cv2.GaussianBlur(img, (0, 0), 1.0), 0, 255), np.uint8), PX, size)
    inks = Inks({n: flat.tone(sum(e) / 2, TOP + 5, 2.0) for n, e in zip((r[0] for r in ROW), ends, strict=True)})
    y = TOP + DEPTH / 2
    return Track(flat, inks).leg((sum(ends[0]) / 2, y), (sum(ends[-1]) / 2, y)), ends


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("letter", [20, 40, 60])
def test_half_of_a_long_space_is_never_sure(letter: int, seed: int) -> None:
    leg, ends = laid(60, letter, seed)
    inner = ends[1:-1]
    held = [[c for c in leg.cells if a < c.at[0] < b] for a, b in inner]
    for own in held:
        assert len(own) == 1 or not any(c.seen for c in own)
    assert sum(len(own) == 1 and own[0].seen for own in held) >= len(inner) - 3


def test_two_spaces_of_one_colour_are_sure_where_a_line_parts_them() -> None:
    leg, ends = laid(60, 0, 1)
    assert [sum(a < c.at[0] < b for c in leg.cells) for a, b in ends[1:-1]] == [1] * (len(ROW) - 2)
    assert [i for i, c in enumerate(leg.cells, 1) if not c.seen] == [LONG]  # it may be two
