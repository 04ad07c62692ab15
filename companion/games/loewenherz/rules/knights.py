"""Setting a knight: where it may go, what it costs, and what follows (chapters 7 and 9)."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.types import Decision, Event, Notice, Ruling, facts, refuse
from companion.games.loewenherz.box import KNIGHT
from companion.games.loewenherz.effects import evolve_all
from companion.games.loewenherz.events import KnightSet
from companion.games.loewenherz.inputs import Expand, SetKnight
from companion.games.loewenherz.rules.common import ACTING, action_of, breaches, one_treasure, payable, price
from companion.games.loewenherz.rules.rounds import onward
from companion.games.loewenherz.rules.scoring import zone_reckoning
from companion.games.loewenherz.rules.use import idle
from companion.games.loewenherz.state import State, occupied, reserve


def knights_due(s: State, act: SetKnight | Expand) -> Ruling | None:
    """Whether it is an action with knights."""
    if action_of(s).kind == KNIGHT:
        return None
    if isinstance(act, SetKnight):
        return barred("LH-7.1", seat=act.seat, why="action")
    return barred("LH-8.12", seat=act.seat)


def knight_owed(s: State, act: SetKnight) -> Ruling | None:
    """LH-7.1, LH-9.1: a knight or an expansion; two knights, or one and an expansion."""
    if s.units:
        return None
    if s.squares and action_of(s).n == 1:
        return barred("LH-7.1", seat=act.seat, why="square")
    return barred("LH-9.1" if action_of(s).n == 2 else "LH-7.1", seat=act.seat)


def knight_left(s: State, act: SetKnight) -> Ruling | None:
    """LH-7.6: with the reserve empty only expansion is left."""
    return barred("LH-7.6", seat=act.seat) if reserve(s, s.turn) <= 0 else None


def square_known(s: State, act: SetKnight) -> Ruling | None:
    if act.square not in s.world.square_index:
        return malformed("LH-7.2", seat=act.seat, square=act.square)
    return None


# ---------------------------------------------------------------- the square, for actions and renegades alike
def square_free(s: State, side: int, q: int) -> Ruling | None:
    """LH-7.2: a free square."""
    if occupied(s) >> q & 1:
        return barred("LH-7.2", seat=side, square=s.world.squares[q], why="occupied")
    return None


def square_ground(s: State, side: int, q: int) -> Ruling | None:
    """LH-7.2: farmland or forest."""
    if not (s.land.farm | s.land.forest) >> q & 1:
        return refuse("LH-7.2", seat=side, square=s.world.squares[q], why="ground")
    return None


def square_near(s: State, side: int, q: int) -> Ruling | None:
    """LH-7.4: beside an own knight or castle."""
    if not s.world.grid.near[q] & (s.castles[side] | s.knights[side]):
        return refuse("LH-7.4", seat=side, square=s.world.squares[q])
    return None


def square_linked(s: State, side: int, q: int) -> Ruling | None:
    """LH-7.5, LH-R43: one own neighbour without a border between is needed, and is enough."""
    if not s.world.grid.reach(1 << q, s.walls) & (s.castles[side] | s.knights[side]):
        return refuse("LH-7.5", seat=side, square=s.world.squares[q])
    return None


SQUARE_GUARDS = (square_free, square_ground, square_near, square_linked)


def stands(guard: Callable[[State, int, int], Ruling | None]) -> Callable[[State, SetKnight], Ruling | None]:
    """What speaks against a square, asked of an act."""
    return lambda s, act: guard(s, s.turn, s.world.square_index[act.square])


def forest_cost(s: State, q: int) -> int:
    """LH-7.3: a knight on forest costs extra."""
    return s.world.tables.forest_knight if s.land.forest >> q & 1 else 0


def knight_paid(s: State, act: SetKnight) -> Ruling | None:
    cost = forest_cost(s, s.world.square_index[act.square])
    return payable(s, s.turn, cost, act.treasures, "LH-7.3")


@guarded(
    *ACTING, knights_due, knight_owed, knight_left, square_known, *map(stands, SQUARE_GUARDS), one_treasure,
    knight_paid,
)  # fmt: skip
def set_knight(s: State, act: SetKnight) -> Decision:
    q, seat, double = s.world.square_index[act.square], seat_of(act), action_of(s).n == 2
    cost = forest_cost(s, q)
    rules = DOUBLE if double else SINGLE
    rules = (*rules, "LH-7.3") if cost else rules
    rules = (*rules, "LH-11.19", "LH-11.16", "LH-R27") if act.treasures else rules
    if double and (s.units < 2 or not s.may_expand):
        rules = (*rules, "LH-9.3")
    due = price(s.world, cost, act.treasures)
    events: list[Event] = [
        *zone_reckoning(s),
        KnightSet(seat, act.square, due, act.treasures, rules=rules),
        *breaches(s, act.treasures),
    ]
    after = evolve_all(s, events)
    if reserve(after, seat) == 0:
        events.append(Notice("reserve_empty", facts(seat=seat), rules=("LH-7.6",)))
    return (*events, *(onward(after, s.step + 1) if idle(after) else ()))


SINGLE: tuple[str, ...] = ("LH-7.1", "LH-7.2", "LH-7.4", "LH-R43")
DOUBLE: tuple[str, ...] = ("LH-9.1", "LH-7.2", "LH-7.4", "LH-R43")
