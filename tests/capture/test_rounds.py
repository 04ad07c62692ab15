"""Rounds of Brian Boru on boards that somebody captured: seen by the camera, cards read, never a wrong commit."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve

from companion.demo.player import palette_for
from companion.engine.boards import board_from_mapping
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Session
from companion.games import game
from companion.games.brian_boru.capture import document
from companion.table.palettes import neutral_in
from tests.bench.evening import Report
from tests.capture.boards import COLOURS, OwnEvening, captured, stranger
from tests.owners.person import told

ROUND = 20  # traced acts of a round of three: seven towns named and taken, and expansions


def play(seed: int, acts: int, bare: bool = False, hand: str = "first") -> tuple[OwnEvening, Report]:
    """So many acts that show on the towns of a captured board; ``bare``: nothing but its corners and size is known."""
    shop, person, table = captured("brian_boru", seed, hand=hand)
    assert shop.finished, told(person.spent)
    found = game("brian_boru")
    doc = document(evolve(shop.drawn, spots={}, rows={}), shop.drawn.size_mm, "own") if bare else shop.document()
    board = board_from_mapping({**doc, "colours": list(COLOURS)}, "own")
    assert sum(s.look == "slot" for s in board.spaces if s.kind == "town") == (0 if bare else 53)
    session: Session[Any] = Session(found, configure(found, 3, board, None, load_data(found, board)))
    evening = OwnEvening(
        session, seed, palette_for(3, board.colours, neutral_in(found, 3)), most=acts, tags="socket",
        real=stranger("brian_boru", seed, hand), shop=shop, table=table, pieces_first=False,
    )  # fmt: skip
    return evening, evening.run()


def kept(report: Report) -> None:
    """No wrong commit, none after a question either, and at most one question in 20 acts."""
    assert report.wrong == 0, report.stuck
    assert not any("differ" in x for x in report.stuck), report.stuck
    assert report.questions - report.alike <= max(1, (report.acts - report.taps) // 20), report.stuck


@pytest.mark.proof
def test_a_trick_on_an_own_board() -> None:
    _, report = play(1, 3)
    assert report.traced == 3
    assert report.wrong == 0, report.stuck
    assert report.told == 0, report.stuck


@pytest.mark.proof
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_round_on_an_own_board(seed: int) -> None:
    _, report = play(seed, ROUND)
    print(json.dumps({"test": "a round of Brian Boru on an own board", "board": seed, "acts": report.acts,
                      "seen": report.traced, "taps": report.taps, "questions": report.questions,
                      "alike": report.alike, "wrong": report.wrong}))  # fmt: skip
    assert report.traced == ROUND
    kept(report)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize("hand", ["first", "second"])
def test_forty_acts(hand: str, seed: int) -> None:
    _, report = play(seed, 40, hand=hand)
    print(json.dumps({"test": "forty acts of Brian Boru on an own board", "hand": hand, "board": seed,
                      "acts": report.acts, "taps": report.taps, "questions": report.questions, "alike": report.alike,
                      "told": report.told, "wrong": report.wrong}))  # fmt: skip
    assert report.traced == 40 or (report.finished and report.traced > 25)  # a short game ends before
    kept(report)


@pytest.mark.proof
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_game_on_a_board_of_which_only_the_corners_are_known(seed: int) -> None:
    """Every town is learned where its first piece lies; what happens there later is seen, and nothing that did not."""
    evening, report = play(seed, ROUND, bare=True)
    print(json.dumps({"test": "towns learned in play", "board": seed, "acts": report.acts, "learned": evening.learned,
                      "seen": report.traced, "told": report.told, "questions": report.questions,
                      "wrong": report.wrong}))  # fmt: skip
    assert evening.learned >= 8
    assert report.traced >= 3  # how often learned towns see a second act is a matter of the game
    kept(report)
