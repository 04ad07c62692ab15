"""Effects of battles, sieges, forays, and of all that changes hands after them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine.masks import bits
from companion.engine.slotted import changed, setter
from companion.games.walisk import events as ev
from companion.games.walisk.pieces import (
    buried,
    houses_set,
    labelled,
    owner_set,
    owners_set,
    parse_place,
    purse_added,
    purse_moved,
    removed,
    with_all,
    with_own,
    with_units,
    without,
)
from companion.games.walisk.state import (
    IN,
    OUT,
    SHIP,
    TURNS,
    Battle,
    Bout,
    Group,
    Heap,
    Phase,
    Purse,
    Revolt,
    State,
    added,
    dropped,
    laid,
    put,
    together,
)

with_bouts, with_throw, with_silver = setter(State, "bouts"), setter(State, "bouts", "dice"), setter(State, "silver")
with_exchange, with_fight = setter(State, "battles", "bouts"), setter(State, "bouts", "wave", "fought")


def _at(s: State, f: int, step: str) -> int:
    """The place of the bout in this field and step."""
    return next(i for i, b in enumerate(s.bouts) if b.field == f and b.step == step)


def _swap(s: State, i: int, **change: Any) -> tuple[Bout, ...]:
    """The bouts with one of them changed."""
    return laid(s.bouts, i, changed(s.bouts[i], **change))


def bout_began(s: State, e: ev.BoutBegan) -> State:
    if e.kind == "landing":  # thrown before the army lands: ``dfd`` names its rounds left
        early = Bout(e.kind, -1, e.att, e.att, e.size_a, e.size_d, e.step, e.n, extra=e.dfd)
        return changed(s, bouts=(*s.bouts, early))
    f = s.world.index[e.field]
    bout = Bout(e.kind, f, e.att, e.dfd, e.size_a, e.size_d, e.step, e.n)
    wave = tuple([h for h in s.wave if h[0] != f or h[2] != f]) if s.wave else s.wave  # who stood there has acted
    fought = s.fought if e.kind == "cash" else s.fought | 1 << f
    return with_fight(s, (*s.bouts, bout), wave, fought)


def _hits_defender(b: Bout) -> bool:
    """In the first half of an exchange the defender loses; besiegers and raiders are hit by their own dice."""
    return b.half == 0 and b.kind in ("battle", "storm")


def _told(s: State, e: ev.Thrown | ev.LossChosen, step: str, hits: int | None) -> tuple[Bout, ...]:
    """The bouts with what dice or people have told of one of them; ``hits`` None: as before."""
    i = _at(s, s.world.index[e.field], step)
    b = s.bouts[i]
    lost_a, lost_d = b.lost_a, b.lost_d
    if e.lost:
        if _hits_defender(b):
            lost_d = e.lost
        else:
            lost_a = e.lost
    hits = b.hits if hits is None else hits
    new = Bout(b.kind, b.field, b.att, b.dfd, b.size_a, b.size_d, e.then, e.n, e.half, hits, b.extra, lost_a, lost_d)
    return laid(s.bouts, i, new)


def thrown(s: State, e: ev.Thrown) -> State:
    return with_throw(s, _told(s, e, e.step, e.hits), ())


def loss_chosen(s: State, e: ev.LossChosen) -> State:
    return with_bouts(s, _told(s, e, "lose", None))


def _plus(a: Heap, b: Heap) -> Heap:
    return Heap(a.men + b.men, a.ships + b.ships, a.marked + b.marked)


def _merged(battles: Iterable[Battle]) -> tuple[Battle, ...]:
    """Battles as they are recorded: of the same sides in a field one, with all its dead."""
    out: dict[tuple[int, int, int], Battle] = {}
    for b in battles:
        key = (b.field, b.one, b.two)
        if key in out:
            b = b._replace(dead_one=_plus(out[key].dead_one, b.dead_one), dead_two=_plus(out[key].dead_two, b.dead_two))
        out[key] = b
    return tuple(sorted(out.values()))


def exchanged(s: State, e: ev.Exchanged) -> State:
    f = s.world.index[e.field]
    s, dead_a = buried(s, f, e.att, e.lost_a)
    s, dead_d = buried(s, f, e.dfd, e.lost_d)
    new = Battle(f, e.att, e.dfd, dead_a, dead_d) if e.att < e.dfd else Battle(f, e.dfd, e.att, dead_d, dead_a)
    battles = _merged((*s.battles, new))
    done = _swap(s, _at(s, f, "close"), step="after", half=0, n=0, lost_a=(), lost_d=())
    return with_exchange(s, battles, done)


def stayed(s: State, e: ev.Stayed) -> State:
    i = _at(s, s.world.index[e.field], "after")
    return with_bouts(s, _swap(s, i, half=1 if s.bouts[i].att == e.seat else 2))


def withdrew(s: State, e: ev.Withdrew) -> State:
    world, f = s.world, s.world.index[e.field]
    first = -1
    s = removed(s, f, e.seat, e.lost)
    for name, n, where in e.moves:
        to, st = parse_place(world, where)
        gone = labelled(s, f, e.seat, ((name, n),))
        afloat = bool(world.sea >> to & 1)
        new = [
            g._replace(water=st if g.kind == SHIP or afloat else -1, spent=0, origin=-1) for g in gone
        ]  # fmt: skip
        s = with_own(s, e.seat, {f: without(s.units[f], gone), to: with_all(s.units[to], new)})
        s = changed(s, fought=s.fought | 1 << to)
        first = to if first < 0 else first
    if s.purses and first >= 0 and not s.here[e.seat] >> f & 1:
        s = purse_moved(s, f, first, e.seat)
    i = _at(s, f, "after")
    first_half = s.bouts[i].half == 0 and s.bouts[i].att == e.seat
    return with_bouts(s, _swap(s, i, half=1 if first_half else 2))


def battle_goes_on(s: State, e: ev.BattleGoesOn) -> State:
    return with_bouts(s, dropped(s.bouts, "after", s.world.index[e.field]))


def battle_ended(s: State, e: ev.BattleEnded) -> State:
    """The record goes; loot is owed; the winner's units forget where they came from, if nobody else is there."""
    f = s.world.index[e.field]
    battles = tuple([b for b in s.battles if (b.field, b.one, b.two) != (f, e.one, e.two)])
    bouts = tuple([b for b in s.bouts if b.step != "after" or b.field != f or {b.att, b.dfd} != {e.one, e.two}])
    n = e.dead + e.marked
    if n:
        loser = e.two if e.winner == e.one else e.one
        bouts = (*bouts, Bout("loot", f, e.winner, loser, e.dead, e.marked, "loot", n))
    return with_exchange(s, battles, bouts)


