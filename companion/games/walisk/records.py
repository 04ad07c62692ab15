"""The lists of an evening, for a game over several sessions (chapter 8.4): fields, players, voyages."""

from __future__ import annotations

from companion.engine.types import letter
from companion.games.walisk import events as ev
from companion.games.walisk.state import MAN, SHIP, State, season, year


def record(s: State) -> ev.Recorded:
    """All fields with owner, men, ships and houses; treasures; armies on voyage. No agreements (WA-8.32)."""
    world = s.world
    fields = []
    for f, name in enumerate(world.ids):
        men = sum(g.n for g in s.units[f] if g.kind == MAN) + s.rukr[f]
        ships = sum(g.n for g in s.units[f] if g.kind == SHIP)
        owner = letter(s.owner[f]) if s.owner[f] >= 0 else ""
        if owner or men or ships or s.houses[f]:
            fields.append((name, owner, men, ships, s.houses[f]))
    secret = world.opt["silver_hidden"]  # then each writes down the own treasure, where the others do not see it
    players = tuple((letter(p), -1 if secret else s.silver[p]) for p in range(world.players))
    voyages = tuple((letter(a.seat), a.ships, a.men, a.left) for a in s.armies)
    rules = ("WA-8.31", "WA-8.32", "WA-R64")
    return ev.Recorded(year(s.round), season(s.round), tuple(fields), players, voyages, rules=rules)
