"""What the table tells the referee of Löwenherz. Seats in fields are written by letter, the neutral colour in full."""

from __future__ import annotations

from typing import ClassVar

from attrs import field

from companion.engine.types import Actor, Input
from companion.engine.values import frozen

Names = tuple[str, ...]


def _names(cards: Names) -> Names:
    return tuple(sorted(str(c) for c in cards))


def _numbers(numbers: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(numbers))


# ---------------------------------------------------------------- set-up
@frozen
class TakeColour(Input):
    """A seat takes a colour; the table (no seat) names the neutral one with two players."""

    actor: ClassVar[Actor] = Actor.ANY

    colour: str


@frozen
class Begin(Input):
    """Who is the first first-player, and who sets first if the table chose that (``setup_first``)."""

    actor: ClassVar[Actor] = Actor.TABLE

    first: str
    opener: str = ""


@frozen
class LayTile(Input):
    """A part of the board lies at a place, turned so many quarters clockwise."""

    actor: ClassVar[Actor] = Actor.TABLE

    place: int
    tile: str
    turn: int


@frozen
class Settle(Input):
    """A castle and its knight are set in the set-up."""

    castle: str
    knight: str


@frozen
class Restart(Input):
    """The set-up begins anew, since no castle can be set (``castle_distance_relax`` off)."""

    actor: ClassVar[Actor] = Actor.TABLE


# ---------------------------------------------------------------- a round
@frozen
class TurnCard(Input):
    """The first player turns up the top card of a pile that the app holds."""


@frozen
class LayDecision(Input):
    """One decision card, or two, with the politics cards played along, in their order."""

    numbers: tuple[int, ...] = field(converter=_numbers)
    politics: Names = ()


@frozen
class Ally(Input):
    """An alliance between an own and an enemy region, each named by its castle; ``edge``: the border turned."""

    own: str
    other: str
    edge: str = ""


@frozen
class EndAlliance(Input):
    """One of its two players buys an alliance off."""

    own: str
    other: str
    treasures: Names = field(default=(), converter=_names)


@frozen
class Renegade(Input):
    """An enemy knight leaves, an own one is set."""

    remove: str
    place: str
    treasures: Names = field(default=(), converter=_names)


# ---------------------------------------------------------------- contests
@frozen
class Deal(Input):
    """Agreed: ``payer`` pays the other and carries out the action. ``divided``, ``cards``: what may not be agreed."""

    actor: ClassVar[Actor] = Actor.ANY

    payer: str
    ducats: int
    divided: bool = False
    cards: Names = ()


@frozen
class NoDeal(Input):
    """The two do not agree."""

    actor: ClassVar[Actor] = Actor.ANY


@frozen
class Bid(Input):
    ducats: int
    treasures: Names = field(default=(), converter=_names)


# ---------------------------------------------------------------- actions
@frozen
class LayBorder(Input):
    edge: str


@frozen
class SetKnight(Input):
    square: str
    treasures: Names = field(default=(), converter=_names)


@frozen
class Expand(Input):
    """A region, named by its castle, takes one square."""

    region: str
    square: str


@frozen
class Look(Input):
    """A pile of politics cards is looked through: 1 or 2."""

    pile: int


@frozen
class Take(Input):
    """A card out of that pile; untold when real cards keep it from the app."""

    card: str = ""


@frozen
class Done(Input):
    """What is left of the action is not used."""


@frozen
class Reveal(Input):
    """Cards that the app was never told come to light at the end: (card, how many)."""

    cards: tuple[tuple[str, int], ...]
