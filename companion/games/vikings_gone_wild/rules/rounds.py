"""How a round begins (phase 1)."""

from __future__ import annotations

from companion.engine.types import Event
from companion.games.vikings_gone_wild.box.vocabulary import KINDS
from companion.games.vikings_gone_wild.events import RoundBegan
from companion.games.vikings_gone_wild.rules.running import supply_of
from companion.games.vikings_gone_wild.state import State
from companion.games.vikings_gone_wild.world import SAME_NAME, TOKENS


def production(s: State, starter: int) -> tuple[str, ...]:
    """Sites that get a token, the start player's first (VG-2.2, VG-2.3, VG-R16, VG-R37)."""
    world, found = s.world, []
    plenty = TOKENS * SAME_NAME * world.players
    left = {kind: supply_of(s, kind) if world.tokens_limited else plenty for kind in KINDS}
    for seat in world.order(starter):
        for b in s.players[seat].village:
            kind = world.produces[b.card]
            if kind and b.ready and not (b.beer or b.gold) and left[kind] > 0:
                left[kind] -= 1
                found.append(world.names[seat][b.card][b.no])
    return tuple(found)


def round_begins(s: State, starter: int) -> tuple[Event, ...]:
    sites = production(s, starter)
    rules = ["VG-2.1"]
    rules += ["VG-14.5"] if s.round else []
    rules += ["VG-2.2", "VG-2.3", "VG-R16"] if sites else []
    rules += ["VG-R37"] if s.world.tokens_limited else []
    return (RoundBegan(s.round + 1, starter, sites, rules=tuple(rules)),)
