"""Effects of set-up, rounds, musters, movement, diplomacy and records."""

from __future__ import annotations

from itertools import repeat

from companion.engine.masks import bits
from companion.engine.slotted import changed, setter
from companion.games.walisk import events as ev
from companion.games.walisk.accord import enemies
from companion.games.walisk.pieces import (
    goods_changed,
    houses_set,
    owner_set,
    rukr_moved,
    with_all,
    with_own,
)
from companion.games.walisk.state import (
    IN,
    MAN,
    SHIP,
    Group,
    Horde,
    Phase,
    State,
    added,
    laid,
    locked,
    put,
    some,
    together,
    winter,
)

with_turn, with_acting = setter(State, "phase", "due", "fought"), setter(State, "agenda", "wave")
with_silver, with_goods, with_wave = setter(State, "silver"), setter(State, "goods", "silver"), setter(State, "wave")
with_agenda, with_growth = setter(State, "phase", "agenda", "dice"), setter(State, "rukr", "phase", "agenda", "dice")
with_capital = setter(State, "capital")
with_start = setter(State, "phase", "due", "agenda", "life", "silver", "spare", "revolts")


def _agenda(s: State, ids: ev.Ids) -> tuple[tuple[int, int], ...]:
    return tuple(zip(map(s.world.index.__getitem__, ids), repeat(0)))


def dice_noted(s: State, e: ev.DiceNoted) -> State:
    return changed(s, dice=(*s.dice, *e.faces))


# ---------------------------------------------------------------- set-up
def order_thrown(s: State, e: ev.OrderThrown) -> State:
    throws = list(s.throws)
    for seat, face in zip(e.seats, e.faces, strict=True):
        throws[seat] = (*throws[seat], face)
    return changed(s, throws=tuple(throws), dice=())


def order_settled(s: State, e: ev.OrderSettled) -> State:
    return changed(s, phase=Phase.START, order=e.turns, due=(*e.choosing, *e.invaders), throws=((),) * s.world.players)


def started(s: State, e: ev.Started) -> State:
    world, seat, f = s.world, e.seat, s.world.index[e.field]
    st = world.station(f, e.water)
    crew = Group(seat, MAN, st if world.sea >> f & 1 else -1, 0, -1, 0, e.men)
    fleet = Group(seat, SHIP, st, 0, -1, 0, e.ships)
    s = with_own(s, seat, {f: with_all(s.units[f], [g for g in (crew, fleet) if g.n])})
    if e.houses:
        s = with_capital(houses_set(owner_set(s, f, seat), f, e.houses), laid(s.capital, seat, f))
    due, todo = tuple([p for p in s.due if p != seat]), s.agenda
    if s.phase == Phase.START:
        phase = Phase.START
        if e.last:
            phase, due = Phase.SEED, ()
            todo = tuple(zip(bits(world.settle & ~sum(s.own)), repeat(0)))
    else:  # an invader that comes back in winter
        phase = Phase.MUSTER if s.phase == Phase.MUSTER and due else Phase.NEXT
    life, revolts = laid(s.life, seat, IN), tuple([r for r in s.revolts if r.seat != seat])
    silver, spare = added(s.silver, seat, e.silver), laid(s.spare, seat, e.spare)
    return with_start(s, phase, due, todo, life, silver, spare, revolts)


def seeded(s: State, e: ev.Seeded) -> State:
    rukr, index = list(s.rukr), s.world.index
    for name, n in zip(e.fields, e.counts, strict=True):
        rukr[index[name]] = n
    return changed(s, rukr=tuple(rukr), wild=some(rukr), agenda=(), dice=())


# ---------------------------------------------------------------- rounds
def round_began(s: State, e: ev.RoundBegan) -> State:
    armies, index = tuple(sorted([a._replace(left=max(0, a.left - 1)) for a in s.armies])), s.world.index
    agenda = tuple(zip(map(index.__getitem__, e.todo), e.moves or repeat(0), strict=False))
    first = e.then == Phase.HOMES
    return changed(
        s, phase=e.then, round=e.round, due=s.order, armies=armies, agenda=agenda, fought=0,
        grown=0 if first else s.grown, founded=(0,) * s.world.players if first else s.founded,
    )  # fmt: skip


def round_ended(s: State, e: ev.RoundEnded) -> State:
    held = tuple([0 if not h else s.own[p] if h == 1 else s.held[p] & s.own[p] for p, h in enumerate(e.hold)])
    return changed(s, hold=e.hold, held=held)


def hold_lost(s: State, e: ev.HoldLost) -> State:
    return changed(s, hold=laid(s.hold, e.seat, 0), held=laid(s.held, e.seat, 0))


def ended(s: State, e: ev.Ended) -> State:
    return changed(s, phase=Phase.OVER, winners=e.winners, due=(), bouts=(), dice=(), agenda=(), wave=(), adjourned=0)


# ---------------------------------------------------------------- the Rukr
def thrown_for(s: State, e: ev.HomesThrown | ev.GateThrown) -> State:
    return with_agenda(s, e.then, _agenda(s, e.todo), ())


def outbreak(s: State, e: ev.Outbreak) -> State:
    rukr, index = list(s.rukr), s.world.index
    for name, n in zip(e.fields, e.faces, strict=True):
        rukr[index[name]] += n
    return changed(s, rukr=tuple(rukr), wild=some(rukr), phase=e.then, agenda=_agenda(s, e.todo), dice=())


def grew(s: State, e: ev.Grew) -> State:
    rukr, index = list(s.rukr), s.world.index
    for name, n in zip(e.fields, e.added, strict=True):
        rukr[index[name]] += n
    return with_growth(s, tuple(rukr), e.then, _agenda(s, e.todo), ())


