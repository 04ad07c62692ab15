"""What a seat may know, and what should lie on the table of Hibernia."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion.engine.types import Tabletop, Token, letter
from companion.games.hibernia.position import NEUTRAL, position
from companion.games.hibernia.rules.advance import advance
from companion.games.hibernia.rules.guards import protected
from companion.games.hibernia.state import Phase, State
from companion.games.hibernia.world import COLOURS


def view(s: State, seat: int | None) -> Mapping[str, Any]:
    """Nothing is hidden in Hibernia, so every seat sees the same."""
    world, seats = s.world, range(s.world.players)
    acting = s.phase in (Phase.ROLL, Phase.ACT)
    walk = advance(s, s.turn, s.die == world.joker) if acting else ()
    return {
        **position(s),
        "protected": {
            world.ids[i]: rule for i in range(len(world.ids)) if s.owner[i] >= 0 and (rule := protected(s, i))
        },
        "would_score": {letter(p): len(advance(s, p, p == s.turn and s.die == world.joker)) for p in seats},
        "walk": [{"space": t.space, "ink": t.ink, "paid": t.paid} for t in walk],
        "owned": {letter(p): {c: (world.colour_mask[c] & s.own[p]).bit_count() for c in COLOURS} for p in seats},
        "lap": {letter(p): s.total[p] // len(world.track) for p in seats},
        "last_round": s.trigger >= 0,
        "pairs": {letter(p): world.has_pair(s.own[p]) for p in seats},
        "track_length": len(world.track),
    }


def tabletop(s: State) -> Tabletop:
    """Counties, the shield and the score track."""
    world, spaces = s.world, _track(len(s.world.track))
    sides = (*(letter(p) for p in range(world.players)), NEUTRAL, "")  # the last one is nobody's, as -1 says
    counties = zip(world.ids, s.owner, s.heap, strict=True)
    table: dict[str, tuple[Token, ...]] = {name: soldiers(sides[owner], n) for name, owner, n in counties}
    table["shield"] = tuple([t for p, n in enumerate(s.shield) for t in soldiers(sides[p], n)])
    table.update(dict.fromkeys(spaces, ()))
    for p, total in enumerate(s.total):
        table[spaces[total % len(spaces)]] += soldiers(sides[p], 1)
    return table


@lru_cache(maxsize=8)
def _track(length: int) -> tuple[str, ...]:
    """The spaces of a score track."""
    return tuple(f"track_{k}" for k in range(length))


@lru_cache(maxsize=1024)
def soldiers(who: str, n: int) -> tuple[Token, ...]:
    """A heap of one side: the same few are laid over and over."""
    return (Token("soldier", who),) * n
