"""Revolts of those who lost their realm (chapter 8.6)."""

from __future__ import annotations

from companion.games.walisk import events as ev
from companion.games.walisk.rules.course import Course
from companion.games.walisk.rules.hands import count, fall
from companion.games.walisk.rules.muster import start_muster
from companion.games.walisk.state import Revolt, State, winter
from companion.games.walisk.world import named

ENOUGH = 3  # districts in unrest that make a revolt (WA-8.53)


def of(s: State, seat: int) -> Revolt | None:
    return next((r for r in s.revolts if r.seat == seat), None)


def thrown_for(s: State, seat: int) -> int:
    """Districts whose die the loser throws in this round (WA-8.52, R73)."""
    r = of(s, seat)
    if r is None or winter(s) or s.round <= r.round:
        return 0
    return r.hopes | (r.unrest if s.world.opt["rethrow_unrest"] else 0)


def unrest(c: Course, faces: tuple[int, ...]) -> None:
    """1: the die goes for good, 6: unrest (WA-8.52); three districts in unrest: revolt (WA-8.53)."""
    s, world = c.s, c.s.world
    seat = s.due[0]
    before = of(s, seat)
    assert before is not None
    fields = named(world, thrown_for(s, seat))
    c.do(ev.UnrestThrown(seat, fields, faces, rules=("WA-8.52", "WA-R73")))
    r = of(c.s, seat)
    if r is not None and r.unrest.bit_count() >= ENOUGH:
        rise(c, seat, r)
    else:
        c.do(ev.TurnEnded(seat, rules=("WA-8.52",)))


def rise(c: Course, seat: int, r: Revolt) -> None:
    """Districts in unrest and the old capital return, with all that is in them (WA-8.53, R73, R74)."""
    s, world = c.s, c.s.world
    mask = r.unrest | 1 << r.capital
    lost = {p: s.capital[p] for p in range(world.players) if s.capital[p] >= 0 and mask >> s.capital[p] & 1}
    before = [m.bit_count() for m in s.own]
    rules = ("WA-8.53", "WA-8.54", "WA-R73", *(() if s.houses[r.capital] else ("WA-R74",)))
    c.do(ev.Revolted(seat, named(world, mask), world.ids[r.capital], rules=rules))
    for p, f in lost.items():
        fall(c, p, seat, f)
    count(c, before)
    start_muster(c, seat)
