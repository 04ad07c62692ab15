"""The map as the rules use it: bit masks, stations of ships and the steps between them, options, numbers of the box."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from attrs import define

from companion.engine.boards import Board, canonical
from companion.engine.codec import plain
from companion.engine.game import Config, ConfigError, ConfigFault
from companion.engine.masks import bits
from companion.engine.memo import results
from companion.engine.slotted import laid_out
from companion.engine.types import LETTERS, facts, letter
from companion.games.walisk.box import Box, box_of
from companion.games.walisk.checks import ERROR, MapNote, check, start_districts
from companion.games.walisk.maps import HOME, RUKR, SEA, SETTLE, TRIBES, VOID, MapDraft, draft_of, pair

COAST, SEAWAY, RIVER, LAKE, TOW = "coast", "sea", "river", "lake", "tow"


class Step(NamedTuple):
    """A step of a ship from one station to another: movement points, and the water it uses (WA-4.9 to 4.19)."""

    to: int
    cost: int
    way: str


class _Waters:
    """Stations: where a ship lies in a field. A mouth with a flat coast is one with it (WA-R34)."""

    def __init__(self, draft: MapDraft, index: Mapping[str, int], box: Box) -> None:
        self.draft, self.index, self.box = draft, index, box
        self.by_id = {f.id: f for f in draft.fields}
        self.names: list[tuple[int, str]] = []  # (field, water) of each station
        self.of: dict[tuple[str, str], int] = {}  # every name of a water body in a field -> station
        self.steps: list[dict[int, Step]] = []
        self._stations()
        self._sea()
        self._rivers()
        self._lakes()
        self._tows()

    def _station(self, name: str, water: str) -> int:
        known = self.of.get((name, water))
        if known is None:
            known = self.of[name, water] = len(self.names)
            self.names.append((self.index[name], water))
            self.steps.append({})
        return known

    def flat(self, land: str, sea: str) -> bool:
        return self.by_id[sea].kind == SEA and pair(land, sea) not in self.draft.steep

    def coast(self, land: str, sea: str) -> str:
        """The name of the coast of a district at a sea field: one for all, or one of several (``shores``)."""
        for i, part in enumerate(self.draft.shores.get(land, ())):
            if sea in part:
                return COAST if i == 0 else f"{COAST}{i + 1}"
        return COAST

    def _stations(self) -> None:
        ends: dict[tuple[str, str], str] = {}  # (district, river or lake) -> the water it is one with
        for r in self.draft.rivers:
            for bank in r.segments[0] if r.mouth else ():
                if self.flat(bank, r.mouth):
                    ends[bank, r.id] = self.coast(bank, r.mouth)
            for lake, seg in ((r.mouth_lake, r.segments[0]), (r.source_lake, r.segments[-1])):
                for bank in seg if lake else ():
                    ends[bank, lake] = r.id
        for f in self.draft.fields:
            if f.kind == SEA:
                self._station(f.id, SEAWAY)
            elif f.kind != HOME:
                flat = [o for o in f.links if self.flat(f.id, o)]
                for sea in flat:
                    self._station(f.id, self.coast(f.id, sea))
        waters = [(b, r.id) for r in self.draft.rivers for seg in r.segments for b in seg]
        waters += [(b, k.id) for k in self.draft.lakes for b in k.shore]
        for key in dict.fromkeys(waters):
            if key in ends:
                self.of[key] = self._station(key[0], self._root(key, ends))
            else:
                self._station(*key)

    def _root(self, key: tuple[str, str], ends: Mapping[tuple[str, str], str]) -> str:
        water = ends[key]
        return self._root((key[0], water), ends) if (key[0], water) in ends else water

    def _step(self, a: int, b: int, cost: int, way: str) -> None:
        """The freest way between two stations counts: open water before a river that needs permission."""
        known = self.steps[a].get(b)
        if a != b and (known is None or (known.way == RIVER and way != RIVER)):
            self.steps[a][b] = Step(b, cost, way)

    def _sea(self) -> None:
        for f in self.draft.fields:
            if f.kind == SEA:
                at = self.of[f.id, SEAWAY]
                for o in f.links:
                    if self.by_id[o].kind == SEA:
                        self._step(at, self.of[o, SEAWAY], self.box.sea, SEAWAY)
                    elif self.by_id[o].kind != HOME and self.flat(o, f.id):
                        land = self.of[o, self.coast(o, f.id)]
                        self._step(at, land, self.box.coast, COAST)
                        self._step(land, at, self.box.sea, SEAWAY)
            elif f.kind != HOME:
                for o in f.links:
                    if self.by_id[o].kind in (SEA, HOME):
                        continue
                    for sea in f.links:
                        if sea in self.by_id[o].links and self.flat(f.id, sea) and self.flat(o, sea):
                            one, two = self.of[f.id, self.coast(f.id, sea)], self.of[o, self.coast(o, sea)]
                            self._step(one, two, self.box.coast, COAST)

    def _rivers(self) -> None:
        for r in self.draft.rivers:
            for seg, after in zip(r.segments, (*r.segments[1:], ()), strict=True):
                for a in seg:
                    for b in (*seg, *after):
                        if a != b:
                            one, two = self.of[a, r.id], self.of[b, r.id]
                            self._step(one, two, self.box.river, RIVER)
                            self._step(two, one, self.box.river, RIVER)
            for bank in r.segments[0] if r.mouth else ():
                one, sea = self.of[bank, r.id], self.of[r.mouth, SEAWAY]
                self._step(sea, one, self.box.river, RIVER)
                self._step(one, sea, self.box.sea, SEAWAY)

    def _lakes(self) -> None:
        for lake in self.draft.lakes:
            for a in lake.shore:
                for b in lake.shore:
                    if a != b:
                        self._step(self.of[a, lake.id], self.of[b, lake.id], self.box.river, LAKE)

    def _tows(self) -> None:
        for tow in self.draft.tows:
            one, two = (self.of[tow.district, r] for r in tow.rivers)
            self._step(one, two, tow.cost, TOW)
            self._step(two, one, tow.cost, TOW)


@define(eq=False, frozen=True, slots=False)
class World:
    """What never changes in one game. Fields, stations and seats are numbers; compared by identity."""

    config: Config
    players: int
    box: Box
    ids: tuple[str, ...]
    names: tuple[str, ...]
    kind: tuple[str, ...]
    tribe: tuple[str, ...]
    links: tuple[tuple[int, ...], ...]  # every field that touches, in map order
    near: tuple[int, ...]  # the same as a bit mask
    land: tuple[tuple[tuple[int, bool], ...], ...]  # districts on foot: (field, across a river)
    settle: int
    home: int
    void: int
    sea: int
    travel: int
    rim: int
    starts: int  # districts with a coast that a player may choose (WA-2.3, R15)
    tribes: tuple[tuple[str, int], ...]
    station_field: tuple[int, ...]
    station_water: tuple[str, ...]
    stations: tuple[tuple[int, ...], ...]  # of each field
    steps: tuple[tuple[Step, ...], ...]  # of each station
    waters: Mapping[tuple[str, str], int]
    victory: int
    notes: tuple[MapNote, ...]

    memo = results()

    @cached_property
    def rukr(self) -> int:
        """The side of the Rukr, which has no seat."""
        return self.players

    @cached_property
    def index(self) -> Mapping[str, int]:
        return {name: i for i, name in enumerate(self.ids)}

    @cached_property
    def opt(self) -> Mapping[str, Any]:
        return dict(self.config.options)

    @cached_property
    def reach(self) -> tuple[int, ...]:
        """Fields within two steps, itself and its neighbours included (option ``start_distance`` 3)."""
        return tuple(self._around(i) for i in range(len(self.ids)))

    def _around(self, i: int) -> int:
        mask = self.near[i] | 1 << i
        for j in self.links[i]:
            mask |= self.near[j]
        return mask

    @cached_property
    def station_near(self) -> tuple[int, ...]:
        """Fields of the stations that one step reaches, for each field."""
        masks = []
        for f in range(len(self.ids)):
            mask = 0
            for st in self.stations[f]:
                for step in self.steps[st]:
                    mask |= 1 << self.station_field[step.to]
            masks.append(mask)
        return tuple(masks)

    @cached_property
    def watery(self) -> int:
        """Fields where ships can lie."""
        return sum(1 << f for f, st in enumerate(self.stations) if st)

    @cached_property
    def land_near(self) -> tuple[int, ...]:
        """Fields that men reach in one step."""
        return tuple(sum(1 << g for g, _ in links) for links in self.land)

    @cached_property
    def settle_near(self) -> tuple[int, ...]:
        """Where a horde may go: settleable neighbours, or void ones too (WA-R6, option ``rukr_void``)."""
        open_to = self.settle | (self.void if self.opt["rukr_void"] else 0)
        return tuple(n & open_to for n in self.near)

    @cached_property
    def by_home(self) -> int:
        """Fields beside a home of the Rukr."""
        return sum(1 << f for f, near in enumerate(self.near) if near & self.home)

    @cached_property
    def home_dice(self) -> tuple[int, ...]:
        """How many dice mark each field as a home of the Rukr (WA-2.8)."""
        return tuple([self.home >> f & 1 for f in range(len(self.ids))])

    @cached_property
    def bodies(self) -> tuple[frozenset[str], ...]:
        """The waters that meet at each station: a mouth with a flat coast is coast and river (WA-R34)."""
        found: list[set[str]] = [set() for _ in self.station_field]
        for (_, water), st in self.waters.items():
            found[st].add(water)
        return tuple(frozenset(b) for b in found)

    @cached_property
    def told_water(self) -> tuple[str, ...]:
        """The water's name in texts, for each station: empty where the field has a single one."""
        alone = [len(self.stations[f]) == 1 for f in self.station_field]
        return tuple("" if one else water for one, water in zip(alone, self.station_water, strict=True))

    @cached_property
    def berths(self) -> Mapping[tuple[int, str], int]:
        """The stations by their field and the name of their water in texts."""
        return {(f, self.told_water[st]): st for f, row in enumerate(self.stations) for st in reversed(row)}

    def side_name(self, side: int) -> str:
        """A side in texts: a seat's letter, or the Rukr."""
        return RUKR if side == self.players else letter(side)

    def side_of(self, name: str) -> int:
        """The side of a name in texts, or -1."""
        names = (*LETTERS[: self.players], RUKR)
        return names.index(name) if name in names else -1

    def waters_of(self, f: int) -> tuple[str, ...]:
        """Where a ship may lie in a field."""
        return tuple([self.told_water[st] for st in self.stations[f]])

    def water(self, station: int) -> str:
        return self.told_water[station]

    def station(self, f: int, water: str) -> int:
        """The station of a field by its water's name, or -1."""
        return self.berths.get((f, water), -1)


