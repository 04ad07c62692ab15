"""Tracks, areas, claim tokens and monasteries of Brian Boru on pictures whose paint, print and light are drawn anew."""

from __future__ import annotations

import numpy as np
import pytest

from companion.demo.player import demo_camera
from companion.demo.readbench import STEADY
from companion.engine.boards import house_board
from companion.engine.types import LETTERS, Token
from companion.games import game
from companion.table.layout import covered_of, layout_of
from companion.table.sight import Palette, Sight, Tokens
from tests.vision.settled import settled
from vision.reader import Reader

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


@pytest.mark.parametrize("seed", [41, 44])
def test_everything_beside_the_towns_is_read(seed: int) -> None:
    """What changed is seen to have changed, and nothing else is taken for changed."""
    script = [(contents(t), str(i)) for i, t in enumerate(TABLES)]
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
    assert looked >= 17


def test_what_a_pile_hides_is_left_open() -> None:
    """A colour that shows nowhere may lie under another; where nothing shows, nothing lies."""
    from vision.heaps import UNDER, _odds

    assert _odds("disc:blue", {"disc:blue": 8.0, "disc:white": -9.0}) == (-8.0, 0.0)
    assert _odds("disc:white", {"disc:blue": 8.0, "disc:white": -9.0}) == (0.0, -UNDER)
    assert _odds("disc:white", {"disc:blue": -7.0, "disc:white": -9.0}) == (0.0, -9.0)


def test_a_high_top_on_one_field_is_no_low_one_on_the_next() -> None:
    """Where two fields show a colour at the same place in the picture it lies where it fits best."""
    from vision.heaps import CAP, _best, _own, _Tops

    fits = _Tops({"disc:black": np.array([-9.0, 14.0])}, np.array([[100.0, 50.0], [120.0, 50.0]]), 20.0)
    phantom = _Tops(
        {"disc:black": np.array([2.0, 8.0, -3.0])}, np.array([[160.0, 9.0], [131.0, 55.0], [0.0, 0.0]]), 20.0
    )
    best = _best({"marriage_1": fits, "marriage_0": phantom})["disc:black"]
    assert _own("disc:black", fits, best) == 14.0
    assert _own("disc:black", phantom, best) == 2.0, "what shows elsewhere on the field still counts"
    apart = _Tops({"disc:black": np.array([8.0])}, np.array([[150.0, 50.0]]), 20.0)
    assert _own("disc:black", apart, best) == 8.0
    hidden = _Tops({"disc:black": np.array([8.0])}, np.array([[121.0, 51.0]]), 20.0)
    assert _own("disc:black", hidden, best) == -CAP
