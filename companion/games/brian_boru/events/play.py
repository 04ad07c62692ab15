"""What happened from the set-up to the last icon of a trick, with the numbers that explain it."""

from __future__ import annotations

from companion.engine.types import Event, Seat
from companion.engine.values import frozen

Played = tuple[tuple[Seat, int], ...]  # seat and card, in order of playing


# ---------------------------------------------------------------- set-up and preparation
@frozen
class Begun(Event):
    """The first player holds the town marker."""

    seat: Seat


@frozen
class Settled(Event):
    seat: Seat
    town: str


@frozen
class RoundBegun(Event):
    round: int


@frozen
class FleetSighted(Event):
    """Raiders put into the battle area; ``area`` is how many lie there now."""

    strength: int
    area: int


@frozen
class BrideShown(Event):
    """A marriage card turned up; ``left`` cards remain on the pile."""

    card: str
    left: int


@frozen
class LastRound(Event):
    round: int


# ---------------------------------------------------------------- draft
@frozen
class CardsShuffled(Event):
    """All action cards are dealt anew: ``each`` to everybody, ``hidden`` stay unseen."""

    round: int
    each: int
    hidden: int


@frozen
class Dealt(Event):
    """The packets, when the app shuffled and may know them."""

    packets: tuple[tuple[int, ...], ...]


@frozen
class PickSealed(Event):
    """What a seat keeps of its packet."""

    seat: Seat
    cards: tuple[int, ...]


@frozen
class PickReady(Event):
    seat: Seat


@frozen
class PacketsPassed(Event):
    """All kept cards lie aside; the rest of look number ``look`` went left, ``size`` cards each."""

    look: int
    size: int


@frozen
class HandsTaken(Event):
    """The kept cards are the hands, ``each`` cards."""

    each: int


# ---------------------------------------------------------------- tricks
@frozen
class TownNamed(Event):
    seat: Seat
    town: str


@frozen
class StuckDeclared(Event):
    """The leader says that no card fits; ``colours`` of the free towns. ``free``: may lead any card to any town now."""

    seat: Seat
    colours: tuple[str, ...]
    free: bool


@frozen
class MarkerPassed(Event):
    seat: Seat
    to: Seat


@frozen
class CardPlayed(Event):
    """Public while the trick lasts, then gone until the game is over (BB-6.8)."""

    reveals = True

    seat: Seat
    card: int
    suit: str
    round: int
    trick: int


@frozen
class TrickDecided(Event):
    """Who wins (-1: nobody) and why: the ``fitting`` cards by value, those of other colours, the order of acting."""

    round: int
    trick: int
    town: str
    colour: str
    winner: Seat
    card: int
    fitting: Played
    others: Played
    order: tuple[Seat, ...]


@frozen
class ActionTaken(Event):
    seat: Seat
    card: int
    action: str
    icons: tuple[str, ...]
    round: int
    trick: int


@frozen
class ActionEnded(Event):
    """All icons are settled, the card lies on the discard pile."""

    seat: Seat
    card: int
    round: int
    trick: int


@frozen
class TrickEnded(Event):
    """``leader`` holds the town marker now."""

    trick: int
    leader: Seat


@frozen
class HandsDiscarded(Event):
    """The action phase is over; ``each`` unplayed cards lie face down."""

    each: int


# ---------------------------------------------------------------- icons
@frozen
class TownTaken(Event):
    """The winner takes the marker and puts a disc on the active town (``disc`` False: one lies there already)."""

    seat: Seat
    town: str
    disc: bool


@frozen
class CoinsTaken(Event):
    seat: Seat
    n: int


@frozen
class Paid(Event):
    """Pay icons settled: by coins, by points lost, and those that were ignored."""

    seat: Seat
    coins: int
    points: int
    ignored: int


@frozen
class RenownTaken(Event):
    seat: Seat
    n: int


@frozen
class DiscsSent(Event):
    """Discs put into the church area."""

    seat: Seat
    n: int


@frozen
class RaidersTaken(Event):
    """``void`` icons found the battle area empty."""

    seat: Seat
    n: int
    void: int


@frozen
class StepsMade(Event):
    """Steps on the marriage track to space ``to``; ``void`` icons had no effect at its top."""

    seat: Seat
    n: int
    void: int
    to: int


@frozen
class Bought(Event):
    """Extras of the icon ``kind`` (m, v or c) for coins."""

    seat: Seat
    kind: str
    n: int
    coins: int


@frozen
class Expanded(Event):
    seat: Seat
    town: str
    coins: int


@frozen
class Liberated(Event):
    """A Viking control token is gone; ``owner`` controls the town again."""

    seat: Seat
    town: str
    owner: Seat


@frozen
class IconVoid(Event):
    """Icons without effect."""

    seat: Seat
    icon: str
    n: int


@frozen
class Declined(Event):
    """``what``: expansion or monastery."""

    seat: Seat
    what: str


@frozen
class DiscSettled(Event):
    """The disc would share space ``reached``: it goes back to ``rests``."""

    seat: Seat
    reached: int
    rests: int
