"""What the table tells the referee of Walisk. Throws are answered by the kernel's ``Rolled``."""

from __future__ import annotations

import attrs

from companion.engine.types import Input, Seat, Told
from companion.engine.values import frozen

Lost = tuple[tuple[str, int], ...]


def _sorted_counts(lost: Lost) -> Lost:
    return tuple(sorted((str(k), n) for k, n in lost))


# ---------------------------------------------------------------- set-up and winter
@frozen
class Start(Input):
    """A seat takes its first district, or as invader a sea field at the rim; ``water``: where the ship lies."""

    field: str
    water: str = ""


@frozen
class Buy(Told):
    """Goods of one kind bought in the muster: man | ship | house."""

    kind: str
    n: int


@frozen
class Place(Input):
    """Bought goods go into one own district; ``water``: where the ships lie, if there are several waters."""

    kind: str
    field: str
    n: int
    water: str = ""


@frozen
class MoveCapital(Input):
    """The capital moves to an own city of four houses (option ``move_capital``)."""

    field: str


# ---------------------------------------------------------------- movement
@frozen
class Walk(Input):
    """Men take one step; ``spent``: movement points they have used before, ``marked``: they carry a voyage die."""

    field: str
    to: str
    men: int
    spent: int = 0
    marked: bool = False


@frozen
class Sail(Input):
    """Ships with men aboard take one step; marked ones are counted in. A tow has the same field as target."""

    field: str
    to: str
    ships: int
    men: int = 0
    water: str = ""
    to_water: str = ""
    spent: int = 0
    marked_ships: int = 0
    marked_men: int = 0


@frozen
class Voyage(Input):
    """Units that entered a travel field leave the board as one army (WA-4.31)."""

    field: str
    ships: int
    men: int


@frozen
class Return(Input):
    """An army whose time is over comes back on a travel field (WA-4.34)."""

    ships: int
    men: int
    field: str


# ---------------------------------------------------------------- battles
@frozen
class Attack(Told):
    """A battle exchange against one side in a field: a seat's letter or ``rukr``."""

    field: str
    against: str


@frozen
class Siege(Told):
    """A siege throw against a settlement without units (5.1)."""

    field: str


@frozen
class Storm(Told):
    """So many units storm a settlement (option ``storm``)."""

    field: str
    units: int


@frozen
class Foray(Input):
    """The army that entered plunders instead of fighting (option ``raids`` = foray)."""

    field: str


@frozen
class Found(Input):
    """The house that an invader brought along is placed (WA-8.62)."""

    field: str


@frozen
class Lose(Input):
    """Which units are lost, by the labels of their groups."""

    field: str
    lost: Lost = attrs.field(converter=_sorted_counts)


@frozen
class Retreat(Input):
    """An army leaves the battle: the attacker to where each stack came from, others ``to`` an own district."""

    field: str
    to: str = ""


@frozen
class Stay(Told):
    """An army stays in the battle."""

    field: str


@frozen
class Flee(Input):
    """An army that must flee goes there (option ``flight``)."""

    field: str
    to: str


@frozen
class Done(Told):
    """The seat has done with its muster, its movement or its turn."""


# ---------------------------------------------------------------- diplomacy and the table
@frozen
class Agree(Told):
    """An agreement with another seat; passage is given by ``seat``. No fields: all, no rounds: until revoked."""

    kind: str
    other: Seat
    fields: tuple[str, ...] = ()
    rounds: int = 0


@frozen
class Revoke(Told):
    """A seat ends an agreement of this kind with another seat."""

    kind: str
    other: Seat


@frozen
class Give(Told):
    """Silver for another seat."""

    to: Seat
    silver: int


@frozen
class Hand(Told):
    """Bought goods that are not placed yet, for another seat (WA-6.2)."""

    to: Seat
    kind: str
    n: int


@frozen
class Cede(Told):
    """Districts for another seat; houses go along (WA-R63)."""

    to: Seat
    fields: tuple[str, ...]


@frozen
class Crown(Told):
    """The table declares this seat the winner (option ``victory`` = custom, or only one player left)."""


@frozen
class Adjourn(Told):
    """The evening ends here: the records are written down and confirmed by all (option ``sessions``)."""


@frozen
class Confirm(Told):
    """A player's initials under the records."""

RIGHTS = ("agree", "revoke", "give", "hand", "cede", "crown", "adjourn")
