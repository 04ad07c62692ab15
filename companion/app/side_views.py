"""Views beside the table: by-hand entry, history, the end, a rule. Plain values, no kivy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from companion.app.sketch import Stroke
from companion.app.viewmodel import Badge, BoardView, Choice, Figure, Lamp, LogLine, Panel, ScoreRow, one_of


@frozen
class Field:
    """One field of an input. ``kind``:
    space (value: id, tapped on the board or the list), counts (value: {space id: n}, ``total`` in all),
    number (low..high), choice (a key of ``options``), text, dice (a tuple of ``total`` keys of ``options``, tapped one
    after the other; ``label`` says what the next one is for)."""

    id: str
    kind: str = field(validator=one_of("space", "counts", "number", "choice", "text", "dice"))
    label: str
    options: tuple[Choice, ...] = ()  # for space and counts: the spaces that may be chosen
    low: int = 0
    high: int = 0
    total: int = 0
    limits: Mapping[str, int] = field(factory=dict)  # counts: the most of each space


@frozen
class HandView:
    """By-hand entry. The backend keeps ``values`` and answers each ``hand_value`` with a new view."""

    title: str
    badge: Badge | None
    kinds: tuple[Choice, ...]
    chosen: str = ""
    fields: tuple[Field, ...] = ()
    values: Mapping[str, Any] = field(factory=dict)
    board: BoardView | None = None
    preview: str = ""  # what it would do
    ruling: str = ""  # why it is not possible
    enter: str = ""  # the button's outcome: "Umall besetzen"
    ready: bool = False


@frozen
class HistoryView:
    title: str
    lines: tuple[LogLine, ...]  # newest first
    now: int = 0  # the journal line the game stands at
    jump: LogLine | None = None  # chosen: ask before going back
    lost: str = ""  # "Drei Züge werden zurückgenommen."


@frozen
class EndRow:
    rank: str
    badge: Badge
    name: str
    parts: tuple[str, ...]
    total: str


@frozen
class Axis:
    """What a curve is told over. ``unit``: the word before the numbers, of which one stands at every ``per`` points."""

    title: str = ""
    unit: str = ""
    per: int = 1


@frozen
class Curve:
    """Totals after each round, ``values[0]`` at the start."""

    badge: Badge
    values: tuple[int, ...]
    winner: bool = False


@frozen
class EndView:
    title: str
    round: str
    lamps: tuple[Lamp, ...]
    sentence: str
    badge: Badge | None
    columns: tuple[Figure, ...]  # over the parts of each row
    rows: tuple[EndRow, ...]
    reason: str
    curves: tuple[Curve, ...] = ()
    goal: int | None = None
    notes: tuple[tuple[str, str], ...] = ()  # (when, what happened)
    undo: str | None = None
    legend: tuple[str, ...] = ()  # what the columns hold, where their signs do not say it
    board: BoardView | None = None  # as it lies at the end
    axis: Axis = Axis()


@frozen
class Postcard:
    """The result as the end page painted it. ``size`` in px; ``pixels``: RGBA, the lowest row first."""

    size: tuple[int, int]
    pixels: bytes


@frozen
class ReplayView:
    """A game looked at again. ``rounds``: positions at which a round begins; ``at`` of ``last`` acts are shown."""

    title: str
    round: str
    sentence: str
    badge: Badge | None
    board: BoardView | None
    scores: tuple[ScoreRow, ...]
    at: int
    last: int
    counted: str
    rounds: tuple[int, ...] = ()
    panel: Panel | None = None  # in the place of the board, where cards alone lie


@frozen
class PersonRow:
    """``share``: wins of games played in percent."""

    name: str
    won: str
    line: str
    share: int


@frozen
class EveningRow:
    """A finished game; a touch looks at it again."""

    id: str
    title: str
    line: str


@frozen
class EveningsView:
    sentence: str
    people: tuple[PersonRow, ...]
    games: tuple[EveningRow, ...]


@frozen
class SharedView:
    """Where a result was written: (file name, what it is for)."""

    sentence: str
    folder: str
    files: tuple[tuple[str, str], ...]


@frozen
class RuleView:
    """The full rule: here numbers are shown. ``others``: sections to open (post ``rule``). ``query``: what is looked
    for; ``others`` are the rules that were found then."""

    number: str
    section: str
    title: str
    text: tuple[str, ...]
    source: str = ""
    others: tuple[Choice, ...] = ()
    query: str = ""
    game: str = ""  # its name


@frozen
class LessonView:
    """One of the cards that say how a game is played, with its picture.

    ``lit``: a kind of space; ``live``: a table is played at, whose board is shown with these lit.
    """

    game: str
    title: str
    name: str
    text: str
    at: int
    last: int  # of the first card 0
    lit: str = ""
    live: bool = False
    picture: tuple[Stroke, ...] = ()


@frozen
class EnrolView:
    """Cards and tags: what to lay on the reader now, the last tag's outcome, each card (``chosen``: it has one)."""

    title: str
    lamps: tuple[Lamp, ...]
    sentence: str
    last: str = ""
    good: bool = True
    cards: tuple[Choice, ...] = ()
    choices: tuple[Choice, ...] = ()
