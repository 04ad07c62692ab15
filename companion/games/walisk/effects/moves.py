"""Effects of movement, voyages, diplomacy and records."""

from __future__ import annotations

from companion.engine.slotted import changed, setter
from companion.games.walisk import events as ev
from companion.games.walisk.pieces import (
    goods_changed,
    houses_set,
    owners_set,
    pick,
    purse_moved,
    with_all,
    with_own,
    without,
)
from companion.games.walisk.state import (
    MAN,
    SHIP,
    Agreement,
    Army,
    Bout,
    Group,
    Phase,
    Revolt,
    State,
    added,
    dropped,
    put,
)

with_agreements, with_silver = setter(State, "agreements"), setter(State, "silver")


# ---------------------------------------------------------------- movement
def walked(s: State, e: ev.Walked) -> State:
    world, seat, mark = s.world, e.seat, int(e.marked)
    f, to = world.index[e.field], world.index[e.to]
    gone = pick(s.units[f], e.men, lambda g: g[0] == seat and g[1] == MAN and g[3] == e.spent and g[5] == mark)
    n = sum(g.n for g in gone)
    new = Group(seat, MAN, -1, min(e.spent + e.cost, world.box.man_bp), f, mark, n)
    s = with_own(s, seat, {f: without(s.units[f], gone), to: put(s.units[to], new)})
    return purse_moved(s, f, to, seat) if s.purses else s


def crew(s: State, f: int, seat: int, st: int, spent: int, mark: int, n: int) -> list[Group]:
    """The men that board, or are aboard of, a fleet: those who sail already first (WA-4.7, 4.8)."""

    def aboard(g: Group) -> bool:
        return g.side == seat and g.kind == MAN and g.mark == mark and g.water == st and g.spent == spent

    def ashore(g: Group) -> bool:
        if g.side != seat or g.kind != MAN or g.mark != mark:
            return False
        return g.water < 0 or (g.spent == 0 and g.water != st)

    first = pick(s.units[f], n, aboard)
    n -= sum(g.n for g in first)
    return first + (pick(s.units[f], n, ashore) if spent == 0 and n else [])


def sailed(s: State, e: ev.Sailed) -> State:
    world, seat = s.world, e.seat
    f, to = world.index[e.field], world.index[e.to]
    st, goal = world.station(f, e.water), world.station(to, e.to_water)
    spent, origin = min(e.spent + e.cost, world.box.ship_bp), len(world.ids) + st
    gone: list[Group] = []
    new: list[Group] = []
    for mark, ships, men in ((0, e.ships - e.marked_ships, e.men - e.marked_men), (1, e.marked_ships, e.marked_men)):
        if ships:
            gone += pick(
                s.units[f],
                ships,
                lambda g, mark=mark: g[0] == seat and g[1] == SHIP and g[2] == st and g[3] == e.spent and g[5] == mark,  # type: ignore[misc]
            )
            new.append(Group(seat, SHIP, goal, spent, origin, mark, ships))
        if men:
            gone += crew(s, f, seat, st, e.spent, mark, men)
            new.append(Group(seat, MAN, goal, spent, origin, mark, men))
    left = without(s.units[f], gone)
    s = with_own(s, seat, {f: with_all(left, new)} if f == to else {f: left, to: with_all(s.units[to], new)})
    s = changed(s, phase=Phase.SHIPS)
    return purse_moved(s, f, to, seat) if s.purses else s


def movement_ended(s: State, e: ev.MovementEnded) -> State:
    return changed(s, phase=e.then)


def voyage_declared(s: State, e: ev.VoyageDeclared) -> State:
    seat, f = e.seat, s.world.index[e.field]
    gone = []
    moved_first = tuple(sorted(s.units[f], key=lambda g: (not g.spent, g.mark)))
    for kind, n in ((SHIP, e.ships), (MAN, e.men)):
        gone += pick(moved_first, n, lambda g, kind=kind: g.side == seat and g.kind == kind)  # type: ignore[misc]
    s = with_own(s, seat, {f: without(s.units[f], gone)})
    bout = Bout("voyage", f, seat, seat, e.ships, e.men, "length", 3)
    return changed(s, bouts=(*s.bouts, bout))


def voyage_began(s: State, e: ev.VoyageBegan) -> State:
    armies = tuple(sorted((*s.armies, Army(e.seat, e.left, e.ships, e.men, 0))))
    return changed(s, armies=armies, bouts=dropped(s.bouts, "length"), dice=())


