"""Proposals from one picture of a board that nobody has seen, held against the truth."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from tests.capture.boards import names_of, stranger
from tests.owners.person import told
from vision.camera import apply
from vision.capture.changes import changes
from vision.capture.corners import clockwise, propose_corners
from vision.capture.flat import FlatPicture
from vision.capture.inks import fit_inks, typical
from vision.capture.placement import Watch, judge
from vision.demo.arrange import Arrangement
from vision.demo.view import look
from vision.layout import Layout, Piece, Place


def test_a_stranger_board_is_captured_in_few_touches(own: Any) -> None:
    """Counties, colours, links, shield and track come out as they are printed; the dearest steps are told."""
    shop, person, table = own
    assert shop.finished
    assert sum(person.spent.values()) <= 90, told(person.spent)
    real = stranger("hibernia", 1)
    board = shop.board()
    to = np.linalg.inv(shop.homography()) @ table.truth().homography
    names = names_of(board, real, to)
    counties = [s for s in board.spaces if s.kind == "county"]
    assert len({names[s.id] for s in counties}) == 20
    assert all(real.space(names[s.id]).colour == s.ink for s in counties)
    links = {tuple(sorted((names[s.id], names[n]))) for s in counties for n in s.neighbours}
    assert links == set(real.links)
    assert [names[i] for i in board.tracks[0].spaces] == list(real.track)
    assert board.tracks[0].inks == real.track_colours
    scale = 2.0
    for s in counties:
        true = apply(to, real.space(names[s.id]).polygon)
        mask = [np.zeros((900, 1300), np.uint8) for _ in range(2)]
        for m, line in zip(mask, (s.polygon, true), strict=True):
            cv2.fillPoly(m, [np.round(np.array(line) * scale).astype(np.int32)], 1)
        assert (mask[0] & mask[1]).sum() / (mask[0] | mask[1]).sum() > 0.8, s.id


def test_corners_of_a_plain_board_are_proposed() -> None:
    picture = np.full((720, 1280, 3), (60, 90, 120), np.uint8)
    quad = np.array([(300, 120), (1000, 160), (1090, 600), (220, 560)])
    cv2.fillConvexPoly(picture, quad, (190, 210, 200))
    cv2.circle(picture, (650, 350), 90, (90, 40, 160), -1)
    noise = np.random.default_rng(1).normal(0, 3, picture.shape)
    found = propose_corners(np.clip(picture + noise, 0, 255).astype(np.uint8))
    assert found is not None
    assert np.linalg.norm(np.array(found.corners) - clockwise(quad), axis=1).max() < 4
    assert propose_corners(np.full((720, 1280, 3), 90, np.uint8)) is None


def test_lamps_of_the_placement() -> None:
    view = look((1280, 720), [(0, 0), (500, 0), (500, 350), (0, 350)], tilt_deg=25)
    px = [tuple(p) for p in apply(view.homography, [(0, 0), (500, 0), (500, 350), (0, 350)])]
    frame = np.full((720, 1280, 3), 110, np.uint8)
    good = judge(frame, tuple(px), 500, 8.0, 4.0)
    assert good.whole
    assert good.near
    assert good.light
    assert good.steady
    low = judge(frame, (*px[:3], (-60.0, px[3][1])), 500, 8.0, 0.0)
    assert low.missing == (3,)
    assert low.cm > 0
    assert not low.steady
    far = judge(frame, tuple((400 + (x - 400) * 0.35, 300 + (y - 300) * 0.35) for x, y in px), 500, 8.0, 3.0)
    assert not far.near
    assert far.cm < 0
    bright = frame.copy()
    cv2.circle(bright, (640, 360), 60, (252, 252, 252), -1)
    assert not judge(bright, tuple(px), 500, 8.0, 3.0).light
    assert not judge(frame // 5, tuple(px), 500, 8.0, 3.0).light
    assert judge(frame, (None,) * 4, 500, 8.0, 3.0).missing == (0, 1, 2, 3)
    watch = Watch()
    assert watch.look(frame, 1.0) == 0.0
    assert watch.look(frame, 3.5) == 2.5
    assert watch.look(bright, 4.0) == 0.0 or watch.look(frame // 2, 4.2) == 0.0


def test_inks_are_judged_together_in_any_light() -> None:
    """A warm lamp shifts all hues; four groups still get their words, and a person's word wins."""
    rng = np.random.default_rng(2)
    words = ("blue", "green", "red", "yellow")
    tones, true = [], []
    for word in words:
        for _ in range(5):
            tones.append((80.0, *(typical(word) * 0.8 + (-22, 14) + rng.normal(0, 1.5, 2))))
            true.append(word)
    inks = fit_inks(tones, words)
    assert [inks.word(t)[0] for t in tones] == true
    assert inks.ahead > 0.15
    assert fit_inks(tones[:15], words).ahead == 0.0  # one was not seen: the others may be any of two
    swapped = fit_inks(tones, words, {0: "green", 5: "blue"})
    assert swapped.word(tones[0])[0] == "green"


def test_a_piece_where_no_place_is_known(own: Any) -> None:
    shop, _person, table = own
    real = stranger("hibernia", 1)
    county = next(s for s in real.spaces if s.kind == "county")
    polygon = tuple((float(x), float(y)) for x, y in county.polygon)
    piece = Piece("soldier:purple", "cube", "purple", (8, 8), 8)
    layout = Layout("x", real.size_mm, (Place("here", "area", polygon, county.centre),), (piece,))
    table.lay(Arrangement(layout, 3, margin=9.0).update({"here": {"soldier:purple": 2}}))
    picture = table.shoot()
    table.lay(())
    h, size = shop.homography(), shop.size_mm
    empty, now = FlatPicture.of(shop.picture, h, size), FlatPicture.of(picture, h, size)
    found = changes(empty, now, ())
    assert found
    to = np.linalg.inv(h) @ table.truth().homography
    line = apply(to, polygon).astype(np.float32)
    assert cv2.pointPolygonTest(line, found[0].at, False) > 0
    assert changes(empty, now, [tuple(map(tuple, line))], margin_mm=8.0) == []
    assert changes(empty, FlatPicture.of(table.shoot(), h, size), ()) == []
