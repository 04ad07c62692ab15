"""What changes hands: districts, realms, capitals, silver that comes home; men without room on their ships."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine.masks import bits
from companion.engine.types import ILLEGAL, Audience, Ruling, facts
from companion.games.walisk import events as ev
from companion.games.walisk.accord import enemies, friends, permitted
from companion.games.walisk.maps import RUKR
from companion.games.walisk.pieces import pick, purse
from companion.games.walisk.rules.course import Course
from companion.games.walisk.state import IN, MAN, SHIP, UNIT, State, count_of, figures_of, labelled, winter
from companion.games.walisk.world import named


# ---------------------------------------------------------------- districts
def claim(c: Course, f: int, seat: int, how: str, *rules: str) -> None:
    """A district without enemy units and without foreign houses falls to the seat whose units stand there (WA-R49)."""
    s = c.s
    owner = s.owner[f]
    if owner == seat or not s.world.settle >> f & 1 or s.houses[f] or not s.here[seat] >> f & 1:
        return
    guest = owner >= 0 and (permitted(s, seat, f) or friends(s, seat, owner, f))  # who takes nothing (WA-R32)
    if not guest and not enemies(s, seat, f):
        take(c, f, seat, how, *rules)


def take(c: Course, f: int, seat: int, how: str, *rules: str) -> None:
    """A district changes its owner, with all that follows: silver, capital, realm, the count of districts."""
    s, world = c.s, c.s.world
    was = s.owner[f]
    fallen = was >= 0 and s.capital[was] == f
    before = [m.bit_count() for m in s.own]
    c.do(ev.Taken(world.ids[f], seat, was, how, rules=rules))
    if seat >= 0:
        if world.opt["mark_retreat"]:  # otherwise silver comes home by an own move alone (WA-R46)
            cash(c, f, seat)
        empty_purse(c, f, seat)
    if fallen:
        fall(c, was, seat, f)
    if seat >= 0 and c.s.houses[f]:
        crown_settlement(c, seat, f)
    count(c, before)


def count(c: Course, before: list[int]) -> None:
    """Reaching or losing the number of districts that wins is told at once; a strict table counts it (WA-2.17, R21)."""
    s = c.s
    if s.world.opt["victory"] != "khan":
        return
    goal = s.world.victory
    for p, n in enumerate(before):
        now = s.own[p].bit_count()
        if (n >= goal) != (now >= goal):
            code = "goal_reached" if now >= goal else "goal_lost"
            c.note(code, "WA-2.17", seat=p, districts=now, goal=goal)
            if now < goal and s.hold[p] and s.world.opt["hold_strict"]:
                c.do(ev.HoldLost(p, rules=("WA-R21", "WA-2.17")))


def crown_settlement(c: Course, seat: int, f: int) -> None:
    """The first settlement of a seat without capital becomes its capital (WA-R20)."""
    if c.s.capital[seat] < 0 and c.s.life[seat] == IN and c.s.world.opt["invader_capital"]:
        c.do(ev.CapitalSet(seat, c.s.world.ids[f], rules=("WA-R20",)))


def received(c: Course, seat: int, fields: Iterable[int]) -> None:
    """Districts that have come to a seat without a battle: a settlement may be its capital now, and silver is home."""
    for f in fields:
        if c.s.houses[f]:
            crown_settlement(c, seat, f)
        empty_purse(c, f, seat)


# ---------------------------------------------------------------- realms
def fall(c: Course, seat: int, by: int, home: int) -> None:
    """A capital is lost, and with it the realm (WA-2.15, 2.16, R23; by the Rukr: WA-R11)."""
    s, world = c.s, c.s.world
    rukr = by < 0 or by >= world.players
    winner = -1 if rukr else by
    left = s.own[seat]
    rules = ["WA-2.15", "WA-R11"] if rukr else ["WA-2.15", "WA-2.16", "WA-R23"]
    dice: tuple[str, ...] = ()
    if world.opt["revolt"]:
        if rukr:
            rules.append("WA-R75")
        elif s.beaten[seat] >> winner & 1:
            rules.append("WA-8.55")
        else:
            dice = named(world, left | 1 << home)
            rules.append("WA-8.51")
    districts = named(world, left)
    before = [m.bit_count() for m in s.own]
    if winner >= 0 and s.silver[seat]:
        seen_by = secret(s, seat, winner)
        c.do(ev.Inherited(seat, winner, s.silver[seat], rules=("WA-2.16", "WA-R23"), audience=seen_by))
    c.do(ev.RealmFallen(seat, winner, districts, dice, world.ids[home], rules=tuple(rules)))
    if winner >= 0:
        received(c, winner, bits(left))
        for f in bits(c.s.here[winner] & world.sea):
            drown(c, f, winner)
        if winner not in (c.s.due if winter(c.s) else c.s.due[:1]):
            refund(c, winner)  # who musters no more cannot place what he got
    count(c, before)


def refund(c: Course, seat: int) -> None:
    """Goods that were not placed are given back at full price (WA-R26)."""
    goods = c.s.goods[seat]
    if any(goods):
        silver = sum(n * price for n, price in zip(goods, c.s.world.box.prices, strict=True))
        c.do(ev.Refunded(seat, silver, rules=("WA-R26",)))


def outs(c: Course) -> None:
    """A seat without capital is out when it has no unit on board or voyage and no district (WA-R20)."""
    s = c.s
    for p, life in enumerate(s.life):
        lost = life == IN and s.capital[p] < 0 and not s.own[p] and not s.here[p]
        if lost and not any(a.seat == p for a in s.armies) and not any(b.att == p for b in s.bouts):
            c.do(ev.SeatOut(p, rules=("WA-R20",)))


# ---------------------------------------------------------------- treasures
def secret(s: State, *seats: int) -> Audience:
    """Who sees what a treasure is: these seats, or everybody (option ``silver_hidden``)."""
    return seats if s.world.opt["silver_hidden"] else None


def too_dear(s: State, seat: int, cost: int, **known: Any) -> Ruling | None:
    """WA-3.14: nobody spends more than he has."""
    have = s.silver[seat]
    if cost <= have:
        return None
    told = facts(seat=seat, cost=cost, have=have, **known)
    return Ruling(ILLEGAL, "WA-3.14", told, audience=secret(s, seat), waivable=False)


# ---------------------------------------------------------------- figures
def supply(c: Course, kind: str, **whose: int) -> None:
    """A table that set a number of figures is told when they are used up; ``seat``: whose men or ships (WA-1.2)."""
    s = c.s
    most = s.world.opt[f"{kind}_supply"]
    if most:
        used = figures_of(s, whose["seat"], UNIT.index(kind)) if whose else sum(s.rukr if kind == RUKR else s.houses)
        if used > most:
            c.note("supply", "WA-1.2", kind=kind, used=used, most=most, **whose)


# ---------------------------------------------------------------- silver that comes home
def cash(c: Course, f: int, seat: int, n: int = 0, *, moved: bool = False) -> None:
    """Units with the die of a voyage are in an own district: a die and 1 silver for each is owed (WA-4.40, R46)."""
    s = c.s
    if not s.here[seat] >> f & 1:
        return
    marked = n or sum(g.n for g in s.units[f] if g.side == seat and g.mark and (g.spent > 0 or not moved))
    if marked:
        rules = ("WA-4.40", "WA-R46")
        c.do(ev.BoutBegan("cash", s.world.ids[f], seat, seat, marked, 0, "cash", marked, rules=rules))


def empty_purse(c: Course, f: int, seat: int) -> None:
    """Silver of a foray reaches an own district (WA-8.24)."""
    if c.s.purses and c.s.owner[f] == seat:
        silver = purse(c.s, f, seat)
        if silver:
            c.do(ev.PurseEmptied(seat, c.s.world.ids[f], silver, rules=("WA-8.24",)))


def drown(c: Course, f: int, seat: int) -> None:
    """On pure sea only as many men stay as the ships carry; the others are lost (WA-5.13, R55, R60)."""
    s = c.s
    if not s.world.sea >> f & 1 or any(b.field == f and seat in (b.one, b.two) for b in s.battles):
        return
    over = count_of(s, f, seat, MAN) - s.world.box.capacity * count_of(s, f, seat, SHIP)
    if over > 0:
        lost = labelled(s.world, f, pick(s.units[f], over, lambda g: g.side == seat and g.kind == MAN))
        c.do(ev.Drowned(seat, s.world.ids[f], lost, rules=("WA-R55", "WA-5.13", "WA-R60")))
