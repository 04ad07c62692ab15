"""What a game declares of its table: which sensor answers for what, how acts show, cards, secrets, the demo table.

A declaration is a value: whoever plays needs none of it, and every field has a default that works for any game. The
functions in it are pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from typing import Any, Generic, TypeVar

from attrs import field, frozen

from companion.engine.types import LETTERS, Event, Evidence, Input, Ruling, Seat, Tabletop, Token

S = TypeVar("S")
Diff = Mapping[str, tuple[Token, ...]]  # space -> what lies there now, where it is not what ``tabletop`` says
Chain = tuple[Input, ...]
Counts = Mapping[str, Mapping[str, int]]  # space -> how many of each piece, as the camera names them


class Sensor(Enum):
    """Who answers for a kind of space."""

    CAMERA = "camera"
    PEOPLE = "people"  # what lies there is told, and nobody looks


@frozen
class Difference:
    """Spaces before and after, where both are sure; ``sides``: whose piece each name of the camera is."""

    before: Mapping[str, Counter[str]]
    after: Counts
    sides: Mapping[str, Token]


@frozen
class Explainer(Generic[S]):
    """A game that tells which acts could have made a difference, without trying all of them.

    ``explains``: chains after which the table looks like this, the shortest first; every act of a chain shows. One
    chain stands for all that end in the same state, so several come back only where people must be asked.
    ``begins``: acts of which a part is done. ``tidies``: spaces where hands have to take or lay something after these
    events.
    """

    explains: Callable[[S, Diff], tuple[Chain, ...]]
    begins: Callable[[S, Diff], tuple[Chain, ...]] = lambda _s, _diff: ()
    tidies: Callable[[tuple[Event, ...]], tuple[str, ...]] = lambda _events: ()


@frozen
class TableSpec(Generic[S]):
    """What camera, tags and people tell of a game.

    ``reads``: the sensor of a kind of space, ``others`` that of kinds not named there. ``follows``: pieces follow what
    was told, so that a table behind the journal is on its way. ``neutral``: with how many players pieces of a colour
    that nobody plays lie on the board. ``alike``: kinds of piece that the camera need not tell apart, "" for those it
    does not read. ``piles``: kinds of space where pieces lie in a heap, which is easily miscounted.

    ``ready``: the set-up is done; ``laid``: the pieces lie from which the camera learns (None: when it is ready).
    ``evidence``: how an act comes to the referee, where its kind alone does not tell. ``steps``: tables on the way from
    here to the table after an act, in the order in which hands make them (the two ends left out). ``laying``: pieces
    that were told and are being laid one place after the other, as far as they do not lie yet: the acts that lay them
    may be told in parts, and none may be left over unless people say so.
    ``dominates(a, b)``: whatever may follow b may follow a with the same results, so b need not be asked about.
    ``attempts``: what somebody seems to have tried, legal or not; ``objection``: why a legal act was not made like
    this. ``instead``: what an act may have been where its pieces lie otherwise; ``patch``: keys of the position that
    take over what lies on some spaces, empty where they cannot.
    """

    reads: Mapping[str, Sensor] = field(factory=dict)
    others: Sensor = Sensor.CAMERA
    follows: bool = False
    neutral: Collection[int] = range(1, len(LETTERS) + 1)
    alike: Mapping[str, str] = field(factory=dict)
    piles: frozenset[str] = frozenset()
    ready: Callable[[S], bool] = lambda _s: True
    laid: Callable[[S], bool] | None = None
    evidence: Callable[[S, Input], Evidence] = lambda _s, act: act.evidence
    steps: Callable[[S, Input], Iterable[Tabletop]] = lambda _s, _act: ()
    laying: Callable[[S], tuple[Token, ...]] = lambda _s: ()
    dominates: Callable[[S, S], bool] | None = None
    attempts: Callable[[S, Difference], Iterable[Input]] = lambda _s, _seen: ()
    objection: Callable[[S, Input, Difference], Ruling | None] = lambda _s, _act, _seen: None
    instead: Callable[[S, Input], Iterable[Input]] | None = None
    patch: Callable[[S, Counts], Mapping[str, Any]] = lambda _s, _seen: {}
    explainer: Explainer[S] | None = None

    def learnable(self, s: S) -> bool:
        """Whether the pieces lie from which the camera learns."""
        return (self.laid or self.ready)(s)

    def sensor(self, kind: str) -> Sensor:
        """Who answers for a kind of space."""
        return self.reads.get(kind, self.others)

    @property
    def reads_all(self) -> bool:
        """Whether the camera is asked about every kind of space that it can see."""
        return self.others is Sensor.CAMERA and all(x is Sensor.CAMERA for x in self.reads.values())


@frozen
class Cards(Generic[S]):
    """Cards that may bear a tag or sticker, in the order in which they are printed, and markers that may bear a tag.

    ``acts``: what a shown card may mean now, legal or not, as everybody may know it.
    """

    deck: Callable[[S], tuple[str, ...]]
    acts: Callable[[S, str], tuple[Input, ...]]
    markers: Callable[[S], tuple[str, ...]] = lambda _s: ()


@frozen
class Secrets(Generic[S]):
    """``veiled``: the state as all may know it; ``faded``: an earlier event as it may be told now, None: it is gone.

    ``kept``: whether anything is hidden as the options of this table stand. ``recalled``: looking back shows no more
    than is known now, so that people may do so while the game goes on.
    """

    veiled: Callable[[S], S]
    faded: Callable[[S, Event], Event | None] = lambda _s, event: event
    kept: Callable[[S], bool] = lambda _s: True
    recalled: bool = False


class Demo(Enum):
    """How the demo table plays a game."""

    SCRIPT = "script"  # acts that were played before, laid before the camera one by one
    CAMPAIGN = "campaign"  # players of its own, who go on from whatever the referee has


@frozen
class DemoSpec(Generic[S]):
    """The demo table: how it is played, on which board, and what a position is worth to a seat of it."""

    kind: Demo = Demo.SCRIPT
    board: str = "house"
    worth: Callable[[S, Seat], float] | None = None