def wave_began(s: State, e: ev.WaveBegan) -> State:
    field = s.world.index.__getitem__
    wave = [Horde(f, (), f) for f in map(field, e.standing)]
    for name, goals in zip(e.hordes, e.targets, strict=True):
        if goals:
            aims = tuple(map(field, goals))
            wave.append(Horde(field(name), aims, aims[0] if len(aims) == 1 else -1))
    gone = set(map(field, (*e.hordes, *e.standing)))
    return with_acting(s, tuple([entry for entry in s.agenda if entry[0] not in gone]), tuple(sorted(wave)))


def hordes_aimed(s: State, e: ev.HordesAimed) -> State:
    aims = {s.world.index[f]: s.world.index[t] for f, t in zip(e.fields, e.targets, strict=True) if t}
    return changed(s, wave=tuple([Horde(f, goals, aims.get(f, to)) for f, goals, to in s.wave]), dice=())


def horde_moved(s: State, e: ev.HordeMoved) -> State:
    f, to = s.world.index[e.field], s.world.index[e.to]
    return with_wave(rukr_moved(s, f, e.left, to, e.n), tuple([h for h in s.wave if h[0] != f]))


def rukr_done(s: State, e: ev.RukrDone) -> State:
    return changed(s, phase=Phase.NEXT)


# ---------------------------------------------------------------- turns and musters
def turn_began(s: State, e: ev.TurnBegan) -> State:
    return with_turn(s, e.phase, s.due[s.due.index(e.seat) :], 0)


def turn_ended(s: State, e: ev.TurnEnded) -> State:
    """Movement points come back; men step ashore; origins are kept only where enemies still stand (WA-5.11)."""
    due = tuple([p for p in s.due if p != e.seat])
    if winter(s):
        return changed(s, phase=Phase.MUSTER if due and together(s) else Phase.NEXT, due=due)
    return changed(rested(s, e.seat), phase=Phase.NEXT, due=due, fought=0)


def rested(s: State, seat: int) -> State:
    world, changes = s.world, {}
    mask = s.here[seat]
    while mask:
        low = mask & -mask
        mask ^= low
        f = low.bit_length() - 1
        groups = s.units[f]
        plain = all(
            not g.spent and g.origin < 0 and (g.kind == SHIP or g.water < 0 or world.sea & low)
            for g in groups
            if g.side == seat
        )
        if plain:
            continue
        owner = s.owner[f]
        keep = (locked(s, f, seat) or bool(enemies(s, seat, f)) or (s.houses[f] > 0)) and owner != seat
        keep = keep or locked(s, f, seat)
        out: tuple[Group, ...] = tuple([g for g in groups if g.side != seat])
        for g in groups:
            if g.side == seat:
                ashore = g.kind == MAN and not world.sea & low
                out = put(
                    out, g._replace(spent=0, origin=g.origin if keep else -1, water=-1 if ashore else g.water)
                )  # fmt: skip
        changes[f] = out
    return with_own(s, seat, changes) if changes else s


def musters_opened(s: State, e: ev.MustersOpened) -> State:
    return changed(s, phase=Phase.MUSTER, due=e.seats)


def income(s: State, e: ev.Income) -> State:
    return with_silver(s, laid(s.silver, e.seat, e.silver))


def bought(s: State, e: ev.Bought) -> State:
    return with_goods(s, goods_changed(s, e.seat, e.kind, e.n), added(s.silver, e.seat, -e.cost))


def placed(s: State, e: ev.Placed) -> State:
    f = s.world.index[e.field]
    s = changed(s, goods=goods_changed(s, e.seat, e.kind, -e.n))
    if e.kind == "house":
        founded = s.founded if s.houses[f] else laid(s.founded, e.seat, s.founded[e.seat] | 1 << f)
        return changed(houses_set(s, f, s.houses[f] + e.n), grown=s.grown | 1 << f, founded=founded)
    ship = e.kind == "ship"
    water = s.world.station(f, e.water) if ship else -1
    return with_own(s, e.seat, {f: put(s.units[f], Group(e.seat, SHIP if ship else MAN, water, 0, -1, 0, e.n))})


def displaced(s: State, e: ev.Displaced) -> State:
    f = s.world.index[e.field]
    s = changed(
        s, goods=goods_changed(s, e.seat, "house", 1), grown=s.grown & ~(1 << f),
        founded=laid(s.founded, e.seat, s.founded[e.seat] & ~(1 << f)),
    )  # fmt: skip
    capital = s.capital if s.capital[e.seat] != f else laid(s.capital, e.seat, -1)
    return changed(houses_set(s, f, 0), capital=capital)


def refunded(s: State, e: ev.Refunded) -> State:
    return with_goods(s, laid(s.goods, e.seat, (0, 0, 0)), added(s.silver, e.seat, e.silver))


def capital_moved(s: State, e: ev.CapitalMoved) -> State:
    old, new = s.world.index[e.old], s.world.index[e.new]
    s = houses_set(houses_set(s, old, max(0, s.houses[old] - 1)), new, s.houses[new] + 1)
    return changed(
        s, goods=goods_changed(s, e.seat, "house", -1), grown=s.grown | 1 << new, capital=laid(s.capital, e.seat, new)
    )  # fmt: skip


def capital_set(s: State, e: ev.CapitalSet) -> State:
    return changed(s, capital=laid(s.capital, e.seat, s.world.index[e.field]))


def founded(s: State, e: ev.Founded) -> State:
    f = s.world.index[e.field]
    s = houses_set(s, f, 1)
    return changed(s, spare=added(s.spare, e.seat, -1), grown=s.grown | 1 << f)
