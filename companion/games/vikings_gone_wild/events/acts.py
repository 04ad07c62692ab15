"""What happened by acts of a turn and by steps of cards."""

from __future__ import annotations

from companion.engine.types import Event
from companion.engine.values import frozen
from companion.games.vikings_gone_wild.events.base import Effect, Paid
from companion.games.vikings_gone_wild.inputs import Counts


@frozen
class Played(Event):
    seat: int
    card: str
    target: int


@frozen
class PartUsed(Event):
    seat: int
    card: str
    part: int


@frozen
class Gained(Effect):
    """Resources that cannot be stored."""

    seat: int
    beer: int
    gold: int


@frozen
class Exchanged(Event):
    seat: int
    give: str
    pool: int  # of the two, from resources of cards
    tokens: Counts


@frozen
class Bought(Event):
    seat: int
    card: str
    slot: str
    paid: Paid


@frozen
class Built(Event):
    seat: int
    building: str
    card: str
    paid: Paid


@frozen
class Upgraded(Event):
    seat: int
    level: int
    paid: Paid


@frozen
class GivenBack(Event):
    seat: int
    building: str


@frozen
class Forgone(Event):
    seat: int
    n: int


@frozen
class Moved(Effect):
    """A card goes from one zone to another: hand, discard, deck, supply, play, box, deck_top."""

    seat: int
    card: str
    origin: str
    to: str
    why: str  # discard | trash | fetch | dig

    @property
    def reveals(self) -> bool:
        return self.origin == "deck"


@frozen
class HandSeen(Effect):
    """What the actor saw, as far as the referee knows it; ``n`` cards in all."""

    seat: int
    of: int
    cards: tuple[str, ...]


@frozen
class HandShown(Event):
    """The public part of it: somebody saw a hand."""

    reveals = True

    seat: int
    of: int
    n: int


@frozen
class HoldGranted(Effect):
    seat: int
    n: int


@frozen
class DiscountGranted(Effect):
    seat: int
    key: str
    at: int


@frozen
class Branched(Effect):
    """A choice of a card is made: the parts taken, as numbers of its lists; none: it is left."""

    seat: int
    card: str
    parts: tuple[int, ...]


@frozen
class Spread(Effect):
    """A part of a card is done to each opponent, one after the other."""

    seat: int
    card: str


@frozen
class Awarded(Effect):
    """Tokens that come to lie in depots or on the town hall, one by one; ``free``: of kinds that the player picks."""

    seat: int
    beer: int
    gold: int
    free: int


@frozen
class KindPicked(Effect):
    seat: int
    kind: str


@frozen
class PricePaid(Effect):
    seat: int
    card: str
    paid: Paid


@frozen
class Booked(Event):
    seat: int
    whom: int
    what: str
    n: int


@frozen
class Finished(Effect):
    """A step is done without more to tell."""

    seat: int
