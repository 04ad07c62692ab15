"""What happened in attack and defence, with points, favours and missions."""

from __future__ import annotations

from companion.engine.types import Event
from companion.engine.values import frozen
from companion.games.vikings_gone_wild.events.base import Effect, Paid
from companion.games.vikings_gone_wild.inputs import Counts


@frozen
class Gathered(Event):
    """Targets are being declared at once; ``over``: no longer, and none was declared."""

    seat: int
    over: bool = False


@frozen
class Attacked(Event):
    """A declared attack with its strength and the defence it meets."""

    seat: int
    target: str
    attackers: Counts
    carried: tuple[tuple[str, str, int], ...]
    boosts: tuple[str, ...]
    strengths: Counts
    strength: int
    defence: int


@frozen
class WindowOpened(Event):
    seat: int


@frozen
class Defended(Event):
    seat: int
    card: str
    target: str


@frozen
class WindowClosed(Event):
    seat: int


@frozen
class Guarded(Effect):
    seat: int
    target: str
    n: int


@frozen
class Cancelled(Effect):
    """An attacker is removed with what it carries; ``what``: card and loads joined by +."""

    seat: int
    target: str
    what: str


@frozen
class Damaged(Event):
    seat: int
    target: str
    strength: int
    defence: int


@frozen
class Repelled(Event):
    seat: int
    target: str
    strength: int
    defence: int
    cards: int


@frozen
class Beaten(Event):
    """An undead or Draco is defeated; ``card`` is what lay there."""

    seat: int
    target: str
    card: str


@frozen
class Withstood(Event):
    """An undead or Draco was attacked with too little strength."""

    seat: int
    target: str
    strength: int
    defence: int


@frozen
class Placed(Effect):
    """A token comes to a player: from the supply, or from ``origin`` of another."""

    seat: int
    kind: str
    space: str
    origin: str = ""


@frozen
class NothingThere(Effect):
    """A part of an effect finds nothing."""

    seat: int
    card: str


@frozen
class Scored(Effect):
    """VP with their source; ``card`` where one gives them."""

    seat: int
    n: int
    source: str
    after: int
    card: str = ""


@frozen
class FavourEarned(Effect):
    """``at``: the threshold reached, 0 for another reason."""

    seat: int
    at: int
    n: int = 1


@frozen
class FavourRevealed(Event):
    reveals = True

    seat: int
    card: str


@frozen
class FavourTaken(Event):
    seat: int
    card: str


@frozen
class FavourMissed(Event):
    """The stack is empty."""

    seat: int


@frozen
class LastRound(Event):
    seat: int
    round: int


@frozen
class MissionDone(Event):
    seat: int
    card: str


@frozen
class MissionSwapped(Event):
    """The old one goes under the stack; a new one is owed."""

    seat: int
    card: str
    paid: Paid
