"""The demo table in the terminal: the account of a game that was only seen and heard, its questions and its sheet."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from attrs import evolve

from companion import i18n
from companion.demo.evening import Evening, Report
from companion.demo.pace import QUICK
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Person, Session
from companion.engine.types import LETTERS
from companion.engine.words import N_
from companion.games import game
from companion.table import saved
from companion.table.cards import deck
from companion.table.palettes import alike_of, neutral_in
from companion.table.sight import Palette
from companion.table.snapshot import Snapshot
from companion.table.tell import event_line, question_line, sheet, speaker_of

NAMES = ("Anna", "Ben", "Clara", "David", "Emil")
PICTURE = (1280, 720)
LARGE = (1920, 1080)  # of boards with small spots


def clock() -> str:
    """The wall time, for a journal."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def palette_for(players: int, colours: tuple[str, ...], neutral: bool = True) -> Palette:
    """The board's demo colours in seat order; the first one left over is the neutral side's, if there is one."""
    sides = {LETTERS[i]: colours[i] for i in range(players)}
    if neutral and players < len(colours):
        sides["neutral"] = colours[players]
    return Palette(sides)


def teller(session: Session[Any], silent: bool) -> Callable[[Snapshot], None]:
    """Says what has come to the journal and what is asked, each once; nothing where it is to be ``silent``."""
    speaker = speaker_of(session)
    told, asked = 0, ""

    def tell(snapshot: Snapshot) -> None:
        nonlocal told, asked
        if silent:
            return
        for s in session.past[told:]:
            for line in filter(None, (event_line(speaker, e) for e in s.events)):
                click.echo(line)
        told = len(session.past)
        q = snapshot.question
        if q is not None and q.key != asked:
            asked = q.key
            click.echo("? " + question_line(speaker, q, None))

    return tell


def play_demo(
    game_name: str, seed: int, players: int, speed: float, die: bool, journal: Path | None, as_json: bool
) -> int:
    """Play one game and tell it; 0 when the journal is the game that was played and verifies."""
    session = _session(game_name, players, journal)
    tell = teller(session, as_json)

    cards = bool(deck(session.game, session.start))
    palette = palette_for(players, session.config.board.colours, neutral_in(session.game))
    evening = Evening(
        session,
        seed,
        evolve(palette, alike=alike_of(session.game)),
        picture=LARGE if cards else PICTURE,
        die=die,
        tags="socket" if cards else "",
        options={"pace": QUICK} if speed >= 1 else {},
        step=lambda snapshot, _frame: tell(snapshot),
    )
    report = evening.run()
    faults = session.verify()
    if as_json:
        fields = ("acts", "traced", "questions", "taps", "told", "wrong", "pictures", "seconds", "finished")
        data = {f: getattr(report, f) for f in fields}
        click.echo(json.dumps({**data, "score": sheet(session), "faults": faults}, ensure_ascii=False, indent=2))
    else:
        for line in sheet(session):
            click.echo(line)
        click.echo(closing_line(report))
    return 0 if report.wrong == 0 and report.finished and not faults else 1


def closing_line(report: Report) -> str:
    """What it took, in one line."""
    message = N_(
        "acts: {acts}, seen on the table: {traced}, questions: {questions}, taps: {taps}, wrong: {wrong}; "
        "pictures: {pictures}, seconds: {seconds}"
    )
    return i18n.gettext(message).format(
        acts=report.acts, traced=report.traced, questions=report.questions, taps=report.taps, wrong=report.wrong,
        pictures=report.pictures, seconds=round(report.seconds),
    )  # fmt: skip


def _session(game_name: str, players: int, journal: Path | None) -> Session[Any]:
    found, board = game(game_name), house_board(game_name)
    config = configure(found, players, board, None, load_data(found, board))
    people = [Person(NAMES[i], board.colours[i]) for i in range(players)]
    if journal is None:
        return Session(found, config, people=people, clock=clock)
    return saved.create(journal, found, config, people, clock)


__all__ = ["palette_for", "play_demo", "time"]
