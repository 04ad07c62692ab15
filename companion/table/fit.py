"""How well a table explains a look: margins, and what speaks against it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from companion.engine.types import Tabletop
from companion.table.sight import Sight
from companion.table.standing import Tokens
from companion.table.verdicts import Todo


@frozen
class Margins:
    """All in nats. A table explains a look when its misfit is at most ``fits`` and no space exceeds ``space``."""

    quiet: float = 4.0  # the table as it should lie needs no explanation
    fits: float = 8.0
    space: float = 6.5
    clear: float = 5.0  # by so much the best must lead every other act to be taken without asking
    again: float = 0.7  # less where two pictures, read apart, agree: half of what misleads is of one picture
    rarer: float = 1.5  # and by so much more for each further act of the same look: people play one after the other
    heaped: float = 4.0  # and by so much if several acts have left no trace but in heaps, which are easily misread
    stirred: float = 4.0  # and by so much the table as it lay
    doubt: float = 4.0  # a space that an act leaves alone may be misread by so much, as it may when nothing happens
    depth: int = 2


def todo(sight: Sight, table: Tabletop, spaces: Sequence[str], limit: float, *, echo: bool = False) -> tuple[Todo, ...]:
    """Spaces that speak against a table by more than ``limit`` nats."""
    return tuple(
        Todo(s, tokens, sight.best(s) or {}, echo)
        for s in spaces
        for tokens in (table.get(s, ()),)
        if sight.misfit(s, tokens) > limit + heap(tokens)
    )


def untidy(sight: Sight, limit: float) -> tuple[Todo, ...]:
    """Spaces that an act entered before leaves to be tidied, and that do not lie so yet."""
    return tuple(Todo(s, now, sight.best(s) or {}) for s, (now, _) in sight.late.items() if sight.plain(s, now) > limit)


def misread(sight: Sight, table: Tabletop, limit: float) -> tuple[Todo, ...]:
    """Spaces that people spoke for though they look quite otherwise: a reminder, as it may be the table that is off."""
    spoken = [(s, table.get(s, ())) for s, stands in sight.standing.items() if stands.spoken]
    return tuple(Todo(s, t, sight.best(s) or {}) for s, t in spoken if sight.plain(s, t) > limit + heap(t))


def heap(tokens: Tokens) -> float:
    """Nats that a heap may be misread by beyond a single piece: many pieces are counted less surely than few."""
    return min(4.0, 0.4 * max(0, len(tokens) - 2))


def every(sight: Sight, table: Tabletop, spaces: Sequence[str], limit: float) -> bool:
    return all(sight.misfit(s, tokens) <= limit + heap(tokens) for s in spaces for tokens in (table.get(s, ()),))


def lies(
    sight: Sight, table: Tabletop, spaces: Sequence[str], limit: float, m: Margins, now: Tabletop | None = None
) -> bool:
    """Whether a table explains the look: within ``limit`` nats in all, what heaps may be misread by left out.

    ``now``: the table as it lay; spaces that are the same in both may be in doubt.
    """
    total = 0.0
    for s in spaces:
        tokens = table.get(s, ())
        misfit = sight.misfit(s, tokens) - heap(tokens)
        if misfit > m.space:
            return False
        if now is not None and now.get(s, ()) == tokens:
            misfit -= m.doubt
        total += max(0.0, misfit)
    return total <= limit
