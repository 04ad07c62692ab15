"""What the seat on turn decides in step 4, and what armies decide after an exchange (chapter 5, 8.1 to 8.3, 8.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.legal import Some, between
from companion.engine.masks import bits
from companion.engine.types import Ruling, refuse
from companion.games.walisk import events as ev
from companion.games.walisk.accord import enemies, friends
from companion.games.walisk.inputs import Attack, Flee, Foray, Found, Lose, Retreat, Siege, Stay, Storm
from companion.games.walisk.rules import battles, bouts, forays, leaving
from companion.games.walisk.rules.course import Course, Outcome, caused
from companion.games.walisk.rules.hands import crown_settlement, take
from companion.games.walisk.rules.moves import turn_for
from companion.games.walisk.state import TURNS, Bout, Phase, State, origin_field, together, units_of, winter

Fight = Attack | Siege | Storm | Foray
NOBODY = "nobody"  # whom one fights for an ownerless district: declaring battle is all there is to it


# ---------------------------------------------------------------- guards
def fight_time(s: State, act: Fight) -> Ruling | None:
    """WA-3.25: battles come last; WA-3.2: none in winter."""
    if winter(s) and s.phase == Phase.MUSTER:
        return barred("WA-3.2", seat=act.seat)
    ruling = turn_for(s, act.seat, TURNS, "WA-3.25")
    if ruling is None and s.phase != Phase.FIGHT:
        return barred("WA-3.25", seat=act.seat, field=act.field)
    return ruling


def field_known(s: State, act: Fight) -> Ruling | None:
    f = s.world.index.get(act.field, -1)
    if f < 0:
        return malformed("WA-5.1", seat=act.seat, field=act.field)
    if not s.here[seat_of(act)] >> f & 1:
        return barred("WA-5.1", seat=act.seat, field=act.field, why="absent")
    return None


def opponent(s: State, act: Attack) -> Ruling | None:
    seat = seat_of(act)
    f, other = s.world.index[act.field], s.world.side_of(act.against)
    if other < 0 and act.against != NOBODY:
        return malformed("WA-5.1", seat=seat, field=act.field, why="whom")
    if other not in battles.opponents(s, seat, f) and not declares(s, seat, f, other):
        if other == seat:
            return barred("WA-5.1", seat=seat, field=act.field, why="self")
        if 0 <= other == s.owner[f] and s.houses[f]:
            return barred("WA-5.2", seat=seat, field=act.field)
        why = "nobody" if other < 0 else "rukr" if other == s.world.players else "away"
        return barred("WA-5.1", seat=seat, field=act.field, other=other, why=why)
    return None


def declares(s: State, seat: int, f: int, other: int) -> bool:
    """Whether an undefended district is taken by declaring battle instead of a foray (WA-8.21)."""
    if s.world.opt["raids"] != "foray" or not forays.open_entries(s, seat) >> f & 1 or enemies(s, seat, f):
        return False
    return not s.houses[f] and s.owner[f] == other != seat


def undefended(s: State, act: Siege | Storm) -> Ruling | None:
    """WA-5.2: only a settlement that nobody defends is besieged."""
    seat = seat_of(act)
    f = s.world.index[act.field]
    owner = s.owner[f]
    if not s.houses[f] or owner in (-1, seat):
        return barred("WA-5.21", seat=seat, field=act.field)
    if enemies(s, seat, f) or s.here[owner] >> f & 1:
        return barred("WA-5.2", seat=seat, field=act.field)
    if friends(s, seat, owner, f):
        return barred("WA-6.3", seat=seat, field=act.field)
    return None


def once(s: State, act: Fight) -> Ruling | None:
    """WA-R50: one exchange or siege throw in a field and turn; WA-R56: a siege after a battle only next time.

    No table waives it where nothing is left there to be fought, or for a foray, which takes those that just came in.
    """
    if not s.fought >> s.world.index[act.field] & 1:
        return None
    rule = "WA-R56" if isinstance(act, Siege) else "WA-R50"
    if isinstance(act, Attack):
        left = opponent(s, act) is None
    else:
        left = not isinstance(act, Foray) and undefended(s, act) is None
    return (refuse if left else barred)(rule, seat=act.seat, field=act.field)


def siege_way(s: State, act: Siege | Storm) -> Ruling | None:
    """WA-8.11: the storm takes the place of the siege."""
    if bool(s.world.opt["storm"]) != isinstance(act, Storm):
        return barred("WA-8.11", seat=act.seat, field=act.field, why="storms" if s.world.opt["storm"] else "sieges")
    return None


def enough_units(s: State, act: Storm) -> Ruling | None:
    n = units_of(s, s.world.index[act.field], seat_of(act))
    return None if 1 <= act.units <= n else barred("WA-8.12", seat=act.seat, field=act.field, n=n)


def foray_there(s: State, act: Foray) -> Ruling | None:
    seat = seat_of(act)
    if s.world.opt["raids"] != "foray":
        return barred("WA-8.21", seat=seat, field=act.field, why="off")
    if not forays.open_entries(s, seat) >> s.world.index[act.field] & 1:
        return barred("WA-R70", seat=seat, field=act.field, why=_no_foray(s, seat, s.world.index[act.field]))
    return None


def _no_foray(s: State, seat: int, f: int) -> str:
    """Why units that stand in a field cannot plunder it."""
    owner = s.owner[f]
    if not s.world.settle >> f & 1 or (owner < 0 and not s.world.opt["foray_unowned"]):
        return "nobody"
    if owner == seat:
        return "own"
    if owner >= 0 and friends(s, seat, owner, f):
        return "friend"
    return "late"


# ---------------------------------------------------------------- step 4
@guarded(fight_time, field_known, once, opponent)
def attack(s: State, act: Attack) -> Outcome:
    seat, f, other = seat_of(act), s.world.index[act.field], s.world.side_of(act.against)
    c = Course(s)
    if 0 <= other < s.world.players:
        battles.breach(c, seat, other)
    if other >= 0 and units_of(s, f, other):
        extra = ("WA-R48",) if not s.world.sea >> f & 1 else ()
        battles.exchange(c, f, seat, other, *extra)
    elif s.owner[f] >= 0 and s.houses[f]:
        pass  # the word is broken; a siege may follow
    else:
        take(c, f, seat, "entered", "WA-R49", "WA-8.21" if s.world.opt["raids"] == "foray" else "WA-6.3")
    return c


@guarded(fight_time, siege_way, field_known, once, undefended)
def siege(s: State, act: Siege) -> Outcome:
    c = Course(s)
    battles.besiege(c, s.world.index[act.field], seat_of(act), "WA-5.16", "WA-R56")
    return c


@guarded(fight_time, siege_way, field_known, once, undefended, enough_units)
def storm(s: State, act: Storm) -> Outcome:
    c = Course(s)
    battles.storm(c, s.world.index[act.field], seat_of(act), act.units)
    return c


@guarded(fight_time, field_known, once, foray_there)
def foray(s: State, act: Foray) -> Outcome:
    c = Course(s)
    forays.foray(c, s.world.index[act.field], seat_of(act))
    return c


def may_found(s: State, act: Found) -> Ruling | None:
    """WA-8.62, R76: the house of an invader, in a suitable own district."""
    f, seat = s.world.index.get(act.field, -1), act.seat
    if f < 0 or seat is None:
        return malformed("WA-8.62", seat=seat, field=act.field)
    if not s.spare[seat]:
        return barred("WA-8.62", seat=seat, field=act.field, why="none")
    mine = seat in (s.due if together(s) else s.due[:1])
    if s.phase not in (Phase.FIGHT, Phase.MUSTER) or s.bouts or not mine:
        return barred("WA-8.62", seat=seat, field=act.field, why="time")
    if s.owner[f] != seat or s.houses[f]:
        return barred("WA-R76", seat=seat, field=act.field)
    beside = s.world.near[f] & s.built
    if beside:
        return refuse("WA-1.12", seat=seat, field=act.field, near=s.world.ids[bits(beside)[0]])
    return None


@guarded(may_found)
def found(s: State, act: Found) -> Outcome:
    seat = seat_of(act)
    c = caused(s, ev.Founded(seat, act.field, rules=("WA-8.62", "WA-R76")))
    crown_settlement(c, seat, s.world.index[act.field])
    return c


# ---------------------------------------------------------------- losses, retreat, flight
def bout_at(s: State, field: str, step: str) -> Bout | None:
    f = s.world.index.get(field, -1)
    return next((b for b in s.bouts if b.field == f and b.step == step), None)


def lose(s: State, act: Lose, waived: frozenset[str]) -> Outcome:
    """The owner of lost units chooses which (WA-5.6)."""
    b = bout_at(s, act.field, "lose")
    if b is None or act.seat != bouts.hit(b):
        return barred("WA-5.6", seat=act.seat, field=act.field)
    groups = dict(bouts.exposed(s, b))
    names = [name for name, _ in act.lost]
    bad = len(set(names)) != len(names) or any(not 0 < n <= groups.get(name, 0) for name, n in act.lost)
    if bad or sum(n for _, n in act.lost) != b.n:
        return malformed("WA-5.6", seat=act.seat, field=act.field, n=b.n)
    c = Course(s)
    bouts.choose(c, b, act.lost)
    return c


def asked(s: State, field: str, seat: int | None) -> tuple[Bout | None, str]:
    """The bout after which this seat has to choose, and between what."""
    b = bout_at(s, field, "after")
    if b is None:
        return None, ""
    what, side = battles.choice(s, b)
    return (b, what) if side == seat else (b, "")


def retreat(s: State, act: Retreat, waived: frozenset[str]) -> Outcome:
    """WA-5.11 to 5.13 for the attacker, 5.15 for the defender."""
    b, what = asked(s, act.field, act.seat)
    if b is None or what not in ("retreat", "withdraw"):
        return no_retreat(s, act, b)
    seat = seat_of(act)
    if act.to and act.to not in s.world.index:
        return malformed("WA-5.1", seat=seat, field=act.to)
    f = b.field
    one_way = what == "retreat" and _came_from(s, f, seat) == {s.world.index.get(act.to, -1)}
    to = "" if one_way else act.to  # the one way back may be named
    if to:
        home = what == "withdraw" or leaving.homing(s, f, seat)
        goal = s.world.index.get(to, -1)
        if not home or goal not in leaving.withdrawals(s, f, seat):
            beside = goal >= 0 and (s.world.near[f] & s.own[seat]) >> goal & 1
            why = {"why": "water"} if home and beside and not enemies(s, seat, goal) else {}
            return barred("WA-5.15" if home else "WA-5.11", seat=seat, field=act.field, to=act.to, **why)
    elif what == "withdraw":
        return barred("WA-5.15", seat=seat, field=act.field, to=act.to)
    elif leaving.retreat(s, f, seat) is None:
        return blocked(s, act, f)
    c = Course(s)
    battles.leave(c, b, seat, to)
    return c


def _came_from(s: State, f: int, seat: int) -> set[int]:
    """Where the stacks of an army came from, if each came from somewhere (WA-5.11)."""
    if leaving.retreat(s, f, seat) is None:
        return set()
    return {origin_field(s.world, g.origin) for g in s.units[f] if g.side == seat}


def no_retreat(s: State, act: Retreat, b: Bout | None) -> Ruling:
    """Why an army cannot leave: nobody asks, another decides, or there is no way back."""
    if b is None or act.seat not in (b.att, b.dfd):
        return barred("WA-5.11", seat=act.seat, field=act.field, why="none")
    what, side = battles.choice(s, b)
    if what == "flee" and side == act.seat:
        return barred("WA-8.1", seat=act.seat, field=act.field, why="must")
    if act.seat == b.att and not b.half and what != "flee":
        return blocked(s, act, b.field)
    rule = "WA-5.15" if act.seat == b.dfd else "WA-5.11"
    return barred(rule, seat=act.seat, field=act.field, why="other", other=side)


def blocked(s: State, act: Retreat, f: int) -> Ruling:
    """Why an attacker has no way back: no origin, enemies where he came from, or no ship for the sea."""
    seat = seat_of(act)
    goals = [origin_field(s.world, g.origin) for g in s.units[f] if g.side == seat]
    if min(goals) < 0 or f in goals:
        return barred("WA-R53", seat=seat, field=act.field, why="origin")
    met = [g for g in goals if enemies(s, seat, g)]
    if any(s.world.sea >> g & 1 for g in met):
        return barred("WA-5.12", seat=seat, field=act.field)
    why = "enemies" if met and not s.world.opt["retreat_to_enemy"] else "ship"
    return barred("WA-R53", seat=seat, field=act.field, why=why)


def stay(s: State, act: Stay, waived: frozenset[str]) -> Outcome:
    b, what = asked(s, act.field, act.seat)
    if b is None or what not in ("retreat", "withdraw"):
        if what == "flee":
            return barred("WA-8.1", seat=act.seat, field=act.field, why="must")
        return barred("WA-5.14", seat=act.seat, field=act.field)
    return caused(s, ev.Stayed(seat_of(act), act.field, rules=("WA-5.14" if what == "retreat" else "WA-5.15",)))


def flee(s: State, act: Flee, waived: frozenset[str]) -> Outcome:
    b, what = asked(s, act.field, act.seat)
    if b is None or what != "flee":
        return barred("WA-8.1", seat=act.seat, field=act.field, why="free")
    seat = seat_of(act)
    goal = s.world.index.get(act.to, -1)
    if goal < 0:
        return malformed("WA-5.1", seat=seat, field=act.to)
    if goal not in leaving.refuges(s, b.field, seat):
        return barred("WA-8.4", seat=seat, field=act.field, to=act.to)
    c = Course(s)
    battles.flee(c, b, seat, goal)
    return c


# ---------------------------------------------------------------- what is legal
def options(s: State, seat: int) -> list[Any]:
    """Attacks, sieges, storms and forays that are open in step 4: found once for a state, to ask and to list."""
    memo = s.world.memo
    known = memo.get("fights")
    if known is None or known[0] is not s or known[1] != seat:
        known = memo["fights"] = (s, seat, [*_options(s, seat)])
    found: list[Any] = known[2]
    return found


def _options(s: State, seat: int) -> Iterator[Any]:
    world, ids = s.world, s.world.ids
    entries = forays.open_entries(s, seat) if world.opt["raids"] == "foray" else 0
    for f in bits(s.here[seat] & ~s.fought):
        if not (s.wild | s.built | entries | _others(s, seat)) >> f & 1:
            continue
        found = battles.opponents(s, seat, f)
        if entries >> f & 1:
            yield Foray(seat, ids[f])
            for other in range(-1, world.players):
                if other not in found and declares(s, seat, f, other):
                    found.append(other)
        for other in found:
            yield Attack(seat, ids[f], world.side_name(other) if other >= 0 else NOBODY)
        if battles.can_siege(s, seat, f):
            if world.opt["storm"]:
                yield Storm(seat, ids[f], between(1, units_of(s, f, seat)))
            else:
                yield Siege(seat, ids[f])
    if s.spare[seat]:
        yield from founding(s, seat)


def _others(s: State, seat: int) -> int:
    mask = 0
    for p, here in enumerate(s.here):
        if p != seat:
            mask |= here | (s.own[p] if s.agreements else 0)
    return mask


def founding(s: State, seat: int) -> Iterator[Found]:
    if s.spare[seat]:
        for f in bits(s.own[seat] & ~s.built):
            act = Found(seat, s.world.ids[f])
            if may_found(s, act) is None:
                yield act


def choices(s: State, seat: int) -> Iterator[Any]:
    """What a seat must choose within a battle."""
    ids = s.world.ids
    for b in s.bouts:
        if b.step == "lose" and bouts.hit(b) == seat:
            groups = tuple([(name, min(n, b.n)) for name, n in bouts.exposed(s, b)])
            entry = Lose(seat, ids[b.field], ())
            object.__setattr__(entry, "lost", Some(groups, b.n))
            yield entry
        elif b.step == "after":
            what, side = battles.choice(s, b)
            if side != seat:
                continue
            if what == "flee":
                for to in leaving.refuges(s, b.field, seat):
                    yield Flee(seat, ids[b.field], ids[to])
                continue
            yield Stay(seat, ids[b.field])
            if what == "retreat" and leaving.retreat(s, b.field, seat) is not None:
                yield Retreat(seat, ids[b.field])
            if what == "withdraw" or leaving.homing(s, b.field, seat):
                for to in leaving.withdrawals(s, b.field, seat):
                    yield Retreat(seat, ids[b.field], ids[to])
