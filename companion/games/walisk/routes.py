"""Ways over several steps: every place a stack can reach with the points it has left, and the acts that take it there.

Nothing is decided here: each step is asked of the rules, so a way is legal as a chain or it is not found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve, frozen

from companion.engine.game import fold
from companion.engine.masks import bits
from companion.engine.types import Event, Notice, Ruling
from companion.games.walisk import events as ev
from companion.games.walisk.accord import enemies
from companion.games.walisk.game import GAME
from companion.games.walisk.inputs import Sail, Walk
from companion.games.walisk.rules.moves import step_cost
from companion.games.walisk.rules.sailing import fleet, men_range
from companion.games.walisk.state import MAN, SHIP, State, of_side

MOST = 600  # steps that are asked of the rules for one stack
STEPS = (ev.Walked, ev.Sailed, ev.MovementEnded, Notice)


@frozen
class Stack:
    """Equal men, or ships of one fleet with men aboard, of a seat in a field. ``water``: where the ships lie."""

    seat: int
    field: str
    men: int
    ships: int = 0
    water: str = ""
    spent: int = 0
    marked_ships: int = 0
    marked_men: int = 0


@frozen
class Route:
    """Steps to a place, what they cost, and what they cause beside the movement."""

    acts: tuple[Walk | Sail, ...]
    cost: int
    causes: tuple[Event, ...]
    stack: Stack  # as it stands at the end
    state: State
    back: str = ""  # where a retreat would lead, if enemies stand there (WA-5.11)

    @property
    def differs(self) -> tuple[object, ...]:
        """What makes two ways to one place different for the table."""
        return (self.causes, self.stack.water, self.back)


Reach = dict[str, tuple[Route, ...]]


# ---------------------------------------------------------------- stacks
def men_in(s: State, seat: int, field: str) -> tuple[Stack, ...]:
    """Men that can walk, those with most points first; marked ones apart."""
    classes: dict[tuple[int, int], int] = {}
    for g in of_side(s, s.world.index[field], seat):
        if g.kind == MAN and (g.water < 0 or not g.spent) and g.spent < s.world.box.man_bp:
            classes[g.spent, g.mark] = classes.get((g.spent, g.mark), 0) + g.n
    return tuple(
        Stack(seat, field, n, spent=spent, marked_men=n if mark else 0) for (spent, mark), n in sorted(classes.items())
    )


def fleets_in(s: State, seat: int, field: str) -> tuple[Stack, ...]:
    """Fleets that can sail, with as many men as their ships carry."""
    world, f = s.world, s.world.index[field]
    keys = sorted({(g.water, g.spent) for g in of_side(s, f, seat) if g.kind == SHIP})
    out = []
    for st, spent in keys:
        if spent < world.box.ship_bp:
            found = fleet(s, f, seat, st, spent)
            ships = sum(found.ships)
            men = men_range(world, found, ships)[1]
            marked = min(found.men[1], men)
            out.append(Stack(seat, field, men, ships, world.water(st), spent, found.ships[1], marked))
    return tuple(out)


def part_of(s: State, stack: Stack, n: int) -> Stack:
    """So many men of a stack, or so many ships of a fleet with all the men they carry; unmarked ones first."""
    if not stack.ships:
        return evolve(stack, men=n, marked_men=n if stack.marked_men else 0)
    world, f = s.world, s.world.index[stack.field]
    found = fleet(s, f, stack.seat, world.station(f, stack.water), stack.spent)
    marked = max(0, n - found.ships[0])
    men = men_range(world, found, n)[1]
    return evolve(stack, ships=n, men=men, marked_ships=marked, marked_men=max(0, men - found.men[0]))


# ---------------------------------------------------------------- steps
def reach(s: State, stack: Stack) -> Reach:
    """Every field that a stack can come to, with the ways that differ for the table; the cheapest of each comes first.

    The field it stands in is left out.
    """
    start = Route((), 0, (), stack, s)
    found: dict[tuple[str, str], list[Route]] = {}
    todo, asked = [start], 0
    while todo and asked < MOST:
        todo.sort(key=lambda r: (r.cost, len(r.acts)))
        here = todo.pop(0)
        for act in _steps(here.state, here.stack):
            asked += 1
            there = _taken(here, act)
            if there is None or (there.stack.field == stack.field and not stack.ships):
                continue
            place = (there.stack.field, there.stack.water)
            known = found.setdefault(place, [])
            if any(r.cost <= there.cost and r.differs == there.differs for r in known):
                continue
            known.append(there)
            todo.append(there)
    out: dict[str, list[Route]] = {}
    for (field, _), routes in found.items():
        if field != stack.field:
            out.setdefault(field, []).extend(routes)
    return {field: _cheapest(routes) for field, routes in out.items()}


def _cheapest(routes: list[Route]) -> tuple[Route, ...]:
    best: dict[tuple[object, ...], Route] = {}
    for r in sorted(routes, key=lambda r: (r.cost, len(r.acts))):
        best.setdefault(r.differs, r)
    return tuple(best.values())


def _steps(s: State, stack: Stack) -> Iterator[Walk | Sail]:
    """Steps that the map allows; whether the rules do is asked one by one."""
    world = s.world
    f = world.index[stack.field]
    if not stack.ships:
        for to, _ in world.land[f]:
            if stack.spent + step_cost(s, stack.seat, f, to)[0] <= world.box.man_bp:
                yield Walk(
                    stack.seat, stack.field, world.ids[to], stack.men, stack.spent, bool(stack.marked_men)
                )  # fmt: skip
        return
    for step in world.steps[world.station(f, stack.water)]:
        if stack.spent + step.cost <= world.box.ship_bp:
            goal = world.ids[world.station_field[step.to]]
            yield Sail(
                stack.seat, stack.field, goal, stack.ships, stack.men, stack.water, world.water(step.to), stack.spent,
                stack.marked_ships, stack.marked_men,
            )  # fmt: skip


def _taken(here: Route, act: Walk | Sail) -> Route | None:
    """The way with one more step, if the rules let it."""
    decision = GAME.decide(here.state, act)
    if isinstance(decision, Ruling):
        return None
    step = next(e for e in decision if isinstance(e, ev.Walked | ev.Sailed))
    state = fold(GAME, here.state, decision)
    causes = here.causes + tuple(e for e in decision if not isinstance(e, STEPS))
    world, seat = state.world, here.stack.seat
    water = act.to_water if isinstance(act, Sail) else ""
    most = world.box.ship_bp if here.stack.ships else world.box.man_bp
    stack = evolve(here.stack, field=act.to, water=water, spent=min(most, here.stack.spent + step.cost))
    hostile = bool(enemies(state, seat, world.index[act.to]))
    return Route((*here.acts, act), here.cost + step.cost, causes, stack, state, act.field if hostile else "")


# ---------------------------------------------------------------- many at once
def march(s: State, stacks: tuple[Stack, ...], to: str) -> tuple[Walk | Sail, ...]:
    """All stacks into one field, one after the other, each on its cheapest way; who cannot come is left."""
    acts: list[Walk | Sail] = []
    for stack in stacks:
        routes = reach(s, stack).get(to)
        if routes:
            acts += routes[0].acts
            s = routes[0].state
    return tuple(acts)


def sources(s: State, seat: int, to: str, wanted: Callable[[Stack], bool] = lambda _: True) -> dict[str, Stack]:
    """Fields from which men can walk into a field now, each with its largest stack that can."""
    world, goal = s.world, s.world.index[to]
    near = world.near[goal]
    for f in bits(near):
        near |= world.near[f]
    found: dict[str, Stack] = {}
    for f in bits(s.here[seat] & near & ~(1 << goal) & ~world.sea):
        for stack in sorted(men_in(s, seat, world.ids[f]), key=lambda x: -x.men):
            if wanted(stack) and to in reach(s, stack):
                found[world.ids[f]] = stack
                break
    return found
