"""Evenings on a board that somebody captured: no wrong commit, hardly a question, places learned while it is played."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.demo.player import palette_for
from companion.engine.game import configure
from companion.engine.session import Session
from companion.games import game
from tests.bench.evening import Report
from tests.capture.boards import OwnEvening, board_of, captured, other_light, stranger
from tests.owners.person import told
from vision.demo.camera import Event

ACTS = 40


def play_on(own: Any, seed: int, acts: int, bare: float = 0.0, hand: str = "first") -> tuple[OwnEvening, Report]:
    """So many traced acts on a captured board, with a bump and another light on the way."""
    shop, _person, table = own
    board = board_of(shop, bare)
    found = game("hibernia")
    session: Session[Any] = Session(found, configure(found, 4, board))
    lamps = Event("light", (other_light(table),))
    events = {max(2, acts // 4): Event("bump", (6.0, -4.0, 1.5)), max(3, acts // 2): lamps}
    evening = OwnEvening(
        session, seed, palette_for(4, board.colours), most=acts, events=events, real=stranger("hibernia", seed, hand),
        shop=shop, table=table,
    )  # fmt: skip
    return evening, evening.run()


def right(report: Report, acts: int) -> None:
    assert report.traced == acts
    assert report.wrong == 0, report.stuck
    assert report.questions <= max(1, acts // 10), report.stuck


@pytest.mark.proof
def test_some_acts_with_a_place_to_learn(own: Any) -> None:
    evening, report = play_on(own, 1, 4, bare=0.25)
    assert report.traced == 4
    assert report.wrong == 0, report.stuck
    assert report.questions <= 1, report.stuck
    assert evening.learned >= 1
    assert len(evening.learning.outlines) >= 1


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize(("hand", "bare"), [("first", 0.0), ("first", 0.25), ("second", 0.0)])
def test_forty_acts(hand: str, bare: float, seed: int) -> None:
    own = captured("hibernia", seed, hand=hand)
    assert own[0].finished, told(own[1].spent)
    evening, report = play_on(own, seed, ACTS, bare, hand)
    print(json.dumps({
        "test": f"forty acts on an own board, {bare:.0%} without outline", "hand": hand, "board": seed,
        "wrong": report.wrong,
        "questions": report.questions, "told": report.told, "learned": evening.learned,
    }))  # fmt: skip
    right(report, ACTS)
