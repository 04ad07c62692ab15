"""The pose from fewer markers than a board has: aligned by their whole patterns, honest about its error."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.engine.boards import house_board
from companion.table.layout import layout_of
from vision.camera import Refusal, View, apply, board_grid
from vision.pose import MarkFinder, expected_error, mark_corners

LAYOUT = layout_of(house_board("hibernia"))
SIZE = (1280, 960)


def camera(tilt: float, distance: float = 420.0) -> NDArray[np.float64]:
    """mm -> px of a pinhole camera that looks at the sheet's middle."""
    k = np.array([[1100.0, 0, SIZE[0] / 2], [0, 1100.0, SIZE[1] / 2], [0, 0, 1]])
    r = cv2.Rodrigues(np.array([np.radians(tilt), 0.05, 0.08]))[0]
    middle = np.array([LAYOUT.size_mm[0] / 2, LAYOUT.size_mm[1] / 2, 0.0])
    t = np.array([0.0, 0.0, distance]) - r @ middle
    return np.asarray(k @ np.column_stack([r[:, 0], r[:, 1], t]))


def picture(h: NDArray[np.float64], shown: tuple[int, ...], seed: int = 0) -> NDArray[np.uint8]:
    """A sheet with these markers as a camera sees it: blurred, noisy, unevenly lit."""
    assert LAYOUT.marks is not None
    marks, scale = LAYOUT.marks, 8.0
    w, d = (round(x * scale) for x in LAYOUT.size_mm)
    sheet = np.full((d, w), 190, np.uint8)
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, marks.dictionary))
    cells = book.markerSize + 2
    for i in shown:
        side = round(marks.side_mm * scale)
        inner = cv2.aruco.generateImageMarker(book, i, round(side * cells / (cells + 2 * marks.border_cells)))
        rim = (side - inner.shape[0]) // 2
        paper = cv2.copyMakeBorder(inner, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=255)
        x, y = (round(c * scale - paper.shape[0] / 2) for c in marks.centres[i])
        x, y = max(0, x), max(0, y)
        sheet[y : y + paper.shape[0], x : x + paper.shape[1]] = paper[: d - y, : w - x]
    to_mm = np.array([[1 / scale, 0, 0.5 / scale], [0, 1 / scale, 0.5 / scale], [0, 0, 1]])
    big = cv2.warpPerspective(sheet, np.diag([2.0, 2.0, 1.0]) @ h @ to_mm, (2 * SIZE[0], 2 * SIZE[1]), borderValue=90)
    seen = cv2.GaussianBlur(cv2.resize(big, SIZE, interpolation=cv2.INTER_AREA), (0, 0), 0.7).astype(np.float64)
    seen *= np.linspace(0.55, 0.95, SIZE[0])
    noise = np.random.default_rng(seed).normal(0, 2.0, seen.shape)
    return np.asarray(np.clip(seen + noise, 0, 255), np.uint8)


@pytest.mark.parametrize(("missing", "tilt", "most"), [(1, 12.0, 0.5), (1, 32.0, 0.6), (2, 20.0, 1.5)])
def test_few_markers_give_a_pose_that_holds_at_the_far_side(missing: int, tilt: float, most: float) -> None:
    assert LAYOUT.marks is not None
    ids = tuple(sorted(LAYOUT.marks.centres))
    h = camera(tilt)
    found = MarkFinder(LAYOUT).find(picture(h, ids[missing:]))
    assert isinstance(found, View)
    assert set(found.marks) <= set(ids[missing:])
    grid = board_grid(LAYOUT.size_mm)
    error = np.linalg.norm(apply(found.h0, grid) - apply(h, grid), axis=1)
    assert float(error.mean()) < most


def test_what_is_told_of_the_error_grows_where_markers_are_few_and_far() -> None:
    assert LAYOUT.marks is not None
    ids = tuple(sorted(LAYOUT.marks.centres))
    finder = MarkFinder(LAYOUT)
    told = []
    for n in range(3):
        found = finder.find(picture(camera(15.0), ids[n:]))
        assert isinstance(found, View)
        told.append(found.error_px)
    assert told[0] < told[1] < told[2]
    near, far = (float(expected_error(found, marks_of(found.marks), 0.2, np.array([p])).max()) for p in spots(found))
    assert far > near


def marks_of(ids: tuple[int, ...]) -> NDArray[np.float64]:
    assert LAYOUT.marks is not None
    half = LAYOUT.marks.side_mm / 2
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    return np.array([(x + a, y + b) for i in ids for x, y in [LAYOUT.marks.centres[i]] for a, b in corners])


def spots(found: View) -> tuple[tuple[float, float], tuple[float, float]]:
    """A place beside the markers that were seen, and the corner farthest from all of them."""
    assert LAYOUT.marks is not None
    w, h = LAYOUT.size_mm
    seen = np.array([LAYOUT.marks.centres[i] for i in found.marks])
    corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]
    far = max(corners, key=lambda c: float(np.linalg.norm(seen - c, axis=1).min()))
    return (float(seen[0][0]), float(seen[0][1])), far


def test_a_pose_that_may_be_off_where_pieces_are_read_is_refused() -> None:
    """Two neighbouring markers whose corners are known roughly only: they pin nothing at the other end."""
    assert LAYOUT.marks is not None
    ids = sorted(LAYOUT.marks.centres, key=lambda i: LAYOUT.marks.centres[i][0] if LAYOUT.marks else 0)[:2]
    h, rng = camera(25.0), np.random.default_rng(3)
    corners = {i: apply(h, mark_corners(LAYOUT.marks, i)) for i in ids}
    finder = MarkFinder(LAYOUT)
    found = finder.fit({i: c + rng.normal(0, 0.35, c.shape) for i, c in corners.items()}, SIZE)
    assert isinstance(found, Refusal)
    assert found.reason == "few_marks"
    assert found.error_px > 2
