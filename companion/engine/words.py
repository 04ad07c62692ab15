"""Sentences as data: a message id with its fields, so that the same fact is told in any language.

Games return ``Say`` values; only the speaker at the table knows names, languages and grammar of lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import field, frozen

from companion.engine.boards import Board, Space
from companion.engine.types import Event, Facts, Input, Over, Pending, Ruling, ScoreLine, Seat


@frozen
class Who:
    """A person, by seat; ``side`` names a side that has no seat."""

    seat: Seat | None
    side: str = ""


@frozen
class Where:
    """A space of the board, told by its name or its look, never by its id."""

    space: str


@frozen
class Term:
    """A word of the game that is itself translated, as a colour or a piece."""

    msgid: str


class Figure(int):
    """A number told in figures: in rows, tags and log lines."""


@frozen
class Say:
    """One sentence: English text with ``{fields}``, which is also the message id of its translations.

    Fields: Who, Where, Term, Say, numbers (told in words up to twelve), Figure, text, or tuples of these (told as a
    list).
    ``plural`` is the message for more than one of the field ``n``.
    """

    msgid: str
    fields: Mapping[str, Any] = {}
    plural: str = ""


def N_(text: str) -> str:
    """Marks a text for the catalogue without translating it here."""
    return text


DIRECTIONS: Mapping[str, str] = {  # where a place without a name lies
    "north": N_("in the north"),
    "north_east": N_("in the north-east"),
    "east": N_("in the east"),
    "south_east": N_("in the south-east"),
    "south": N_("in the south"),
    "south_west": N_("in the south-west"),
    "west": N_("in the west"),
    "north_west": N_("in the north-west"),
    "centre": N_("in the middle"),
}


def say(msgid: str, /, **fields: Any) -> Say:
    return Say(msgid, fields)


def count(n: int, one: str, many: str, /, **fields: Any) -> Say:
    """A sentence that depends on a number, given to it as ``{n}``; a Figure stays one."""
    return Say(one, {"n": n, **fields}, many)


def people(seats: Iterable[Seat]) -> tuple[Who, ...]:
    return tuple(map(Who, seats))


def numbers(counts: Iterable[int]) -> tuple[Say, ...]:
    """Numbers of all seats, as a comparison is explained."""
    return tuple(say(N_("{seat} {n}"), seat=Who(p), n=Figure(n)) for p, n in enumerate(counts))


def victory(p: Over) -> Say:
    """Who has won alone, or with others."""
    if len(p.winners) == 1:
        return say(N_("{seat} wins."), seat=Who(p.winners[0]))
    return say(N_("{seats} share the victory."), seats=people(p.winners))


NAMED = re.compile(r"{(\w+)}")  # a field of a sentence
Line = Callable[[Any], Say | None]  # what is said of a thing: an event, an act


def first_known(texts: Iterable[str], known: Mapping[str, Any]) -> Say | None:
    """Of several sentences the first whose fields are all known."""
    return next((say(text, **known) for text in texts if set(NAMED.findall(text)) <= known.keys()), None)


class Telling:
    """How the things of a game are told: in ``ways``, by the name of a field, how its value is (Who, Where, Figure).

    A value whose name is not among them is told as it is.
    """

    def __init__(self, **ways: Callable[[Any], Any]) -> None:
        self.ways = ways

    def __call__(self, text: str, many: str = "", /, **called: str) -> Callable[[Any], Say]:
        """The sentence about a thing whose own fields bear the names in the text.

        ``many`` is the text for more than one of ``n``; ``called``: names in the text, and what the thing calls them.
        """
        names = tuple(dict.fromkeys(NAMED.findall(text + many)))

        def line(thing: Any) -> Say:
            return Say(text, self.known({name: getattr(thing, called.get(name, name)) for name in names}), many)

        return line

    def known(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Facts as the fields of a sentence."""
        return {name: self.ways[name](value) if name in self.ways else value for name, value in facts.items()}


def depending(on: Callable[[Any], Any], lines: Mapping[Any, Line]) -> Line:
    """What is said of a thing by something about it; None where there is no line for that."""

    def line(thing: Any) -> Say | None:
        found = lines.get(on(thing))
        return None if found is None else found(thing)

    return line


def by_kind(lines: Mapping[type, Line]) -> Line:
    """What is said of a thing of each kind; None where nothing is."""
    return depending(type, lines)


@frozen
class Words:
    """How a game speaks. Sentences as functions; words and labels by the ids that the rules use.

    ``act``: an act as a candidate is named. ``place``: a space that its board does not name. ``card``: a card that
    bears a tag. ``map_line``: what is noted about a map, None for what the kernel tells. ``value``: a value of a field
    that needs more than a word, else None. ``notes``: figures that the game adds to a rule of its book. ``lot``: what
    is drawn for a purpose, and what a face of it means ("": the purpose itself); None where faces are seats or numbers.
    """

    title: str
    pending: Callable[[Pending], Say]
    event: Callable[[Event], Say | None]
    ruling: Callable[[Ruling], Say]
    score: Callable[[ScoreLine], Say]
    act: Callable[[Input], Say]
    place: Callable[[Space, Board], Say] | None = None
    card: Callable[[str], Say] | None = None
    map_line: Callable[[str, Facts], Say | None] = lambda _rule, _known: None
    value: Callable[[str, Board], Say | None] = lambda _value, _board: None
    notes: Callable[[str], tuple[Say, ...]] = lambda _rule: ()
    lot: Callable[[str, str], Say | None] = lambda _purpose, _face: None
    options: Mapping[str, str] = field(factory=dict)  # titles of options
    groups: Mapping[str, tuple[str, ...]] = field(factory=dict)  # options by what they are about; else by section
    values: Mapping[str, str] = field(factory=dict)  # of options and fields
    inputs: Mapping[str, str] = field(factory=dict)  # titles of kinds of input
    fields: Mapping[str, str] = field(factory=dict)  # labels of their fields
    purposes: Mapping[str, str] = field(factory=dict)  # what dice are thrown for
    faces: Mapping[str, str] = field(factory=dict)  # of dice
    weights: Mapping[str, str] = field(factory=dict)  # how much of what is needed, {n} of {need}
    actions: Mapping[str, str] = field(factory=dict)
    pieces: Mapping[str, str] = field(factory=dict)
    counted: Mapping[str, str] = field(factory=dict)  # what ``Game.balances`` counts, as many
    sides: Mapping[str, str] = field(factory=dict)  # that have no seat
    places: Mapping[str, str] = field(factory=dict)  # beside the board
    maps: Mapping[str, str] = field(factory=dict)  # names of ``GameInfo.boards``
