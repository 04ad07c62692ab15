"""The board as pixels: markers that OpenCV finds, lands that are pale and tell their colour, letters that exist."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageFont

from companion.art import fonts
from companion.art.aruco import DICTIONARY, WORDS, cell, fiducial
from companion.art.ground import FreeGround, depth, inside
from companion.art.land import bent_edge, outline
from companion.art.marks import Shape, Text, box, ellipse, placed, polygon, rounded
from companion.art.raster import board_image, marks_image
from companion.art.signs import flame, leaf, sun, waves
from companion.art.style import LANDS
from companion.engine.boards import ROOT, Board, board_from_mapping, house_board, load_board

SCALE = 4.0


@pytest.fixture(scope="module")
def board() -> Board:
    return house_board("hibernia")


@pytest.fixture(scope="module")
def art(board: Board) -> np.ndarray:
    return board_image(board, SCALE)


def detector() -> cv2.aruco.ArucoDetector:
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))


def test_code_words_are_those_of_opencv() -> None:
    assert DICTIONARY == "DICT_4X4_50"
    assert len(WORDS) == 50
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for n in range(50):
        picture = cv2.aruco.generateImageMarker(words, n, 6)[1:5, 1:5] > 127
        assert [[cell(n, r, c) for c in range(4)] for r in range(4)] == picture.tolist()


def test_every_marker_of_the_table_is_found_when_drawn() -> None:
    for n in range(50):
        picture = marks_image(fiducial(n, (20, 20), 30), (40, 40), 4, ground=(120, 120, 120))
        _, ids, _ = detector().detectMarkers(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY))
        assert ids is not None
        assert ids.ravel().tolist() == [n]
    with pytest.raises(ValueError, match="50"):
        fiducial(50, (0, 0), 30)


def test_opencv_finds_the_boards_markers_where_the_data_says(board: Board, art: np.ndarray) -> None:
    found, ids, _ = detector().detectMarkers(cv2.cvtColor(art, cv2.COLOR_RGB2GRAY))
    assert sorted(ids.ravel().tolist()) == sorted(board.fiducials.centres)
    half = board.fiducials.side_mm / 2 * 6 / 8  # without the white rim
    for n, quad in zip(ids.ravel().tolist(), found, strict=True):
        cx, cy = board.fiducials.centres[n]
        wanted = np.array(
            [(cx - half, cy - half), (cx + half, cy - half), (cx + half, cy + half), (cx - half, cy + half)]
        )
        assert np.abs(quad.reshape(4, 2) - (wanted * SCALE - 0.5)).max() < 1.0


def test_patches_have_exactly_their_paint(board: Board, art: np.ndarray) -> None:
    for p in board.patches:
        x, y = (round(v * SCALE) for v in p.centre)
        r = int(p.side_mm / 2 * SCALE) - 2
        assert (art[y - r : y + r, x - r : x + r] == p.rgb).all()


def lightness(rgb: np.ndarray) -> float:
    return float(cv2.cvtColor((np.asarray(rgb, np.float32) / 255).reshape(1, 1, 3), cv2.COLOR_RGB2Lab)[0, 0, 0])


def test_lands_are_pale_and_their_outlines_dark(board: Board, art: np.ndarray) -> None:
    mean = {}
    for s in board.spaces:
        if s.kind != "county":
            continue
        mask = np.zeros(art.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(np.array(s.polygon) * SCALE).astype(np.int32)], 1)
        inner = cv2.erode(mask, np.ones((25, 25), np.uint8)) > 0
        tone = np.median(art[inner], axis=0)
        mean.setdefault(s.ink, []).append(tone)
        assert lightness(tone) > 76, s.id
        near_border = cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((7, 7), np.uint8)) > 0
        assert np.percentile(art[near_border].mean(1), 8) < 110, s.id
    tones = {ink: np.mean(t, 0) for ink, t in mean.items()}
    inks = sorted(tones)
    for i, a in enumerate(inks):
        for b in inks[:i]:
            assert np.abs(tones[a] - tones[b]).max() > 25


def test_every_county_shows_its_sign_near_the_border(board: Board, art: np.ndarray) -> None:
    for s in board.spaces:
        if s.kind == "county":
            sign = np.array(LANDS[s.ink].sign_paint)
            mask = np.zeros(art.shape[:2], np.uint8)
            cv2.fillPoly(mask, [np.round(np.array(s.polygon) * SCALE).astype(np.int32)], 1)
            hit = (np.abs(art.astype(int) - sign).max(2) < 14) & (mask > 0)
            ys, xs = np.nonzero(hit)
            assert len(xs) > 20, s.id
            away = np.hypot(xs / SCALE - s.centre[0], ys / SCALE - s.centre[1])
            assert np.median(away) > 10, s.id


def test_letters_with_accents_exist(board: Board) -> None:
    for face in fonts.FACES:
        font = fonts.pixel_font(face, 40)
        missing = bytes(font.getmask("\uffff"))
        for letter in sorted({c for s in board.spaces for c in s.name} | set("áéíóúÁÉÍÓÚäöüß")):
            assert letter == " " or bytes(font.getmask(letter)) != missing, (face, letter)


def test_without_shipped_fonts_the_fallback_has_the_accents(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fonts, "FOLDER", tmp_path / "none")
    fonts.font_file.cache_clear()
    try:
        font = ImageFont.truetype(str(fonts.font_file("serif")), 40)
    finally:
        monkeypatch.undo()
        fonts.font_file.cache_clear()
    missing = bytes(font.getmask("\uffff"))
    assert all(bytes(font.getmask(c)) != missing for c in "áéíóúÉÍ")


points = st.tuples(st.integers(0, 300), st.integers(0, 200)).map(lambda p: (float(p[0]), float(p[1])))


@settings(max_examples=60, deadline=None)
@given(points, points)
def test_neighbours_share_their_bent_border_and_it_strays_little(
    a: tuple[float, float], b: tuple[float, float]
) -> None:
    if math.dist(a, b) < 2:
        return
    there, back = bent_edge(a, b), bent_edge(b, a)
    assert there == back[::-1]
    for p in there:
        t = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / math.dist(a, b) ** 2
        foot = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
        assert math.dist(p, foot) <= 0.76


def test_outlines_keep_within_a_millimetre_of_the_data(board: Board) -> None:
    for s in board.spaces:
        if s.kind == "county":
            p = np.array(outline(s.polygon).flat())
            assert np.abs(depth(s.polygon, p[:, 0], p[:, 1])).max() < 1.0


def test_shapes_cover_what_they_say() -> None:
    marks = [
        Shape((ellipse((20, 20), 10),), fill=(0, 0, 0)),
        Shape((rounded(40, 10, 20, 20, 3),), fill=(0, 0, 0)),
        Shape((box(70, 10, 20, 20),), fill=(0, 0, 0)),
    ]
    picture = marks_image(marks, (100, 40), 5)
    dark = (255.0 - picture.mean(2)) / 255 / 25
    assert dark[:, :175].sum() == pytest.approx(math.pi * 100, rel=0.01)
    assert dark[:, 175:325].sum() == pytest.approx(400 - (4 - math.pi) * 9, rel=0.01)
    assert dark[:, 325:].sum() == pytest.approx(400, rel=0.01)


def test_signs_stay_in_their_circle() -> None:
    for sign in (waves, leaf, flame, sun):
        shapes = tuple(placed(s, (10, 10), 5) for s in sign((0, 0, 0)))
        picture = marks_image(shapes, (20, 20), 8)
        ys, xs = np.nonzero(picture.mean(2) < 128)
        assert np.hypot(xs / 8 - 10, ys / 8 - 10).max() < 5 * 1.5
        assert len(xs) > 100


def test_free_spots_are_free() -> None:
    ground = FreeGround((100, 60))
    ground.take([(20, 10), (60, 10), (60, 50), (20, 50)], 2.0)
    at = ground.spot(20, 20, (0, 60))
    assert at is not None
    assert at[0] + 10 > 62
    assert ground.free(*at, 18, 18)
    assert ground.spot(80, 40, (0, 0)) is None
    assert inside([(0, 0), (4, 0), (4, 4), (0, 4)], np.array([2.0, 5.0]), np.array([2.0, 2.0])).tolist() == [
        True,
        False,
    ]


def test_any_board_of_the_schema_is_drawn() -> None:
    """Slots with roads, an area, a track by centres, no fiducials, no ink at all."""
    doc = {
        "schema": 1, "game": "somewhere", "id": "s1", "source": "house", "size_mm": [180, 120],
        "pieces": [{"kind": "disc", "shape": "disc", "size_mm": 16, "height_mm": 6}],
        "colours": ["red"],
        "tracks": [{"id": "t", "inks": ["red", "blue", "red"], "centres": [[20, 100], [44, 100], [68, 100]]}],
        "spaces": [
            {"id": "a", "kind": "x", "look": "slot", "centre": [40, 40], "disc": 20, "ink": "red", "neighbours": ["b"]},
            {"id": "b", "kind": "x", "look": "slot", "centre": [90, 40], "disc": 20, "name": "Át", "neighbours": ["a"]},
            {"id": "p", "kind": "area", "name": "Pool", "polygon": [[130, 20], [170, 20], [170, 90], [130, 90]]},
        ],
    }  # fmt: skip
    board = board_from_mapping(doc, "s1.yaml")
    picture = board_image(board, 3)
    assert picture.shape == (360, 540, 3)
    ring = picture[round(40 * 3 - 9.3 * 3) - 2 : round(40 * 3 - 9.3 * 3) + 3, 120]
    assert ring.min() < 120  # the slot's outline
    assert np.ptp(picture[110:131, 160:230].astype(int)) > 60  # the road


OTHERS = [  # the large Walisk takes too long for every run; its small board has the same parts
    f
    for f in sorted(ROOT.glob("*/*.yaml"))
    if f.stem in ("house", "small") and f.parent.name != "hibernia" and (f.parent.name, f.stem) != ("walisk", "house")
]


@pytest.mark.parametrize("file", OTHERS, ids=lambda f: f"{f.parent.name}-{f.stem}")
def test_every_board_that_ships_can_be_drawn_and_found(file: Path) -> None:
    board = load_board(file)
    scale = min(2.0, 900 / max(board.size_mm))
    picture = board_image(board, scale)
    if board.fiducials is None:
        return
    found, ids, _ = detector().detectMarkers(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY))
    assert ids is not None
    assert set(board.fiducials.centres) <= set(ids.ravel().tolist())
    for n, quad in zip(ids.ravel().tolist(), found, strict=True):
        if n in board.fiducials.centres:
            wanted = np.array(board.fiducials.centres[n]) * scale - 0.5
            assert np.hypot(*(quad.reshape(4, 2).mean(0) - wanted)) < 1.0


def test_text_sits_where_it_is_told() -> None:
    for align, side in (("start", 30.0), ("end", 30.0), ("middle", 30.0)):
        picture = marks_image([Text((30, 10), "HHH", 8, "serif", (0, 0, 0), align)], (60, 20), 8)
        ys, xs = np.nonzero(picture.mean(2) < 128)
        assert abs((ys.min() + ys.max() + 1) / 16 - 10) < 0.2
        edge = {"start": xs.min(), "end": xs.max() + 1, "middle": (xs.min() + xs.max() + 1) / 2}[align] / 8
        assert edge == pytest.approx(side, abs=0.5)
    upright = marks_image([Text((30, 10), "I", 8, "sans", (0, 0, 0), angle=90)], (60, 20), 8)
    ys, xs = np.nonzero(upright.mean(2) < 128)
    assert np.ptp(xs) > np.ptp(ys)


def test_polygon_has_a_corner_for_each_point() -> None:
    assert len(polygon([(0, 0), (1, 0), (1, 1)]).flat()) == 3
