"""Dice of a whole war come from a serial tower or the camera's tray; every next step follows by itself."""

from __future__ import annotations

import random
from typing import Any

from companion.engine.session import Session
from companion.engine.types import Over, Roll, Rolled
from companion.games.walisk.game import GAME
from companion.table.candidates import traced_acts
from companion.table.desk import Desk, Heard, Look, Tapped
from companion.table.dice import BATCH
from companion.table.palettes import palette_of
from tests.games.walisk.players import Warrior
from tests.games.walisk.tables import table
from vision.observation import DieReading, Observation

PIPS = ("1", "2", "3", "4", "5", "6")


def sit(on: str) -> tuple[Desk, Session[Any]]:
    config = table(2, on)
    session: Session[Any] = Session(GAME, config)
    return Desk(session, config.board, palette_of((), config.board.colours)), session


def test_a_tower_answers_every_throw_of_a_game() -> None:
    desk, session = sit("small")
    player, now, n, acts = Warrior(17), 0.0, 0, 0
    while not isinstance(owed := session.pending()[0], Over) and acts < 250:
        now += 10.0
        if isinstance(owed, Roll):
            for face in [player.r.choice(PIPS) for _ in owed.slots[:BATCH]]:
                n += 1
                desk.handle(Heard(face, str(n)), now)
        else:
            act = player.act(session.state)
            assert act is not None
            desk.handle(Tapped((act,)), now)
        acts += 1
        assert desk.snapshot().refusal is None
        assert desk.snapshot().waiting == ()
    thrown = [f for step in session.past if isinstance(step.act, Rolled) for f in step.act.faces]
    assert len(thrown) == n > 300
    assert {step.source for step in session.past if isinstance(step.act, Rolled)} == {"die"}


def test_the_sweep_of_a_full_map_is_noted_batch_by_batch() -> None:
    desk, session = sit("house")
    player, now = Warrior(3), 0.0
    while not (isinstance(owed := session.pending()[0], Roll) and len(owed.slots) > 60):
        now += 10.0
        act = player.act(session.state)
        assert act is not None
        desk.handle(Tapped((act,)), now)
    total, length = len(owed.slots), session.length
    for i in range(total):
        desk.handle(Heard(PIPS[i % 6], f"s{i}"), now + i / 10)
    assert session.length - length == -(-total // BATCH)
    assert session.state.phase != "seed"


class Tray:
    """Dice in a tray; each throw puts so many of them anywhere, the others stay."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.lying: list[tuple[str, tuple[float, float]]] = []

    def throw(self, n: int) -> tuple[DieReading, ...]:
        self.lying = self.lying[n:]
        for _ in range(n):
            self.lying.append((self.r.choice(PIPS), (self.r.uniform(0, 400), self.r.uniform(0, 400))))
        return tuple(
            DieReading("tray", tuple((f, 0.0 if f == face else -9.0) for f in PIPS), at) for face, at in self.lying
        )


def seen(dice: tuple[DieReading, ...], at: float) -> Look:
    """A settled look at the tray alone: of the board nothing was read."""
    return Look(Observation(at, int(at), True, "still", dice=dice))


def test_the_tray_answers_throws_and_rerolls_of_many_dice() -> None:
    desk, session = sit("small")
    player, tray, now, acts = Warrior(17), Tray(1), 0.0, 0
    desk.handle(seen(tray.throw(BATCH), now), now)  # what lay there before is no throw
    assert desk.snapshot().refusal is None
    while not isinstance(owed := session.pending()[0], Over) and acts < 120:
        now += 10.0
        if isinstance(owed, Roll):
            n, length = min(BATCH, len(owed.slots)), session.length
            desk.handle(seen(tray.throw(n), now), now)
            assert session.length > length, (owed, desk.snapshot())
            last = session.past[-1].act
            assert isinstance(last, Rolled)
            assert sorted(last.faces) == sorted(face for face, _ in tray.lying[-n:])
        else:
            act = player.act(session.state)
            assert act is not None
            desk.handle(Tapped((act,)), now)
        acts += 1


def test_no_throw_is_read_off_pieces_that_lie_as_after_it() -> None:
    """Whoever takes the slain away before the die falls has thrown nothing: no throw is a candidate for the eye."""
    session: Session[Any] = Session(GAME, table(2, "small"))
    player, met = Warrior(17), 0
    while not isinstance(owed := session.pending()[0], Over) and met < 20:
        if isinstance(owed, Roll):
            met += len(owed.slots) == 1
            assert not any(isinstance(act, Rolled) for act in traced_acts(GAME, session.state))
        act = player.act(session.state)
        assert act is not None
        session.submit([act], "tap")
    assert met == 20
