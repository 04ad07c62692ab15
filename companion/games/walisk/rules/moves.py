"""Men on foot: one step of equal men at a time (WA-3.25, 4.1 to 4.8, 4.20, 4.21)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.legal import between
from companion.engine.masks import bits
from companion.engine.types import Ruling, refuse
from companion.games.walisk import events as ev
from companion.games.walisk.accord import permitted, ways
from companion.games.walisk.inputs import Sail, Walk
from companion.games.walisk.rules.battles import left_field
from companion.games.walisk.rules.course import Course, Outcome
from companion.games.walisk.rules.hands import cash, empty_purse
from companion.games.walisk.state import MAN, SETUP, SHIP, Phase, State, count_of, kept, locked, winter
from companion.games.walisk.world import latest


# ---------------------------------------------------------------- whose turn it is
def turn_for(s: State, seat: int | None, phases: tuple[str, ...], rule: str) -> Ruling | None:
    """Whether a seat is on turn, in one of these parts of it, and nothing else must be finished first."""
    if s.phase == Phase.OVER:
        return barred("WA-2.17", seat=seat)
    if s.bouts:
        return unfinished(s, seat)
    early = too_early(s, seat)
    if early is not None:
        return early
    if s.phase == Phase.MUSTER:  # out of turn: a rebel arms (WA-8.54)
        return barred("WA-3.2", seat=seat, why="other")
    if s.phase not in phases:
        return barred(rule, seat=seat, phase=s.phase)
    if not s.due or seat != s.due[0]:
        return barred("WA-3.27", seat=seat, turn=s.due[0] if s.due else -1)
    return None


def unfinished(s: State, seat: int | None) -> Ruling:
    """Dice on the table come first: those of a fight, of a voyage, or of silver that comes home."""
    b = s.bouts[0]
    rule = {"length": "WA-4.32", "landing": "WA-4.36", "cash": "WA-4.40"}.get(b.step, "WA-R50")
    if rule == "WA-R50":
        return barred(rule, seat=seat, field=s.world.ids[b.field], why="fight")
    return barred(rule, seat=seat, why="wait")


def too_early(s: State, seat: int | None) -> Ruling | None:
    """Set-up, dice of the winter, those who come back, dice of unrest and the Rukr come before anybody acts."""
    if s.phase in SETUP:
        return barred("WA-2.2", seat=seat, why="setup")
    if s.phase == Phase.COMEBACK:
        return barred("WA-8.61", seat=seat, why="own" if seat == s.due[0] else "wait", turn=s.due[0])
    if s.phase == Phase.UNREST:
        return barred("WA-8.52", seat=seat, why="wait")
    if s.phase == Phase.RUKR:
        return barred("WA-3.20", seat=seat)
    if s.phase in (Phase.HOMES, Phase.OUTBREAK, Phase.GATE, Phase.GROWTH):
        return barred("WA-3.3", seat=seat)
    return None


# ---------------------------------------------------------------- the guards of a step
def mens_step(s: State, act: Walk) -> Ruling | None:
    """WA-3.2: no movement in winter; WA-3.25: men before ships, and no step backwards."""
    if winter(s) and s.phase == Phase.MUSTER:
        return barred("WA-3.2", seat=act.seat)
    if s.phase == Phase.SHIPS and s.due and act.seat == s.due[0] and not s.bouts:
        f = s.world.index.get(act.field, -1)
        carried = [g for g in s.units[f] if g.side == act.seat and g.kind == MAN] if f >= 0 else []
        rule = "WA-4.8" if carried and all(g.water >= 0 and g.spent for g in carried) else "WA-3.25"
        return refuse(rule, seat=act.seat, field=act.field)
    return turn_for(s, act.seat, (Phase.MEN,), "WA-3.25")


def fields_known(s: State, act: Walk) -> Ruling | None:
    index = s.world.index
    if act.field not in index or act.to not in index or act.men < 1 or act.spent < 0:
        return malformed("WA-4.1", seat=act.seat, field=act.field, to=act.to)
    return None


def no_water(s: State, act: Walk) -> Ruling | None:
    """WA-4.2 and 4.20: men cross no water, and nobody enters a home of the Rukr."""
    world = s.world
    f, to = world.index[act.field], world.index[act.to]
    if world.kind[to] == "home" and world.near[f] >> to & 1:
        return barred("WA-4.20", seat=act.seat, field=act.field, to=act.to)
    if world.sea >> to & 1 or world.sea >> f & 1:
        return barred("WA-4.2", seat=act.seat, field=act.field, to=act.to)
    if not world.near[f] >> to & 1:
        return barred("WA-4.1", seat=act.seat, field=act.field, to=act.to, why="apart")
    return None


def men_there(s: State, act: Walk) -> Ruling | None:
    """Men of this kind must stand there; men of a ship that has moved cannot leave it (WA-4.8)."""
    f, seat = s.world.index[act.field], seat_of(act)
    n = walkers(s, f, seat, act.spent, int(act.marked))
    if n >= act.men:
        return None
    bound = sum(g.n for g in s.units[f] if g.side == seat and g.kind == MAN and g.water >= 0 and g.spent)
    if bound and n + bound >= act.men:
        return barred("WA-4.8", seat=seat, field=act.field)
    there = count_of(s, f, seat, MAN)
    return barred("WA-4.1", seat=seat, field=act.field, to=act.to, n=n, why="such" if there else "none")


def not_locked(s: State, act: Walk | Sail) -> Ruling | None:
    """WA-R39: units in an unfinished battle stay; they leave it by a retreat."""
    seat = seat_of(act)
    if kept(s, s.world.index[act.field], seat):
        return refuse("WA-R39", seat=seat, field=act.field)
    return None


def enough_points(s: State, act: Walk) -> Ruling | None:
    """WA-4.3 to 4.6: what the step costs, and whether a river needs a ship."""
    world, seat = s.world, seat_of(act)
    f, to = world.index[act.field], world.index[act.to]
    cost, river = step_cost(s, seat, f, to)
    if river and not any(g.side == seat and g.kind == SHIP for g in s.units[f]):
        return refuse("WA-4.6", seat=seat, field=act.field, to=act.to)
    if act.spent + cost > world.box.man_bp:
        own = s.owner[to] == seat
        rule = "WA-4.1" if own else "WA-4.4"
        return refuse(rule, seat=seat, field=act.field, to=act.to, cost=cost, left=world.box.man_bp - act.spent)
    return None


# ---------------------------------------------------------------- counting
def walkers(s: State, f: int, seat: int, spent: int, mark: int) -> int:
    """Men that can walk: ashore, or aboard of a ship that has not moved."""
    return sum(
        g.n
        for g in s.units[f]
        if g.side == seat and g.kind == MAN and g.spent == spent and g.mark == mark and (g.water < 0 or not g.spent)
    )


def step_cost(s: State, seat: int, f: int, to: int) -> tuple[int, bool]:
    """Movement points of a step on foot, and whether it needs a ship (WA-4.3 to 4.6, R30 to R32)."""
    world = s.world
    own = s.owner[to] == seat
    river = any(g == to and across for g, across in world.land[f])
    if own and (not river or s.owner[f] == seat):
        return 1, False
    if river:
        return 2, True
    if own or (world.opt["passage_cost"] == 1 and permitted(s, seat, to)):
        return 1, False
    return 2, False


# ---------------------------------------------------------------- the step
@guarded(mens_step, fields_known, no_water, men_there, not_locked, enough_points)
def walk(s: State, act: Walk) -> Outcome:
    world, seat = s.world, seat_of(act)
    f, to = world.index[act.field], world.index[act.to]
    cost, ship = step_cost(s, seat, f, to)
    own = s.owner[to] == seat
    river = ship or any(g == to and across for g, across in world.land[f])
    if river:
        rules = ["WA-4.6" if ship else "WA-4.5"]
        rules += ["WA-R38"] if ship else []
        rules += ["WA-R30"] if ship and own else []
    else:
        rules = ["WA-4.3" if own else "WA-4.4", "WA-R31"]
    if not own and permitted(s, seat, to):
        rules.append("WA-R32")
    if locked(s, to, seat):
        rules.append("WA-4.21")
    c = Course(s)
    c.do(ev.Walked(seat, act.field, act.to, act.men, act.spent, act.marked, cost, rules=tuple(rules)))
    arrive(c, to, seat)
    departed(c, f, seat)
    return c


def arrive(c: Course, to: int, seat: int) -> None:
    """Silver that the army carries is home when it enters an own district (WA-4.40, 8.24)."""
    if c.s.owner[to] == seat:
        cash(c, to, seat, moved=True)
        empty_purse(c, to, seat)


def departed(c: Course, f: int, seat: int) -> None:
    """A capital without units, or a district beside a horde without garrison, is told (WA-7.1); a battle that everybody
    of a side has left is over (option ``battle_lock`` no)."""
    _unattended(c, f, seat)
    left_field(c, f, seat)


def _unattended(c: Course, f: int, seat: int) -> None:
    s, world = c.s, c.s.world
    if s.here[seat] >> f & 1 or s.owner[f] != seat:
        return
    if s.capital[seat] == f:
        c.note("capital_unattended", "WA-7.1", seat=seat, field=world.ids[f])
    elif any(s.rukr[g] > 1 for g in bits(world.near[f] & s.wild)):
        c.note("no_garrison", "WA-7.1", seat=seat, field=world.ids[f])


# ---------------------------------------------------------------- what is legal
def steps(s: State, seat: int) -> list[Walk]:
    """Every step on foot that a seat may take now; what did not change around a field is remembered."""
    world = s.world
    allowed = ways(s, seat) if world.opt["passage_cost"] == 1 else 0
    out: list[Walk] = []
    for f in bits(s.here[seat] & ~world.sea):
        if not kept(s, f, seat):
            near = world.land_near[f] | 1 << f
            facts = (s.units[f], s.own[seat] & near, allowed & near)
            out += latest(world, ("walk", seat, f), facts, partial(_steps, s, seat, f))
    return out


def _steps(s: State, seat: int, f: int) -> Iterator[Walk]:
    world, ids, most = s.world, s.world.ids, s.world.box.man_bp
    classes: dict[tuple[int, int], int] = {}
    ship = False
    for g in s.units[f]:
        if g.side == seat:
            if g.kind == SHIP:
                ship = True
            elif (g.water < 0 or not g.spent) and g.spent < most:
                classes[g.spent, g.mark] = classes.get((g.spent, g.mark), 0) + g.n
    if not classes:
        return
    costs = []
    for to, _ in world.land[f]:
        cost, needs = step_cost(s, seat, f, to)
        if not needs or ship:
            costs.append((to, cost))
    for (spent, mark), n in classes.items():
        for to, cost in costs:
            if spent + cost <= most:
                yield Walk(seat, ids[f], ids[to], between(1, n), spent, bool(mark))