def _world(config: Config, draft: MapDraft, box: Box, notes: tuple[MapNote, ...]) -> World:
    ids = tuple(f.id for f in draft.fields)
    index = {name: i for i, name in enumerate(ids)}
    waters = _Waters(draft, index, box)
    banks = {pair(*seg) for r in draft.rivers for seg in r.segments if len(seg) == 2}
    links = tuple(tuple(sorted(index[o] for o in f.links)) for f in draft.fields)
    kind = tuple(f.kind for f in draft.fields)

    def mask(test: Any) -> int:
        return sum(1 << i for i, f in enumerate(draft.fields) if test(f))

    land = tuple(
        tuple((j, pair(ids[i], ids[j]) in banks) for j in links[i] if kind[j] in (SETTLE, VOID))
        if kind[i] != SEA
        else ()
        for i in range(len(ids))
    )
    settle = mask(lambda f: f.kind == SETTLE)
    number = config.option("victory_number") or draft.victory or settle.bit_count() // 2 + 1
    stations: list[list[int]] = [[] for _ in ids]
    for st, (f, _) in enumerate(waters.names):
        stations[f].append(st)
    return World(
        config=config,
        players=config.players,
        box=box,
        ids=ids,
        names=tuple(f.name for f in draft.fields),
        kind=kind,
        tribe=tuple(f.tribe for f in draft.fields),
        links=links,
        near=tuple(sum(1 << j for j in near) for near in links),
        land=land,
        settle=settle,
        home=mask(lambda f: f.kind == HOME),
        void=mask(lambda f: f.kind == VOID),
        sea=mask(lambda f: f.kind == SEA),
        travel=mask(lambda f: f.travel),
        rim=mask(lambda f: f.kind == SEA and f.rim),
        starts=sum(  # a ship has to lie there too
            1 << index[name] for name in start_districts(draft, config.option("start_steep")) if stations[index[name]]
        ),
        tribes=tuple((t, m) for t in TRIBES if (m := mask(lambda f, t=t: f.tribe == t))),
        station_field=tuple(f for f, _ in waters.names),
        station_water=tuple(w for _, w in waters.names),
        stations=tuple(tuple(row) for row in stations),
        steps=tuple(tuple(by[to] for to in sorted(by)) for by in waters.steps),
        waters=waters.of,
        victory=number,
        notes=notes,
    )


