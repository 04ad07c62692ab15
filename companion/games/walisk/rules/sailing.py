"""Ships with men aboard: one step of a fleet at a time (WA-4.7 to 4.19, R33 to R40)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.legal import between
from companion.engine.masks import bits
from companion.engine.types import Ruling, refuse
from companion.games.walisk import events as ev
from companion.games.walisk.accord import enemies, permitted, ways
from companion.games.walisk.inputs import Sail
from companion.games.walisk.rules.course import Course, Outcome
from companion.games.walisk.rules.moves import arrive, departed, not_locked, turn_for
from companion.games.walisk.state import MAN, SHIP, Phase, State, count_of, kept, locked, winter
from companion.games.walisk.world import COAST, RIVER, SEAWAY, TOW, Step, World, latest


class Fleet(NamedTuple):
    """Ships that can sail together and the men that can be aboard, each unmarked and marked.

    ``bound``: men who do not come along need room on ships that stay; ``crowd``: men beside this fleet at sea that have
    none; ``fighting``: in a battle room is settled at its end (WA-R55).
    """

    ships: tuple[int, int]
    men: tuple[int, int]
    bound: bool
    crowd: int = 0
    fighting: bool = False


def fleet(s: State, f: int, seat: int, st: int, spent: int) -> Fleet:
    ships, men = [0, 0], [0, 0]
    sea = bool(s.world.sea >> f & 1)
    room = 0  # of the other fleets
    for g in s.units[f]:
        if g.side != seat:
            continue
        if g.kind == SHIP:
            if g.water == st and g.spent == spent:
                ships[g.mark] += g.n
            else:
                room += g.n * s.world.box.capacity
        elif (g.water == st and g.spent == spent) if spent else (g.water < 0 or not g.spent):
            men[g.mark] += g.n
        else:
            room -= g.n
    crowd = max(0, -room) if sea else 0
    fighting = bool(s.battles) and locked(s, f, seat)
    return Fleet((ships[0], ships[1]), (men[0], men[1]), sea or spent > 0, crowd, fighting)


def men_range(world: World, found: Fleet, ships: int) -> tuple[int, int]:
    """How many men go along with so many ships: two a ship, and those that stay must have room too (WA-4.7)."""
    cap, men, left = world.box.capacity, sum(found.men), sum(found.ships) - ships
    least = max(0, men - cap * left + found.crowd) if found.bound else 0
    return (min(cap * ships, least) if found.fighting else least), min(men, cap * ships)


# ---------------------------------------------------------------- the guards of a step
def ships_step(s: State, act: Sail) -> Ruling | None:
    if winter(s) and s.phase == Phase.MUSTER:
        return barred("WA-3.2", seat=act.seat)
    return turn_for(s, act.seat, (Phase.MEN, Phase.SHIPS), "WA-3.25")


def fields_known(s: State, act: Sail) -> Ruling | None:
    world = s.world
    numbers = (act.ships - 1, act.men, act.spent, act.marked_ships, act.marked_men)
    if act.field not in world.index or act.to not in world.index or min(numbers) < 0:
        return malformed("WA-4.10", seat=act.seat, field=act.field, to=act.to)
    if act.marked_ships > act.ships or act.marked_men > act.men:
        return malformed("WA-4.38", seat=act.seat, field=act.field, to=act.to)
    return None


def ships_there(s: State, act: Sail) -> Ruling | None:
    f, seat = s.world.index[act.field], seat_of(act)
    st = s.world.station(f, act.water)
    found = fleet(s, f, seat, st, act.spent) if st >= 0 else Fleet((0, 0), (0, 0), False)
    if act.marked_ships > found.ships[1] or act.ships - act.marked_ships > found.ships[0]:
        if not any(g.side == seat and g.kind == SHIP for g in s.units[f]):
            return barred("WA-4.14", seat=seat, field=act.field, why="none")
        n = sum(found.ships)
        return barred("WA-4.14", seat=seat, field=act.field, n=n, why="such" if n < act.ships else "marked")
    return None


def men_aboard(s: State, act: Sail) -> Ruling | None:
    """WA-4.7: two men a ship; WA-4.8: nobody boards or leaves a ship that has moved."""
    world, seat = s.world, seat_of(act)
    f = world.index[act.field]
    found = fleet(s, f, seat, world.station(f, act.water), act.spent)
    if act.men > world.box.capacity * act.ships:
        return barred("WA-4.7", seat=seat, field=act.field, ships=act.ships, men=act.men)
    if act.marked_men > found.men[1] or act.men - act.marked_men > found.men[0]:
        known = {"ships": act.ships, "men": act.men}
        there = count_of(s, f, seat, MAN)
        if act.men > there:
            return barred("WA-4.7", seat=seat, field=act.field, n=there, why="men", **known)
        if act.men > sum(found.men):
            return barred("WA-4.8", seat=seat, field=act.field, **known)
        return barred("WA-4.7", seat=seat, field=act.field, why="such", **known)
    if act.men < men_range(world, found, act.ships)[0]:
        rule = "WA-4.8" if act.spent else "WA-4.7"
        return barred(rule, seat=seat, field=act.field, ships=act.ships, men=act.men, why="room")
    return None


def way_there(s: State, act: Sail) -> Ruling | None:
    """Whether there is a step at all between the two stations."""
    world = s.world
    f, to = world.index[act.field], world.index[act.to]
    st = world.station(f, act.water)
    if step_between(world, st, to, act.to_water) is not None:
        return None
    if f == to:
        return malformed("WA-4.10", seat=act.seat, field=act.field, to=act.to, why="same")
    ways = {step.way for step in world.steps[st] if world.station_field[step.to] == to}
    coast = act.to_water.startswith(COAST) and not ways & {COAST, SEAWAY}  # of a steep one its own rule speaks
    if ways and not coast:
        return malformed("WA-4.10", seat=act.seat, field=act.field, to=act.to, why="water")
    rule = no_way(world, f, st, to, act.to_water)
    why = {"why": "far"} if rule == "WA-4.12" else {}
    return barred(rule, seat=act.seat, field=act.field, to=act.to, **why)


def step_between(world: World, st: int, to: int, water: str) -> Step | None:
    goal = world.station(to, water)
    return next((step for step in world.steps[st] if step.to == goal), None) if goal >= 0 else None


def no_way(world: World, f: int, st: int, to: int, water: str) -> str:
    """The rule that keeps a ship from going there."""
    if world.kind[to] == "home":
        return "WA-1.6"
    if world.sea >> f & 1 and world.sea >> to & 1:
        return "WA-4.9"
    touching = bool(world.near[f] >> to & 1)
    if touching and (world.sea >> f & 1 or world.sea >> to & 1 or water.startswith(COAST)):
        return "WA-4.15"
    rivers = {w for w in world.bodies[st] if not w.startswith((COAST, SEAWAY))}
    goals = {w for t in world.stations[to] for w in world.bodies[t] if not w.startswith((COAST, SEAWAY))}
    if rivers & goals:
        return "WA-4.12"
    if world.near[f] & world.near[to] & world.sea and touching and not (rivers and goals):
        return "WA-4.15"
    return "WA-4.18" if rivers and goals else "WA-R36"


def river_open(s: State, act: Sail) -> Ruling | None:
    """WA-4.12, 4.13, R33: a river is used with ownership or permission; one step further is an attack."""
    world, seat = s.world, seat_of(act)
    f, to = world.index[act.field], world.index[act.to]
    step = step_between(world, world.station(f, act.water), to, act.to_water)
    if step is None:
        return None
    if step.way == RIVER and not (own_or_let(s, seat, to) or free_source(s, seat, f)):
        return refuse("WA-4.12", seat=seat, field=act.field, to=act.to)
    if step.way == TOW and not own_or_let(s, seat, to):
        return refuse("WA-R40", seat=seat, field=act.field, **({"why": "nobody"} if s.owner[to] < 0 else {}))
    return None


def own_or_let(s: State, seat: int, f: int) -> bool:
    return s.owner[f] == seat or permitted(s, seat, f)


def free_source(s: State, seat: int, f: int) -> bool:
    return bool(s.world.sea >> f & 1) or own_or_let(s, seat, f)


def enough_points(s: State, act: Sail) -> Ruling | None:
    world = s.world
    f, to = world.index[act.field], world.index[act.to]
    step = step_between(world, world.station(f, act.water), to, act.to_water)
    left = world.box.ship_bp - act.spent
    if step is not None and step.cost > left:
        rule = "WA-4.19" if step.way == TOW else "WA-4.1"
        return refuse(rule, seat=act.seat, field=act.field, to=act.to, cost=step.cost, left=left)
    return None


# ---------------------------------------------------------------- the step
WAY_RULES = {SEAWAY: "WA-4.9", COAST: "WA-4.10", RIVER: "WA-4.11", "lake": "WA-4.11", TOW: "WA-4.19"}


@guarded(ships_step, fields_known, ships_there, way_there, not_locked, men_aboard, river_open, enough_points)
def sail(s: State, act: Sail) -> Outcome:
    world, seat = s.world, seat_of(act)
    f, to = world.index[act.field], world.index[act.to]
    st = world.station(f, act.water)
    step = step_between(world, st, to, act.to_water)
    assert step is not None  # the guard of the way has seen to it
    rules = [WAY_RULES[step.way]]
    left = world.box.ship_bp - act.spent
    cost = min(step.cost, left)
    if step.way == RIVER:
        rules += ["WA-4.13", "WA-R33"] if own_or_let(s, seat, to) else ["WA-4.13", "WA-R33", "WA-4.12"]
        if world.sea >> f & 1 and not any(w.startswith(COAST) for w in world.bodies[step.to]):
            rules.append("WA-4.16")
        if not own_or_let(s, seat, to):
            cost = left  # an attack ends the movement
    elif step.way == "lake":
        rules.append("WA-R35")
    elif step.way == COAST:
        rules += ["WA-R36"] if not world.sea >> f & 1 else []
        rules += ["WA-R83"] if world.void >> to & 1 else []
        rules += ["WA-R34"] if len(world.bodies[step.to]) > 1 else []
    elif step.way == TOW:
        rules += ["WA-1.7", "WA-R40"]
    if step.way != RIVER and enemies(s, seat, to):
        rules.append("WA-R37")
        if world.opt["interception"]:
            cost = left
    if permitted(s, seat, to):
        rules.append("WA-R32")
    if locked(s, to, seat):
        rules.append("WA-4.21")
    if act.men and not act.spent:
        rules += ["WA-4.7", "WA-R77"]
    c = Course(s)
    c.do(
        ev.Sailed(
            seat, act.field, act.water, act.to, act.to_water, act.ships, act.men, act.spent, cost, act.marked_ships,
            act.marked_men, rules=tuple(rules),
        )
    )  # fmt: skip
    if to != f:
        arrive(c, to, seat)
        departed(c, f, seat)
    return c


# ---------------------------------------------------------------- what is legal
def steps(s: State, seat: int) -> list[Sail]:
    """Every step by ship that a seat may take now; what did not change around a field is remembered."""
    world, allowed = s.world, ways(s, seat)
    out: list[Sail] = []
    for f in bits(s.here[seat] & world.watery):
        if not kept(s, f, seat):
            near = world.station_near[f] | 1 << f
            facts = (s.units[f], s.own[seat] & near, allowed & near)
            out += latest(world, ("sail", seat, f), facts, partial(_steps, s, seat, f))
    return out


def _steps(s: State, seat: int, f: int) -> Iterator[Sail]:
    world = s.world
    keys = sorted({(g.water, g.spent) for g in s.units[f] if g.side == seat and g.kind == SHIP})
    for st, spent in keys:
        left = world.box.ship_bp - spent
        ways_out = []
        for step in world.steps[st]:
            to = world.station_field[step.to]
            if step.cost > left:
                continue
            if step.way == RIVER and not (own_or_let(s, seat, to) or free_source(s, seat, f)):
                continue
            if step.way == TOW and not own_or_let(s, seat, to):
                continue
            ways_out.append((to, world.water(step.to)))
        if ways_out:
            found = fleet(s, f, seat, st, spent)
            loads = list(_loads(world, found))
            for to, water in ways_out:
                for ships, marked_ships, marked_men, low, high in loads:
                    yield Sail(
                        seat, world.ids[f], world.ids[to], ships, between(low, high), world.water(st), water, spent,
                        marked_ships, marked_men,
                    )  # fmt: skip


def _loads(world: World, found: Fleet) -> Iterator[tuple[int, int, int, int, int]]:
    """Ships, marked ships, marked men, and the range of men, for every way to load a fleet."""
    for ships in range(1, sum(found.ships) + 1):
        least, most = men_range(world, found, ships)
        for marked_ships in range(max(0, ships - found.ships[0]), min(ships, found.ships[1]) + 1):
            for marked_men in range(min(found.men[1], most) + 1):
                low, high = max(least, marked_men), min(most, marked_men + found.men[0])
                if low <= high:
                    yield ships, marked_ships, marked_men, low, high
