"""Sentences as data: a message id with its fields, so that the same fact is told in any language.

Games return ``Say`` values; only the speaker at the table knows names, languages and grammar of lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from companion.engine.types import Seat


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


def say(msgid: str, /, **fields: Any) -> Say:
    return Say(msgid, fields)


def count(n: int, one: str, many: str, /, **fields: Any) -> Say:
    """A sentence that depends on a number, given to it as ``{n}``; a Figure stays one."""
    return Say(one, {"n": n, **fields}, many)
