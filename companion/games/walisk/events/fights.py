"""Battles, sieges, realms, diplomacy and records: what then happened."""

from __future__ import annotations

from companion.engine.types import Event, Seat
from companion.engine.values import frozen

Lost = tuple[tuple[str, int], ...]  # label of a group, number
Ids = tuple[str, ...]
Faces = tuple[int, ...]


# ---------------------------------------------------------------- battles
@frozen
class BoutBegan(Event):
    kind: str  # battle | siege | storm | foray
    field: str
    att: int
    dfd: int
    size_a: int
    size_d: int
    step: str
    n: int


@frozen
class Thrown(Event):
    """Dice of a bout with what they mean, and what is owed after them."""

    field: str
    side: int
    step: str
    faces: Faces
    hits: int
    then: str
    half: int
    n: int
    lost: Lost = ()  # losses that need no choice, of the side that is hit


@frozen
class LossChosen(Event):
    field: str
    side: int
    lost: Lost
    then: str
    half: int
    n: int


@frozen
class Exchanged(Event):
    """An exchange is over: both sides' losses go."""

    field: str
    att: int
    dfd: int
    lost_a: Lost
    lost_d: Lost


@frozen
class Stayed(Event):
    seat: Seat
    field: str


@frozen
class Withdrew(Event):
    """An army leaves a battle. ``moves``: label, number, where to; ``lost``: what cannot come along."""

    seat: Seat
    field: str
    how: str  # retreat | withdrawal | flight
    moves: tuple[tuple[str, int, str], ...]
    lost: Lost


@frozen
class BattleGoesOn(Event):
    field: str
    att: int
    dfd: int


@frozen
class BattleEnded(Event):
    """``winner`` -1: nobody is left; ``destroyed``: the loser's last units were slain; then the dice for loot."""

    field: str
    one: int
    two: int
    winner: int
    destroyed: bool
    dead: int
    marked: int


@frozen
class Looted(Event):
    seat: Seat
    field: str
    faces: Faces
    mark_faces: Faces
    silver: int


@frozen
class Drowned(Event):
    """Men without room on the ships are lost."""

    seat: Seat
    field: str
    lost: Lost


@frozen
class Besieged(Event):
    """A siege throw is over: own units lost, houses removed; ``dice``: for plunder."""

    field: str
    att: int
    owner: int
    lost: Lost
    houses: int
    dice: int


@frozen
class Stormed(Event):
    """A storm is over. ``result``: razed | taken | held."""

    field: str
    att: int
    owner: int
    lost: Lost
    slain: int
    result: str
    dice: int


@frozen
class Plundered(Event):
    seat: Seat
    field: str
    faces: Faces
    silver: int


@frozen
class Forayed(Event):
    """A foray: units lost, men without room, silver for the army and for the owner of the district."""

    seat: Seat
    field: str
    owner: int
    lost: Lost
    surplus: Lost
    silver: int
    paid: int


@frozen
class Taken(Event):
    """A district has a new owner (-1: nobody)."""

    field: str
    seat: int
    was: int
    how: str  # entered | battle | siege | storm | rukr


@frozen
class RealmFallen(Event):
    """A capital is lost, and all that is left goes to the conqueror (``by`` -1: the Rukr, nothing is left)."""

    seat: Seat
    by: int
    districts: Ids
    revolt: Ids  # districts with a die of the loser
    home: str  # the district of the capital


@frozen
class Inherited(Event):
    """The treasure of a lost realm passes to its conqueror."""

    seat: Seat
    by: Seat
    silver: int


@frozen
class SeatOut(Event):
    """A seat without capital has no unit and no district left."""

    seat: Seat


@frozen
class UnrestThrown(Event):
    seat: Seat
    fields: Ids
    faces: Faces


@frozen
class Revolted(Event):
    seat: Seat
    fields: Ids
    capital: str


# ---------------------------------------------------------------- diplomacy and records
@frozen
class Agreed(Event):
    kind: str
    one: Seat
    two: Seat
    fields: Ids
    until: int


@frozen
class AgreementEnded(Event):
    kind: str
    one: Seat
    two: Seat
    fields: Ids
    why: str  # revoked | expired | broken | fallen


@frozen
class Gifted(Event):
    seat: Seat
    to: Seat
    silver: int


@frozen
class Handed(Event):
    seat: Seat
    to: Seat
    kind: str
    n: int


@frozen
class Ceded(Event):
    seat: Seat
    to: Seat
    fields: Ids


@frozen
class Shrunk(Event):
    """A settlement that is no capital any more keeps as many houses as any other may have."""

    field: str
    houses: int


@frozen
class Adjourned(Event):
    seat: Seat
    seats: tuple[Seat, ...]


@frozen
class Confirmed(Event):
    seat: Seat


@frozen
class Recorded(Event):
    """The records of the evening: year and season, and the lists of fields and players (WA-8.32)."""

    year: int
    season: str
    fields: tuple[tuple[str, str, int, int, int], ...]  # field, owner, men, ships, houses
    players: tuple[tuple[str, int], ...]  # seat, treasure; -1: secret
    voyages: tuple[tuple[str, int, int, int], ...]  # seat, ships, men, rounds left
