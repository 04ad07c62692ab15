"""Where armies go that leave a battle: retreat, the defender's withdrawal, flight (WA-5.11 to 5.15, 8.4)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from companion.engine.masks import bits
from companion.games.walisk.accord import enemies
from companion.games.walisk.state import (
    MAN,
    SHIP,
    Bout,
    Group,
    Lost,
    State,
    battle_at,
    count_of,
    heap,
    label,
    labelled,
    of_side,
    origin_field,
    place,
    units_of,
)
from companion.games.walisk.world import SEAWAY


class Way(NamedTuple):
    """One way out: which groups go where, and what cannot come along."""

    moves: tuple[tuple[str, int, str], ...]
    lost: Lost


def _way(s: State, f: int, going: list[tuple[Group, str]], gone: list[Group]) -> Way:
    moves: dict[tuple[str, str], int] = {}
    for g, where in going:
        key = (label(s.world, g, f), where)
        moves[key] = moves.get(key, 0) + g.n
    return Way(tuple((a, n, b) for (a, b), n in sorted(moves.items())), labelled(s.world, f, gone))


def _fitting(s: State, f: int, seat: int, to: int, going: list[tuple[Group, str]]) -> Way:
    """Men beyond the room of the ships at sea are lost (WA-5.13, 8.4)."""
    ships = count_of(s, to, seat, SHIP) + sum(g.n for g, _ in going if g.kind == SHIP)
    room = s.world.box.capacity * ships - count_of(s, to, seat, MAN)
    kept: list[tuple[Group, str]] = []
    gone: list[Group] = []
    for g, where in sorted(going, key=lambda m: (m[0].kind != SHIP, -m[0].mark)):
        n = g.n if g.kind == SHIP else max(0, min(g.n, room))
        room -= n if g.kind == MAN else 0
        if n:
            kept.append((g._replace(n=n), where))
        if n < g.n:
            gone.append(g._replace(n=g.n - n))
    return _way(s, f, kept, gone)


# ---------------------------------------------------------------- the attacker
def retreat(s: State, f: int, seat: int) -> Way | None:
    """Each stack goes back to where it came from, the whole army or nobody (WA-5.11 to 5.13, R53)."""
    world = s.world
    groups = of_side(s, f, seat)
    by_goal: dict[int, list[tuple[Group, str]]] = {}
    for g in groups:
        if g.origin < 0:
            return None
        goal = origin_field(world, g.origin)
        if goal == f:
            return None
        if enemies(s, seat, goal) and (world.sea >> goal & 1 or not world.opt["retreat_to_enemy"]):
            return None
        where = place(world, g.origin)
        if world.sea >> goal & 1 and g.origin < len(world.ids):
            where = f"{world.ids[goal]}.{SEAWAY}"
        by_goal.setdefault(goal, []).append((g, where))
    moves: list[tuple[str, int, str]] = []
    lost: list[tuple[str, int]] = []
    for goal, going in by_goal.items():
        if world.sea >> goal & 1:
            if not any(g.kind == SHIP for g, _ in going):
                return None
            way = _fitting(s, f, seat, goal, going)
        else:
            way = _way(s, f, going, [])
        moves += way.moves
        lost += way.lost
    return Way(tuple(sorted(moves)), tuple(sorted(lost)))


def homing(s: State, f: int, seat: int) -> bool:
    """Whether the home side may leave in its own turn like a defender (option ``retreat_own_turn``)."""
    return bool(s.world.opt["retreat_own_turn"]) and s.owner[f] == seat


# ---------------------------------------------------------------- the defender
def withdrawals(s: State, f: int, seat: int) -> dict[int, Way]:
    """Adjacent own districts without enemies; ships only over their own water, else they stay (WA-5.15, R54)."""
    found = {}
    for to in bits(s.world.near[f] & s.own[seat] & ~s.wild):
        if not enemies(s, seat, to):
            way = _homeward(s, f, seat, to, left_behind=False)
            if way is not None:
                found[to] = way
    return found


def _homeward(s: State, f: int, seat: int, to: int, *, left_behind: bool) -> Way | None:
    """An army goes into an adjacent own district; what cannot come along stays, or is lost (``left_behind``)."""
    world = s.world
    afloat = bool(world.sea >> f & 1)
    going: list[tuple[Group, str]] = []
    rest: list[Group] = []
    for g in of_side(s, f, seat):
        if g.kind == SHIP:
            goal = next((t.to for t in world.steps[g.water] if world.station_field[t.to] == to), -1)
            if goal < 0:
                rest.append(g)
            else:
                going.append((g, f"{world.ids[to]}.{world.station_water[goal]}"))
    ships = sum(g.n for g, _ in going)
    room = world.box.capacity * ships
    for g in sorted((g for g in of_side(s, f, seat) if g.kind == MAN), key=lambda g: -g.mark):
        if not afloat:
            going.append((g, world.ids[to]))
            continue
        n = min(g.n, room)
        room -= n
        if n:
            going.append((g._replace(n=n), world.ids[to]))
        if n < g.n:
            rest.append(g._replace(n=g.n - n))
    if not going or (afloat and not ships):
        return None
    drowned = [g for g in rest if g.kind == MAN]
    return _way(s, f, going, rest if left_behind else drowned)


# ---------------------------------------------------------------- flight
def must_flee(s: State, b: Bout) -> int:
    """The side that must flee after this exchange, or -1 (WA-8.1 to 8.3, 3.24, R65, R66)."""
    if not s.world.opt["flight"] or b.half != 0:
        return -1
    battle = battle_at(s, b.field, b.att, b.dfd)
    sides = []
    for side in (b.att, b.dfd):
        dead = heap(battle, side)
        fallen, alive = dead.men + dead.ships, units_of(s, b.field, side)
        if alive and 2 * fallen >= fallen + alive:
            sides.append(side)
    if s.world.opt["both_first"] and len(sides) == 2:
        return -1
    bound = [p for p in sides if not spared(s, b, p)]
    return bound[0] if len(bound) == 1 else -1


def spared(s: State, b: Bout, side: int) -> bool:
    """The Rukr never flee (WA-3.24); a defender with his settlement need not (WA-8.3).

    "Defender" may be read as the one who defends in this exchange, or as the settlement's owner in any: an option.
    """
    if side == s.world.players:
        return True
    sheltered = side == b.dfd or s.world.opt["town_shelter"] == "always"
    return sheltered and s.owner[b.field] == side and s.houses[b.field] > 0


def refuges(s: State, f: int, seat: int) -> dict[int, Way]:
    """Adjacent own districts, or with ships free sea fields; what cannot come along is lost (WA-8.4, R67)."""
    world, found = s.world, {}
    for to in bits(world.near[f] & s.own[seat]):
        way = _homeward(s, f, seat, to, left_behind=True)
        if way is not None:
            found[to] = way
    for to in bits(world.near[f] & world.sea):
        if enemies(s, seat, to):
            continue
        going: list[tuple[Group, str]] = []
        rest: list[Group] = []
        for g in of_side(s, f, seat):
            sails = g.kind == SHIP and any(world.station_field[t.to] == to for t in world.steps[g.water])
            if sails or g.kind == MAN:
                going.append((g, f"{world.ids[to]}.{SEAWAY}"))
            else:
                rest.append(g)
        if any(g.kind == SHIP for g, _ in going):
            way = _fitting(s, f, seat, to, going)
            lost = Counter(dict(way.lost)) + Counter(dict(labelled(world, f, rest)))
            found[to] = Way(way.moves, tuple(sorted(lost.items())))
    return dict(sorted(found.items()))
