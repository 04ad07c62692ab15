"""What each event of Walisk does to the state. Total on events that the rules gave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.types import Event
from companion.games.walisk import effects_fights, effects_moves, effects_turns
from companion.games.walisk.state import State

Effect = Callable[[State, Any], State]
EFFECTS: dict[type, Effect] = {**effects_turns.EFFECTS, **effects_moves.EFFECTS, **effects_fights.EFFECTS}


def evolve(s: State, event: Event) -> State:
    """The state after an event. What deciding has found already is remembered for that very state and event."""
    known = s.world.memo.get("evolved")
    if known is not None:
        found = known.get(id(event))
        if found is not None and found[0] is s and found[1] is event:
            after: State = found[2]
            return after
    return effect_of(s, event)


def effect_of(s: State, e: Event) -> State:
    effect = EFFECTS.get(type(e))
    return s if effect is None else effect(s, e)
