"""The winter's muster: income, buying, placing, moving the capital (WA-3.8 to 3.19, chapter 8.5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.legal import between
from companion.engine.masks import bits
from companion.engine.types import Ruling, refuse
from companion.games.walisk import events as ev
from companion.games.walisk.accord import besieged, enemies, hostile
from companion.games.walisk.inputs import Buy, MoveCapital, Place
from companion.games.walisk.rules.course import Course, Outcome, caused
from companion.games.walisk.rules.hands import crown_settlement, refund, secret, supply, too_dear
from companion.games.walisk.rules.moves import too_early
from companion.games.walisk.state import GOODS, IN, Phase, State, locked, together, winter
from companion.games.walisk.world import World, latest


# ---------------------------------------------------------------- income
def income(s: State, seat: int) -> ev.Income:
    """Districts, settlements, tribe areas and the treasure (WA-3.8 to 3.13, R24, R25)."""
    world, box = s.world, s.world.box
    disturbed = bits(s.own[seat] & hostile(s, seat))
    towns, earned = [], 0
    for f in bits(s.own[seat] & s.built):
        brings = 0 if besieged(s, f) else box.settlement(s.houses[f])
        towns.append((world.ids[f], s.houses[f], brings))
        earned += brings
    tribes = tuple([t for t, mask in world.tribes if mask and s.own[seat] & mask == mask])
    districts = s.own[seat].bit_count()
    total = (districts - len(disturbed)) * box.district + earned + len(tribes) * box.tribe
    rules = ["WA-3.8", "WA-3.12"]
    rules += ["WA-3.9", "WA-R24"] if disturbed else []
    rules += ["WA-3.11", "WA-1.10"] if towns else []
    rules += ["WA-3.10"] if [name for name, _, brings in towns if not brings] else []
    rules += ["WA-3.13", "WA-1.5", "WA-R25"] if tribes else []
    return ev.Income(
        seat, districts, tuple([world.ids[f] for f in disturbed]), tuple(towns), tribes, s.silver[seat],
        s.silver[seat] + total, rules=tuple(rules), audience=secret(s, seat),
    )  # fmt: skip


def start_muster(c: Course, seat: int) -> None:
    """A muster begins with the income (WA-3.3 c, d); a rebel's comes out of turn (WA-8.54)."""
    rules = ("WA-3.3", "WA-R78") if winter(c.s) else ("WA-8.54",)
    c.do(ev.TurnBegan(seat, Phase.MUSTER, rules=rules))
    c.do(income(c.s, seat))


# ---------------------------------------------------------------- buying
def buying_time(s: State, act: Buy | Place | MoveCapital) -> Ruling | None:
    seat = act.seat
    if s.phase == Phase.OVER:
        return barred("WA-2.17", seat=seat)
    if s.phase != Phase.MUSTER:
        return too_early(s, seat) or barred("WA-3.2", seat=seat, why="other")
    turn = s.due[0] if s.due else -1
    if seat is None or seat not in s.due or (not together(s) and seat != turn) or s.life[seat] != IN:
        if winter(s) and seat is not None and (seat not in s.due or s.life[seat] != IN):
            return barred("WA-R78", seat=seat, why="done" if s.life[seat] == IN else "out")
        return barred("WA-R78", seat=seat, turn=turn)
    return None


def kind_known(s: State, act: Buy | Place) -> Ruling | None:
    if act.kind not in GOODS or act.n < 1:
        return malformed("WA-3.14", seat=act.seat, kind=act.kind, n=act.n)
    return None


def affordable(s: State, act: Buy) -> Ruling | None:
    return too_dear(s, seat_of(act), price(s, act), kind=act.kind, n=act.n)


def price(s: State, act: Buy) -> int:
    return act.n * s.world.box.prices[GOODS.index(act.kind)]


@guarded(buying_time, kind_known, affordable)
def buy(s: State, act: Buy) -> Outcome:
    return caused(s, ev.Bought(seat_of(act), act.kind, act.n, price(s, act), rules=("WA-3.14",)))


