"""What somebody seems to have tried when the board shows pieces that no legal act explains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.engine.types import LETTERS, Input, Token
from companion.games.brian_boru.inputs import Act, Build, Expand, GiveUp, Liberate, NameTown, Occupy, Settle
from companion.games.brian_boru.state import ACT, HOME, LEAD, State


def attempts(
    s: State, before: Mapping[str, Counter[str]], after: Mapping[str, Mapping[str, int]], sides: Mapping[str, Token]
) -> Iterator[Input]:
    """Acts, legal or not, that would put or take these pieces on towns; the rule that forbids them explains it."""
    for town, seen in after.items():
        if town not in s.world.index:
            continue
        for piece in sorted({*seen, *before[town]}):
            gained = seen.get(piece, 0) - before[town][piece]
            token = sides.get(piece) or Token(piece.partition(":")[0])
            if gained > 0:
                yield from _put(s, town, token)
            elif gained < 0 and token.kind == "viking_control" and s.stack:
                yield Liberate(s.stack[0][1], town)


def _put(s: State, town: str, token: Token) -> Iterator[Input]:
    top = s.stack[0] if s.stack else ("", -1, -1)
    if token.kind == "town_marker" and s.phase == LEAD:
        yield NameTown(s.turn, town)
    elif token.kind == "monastery" and top[0] == "build":
        yield Build(top[1], town)
    elif token.kind == "viking_control" and top[0] == "lose":
        yield GiveUp(top[2], town)
    elif token.kind == "disc" and token.side and token.side in LETTERS:
        seat = LETTERS.index(token.side)
        if s.phase == HOME:
            yield Settle(seat, town)
        elif top[0] == "town":
            yield Occupy(seat, town)
        elif s.phase == ACT and s.active >= 0 and town == s.world.ids[s.active] and top[0] != "E":
            yield Act(seat, "primary")
        elif s.phase == ACT:
            yield Expand(seat, town)
