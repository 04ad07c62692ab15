"""What each event of Walisk does to the state. Total on events that the rules gave."""

from __future__ import annotations

from companion.engine.dispatch import handlers
from companion.engine.types import Event
from companion.games.walisk.effects import fights, moves, turns
from companion.games.walisk.state import State

EFFECTS = handlers(Event, State, vars(turns), vars(moves), vars(fights))


def evolve(s: State, event: Event) -> State:
    """The state after an event."""
    effect = EFFECTS.get(type(event))
    return s if effect is None else effect(s, event)
