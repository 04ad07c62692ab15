"""The demo table in the terminal: the account of a game that was only seen and heard, its questions and its sheet."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from companion import i18n
from companion.demo.pace import LED, QUICK
from companion.demo.table import DemoTable, seated
from companion.demo.truth import prospect
from companion.engine.session import Session
from companion.engine.tablespec import Demo
from companion.engine.words import N_
from companion.games import game
from companion.table import saved
from companion.table.clock import WorkClock
from companion.table.messages import Answer
from companion.table.runtime import TableRuntime
from companion.table.snapshot import Snapshot
from companion.table.tell import event_line, question_line, sheet, speaker_of
from vision.demo.script import Pace

LIVE_S = 5.0  # until every device has spoken


def clock() -> str:
    """The wall time, for a journal."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


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
    game_name: str, seed: int, players: int, speed: float, die: bool, journal: Path | None, as_json: bool,
    most: int = 100_000,
) -> int:  # fmt: skip
    """Play one game (or its first ``most`` acts) and tell it; 0 when the journal is the game that was played
    and verifies."""
    config, people = seated(game_name, players)
    found, began = game(game_name), time.monotonic()
    if journal is None:
        session = Session(found, config, people=people, clock=clock)
    else:
        session = saved.create(journal, found, config, people, clock)
    quick = LED if found.demo.kind is Demo.CAMPAIGN else QUICK
    work = WorkClock()
    table = DemoTable(session, seed, clock=work, pace=quick if speed >= 1 else Pace(), die=die, cards=True, most=most)
    try:
        pictures, questions = _referee(table, work, teller(session, as_json))
    finally:
        table.close()
    faults = session.verify()
    data = {
        "acts": table.acts, "traced": table.traced, "followed": table.followed, "cards": table.cards,
        "questions": questions, "taps": table.taps, "told": table.told, "wrong": table.wrong, "pictures": pictures,
        "seconds": round(time.monotonic() - began), "finished": table.finished,
    }  # fmt: skip
    if as_json:
        click.echo(json.dumps({**data, "score": sheet(session), "faults": faults}, ensure_ascii=False, indent=2))
    else:
        for line in sheet(session):
            click.echo(line)
        click.echo(closing_line(data))
    return 0 if table.wrong == 0 and (table.finished or table.enough) and not faults else 1


def _referee(table: DemoTable, work: WorkClock, tell: Callable[[Snapshot], None]) -> tuple[int, int]:
    """The table's runtime, a picture at a time; what it asks is answered. Returns pictures and questions."""
    runtime = TableRuntime(
        table.session, [table.camera], table.links.links, told=tell, tags=table.links.tags, clock=work
    )
    pictures = questions = 0
    try:
        runtime.open_links()
        if runtime.ears is not None:
            runtime.ears.wait_live(LIVE_S)
        table.play(runtime)
        while not runtime.ended and runtime.step():
            pictures += 1
            question = runtime.latest.question
            if question is not None:
                questions += 1
                ends = (prospect(table.session, acts) for acts in question.options)
                answer = next((i for i, end in enumerate(ends) if end == table.truth), -1)
                runtime.post(Answer(question.key, answer))
    finally:
        runtime.close()
    return pictures, questions


def closing_line(numbers: Mapping[str, Any]) -> str:
    """What it took, in one line."""
    message = N_(
        "acts: {acts}, seen on the table: {traced}, questions: {questions}, taps: {taps}, wrong: {wrong}; "
        "pictures: {pictures}, seconds: {seconds}"
    )
    return i18n.gettext(message).format(**{**numbers, "traced": numbers["traced"] + numbers["followed"]})
