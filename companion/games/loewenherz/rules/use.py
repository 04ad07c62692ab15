"""What a player could do with an action as the board lies, money left aside: squares, edges, piles."""

from __future__ import annotations

from companion.engine.masks import bits
from companion.games.loewenherz.box import BORDERS, DUCATS, POLITICS, Action
from companion.games.loewenherz.state import State, held, men, occupied, own_regions, reserve, supply


def knight_squares(s: State, side: int) -> int:
    """Free farmland and forest beside own figures, no border between (LH-7.2 to LH-7.5, LH-R43)."""
    memo = s.world.memo
    last: tuple[State, int, int] | None = memo.get("knights")
    if last is None or last[0] is not s or last[1] != side:
        beside = s.world.grid.reach(s.castles[side] | s.knights[side], s.walls)
        last = memo["knights"] = (s, side, beside & (s.land.farm | s.land.forest) & ~occupied(s))
    return last[2]


def allied(s: State, i: int, j: int) -> bool:
    """Whether two regions are in an alliance (LH-11.6)."""
    return any({a, b} == {i, j} for a, b, _ in s.alliances)


def parted(s: State, i: int, q: int) -> int:
    """Own figures beside an own knight from which the fence would part it if region ``i`` took its square (LH-R20)."""
    side = s.keeps[i][1]
    if not s.knights[side] >> q & 1:
        return 0
    beside = s.world.grid.near[q] & (s.castles[side] | s.knights[side]) & ~s.regions[i]
    return sum(1 << r for r in bits(beside) if not s.world.grid.between(1 << q, 1 << r) & s.walls)


def squares_to_take(s: State, i: int, truce: bool = True) -> int:
    """Squares that a region may take now, one of them (LH-8.2 to LH-8.8, LH-8.14).

    Without ``truce`` alliances are left aside: one of their own could be bought off first (LH-11.8).
    """
    world, grid = s.world, s.world.grid
    region, side = s.regions[i], s.keeps[i][1]
    blocked = occupied(s) & ~s.knights[side] if world.takeover else occupied(s)
    ring = grid.reach(region) & ~region & ~blocked
    if world.unparted:
        for q in bits(ring & s.knights[side]):
            if parted(s, i, q):
                ring &= ~(1 << q)
    if not ring:
        return 0
    army = -1
    for j, enemy in enumerate(s.regions):
        if enemy & ring and j != i:
            if army < 0:
                every = men(s)
                army = (every & region).bit_count()
            if s.keeps[j][1] == side or (every & enemy).bit_count() >= army or (truce and allied(s, i, j)):
                ring &= ~enemy
    return ring


def can_set(s: State, side: int) -> bool:
    return reserve(s, side) > 0 and knight_squares(s, side) != 0


def can_expand(s: State, side: int) -> bool:
    return any(squares_to_take(s, i, truce=False) for i in own_regions(s, side))


def useless(s: State, side: int, action: Action) -> str:
    """Why an action is of no use now: the rule, or "" when something can be done with it (LH-R16)."""
    kind = action.kind
    if kind == DUCATS:
        return ""
    if kind == BORDERS:
        if held(s, side) >= s.world.cap:
            return "LH-6.6"
        if supply(s) <= 0:
            return "LH-R14"
        return "" if s.free else "LH-6.2"
    if kind == POLITICS:
        return "" if any(s.piles) else "LH-R34"
    if can_set(s, side) or can_expand(s, side):
        return ""
    return "LH-7.6" if reserve(s, side) <= 0 else "LH-7.1"


def idle(s: State) -> bool:
    """Whether nothing more can be done with the knights and squares that are left of an action."""
    if s.squares and squares_to_take(s, s.grown, truce=False):
        return False
    return not s.units or not (can_set(s, s.turn) or (s.may_expand and can_expand(s, s.turn)))


def mountains(s: State, side: int) -> int:
    """Mountains enclosed in the regions of a side (LH-3.3, LH-R35)."""
    total = 0
    for (_, owner), region in zip(s.keeps, s.regions, strict=True):
        rock = region & s.land.mountain
        if owner == side and rock:
            total += sum(1 for _ in s.world.grid.parts(rock, 0)) if s.world.joined_silver else rock.bit_count()
    return total
