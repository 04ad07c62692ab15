"""Set-up, rounds, the Rukr, musters and movement: what then happened."""

from __future__ import annotations

from companion.engine.types import Event, Seat
from companion.engine.values import frozen

Ids = tuple[str, ...]
Faces = tuple[int, ...]


# ---------------------------------------------------------------- set-up and rounds
@frozen
class DiceNoted(Event):
    """Some of the dice owed have come to rest; the others are still owed."""

    faces: Faces


@frozen
class OrderThrown(Event):
    seats: tuple[Seat, ...]
    faces: Faces


@frozen
class OrderSettled(Event):
    """``choosing``: who chooses a start in which order; ``turns``: the turn order of the whole game."""

    choosing: tuple[Seat, ...]
    turns: tuple[Seat, ...]
    invaders: tuple[Seat, ...]


@frozen
class Started(Event):
    seat: Seat
    field: str
    water: str
    men: int
    ships: int
    houses: int
    silver: int
    spare: int
    invader: bool
    last: bool  # nobody is left to start


@frozen
class Seeded(Event):
    """Rukr in the free districts at the beginning."""

    fields: Ids
    counts: Faces


@frozen
class RoundBegan(Event):
    """A new season; voyages come one round nearer."""

    round: int
    then: str
    todo: Ids
    moves: tuple[int, ...]  # of the Rukr in ``todo``: 1 moves, 0 stays and fights


@frozen
class RoundEnded(Event):
    """Round ends in a row with enough districts, by seat, and the districts held all the time."""

    hold: tuple[int, ...]
    counts: tuple[int, ...]


@frozen
class HoldLost(Event):
    """Too few districts within a round (option ``hold_strict``)."""

    seat: Seat


@frozen
class Ended(Event):
    winners: tuple[Seat, ...]
    how: str  # khan | crowned | last


# ---------------------------------------------------------------- the Rukr
@frozen
class HomesThrown(Event):
    fields: Ids
    faces: Faces
    then: str
    todo: Ids


@frozen
class Outbreak(Event):
    fields: Ids
    faces: Faces
    then: str
    todo: Ids


@frozen
class GateThrown(Event):
    fields: Ids
    faces: Faces
    then: str
    todo: Ids


@frozen
class Grew(Event):
    fields: Ids
    faces: Faces
    added: tuple[int, ...]
    then: str
    todo: Ids


@frozen
class WaveBegan(Event):
    """Rukr that act now: ``hordes`` with where each may go, ``standing`` ones that fight where they are."""

    hordes: Ids
    targets: tuple[Ids, ...]
    standing: Ids


@frozen
class HordesAimed(Event):
    """Throws for targets; an empty target is thrown again."""

    fields: Ids
    faces: tuple[Faces, ...]
    targets: Ids


@frozen
class HordeMoved(Event):
    field: str
    to: str
    n: int
    left: int


@frozen
class RukrDone(Event):
    pass


# ---------------------------------------------------------------- turns and musters
@frozen
class TurnBegan(Event):
    """A seat acts now; those before it in turn order have nothing to do."""

    seat: Seat
    phase: str


@frozen
class TurnEnded(Event):
    seat: Seat


@frozen
class MustersOpened(Event):
    """All muster at the same time (option ``winter_order`` = together)."""

    seats: tuple[Seat, ...]


@frozen
class Income(Event):
    """The winter's reckoning: districts, those with enemies, settlements, tribe areas, treasure carried over."""

    seat: Seat
    districts: int
    disturbed: Ids
    settlements: tuple[tuple[str, int, int], ...]  # field, houses, silver
    tribes: Ids
    carried: int
    silver: int


@frozen
class Bought(Event):
    seat: Seat
    kind: str
    n: int
    cost: int


@frozen
class Placed(Event):
    seat: Seat
    kind: str
    field: str
    n: int
    water: str


@frozen
class Displaced(Event):
    """A settlement founded this winter too near to one of a seat earlier in turn order goes back to the goods."""

    seat: Seat
    field: str


@frozen
class Refunded(Event):
    seat: Seat
    silver: int


@frozen
class CapitalMoved(Event):
    seat: Seat
    old: str
    new: str


@frozen
class CapitalSet(Event):
    """A settlement becomes the capital of an invader or rebel."""

    seat: Seat
    field: str


@frozen
class Founded(Event):
    seat: Seat
    field: str


# ---------------------------------------------------------------- movement
@frozen
class Walked(Event):
    seat: Seat
    field: str
    to: str
    men: int
    spent: int
    marked: bool
    cost: int


@frozen
class Sailed(Event):
    seat: Seat
    field: str
    water: str
    to: str
    to_water: str
    ships: int
    men: int
    spent: int
    cost: int  # with all that is left, when the step ends the movement
    marked_ships: int = 0
    marked_men: int = 0


@frozen
class MovementEnded(Event):
    seat: Seat
    then: str


@frozen
class VoyageDeclared(Event):
    seat: Seat
    field: str
    ships: int
    men: int


@frozen
class VoyageBegan(Event):
    seat: Seat
    ships: int
    men: int
    faces: Faces
    length: int
    left: int


@frozen
class Returned(Event):
    """An army stands on the travel field; ``proven``: its loss dice were thrown before."""

    seat: Seat
    ships: int
    men: int
    field: str
    proven: bool


@frozen
class VoyageLosses(Event):
    """Dice of ships and men after a voyage, and what is lost after the swap of ships for men."""

    seat: Seat
    field: str  # empty: the army has not landed yet
    ship_faces: Faces
    man_faces: Faces
    ships: int
    men: int
    left: int  # rounds the army still had when it was thrown for, to name it


@frozen
class Cashed(Event):
    """Silver that marked units bring home: a die and 1 for each."""

    seat: Seat
    field: str
    faces: Faces
    silver: int


@frozen
class PurseEmptied(Event):
    seat: Seat
    field: str
    silver: int


@frozen
class PurseTaken(Event):
    """Silver of a destroyed army: to the victor's army, or lost (winner -1)."""

    field: str
    loser: Seat
    winner: Seat
    silver: int
