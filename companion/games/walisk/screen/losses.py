"""Losses as keys: what is lost, in as few words as tell one way from another; many ways are told group by group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from attrs import define, evolve, field

from companion import i18n
from companion.app.entry.numbers import NUMBER, number_keys
from companion.app.entry.strip import Acts, Key, Keys
from companion.app.entry.touches import ACT, MANY
from companion.app.viewmodel import Choice
from companion.engine.codec import text
from companion.engine.legal import Some, completions
from companion.engine.words import N_, Where
from companion.games.walisk.inputs import Lose
from companion.games.walisk.words.names import LABEL, group_line, units_line, whence_line

Lost = tuple[tuple[str, int], ...]
FEWEST = 9  # so many ways are told group by group
OPENS = "lose:"


def many(entry: Lose) -> bool:
    """Whether the ways to lose what is owed are too many for keys of their own."""
    return len(list(islice(completions(entry), FEWEST))) == FEWEST


@define
class Losing:
    """How many of each group are lost, one number after the other, until the rest follows. ``at``: the field of the
    loss that was opened where several are asked for; ``chosen``: numbers so far."""

    at: str = ""
    chosen: list[int] = field(factory=list)

    def forget(self) -> None:
        self.at, self.chosen = "", []

    def keys(self, painter: Any, entry: Lose, ten: int | None, foot: tuple[Key, ...]) -> Keys:
        """A pad of numbers for the next group; the number that leaves nothing open enters the act."""
        label, most, low, high = asked_next(_open(entry), self.chosen)
        acts = {n: _act(entry, [*self.chosen, n]) for n in range(low, high + 1)}
        units = apart(painter, ((label, most),), {label for label, _most in _open(entry).of})
        title = i18n.gettext(N_("{loss}. How many of these: {units}?"))
        return Keys(title.format(loss=owed(painter, entry), units=units), tuple(number_keys(acts, high, ten=ten)), foot)

    def touch(self, key: str) -> bool:
        """A number that leaves something open, or a loss among several; whether it was either."""
        if key.startswith(OPENS):
            self.at = key.removeprefix(OPENS)
        elif key.startswith(NUMBER):
            self.chosen.append(int(key.removeprefix(NUMBER)))
        else:
            return False
        return True


def _open(entry: Lose) -> Some:
    found: Some = entry.lost  # type: ignore[assignment]
    return found


def _span(some: Some, so_far: Sequence[int]) -> tuple[int, int]:
    """The least and the most that can be lost of the next group."""
    left, after = some.n - sum(so_far), sum(most for _label, most in some.of[len(so_far) + 1 :])
    return max(0, left - after), min(some.of[len(so_far)][1], left)


def asked_next(some: Some, chosen: Sequence[int]) -> tuple[str, int, int, int]:
    """The next group, how many stand there, the least and the most that can be lost of it."""
    so_far = known(some, chosen)
    return (*some.of[len(so_far)], *_span(some, so_far))


def known(some: Some, chosen: Sequence[int]) -> list[int]:
    """Numbers of the first groups: those that were chosen, and where there is no choice what must be lost."""
    out: list[int] = []
    left = list(chosen)
    while len(out) < len(some.of):
        low, high = _span(some, out)
        if low < high and not left:
            break
        out.append(left.pop(0) if low < high else low)
    return out


def _act(entry: Lose, chosen: Sequence[int]) -> Acts:
    """The loss by these numbers, if they leave nothing open."""
    some = _open(entry)
    numbers = known(some, chosen)
    if len(numbers) < len(some.of):
        return ()
    return (evolve(entry, lost=tuple((label, n) for (label, _most), n in zip(some.of, numbers, strict=True) if n)),)


def whose(painter: Any, entry: Lose) -> str:
    """Who loses, and where."""
    return f"{painter.speaker.name(entry.seat)}, {painter.speaker.field(Where(entry.field))}"


def loss_keys(painter: Any, entry: Lose, named: bool) -> Iterator[Key]:
    """A key for each way to lose what is owed, or one that opens many; ``named``: with who loses and where."""
    if many(entry):
        yield Key(Choice(OPENS + entry.field, i18n.capital(_units(painter, entry)), whose(painter, entry)))
        return
    ways: list[Any] = list(islice(completions(entry), MANY))
    told = [together(painter, e.lost) for e in ways]
    labels = {label for e in ways for label, _n in e.lost}
    for e, words in zip(ways, told, strict=True):
        alike = told.count(words) > 1  # ships on two waters, men from two places
        line = apart(painter, e.lost, labels) if alike else words
        yield Key(Choice(ACT + text(e), line, whose(painter, entry) if named else ""), (e,))


def owed(painter: Any, entry: Lose) -> str:
    """Who loses how much, and where."""
    return f"{whose(painter, entry)}: {_units(painter, entry)}"


def _units(painter: Any, entry: Lose) -> str:
    """How much is lost, and of what if that is the same in every way."""
    ways: list[Any] = list(islice(completions(entry), MANY))
    told = {together(painter, e.lost) for e in ways}
    n = sum(n for _label, n in ways[0].lost) if ways else 0
    return told.pop() if len(told) == 1 else str(painter.speaker.tell(units_line(n)))


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
