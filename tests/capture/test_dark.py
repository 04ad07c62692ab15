"""A board that is dark all over: what little is pale on it tells what white is, and its pieces' paints are learned."""

from __future__ import annotations

import cv2
import numpy as np

from tests.strangers import Stranger, StrangerSpace
from vision.capture.known import KnownReader
from vision.demo.arrange import Arrangement
from vision.demo.conditions import draw_conditions
from vision.demo.table import DemoTable
from vision.layout import Layout, Piece, Place

SIZE, SCALE, RADIUS = (330.0, 230.0), 3.0, 9.0
TOWNS = {f"t{i}{k}": (45.0 + 60 * i + 5 * (k % 2), 45.0 + 70 * k - 7 * (i % 3)) for i in range(5) for k in range(3)}
DISCS = ("white", "orange")


def dark() -> Stranger:
    """Black-green, with towns in cream rims, thin cream roads and blots that are hardly to be seen."""
    art = np.full((round(SIZE[1] * SCALE), round(SIZE[0] * SCALE), 3), (30, 38, 36), np.uint8)
    spaces = []
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    for name, (x, y) in TOWNS.items():
        at = (round(x * SCALE), round(y * SCALE))
        cv2.line(art, at, (at[0] + 50, at[1] + 7 * len(spaces) - 40), (225, 215, 190), 2, cv2.LINE_AA)
        cv2.circle(art, at, round(RADIUS * SCALE), (150, 40, 40), -1, cv2.LINE_AA)
        cv2.circle(art, at, round(RADIUS * SCALE), (225, 215, 190), 2, cv2.LINE_AA)
        ring = np.column_stack([x + RADIUS * np.cos(turn), y + RADIUS * np.sin(turn)])
        spaces.append(StrangerSpace(name, "town", ring, (x, y), "red"))
    rng = np.random.default_rng(2)
    blots = cv2.resize(rng.normal(0, 9, (46, 66, 1)).astype(np.float32), art.shape[1::-1], interpolation=cv2.INTER_AREA)
    art = art + blots[..., None]
    art = np.clip(art + rng.normal(0, 3, art.shape), 0, 255).astype(np.uint8)
    return Stranger(1, "brian_boru", art, SIZE, tuple(spaces), frozenset(), (), (), False)


def layout_of(board: Stranger) -> Layout:
    pieces = [Piece(f"disc:{c}", "disc", c, (16.0, 16.0), 6.0) for c in DISCS]
    pieces.append(Piece("marker", "disc", "brown", (14.0, 14.0), 3.0))
    plain = board.layout(pieces)
    places = tuple(
        Place(p.id, p.look, p.polygon, p.centre, {"disc": 1, "marker": 1}, p.ink) for p in plain.places
    )  # fmt: skip
    return Layout("dark", SIZE, places, tuple(pieces))


def test_discs_on_a_dark_board_are_told_for_sure_once_their_paints_are_known() -> None:
    board = dark()
    layout = layout_of(board)
    table = DemoTable(board.art, SIZE, draw_conditions(3, mode="lamp", tilt_deg=20.0), picture=(1280, 720))
    lies = table.truth().homography
    reader = KnownReader(layout, table.shoot(), lies)
    assert reader.refusal is None
    assert float(reader.sight.white_over.mean()) > -1.0, "white is not taken for as dark as the print"
    assert reader.learn(table.shoot(), {}).refusal is None
    arrangement, contents, t = Arrangement(layout, 7), dict[str, dict[str, int]](), 0.0
    for i, town in enumerate(TOWNS):
        contents = {**contents, town: {f"disc:{DISCS[i % 2]}": 1}}
        table.lay(arrangement.update(contents))
        if i % 2 == 0 and i > 3:
            continue
        picture, seen = table.shoot(), None
        while seen is None or seen.state != "still":
            t += 0.4
            seen = reader.look(picture, t)
        for name in TOWNS if i > 3 else ():
            stacks = dict(seen.readings[name].stacks)
            truth = tuple(contents.get(name, {}))
            assert stacks[truth] - max(v for k, v in stacks.items() if k != truth) > 4.0, (name, truth)
        reader.confirm(contents)
    assert all(reader.sight.paints[c].pieces > 4 for c in DISCS)
