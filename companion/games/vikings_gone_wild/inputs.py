"""What the table tells the referee of Vikings Gone Wild."""

from __future__ import annotations

from typing import Any

from attrs import field

from companion.engine.legal import OPEN
from companion.engine.types import Input
from companion.engine.values import frozen

Counts = tuple[tuple[str, int], ...]


def _sorted(named: Any) -> Any:
    """Names or counts in the order of the names; what stands open in a legal entry is left alone."""
    return named if isinstance(named, OPEN) or len(named) < 2 else tuple(sorted(named))


@frozen
class Play(Input):
    """A card from the hand is played for its effect; ``target``: the opponent it is played on."""

    card: str
    target: int | None = None


@frozen
class Use(Input):
    """A part of a card played before, in any order (``part`` counts from 1)."""

    card: str
    part: int


@frozen
class Exchange(Input):
    """Two resources of the kind ``give`` for one of the other; ``tokens`` pay what played cards do not."""

    give: str
    tokens: Counts = field(default=(), converter=_sorted)


@frozen
class Buy(Input):
    """A unit or defence card from the supply, or a card from Odin's Path (``slot``)."""

    card: str
    slot: str = ""
    beer: Counts = field(default=(), converter=_sorted)
    gold: Counts = field(default=(), converter=_sorted)


@frozen
class Build(Input):
    building: str
    beer: Counts = field(default=(), converter=_sorted)
    gold: Counts = field(default=(), converter=_sorted)


@frozen
class Upgrade(Input):
    """The town hall is raised by one level."""

    beer: Counts = field(default=(), converter=_sorted)
    gold: Counts = field(default=(), converter=_sorted)


@frozen
class GiveBack(Input):
    """A building goes back to the supply."""

    building: str


@frozen
class Attack(Input):
    """Units and heroes attack one target. ``carried``: item, the unit it is carried by, which of these units."""

    target: str
    attackers: Counts = field(converter=_sorted)
    carried: tuple[tuple[str, str, int], ...] = field(default=(), converter=_sorted)
    boosts: tuple[str, ...] = field(default=(), converter=_sorted)


@frozen
class Together(Input):
    """The next attacks are declared at once, before the defender answers."""


@frozen
class Declared(Input):
    """All attacks are declared."""


@frozen
class Defend(Input):
    """A card from the hand is laid on an attacked building."""

    card: str
    target: str


@frozen
class Claim(Input):
    """A mission is accomplished."""

    mission: str


@frozen
class Swap(Input):
    """A mission is exchanged for 1 gold."""

    mission: str
    gold: Counts = field(default=(), converter=_sorted)


@frozen
class Take(Input):
    """A favour is chosen."""

    favour: str


@frozen
class Pick(Input):
    """The answer to an effect: a card, a kind, a space or a number; ``zone`` says where a card lies."""

    what: str
    zone: str = ""


@frozen
class PayFor(Input):
    """The price that an effect asks for."""

    beer: Counts = field(default=(), converter=_sorted)
    gold: Counts = field(default=(), converter=_sorted)


@frozen
class Book(Input):
    """The table books what a card does that the referee cannot read: vp, beer, gold or draw, for anybody."""

    whom: int
    what: str
    n: int


@frozen
class Decline(Input):
    """An effect is left unused, or cannot be used."""


@frozen
class Store(Input):
    """Tokens of a kind as they lie in the depots afterwards."""

    kind: str
    depots: Counts = field(default=(), converter=_sorted)


@frozen
class Drop(Input):
    """What is discarded of the hand at the round's end; the rest is held."""

    cards: Counts = field(default=(), converter=_sorted)


@frozen
class Forgo(Input):
    """So many cards for taverns will not be drawn in the next draw phase."""

    n: int


@frozen
class Pass(Input):
    """Nothing more: no defence, no storing, no mission."""


@frozen
class EndTurn(Input):
    """The turn is over."""
