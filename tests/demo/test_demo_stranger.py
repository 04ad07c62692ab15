"""Stranger boards obey the rules of their games, differ by seed, and carry no mark of ours."""

from __future__ import annotations

import itertools
import math

import cv2
import numpy as np
import pytest

from tests.strangers import Stranger, stranger_board
from tests.strangers.sketch import sketch_towns
from vision.demo.arrange import Arrangement
from vision.layout import Piece

MAPS = {s: stranger_board("hibernia", s, 2.0) for s in (1, 2, 7)}
TOWNS = {s: stranger_board("brian_boru", s, 2.0) for s in (1, 5)}


def mask(board: Stranger, polygon: np.ndarray) -> np.ndarray:
    out = np.zeros((round(board.size_mm[1] * 4), round(board.size_mm[0] * 4)), np.uint8)
    cv2.fillPoly(out, [np.round(polygon * 4).astype(np.int32)], 1)
    return out


@pytest.mark.parametrize("seed", MAPS)
def test_a_map_is_playable(seed: int) -> None:
    board = MAPS[seed]
    counties = [s for s in board.spaces if s.kind == "county"]
    assert len(counties) == 20
    assert sorted(s.colour for s in counties) == sorted(["blue", "green", "red", "yellow"] * 5)
    colour = {s.id: s.colour for s in counties}
    assert all(colour[a] != colour[b] for a, b in board.links)
    near = {s.id: {b for a, b in board.links if a == s.id} | {a for a, b in board.links if b == s.id} for s in counties}
    seen, row = set(), [counties[0].id]
    while row:
        a = row.pop()
        if a not in seen:
            seen.add(a)
            row += near[a]
    assert len(seen) == 20
    for kind in ("fortress", "central"):
        chosen = [s for s in counties if getattr(s, kind)]
        assert len({s.colour for s in chosen}) == len(chosen) == 4
    central = [s.id for s in counties if s.central]
    assert all(b in near[a] for a, b in itertools.combinations(central, 2))


@pytest.mark.parametrize("seed", MAPS)
def test_the_track_has_40_to_56_fields_and_starts_yellow(seed: int) -> None:
    board = MAPS[seed]
    assert 40 <= len(board.track) == len(board.track_colours) <= 56
    assert board.track_colours[0] == "yellow"
    assert [board.space(i).colour for i in board.track] == list(board.track_colours)
    assert not any(len(set(board.track_colours[i : i + 3])) == 1 for i in range(len(board.track) - 2))


@pytest.mark.parametrize("board", [*MAPS.values(), *TOWNS.values()], ids=lambda b: f"{b.game}-{b.seed}")
def test_places_lie_apart_and_on_the_sheet(board: Stranger) -> None:
    taken = np.zeros((round(board.size_mm[1] * 4), round(board.size_mm[0] * 4)), np.uint8)
    for s in board.spaces:
        assert s.polygon.min() >= 0
        assert (s.polygon <= np.array(board.size_mm)).all()
        assert cv2.pointPolygonTest(s.polygon.astype(np.float32), s.centre, False) > 0, s.id
        own = cv2.erode(mask(board, s.polygon), np.ones((7, 7), np.uint8))
        assert (taken & own).sum() < 12, s.id
        taken |= own


@pytest.mark.parametrize("board", [*MAPS.values(), *TOWNS.values()], ids=lambda b: f"{b.game}-{b.seed}")
def test_print_tells_the_colour_that_the_truth_names(board: Stranger) -> None:
    """Places of one colour look more like each other than like those of another colour."""
    scale = board.art.shape[1] / board.size_mm[0]
    tones: dict[str, list[np.ndarray]] = {}
    for s in board.spaces:
        if not s.colour:
            continue
        inner = np.array(s.centre) + (s.polygon - s.centre) * 0.86
        px = np.round(inner * scale - 0.5).astype(int)
        lab = cv2.cvtColor(board.art[px[:, 1], px[:, 0]].reshape(-1, 1, 3), cv2.COLOR_RGB2Lab).reshape(-1, 3)
        tones.setdefault(s.colour, []).append(np.median(lab.astype(float), axis=0))
    means = {c: np.median(t, axis=0) for c, t in tones.items()}
    right = total = 0
    for c, values in tones.items():
        for v in values:
            right += min(means, key=lambda m: float(np.hypot(*(means[m] - v)[1:]))) == c
            total += 1
    assert right / total > 0.9


@pytest.mark.parametrize("seed", TOWNS)
def test_towns_are_those_of_the_catalogue(seed: int) -> None:
    board = TOWNS[seed]
    towns = {s.id: s for s in board.spaces if s.kind == "town"}
    listed = sketch_towns()
    assert len(listed) == len(towns) == 53
    assert all(towns[t.id].colour == t.colour and towns[t.id].region == t.region for t in listed)
    assert len(board.links) == 36
    assert all(t.id in next(o.roads for o in listed if o.id == r) for t in listed for r in t.roads)
    centres = [s.centre for s in towns.values()]
    assert min(math.dist(a, b) for a, b in itertools.combinations(centres, 2)) > 20
    assert len(board.track) == 10
    assert {"battle", "church", *(f"claim{i}" for i in range(8))} <= {s.id for s in board.spaces}


def test_no_fiducials_and_every_seed_its_own_board() -> None:
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    detector = cv2.aruco.ArucoDetector(words)
    boards = [*MAPS.values(), *TOWNS.values()]
    for b in boards:
        assert detector.detectMarkers(cv2.cvtColor(b.art, cv2.COLOR_RGB2GRAY))[1] is None
    assert len({b.size_mm for b in boards}) == len(boards)
    again = stranger_board("hibernia", 7, 2.0)
    assert (again.art == MAPS[7].art).all()
    assert again.links == MAPS[7].links
    with pytest.raises(ValueError, match="chess"):
        stranger_board("chess", 1)


def test_pieces_can_be_laid_on_a_stranger() -> None:
    cube = Piece("soldier:red", "cube", "red", (8, 8), 8)
    disc = Piece("disc:red", "disc", "red", (16, 16), 6)
    board = MAPS[2]
    tray = [(board.size_mm[0] + 10, 10), (board.size_mm[0] + 80, 10), (board.size_mm[0] + 80, 90)]
    layout = board.layout([cube], tray)
    pieces = Arrangement(layout, 1).update(
        {"c01": {"soldier:red": 3}, "f00": {"soldier:red": 1}, "shield": {"soldier:red": 9}}
    )
    assert len(pieces) == 13
    assert next(p for p in layout.places if p.id == "tray").look == "tray"
    towns = Arrangement(TOWNS[1].layout([disc]), 1).update({"N1": {"disc:red": 1}, "church": {"disc:red": 4}})
    assert len(towns) == 5