def returned(s: State, e: ev.Returned) -> State:
    world, f = s.world, s.world.index[e.field]
    back = (e.seat, e.ships, e.men, int(e.proven))
    armies = list(s.armies)
    armies.remove(next(a for a in armies if (a.seat, a.ships, a.men, a.proven) == back and a.left <= 0))
    sea = bool(world.sea >> f & 1)
    st = world.stations[f][0] if world.stations[f] else -1
    fleet, crew = Group(e.seat, SHIP, st, 0, -1, 1, e.ships), Group(e.seat, MAN, st if sea else -1, 0, -1, 1, e.men)
    s = with_own(s, e.seat, {f: with_all(s.units[f], [g for g in (fleet, crew) if g.n])})
    s = changed(s, armies=tuple(armies), phase=Phase.RETURN)
    if e.proven:
        return s
    return changed(s, bouts=(*s.bouts, Bout("landing", f, e.seat, e.seat, e.ships, e.men, "landing", e.ships + e.men)))


def voyage_losses(s: State, e: ev.VoyageLosses) -> State:
    s = changed(s, bouts=dropped(s.bouts, "landing"), dice=())
    if e.field:
        f = s.world.index[e.field]
        gone = []
        for kind, n in ((SHIP, e.ships), (MAN, e.men)):
            gone += pick(
                s.units[f], n, lambda g, kind=kind: g.side == e.seat and g.kind == kind and bool(g.mark)  # type: ignore[misc]
            )  # fmt: skip
        return with_own(s, e.seat, {f: without(s.units[f], gone)})
    armies = list(s.armies)
    old = Army(e.seat, e.left, len(e.ship_faces), len(e.man_faces), 0)
    armies.remove(old)
    new = old._replace(ships=old.ships - e.ships, men=old.men - e.men, proven=1)
    if new.ships + new.men:
        armies.append(new)
    return changed(s, armies=tuple(sorted(armies)))


def cashed(s: State, e: ev.Cashed) -> State:
    """The dice go from as many marked units, those that moved first."""
    f = s.world.index[e.field]
    moved_first = tuple(sorted(s.units[f], key=lambda g: not g.spent))
    gone = pick(moved_first, len(e.faces), lambda g: g.side == e.seat and bool(g.mark))
    s = with_own(s, e.seat, {f: with_all(without(s.units[f], gone), [g._replace(mark=0) for g in gone])})
    return changed(s, silver=added(s.silver, e.seat, e.silver), bouts=dropped(s.bouts, "cash", f), dice=())


# ---------------------------------------------------------------- diplomacy and records
def _agreement(s: State, e: ev.Agreed | ev.AgreementEnded) -> Agreement:
    until = e.until if isinstance(e, ev.Agreed) else 0
    index = s.world.index
    return Agreement(e.kind, e.one, e.two, sum([1 << index[i] for i in e.fields]), until)


def agreed(s: State, e: ev.Agreed) -> State:
    pact = (e.kind, e.one, e.two)
    if s.agreements:
        return with_agreements(s, tuple(sorted([*[a for a in s.agreements if a[:3] != pact], _agreement(s, e)])))
    return with_agreements(s, (_agreement(s, e),))


def agreement_ended(s: State, e: ev.AgreementEnded) -> State:
    gone = _agreement(s, e)[:4]
    return with_agreements(s, tuple([a for a in s.agreements if a[:4] != gone]))


def gifted(s: State, e: ev.Gifted) -> State:
    return with_silver(s, added(added(s.silver, e.seat, -e.silver), e.to, e.silver))


def handed(s: State, e: ev.Handed) -> State:
    s = changed(s, goods=goods_changed(s, e.seat, e.kind, -e.n))
    return changed(s, goods=goods_changed(s, e.to, e.kind, e.n))


def ceded(s: State, e: ev.Ceded) -> State:
    return owners_set(s, [s.world.index[name] for name in e.fields], e.to)


def shrunk(s: State, e: ev.Shrunk) -> State:
    return houses_set(s, s.world.index[e.field], e.houses)


def adjourned(s: State, e: ev.Adjourned) -> State:
    return changed(s, adjourned=sum(1 << p for p in e.seats))


def confirmed(s: State, e: ev.Confirmed) -> State:
    return changed(s, adjourned=s.adjourned & ~(1 << e.seat))


def unrest_thrown(s: State, e: ev.UnrestThrown) -> State:
    revolts = []
    for r in s.revolts:
        if r.seat == e.seat:
            hopes, unrest = r.hopes, r.unrest
            for name, face in zip(e.fields, e.faces, strict=True):
                bit = 1 << s.world.index[name]
                if face == 1:
                    hopes, unrest = hopes & ~bit, unrest & ~bit
                elif face == 6:
                    hopes, unrest = hopes & ~bit, unrest | bit
            r = Revolt(r.seat, r.by, r.round, r.capital, hopes, unrest)
            if not hopes and unrest.bit_count() < 3:
                continue  # nothing left to hope for
        revolts.append(r)
    return changed(s, revolts=tuple(revolts), dice=())