@lru_cache(maxsize=64)
def _findings(board: Board, counts: tuple[int, int, int, int, int], land: int, distance: int) -> tuple[MapNote, ...]:
    return tuple(check(draft_of(board), counts, land, distance))


_WORLDS: WeakValueDictionary[tuple[Any, ...], World] = WeakValueDictionary()  # as long as a state lives in them


def build(config: Config) -> World:
    """The world of one table, the same object for equal tables; raises ConfigError when the map cannot be played."""
    for world in list(_WORLDS.values()):
        if world.config is config:
            return world
    box_doc = config.data.get("box")
    key = (
        id(config.board), config.players, tuple(sorted(config.options.items())),
        canonical(plain(box_doc)) if box_doc else b"",
    )  # fmt: skip
    known = _WORLDS.get(key)
    if known is not None and known.config.board is config.board:
        return known
    box = box_of(box_doc)
    order = config.option("turn_order")
    if order and sorted(order) != list(range(config.players)):
        raise ConfigError(ConfigFault("WA-2.13", facts(order=order, last=config.players - 1)))
    land = min(config.players, config.option("land_players"))
    notes = _findings(config.board, box.counts, land, config.option("start_distance"))
    errors = [n for n in notes if n.level == ERROR]
    if errors:
        raise ConfigError(*(ConfigFault(n.rule, (("check", n.check), *n.facts)) for n in errors))
    draft, victory = draft_of(config.board), config.option("victory_number")
    most = sum(f.kind == SETTLE for f in draft.fields)
    if victory > most:
        raise ConfigError(ConfigFault("WA-2.18", facts(victory=victory, most=most)))
    made = _WORLDS[key] = laid_out(_world(config, draft, box, notes))
    return made


def listed(world: World, key: tuple[Any, ...], make: Callable[[], Iterable[Any]]) -> tuple[Any, ...]:
    """What a key alone decides, made once: of as many keys as a map has."""
    memo = world.memo
    known: tuple[Any, ...] | None = memo.get(key)
    return memo.setdefault(key, tuple(make())) if known is None else known


def latest(
    world: World, slot: tuple[Any, ...], values: tuple[Any, ...], make: Callable[[], Iterable[Any]]
) -> tuple[Any, ...]:
    """What values decide, made anew where one of them has changed since; of each slot the latest alone is kept."""
    memo = world.memo
    known = memo.get(slot)
    if known is None or known[0] != values:
        known = memo[slot] = (values, tuple(make()))
    found: tuple[Any, ...] = known[1]
    return found


@lru_cache(maxsize=1 << 14)
def named(world: World, fields: int) -> tuple[str, ...]:
    """The ids of the fields in a mask, in map order."""
    return tuple([world.ids[f] for f in bits(fields)])