# ---------------------------------------------------------------- placing
def goods_there(s: State, act: Place) -> Ruling | None:
    have = s.goods[seat_of(act)][GOODS.index(act.kind)]
    if act.n > have:
        return barred("WA-R26", seat=act.seat, kind=act.kind, n=act.n, have=have)
    return None


def own_district(s: State, act: Place) -> Ruling | None:
    """WA-3.15: only into own districts."""
    f = s.world.index.get(act.field, -1)
    if f < 0:
        return malformed("WA-3.15", seat=act.seat, field=act.field)
    if s.owner[f] != act.seat:
        return barred("WA-3.15", seat=act.seat, field=act.field, kind=act.kind)
    return None


def at_peace(s: State, act: Place) -> Ruling | None:
    """WA-R28: option ``place_under_attack`` no."""
    f = s.world.index[act.field]
    if not s.world.opt["place_under_attack"] and enemies(s, seat_of(act), f):
        return refuse("WA-R28", seat=act.seat, field=act.field)
    return None


def ship_water(s: State, act: Place) -> Ruling | None:
    """WA-3.18, R29: ships need a flat coast, a river or a lake."""
    f = s.world.index[act.field]
    if act.kind == "ship":
        if not s.world.stations[f]:
            steep = bool(s.world.near[f] & s.world.sea)
            if steep:
                return barred("WA-R29", seat=act.seat, field=act.field, why="steep")
            return barred("WA-3.18", seat=act.seat, field=act.field)
        if s.world.station(f, act.water) < 0:
            return malformed("WA-R29", seat=act.seat, field=act.field, water=act.water)
    elif act.water:
        return malformed("WA-R29", seat=act.seat, field=act.field, water=act.water, why="ashore")
    return None


def house_rules(s: State, act: Place) -> Ruling | None:
    """Houses: one a year (WA-1.13, R27), four at most or five in the capital (WA-1.9, R13), spacing (WA-1.12)."""
    if act.kind != "house":
        return None
    f, seat = s.world.index[act.field], seat_of(act)
    box, houses = s.world.box, s.houses[f]
    # the table of incomes ends where a capital is full: what a larger settlement brought nobody knows
    at_will = barred if houses + act.n > box.most_capital else refuse
    if houses < box.most_capital and (act.n > 1 or s.grown >> f & 1):
        return at_will("WA-1.13", seat=seat, field=act.field)
    most = box.most_capital if s.capital[seat] == f else box.most
    if houses >= most:
        why = {"why": "capital"} if s.capital[seat] == f else {}
        return at_will("WA-1.9", seat=seat, field=act.field, most=most, **why)
    beside = 0 if s.houses[f] else near_settlements(s, f, seat)
    if beside:
        return refuse("WA-1.12", seat=seat, field=act.field, near=s.world.ids[bits(beside)[0]])
    return None


def near_settlements(s: State, f: int, seat: int) -> int:
    """Settlements next to a field; those that a seat later in turn order founded this winter give way (WA-R78)."""
    mask = s.world.near[f] & s.built
    if mask and together(s):
        for p in later(s, seat):
            mask &= ~s.founded[p]
    return mask


def later(s: State, seat: int) -> tuple[int, ...]:
    return s.order[s.order.index(seat) + 1 :] if seat in s.order else ()


@guarded(buying_time, kind_known, goods_there, own_district, at_peace, ship_water, house_rules)
def place(s: State, act: Place) -> Outcome:
    seat = seat_of(act)
    f = s.world.index[act.field]
    c = Course(s)
    rules = ["WA-3.15"]
    if act.kind == "ship":
        rules += ["WA-3.18", "WA-R29"]
    elif act.kind == "house":
        rules += ["WA-3.16"] if s.houses[f] else ["WA-3.17", "WA-1.12", "WA-R27"]
        rules += ["WA-R13"] if s.capital[seat] == f else []
    if enemies(s, seat, f):
        rules.append("WA-R28")
    if act.kind == "house" and not s.houses[f]:
        for p in later(s, seat):
            for g in bits(s.founded[p] & s.world.near[f]):
                c.do(ev.Displaced(p, s.world.ids[g], rules=("WA-R78", "WA-1.12")))
                if p not in c.s.due:
                    refund(c, p)  # who is done cannot place it again (WA-R26)
    c.do(ev.Placed(seat, act.kind, act.field, act.n, act.water, rules=tuple(rules)))
    if act.kind == "house":
        crown_settlement(c, seat, f)
        supply(c, "house")
    else:
        supply(c, act.kind, seat=seat)
    return c


