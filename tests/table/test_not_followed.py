"""Pieces that have not followed what was told block nothing: what is done elsewhere since is read."""

from __future__ import annotations

from typing import Any

from companion.engine.session import Session
from companion.engine.types import Tabletop
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.inputs import Begin, Settle
from companion.table.desk import Desk
from companion.table.messages import Tapped
from companion.table.verdicts import Lagging
from tests.games.brian_boru.tables import board, done, table
from tests.table.test_bought_later import PALETTE, Watched


class FirstDiscs(Watched):
    """A new table, on which the first discs are laid."""

    def __init__(self) -> None:
        self.session = Session(GAME, table(3))
        self.desk = Desk(self.session, board(), PALETTE)
        self.now = 0.0

    def tell_without_laying(self) -> Any:
        """Anna's first disc is told to lie in S1, where it never shows; the game as it is told."""
        begun, _ = done(self.session.state, Begin(0))
        told, _ = done(begun, Settle(0, "S1"))
        self.desk.handle(Tapped((Begin(0),)), self.now)
        self.look(begun, 1.0)
        self.desk.handle(Tapped((Settle(0, "S1"),)), self.now)
        self.look(begun, 3.0)
        return told


def without_it(state: Any) -> Tabletop:
    """How a game's table lies without that disc."""
    return {k: v for k, v in GAME.tabletop(state).items() if k != "S1"}


def test_an_act_is_read_though_a_piece_told_before_is_missing() -> None:
    t = FirstDiscs()
    told = t.tell_without_laying()
    then, _ = done(told, Settle(1, "L3"))
    assert isinstance(t.desk.snapshot().verdict, Lagging), "the disc is to follow"
    t.hand()
    t.show(without_it(then), 3.0)
    assert t.past == ["A begin", "A settle town=S1", "B settle town=L3"]
    shot = t.desk.snapshot()
    assert (shot.question, shot.out_of_step) == (None, False)
    assert [x.space for x in shot.todo] == ["S1"], "it is still reminded of"


def test_what_people_have_gone_on_with_is_an_alarm_once() -> None:
    t = FirstDiscs()
    told = t.tell_without_laying()
    then, _ = done(told, Settle(1, "L3"))
    last, _ = done(then, Settle(2, "U2"))
    for state, alarm in ((then, True), (last, False)):
        t.hand()
        t.show(without_it(state), 8.0)
        shot = t.desk.snapshot()
        assert (shot.out_of_step, shot.tally.questions) == (alarm, 1)
        assert [x.space for x in shot.todo] == ["S1"], "it is still reminded of"
    assert t.past == ["A begin", "A settle town=S1", "B settle town=L3", "C settle town=U2"]
    t.show(GAME.tabletop(last), 2.0)
    assert t.desk.snapshot().todo == ()
    t.show(without_it(last), 8.0)
    assert t.desk.snapshot().out_of_step, "it lay there, and is gone again"
