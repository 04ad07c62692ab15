"""What the table owes in a state, and what may be done at any time."""

from __future__ import annotations

from functools import lru_cache

from companion.engine.masks import bits
from companion.engine.memo import memo_of
from companion.engine.types import Choose, Facts, May, Over, Pending, Roll, facts
from companion.games.walisk.rules import battles, bouts, dice, talks
from companion.games.walisk.state import IN, SEASONS, SETUP, Phase, State, living, season, winter, year

MUSTERING = ("buy", "place", "move_capital", "found", "done")
MOVING = {Phase.MEN: ("walk", "sail", "voyage", "done"), Phase.SHIPS: ("sail", "voyage", "done")}
FIGHTING = ("attack", "siege", "storm", "foray", "found", "done")


def pending(s: State) -> tuple[Pending, ...]:
    """All that is owed, the most urgent first; then the rights that need no turn (WA-6.1)."""
    if s.phase == Phase.OVER:
        return (Over("WA-2.17", s.winners),)
    if s.adjourned:
        seats = tuple(bits(s.adjourned))
        return (Choose("WA-8.31", seats, ("confirm",), facts=facts(season=SEASONS[season(s)], year=year(s))),)
    return (*_owed(s), *_rights(s))


def _owed(s: State) -> tuple[Pending, ...]:
    if s.bouts:
        choices = tuple(_choices(s))
        if choices:
            return choices
    throw = dice.owed(s)
    if throw is not None:
        return (Roll(throw.rule, throw.slots[len(s.dice) :], throw.by, facts=throw.facts),)
    return (_turn(s),)


def _choices(s: State) -> list[Pending]:
    out: list[Pending] = []
    for b in s.bouts:
        name = s.world.ids[b.field] if b.field >= 0 else ""
        if b.step == "lose":
            out.append(_losing(bouts.hit(b), name, b.n))
        elif b.step == "after":
            what, seat = battles.choice(s, b)
            if what == "flee":
                out.append(Choose("WA-8.1", (seat,), ("flee",), facts=facts(seat=seat, field=name)))
            elif what:
                rule = "WA-5.11" if what == "retreat" else "WA-5.15"
                out.append(Choose(rule, (seat,), ("retreat", "stay"), facts=facts(seat=seat, field=name)))
    return out


@lru_cache(maxsize=1 << 10)
def _losing(seat: int, field: str, n: int) -> Choose:
    return Choose("WA-5.6", (seat,), ("lose",), facts=facts(seat=seat, field=field, n=n))


def _turn(s: State) -> Pending:
    seat, phase, memo = s.due[0], s.phase, memo_of(s.world)
    if phase == Phase.FIGHT or phase in MOVING:
        left = battles.must_fight(s, seat).bit_count() if phase == Phase.FIGHT else -1
        key = (phase, seat, s.round, left)
        made: Choose | None = memo.get(key)
        if made is None:
            made = memo[key] = _acting(s, seat, left)
        return made
    seats: tuple[int, ...] = (seat,)
    back = False
    if phase == Phase.MUSTER and s.world.opt["winter_order"] == "together" and winter(s):
        seats = s.due
        back = any(s.life[p] != IN for p in seats)
    duty = (phase, s.round, seats, back)
    asked: Choose | None = memo.get(duty)
    if asked is None:
        asked = memo[duty] = _asked(s, seats, back)
    return asked


def _asked(s: State, seats: tuple[int, ...], back: bool) -> Choose:
    """Outside of movement and battles; ``back``: some of them have to come back before they muster."""
    known: Facts = (("season", SEASONS[season(s)]), ("seat", seats[0]), ("year", year(s)))
    if s.phase == Phase.START:
        return Choose("WA-2.2", seats, ("start",), facts=known)
    if s.phase == Phase.COMEBACK:
        return Choose("WA-8.61", seats, ("start", "done"), facts=known)
    if s.phase == Phase.MUSTER:
        goods = ("start", *MUSTERING) if back else MUSTERING
        return Choose("WA-3.19" if winter(s) else "WA-8.54", seats, goods, facts=known)
    assert s.phase == Phase.RETURN
    home = ("return", "done") if s.world.opt["voyage_wait"] else ("return",)
    return Choose("WA-4.34", seats, home, facts=known)


def _acting(s: State, seat: int, left: int) -> Choose:
    """Movement, and the battles after it with the number that must still be fought."""
    known: Facts = (("season", SEASONS[season(s)]), ("seat", seat))
    if s.phase == Phase.FIGHT:
        rule = "WA-R48" if left else "WA-3.27"
        return Choose(rule, (seat,), FIGHTING, facts=(("left", left), *known, ("year", year(s))))
    return Choose("WA-3.25", (seat,), MOVING[s.phase], facts=(*known, ("step", s.phase), ("year", year(s))))


def _rights(s: State) -> tuple[Pending, ...]:
    """Talks and the table's own acts; the last one left may end the game (WA-R84)."""
    if s.phase in SETUP:
        return ()
    known = memo_of(s.world).get("may")
    if known is None or known[0] is not s.life:
        what = talks.rights(s)
        if not what:
            return ()
        seats = tuple(living(s))
        known = memo_of(s.world)["may"] = (s.life, (May("WA-R84" if len(seats) == 1 else "WA-6.1", seats, what),))
    may: tuple[Pending, ...] = known[1]
    return may
