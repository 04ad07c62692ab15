"""What the table owes in a state, and what may be done at any time."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.engine.masks import bits
from companion.engine.types import Choose, Facts, Over, Pending, Roll, facts, word
from companion.games.walisk.rules import battles, bouts, dice, fights, talks
from companion.games.walisk.state import IN, Phase, State, season, together, year

MUSTERING = ("buy", "place", "move_capital", "found", "done")
MOVING = {Phase.MEN: ("walk", "sail", "voyage", "done"), Phase.SHIPS: ("sail", "voyage", "done")}
FIGHTING = ("attack", "siege", "storm", "foray", "found", "done")


def pending(s: State) -> tuple[Pending, ...]:
    """All that is owed, the most urgent first; then the rights that need no turn (WA-6.1)."""
    if s.phase == Phase.OVER:
        return (Over("WA-2.17", s.winners),)
    if s.adjourned:
        seats = tuple(bits(s.adjourned))
        return (Choose("WA-8.31", seats, ("confirm",), facts=facts(season=season(s.round), year=year(s.round))),)
    return (*_owed(s), *talks.rights(s))


def _owed(s: State) -> tuple[Pending, ...]:
    if s.bouts:
        choices = tuple(_choices(s))
        if choices:
            return choices
    throw = dice.owed(s)
    if throw is not None:
        if s.dice:
            throw = Roll(throw.rule, throw.slots[len(s.dice) :], throw.by, facts=throw.facts)
        return (throw,)
    return _turn(s)


def _choices(s: State) -> list[Pending]:
    out: list[Pending] = []
    ids = s.world.ids
    for b in s.bouts:
        step = b.step
        if step == "lose":
            out.append(_losing(bouts.hit(b), ids[b.field], b.n))
        elif step == "after":
            what, seat = battles.choice(s, b)
            if what == "flee":
                out.append(Choose("WA-8.1", (seat,), ("flee",), facts=facts(seat=seat, field=ids[b.field])))
            elif what:
                rule = "WA-5.11" if what == "retreat" else "WA-5.15"
                out.append(Choose(rule, (seat,), ("retreat", "stay"), facts=facts(seat=seat, field=ids[b.field])))
    return out


@lru_cache(maxsize=1 << 10)
def _losing(seat: int, field: str, n: int) -> Choose:
    return Choose("WA-5.6", (seat,), ("lose",), facts=facts(seat=seat, field=field, n=n))


def _turn(s: State) -> tuple[Pending, ...]:
    seat, phase = s.due[0], s.phase
    if phase == Phase.FIGHT:
        left = battles.must_fight(s, seat).bit_count()
        return (_fighting(s.round, seat, left, "" if left else _still(s, seat)),)
    if phase in MOVING:
        return (_moving(s.round, seat, phase),)
    if not together(s):
        return (_asked(s.round, phase, (seat,), s.world.opt["voyage_wait"]),)
    seats = tuple([p for p in s.due if s.life[p] == IN])
    muster = (_asked(s.round, phase, seats, False),) if seats else ()
    return (*muster, *[_coming_back(s.round, p) for p in s.due if s.life[p] != IN])


def _still(s: State, seat: int) -> str:
    """What the seat can still do among the battles though it need not: one kind of act, ``several``, or none."""
    kinds = {word(type(act)) for act in fights.options(s, seat)}
    return kinds.pop() if len(kinds) == 1 else "several" if kinds else "none"


def _facts(n: int, seat: int, **known: Any) -> Facts:
    """Facts of a duty of a seat in a round."""
    return facts(season=season(n), year=year(n), seat=seat, **known)


@lru_cache(maxsize=1 << 10)
def _coming_back(n: int, seat: int) -> Choose:
    return Choose("WA-8.61", (seat,), ("start", "done"), facts=_facts(n, seat))


@lru_cache(maxsize=1 << 10)
def _asked(n: int, phase: str, seats: tuple[int, ...], wait: bool) -> Choose:
    """Outside of movement and battles; ``wait``: whether those who are due from a voyage may stay away."""
    known = _facts(n, seats[0])
    if phase == Phase.START:
        return Choose("WA-2.2", seats, ("start",), facts=known)
    if phase == Phase.COMEBACK:
        return _coming_back(n, seats[0])
    if phase == Phase.MUSTER:
        return Choose("WA-3.19" if n % 4 == 1 else "WA-8.54", seats, MUSTERING, facts=known)
    assert phase == Phase.RETURN
    return Choose("WA-4.34", seats, ("return", "done") if wait else ("return",), facts=known)


@lru_cache(maxsize=1 << 10)
def _moving(n: int, seat: int, step: str) -> Choose:
    return Choose("WA-3.25", (seat,), MOVING[step], facts=_facts(n, seat, step=step))


@lru_cache(maxsize=1 << 10)
def _fighting(n: int, seat: int, left: int, still: str) -> Choose:
    """The battles after movement, with the number that must still be fought."""
    return Choose("WA-R48" if left else "WA-3.27", (seat,), FIGHTING, facts=_facts(n, seat, left=left, still=still))
