"""What each event of Walisk does to the state. Total on events that the rules gave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.types import Event
from companion.games.walisk.effects import fights as effects_fights
from companion.games.walisk.effects import moves as effects_moves
from companion.games.walisk.effects import turns as effects_turns
from companion.games.walisk.state import State

Effect = Callable[[State, Any], State]
EFFECTS: dict[type, Effect] = {**effects_turns.EFFECTS, **effects_moves.EFFECTS, **effects_fights.EFFECTS}


def evolve(s: State, event: Event) -> State:
    """The state after an event."""
    effect = EFFECTS.get(type(event))
    return s if effect is None else effect(s, event)
