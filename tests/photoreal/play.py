"""Referees a game from rendered pictures and their acts: rolls are heard, moves are seen, truth answers questions.

Usage: ``python -m tests.photoreal.play FOLDER`` where FOLDER holds truth.json and pics/0000.jpg ...
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from attrs import frozen

from companion.engine.boards import house_board
from companion.engine.codec import text
from companion.engine.game import configure
from companion.engine.session import Session
from companion.engine.types import Rolled, Ruling
from companion.games import game
from companion.table.desk import Answer, Heard, Tapped
from companion.table.runtime import TableRuntime
from companion.table.sight import Palette
from vision.frames import read_picture

COLOURS = ("white", "purple", "orange", "black")
LOOKS = 25  # looks at one picture, a fifth of a second apart


@frozen
class Result:
    acts: int
    questions: int
    told: int
    wrong: int
    pictures: int
    notes: tuple[str, ...]


class Film:
    """A source that shows one picture until it is given another; ``settled``: whether the last look at it was."""

    ended, fault, settled = False, None, False

    def __init__(self) -> None:
        self.frame: Any = None
        self.at = 0.0

    def read(self) -> tuple[Any, float]:
        self.at += 0.2
        return self.frame, self.at

    def close(self) -> None:
        self.ended = True


def referee(folder: Path, most: int = 10_000) -> Result:
    """Play through the pictures of a folder; ``most``: pictures at the most."""
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    players = truth["players"]
    hibernia, board = game("hibernia"), house_board("hibernia")
    sides = ["ABCD"[i] for i in range(players)] + ["neutral"] * (players < 4)
    palette = Palette(dict(zip(sides, COLOURS, strict=True)))
    session: Session[Any] = Session(hibernia, configure(hibernia, players, board))
    film = Film()
    runtime = TableRuntime(session, [film], palette=palette, clock=lambda: film.at,
                           pictured=lambda _frame, seen: setattr(film, "settled", seen.settled))  # fmt: skip
    state = session.state
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
        film.frame = read_picture(file)
        if number == 0:
            for act in waiting:
                runtime.post(Tapped((act,)))
            waiting = []
            for _ in range(LOOKS):
                runtime.step()
            assert runtime.eye is not None
            assert runtime.eye.learned is not None, "the set-up was not learned"
            continue
        asked = settled = False
        for act in [a for a in waiting if isinstance(a, Rolled)]:
            if act not in heard:
                runtime.post(Heard(act.faces[0], f"{number}"))
                heard.append(act)
        for _ in range(LOOKS):
            waiting = _heard(runtime, session, waiting)
            runtime.step()
            settled |= film.settled
            waiting = _done(session, waiting)
            question = runtime.latest.question
            if question is not None:
                asked = True
                questions += 1
                option = _true_option(session, question, waiting)
                notes.append(f"{number}: asked {question.kind}, answered {option}")
                runtime.post(Answer(question.key, option))
                waiting = _done(session, waiting)
            if session.state == state:
                break
        if session.state == state:
            waiting, heard = [], []
            continue
        hidden = bool(runtime.latest.unseen) or not settled
        if hidden and not runtime.latest.out_of_step:
            continue  # a hand lies over it: the next picture will tell
        if not asked:
            questions += 1
        for act in waiting:
            if not isinstance(act, Rolled) or not isinstance(session.check(act), Ruling):
                runtime.post(Tapped((act,)))
                told += 1
        notes.append(f"{number}: told by hand, {type(runtime.latest.verdict).__name__}: {[text(a) for a in waiting]}")
        if session.state != state:
            wrong += not asked and not runtime.latest.out_of_step
            notes.append(f"{number}: journal and truth differ")
            session.amend(hibernia.position(state), "the truth", consent=True)
        waiting, heard = [], []
    return Result(acts, questions, told, wrong, shown, tuple(notes))


def _heard(runtime: TableRuntime, session: Session[Any], waiting: list[Any]) -> list[Any]:
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
        runtime.post(Tapped((act,)))
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
