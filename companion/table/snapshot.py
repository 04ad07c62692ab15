"""What the desk shows: immutable values, made anew after every message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from companion.engine.session import Person, Step
from companion.engine.types import Event, Input, Pending, Ruling, ScoreSheet
from companion.table.verdicts import More, Todo, Verdict

WHICH_MOVE, DIE_FACE, WENT_BACK, OTHER_READING, DICE_DIFFER = (
    "which_move", "die_face", "went_back", "other_reading", "dice_differ",
)  # fmt: skip
WHICH_CARD, CARD_DOUBT = "which_card", "card_doubt"
ALL_LAID = "all_laid"
DIFFERENCES = INSTEAD, LIES_SO = "instead", "lies_so"


@frozen
class Question:
    """Something only people can tell. ``options``: chains of inputs, one of which answers it; () takes back."""

    key: str
    kind: str
    seat: int | None
    options: tuple[tuple[Input, ...], ...]
    faces: tuple[str, ...] = ()
    keep: int = 0  # went_back: how many chains stay
    ruling: Ruling | None = None  # card_doubt: why it cannot be
    todo: tuple[Todo, ...] = ()  # instead, lies_so: what lies otherwise
    told: tuple[Input, ...] = ()  # all_laid: acts that were told and wait for the answer; every option ends with them


@frozen
class LogEntry:
    """One chain in force: its journal line, its acts and events, who told it."""

    line: int
    acts: tuple[Input, ...]
    events: tuple[Event, ...]
    source: str


@frozen
class Device:
    """A lamp: ok | warn | bad | off, with a reason code and its facts."""

    name: str
    state: str
    code: str = ""
    facts: Mapping[str, Any] = {}


@frozen
class Tally:
    """Counted since the game began at this desk."""

    acts: int = 0  # inputs in force
    seen: int = 0  # of these read by the camera
    heard: int = 0  # of these from dice and tags
    taps: int = 0  # inputs told by hand
    questions: int = 0  # asked about an act that left a trace
    corrected: int = 0  # readings that were taken back or mended


@frozen
class Snapshot:
    """Everything a screen or a terminal may show. ``at``: journal length, to be given back with an input."""

    at: int
    state: Any
    people: tuple[Person, ...]
    pending: tuple[Pending, ...]
    score: ScoreSheet
    log: tuple[LogEntry, ...]
    verdict: Verdict | None
    todo: tuple[Todo, ...]  # what is still to be laid out, or put right
    question: Question | None
    refusal: tuple[Ruling, Input | None] | None
    out_of_step: bool
    devices: tuple[Device, ...]
    waiting: tuple[str, ...]  # dice thrown early
    can_undo: bool
    can_redo: bool
    consent: bool  # the next undo needs everybody's word
    tally: Tally
    unseen: tuple[str, ...]  # lead spaces that the camera does not see just now
    notes: tuple[Event, ...] = ()
    more: tuple[More, ...] = ()


def log_of(chains: Sequence[Sequence[Step[Any]]]) -> tuple[LogEntry, ...]:
    """The past as entries, oldest first."""
    return tuple(
        LogEntry(c[0].line, tuple(x.act for x in c if x.act), tuple(e for x in c for e in x.events), c[0].source)
        for c in chains
    )
