"""What happens in Löwenherz. Sides are written by seat letter, the neutral colour in full."""

from __future__ import annotations

from companion.engine.types import Event, Seat
from companion.engine.values import frozen

Names = tuple[str, ...]
Ints = tuple[int, ...]


# ---------------------------------------------------------------- set-up
@frozen
class ColourTaken(Event):
    side: str
    colour: str


@frozen
class BeginnersNamed(Event):
    """First player of the first round, and who sets first."""

    first: Seat
    opener: Seat


@frozen
class PartsDrawn(Event):
    """Which part lies at which place, not yet how it is turned."""

    parts: Names


@frozen
class PartsTurned(Event):
    turns: Names


@frozen
class TileLaid(Event):
    place: int
    tile: str
    turn: int


@frozen
class Settled(Event):
    """A pair was set; ``distance``: how near castles of that colour may stand just now."""

    seat: Seat
    side: str
    castle: str
    knight: str
    distance: int


@frozen
class SetupRestarted(Event):
    pass


@frozen
class BasicLaid(Event):
    """The basic set-up lies there; ``points`` by seat for the start regions."""

    points: Ints


@frozen
class PileShuffled(Event):
    pile: str


@frozen
class OrderKept(Event):
    """The order of a pile that the app shuffled."""

    pile: str
    order: Names


# ---------------------------------------------------------------- a round
@frozen
class CardTurned(Event):
    reveals = True

    seat: Seat
    card: str


@frozen
class SilverScored(Event):
    """Mountains in the regions of each seat."""

    card: str
    points: Ints


@frozen
class DecisionLaid(Event):
    seat: Seat
    numbers: Ints
    politics: Names


@frozen
class PoliticsLeft(Event):
    """A politics card played along cannot be carried out any more and goes back to the hand."""

    seat: Seat
    card: str


@frozen
class AllianceMade(Event):
    seat: Seat
    own: str
    other: str
    edge: str


@frozen
class AllianceEnded(Event):
    seat: Seat
    own: str
    other: str
    edge: str
    ducats: int
    treasures: Names


@frozen
class Defected(Event):
    """A knight of ``side`` left for its reserve, one of ``seat`` was set."""

    seat: Seat
    side: str
    removed: str
    placed: str
    ducats: int
    treasures: Names


@frozen
class ActionOpened(Event):
    """An action comes up: ``how`` act (its one chooser), deal (two may negotiate) or duel."""

    number: int
    action: str
    how: str
    seats: Ints


@frozen
class ActionLapsed(Event):
    number: int
    action: str


@frozen
class DucatsShared(Event):
    number: int
    seats: Ints
    each: int
    rest: int


@frozen
class Dealt(Event):
    payer: Seat
    payee: Seat
    ducats: int


@frozen
class NotAgreed(Event):
    seats: Ints


@frozen
class BidPlaced(Event):
    """A seat has bid; how much is told apart."""

    seat: Seat


@frozen
class BidSealed(Event):
    seat: Seat
    ducats: int
    treasures: Names


@frozen
class BidsShown(Event):
    """All bids at once, in the order of ``seats``: ducats, treasures, and what they are worth together."""

    reveals = True

    seats: Ints
    ducats: Ints
    treasures: tuple[Names, ...]
    worth: Ints


@frozen
class DuelWon(Event):
    seat: Seat
    ducats: int
    treasures: Names


@frozen
class DuelTied(Event):
    """The highest bid is shared; ``again``: these bid once more, otherwise nobody acts."""

    seats: Ints
    again: bool


# ---------------------------------------------------------------- actions
@frozen
class BorderLaid(Event):
    seat: Seat
    edge: str


@frozen
class Founded(Event):
    """A region comes to be. ``take``: needless borders inside it, back to the supply."""

    side: str
    castle: str
    squares: int
    towns: int
    for_squares: int
    for_towns: int
    take: Names


@frozen
class ZoneClosed(Event):
    """A closed area without a castle."""

    squares: Names


@frozen
class KnightSet(Event):
    seat: Seat
    square: str
    ducats: int
    treasures: Names


@frozen
class Expanded(Event):
    """A region took a square. ``take`` and ``lay``: borders to remove and to set; ``loser``: side that lost it, or "".

    ``zones``: parts of the loser's region that were cut off; ``turned``: borders that show alliances afterwards, each
    as (castle, castle, border).
    """

    seat: Seat
    region: str
    square: str
    town: bool
    loser: str
    victim: str
    take: Names
    lay: Names
    zones: tuple[Names, ...]
    turned: tuple[tuple[str, str, str], ...]


@frozen
class ZoneLost(Event):
    """The loss for squares cut off, by the founding table."""

    side: str
    squares: int
    towns: int
    for_squares: int
    for_towns: int


@frozen
class PileLooked(Event):
    reveals = True

    seat: Seat
    pile: int


@frozen
class PoliticsTaken(Event):
    seat: Seat
    pile: int


@frozen
class CardKept(Event):
    """Which card it was, as far as the app knows."""

    seat: Seat
    card: str


@frozen
class ActionLeft(Event):
    seat: Seat
    number: int


@frozen
class RoundEnded(Event):
    """Decision cards go back to the hands, ``first`` is the new first player."""

    first: Seat
    round: int


# ---------------------------------------------------------------- the end
@frozen
class KingDied(Event):
    """Mountains once more, by seat."""

    points: Ints


@frozen
class Revealed(Event):
    """Cards that the app was never told."""

    seat: Seat
    cards: Names


@frozen
class FiefsShown(Event):
    seat: Seat
    cards: Names
    points: int


@frozen
class Ended(Event):
    winners: Ints
    ducats: Ints  # by seat, treasures at their face value
