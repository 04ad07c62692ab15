"""Whole games through a camera that hides places and slips honestly: what it reads in by itself is never wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import define, evolve, field

from companion.engine.codec import text
from companion.engine.session import Session
from companion.engine.types import Input, Rolled, Ruling
from companion.games.hibernia.game import GAME
from companion.games.hibernia.inputs import DIE, EXTRA, Move, Muster
from companion.games.hibernia.state import State
from companion.table.desk import Answer, Desk, Heard, Look, Tapped
from companion.table.desk.core import Policy
from companion.table.snapshot import Snapshot
from tests.conformance import next_act
from tests.games.hibernia.tables import board, sit
from tests.table.eyes import observe
from tests.table.looks import COLOURS, palette

LOOKS = 6  # at one table before it is told by hand


@define
class Evening:
    """A game that is played, and a desk that watches it. ``wrong``: acts after which journal and truth differed."""

    players: int
    seed: int
    slip: float = 0.0
    hidden: int = 0  # counties that a look does not show
    session: Session[State] = field(init=False)
    desk: Desk = field(init=False)
    now: float = 0.0
    traced: int = 0
    read: int = 0
    asked: int = 0
    told: int = 0
    wrong: list[str] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.session = sit(None, self.players)
        self.desk = Desk(self.session, board(), palette(self.session), policy=Policy(looks=1))

    # ------------------------------------------------------------ the truth
    def truth(self) -> Iterator[tuple[State, Input, State]]:
        """A random legal game. What could have been either action is told as the camera would: the die action."""
        rng, s = random.Random(self.seed), self.session.state
        while (act := next_act(GAME, s, rng.randrange)) is not None:
            if isinstance(act, Move | Muster) and act.by == EXTRA:
                by_die = evolve(act, by=DIE)
                act = act if isinstance(GAME.decide(s, by_die), Ruling) else by_die
            decision = GAME.decide(s, act)
            assert not isinstance(decision, Ruling)
            after = s
            for event in decision:
                after = GAME.evolve(after, event)
            yield s, act, after
            s = after

    # ------------------------------------------------------------ the evening
    def run(self, most: int = 10_000) -> Evening:
        rng = random.Random(self.seed + 1)
        for number, (before, act, after) in enumerate(self.truth()):
            if number >= most or self.wrong:
                break
            if isinstance(act, Rolled) and len(act.faces) == 1 and act.faces[0] in before.world.die_faces:
                self.say(Heard(act.faces[0]))
            elif self.trace(before) == self.trace(after):
                self.say(Tapped((act,)))
            else:
                self.watch(before, act, after, rng)
            if self.session.state != after:
                self.wrong.append(f"{number}: {text(act)}")
        return self

    def trace(self, s: State) -> list[Any]:
        table = GAME.tabletop(s)
        return [table[x.id] for x in board().spaces if x.role == "lead" and x.id in table]

    def watch(self, before: State, act: Input, after: State, rng: random.Random) -> None:
        self.traced += 1
        for _ in range(LOOKS):
            shot = self.look(after, rng)
            if self.session.state == after:
                self.read += 1
                return
            if shot.question is not None:
                self.asked += 1
                shot = self.answer(shot, after)
                if self.session.state == after:
                    return
            if self.session.state != before:
                return  # something else was read in
        self.told += 1
        self.say(Tapped((act,)))

    def answer(self, shot: Snapshot, after: State) -> Snapshot:
        assert shot.question is not None
        for i, option in enumerate(shot.question.options):
            prospect = self.session.check(*option)
            if not isinstance(prospect, Ruling) and prospect.state == after:
                return self.say(Answer(shot.question.key, i))
        return self.say(Answer(shot.question.key, -1))

    def look(self, s: State, rng: random.Random) -> Snapshot:
        self.now += 0.5
        counties = [x.id for x in board().spaces if x.kind == "county"]
        seen = observe(
            GAME.tabletop(s), board(), palette(self.session), COLOURS, self.now,
            rng=rng, slip=self.slip, hidden=rng.sample(counties, self.hidden), spread=9.0,
        )  # fmt: skip
        return self.say(Look(seen))

    def say(self, message: Any) -> Snapshot:
        self.now += 0.1
        return self.desk.handle(message, self.now)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_a_clear_camera_reads_every_act_without_a_question(players: int, seed: int) -> None:
    evening = Evening(players, seed).run()
    assert evening.wrong == []
    assert (evening.asked, evening.told) == (0, 0)
    assert evening.read == evening.traced > 60
    assert evening.session.pending()[0].rule == "HI-7.4"


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(2))
def test_a_noisy_camera_asks_now_and_then_and_never_reads_in_what_did_not_happen(players: int, seed: int) -> None:
    evening = Evening(players, seed, slip=0.04, hidden=2).run(90)
    assert evening.wrong == []
    assert evening.read > 0.8 * evening.traced


@pytest.mark.proof
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(100, 120))
def test_whole_games_through_a_noisy_camera(players: int, seed: int) -> None:
    evening = Evening(players, seed, slip=0.04, hidden=2).run()
    assert evening.wrong == []


@pytest.mark.parametrize("seed", range(2))
def test_a_camera_that_slips_a_lot_still_reads_nothing_wrong(seed: int) -> None:
    evening = Evening(4, seed, slip=0.15).run(50)
    assert evening.wrong == []
    assert evening.read + evening.asked + evening.told >= evening.traced
