"""Acre decided: one guard a rule, and what each event does."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.slotted import changed
from companion.engine.types import (
    MALFORMED,
    Choose,
    Decision,
    Die,
    Event,
    Input,
    Outcome,
    Over,
    Pending,
    Roll,
    Rolled,
    Ruling,
    facts,
    refuse,
)
from tests.sixth.acre.inputs import Ended, RowThrown, Scored, Sow, Sown, TurnPassed
from tests.sixth.acre.state import FACES, FIELDS, NOBODY, State, row_of, worth


def pending(s: State) -> tuple[Pending, ...]:
    if s.full:
        return (Over("AC-5", s.winners),)
    if not s.row:
        return (Roll("AC-2", (Die(FACES, "row"),), s.turn, facts=facts(seat=s.turn)),)
    return (Choose("AC-3", (s.turn,), ("sow",), facts=facts(seat=s.turn, row=s.row)),)


def options_of(s: State, seat: int | None) -> Iterator[Input]:
    if seat == s.turn and s.row and not s.full:
        yield from (Sow(seat, f) for f in s.free(s.row))


def decide(s: State, act: Input, waived: frozenset[str] = frozenset()) -> Decision:
    if isinstance(act, Rolled):
        if s.row or s.full or len(act.faces) != 1 or act.faces[0] not in FACES:
            return Ruling(MALFORMED, "AC-2", facts(seat=s.turn), waivable=False)
        row = row_of(act.faces[0])
        thrown = RowThrown(s.turn, row, rules=("AC-2",))
        return settled(s, (thrown,) if s.free(row) else (thrown, TurnPassed(_next(s), rules=("AC-6",))))
    if not isinstance(act, Sow) or act.field not in FIELDS or act.seat is None or not 0 <= act.seat < s.players:
        return Ruling(MALFORMED, "K-MALFORMED", facts(problems=("no input of this game",)), waivable=False)
    if s.full or not s.row:
        return Ruling(MALFORMED, "AC-2", facts(seat=s.turn), waivable=False)
    if act.seat != s.turn and "AC-1" not in waived:
        return refuse("AC-1", seat=s.turn)
    if act.field[6] != s.row and "AC-3" not in waived:
        return refuse("AC-3", seat=act.seat, row=s.row, field=act.field)
    if s.on(act.field) != NOBODY:
        return Ruling("illegal", "AC-7", facts(seat=act.seat, field=act.field), waivable=False)
    sown = Sown(act.seat, act.field, rules=("AC-3",))
    scored = Scored(act.seat, worth(s, act.seat, act.field), rules=("AC-4",))
    if s.stones.count(NOBODY) > 1:
        return settled(s, (sown, scored, TurnPassed(_next(s), rules=("AC-1",))))
    points = evolve(s, scored)
    return settled(s, (sown, scored, Ended(points.winners, rules=("AC-5",))))


def settled(s: State, events: tuple[Event, ...]) -> Outcome:
    for e in events:
        s = evolve(s, e)
    return Outcome.of(events, s)


def evolve(s: State, e: Event) -> State:
    if isinstance(e, RowThrown):
        return changed(s, row=e.row)
    if isinstance(e, Sown):
        at = FIELDS.index(e.field)
        return changed(s, stones=(*s.stones[:at], e.seat, *s.stones[at + 1 :]))
    if isinstance(e, Scored):
        return changed(s, points=tuple(n + e.points * (i == e.seat) for i, n in enumerate(s.points)))
    return changed(s, turn=e.seat, row="") if isinstance(e, TurnPassed) else s


def _next(s: State) -> int:
    return (s.turn + 1) % s.players
