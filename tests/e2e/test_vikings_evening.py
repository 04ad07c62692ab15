"""Vikings Gone Wild with cards on a reader's line or with stickers, and a camera that sees track and villages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve

from companion.demo.pace import QUICK
from companion.demo.player import palette_for
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Person, Session
from companion.games import game
from tests.bench.evening import Evening, Report


def evening(seed: int, players: int, most: int, tags: str) -> tuple[Session[Any], Report]:
    found, board = game("vikings_gone_wild"), house_board("vikings_gone_wild")
    config = configure(found, players, board, None, load_data(found, board))
    people = tuple(Person(n, c) for n, c in zip(("Anna", "Ben", "Clara", "David"), board.colours, strict=True))
    session = Session(found, config, people=people[:players])
    palette = evolve(palette_for(players, board.colours), alike=found.table.alike)
    report = Evening(session, seed, palette, most=most, tags=tags, options={"pace": QUICK}).run()
    told = {"seed": seed, "tags": tags, "rounds": session.state.round, "acts": report.acts, "cards": report.cards,
            "seen": report.traced, "late": report.late, "taps": report.taps, "questions": report.questions,
            "wrong": report.wrong, "seconds": round(report.seconds)}  # fmt: skip
    print(json.dumps(told))
    return session, report


def test_cards_are_heard_and_tokens_seen_where_they_lie() -> None:
    session, report = evening(1, 4, 14, "socket")
    assert report.wrong == 0, report.stuck
    assert report.told == 0, report.stuck
    assert report.traced == 14
    assert report.late <= 1, report.stuck
    assert report.cards >= 8
    assert report.questions <= 1, report.stuck
    assert session.verify() == []


@pytest.mark.proof
@pytest.mark.parametrize(("seed", "tags"), [(2, "socket"), (3, "pty"), (4, "stickers")])
def test_rounds_of_four(seed: int, tags: str) -> None:
    session, report = evening(seed, 4, 60, tags)
    assert report.wrong == 0, report.stuck
    assert session.state.round >= 2
    assert report.late <= report.traced / 10, report.stuck
    assert report.questions <= report.acts / 12, report.stuck
    assert session.verify() == []