def looted(s: State, e: ev.Looted | ev.Plundered) -> State:
    bouts = dropped(s.bouts, "loot" if isinstance(e, ev.Looted) else "plunder", s.world.index[e.field])
    return changed(s, silver=added(s.silver, e.seat, e.silver), bouts=bouts, dice=())


def drowned(s: State, e: ev.Drowned) -> State:
    return removed(s, s.world.index[e.field], e.seat, e.lost)


def besieged(s: State, e: ev.Besieged) -> State:
    f = s.world.index[e.field]
    s = removed(s, f, e.att, e.lost)
    s = houses_set(s, f, max(0, s.houses[f] - e.houses))
    return _plunder(s, f, e.dice)


def _plunder(s: State, f: int, dice: int, **change: int) -> State:
    """The siege or storm is closed, and dice for plunder are owed if houses fell."""
    if not dice:
        return with_bouts(s, dropped(s.bouts, "close", f))
    return with_bouts(s, _swap(s, _at(s, f, "close"), step="plunder", n=dice, lost_a=(), lost_d=(), **change))


def stormed(s: State, e: ev.Stormed) -> State:
    f = s.world.index[e.field]
    s = removed(s, f, e.att, e.lost)
    s = houses_set(s, f, max(0, s.houses[f] - e.slain))
    return _plunder(s, f, e.dice, hits={"razed": 2, "taken": 1, "held": 0}[e.result])


def forayed(s: State, e: ev.Forayed) -> State:
    f = s.world.index[e.field]
    s = removed(removed(s, f, e.seat, e.lost), f, e.seat, e.surplus)
    s = changed(s, bouts=dropped(s.bouts, "close", f))
    if e.owner >= 0 and e.paid:
        s = changed(s, silver=added(s.silver, e.owner, e.paid))
    return purse_added(s, f, e.seat, e.silver) if e.silver else s


def taken(s: State, e: ev.Taken) -> State:
    return owner_set(s, s.world.index[e.field], e.seat)


def purse_emptied(s: State, e: ev.PurseEmptied) -> State:
    f = s.world.index[e.field]
    return changed(purse_added(s, f, e.seat, -e.silver), silver=added(s.silver, e.seat, e.silver))


def purse_taken(s: State, e: ev.PurseTaken) -> State:
    f = s.world.index[e.field]
    s = purse_added(s, f, e.loser, -e.silver)
    return purse_added(s, f, e.winner, e.silver) if 0 <= e.winner < s.world.players else s


