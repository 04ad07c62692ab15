"""Moving units in the state: groups that are taken, put and lost, with the masks that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.engine.slotted import changed, setter
from companion.games.walisk.state import GOODS, SHIP, Group, Heap, Lost, Purse, State, label, laid, put, take
from companion.games.walisk.world import World

Groups = tuple[Group, ...]
with_groups, with_rukr = setter(State, "units", "here"), setter(State, "rukr", "wild")
with_owners, with_houses = setter(State, "owner", "own"), setter(State, "houses", "built")


def with_units(s: State, changes: Mapping[int, Groups]) -> State:
    """The state with other groups in some fields."""
    units = list(s.units)
    here = list(s.here)
    for f, groups in changes.items():
        units[f] = groups
        bit = 1 << f
        sides = {g[0] for g in groups}
        for p in range(len(here)):
            here[p] = here[p] | bit if p in sides else here[p] & ~bit
    return with_groups(s, tuple(units), tuple(here))


def with_own(s: State, seat: int, changes: Mapping[int, Groups]) -> State:
    """The same where only one seat's units change."""
    units = list(s.units)
    mine = s.here[seat]
    for f, groups in changes.items():
        units[f] = groups
        bit = 1 << f
        mine &= ~bit
        for g in groups:
            if g[0] == seat:
                mine |= bit
                break
    here = s.here if mine == s.here[seat] else laid(s.here, seat, mine)
    return with_groups(s, tuple(units), here)


def pick(groups: Groups, n: int, test: Callable[[Group], bool]) -> list[Group]:
    """The first n units among the groups that pass a test."""
    out = []
    for g in groups:
        if n <= 0:
            break
        if test(g):
            k = min(n, g.n)
            out.append(g if k == g.n else g._replace(n=k))
            n -= k
    return out


def without(groups: Groups, gone: Iterable[Group]) -> Groups:
    for g in gone:
        groups = take(groups, g)
    return groups


def with_all(groups: Groups, new: Iterable[Group]) -> Groups:
    for g in new:
        groups = put(groups, g)
    return groups


def labelled(s: State, f: int, side: int, lost: Lost) -> list[Group]:
    """The groups that labels name."""
    out: list[Group] = []
    for name, n in lost:
        out += pick(s.units[f], n, lambda g, name=name: g.side == side and label(s.world, g, f) == name)  # type: ignore[misc]
    return out


def removed(s: State, f: int, side: int, lost: Lost) -> State:
    """The state without lost units, which are players' groups by label or Rukr by number."""
    if not lost:
        return s
    if side == s.world.players:
        return rukr_added(s, f, -sum(n for _, n in lost))
    return with_own(s, side, {f: without(s.units[f], labelled(s, f, side, lost))})


def buried(s: State, f: int, side: int, lost: Lost) -> tuple[State, Heap]:
    """The state without lost units, and the heap of these dead."""
    if not lost:
        return s, Heap()
    if side == s.world.players:
        n = sum([n for _, n in lost])
        return rukr_added(s, f, -n), Heap(n)
    gone = labelled(s, f, side, lost)
    ships, all_ = sum([g.n for g in gone if g.kind == SHIP]), sum([g.n for g in gone])
    dead = Heap(all_ - ships, ships, sum([g.n for g in gone if g.mark]))
    return with_own(s, side, {f: without(s.units[f], gone)}), dead


def rukr_added(s: State, f: int, n: int) -> State:
    count = s.rukr[f] + n
    bit = 1 << f
    return with_rukr(s, laid(s.rukr, f, count), s.wild | bit if count else s.wild & ~bit)


def rukr_moved(s: State, f: int, left: int, to: int, n: int) -> State:
    """A horde leaves some of its Rukr and takes others to a field."""
    rukr, bit = list(s.rukr), 1 << f
    rukr[f] = left
    rukr[to] += n
    wild = s.wild | bit if left else s.wild & ~bit
    return with_rukr(s, tuple(rukr), wild | 1 << to if rukr[to] else wild & ~(1 << to))


def houses_set(s: State, f: int, n: int) -> State:
    bit = 1 << f
    return with_houses(s, laid(s.houses, f, n), s.built | bit if n else s.built & ~bit)


def owner_set(s: State, f: int, seat: int) -> State:
    was, bit = s.owner[f], 1 << f
    own = list(s.own)
    if was >= 0:
        own[was] &= ~bit
    if seat >= 0:
        own[seat] |= bit
    return with_owners(s, laid(s.owner, f, seat), tuple(own))


def owners_set(s: State, fields: Iterable[int], seat: int) -> State:
    """Many fields change hands at once."""
    owner, own, mask = list(s.owner), list(s.own), 0
    for f in fields:
        if owner[f] >= 0:
            own[owner[f]] &= ~(1 << f)
        owner[f] = seat
        mask |= 1 << f
    if seat >= 0:
        own[seat] |= mask
    return with_owners(s, tuple(owner), tuple(own))


def parse_place(world: World, text: str) -> tuple[int, int]:
    """A place in texts as (field, station), the station -1 for a field alone; field -1: no such place."""
    if text in world.index:
        return world.index[text], -1
    name, _, water = text.rpartition(".")
    st = world.waters.get((name, water), -1)
    return (world.station_field[st], st) if st >= 0 else (-1, -1)


def origin_of(world: World, text: str) -> int:
    """The code of an origin: a field, or number of fields + station; -1: none."""
    f, st = parse_place(world, text)
    return f if st < 0 else len(world.ids) + st


# ---------------------------------------------------------------- purses
def purse(s: State, f: int, seat: int) -> int:
    return next((p.silver for p in s.purses if p.field == f and p.seat == seat), 0)


def purse_added(s: State, f: int, seat: int, silver: int) -> State:
    left = [p for p in s.purses if p.field != f or p.seat != seat]
    total = purse(s, f, seat) + silver
    if total:
        left.append(Purse(f, seat, total))
    return changed(s, purses=tuple(sorted(left)))


def purse_moved(s: State, f: int, to: int, seat: int) -> State:
    """Silver goes along with those who leave first (WA-8.24)."""
    silver = purse(s, f, seat)
    return purse_added(purse_added(s, f, seat, -silver), to, seat, silver) if silver else s


# ---------------------------------------------------------------- goods
def goods_changed(s: State, seat: int, kind: str, n: int) -> tuple[tuple[int, int, int], ...]:
    """Goods by seat, with some more of a kind for one of them."""
    old = list(s.goods[seat])
    old[GOODS.index(kind)] += n
    return laid(s.goods, seat, (old[0], old[1], old[2]))
