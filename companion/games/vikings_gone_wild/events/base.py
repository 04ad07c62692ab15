"""What all events share: the step they answer, and how a price was paid."""

from __future__ import annotations

from attrs import field

from companion.engine.types import Event
from companion.engine.values import frozen
from companion.games.vikings_gone_wild.inputs import Counts


@frozen
class Effect(Event):
    """An event that answers the effect at hand: ``left`` 0 finishes its step, more is what it still asks for."""

    left: int = field(kw_only=True, default=-1)


@frozen
class Paid:
    """How a price was paid: from resources of cards, and from tokens."""

    beer: int
    gold: int
    beer_tokens: Counts = ()
    gold_tokens: Counts = ()
