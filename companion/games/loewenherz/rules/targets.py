"""What alliances and renegades may aim at (LH-11.4 to LH-11.15, LH-R29 to LH-R33)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.masks import bits
from companion.engine.slotted import changed
from companion.games.loewenherz.box import ALLIANCE
from companion.games.loewenherz.derive import linked
from companion.games.loewenherz.rules.common import treasure_sets
from companion.games.loewenherz.rules.use import allied, knight_squares
from companion.games.loewenherz.state import UNKNOWN, State, knight_on, men, reserve, told, union, with_at

Link = tuple[int, int, int]


def neighbours(s: State, side: int) -> Iterator[Link]:
    """Pairs of an own and an enemy region that share an edge, with their common borders (LH-R30)."""
    grid = s.world.grid
    for i, (_, owner) in enumerate(s.keeps):
        if owner != side or not s.regions[i]:
            continue
        for j, (_, other) in enumerate(s.keeps):
            if other != side and s.regions[j]:
                common = grid.between(s.regions[i], s.regions[j])
                if common:
                    yield i, j, common


def turned_edges(s: State) -> int:
    """Borders that are turned as a sign."""
    return union(1 << e for _, _, e in s.alliances if e >= 0)


def mark_of(s: State, i: int, j: int) -> int:
    """The border turned for two regions; -1 where none is."""
    return max((e for a, b, e in s.alliances if {a, b} == {i, j}), default=-1)


def alliances_of(s: State, side: int) -> Iterator[tuple[int, int, int]]:
    """Own region, enemy region, edge to turn; -1 where none is left to turn or none is turned at all."""
    used = turned_edges(s)
    for i, j, common in neighbours(s, side):
        if allied(s, i, j) and not s.world.second_alliance:
            continue
        left = common & s.walls & ~used
        if not s.world.marks or not left:
            yield i, j, -1
            continue
        for e in bits(left):
            yield i, j, e


def removable(s: State, side: int, j: int) -> int:
    """Enemy knights in a region that may be removed (LH-11.10, LH-11.12, LH-R42)."""
    found = 0
    for q in bits(men(s) & s.regions[j] & ~s.knights[side]):
        owner = knight_on(s, q)
        if linked(s.world, s.castles[owner] | s.knights[owner], s.walls, q):
            found |= 1 << q
    return found


def renegade_cost(s: State, q: int, k: int) -> tuple[int, int]:
    """Ducats for a removal from forest and for a knight set on forest (LH-11.13, LH-R32)."""
    tables, forest = s.world.tables, s.land.forest
    place = 0 if s.world.removal_only else tables.forest_knight
    return tables.renegade_forest * (forest >> q & 1), place * (forest >> k & 1)


def renegades_of(s: State, side: int) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Square of the knight to remove, square of the own one, treasures that pay: everything a renegade may do."""
    if reserve(s, side) <= 0:
        return
    room = knight_squares(s, side)
    sets = treasure_sets(s, side)
    pairs: dict[int, int] = {}
    for i, j, _ in neighbours(s, side):
        for q in bits(removable(s, side, j)):
            pairs[q] = pairs.get(q, 0) | room & s.regions[i]
    for q in sorted(pairs):
        for k in bits(pairs[q]):
            cost = renegade_cost(s, q, k)
            for cards in sets:
                if renegade_due(s, side, cost, cards) is not None:
                    yield q, k, cards


def renegade_due(s: State, side: int, cost: tuple[int, int], cards: tuple[str, ...]) -> int | None:
    """Ducats to pay beside treasure cards; None when it cannot be paid so (LH-R27)."""
    remove, place = cost
    if cards and not (remove + place if s.world.removal_treasure else place):
        return None
    due = renegade_price(s, cost, cards)
    return due if due <= s.ducats[side] else None


def renegade_price(s: State, cost: tuple[int, int], cards: tuple[str, ...]) -> int:
    """Ducats that are due beside treasure cards, which pay for a removal only where the table allows it (LH-R27)."""
    remove, place = cost
    worth = s.world.worth(cards)
    if s.world.removal_treasure:
        return max(0, remove + place - worth)
    return remove + max(0, place - worth)


def without_target(s: State, side: int, cards: tuple[str, ...]) -> str:
    """The first of some cards laid together that could not be carried out now, or "" (LH-R29).

    Cards that the app was not told are known once they lie, and cannot stand for a treasure any more.
    """
    if UNKNOWN in s.hands[side]:
        s = changed(s, hands=with_at(s.hands, side, told(s.hands[side], cards)))
    return next((card for card in cards if not has_target(s, side, card)), "")


def has_target(s: State, side: int, card: str) -> bool:
    """LH-R29: whether a card could be carried out now."""
    if s.world.politics[card].kind == ALLIANCE:
        return next(alliances_of(s, side), None) is not None
    return next(renegades_of(s, side), None) is not None
