"""What each event does to the state. Total on events that the rules gave."""

from __future__ import annotations

from companion.engine.types import Event
from companion.games.vikings_gone_wild.effects.acts import ACTS
from companion.games.vikings_gone_wild.effects.course import COURSE
from companion.games.vikings_gone_wild.effects.fights import FIGHTS
from companion.games.vikings_gone_wild.effects.frames import stepped
from companion.games.vikings_gone_wild.events import (
    EVENTS,
    Awarded,
    Branched,
    Drew,
    Effect,
    KindPicked,
    PricePaid,
    Spread,
)
from companion.games.vikings_gone_wild.state import State

_HANDLERS = {**ACTS, **COURSE, **FIGHTS}
_OWN = {Awarded, Branched, Drew, KindPicked, PricePaid, Spread}  # they finish their step before what they begin
_STEPS: set[type] = {k for k in EVENTS if issubclass(k, Effect)} - _OWN


def evolve(s: State, e: Event) -> State:
    kind = type(e)
    handler = _HANDLERS.get(kind)
    if handler is not None:
        s = handler(s, e)
    if kind in _STEPS:
        left: int = e.left  # type: ignore[attr-defined]
        if left >= 0:
            return stepped(s, left)
    return s
