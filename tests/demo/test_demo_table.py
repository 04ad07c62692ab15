"""The demo table's pictures agree with their truth, differ by seed, and stay still when nothing moves."""

from __future__ import annotations

import ast
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vision
from companion.art.raster import board_image
from companion.engine.boards import Board, house_board
from vision.demo.conditions import draw_conditions
from vision.demo.hand import HandPose
from vision.demo.shapes import AROUND, LaidPiece
from vision.demo.table import DemoTable
from vision.demo.view import look

SMALL = (1280, 720)
CALM = {"noise": 0.6, "jpeg": 95, "blur_px": 0.5, "gloss": 0.0, "sharpen": 0.0, "clutter": 0}


@pytest.fixture(scope="module")
def board() -> Board:
    return house_board("hibernia")


@pytest.fixture(scope="module")
def art(board: Board) -> np.ndarray:
    return board_image(board, 4)


def table(board: Board, art: np.ndarray, seed: int, **fixed: object) -> DemoTable:
    return DemoTable(
        art, board.size_mm, draw_conditions(seed, **fixed), picture=SMALL, tray=board.space["tray"].polygon
    )


def cube(x: float, y: float, colour: str = "white", yaw: float = 0.0, key: int = 1, size: float = 8.0) -> LaidPiece:
    return LaidPiece(f"soldier:{colour}", "cube", colour, x, y, (size, size), size, yaw=yaw, key=key)


@settings(max_examples=40, deadline=None)
@given(st.floats(0, 40), st.floats(-180, 180), st.floats(-8, 8), st.floats(55, 75), st.floats(0.01, 0.1))
def test_projection_is_that_of_opencv_and_shows_the_whole_sheet(
    tilt: float, azimuth: float, roll: float, fov: float, margin: float
) -> None:
    corners = [(0, 0), (364, 0), (364, 257), (0, 257)]
    view = look((1920, 1080), corners, tilt_deg=tilt, azimuth_deg=azimuth, roll_deg=roll, hfov_deg=fov, margin=margin)
    places = np.array([[0, 0, 0], [364, 257, 0], [100, 50, 8], [200, 120, 20.0]])
    turn, _ = cv2.Rodrigues(view.R)
    other, _ = cv2.projectPoints(places * (1, 1, -1), turn, view.t, view.K, None)
    assert np.abs(view.project(places) - other.reshape(-1, 2)).max() < 0.01
    flat = cv2.perspectiveTransform(places[:2, None, :2], view.homography).reshape(-1, 2)
    assert np.abs(flat - other[:2, 0]).max() < 0.01
    px = view.project(np.array([[*c, 0.0] for c in corners]))
    assert px.min() >= 0
    assert (px <= (1919, 1079)).all()
    assert np.linalg.det(view.R) == pytest.approx(1)
    assert view.eye[2] > 100
    e = view.eye
    assert view.project(e[None] + (0.1, 0, -50)) is not None
    sideways = np.degrees(np.arccos(view.R[2] @ (0, 0, 1)))
    assert sideways == pytest.approx(tilt, abs=1e-3)


def markers(picture: np.ndarray) -> dict[int, np.ndarray]:
    settings_ = cv2.aruco.DetectorParameters()
    settings_.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    found, ids, _ = cv2.aruco.ArucoDetector(words, settings_).detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    return {} if ids is None else dict(zip(ids.ravel().tolist(), (q.reshape(4, 2) for q in found), strict=True))


@pytest.mark.parametrize("seed", range(4))
def test_markers_in_the_picture_lie_where_the_truth_says(board: Board, art: np.ndarray, seed: int) -> None:
    t = table(board, art, seed, **CALM)
    found = markers(t.shoot())
    assert len(found) >= 5
    h = t.truth().homography
    half = board.fiducials.side_mm / 2 * 6 / 8
    for n, quad in found.items():
        cx, cy = board.fiducials.centres[n]
        mm = np.array([(cx - half, cy - half), (cx + half, cy - half), (cx + half, cy + half), (cx - half, cy + half)])
        off = cv2.perspectiveTransform(mm[:, None], h).reshape(4, 2) - quad
        # a lens blurs light, not bytes: white eats into black by half a pixel on all sides, the middle stays
        assert np.hypot(*off.mean(0)) < 0.35, n
        assert np.hypot(*off.T).max() < 1.5, n


