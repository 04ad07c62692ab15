"""What lies on the table of Acre, and what somebody seems to have tried there."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.tablespec import Difference, TableSpec
from companion.engine.types import Input, Tabletop, Token, letter
from tests.sixth.acre.inputs import Sow
from tests.sixth.acre.state import FIELDS, NOBODY, State

TRACK = 22


def tabletop(s: State) -> Tabletop:
    table = {f: (Token("stone", letter(n)),) if n != NOBODY else () for f, n in zip(FIELDS, s.stones, strict=True)}
    for k in range(TRACK):
        table[f"score_{k}"] = tuple(Token("stone", letter(i)) for i, n in enumerate(s.points) if n == k)
    return table


def attempts(s: State, seen: Difference) -> Iterator[Input]:
    """A stone where none may be laid."""
    for space, there in seen.after.items():
        if space in FIELDS:
            for piece, n in there.items():
                owner = seen.sides.get(piece)
                if n > seen.before[space][piece] and owner is not None:
                    yield Sow("AB".index(owner.side), space)


TABLE: TableSpec[State] = TableSpec(neutral=(), attempts=attempts)
