"""The keys of a position of Walisk: how each value is written, and read back with every fault named."""

from __future__ import annotations

from typing import Any

from companion.engine.masks import bits
from companion.engine.plain import (
    BIT,
    NUMBER,
    SEAT,
    SEAT_MASK,
    SEATS,
    Kind,
    Plain,
    by_place,
    by_seat,
    key,
    listed,
    masked,
    named,
    number,
    or_none,
    record,
    row,
    word,
)
from companion.engine.positions import PositionReader
from companion.engine.types import letter
from companion.games.walisk.maps import RUKR
from companion.games.walisk.pieces import origin_of
from companion.games.walisk.rules.bouts import DICE
from companion.games.walisk.state import (
    AGREEMENTS,
    GOODS,
    IN,
    MAN,
    OUT,
    PASSAGE,
    PHASES,
    SHIP,
    WAITING,
    Agreement,
    Army,
    Battle,
    Bout,
    Group,
    Heap,
    Horde,
    Phase,
    Purse,
    Revolt,
    State,
    labelled,
    put,
)
from companion.games.walisk.world import World

BOUTS = ("battle", "siege", "storm", "foray", "voyage", "landing", "loot", "cash")
STEPS = (*sorted(DICE), "lose", "after")


class Reader(PositionReader):
    """One position being read."""

    world: World

    def side(self, key: str, value: Any) -> int:
        if value == RUKR:
            return self.world.players
        return -1 if value == "" else self.seat(key, value)

    def field(self, key: str, value: Any) -> int:
        return self.place(key, str(value), self.world.index, "a field of the map")

    def units(self, key: str, value: Any) -> tuple[tuple[Group, ...], ...]:
        out: list[tuple[Group, ...]] = [()] * len(self.world.ids)
        for name, sides in self.mapping(key, value).items():
            f = self.field(f"{key}.{name}", name)
            for who, groups in self.mapping(f"{key}.{name}", sides).items():
                seat = self.seat(f"{key}.{name}", who)
                for text, n in self.mapping(f"{key}.{name}.{who}", groups).items():
                    at = f"{key}.{name}.{who}.{text}"
                    g = self.group(at, f, seat, str(text), self.number(at, n))
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

    def battle(self, key: str, value: Any) -> Battle:
        row = self.mapping(key, value, ("field", "sides", "dead"))
        sides = sorted(self.side(f"{key}.sides", v) for v in self.items(f"{key}.sides", row.get("sides")))
        if len(sides) != 2 or sides[0] == sides[1]:
            self.bad(f"{key}.sides", "two sides", row.get("sides", []))
            sides = [0, 1]
        dead = {self.side(f"{key}.dead", k): v for k, v in self.mapping(f"{key}.dead", row.get("dead")).items()}
        one, two = (HEAP.read(self, f"{key}.dead", dead.get(p)) for p in sides)
        return Battle(self.field(f"{key}.field", row.get("field")), sides[0], sides[1], one, two)


# ---------------------------------------------------------------- kinds
def side(world: World, p: int) -> str:
    return world.side_name(p) if p >= 0 else ""


def by_field(kind: Kind, usual: int) -> Plain:
    return by_place(FIELD, lambda world: len(world.ids), kind, usual)


def _units(world: World, units: tuple[tuple[Group, ...], ...]) -> dict[str, Any]:
    """By field, seat and label."""
    return {
        world.ids[f]: {
            letter(p): dict(labelled(world, f, (g for g in groups if g.side == p)))
            for p in sorted({g.side for g in groups})
        }
        for f, groups in enumerate(units) if groups
    }  # fmt: skip


def _battle(world: World, b: Battle) -> dict[str, Any]:
    one, two = side(world, b.one), side(world, b.two)
    dead = {one: HEAP.write(world, b.dead_one), two: HEAP.write(world, b.dead_two)}
    return {"field": world.ids[b.field], "sides": [one, two], "dead": dead}


def _agreed(kind: str, one: int, two: int, fields: int, until: int) -> Agreement:
    """Only of a passage it matters who lets whom through."""
    if kind != PASSAGE:
        one, two = sorted((one, two))
    return Agreement(kind, one, two, fields, until)