# ---------------------------------------------------------------- realms
def realm_fallen(s: State, e: ev.RealmFallen) -> State:
    """Districts, units, voyages, treasure, goods and agreements of a lost realm (WA-2.16, R23, R11)."""
    seat, by = e.seat, e.by
    index = s.world.index
    for name in e.districts if by < 0 else ():
        s = houses_set(s, index[name], 0)
    s = owners_set(s, [index[name] for name in e.districts], by)
    changes = {}
    for f in bits(s.here[seat]):
        groups = tuple([g for g in s.units[f] if g.side != seat])
        if by >= 0:
            for g in s.units[f]:
                if g.side == seat:
                    groups = put(groups, Group(by, g.kind, g.water, 0, -1, g.mark, g.n))
        changes[f] = groups
    s = with_units(s, changes)
    if s.armies or s.purses or s.battles:
        s = _abroad(s, seat, by)
    silver, goods = list(s.silver), list(s.goods)
    if by >= 0:
        a, b = goods[by], goods[seat]
        goods[by] = (a[0] + b[0], a[1] + b[1], a[2] + b[2])
    silver[seat], goods[seat] = 0, (0, 0, 0)
    revolts = [r for r in s.revolts if r.seat != seat]
    if e.revolt:
        hopes = sum(1 << index[i] for i in e.revolt)
        revolts.append(Revolt(seat, by, s.round, index[e.home], hopes, 0))
    turn = bool(s.due) and s.due[0] == seat and s.phase in (*TURNS, Phase.MUSTER, Phase.UNREST)
    due = tuple([p for p in s.due if p != seat])
    phase = Phase.NEXT if turn and not (due and together(s)) else s.phase
    return changed(
        s, silver=tuple(silver), goods=tuple(goods), revolts=tuple(sorted(revolts)),
        capital=laid(s.capital, seat, -1), life=laid(s.life, seat, OUT),
        agreements=tuple([a for a in s.agreements if seat not in (a.one, a.two)]), spare=laid(s.spare, seat, 0),
        beaten=laid(s.beaten, seat, s.beaten[seat] | (1 << by if by >= 0 else 0)), founded=laid(s.founded, seat, 0),
        hold=laid(s.hold, seat, 0), held=laid(s.held, seat, 0), adjourned=s.adjourned & ~(1 << seat),
        due=due, phase=phase, bouts=tuple([b for b in s.bouts if seat not in (b.att, b.dfd)]),
    )  # fmt: skip


def _abroad(s: State, seat: int, by: int) -> State:
    """What a lost realm has on voyages, with its armies and in battles goes to its conqueror."""
    armies = [a for a in s.armies if a.seat != seat]
    gone: tuple[Purse, ...] = tuple(p for p in s.purses if p.seat == seat)
    purses = [p for p in s.purses if p.seat != seat]
    if by >= 0:
        armies += [a._replace(seat=by) for a in s.armies if a.seat == seat]
    s = changed(s, armies=tuple(sorted(armies)), purses=tuple(purses), battles=_battles(s, seat, by))
    for p in gone:
        s = purse_added(s, p.field, by, p.silver) if by >= 0 else s
    return s


def _battles(s: State, seat: int, by: int) -> tuple[Battle, ...]:
    """Battles of a lost realm: against its conqueror they end, against others he goes on with them."""
    out = []
    for b in s.battles:
        if seat in (b.one, b.two):
            other, mine = (b.two, b.dead_one) if b.one == seat else (b.one, b.dead_two)
            theirs = b.dead_two if b.one == seat else b.dead_one
            if by < 0 or other == by:
                continue
            one, two = sorted((by, other))
            b = Battle(b.field, one, two, mine if one == by else theirs, theirs if one == by else mine)
        out.append(b)
    return _merged(out)


def inherited(s: State, e: ev.Inherited) -> State:
    return with_silver(s, added(laid(s.silver, e.seat, 0), e.by, e.silver))


def seat_out(s: State, e: ev.SeatOut) -> State:
    seat = e.seat
    return changed(
        s, life=laid(s.life, seat, OUT), due=tuple(p for p in s.due if p != seat),
        agreements=tuple(a for a in s.agreements if seat not in (a.one, a.two)),
        silver=laid(s.silver, seat, 0), spare=laid(s.spare, seat, 0), hold=laid(s.hold, seat, 0),
        held=laid(s.held, seat, 0), goods=laid(s.goods, seat, (0, 0, 0)),
    )  # fmt: skip


def revolted(s: State, e: ev.Revolted) -> State:
    """The districts and all that is in them fall back to the rebel (WA-8.53, R73); the Rukr stay."""
    seat, index = e.seat, s.world.index
    changes = {}
    for name in e.fields:
        f = index[name]
        s = owner_set(s, f, seat)
        groups: tuple[Any, ...] = ()
        for g in s.units[f]:
            groups = put(groups, g._replace(side=seat, spent=0, origin=-1))
        changes[f] = groups
    s = with_units(s, changes)
    rukr = s.world.players  # battles against them go on; those of others there are over
    battles = _merged(
        b._replace(one=seat) if b.field in changes else b
        for b in s.battles if b.field not in changes or b.two == rukr
    )  # fmt: skip
    purses = tuple(p for p in s.purses if p.field not in changes)
    return changed(
        s, battles=battles, purses=purses, life=laid(s.life, seat, IN),
        capital=laid(s.capital, seat, index[e.capital]), revolts=tuple(r for r in s.revolts if r.seat != seat),
    )  # fmt: skip
