"""What the table owes in a state, and what may be done at any time."""

from __future__ import annotations

from functools import lru_cache

from companion.engine.masks import bits
from companion.engine.memo import memo_of
from companion.engine.types import Choose, Facts, May, Over, Pending, Roll, facts, word
from companion.games.walisk.rules import battles, bouts, dice, fights, talks
from companion.games.walisk.state import IN, SEASONS, SETUP, Phase, State, living, season, together, winter, year

MUSTERING = ("buy", "place", "move_capital", "found", "done")
CALM = frozenset((Phase.START, Phase.COMEBACK, Phase.MUSTER, Phase.RETURN))
MOVING = {Phase.MEN: ("walk", "sail", "voyage", "done"), Phase.SHIPS: ("sail", "voyage", "done")}
FIGHTING = ("attack", "siege", "storm", "foray", "found", "done")


def pending(s: State) -> tuple[Pending, ...]:
    """All that is owed, the most urgent first; then the rights that need no turn (WA-6.1)."""
    if s.phase == Phase.OVER:
        return (Over("WA-2.17", s.winners),)
    if s.adjourned:
        seats = tuple(bits(s.adjourned))
        return (Choose("WA-8.31", seats, ("confirm",), facts=facts(season=SEASONS[season(s)], year=year(s))),)
    if s.phase in CALM and not s.bouts:
        return _calm(s)
    return (*_owed(s), *_rights(s))


def _calm(s: State) -> tuple[Pending, ...]:
    """Where nothing is thrown or fought, all that is owed hangs on the round and on the seats that still act."""
    memo = memo_of(s.world)
    known = memo.get("calm")
    if known is None or (s.phase, s.round) != known[0] or s.due is not known[1] or s.life is not known[2]:
        known = memo["calm"] = ((s.phase, s.round), s.due, s.life, (*_turn(s), *_rights(s)))
    asked: tuple[Pending, ...] = known[3]
    return asked


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
    seat, phase, memo = s.due[0], s.phase, memo_of(s.world)
    if phase == Phase.FIGHT or phase in MOVING:
        left = battles.must_fight(s, seat).bit_count() if phase == Phase.FIGHT else -1
        still = _still(s, seat) if not left else ""
        key = (phase, seat, s.round, left, still)
        made: tuple[Pending, ...] | None = memo.get(key)
        if made is None:
            made = memo[key] = (_acting(s, seat, left, still),)
        return made
    seats: tuple[int, ...] = (seat,)
    back: tuple[int, ...] = ()
    if together(s):
        seats = tuple([p for p in s.due if s.life[p] == IN])
        back = tuple([p for p in s.due if s.life[p] != IN])
    muster = (_asked(s, seats),) if seats else ()
    return (*muster, *[_coming_back(s, p) for p in back])


def _still(s: State, seat: int) -> str:
    """What the seat can still do among the battles though it need not: one kind of act, ``several``, or none."""
    if s.phase != Phase.FIGHT:
        return ""
    kinds = {word(type(act)) for act in fights.options(s, seat)}
    return kinds.pop() if len(kinds) == 1 else "several" if kinds else "none"


def _coming_back(s: State, seat: int) -> Choose:
    known = facts(season=SEASONS[season(s)], seat=seat, year=year(s))
    return Choose("WA-8.61", (seat,), ("start", "done"), facts=known)


def _asked(s: State, seats: tuple[int, ...]) -> Choose:
    """Outside of movement and battles."""
    known: Facts = (("season", SEASONS[season(s)]), ("seat", seats[0]), ("year", year(s)))
    if s.phase == Phase.START:
        return Choose("WA-2.2", seats, ("start",), facts=known)
    if s.phase == Phase.COMEBACK:
        return _coming_back(s, seats[0])
    if s.phase == Phase.MUSTER:
        return Choose("WA-3.19" if winter(s) else "WA-8.54", seats, MUSTERING, facts=known)
    assert s.phase == Phase.RETURN
    home = ("return", "done") if s.world.opt["voyage_wait"] else ("return",)
    return Choose("WA-4.34", seats, home, facts=known)


def _acting(s: State, seat: int, left: int, still: str) -> Choose:
    """Movement, and the battles after it with the number that must still be fought."""
    known: Facts = (("season", SEASONS[season(s)]), ("seat", seat))
    if s.phase == Phase.FIGHT:
        rule = "WA-R48" if left else "WA-3.27"
        return Choose(rule, (seat,), FIGHTING, facts=(("left", left), *known, ("still", still), ("year", year(s))))
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