def _apart(reader: Reader, key: str, revolt: Revolt) -> Revolt:
    if revolt.hopes & revolt.unrest:
        found = [reader.world.ids[f] for f in bits(revolt.unrest)]
        reader.bad(f"{key}.unrest", "other fields than those of hopes", found)
    return revolt


FIELD = Plain(lambda world, f: world.ids[f], Reader.field)
FIELDS = masked(FIELD)
FIELD_OR_NONE = or_none(FIELD)
SIDE = Plain(side, Reader.side)
SIZES = row("two numbers", NUMBER, NUMBER)
ERRAND = row("pairs of a field and 0 or 1", FIELD, NUMBER)
LOST = Plain(
    lambda _world, lost: dict(lost),
    lambda reader, key, value: tuple(
        sorted((str(k), reader.number(key, n)) for k, n in reader.mapping(key, value).items())
    ),
)

HEAP = record(
    Heap,
    key("man", NUMBER, "men", usual=0, unless=0),
    key("ship", NUMBER, "ships", usual=0, unless=0),
    key("marked", NUMBER, usual=0, unless=0),
)
ARMY = record(
    Army, key("seat", SEAT), key("ships", NUMBER, usual=0), key("men", NUMBER, usual=0), key("left", NUMBER, usual=0),
    key("proven", BIT, usual=0),
)  # fmt: skip
AGREEMENT = record(
    _agreed, key("kind", word(*AGREEMENTS)), key("by", SEAT, "one"), key("with", SEAT, "two"),
    key("fields", FIELDS, usual=0), key("until", NUMBER, usual=0),
)  # fmt: skip
PURSE = record(Purse, key("field", FIELD), key("seat", SEAT), key("silver", number(1)))
BOUT = record(
    Bout, key("kind", word(*BOUTS), usual="battle"), key("field", FIELD_OR_NONE, usual=-1),
    key("attacker", SIDE, "att"), key("defender", SIDE, "dfd", usual=-1),
    key("sizes", SIZES, "size_a", "size_d", usual=(0, 0)), key("step", word(*STEPS), usual="throw"),
    *(key(name, NUMBER, usual=0) for name in ("n", "half", "hits", "extra")),
    key("lost_attacker", LOST, "lost_a", usual=(), unless=()),
    key("lost_defender", LOST, "lost_d", usual=(), unless=()),
)  # fmt: skip
HORDE = record(
    Horde, key("field", FIELD), key("targets", listed(FIELD), usual=()), key("to", FIELD_OR_NONE, usual=-1)
)  # fmt: skip
REVOLT = record(
    Revolt, key("seat", SEAT), key("by", SEAT), key("round", NUMBER, usual=0), key("capital", FIELD),
    key("hopes", FIELDS, usual=0), key("unrest", FIELDS, usual=0), check=_apart,
)  # fmt: skip
STATE = record(
    State,
    key("phase", word(*(p for p in PHASES if p != Phase.NEXT))),
    key("round", number(1)),
    key("order", SEATS),
    key("due", SEATS),
    key("throws", by_seat(listed(NUMBER), ())),
    key("life", by_seat(word(WAITING, IN, OUT), IN, every=True)),
    key("owner", by_field(SEAT, -1)),
    key("houses", by_field(NUMBER, 0)),
    key("rukr", by_field(NUMBER, 0)),
    key("units", Plain(_units, Reader.units)),
    key("capital", by_seat(FIELD, -1)),
    key("silver", by_seat(NUMBER, 0, every=True)),
    key("goods", by_seat(named(GOODS), (0, 0, 0))),
    key("spare", by_seat(NUMBER, 0)),
    key("grown", FIELDS),
    key("founded", by_seat(FIELDS, 0)),
    key("voyages", listed(ARMY, sorted), "armies"),
    key("battles", listed(Plain(_battle, Reader.battle), sorted)),
    key("agreements", listed(AGREEMENT, sorted)),
    key("purses", listed(PURSE, sorted)),
    key("fought", FIELDS),
    key("bouts", listed(BOUT)),
    key("dice", listed(number(1))),
    key("agenda", listed(ERRAND)),
    key("wave", listed(HORDE)),
    key("revolts", listed(REVOLT, sorted)),
    key("beaten", by_seat(SEAT_MASK, 0)),
    key("hold", by_seat(NUMBER, 0)),
    key("held", by_seat(FIELDS, 0)),
    key("adjourned", SEAT_MASK),
    key("winners", SEATS),
)
