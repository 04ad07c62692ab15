"""The state of a game of Walisk, whole after every input. Fields, stations and seats are numbers of the world."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import compress
from typing import NamedTuple, TypeVar

from companion.engine.masks import bits
from companion.engine.slotted import constants, slotted, values_of
from companion.games.walisk.world import World

T = TypeVar("T")


@constants
class Phase:
    """Parts of the game, as positions name them."""

    ORDER, START, SEED = "order", "start", "seed"
    HOMES, OUTBREAK, GATE, GROWTH, MUSTER, COMEBACK = "homes", "outbreak", "gate", "growth", "muster", "comeback"
    RUKR, MEN, SHIPS, RETURN, FIGHT, UNREST = "rukr", "men", "ships", "return", "fight", "unrest"
    NEXT, OVER = "next", "over"


PHASES = values_of(Phase)
SETUP = (Phase.ORDER, Phase.START, Phase.SEED)
TURNS = (Phase.MEN, Phase.SHIPS, Phase.RETURN, Phase.FIGHT)
SEASONS = ("winter", "spring", "summer", "autumn")

MAN, SHIP = 0, 1
UNIT = ("man", "ship")
GOODS = (*UNIT, "house")  # in the order of prices and goods
WAITING, IN, OUT = "waiting", "in", "out"  # lives of a seat: before its start, in the game, out of it

PASSAGE, PEACE, ALLIANCE, OTHER = "passage", "peace", "alliance", "other"
AGREEMENTS = (PASSAGE, PEACE, ALLIANCE, OTHER)


class Group(NamedTuple):
    """Equal units of one seat in a field: what the rules tell apart makes a group of its own.

    ``water``: station of a ship, or of the fleet that a man is aboard of; -1 ashore. ``spent``: movement points used
    this turn. ``origin``: where they came from, a field, or number of fields + station; -1 none (WA-5.11, R53).
    """

    side: int
    kind: int
    water: int
    spent: int
    origin: int
    mark: int  # 1: carries the die of a voyage (WA-4.38)
    n: int


class Army(NamedTuple):
    """An army on voyage: ``left`` rounds until it is due (WA-4.32, 4.33); ``proven``: its loss dice were thrown."""

    seat: int
    left: int
    ships: int
    men: int
    proven: int


class Heap(NamedTuple):
    """The dead of one side of a battle (WA-5.25)."""

    men: int = 0
    ships: int = 0
    marked: int = 0


class Battle(NamedTuple):
    """A battle that goes on, between two sides (WA-5.26); ``one`` is the lower number."""

    field: int
    one: int
    two: int
    dead_one: Heap
    dead_two: Heap


class Agreement(NamedTuple):
    """What two seats agreed (WA-6.2). Passage: ``one`` lets ``two`` through ``fields`` (a mask, 0: all of his)."""

    kind: str
    one: int
    two: int
    fields: int
    until: int  # last round it holds; 0: until revoked


class Purse(NamedTuple):
    """Silver that an army carries home (WA-8.24)."""

    field: int
    seat: int
    silver: int


class Revolt(NamedTuple):
    """Dice of a lost realm (WA-8.51): fields still hoping, fields in unrest."""

    seat: int
    by: int
    round: int  # of the loss
    capital: int
    hopes: int
    unrest: int


class Horde(NamedTuple):
    """A horde of the wave that moves now: where it may go, and where it goes (-1: not thrown yet)."""

    field: int
    targets: tuple[int, ...]
    to: int


Lost = tuple[tuple[str, int], ...]  # label of a group, number


@slotted
class Bout:
    """Dice and choices that must be finished first: an exchange, a siege throw, a storm, a foray, loot, silver.

    ``half`` 0: the attacker strikes, 1: the defender. ``n``: dice owed in this step, or losses to choose.
    ``hits``: what was counted so far. Sizes are those at the beginning, since the slain still strike (WA-5.7).
    """

    kind: str
    field: int
    att: int
    dfd: int
    size_a: int
    size_d: int
    step: str
    n: int
    half: int = 0
    hits: int = 0
    extra: int = 0
    lost_a: Lost = ()
    lost_d: Lost = ()


@slotted
class State:
    """Tuples by seat or by field; masks are bit masks of fields."""

    world: World
    phase: str
    round: int  # 1: the winter of year 1
    order: tuple[int, ...]  # turn order of the whole game
    due: tuple[int, ...]  # seats that still act this round (or start), the first is on turn
    throws: tuple[tuple[int, ...], ...]  # set-up throws
    life: tuple[str, ...]
    owner: tuple[int, ...]  # -1: nobody
    houses: tuple[int, ...]
    rukr: tuple[int, ...]
    units: tuple[tuple[Group, ...], ...]
    own: tuple[int, ...]  # derived: districts of each seat
    here: tuple[int, ...]  # derived: fields with units of each seat
    wild: int  # derived: fields with Rukr
    built: int  # derived: fields with houses
    capital: tuple[int, ...]
    silver: tuple[int, ...]
    goods: tuple[tuple[int, int, int], ...]  # men, ships, houses not placed yet
    spare: tuple[int, ...]  # houses that invaders brought along (WA-8.62)
    grown: int  # settlements that grew this year
    founded: tuple[int, ...]  # where each seat founded this winter
    armies: tuple[Army, ...]
    battles: tuple[Battle, ...]
    agreements: tuple[Agreement, ...]
    purses: tuple[Purse, ...]
    fought: int  # fields where the seat on turn has fought
    bouts: tuple[Bout, ...]
    dice: tuple[int, ...]  # faces of the throw that is not complete
    agenda: tuple[tuple[int, int], ...]  # Rukr still to act (1 moves, 0 stays), or fields to throw for
    wave: tuple[Horde, ...]
    revolts: tuple[Revolt, ...]
    beaten: tuple[int, ...]  # seats that have beaten each seat, as a mask (WA-8.55)
    hold: tuple[int, ...]  # round ends in a row with enough districts (WA-R21)
    held: tuple[int, ...]  # districts held at all of them
    adjourned: int  # seats that must still confirm the record, as a mask (WA-8.31)
    winners: tuple[int, ...]


def fresh(world: World) -> State:
    p, n = world.players, len(world.ids)
    none = (0,) * p
    return State(
        world=world, phase=Phase.ORDER, round=1, order=(), due=(), throws=((),) * p, life=(WAITING,) * p,
        owner=(-1,) * n, houses=(0,) * n, rukr=(0,) * n, units=((),) * n, own=none, here=none, wild=0, built=0,
        capital=(-1,) * p, silver=none, goods=((0, 0, 0),) * p, spare=none, grown=0, founded=none, armies=(),
        battles=(), agreements=(), purses=(), fought=0, bouts=(), dice=(), agenda=(), wave=(), revolts=(),
        beaten=none, hold=none, held=none, adjourned=0, winners=(),
    )  # fmt: skip


# ---------------------------------------------------------------- tuples
def laid(values: tuple[T, ...], i: int, value: T) -> tuple[T, ...]:
    out = list(values)
    out[i] = value
    return tuple(out)


def added(values: tuple[int, ...], i: int, n: int) -> tuple[int, ...]:
    return laid(values, i, values[i] + n)


def put(groups: tuple[Group, ...], new: Group) -> tuple[Group, ...]:
    """Groups of a field with some more units, in canonical order."""
    key = new[:6]
    for i, g in enumerate(groups):
        if g[:6] == key:
            return (*groups[:i], Group(*key, g.n + new.n), *groups[i + 1 :])
    return tuple(sorted((*groups, new))) if groups else (new,)


def take(groups: tuple[Group, ...], gone: Group) -> tuple[Group, ...]:
    """Groups of a field without some units of one group."""
    key, n = gone[:6], gone.n
    return tuple([g if g[:6] != key else Group(*key, g.n - n) for g in groups if g[:6] != key or g.n > n])


def dropped(bouts: tuple[Bout, ...], step: str, field: int | None = None) -> tuple[Bout, ...]:
    """Bouts without the first one in this step (of this field)."""
    for i, b in enumerate(bouts):
        if b.step == step and field in (None, b.field):
            return (*bouts[:i], *bouts[i + 1 :])
    return bouts


# ---------------------------------------------------------------- reading
def season(n: int) -> str:
    """The season that a round is."""
    return SEASONS[(n - 1) % 4]


def year(n: int) -> int:
    """The year of a round."""
    return (n - 1) // 4 + 1


def winter(s: State) -> bool:
    return s.round % 4 == 1


def together(s: State) -> bool:
    """Whether all are mustering at once (option ``winter_order``); a rebel musters alone."""
    return s.phase == Phase.MUSTER and winter(s) and bool(s.world.opt["winter_order"] == "together")


def of_side(s: State, f: int, side: int) -> tuple[Group, ...]:
    return tuple([g for g in s.units[f] if g.side == side])


def units_of(s: State, f: int, side: int) -> int:
    """How many units a side has in a field, ships and men alike (WA-5.3)."""
    if side == s.world.players:
        return s.rukr[f]
    return sum([g.n for g in s.units[f] if g.side == side])


def count_of(s: State, f: int, side: int, kind: int) -> int:
    return sum([g.n for g in s.units[f] if g.side == side and g.kind == kind])


def figures_of(s: State, seat: int, kind: int) -> int:
    """Men or ships of a colour, in districts and on voyages."""
    away = sum(a.ships if kind == SHIP else a.men for a in s.armies if a.seat == seat)
    return away + sum(count_of(s, f, seat, kind) for f in bits(s.here[seat]))


def sides_in(s: State, f: int) -> list[int]:
    """Seats with units in a field, in order of their numbers."""
    bit = 1 << f
    return [p for p, mask in enumerate(s.here) if mask & bit]


def occupied(s: State) -> int:
    """Fields with units of any seat, as a mask."""
    mask = 0
    for here in s.here:
        mask |= here
    return mask


def living(s: State) -> list[int]:
    return [p for p, life in enumerate(s.life) if life == IN]


def battle_at(s: State, f: int, a: int, b: int) -> Battle | None:
    one, two = (a, b) if a < b else (b, a)
    for battle in s.battles:
        if battle.field == f and battle.one == one and battle.two == two:
            return battle
    return None


def heap(battle: Battle | None, side: int) -> Heap:
    if battle is None:
        return Heap()
    return battle.dead_one if battle.one == side else battle.dead_two


def locked(s: State, f: int, seat: int) -> bool:
    """Whether a seat is in an unfinished battle in a field (WA-R39)."""
    return bool(s.battles and [b for b in s.battles if b.field == f and seat in (b.one, b.two)])


def kept(s: State, f: int, seat: int) -> bool:
    """Whether units in a battle leave a field by a retreat alone (WA-R39, option ``battle_lock``)."""
    return bool(s.battles) and s.world.opt["battle_lock"] and locked(s, f, seat)


def on_agenda(s: State) -> tuple[str, ...]:
    """The fields that are thrown for, by their names."""
    ids = s.world.ids
    return tuple([ids[f] for f, _ in s.agenda])


# ---------------------------------------------------------------- derived values
def own_masks(owner: tuple[int, ...], players: int) -> tuple[int, ...]:
    out = [0] * players
    for f, p in enumerate(owner):
        if p >= 0:
            out[p] |= 1 << f
    return tuple(out)


def here_masks(units: tuple[tuple[Group, ...], ...], players: int) -> tuple[int, ...]:
    out = [0] * players
    for f, groups in enumerate(units):
        for g in groups:
            out[g.side] |= 1 << f
    return tuple(out)


def some(values: Sequence[int]) -> int:
    """The fields with any, as a mask."""
    return sum(compress(_masks(len(values)), values))


@cache
def _masks(n: int) -> tuple[int, ...]:
    """The mask of each field alone."""
    return tuple([1 << f for f in range(n)])


# ---------------------------------------------------------------- labels: groups in texts
def label(world: World, g: Group, f: int) -> str:
    """A group in words: ``man``, ``ship@F2``, ``man*<HY`` (marked, came from Hymring), ``man+1`` (1 point used)."""
    out = UNIT[g.kind]
    if g.mark:
        out += "*"
    if g.water >= 0 and world.kind[f] != "sea" and (g.kind == MAN or len(world.stations[f]) > 1):
        out += "@" + world.station_water[g.water]
    if g.spent:
        out += f"+{g.spent}"
    if g.origin >= 0:
        out += "<" + place(world, g.origin)
    return out


def place(world: World, origin: int) -> str:
    """An origin in words: a field, or a field with the water of the station."""
    fields = len(world.ids)
    if origin < fields:
        return world.ids[origin]
    st = origin - fields
    return f"{world.ids[world.station_field[st]]}.{world.station_water[st]}"


def origin_field(world: World, origin: int) -> int:
    fields = len(world.ids)
    return origin if origin < fields else world.station_field[origin - fields]


def labels(s: State, f: int, side: int) -> tuple[tuple[str, int], ...]:
    """The groups of a side in a field by label, in order of the labels."""
    if side == s.world.players:
        return (("rukr", s.rukr[f]),) if s.rukr[f] else ()
    return labelled(s.world, f, [g for g in s.units[f] if g.side == side])


def labelled(world: World, f: int, groups: Iterable[Group]) -> tuple[tuple[str, int], ...]:
    """Groups in a field by label, in order of the labels."""
    found: dict[str, int] = {}
    for g in groups:
        name = label(world, g, f)
        found[name] = found.get(name, 0) + g.n
    return tuple(sorted(found.items()))
