"""A printed track with spaces of uneven length: what may be a letter in a long space makes none sure, nor does a colour
that is not told apart from others."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.capture.draft import Draft, Spot, plain_spot
from companion.capture.seeing import PictureEyes
from companion.capture.stage import Scene
from companion.capture.tracks import Track as Steps
from vision.capture.cells import Leg, Track
from vision.capture.flat import FlatPicture
from vision.capture.inks import Inks

PX = 2  # a mm
PRINT = {"blue": (190, 134, 86), "green": (92, 172, 112), "red": (84, 84, 204), "yellow": (84, 180, 212)}  # BGR
SEA, TOP, DEPTH = (196, 204, 206), 20, 18
# Each space's colour and length in mm: one long space among short ones, two pairs of one colour.
ROW = (
    ("yellow", 26), ("blue", 32), ("green", 24), ("yellow", 28), ("red", 33), ("blue", 50), ("red", 30), ("green", 27),
    ("green", 30), ("blue", 25), ("yellow", 31), ("yellow", 24), ("red", 29), ("blue", 33),
)  # fmt: skip
LONG = 5


def printed(line: int, letter: int, seed: int) -> tuple[FlatPicture, list[tuple[float, float]]]:
    """A track, and where each of its spaces begins and ends. ``line``, ``letter``: how much darker than the print the
    lines between spaces are, and a stroke in the long one."""
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
    return FlatPicture(np.asarray(np.clip(cv2.GaussianBlur(img, (0, 0), 1.0), 0, 255), np.uint8), PX, size), ends


def laid(line: int, letter: int, seed: int) -> tuple[Leg, list[tuple[float, float]]]:
    """What is seen between the first and the last space, where each space's colour is known."""
    flat, ends = printed(line, letter, seed)
    inks = Inks({n: flat.tone(sum(e) / 2, TOP + 5, 2.0) for n, e in zip((r[0] for r in ROW), ends, strict=True)})
    return Track(flat, inks).leg(*touched(ends)), ends


def touched(ends: list[tuple[float, float]]) -> tuple[tuple[float, float], tuple[float, float]]:
    """The middles of the first and the last space."""
    y = TOP + DEPTH / 2
    return (sum(ends[0]) / 2, y), (sum(ends[-1]) / 2, y)


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


@pytest.mark.parametrize("missing", ["", "green"])
def test_a_track_in_another_print_than_the_lands_is_sure_once_all_its_colours_are_told_apart(missing: str) -> None:
    flat, ends = printed(60, 0, 1)
    draft = Draft(None, "hibernia")
    for i, ink in enumerate(PRINT):  # lands whose print is hatched: paler than that of the track
        n = [name for name, _length in ROW].index(ink)
        tone = flat.tone(sum(ends[n]) / 2, TOP + 5, 2.0) * (1.1, 0.45, 0.45)
        draft.touch(plain_spot(Spot(f"county_{i}", "county", (5.0, 5.0 + i), (), ink, tone=tuple(map(float, tone)))))
    if missing:  # one colour is nowhere on the track: the words of the others may be swapped
        green, blue = (np.array(PRINT[n]) for n in ("green", "blue"))
        flat.bgr[np.linalg.norm(flat.bgr - green.astype(float), axis=2) < 60] = blue
    raster = np.array([[PX, 0, -0.5], [0, PX, -0.5], [0, 0, 1.0]])
    eyes = PictureEyes(flat.bgr, raster, flat.size_mm)
    for at in touched(ends):
        draft.touch(*Steps().tap(Scene(draft.drawn, eyes, (flat.bgr.shape[1], flat.bgr.shape[0])), at).ops)
    cells = draft.drawn.rows["track"].cells
    if missing:
        sure = [c for c in cells if c.sure]  # by the lands' colours alone
        assert len(sure) < len(ROW) - 2
        for c in sure:
            ink = next(ink for (ink, _length), (a, b) in zip(ROW, ends, strict=True) if a < c.at[0] < b)
            assert c.ink == ("blue" if ink == "green" else ink)
    else:
        assert [c.ink for c in cells] == [ink for ink, _length in ROW]
        assert [i for i, c in enumerate(cells) if not c.sure] == [LONG]
