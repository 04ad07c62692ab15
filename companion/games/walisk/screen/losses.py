"""Losses as keys: what is lost, in as few words as tell one way from another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from companion.app.entry.strip import Key
from companion.app.entry.touches import ACT, MANY
from companion.app.viewmodel import Choice
from companion.engine.codec import text
from companion.engine.legal import completions
from companion.engine.words import Where
from companion.games.walisk.inputs import Lose
from companion.games.walisk.words.names import LABEL, group_line, units_line, whence_line

Lost = tuple[tuple[str, int], ...]


def whose(painter: Any, entry: Lose) -> str:
    """Who loses, and where."""
    return f"{painter.speaker.name(entry.seat)}, {painter.speaker.field(Where(entry.field))}"


def loss_keys(painter: Any, entry: Lose, named: bool) -> Iterator[Key]:
    """A key for each way to lose what is owed; ``named``: with who loses and where."""
    ways: list[Any] = list(islice(completions(entry), MANY))
    told = [together(painter, e.lost) for e in ways]
    labels = {label for e in ways for label, _n in e.lost}
    for e, words in zip(ways, told, strict=True):
        alike = told.count(words) > 1  # ships on two waters, men from two places
        line = apart(painter, e.lost, labels) if alike else words
        yield Key(Choice(ACT + text(e), line, whose(painter, entry) if named else ""), (e,))


def owed(painter: Any, entry: Lose) -> str:
    """Who loses how much, and where."""
    ways: list[Any] = list(islice(completions(entry), MANY))
    told = {together(painter, e.lost) for e in ways}
    n = sum(n for _label, n in ways[0].lost) if ways else 0
    return f"{whose(painter, entry)}: {told.pop() if len(told) == 1 else painter.speaker.tell(units_line(n))}"


def together(painter: Any, lost: Lost) -> str:
    """Units as they are counted at the table, wherever they came from."""
    tell = painter.speaker.tell
    found: dict[str, tuple[str, int]] = {}
    for label, n in lost:
        kind = tell(group_line(label, 1))
        found[kind] = (label, found.get(kind, ("", 0))[1] + n)
    return ", ".join(tell(group_line(label, n)) for label, n in found.values())


def apart(painter: Any, lost: Lost, labels: set[str]) -> str:
    """The same by where they came from; what they are, and what they have used, only where that tells them apart."""
    tell, board = painter.speaker.tell, painter.session.config.board
    parts = {label: found.groups() for label in labels if (found := LABEL.fullmatch(label)) is not None}
    mixed = len({tell(group_line(label, 1)) for label in labels}) > 1
    told = []
    for label, n in lost:
        kind, marked, water, spent, origin, way = parts[label]
        like = [p for p in parts.values() if p[:3] == (kind, marked, water) and p[4] == origin]
        used = len({p[3] for p in like}) > 1
        by = len({p[5] for p in like}) > 1
        told.append(tell(whence_line(label, n, board, named=mixed, used=used, by=by)))
    return ", ".join(told)