@pytest.mark.parametrize(("seed", "tilt"), [(1, 5.0), (2, 22.0), (3, 38.0)])
def test_a_cube_covers_exactly_its_projected_outline(board: Board, seed: int, tilt: float) -> None:
    """A bright cube on a black sheet against an independent projection of its eight corners."""
    black = np.zeros((257, 364, 3), np.uint8)
    t = table(board, black, seed, tilt_deg=tilt, **{**CALM, "blur_px": 0.4}, mode="overcast", surface="walnut")
    places = [(60.0, 60.0, 10.0), (300.0, 70.0, 33.0), (180.0, 200.0, 71.0)]
    t.lay([cube(x, y, "white", yaw, k) for k, (x, y, yaw) in enumerate(places)])
    picture = t.shoot().max(2)
    view = t.truth().view
    turn, _ = cv2.Rodrigues(view.R)
    for x, y, yaw in places:
        c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
        flat = np.array([(x + c * u + s * v, y - s * u + c * v) for u in (-4, 4) for v in (-4, 4)])
        solid = np.vstack([np.column_stack([flat, np.full(4, z)]) for z in (0.0, -8.0)])
        px = cv2.projectPoints(solid, turn, view.t, view.K, None)[0].reshape(-1, 2)
        hull = cv2.convexHull(px.astype(np.float32)).reshape(-1, 2)
        x0, y0 = np.floor(hull.min(0)).astype(int) - 4
        x1, y1 = np.ceil(hull.max(0)).astype(int) + 5
        seen = picture[y0:y1, x0:x1] > 75
        wanted = np.zeros(((y1 - y0) * 8, (x1 - x0) * 8), np.uint8)
        cv2.fillConvexPoly(wanted, np.round((hull - (x0, y0) + 0.5) * 8 - 0.5).astype(np.int32), 255)
        wanted = cv2.resize(wanted, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA) > 127
        assert (seen & wanted).sum() / (seen | wanted).sum() > 0.9
        a, b = (np.array(np.nonzero(m)[::-1]).mean(1) for m in (seen, wanted))
        assert np.hypot(*(a - b)) < 0.5


def test_the_truth_of_a_piece_is_its_projection(board: Board, art: np.ndarray) -> None:
    t = table(board, art, 5)
    t.lay([cube(100, 80, yaw=20, key=3)])
    t.shoot()
    (piece,) = t.truth().pieces
    assert piece.hand_share == 0
    assert np.hypot(*(np.array(piece.base_px) - t.view.project(np.array([[100, 80, 0]]))[0])) < 1e-6
    assert cv2.pointPolygonTest(piece.outline_px, piece.top_px, False) > 0


def test_every_colour_die_shows_its_face_and_opposite_sides_sum_to_seven() -> None:
    for up, around in AROUND.items():
        assert sorted([up, 7 - up, *around]) == [1, 2, 3, 4, 5, 6]
        assert around[0] + around[2] == around[1] + around[3] == 7


def test_dice_on_the_tray_look_like_their_face(board: Board, art: np.ndarray) -> None:
    faces = ("blue", "green", "red", "yellow", "black", "purple")
    tops = {}
    for up, name in enumerate(faces, 1):
        t = table(board, art, 7, **CALM, tilt_deg=12.0, azimuth_deg=0.0, mode="overcast")
        die = LaidPiece(f"die:{name}", "die", "ivory", 412, 128, (16, 16), 16, faces=faces, up=up, key=4, loose=True)
        t.lay([die])
        picture = t.shoot()
        x, y = (round(v) for v in t.truth().pieces[0].top_px)
        tops[name] = picture[y - 3 : y + 4, x - 3 : x + 4].reshape(-1, 3).mean(0)
    names = list(tops)
    assert all(np.abs(tops[a] - tops[b]).max() > 20 for i, a in enumerate(names) for b in names[:i])
    assert tops["green"].argmax() == 1
    assert tops["red"].argmax() == 2
    assert tops["blue"].argmax() == 0


def test_pips_are_on_top(board: Board, art: np.ndarray) -> None:
    t = DemoTable(art, board.size_mm, draw_conditions(3, **CALM, tilt_deg=0.0, mode="overcast"), picture=(1920, 1080))
    t.lay([LaidPiece(f"die:{n}", "die", "ivory", 60 + 40 * n, 128, (16, 16), 16, up=n, key=n) for n in range(1, 7)])
    picture = cv2.cvtColor(t.shoot(), cv2.COLOR_BGR2GRAY)
    for truth in t.truth().pieces:
        p = truth.piece
        o = p.outline()
        top = t.view.project(np.column_stack([o, np.full(4, 16.0)])).astype(np.float32)
        flat = cv2.warpPerspective(
            picture, cv2.getPerspectiveTransform(top, np.float32([[0, 0], [64, 0], [64, 64], [0, 64]])), (64, 64)
        )
        dark = (flat[8:56, 8:56] < 0.6 * np.median(flat)).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(dark)
        assert sum(stats[i, cv2.CC_STAT_AREA] > 12 for i in range(1, count)) == p.up


