"""Evenings of people: they think, hurry, forget a marker, knock pieces over, lay them wrong and put them right.

The camera sees hands at work, time counts what reading costs, and the runtime is the app's with its policy. Times are
printed and never asserted; ``companion bench table`` holds them against their goals.
"""

from __future__ import annotations

import json
from itertools import islice
from math import ceil
from typing import Any

import pytest
from attrs import evolve

from companion.demo.pace import HUMAN
from companion.demo.player import LARGE, palette_for
from companion.demo.table import demo_board
from companion.demo.truth import Real, in_view, play
from companion.engine.game import after, configure
from companion.engine.scenario import load_data
from companion.engine.session import Person, Session
from companion.engine.tablespec import Demo
from companion.games import game
from companion.table.candidates import traced_acts
from companion.table.cards import deck
from companion.table.clock import WorkClock
from companion.table.palettes import neutral_in
from tests.bench.campaign import Campaign
from tests.bench.cores import moves_a_second, one_core
from tests.bench.evening import Evening, Report
from tests.bench.slips import FORBIDDEN, Slips

NAMES = ("Anna", "Ben", "Clara", "David", "Emil")


def evening(
    name: str,
    seed: int,
    players: int,
    most: int,
    slips: float,
    clock: WorkClock | None = None,
    tables: tuple[type[Evening], type[Campaign]] = (Evening, Campaign),
) -> tuple[Session[Any], Report]:
    """An evening at one of these ``tables``: by script, or by players that the game brings.

    ``clock``: one that the test brings has its own times, else they are told beside what this machine can do.
    """
    found, board = game(name), demo_board(name)
    config = configure(found, players, board, None, load_data(found, board))
    people = tuple(Person(n, c) for n, c in zip(NAMES[:players], board.colours, strict=False))
    session = Session(found, config, people=people)
    with one_core():
        rate = 0.0 if clock else moves_a_second()  # of python-chess: times are for a machine that makes 20,000
        if found.demo.kind is Demo.CAMPAIGN:
            report = campaign(tables[1], session, seed, most, slips, clock or WorkClock())
        else:
            report = scripted(tables[0], session, seed, most, slips, clock or WorkClock())
    assert report.felt is not None
    print(json.dumps({
        "test": f"an evening of people, {found.id}", "seed": seed, "players": players, "acts": report.traced,
        "questions": report.questions, "alike": report.alike, "told": report.told, "wrong": report.wrong,
        **report.felt.numbers(), "chess moves a second": round(rate),
    }))  # fmt: skip
    return session, report


def scripted(
    table: type[Evening], session: Session[Any], seed: int, most: int, slips: float, clock: WorkClock
) -> Report:
    found, board, players = session.game, session.config.board, session.config.players
    palette = evolve(palette_for(players, board.colours, neutral_in(found, players)), alike=found.table.alike)
    cards = "socket" if deck(found, session.start) else ""
    return table(
        session, seed, palette, most=most, tags=cards, picture=(1280, 720), options={"pace": HUMAN}, human=True,
        slips=slips, clock=clock,
    ).run()  # fmt: skip


def campaign(
    table: type[Campaign], session: Session[Any], seed: int, most: int, slips: float, clock: WorkClock
) -> Report:
    """By players that the game brings; only acts that the camera reads are counted."""
    played = table(session, seed, most, LARGE, pace=HUMAN, human=True, slips=slips, clock=clock)
    played.run()
    return evolve(played.report(0.0), traced=played.read)


def answered(report: Report) -> None:
    """Every slip was answered by a word of the app, and nothing of it was entered."""
    assert report.felt is not None
    outcomes = {k for c in report.felt.slips.values() for k in c}
    assert outcomes <= {"named", "asked", "read", "reminded"}, (report.felt.slips, report.stuck)
    assert report.wrong == 0, report.stuck


def test_an_act_too_early_leaves_a_table_that_no_legal_act_leaves() -> None:
    found, board = game("hibernia"), demo_board("hibernia")
    session: Session[Any] = Session(found, configure(found, 4, board))
    real = Real(palette_for(4, board.colours).colours, board=board)
    slips, tables = Slips(session, real, 1), 0
    for turn in islice(play(found, session.config, real, 1), 60):
        before = session.state
        table = slips.table(FORBIDDEN, before, turn, None) if turn.traced and found.table.ready(before) else None
        if table is not None:
            tables += 1
            ends = [after(found, before, (act,)) for act in traced_acts(found, before)]
            lies = [slips.lying(in_view(found, session.config, s)) for s in (before, *ends) if s is not None]
            assert all({k: v for k, v in x.items() if v} != {k: v for k, v in table.items() if v} for x in lies)
        if tables == 2:
            break
        session.submit([turn.act], "tap")
    assert tables == 2


def test_slips_are_named_and_put_right() -> None:
    session, report = evening("hibernia", 2, 4, 2, 1.0, WorkClock(0.0))  # the same on every machine, busy or not
    answered(report)
    assert report.felt is not None
    assert sum(sum(c.values()) for c in report.felt.slips.values()) >= 2
    assert report.felt.false_alarms == 0, report.felt.alarms
    assert report.told == 0, report.stuck
    assert session.verify() == []


@pytest.mark.proof
@pytest.mark.parametrize(
    ("name", "seed", "players", "most"),
    [
        ("hibernia", 1, 4, 30),
        ("loewenherz", 3, 3, 16),
        ("brian_boru", 1, 4, 16),
        ("vikings_gone_wild", 2, 4, 16),
        ("hibernia", 5, 3, 60),
        ("loewenherz", 4, 4, 60),
        ("brian_boru", 3, 5, 60),
        ("walisk", 17, 2, 16),
        ("walisk", 5, 4, 60),
    ],
)
def test_an_evening_of_people(name: str, seed: int, players: int, most: int) -> None:
    session, report = evening(name, seed, players, most, 0.25)
    answered(report)
    assert report.felt is not None
    assert report.questions - report.alike <= ceil(report.traced / 30), report.stuck
    assert report.felt.false_alarms <= 1, report.felt.alarms
    assert session.verify() == []
