"""What the table tells the referee of Brian Boru."""

from __future__ import annotations

from typing import ClassVar

from attrs import field

from companion.engine.types import Actor, Evidence, Input, Told
from companion.engine.values import frozen

COINS, POINTS = "coins", "points"
PACT, TRADE, SPURN = "pact", "trade", "spurn"


def _in_order(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(cards))


@frozen
class Begin(Told):
    """Whoever wants to begin takes the town marker (BB-2.7)."""


@frozen
class Settle(Input):
    """The first disc, in a region where none lies yet (BB-2.8)."""

    town: str


@frozen
class Keep(Told):
    """Cards kept of a packet (BB-5.3); without ``cards`` they lie face down and nobody told which."""

    cards: tuple[int, ...] = field(default=(), converter=_in_order)


@frozen
class NameTown(Input):
    """The leader puts the marker on a free town: the active town (BB-6.2)."""

    town: str


@frozen
class Stuck(Told):
    """The leader holds no card for any free town (BB-R7)."""


@frozen
class Play(Told):
    """A card for the trick, by its number (BB-6.3, BB-6.4)."""

    card: int


@frozen
class Act(Input):
    """One action of the card played (BB-6.7). ``pay``: what settles its first P icon, if it has one (BB-7.4)."""

    action: str  # primary | secondary1 | secondary2
    pay: str = COINS  # coins | points


@frozen
class Buy(Input):
    """Further discs, raiders or steps for coins (BB-7.6 to 7.8); 0 leaves it."""

    evidence: ClassVar[Evidence] = Evidence.JOINED

    n: int


@frozen
class Expand(Input):
    """Into a free town at the end of one road from a controlled one (BB-7.9)."""

    town: str


@frozen
class Liberate(Input):
    """Removes the Viking control token from a town (BB-7.12)."""

    town: str


@frozen
class Decline(Input):
    """Leaves an expansion or a monastery."""


@frozen
class Occupy(Input):
    """A town as a reward of a marriage or of the track (BB-8.5, BB-8.6)."""

    town: str


@frozen
class Ally(Told):
    """What becomes of the Princess of Denmark (BB-8.7)."""

    choice: str  # pact | trade | spurn


@frozen
class GiveUp(Input):
    """The town that a loser of the battle loses, told by who chooses it (BB-9.3)."""

    town: str


@frozen
class Build(Input):
    """A monastery in a controlled town (BB-10.1, BB-10.3)."""

    town: str


@frozen
class Proceed(Input):
    """The table goes on to the next step of the upkeep (BB-8.1)."""

    actor: ClassVar[Actor] = Actor.TABLE
    evidence: ClassVar[Evidence] = Evidence.TOLD
