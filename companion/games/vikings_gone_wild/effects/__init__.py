"""What each event does to the state. Total on events that the rules gave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.dispatch import handlers
from companion.engine.types import Event
from companion.games.vikings_gone_wild import events as ev
from companion.games.vikings_gone_wild.effects import acts, course, fights
from companion.games.vikings_gone_wild.effects.frames import stepped
from companion.games.vikings_gone_wild.state import State

Evolve = Callable[[State, Any], State]
_OWN = {
    ev.Awarded,
    ev.Branched,
    ev.Drew,
    ev.KindPicked,
    ev.PricePaid,
    ev.Spread,
}  # they finish their step before what they begin


def _unmoved(s: State, e: Event) -> State:
    return s


def _stepping(handler: Evolve) -> Evolve:
    """What an effect does, and then its step is finished or asks for more."""

    def evolve(s: State, e: ev.Effect) -> State:
        s = handler(s, e)
        return stepped(s, e.left) if e.left >= 0 else s

    return evolve


_HANDLERS = handlers(Event, State, vars(acts), vars(course), vars(fights))
EVOLVE: dict[type, Evolve] = {
    k: _stepping(_HANDLERS.get(k, _unmoved))
    if issubclass(k, ev.Effect) and k not in _OWN
    else _HANDLERS.get(k, _unmoved)
    for k in ev.EVENTS
}


def evolve(s: State, e: Event) -> State:
    return EVOLVE[type(e)](s, e)
