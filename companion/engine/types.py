"""The words of the kernel: what the table tells us, what then happened, what is owed, why something is refused.

A seat answers; a side owns pieces and may have no seat. Seats are numbered from 0 in turn order round the table,
and written A, B, C ... in texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from types import ModuleType
from typing import Any, ClassVar, NamedTuple, TypeVar

from attrs import evolve, field

from companion.engine.values import frozen

T = TypeVar("T")
Seat = int
Facts = tuple[tuple[str, Any], ...]
Audience = tuple[Seat, ...] | None  # None: everyone; (): nobody

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letter(seat: Seat | None) -> str:
    return "-" if seat is None else LETTERS[seat]


_WORDS: dict[type, str] = {}


def word(kind: type) -> str:
    """The name of an input, event or duty in texts: BorderLaid -> border_laid."""
    known = _WORDS.get(kind)
    if known is None:
        known = _WORDS[kind] = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    return known


def declared(kind: type[T], *modules: ModuleType) -> tuple[type[T], ...]:
    """The classes of a kind that these modules define, in their order."""
    return tuple(
        one for module in modules for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, kind) and one.__module__ == module.__name__
    )  # fmt: skip


def facts(**known: Any) -> Facts:
    """Facts that fill a sentence, in a fixed order so that equal facts are equal values."""
    return tuple(sorted(known.items())) if len(known) > 1 else tuple(known.items())


# ---------------------------------------------------------------- what the table tells us
class Evidence(Enum):
    """How an act of a kind comes to the referee."""

    CAMERA = "camera"  # its pieces leave a trace that may be read by itself
    TOLD = "told"  # by hand or card: it leaves no trace of its own, or none that would tell it from others
    IMPLIED = "implied"  # needs no telling: taken as done once a later act shows
    JOINED = "joined"  # hands do it together with the act before


class Actor(Enum):
    """Who does an act of a kind."""

    SEAT = "seat"
    TABLE = "table"
    ANY = "any"  # the table, or one seat for itself


@frozen
class Input:
    """The smallest act that the rules judge by itself; ``seat`` None: the table."""

    evidence: ClassVar[Evidence] = Evidence.CAMERA
    actor: ClassVar[Actor] = Actor.SEAT

    seat: Seat | None


@frozen
class Told(Input):
    """An act that is told by hand or card."""

    evidence: ClassVar[Evidence] = Evidence.TOLD


@frozen
class Rolled(Input):
    """Dice that lie: one face a slot of the ``Roll`` it answers; fewer fill its first slots."""

    actor: ClassVar[Actor] = Actor.ANY

    faces: tuple[str, ...]


@frozen
class Shown(Input):
    """A card, lot or tile that came to light, by its id."""

    actor: ClassVar[Actor] = Actor.ANY

    card: str


@frozen
class Shuffled(Input):
    """A pile was shuffled: by hand (no order known) or by the app (``order``, seen by nobody)."""

    actor: ClassVar[Actor] = Actor.ANY

    pile: str
    order: tuple[str, ...] = ()


CHANCE: tuple[type[Input], ...] = (Rolled, Shown, Shuffled)


# ---------------------------------------------------------------- what then happened
@frozen
class Event:
    """What happened, with the rules that made it so (the chief one first) and who may know."""

    rules: tuple[str, ...] = field(kw_only=True)
    audience: Audience = field(kw_only=True, default=None)

    @property
    def reveals(self) -> bool:
        """Whether it shows somebody what was hidden: taking it back needs consent."""
        return False


@frozen
class Notice(Event):
    """Changes nothing and warns: legal, but the table should know."""

    code: str
    facts: Facts = ()


# ---------------------------------------------------------------- what the table owes
@frozen
class Pending:
    """Something owed, with its rule and the facts of its sentence."""

    rule: str
    facts: Facts = field(kw_only=True, default=())


@frozen
class Choose(Pending):
    """Seats choose: each in any order, or one input for all (``joint``); ``what`` names the inputs that answer."""

    seats: tuple[Seat, ...]
    what: tuple[str, ...]
    joint: bool = False
    sealed: bool = False


@frozen
class Die:
    """One die of a roll: its faces, and what it is for."""

    faces: tuple[str, ...]
    purpose: str
    space: str = ""


@frozen
class Roll(Pending):
    """Dice owed at once. ``distinct``: a lot, no face comes twice."""

    slots: tuple[Die, ...]
    by: Seat | None
    distinct: bool = False


@frozen
class Show(Pending):
    """A card, lot or tile owed by ``by``; ``pool`` is what it may be, as far as the rules tell."""

    what: str
    by: Seat | None
    pool: tuple[str, ...] = ()


@frozen
class Shuffle(Pending):
    """A pile to be shuffled; ``cards`` is what lies in it, where that is known to all."""

    pile: str
    cards: tuple[str, ...] = ()


@frozen
class Over(Pending):
    """The game is over. ``winners``: seats that share the victory."""

    winners: tuple[Seat, ...]


@frozen
class May(Pending):
    """A standing right that blocks nothing and needs no turn."""

    seats: tuple[Seat, ...]
    what: tuple[str, ...]


def duty(p: Pending) -> Pending:
    """A pending without who has answered so far: two equal duties ask for the same thing."""
    return evolve(p, seats=()) if isinstance(p, Choose | May) else p


def answers(p: Pending, act: Input) -> bool:
    """Whether an input is of the kind that a pending asks for (not whether it is legal)."""
    if isinstance(p, Choose | May):
        return word(type(act)) in p.what and (act.seat in p.seats or (act.seat is None and getattr(p, "joint", False)))
    return isinstance(act, {Roll: Rolled, Show: Shown, Shuffle: Shuffled}.get(type(p), ()))


# ---------------------------------------------------------------- why something is refused
MALFORMED, ILLEGAL, AMBIGUOUS, DOUBTFUL, STALE = "malformed", "illegal", "ambiguous", "doubtful", "stale"


@frozen
class Ruling:
    """A refusal with its reason. Doubtful: contradicts what we believe, so it is asked rather than refused."""

    kind: str
    rule: str
    facts: Facts = ()
    candidates: tuple[Input, ...] = ()
    audience: Audience = None
    waivable: bool = True

    def fact(self, name: str) -> Any:
        return dict(self.facts).get(name)


def unseated(act: Input, players: int) -> Ruling | None:
    """Why nobody at a table of so many can have done this, before any rule is asked."""
    if act.seat is None:
        return Ruling(MALFORMED, "K-SEAT", waivable=False) if act.actor is Actor.SEAT else None
    if not 0 <= act.seat < players:
        return Ruling(MALFORMED, "K-NOBODY", facts(place=letter(act.seat)), waivable=False)
    return Ruling(MALFORMED, "K-TABLE", waivable=False) if act.actor is Actor.TABLE else None


def refuse(rule: str, **known: Any) -> Ruling:
    return Ruling(ILLEGAL, rule, facts(**known))


class Outcome(tuple[Event, ...]):
    """The events of an act; ``state``: where they lead, if deciding has found that out already."""

    state: Any = None

    @classmethod
    def of(cls, events: Iterable[Event], state: Any) -> Outcome:
        found = cls(events)
        found.state = state
        return found


Decision = tuple[Event, ...] | Ruling  # an Outcome is a tuple of events


# ---------------------------------------------------------------- what lies on the table, and what it is worth
class Token(NamedTuple):
    """A piece as it lies: kind, the side that owns it, and a turn or face where the board shows one.

    A tuple, since heaps of pieces are what looks are remembered by: it hashes and compares many times as fast.
    """

    kind: str
    side: str = ""
    turn: str = ""


Tabletop = Mapping[str, tuple[Token, ...]]  # space id -> pieces bottom to top


@frozen
class ScoreLine:
    """Points with their reason."""

    label: str
    points: int
    rule: str
    facts: Facts = ()


@frozen
class ScoreRow:
    """One seat: ``total`` as it stands, the lines that make it, its rank (1 is best)."""

    seat: Seat
    total: int
    rank: int
    lines: tuple[ScoreLine, ...] = ()
    facts: Facts = ()


@frozen
class ScoreSheet:
    rows: tuple[ScoreRow, ...]
    final: bool = False
    facts: Facts = ()
