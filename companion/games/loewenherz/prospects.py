"""What an expansion would bring a region just now: the best squares it may take, without doing anything."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.masks import bits
from companion.engine.slotted import changed
from companion.games.loewenherz.rules.use import squares_to_take
from companion.games.loewenherz.state import State, with_at

MOST = 2  # squares of one expansion (LH-8.1)


class Prospect(NamedTuple):
    """The squares that bring most, in the order in which they are taken, and their points (LH-12.7)."""

    squares: tuple[str, ...] = ()
    points: int = 0


def worth(s: State, q: int) -> int:
    """Points for taking a square: one, and those of a town in it (LH-12.7)."""
    return 1 + (s.world.tables.town if s.land.town >> q & 1 else 0)


def prospect(s: State, castle: int, most: int = MOST) -> Prospect:
    """The best that the region of this castle could take now, as far as knights and alliances let it."""
    best = Prospect()
    if not most:
        return best
    for q in bits(squares_to_take(s, castle)):
        rest = prospect(_taken(s, castle, q), castle, most - 1)
        points = worth(s, q) + rest.points
        if points > best.points:
            best = Prospect((s.world.squares[q], *rest.squares), points)
    return best


def _taken(s: State, castle: int, q: int) -> State:
    """The regions after a square was taken; what it cuts off makes no difference to the square beside it."""
    bit = 1 << q
    regions = tuple(r & ~bit for r in s.regions)
    return changed(s, regions=with_at(regions, castle, regions[castle] | bit))
