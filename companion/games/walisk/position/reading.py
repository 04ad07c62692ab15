"""A position of Walisk read back: every key checked, everything left out as at the set-up or in an early spring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from companion.engine.positions import PositionReader
from companion.engine.slotted import changed
from companion.engine.types import LETTERS
from companion.games.walisk.pieces import origin_of
from companion.games.walisk.rules.bouts import DICE
from companion.games.walisk.rules.dice import choosing, throwing
from companion.games.walisk.rules.revolts import thrown_for
from companion.games.walisk.rules.voyages import can_return
from companion.games.walisk.state import (
    AGREEMENTS,
    IN,
    MAN,
    OUT,
    PHASES,
    SETUP,
    SHIP,
    TURNS,
    WAITING,
    Agreement,
    Army,
    Battle,
    Bout,
    Group,
    Heap,
    Horde,
    Lost,
    Phase,
    Purse,
    Revolt,
    State,
    fresh,
    here_masks,
    own_masks,
    put,
    some,
)
from companion.games.walisk.world import World

T = TypeVar("T")
KEYS = (
    "phase", "round", "order", "due", "throws", "life", "owner", "houses", "rukr", "units", "capital", "silver",
    "goods", "spare", "grown", "founded", "voyages", "battles", "agreements", "purses", "fought", "bouts", "dice",
    "agenda", "wave", "revolts", "beaten", "hold", "held", "adjourned", "winners",
)  # fmt: skip


BOUTS = ("battle", "siege", "storm", "foray", "voyage", "landing", "loot", "cash")
STEPS = (*sorted(DICE), "lose", "after")


class _Reader(PositionReader):
    def __init__(self, world: World, doc: Mapping[str, Any]) -> None:
        super().__init__(doc, world.players, KEYS)
        self.world = world

    # ------------------------------------------------------------ single values
    def side(self, key: str, value: Any) -> int:
        if value == "rukr":
            return self.world.players
        return -1 if value == "" else self.seat(key, value)

    def field(self, key: str, value: Any) -> int:
        return self.place(key, str(value), self.world.index, "a field of the map")

    # ------------------------------------------------------------ lists and mappings
    def pairs(self, key: str, value: Any) -> list[tuple[str, Any]]:
        return [(str(k), v) for k, v in self.mapping(key, value).items()]

    def maps(self, key: str) -> list[tuple[str, Mapping[str, Any]]]:
        out = []
        for i, row in enumerate(self.items(key)):
            if isinstance(row, Mapping):
                out.append((f"{key}.{i}", row))
            else:
                self.bad(f"{key}.{i}", "a mapping", row)
        return out

    def mask(self, key: str, value: Any) -> int:
        if not isinstance(value, list | tuple):
            self.bad(key, "a list of fields", value)
            return 0
        out = 0
        for name in value:
            out |= 1 << self.field(key, name)
        return out

    def seats_or(self, key: str, default: tuple[int, ...]) -> tuple[int, ...]:
        return default if self.doc.get(key) is None else self.seats_of(key)

    def each(self, key: str, read: Callable[[str, Any], T], default: T) -> tuple[T, ...]:
        return self.by_seat(key, read, (default,) * len(self.seats))

    def by_field(self, key: str, read: Callable[[str, Any], int], default: int) -> tuple[int, ...]:
        out = [default] * len(self.world.ids)
        for name, value in self.mapping(key).items():
            out[self.field(f"{key}.{name}", name)] = read(f"{key}.{name}", value)
        return tuple(out)

    # ------------------------------------------------------------ units
    def units(self) -> tuple[tuple[Group, ...], ...]:
        out: list[tuple[Group, ...]] = [()] * len(self.world.ids)
        for name, sides in self.mapping("units").items():
            key = f"units.{name}"
            f = self.field(key, name)
            for who, groups in self.pairs(key, sides):
                seat = self.seat(key, who)
                for text, n in self.pairs(f"{key}.{who}", groups):
                    at = f"{key}.{who}.{text}"
                    g = self.group(at, f, seat, text, self.number(at, n))
                    if g is not None and g.n:
                        out[f] = put(out[f], g)
        return tuple(out)

    def group(self, key: str, f: int, seat: int, text: str, n: int) -> Group | None:
        """A group from its label: kind, mark, water, points used, origin."""
        world = self.world
        rest, _, came = text.partition("<")
        rest, _, used = rest.partition("+")
        rest, _, water = rest.partition("@")
        mark = int(rest.endswith("*"))
        kind = {"man": MAN, "ship": SHIP}.get(rest.removesuffix("*"), -1)
        origin = origin_of(world, came) if came else -1
        spent = int(used) if used.isdigit() else 0
        if kind < 0 or (came and origin < 0) or (used and not used.isdigit()):
            self.bad(key, "a group as man, ship@F2, man*, ship+2<S7.sea", text)
            return None
        afloat = bool(world.sea >> f & 1)
        st = -1
        if water:
            st = world.waters.get((world.ids[f], water), -1)
        elif kind == SHIP or afloat:
            st = world.stations[f][0] if len(world.stations[f]) == 1 else -1
        if st < 0 and (kind == SHIP or water or afloat):
            waters = ", ".join(world.station_water[t] for t in world.stations[f]) or "no water here"
            self.bad(key, f"a water of this field: {waters}", text)
            return None
        return Group(seat, kind, st, spent, origin, mark, n)

    # ------------------------------------------------------------ rows
    def goods(self, key: str, value: Any) -> tuple[int, int, int]:
        found = {k: self.number(f"{key}.{k}", n) for k, n in self.pairs(key, value)}
        for k in found.keys() - {"man", "ship", "house"}:
            self.bad(f"{key}.{k}", "man, ship or house", k)
        return found.get("man", 0), found.get("ship", 0), found.get("house", 0)

    def heap(self, key: str, value: Any) -> Heap:
        found = {k: self.number(f"{key}.{k}", n) for k, n in self.pairs(key, value)}
        return Heap(found.get("man", 0), found.get("ship", 0), found.get("marked", 0))

    def battle(self, key: str, row: Mapping[str, Any]) -> Battle:
        sides = sorted(self.side(f"{key}.sides", v) for v in self.items(f"{key}.sides", row.get("sides")))
        if len(sides) != 2 or sides[0] == sides[1]:
            self.bad(f"{key}.sides", "two sides", row.get("sides", []))
            sides = [0, 1]
        dead = {self.side(f"{key}.dead", k): v for k, v in self.pairs(f"{key}.dead", row.get("dead", {}))}
        one, two = (self.heap(f"{key}.dead", dead.get(p, {})) for p in sides)
        return Battle(self.field(f"{key}.field", row.get("field")), sides[0], sides[1], one, two)

    def agreement(self, key: str, row: Mapping[str, Any]) -> Agreement:
        kind = self.word(f"{key}.kind", row.get("kind"), AGREEMENTS)
        one, two = self.seat(f"{key}.by", row.get("by")), self.seat(f"{key}.with", row.get("with"))
        if kind != "passage":
            one, two = sorted((one, two))
        fields = self.mask(f"{key}.fields", row.get("fields", []))
        return Agreement(kind, one, two, fields, self.number(f"{key}.until", row.get("until", 0)))

    def lost(self, key: str, value: Any) -> Lost:
        return tuple(sorted((k, self.number(key, n)) for k, n in self.pairs(key, value)))

    def bout(self, key: str, row: Mapping[str, Any]) -> Bout:
        sizes = row.get("sizes", [0, 0])
        if not isinstance(sizes, list | tuple) or len(sizes) != 2:
            self.bad(f"{key}.sizes", "two numbers", sizes)
            sizes = [0, 0]
        name = row.get("field", "")
        return Bout(
            self.word(f"{key}.kind", row.get("kind", "battle"), BOUTS),
            self.field(f"{key}.field", name) if name else -1,
            self.side(f"{key}.attacker", row.get("attacker")), self.side(f"{key}.defender", row.get("defender", "")),
            self.number(f"{key}.sizes", sizes[0]), self.number(f"{key}.sizes", sizes[1]),
            self.word(f"{key}.step", row.get("step", "throw"), STEPS),
            self.number(f"{key}.n", row.get("n", 0)), self.number(f"{key}.half", row.get("half", 0)),
            self.number(f"{key}.hits", row.get("hits", 0)), self.number(f"{key}.extra", row.get("extra", 0)),
            self.lost(f"{key}.lost_attacker", row.get("lost_attacker", {})),
            self.lost(f"{key}.lost_defender", row.get("lost_defender", {})),
        )  # fmt: skip

    def horde(self, key: str, row: Mapping[str, Any]) -> Horde:
        to = row.get("to", "")
        targets = tuple(self.field(f"{key}.targets", t) for t in row.get("targets", []))
        return Horde(
            self.field(f"{key}.field", row.get("field")), targets, self.field(f"{key}.to", to) if to else -1
        )  # fmt: skip

    def revolt(self, key: str, row: Mapping[str, Any]) -> Revolt:
        hopes, unrest = (self.mask(f"{key}.{name}", row.get(name, [])) for name in ("hopes", "unrest"))
        if hopes & unrest:
            self.bad(f"{key}.unrest", "other fields than those of hopes", row.get("unrest"))
        return Revolt(
            self.seat(f"{key}.seat", row.get("seat")), self.seat(f"{key}.by", row.get("by")),
            self.number(f"{key}.round", row.get("round", 0)), self.field(f"{key}.capital", row.get("capital")),
            hopes, unrest,
        )  # fmt: skip

    def army(self, key: str, row: Mapping[str, Any]) -> Army:
        return Army(
            self.seat(f"{key}.seat", row.get("seat")), self.number(f"{key}.left", row.get("left", 0)),
            self.number(f"{key}.ships", row.get("ships", 0)), self.number(f"{key}.men", row.get("men", 0)),
            int(bool(row.get("proven", False))),
        )  # fmt: skip


def read(world: World, doc: Mapping[str, Any]) -> State:
    """Left out: an empty map in the first spring, all in the game, A on turn (or the set-up, if no piece lies)."""
    r = _Reader(world, doc)
    base = fresh(world)
    early = not any(doc.get(k) for k in ("units", "owner", "rukr", "houses", "round", "life"))
    asked = tuple(p for p in PHASES if p != Phase.NEXT)
    phase = r.word("phase", doc.get("phase", Phase.ORDER if early else Phase.MEN), asked)
    setup = phase in SETUP
    number = r.number("round", doc.get("round", 1 if setup or phase == Phase.MUSTER else 2), 1)
    order = r.seats_or("order", () if phase == Phase.ORDER else tuple(range(world.players)))
    if phase != Phase.ORDER and len(set(order)) != world.players:
        r.bad("order", "each seat once", doc["order"])
        order = tuple(range(world.players))
    owner = r.by_field("owner", r.seat, -1)
    houses = r.by_field("houses", r.number, 0)
    rukr = r.by_field("rukr", r.number, 0)
    units = r.units()
    _consistent(r, owner, houses, rukr, units)
    due = r.seats_or("due", () if phase in (Phase.ORDER, "seed", "over") else order)
    lives = (WAITING, IN, OUT)
    life = r.each("life", lambda k, v: r.word(k, v, lives), WAITING if setup else IN)
    agenda = []
    for row in r.items("agenda"):
        if not isinstance(row, list | tuple) or len(row) != 2:
            r.bad("agenda", "pairs of a field and 0 or 1", row)
            continue
        agenda.append((r.field("agenda", row[0]), r.number("agenda", row[1])))
    s = changed(
        base, phase=phase, round=number, order=order, due=due,
        throws=r.each("throws", lambda k, v: r.listed(k, v, r.number), ()),
        life=life, owner=owner, houses=houses, rukr=rukr, units=units,
        own=own_masks(owner, world.players), here=here_masks(units, world.players), wild=some(rukr),
        built=some(houses),
        capital=r.each("capital", r.field, -1),
        silver=r.each("silver", r.number, 0),
        goods=r.each("goods", r.goods, (0, 0, 0)),
        spare=r.each("spare", r.number, 0),
        grown=r.mask("grown", doc.get("grown", [])),
        founded=r.each("founded", r.mask, 0),
        armies=tuple(sorted(r.army(k, row) for k, row in r.maps("voyages"))),
        battles=tuple(sorted(r.battle(k, row) for k, row in r.maps("battles"))),
        agreements=tuple(sorted(r.agreement(k, row) for k, row in r.maps("agreements"))),
        purses=tuple(
            sorted(
                Purse(r.field(k, row.get("field")), r.seat(k, row.get("seat")), r.number(k, row.get("silver"), 1))
                for k, row in r.maps("purses")
            )
        ),
        fought=r.mask("fought", doc.get("fought", [])),
        bouts=tuple(r.bout(k, row) for k, row in r.maps("bouts")),
        dice=tuple(r.number("dice", n, 1) for n in r.items("dice")),
        agenda=tuple(agenda),
        wave=tuple(r.horde(k, row) for k, row in r.maps("wave")),
        revolts=tuple(sorted(r.revolt(k, row) for k, row in r.maps("revolts"))),
        beaten=r.each("beaten", lambda k, v: sum(1 << p for p in {r.seat(k, x) for x in r.items(k, v)}), 0),
        hold=r.each("hold", r.number, 0),
        held=r.each("held", r.mask, 0),
        adjourned=sum(1 << p for p in r.seats_of("adjourned")),
        winners=r.seats_of("winners"),
    )  # fmt: skip
    for p, f in enumerate(s.capital):
        if f >= 0 and owner[f] != p:
            r.bad(f"capital.{LETTERS[p]}", "a district that the seat owns", world.ids[f])
    if not r.faults:
        _owing(r, s)
    r.finish()
    return s


def _owing(r: _Reader, s: State) -> None:
    """Something must be owed: nobody could go on from a position between two throws."""
    if s.bouts:
        if not throwing(s) and not any(choosing(s, b) for b in s.bouts):
            r.bad("bouts", "dice or a choice that is owed")
        return
    phase = s.phase
    if phase in ACTING and (not s.due or (phase in TURNS and s.life[s.due[0]] != IN)):
        r.bad("due", f"a seat that acts in the phase {phase}, the first one in the game")
    elif phase in (Phase.SEED, Phase.OUTBREAK, Phase.GATE, Phase.GROWTH) and not s.agenda:
        r.bad("agenda", f"fields to throw for in the phase {phase}")
    elif phase == Phase.RUKR and not any(h.to < 0 for h in s.wave):
        r.bad("wave", "hordes whose throw is owed, or bouts")
    elif phase == Phase.RETURN and not can_return(s, s.due[0]):
        r.bad("voyages", f"an army of {LETTERS[s.due[0]]} that is due")
    elif phase == Phase.UNREST and not thrown_for(s, s.due[0]):
        r.bad("revolts", f"dice that {LETTERS[s.due[0]]} throws")


ACTING = (Phase.START, Phase.MUSTER, Phase.COMEBACK, Phase.UNREST, *TURNS)


def _consistent(
    r: _Reader, owner: tuple[int, ...], houses: tuple[int, ...], rukr: tuple[int, ...], units: tuple[Any, ...]
) -> None:
    """Nobody owns what cannot be settled, and nothing stands where it cannot."""
    world = r.world
    for f, name in enumerate(world.ids):
        bit = 1 << f
        if owner[f] >= 0 and not world.settle & bit:
            r.bad(f"owner.{name}", "a settleable district")
        if houses[f] and owner[f] < 0:
            r.bad(f"houses.{name}", "an owner of these houses")
        if rukr[f] and world.sea & bit:
            r.bad(f"rukr.{name}", "a district, not a sea field")
        if units[f] and world.home & bit:
            r.bad(f"units.{name}", "no units in a home of the Rukr")
