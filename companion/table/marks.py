"""Dice that mark something on the board: they follow what was told, and may lie otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import permutations

from companion.engine.types import Tabletop, Token
from companion.table.layout import DIE
from companion.table.sight import Sight
from companion.table.verdicts import Todo

CLEAR = 5.0  # nats by which dice must speak against what should lie there
MOST = 5  # dice of a space that are told from each other
Dice = tuple[tuple[tuple[str, float], ...], ...]


def allows(turn: str, face: str) -> bool:
    """Whether a die may show a face: ``6`` that one, ``1-5`` any of these, "" whatever it likes."""
    low, _, high = turn.partition("-")
    return not turn or (face.isdigit() and int(low) <= int(face) <= int(high or low))


def marks(sight: Sight, table: Tabletop, spaces: Iterable[str]) -> tuple[Todo, ...]:
    """Dice of somebody that are missing, or that show what they cannot show. One that means nothing may be gone."""
    out = []
    for space in spaces:
        tokens = tuple(t for t in table.get(space, ()) if t.kind == DIE and (t.side or t.turn))
        reading = sight.reading(space) if tokens else None
        if reading is None or not reading.dice_odds:
            continue
        most = max(n for n, x in enumerate(reading.dice_odds) if x == 0.0)
        if len(tokens) > most or _misfit(tokens, reading.dice[:MOST]) >= CLEAR:
            out.append(Todo(space, tokens, _shown(reading.dice), echo=True))
    return tuple(out)


def explain(sight: Sight, table: Tabletop, wrong: Iterable[Todo]) -> bool:
    """Whether all dice lie right by another table, those that lay ``wrong`` included: each of them means something."""
    told = [t for t in wrong if t.expected and all(x.kind == DIE for x in t.expected)]
    lying = all(sum(x.kind == DIE for x in table.get(t.space, ())) >= sum(t.seen.values()) for t in told)
    return lying and not marks(sight, table, sight.spaces("lead"))


def _misfit(tokens: tuple[Token, ...], dice: Dice) -> float:
    """Nats by which dice speak against the faces they should show, in the kindest order; 0 where some are not sure."""
    if len(dice) < len(tokens):
        return 0.0
    orders = permutations(dice, len(tokens))
    return min(sum(_against(t.turn, d) for t, d in zip(tokens, some, strict=True)) for some in orders)


def _against(turn: str, die: tuple[tuple[str, float], ...]) -> float:
    return -max((x for f, x in die if allows(turn, f)), default=0.0)


def _shown(dice: Dice) -> Counter[str]:
    """Which faces dice show."""
    return Counter(f"{DIE}:{max(faces, key=lambda f: f[1])[0]}" for faces in dice)
