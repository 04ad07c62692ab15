"""What happened in set-up, piles, phases and at the end."""

from __future__ import annotations

from companion.engine.types import Event
from companion.engine.values import frozen
from companion.games.vikings_gone_wild.events.base import Effect
from companion.games.vikings_gone_wild.inputs import Counts


@frozen
class PileShuffled(Event):
    """A pile was shuffled; ``order``: top first, where the app did it (told to nobody)."""

    pile: str
    order: tuple[str, ...] = ()


@frozen
class BonusOpened(Event):
    card: str


@frozen
class FavourOpened(Event):
    card: str


@frozen
class RowFilled(Event):
    reveals = True

    slot: str
    card: str


@frozen
class StarterDrawn(Event):
    seat: int


@frozen
class RoundBegan(Event):
    """A round with its production: one token on each site named."""

    round: int
    starter: int
    sites: tuple[str, ...]


@frozen
class Drew(Effect):
    """Cards from deck to hand; which ones is in nobody's log."""

    reveals = True

    seat: int
    n: int


@frozen
class MissionDrawn(Effect):
    """``card`` empty: the stack is empty."""

    reveals = True

    seat: int
    card: str


@frozen
class TurnBegan(Event):
    """``exception``: every opponent has been attacked already."""

    seat: int
    exception: bool


@frozen
class TurnEnded(Event):
    seat: int
    beer: int  # unused resources of cards, lost
    gold: int


@frozen
class CompleteDefence(Event):
    """``marker``: a damage marker is laid on the town hall (it had none)."""

    seat: int
    attacker: int
    marker: bool


@frozen
class StorageBegan(Event):
    """The first seat that has something to store, or -1."""

    seat: int


@frozen
class Stored(Event):
    """Tokens of a kind as they lie now."""

    seat: int
    kind: str
    depots: Counts
    taken: Counts  # from sites and town hall


@frozen
class StorageDone(Event):
    """A seat stores no more; ``following``: the next seat that has something to store, or -1."""

    seat: int
    following: int


@frozen
class TokensLost(Event):
    """Tokens on sites and town halls go back to the supply, by seat."""

    beer: tuple[int, ...]
    gold: tuple[int, ...]


@frozen
class ClaimsClosed(Event):
    seat: int


@frozen
class RoundClosed(Event):
    """Played cards and cards on buildings are discarded."""


@frozen
class HandDropped(Event):
    """Cards of the hand are discarded; ``held``: so many are kept."""

    seat: int
    cards: tuple[str, ...]
    held: int


@frozen
class MarkersRemoved(Event):
    """Buildings and halls that become active, and those that were damaged."""

    built: tuple[str, ...]
    damaged: tuple[str, ...]


@frozen
class RowAged(Event):
    """``card`` empty: the last slot was empty."""

    card: str


@frozen
class BonusShared(Event):
    card: str
    seats: tuple[int, ...]
    values: tuple[int, ...]
    each: int


@frozen
class TieBegan(Event):
    seats: tuple[int, ...]


@frozen
class TieDrawn(Event):
    """A bonus card of the box decides among the tied; ``met``: all who meet it."""

    card: str
    met: tuple[int, ...]
    values: tuple[int, ...]


@frozen
class Ended(Event):
    winners: tuple[int, ...]
