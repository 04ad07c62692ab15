"""Tracks, areas, claim tokens and monasteries of Brian Boru on pictures whose paint, print and light are drawn anew."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from attrs import evolve

from companion.demo.player import demo_camera
from companion.engine.boards import house_board
from companion.engine.types import LETTERS, Token
from companion.games import game
from companion.table.layout import covered_of, layout_of
from companion.table.sight import Palette, Sight, Tokens
from tests.bench.readbench import STEADY
from tests.vision.settled import settled
from vision.camera import View, apply, board_grid, fit_view
from vision.evidence import Said
from vision.forms import Form, render
from vision.paints import first_guess
from vision.reader import Reader
from vision.rectify import Raster
from vision.spots import UNDER, Spots
from vision.towers import Field, Guess, leaning

BOARD = house_board("brian_boru")
COLOURS = BOARD.colours[:4]
PALETTE = Palette(dict(zip(LETTERS, COLOURS, strict=False)))
Table = dict[str, Tokens]


def discs(seats: str) -> Tokens:
    return tuple(Token("disc", s) for s in seats)


def claims(up: str = "", gone: str = "") -> Table:
    regions = [s.tags["region"] for s in BOARD.spaces if s.kind == "claim_slot"]
    return {f"claim_{r}": () if r in gone else (Token("claim", "", "up" if r in up else "down"),) for r in regions}


def town(seat: str, *more: str) -> Tokens:
    return (Token("disc", seat), *(Token(kind) for kind in more))


HOMES: Table = {"C1": town("A"), "L3": town("C"), "N7": town("D"), "U2": town("B")}
START: Table = HOMES | claims() | {"marriage_0": discs("ABCD"), "score_10": discs("ABCD")}
RAID: Table = START | {"battle_area": (Token("raider"),) * 11}
STEPS: Table = RAID | {"marriage_0": discs("AC"), "marriage_2": discs("B"), "marriage_3": discs("D")}
CHURCH: Table = STEPS | {"battle_area": (Token("raider"),) * 8, "church_area": discs("AADDDC")}
BUMP: Table = CHURCH | {"marriage_3": discs("BD"), "marriage_2": (), "M5": (Token("town_marker"),)}
SPOILS: Table = BUMP | {
    "battle_area": (), "score_10": discs("AB"), "score_12": discs("CD"), "C1": town("A", "viking_control"),
    "marriage_3": discs("D"), "marriage_1": discs("B"), "M5": town("B"),
}  # fmt: skip
END: Table = SPOILS | claims("NUC", "SM") | {"L3": town("C", "monastery"), "church_area": discs("AADD")}
TABLES = (START, RAID, STEPS, CHURCH, BUMP, SPOILS, END)


def contents(table: Table) -> dict[str, dict[str, int]]:
    return {k: dict(PALETTE.counts(v)) for k, v in table.items()}


def test_a_piece_of_a_paint_never_seen_is_none_that_only_fits_next_door() -> None:
    """Raiders are smaller than discs, which may lie in the area beside theirs alone."""
    raid = START | {"battle_area": (Token("raider"),) * 7}
    script = [(contents(t), str(i)) for i, t in enumerate((START, raid))]
    camera = demo_camera(BOARD, script, seed=2006, pace=STEADY, picture=(1280, 720))
    reader = Reader(layout_of(BOARD, COLOURS, covered_of(game("brian_boru"), BOARD)))
    (seen,) = [seen for number, seen in settled(camera, reader, contents(START)) if number]
    assert Sight(seen, BOARD, PALETTE).best("battle_area") == {"raider": 7}


@pytest.mark.parametrize(
    ("seed", "tables", "least"),
    [(41, 5, 8), pytest.param(41, 7, 17, marks=pytest.mark.proof), pytest.param(44, 7, 17, marks=pytest.mark.proof)],
)
def test_everything_beside_the_towns_is_read(seed: int, tables: int, least: int) -> None:
    """What changed is seen to have changed, and nothing else is taken for changed."""
    script = [(contents(t), str(i)) for i, t in enumerate(TABLES[:tables])]
    camera = demo_camera(BOARD, script, seed=seed, pace=STEADY)
    asked = covered_of(game("brian_boru"), BOARD)
    assert asked is not None
    reader, looked = Reader(layout_of(BOARD, COLOURS, asked)), 0
    for number, seen in settled(camera, reader, contents(START)):
        sight = Sight(seen, BOARD, PALETTE)
        for place in sorted(asked):
            now, before = TABLES[number].get(place, ()), TABLES[number - 1].get(place, ())
            assert sight.plain(place, now) < 4.5, (number, place, sight.best(place))
            piled = place.startswith(("marriage", "score")) and len(before) > 1  # what left may lie under the rest
            if now != before and not piled:
                assert sight.plain(place, before) > 4.0, (number, place)
                looked += 1
        reader.confirm(contents(TABLES[number]))
    assert looked >= least


LAYOUT = layout_of(BOARD, COLOURS)


class Known:
    """A scene in which every paint has been seen."""

    def __init__(self) -> None:
        plain = np.hstack([np.eye(3), np.zeros((3, 1))])
        self.paints = {c: evolve(first_guess(c, plain), pieces=3.0) for c in {p.colour for p in LAYOUT.pieces}}


def test_what_a_pile_hides_is_left_open() -> None:
    """A colour that shows nowhere may lie under another; where nothing shows, nothing lies."""
    spots, sight = Spots(LAYOUT), Known()
    spot = next(s for s in spots.spots if s.place.look == "heap")
    blue, white = f"disc:{COLOURS[0]}", f"disc:{COLOURS[1]}"
    disc = Guess(spots.keys.index(COLOURS[0]), Form(spot.base, 0, spot.base), 0, 0, 700.0)
    shown = spots._heap(spot, [[disc], []], sight, 1.0)  # type: ignore[arg-type]
    assert shown.counts[blue][1] == 0.0
    assert shown.counts[blue][0] < -3
    assert -UNDER <= shown.counts[white][1] < 0.0
    bare = spots._heap(spot, [[]], sight, 1.0)  # type: ignore[arg-type]
    assert bare.counts[white][1] < -3


def view() -> View:
    """A camera that looks at the board at a slant."""
    k = np.array([[1500.0, 0, 960], [0, 1500.0, 540], [0, 0, 1]])
    r = cv2.Rodrigues(np.array([0.5, 0.0, 0.0]))[0]
    t = np.array([0.0, 0.0, 800.0]) - r @ np.array([LAYOUT.size_mm[0] / 2, LAYOUT.size_mm[1] / 2, 0.0])
    h = np.asarray(k @ np.column_stack([r[:, 0], r[:, 1], t]))
    grid = board_grid(LAYOUT.size_mm)
    found = fit_view(h, grid, apply(h, grid), (1920, 1080), source="marks", focal_px=1500.0)
    assert found is not None
    return found


def test_a_high_top_on_one_field_is_no_low_one_on_the_next() -> None:
    """What stands on one field explains no pixel of the next, whatever it hides of it."""
    spots = Spots(LAYOUT)
    track = [s for s in spots.spots if s.place.id.startswith("score_")]
    raster = Raster.of_sheet(LAYOUT, 1.5)
    n = len(spots.keys) + 1
    per = 1 / raster.scale**2
    rows = np.arange(2, raster.height * raster.width + 2, dtype=np.int32).reshape(raster.height, raster.width)
    says = np.full((2 * n, rows.size + 2), -4.0 * per, np.float32)
    spot, paint = track[10], spots.keys.index(COLOURS[0])
    tall = Form(spot.base, 2, spot.base)
    row, col = (round(float(v)) for v in raster.px([spot.place.centre])[0][::-1])
    offsets, _ = render(tall, leaning(view(), spot), 6.0, raster.scale)
    pixels = rows[row + offsets[:, 0], col + offsets[:, 1]]
    says[paint, pixels] = says[n + paint, pixels] = 4.0 * per
    field = Field(Said(raster, rows, says), view(), 6.0)
    found = spots.find(field, track)
    stand = [k for k, bodies in found.items() for g in bodies if g and g[0].score > spots.calibration.cost]
    assert stand == [spot.place.id]
    best = found[spot.place.id][0][0]
    assert (best.paint, best.form.below) == (paint, 2)
