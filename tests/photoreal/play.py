"""Referees a game from rendered pictures and their acts: rolls are heard, moves are seen, truth answers questions.

Usage: ``python -m tests.photoreal.play FOLDER`` where FOLDER holds truth.json and pics/0000.jpg ...
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from attrs import frozen

from companion.engine.boards import house_board
from companion.engine.codec import text
from companion.engine.game import configure
from companion.engine.session import Session
from companion.engine.types import Rolled, Ruling
from companion.games import game
from companion.table.desk import Answer, Desk, Heard, Look, Tapped
from companion.table.layout import layout_of
from companion.table.policy import Policy
from companion.table.sight import Palette
from vision.frames import read_picture
from vision.reader import Reader

COLOURS = ("white", "purple", "orange", "black")
LOOKS = 8  # looks at one picture, a fifth of a second apart


@frozen
class Result:
    acts: int
    questions: int
    told: int
    wrong: int
    pictures: int
    notes: tuple[str, ...]


def referee(folder: Path, most: int = 10_000) -> Result:
    """Play through the pictures of a folder; ``most``: pictures at the most."""
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    players = truth["players"]
    hibernia, board = game("hibernia"), house_board("hibernia")
    sides = ["ABCD"[i] for i in range(players)] + ["neutral"] * (players < 4)
    palette = Palette(dict(zip(sides, COLOURS, strict=True)))
    session: Session[Any] = Session(hibernia, configure(hibernia, players, board))
    reader = Reader(layout_of(board, COLOURS))
    desk = Desk(session, board, palette, agreed=reader.confirm, policy=Policy(out_of_step_s=0.9))
    state, at = session.state, 0.0
    acts = questions = told = wrong = shown = 0
    notes: list[str] = []
    waiting: list[Any] = []  # acts that the journal does not have yet
    heard: list[Any] = []  # of these, rolls that the die has told
    for number, picture in enumerate(truth["pictures"]):
        file = folder / "pics" / f"{number:04d}.jpg"
        if not file.exists() or number >= most:
            break
        shown += 1
        for line in picture["acts"]:
            act = session.codec.parse(line)
            decision = hibernia.decide(state, act)
            assert not isinstance(decision, Ruling), decision
            ready, before = hibernia.table.ready(state), hibernia.tabletop(state)
            for event in decision:
                state = hibernia.evolve(state, event)
            acts += ready and not isinstance(act, Rolled) and hibernia.tabletop(state) != before
            waiting.append(act)
        frame = read_picture(file)
        if number == 0:
            for act in waiting:
                desk.handle(Tapped((act,)), time.monotonic())
            waiting = []
            learned = reader.learn(frame, picture["contents"])
            assert learned.refusal is None, learned.refusal
            at += 1.0
            continue
        asked = settled = False
        for act in [a for a in waiting if isinstance(a, Rolled)]:
            if act not in heard:
                desk.handle(Heard(act.faces[0], f"{number}"), time.monotonic())
                heard.append(act)
        for _ in range(LOOKS):
            waiting = _heard(desk, session, waiting)
            at += 0.2
            seen = reader.look(frame, at)
            settled |= seen.settled
            desk.handle(Look(seen), time.monotonic())
            waiting = _done(session, waiting)
            question = desk.snapshot().question
            if question is not None:
                asked = True
                questions += 1
                option = _true_option(session, question, waiting)
                notes.append(f"{number}: asked {question.kind}, answered {option}")
                desk.handle(Answer(question.key, option), time.monotonic())
                waiting = _done(session, waiting)
            if session.state == state:
                break
        if session.state == state:
            waiting, heard = [], []
            continue
        hidden = bool(desk.snapshot().unseen) or not settled
        if hidden and not desk.snapshot().out_of_step:
            continue  # a hand lies over it: the next picture will tell
        if not asked:
            questions += 1
        for act in waiting:
            if not isinstance(act, Rolled) or not isinstance(session.check(act), Ruling):
                desk.handle(Tapped((act,)), time.monotonic())
                told += 1
        notes.append(f"{number}: told by hand, {type(desk.snapshot().verdict).__name__}: {[text(a) for a in waiting]}")
        if session.state != state:
            wrong += not asked and not desk.snapshot().out_of_step
            notes.append(f"{number}: journal and truth differ")
            session.amend(hibernia.position(state), "the truth", consent=True)
        waiting, heard = [], []
    return Result(acts, questions, told, wrong, shown, tuple(notes))


def _heard(desk: Desk, session: Session[Any], waiting: list[Any]) -> list[Any]:
    """The die is thrown when it is owed; acts without a trace are told by hand."""
    while waiting:
        act = waiting[0]
        if isinstance(act, Rolled):
            return waiting  # the desk has it already and takes it up when it is owed
        prospect = session.check(act)
        if isinstance(prospect, Ruling):
            return waiting
        if session.game.tabletop(prospect.state) != session.game.tabletop(session.state):
            return waiting
        desk.handle(Tapped((act,)), time.monotonic())
        waiting = waiting[1:]
    return waiting


def _done(session: Session[Any], waiting: list[Any]) -> list[Any]:
    """What the journal has by now is no longer waited for."""
    recent = [s.act for s in session.past[-6:]]
    while waiting and waiting[0] in recent:
        waiting = waiting[1:]
    return waiting


def _true_option(session: Session[Any], question: Any, waiting: list[Any]) -> int:
    for i, option in enumerate(question.options):
        if option and list(option) == waiting[: len(option)]:
            return i
    return -1


if __name__ == "__main__":
    result = referee(Path(sys.argv[1]))
    print(result)
