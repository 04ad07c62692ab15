"""What hands may still add is waited for: an act is entered at once, and that nothing was bought only after a while."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from companion.engine.codec import text
from companion.engine.session import Session
from companion.engine.types import Tabletop
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.inputs import Act, Buy
from companion.table.desk import Desk, Look
from companion.table.sight import Palette
from tests.games.brian_boru.tables import board, done, given, table
from vision.observation import Observation, Reading

PALETTE = Palette({"A": "red", "B": "blue", "C": "green"})
TRICK = {
    "phase": "act", "marker": "C", "active": "C4", "towns": {"S1": "A"}, "area": 6, "trick": ["A 3", "B 23", "C 25"],
    "coins": {"A": 4},
}  # fmt: skip


def seen(lies: Tabletop, at: float) -> Observation:
    """Every place of a table, without error."""
    readings = {}
    for s in board().spaces:
        if s.look in ("none", "tray"):
            continue
        tokens = lies.get(s.id, ())
        if s.look == "area":
            here = PALETTE.counts(tokens)
            pieces = {f"disc:{c}" for c in PALETTE.colours.values()} | set(here)
            counts = {p: tuple(-9.0 * abs(k - here.get(p, 0)) for k in range(14)) for p in pieces}
            readings[s.id] = Reading(s.id, 1.0, counts)
        else:
            stack = tuple(PALETTE.piece(t) for t in tokens)
            readings[s.id] = Reading(s.id, 1.0, stacks=((stack, 0.0), *(((), -9.0),) * bool(stack)))
    return Observation(at, 0, True, "still", None, readings)


class Watched:
    def __init__(self) -> None:
        start = given(table(3), **TRICK)
        self.session = Session(GAME, table(3), start=start)
        self.desk = Desk(self.session, board(), PALETTE)
        self.now = 0.0

    def look(self, state: Any, seconds: float) -> None:
        self.show(GAME.tabletop(state), seconds)

    def show(self, lies: Tabletop, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.now += 0.25
            self.desk.handle(Look(seen(lies, self.now)), self.now)

    def hand(self) -> None:
        self.now += 0.25
        self.desk.handle(Look(Observation(self.now, 0, False, "hand")), self.now)

    @property
    def past(self) -> list[str]:
        return [text(s.act) for s in self.session.past if s.act]


def test_an_act_is_entered_at_once_and_nothing_bought_only_when_hands_are_gone_for_a_while() -> None:
    t = Watched()
    acted, _ = done(t.session.state, Act(0, "secondary2"))
    t.hand()
    t.look(acted, 1.0)
    assert t.past == ["A act action=secondary2"], "the act is there, and its purchase may come yet"
    t.look(acted, 3.0)
    assert t.past == ["A act action=secondary2", "A buy n=0"]
    assert t.desk.snapshot().question is None


def test_what_is_bought_a_while_later_is_read_and_nothing_is_asked() -> None:
    t = Watched()
    acted, _ = done(t.session.state, Act(0, "secondary2"))
    bought, _ = done(acted, Buy(0, 1))
    t.hand()
    t.look(acted, 1.0)
    for _ in range(4):
        t.hand()
    t.look(bought, 1.5)
    assert t.past == ["A act action=secondary2", "A buy n=1"]
    assert t.desk.snapshot().question is None


@pytest.mark.parametrize(("nats", "asked"), [(4.6, True), (5.4, False)])
def test_a_number_is_no_surer_for_being_read_twice(nats: float, asked: bool) -> None:
    """Two discs are read, which may be one: the next picture miscounts the same ones in the same way."""
    t = Watched()
    bought, _ = done(done(t.session.state, Act(0, "secondary2"))[0], Buy(0, 1))
    lies = GAME.tabletop(bought)
    n = len(lies["church_area"])
    t.hand()
    for picture in range(12):
        t.now += 0.25
        look = seen(lies, t.now)
        area = look.readings["church_area"]
        counts = tuple(-nats if k == n - 1 else -9.0 * abs(k - n) for k in range(14))
        readings = {**look.readings, "church_area": evolve(area, counts={**area.counts, "disc:red": counts})}
        t.desk.handle(Look(evolve(look, readings=readings, reading=picture, read_at=t.now)), t.now)
    assert (t.desk.snapshot().question is not None) == asked
    assert t.past == ([] if asked else ["A act action=secondary2", "A buy n=1"])
