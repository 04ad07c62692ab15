"""The plan by which a game's board is captured: its own, else its house board stretched to four corners and a size."""

from __future__ import annotations

from companion.capture import scaled
from companion.capture.plans import Plan
from companion.games import GAMES, part


def plan_of(game: str) -> Plan:
    """The plan of a game; raises KeyError for one that has neither a plan nor a board."""
    module = part(game, "capture") if game in GAMES else None
    found: Plan = module.plan() if module else scaled.plan(game)
    return found
