"""What then happened in Hibernia."""

from __future__ import annotations

from companion.engine.types import Event, Seat
from companion.engine.values import frozen
from companion.games.hibernia.inputs import Sources


@frozen
class FortressesDrawn(Event):
    """The lot of the fortresses, in seat order; ``neutral``: the one left for the unused colour."""

    counties: tuple[str, ...]
    neutral: str = ""


@frozen
class StarterDrawn(Event):
    """Who begins every round; with it shields and supplies are laid out."""

    seat: Seat


@frozen
class DieRolled(Event):
    seat: Seat
    face: str


@frozen
class Moved(Event):
    """A move with its outcome. ``loss`` fell on both sides; ``owner`` -1: the county is empty now."""

    seat: Seat
    county: str
    by: str
    n: int
    from_supply: int
    sources: Sources
    was: int  # owner before: seat, -1 nobody, number of players = neutral
    defenders: int
    loss: int
    owner: int
    count: int


@frozen
class Mustered(Event):
    """Soldiers returned from shield to supply, by seat."""

    seat: Seat
    by: str
    returned: tuple[int, ...]


@frozen
class Rested(Event):
    seat: Seat


@frozen
class Stride:
    """One step of an advance: the space entered, its colour, and what paid for it: county | joker."""

    space: int
    ink: str
    paid: str


@frozen
class Scored(Event):
    """The advance of the active player with a reason for each step."""

    seat: Seat
    strides: tuple[Stride, ...]
    before: int
    after: int


@frozen
class TurnPassed(Event):
    seat: Seat
    round: int


@frozen
class LastRound(Event):
    """A marker reached or passed the start space: this round is played to its end."""

    seat: Seat
    round: int


@frozen
class ExtraRound(Event):
    """The top is shared: another round of ``seats``."""

    round: int
    seats: tuple[Seat, ...]


@frozen
class Ended(Event):
    winners: tuple[Seat, ...]