def test_same_seed_same_picture_other_seed_another(board: Board, art: np.ndarray) -> None:
    pieces = [cube(205, 106), cube(233, 128, "black", 30, 2)]
    shots = []
    for seed in (8, 8, 9):
        t = table(board, art, seed)
        t.lay(pieces)
        shots.append(t.shoot())
    assert (shots[0] == shots[1]).all()
    assert np.abs(shots[0].astype(int) - shots[2]).mean() > 5


def test_a_still_table_changes_by_noise_only(board: Board, art: np.ndarray) -> None:
    t = table(board, art, 10, noise=3.0)
    t.lay([cube(205, 106)])
    a, b = (t.shoot().astype(np.float32) for _ in range(2))
    assert 0.3 < np.abs(a - b).mean() < 5
    assert np.abs(cv2.blur(a - b, (25, 25))).max() < 6
    t.lay([cube(205, 106), cube(160, 84, "black", 10, 2)])
    c = t.shoot().astype(np.float32)
    changed = np.abs(cv2.blur(c - b, (9, 9))).max(2) > 20
    ys, xs = np.nonzero(changed)
    at = t.truth().pieces[1].top_px
    assert np.hypot(xs - at[0], ys - at[1]).max() < 120


def test_light_bumps_and_a_moved_camera(board: Board, art: np.ndarray) -> None:
    t = table(board, art, 12, **CALM)
    before, h0 = t.shoot().astype(int), t.truth().homography
    t.relight(exposure=0.7)
    assert t.shoot().mean() > before.mean() + 12
    t.relight(seed=99)
    assert np.abs(t.truth().homography - h0).max() == 0
    t.bump(9.0, -6.0, 3.0)
    h1 = t.truth().homography
    middle = cv2.perspectiveTransform(np.array([[[182.0, 128.5]]]), h1)
    back = cv2.perspectiveTransform(middle, np.linalg.inv(h0)).ravel()
    assert back == pytest.approx((191.0, 122.5), abs=0.01)
    found = markers(t.shoot())
    assert len(found) >= 4
    for n, quad in found.items():
        wanted = cv2.perspectiveTransform(np.array([[board.fiducials.centres[n]]], float), h1).ravel()
        assert np.hypot(*(quad.mean(0) - wanted)) < 1.0
    t.move_camera(tilt_deg=35.0, azimuth_deg=25.0)
    assert t.truth().view.tilt_deg == 35.0
    assert np.abs(t.truth().homography - h1).max() > 0.01


def test_a_hand_hides_what_the_mask_says(board: Board, art: np.ndarray) -> None:
    t = table(board, art, 13, **CALM)
    t.lay([cube(250, 170), cube(66, 58, "black", 0, 2)])
    without = t.shoot().astype(int)
    assert t.truth().hand_mask is None
    with_hand = t.shoot(HandPose((235, 110), (420, 900), 3)).astype(int)
    truth = t.truth()
    mask = truth.hand_mask
    assert mask is not None
    assert 0.02 < mask.mean() < 0.5
    differs = np.abs(without - with_hand).max(2) > 12
    assert differs[mask].mean() > 0.8
    far = cv2.dilate(mask.astype(np.uint8), np.ones((161, 161), np.uint8)) == 0
    assert differs[far].mean() < 0.02
    assert truth.pieces[0].hand_share > 0.5
    assert truth.pieces[1].hand_share == 0


def test_the_reader_and_the_demo_do_not_know_each_other() -> None:
    root = Path(vision.__file__).parent
    for file in root.rglob("*.py"):
        names = set()
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                names |= {a.name for a in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module)
        if file.parent == root / "demo":
            other = {n for n in names if n.startswith("vision.") and not n.startswith("vision.demo")}
            assert other <= {"vision.layout"}, file
            assert not any(n.split(".")[0] in ("companion", "hardware", "PIL") for n in names), file
        else:
            assert not any(n.startswith("vision.demo") for n in names), file
