"""Figures on squares and bars on edges in rendered pictures: any of four paints, bars askew, touching, half hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.art.raster import board_image
from companion.engine.boards import house_board
from companion.table.layout import layout_of
from vision.demo.arrange import Arrangement
from vision.demo.table import DemoTable
from vision.gridreader import GridReader, reader_of
from vision.observation import Observation

BOARD = house_board("loewenherz")
ALIKE = {"castle": "figure", "knight": "figure"}
SQUARES = [s.id for s in BOARD.spaces if s.kind == "square"]
EDGES = [s.id for s in BOARD.spaces if s.kind == "edge"]
LEAST = 3.0  # nats by which what lies there must not be beaten


class Play:
    """A table that fills step by step, and a reader that is told after each step what lay there."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.table = DemoTable(board_image(BOARD, 5.0), BOARD.size_mm, seed)
        self.arrangement = Arrangement(layout_of(BOARD), seed)
        self.reader: Any = reader_of(layout_of(BOARD, (), None, ALIKE))
        assert self.reader.learn(self.table.shoot(), {}).refusal is None
        self.laid: dict[str, dict[str, int]] = {}
        self.agreed: dict[str, dict[str, int]] = {}

    def put(self, place: str, piece: str) -> None:
        kind, _, colour = piece.partition(":")
        self.laid[place] = {piece: 1} if piece else {}
        self.agreed[place] = {f"figure:{colour}" if kind in ALIKE else piece: 1} if piece else {}

    def step(self) -> Observation:
        self.table.lay(self.arrangement.update(self.laid))
        seen: Observation = self.reader.read(self.table.shoot())
        return seen

    def wrong(self, seen: Observation) -> list[str]:
        """Places where what lies there is not the likeliest, or is nearly ruled out."""
        out = []
        for place, reading in seen.readings.items():
            want = tuple(k for k, n in self.agreed.get(place, {}).items() if n)
            odds = dict(reading.stacks)
            if odds[want] < max(odds.values()) - LEAST or max(odds, key=lambda k: odds[k]) != want:
                out.append(f"{place}: {want} is read as {max(odds, key=lambda k: odds[k])}")
        return out

    def more(self) -> None:
        """One to three pieces more, or a bar less, as in a game."""
        rng = self.rng
        for _ in range(rng.choice((1, 1, 2, 3))):
            bars = [e for e in EDGES if self.agreed.get(e)]
            if rng.random() < 0.45:
                place = rng.choice([q for q in SQUARES if not self.agreed.get(q)])
                self.put(place, f"{rng.choice(('castle', 'knight', 'knight'))}:{rng.choice(BOARD.colours)}")
            elif bars and rng.random() < 0.15:
                self.put(rng.choice(bars), "")
            else:
                across = rng.random() < 0.15
                place = rng.choice([e for e in EDGES if not self.agreed.get(e)])
                self.put(place, "border:across" if across else "border")


def played(seed: int, steps: int) -> tuple[list[str], int]:
    play, wrong = Play(seed), []
    for _ in range(steps):
        play.more()
        wrong += play.wrong(play.step())
        play.reader.confirm(play.agreed)
    return wrong, sum(1 for c in play.agreed.values() if c)


def test_a_board_with_edges_gets_its_own_reader() -> None:
    assert isinstance(reader_of(layout_of(BOARD)), GridReader)
    assert not isinstance(reader_of(layout_of(house_board("hibernia"))), GridReader)


@pytest.mark.parametrize("seed", [1, 6])
def test_figures_and_bars_are_read_as_they_come(seed: int) -> None:
    wrong, laid = played(seed, 6)
    assert laid >= 6
    assert wrong == []


def test_bars_that_touch_beside_a_figure_are_all_seen() -> None:
    """A castle fenced in on all sides, one bar of it turned: every bar counts, and no other is imagined."""
    play = Play(4)
    play.put("s6_4", "castle:purple")
    play.step()
    play.reader.confirm(play.agreed)
    for edge in ("v5_4", "h6_3", "h6_4"):
        play.put(edge, "border")
    play.put("v6_4", "border:across")
    assert play.wrong(play.step()) == []


@pytest.mark.parametrize("first", BOARD.colours)
def test_figures_that_leave_bare_print_behind_are_no_strangers(first: str) -> None:
    """An act that was taken back: what has changed is print again, and no figure of a paint that nobody has shown."""
    play = Play(2)
    for place, piece in (("s6_6", f"castle:{first}"), ("s5_6", f"knight:{first}")):
        play.put(place, piece)
    play.step()
    play.reader.confirm(play.agreed)
    play.put("s6_6", "")
    play.put("s5_6", "")
    assert play.wrong(play.step()) == []


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(20, 40))
def test_many_tables_fill_up(seed: int) -> None:
    wrong, laid = played(seed, 30)
    assert len(wrong) <= 0.02 * laid * 30
