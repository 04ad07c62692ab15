"""What the table tells in Acre, and what then happens."""

from __future__ import annotations

from companion.engine.types import Event, Input
from companion.engine.values import frozen


@frozen
class Sow(Input):
    """A stone of one's own on an empty field of the row that was thrown (AC-3)."""

    field: str


@frozen
class RowThrown(Event):
    seat: int
    row: str


@frozen
class Sown(Event):
    seat: int
    field: str


@frozen
class Scored(Event):
    seat: int
    points: int


@frozen
class TurnPassed(Event):
    seat: int


@frozen
class Ended(Event):
    winners: tuple[int, ...]
