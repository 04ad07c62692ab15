"""What the app deals by itself where chance is asked for: dice, cards, shuffled piles.

No randomness of its own: ``pick(n)`` gives an index below n, so the caller seeds and repeats.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.legal import Pick
from companion.engine.types import Input, Pending, Roll, Rolled, Show, Shown, Shuffle, Shuffled

Dealer = Callable[[Pending, Pick], Input]


def deal(owed: Pending, pick: Pick) -> Input:
    """Answer a request of chance with what it draws from."""
    if isinstance(owed, Roll):
        if not owed.distinct:
            return Rolled(None, tuple([die.faces[pick(len(die.faces))] for die in owed.slots]))
        faces: list[str] = []
        for die in owed.slots:
            left = [f for f in die.faces if f not in faces]
            faces.append(left[pick(len(left))])
        return Rolled(None, tuple(faces))
    if isinstance(owed, Show):
        return Shown(owed.by, owed.pool[pick(len(owed.pool))])
    if isinstance(owed, Shuffle):
        left = list(owed.cards)
        return Shuffled(None, owed.pile, tuple([left.pop(pick(n)) for n in range(len(left), 0, -1)]))
    raise TypeError(f"nothing can be dealt for {owed}")
