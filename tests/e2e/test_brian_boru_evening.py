"""Brian Boru through pictures of the towns and cards on a reader's line or with stickers; never a wrong entry."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.demo.pace import QUICK
from companion.demo.player import palette_for
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Person, Session
from companion.games import game
from companion.table.palettes import neutral_in
from tests.bench.evening import Evening, Report

MOST = 100_000


def evening(seed: int, players: int, most: int, tags: str) -> tuple[Session[Any], Report]:
    found, board = game("brian_boru"), house_board("brian_boru")
    config = configure(found, players, board, None, load_data(found, board))
    people = tuple(Person(n, c) for n, c in zip(("Anna", "Ben", "Clara", "David", "Emil"), board.colours, strict=True))
    session = Session(found, config, people=people[:players])
    palette = palette_for(players, board.colours, neutral_in(found, players))
    report = Evening(session, seed, palette, most=most, tags=tags, options={"pace": QUICK}).run()
    return session, report


def test_a_trick_is_heard_and_seen() -> None:
    """The marker, the cards and the winner's disc: nobody enters any of them."""
    session, report = evening(1, 3, 3, "socket")
    assert report.wrong == 0, report.stuck
    assert report.traced == 3
    assert report.cards >= 5
    assert report.tally.seen >= 3
    assert report.tally.heard == report.cards
    assert report.questions == 0, report.stuck
    assert session.verify() == []


def kept(test: str, seed: int, players: int, session: Session[Any], report: Report) -> None:
    """No wrong commit, none after a question either, and at most one question in 20 acts; the numbers are printed.

    Acts are those that left a trace. A question among acts that leave the same table (steps of the marriage track that
    were bought and bumped back, BB-7.11) is a choice without a trace, printed as ``alike``.
    """
    print(json.dumps({"test": test, "seed": seed, "players": players, "acts": report.acts, "seen": report.tally.seen,
                      "cards": report.cards, "taps": report.taps, "questions": report.questions,
                      "alike": report.alike, "wrong": report.wrong, "seconds": round(report.seconds)}))  # fmt: skip
    assert report.wrong == 0, report.stuck
    assert not any("differ" in x for x in report.stuck), report.stuck
    assert report.questions - report.alike <= (report.acts - report.taps) / 20, report.stuck
    assert session.verify() == []


@pytest.mark.proof
@pytest.mark.parametrize(("seed", "players"), [(4, 4), (5, 3), (6, 5)])
def test_a_round_with_stickers(seed: int, players: int) -> None:
    session, report = evening(seed, players, 16, "stickers")
    kept("a round of Brian Boru, cards by stickers", seed, players, session, report)
    assert report.cards >= 20


@pytest.mark.proof
@pytest.mark.parametrize(
    ("seed", "players", "tags"),
    [(1, 3, "socket"), (2, 4, "pty"), (3, 5, "socket"), (11, 3, "pty"), (12, 4, "socket"), (13, 5, "pty")],
)
def test_whole_games(seed: int, players: int, tags: str) -> None:
    session, report = evening(seed, players, MOST, tags)
    kept("a game of Brian Boru, cards by RFID", seed, players, session, report)
    assert report.finished