# ---------------------------------------------------------------- the capital moves
def capital_may_move(s: State, act: MoveCapital) -> Ruling | None:
    """WA-8.41 to 8.43, R72."""
    seat, f = seat_of(act), s.world.index.get(act.field, -1)
    if not s.world.opt["move_capital"]:
        return barred("WA-8.41", seat=seat, field=act.field, why="off")
    if f < 0:
        return malformed("WA-8.41", seat=seat, field=act.field)
    old = s.capital[seat]
    if not winter(s) or s.owner[f] != seat or old in (-1, f):
        why = "season" if not winter(s) else "foreign" if s.owner[f] != seat else "same" if old == f else "none"
        return barred("WA-8.41", seat=seat, field=act.field, why=why)
    if s.houses[f] != s.world.box.most:
        return barred("WA-R72", seat=seat, field=act.field, houses=s.houses[f])
    if s.goods[seat][2] < 1:
        return barred("WA-8.42", seat=seat, field=act.field)
    if s.grown >> f & 1:
        return refuse("WA-R72", seat=seat, field=act.field, houses=s.houses[f])
    for x in (old, f):
        if enemies(s, seat, x) or locked(s, x, seat):  # a siege, or a battle to be fought there
            return refuse("WA-8.43", seat=seat, field=act.field, near=s.world.ids[x])
    return None


@guarded(buying_time, capital_may_move)
def move_capital(s: State, act: MoveCapital) -> Outcome:
    seat = seat_of(act)
    old = s.world.ids[s.capital[seat]]
    rules = ("WA-8.41", "WA-8.42", "WA-R72")
    return caused(s, ev.CapitalMoved(seat, old, act.field, rules=rules))


# ---------------------------------------------------------------- what is legal
def options(s: State, seat: int) -> list[Buy | Place | MoveCapital]:
    """What a seat whose muster it is may buy and place."""
    out: list[Buy | Place | MoveCapital] = [*_buying(seat, s.silver[seat], s.world.box.prices)]
    goods = s.goods[seat]
    if any(goods):
        out += _places(s, seat, goods)
        if goods[2] and s.world.opt["move_capital"]:
            for f in bits(s.own[seat] & s.built):
                act = MoveCapital(seat, s.world.ids[f])
                if capital_may_move(s, act) is None:
                    out.append(act)
    return out


@lru_cache(maxsize=1 << 12)
def _buying(seat: int, silver: int, prices: tuple[int, ...]) -> tuple[Buy, ...]:
    """What a treasure buys, kind by kind."""
    return tuple(
        Buy(seat, kind, between(1, silver // price))
        for kind, price in zip(GOODS, prices, strict=True)
        if silver >= price
    )


def _figures(world: World, seat: int, f: int, goods: tuple[int, int, int]) -> Iterator[Place]:
    """Men, and ships on every water of a field."""
    if goods[0]:
        yield Place(seat, "man", world.ids[f], between(1, goods[0]))
    for st in world.stations[f] if goods[1] else ():
        yield Place(seat, "ship", world.ids[f], between(1, goods[1]), world.water(st))


def _places(s: State, seat: int, goods: tuple[int, int, int]) -> Iterator[Place]:
    world = s.world
    for f in bits(s.own[seat]):
        if not world.opt["place_under_attack"] and enemies(s, seat, f):
            continue
        name = world.ids[f]
        if goods[0] or goods[1]:
            yield from latest(world, ("place", seat, f), goods[:2], partial(_figures, world, seat, f, goods))
        if goods[2]:
            act = Place(seat, "house", name, 1)
            if house_rules(s, act) is None:
                yield act
