"""What tops and rims say, on colours made up point by point: gleams, shades, paints that nobody has seen yet."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.engine.boards import house_board
from companion.games import game
from companion.table.layout import covered_of, layout_of
from companion.table.palettes import neutral_in, palette_on
from vision.camera import Array
from vision.counting import NAMED, Found, number_odds, together_odds
from vision.flatpieces import Besides, mispaint
from vision.paints import first_guess
from vision.solids import Body

BOARD = house_board("brian_boru")
LAYOUT = layout_of(BOARD, (), covered_of(game("brian_boru"), BOARD))
PLAIN = np.hstack([np.eye(3), np.zeros((3, 1))])  # a camera that shows colours as they are
CREAM = np.array([-0.4, -0.2, -0.1])
ZERO = np.zeros(3)


def test_pieces_of_a_paint_nobody_knows_are_all_ours_or_none_is() -> None:
    """Twelve discs of one strange red: twelve raiders, or no raider at all, but hardly six."""
    discs = [(Found(Body(1, 20.0 * n, 0, 0), 900.0, {}, {0: 1.0}, frozenset({1})), 1.0) for n in range(12)]
    odds = number_odds(0, discs, [], 30)
    assert odds[12] == 0.0
    assert odds[0] == pytest.approx(np.log((1 - NAMED) / NAMED), abs=0.1)
    assert all(odds[n] < -5 for n in range(2, 11))


def test_a_top_in_a_gleam_is_still_its_paint_and_no_other() -> None:
    orange = first_guess("orange", PLAIN).learn([np.tile([-4.2, -1.15, -0.2], (60, 1))] * 3)
    gleam = np.tile([-4.3, -0.8, -0.04], (60, 1))
    assert mispaint(gleam, orange).mean() < 0.55
    for other in ("white", "black", "blue", "purple"):
        assert mispaint(gleam, first_guess(other, PLAIN)).mean() > 0.7, other


class Rims:
    """Light over a board seen by an eye (mm): every rim as its print, some with one darker side."""

    def __init__(self, *dark: str, by: Array = ZERO, eye: Sequence[float] = (0.0, 0.0, 5000.0)) -> None:
        self.view = SimpleNamespace(eye=np.array(eye))
        self._dark = [BOARD.space[name].centre for name in dark]
        self._by = by

    def each(self, points: Array) -> tuple[Array, Array]:
        out = np.tile(CREAM, (*points.shape[:2], 1))
        for at in self._dark:
            x, y = (points[..., :2] - at).transpose(2, 0, 1)
            out[(np.hypot(x, y) < 20) & (x > 0) & (np.abs(y) < x)] += self._by
        return np.ones(len(points), np.bool_), out


class Paints:
    def __init__(self) -> None:
        self.paints = {"grey": first_guess("grey", PLAIN)}

    def teach(self, paint: Any) -> None:
        self.paints[paint.colour] = paint


def test_a_shade_beside_a_new_disc_is_no_monastery() -> None:
    besides = Besides(LAYOUT, [p for p in LAYOUT.places if p.look == "slot" and "disc" in p.holds])
    sight: Any = Paints()
    besides.agree(Rims(), sight, {})  # type: ignore[arg-type]
    shade: Any = Rims("C1", by=np.array([-1.0, -1.1, -1.2]))
    assert besides.read(shade, sight)["C1"][0] < -3, "out of nowhere it may well be one"
    assert besides.read(shade, sight, {"C1"})["C1"] == (0.0, 0.0), "with a new disc it says nothing"
    besides.agree(shade, sight, {"C1": {"disc:blue": 1}})
    assert besides.read(shade, sight)["C1"][0] == 0.0, "from then on the rim looks like that"
    assert besides.read(Rims("C1", "S2", by=np.array([-1.0, -1.1, -1.2])), sight)["S2"][0] < -3  # type: ignore[arg-type]


@pytest.mark.parametrize(("up_mm", "least"), [(5000.0, -9.0), (300.0, -2.5)])
def test_what_a_disc_may_hide_is_not_denied(up_mm: float, least: float) -> None:
    """From low at the side a tall disc hides what lies behind it: nothing seen there says little."""
    besides = Besides(LAYOUT, [p for p in LAYOUT.places if p.look == "slot" and "disc" in p.holds])
    x, y = BOARD.space["C1"].centre
    rims: Any = Rims(eye=(x, y + (900.0 if up_mm < 1000 else 0.0), up_mm))
    sight: Any = Paints()
    besides.agree(rims, sight, {})
    assert besides.read(rims, sight)["C1"] == (0.0, -9.0), "an empty spot hides nothing"
    besides.agree(rims, sight, {"C1": {"disc:blue": 1}})
    nothing, piece = besides.read(rims, sight)["C1"]
    assert nothing == 0.0
    assert least <= piece < -1.0, "most of the rim shows"
    assert (piece == -9.0) == (least == -9.0)


@pytest.mark.parametrize(("name", "players"), [("brian_boru", 3), ("hibernia", 4)])
def test_a_colour_nobody_plays_is_known_only_where_its_pieces_lie_on_the_board(name: str, players: int) -> None:
    found, board = game(name), house_board(name)
    palette = palette_on((), board, players, None, neutral_in(found, players))
    assert ("neutral" in palette.colours) == (name == "hibernia")


def test_a_piece_of_one_of_two_paints_is_one_piece() -> None:
    found = [(Found(Body(0, 20.0 * n, 0, 0), 900.0, {1: 20.0}), 1.0) for n in range(3)]
    each = number_odds(0, found, [], 30)
    assert each[3] - each[2] < 1, "which paint it is is in doubt"
    together = together_odds(found, [])
    assert min(together[3] - x for n, x in enumerate(together) if n != 3) > 5
