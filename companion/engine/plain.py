"""How the values of a state stand in a position: one declaration writes a value and reads it back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import attrgetter
from typing import Any, Protocol, TypeVar

from attrs import field, frozen

from companion.engine.masks import bits
from companion.engine.positions import PositionReader
from companion.engine.slotted import changed
from companion.engine.types import letter

S = TypeVar("S")
NEEDED: Any = object()  # a key without a usual value
ALWAYS: Any = object()  # no value is left out when it is written


def as_it_is(_world: Any, value: Any) -> Any:
    """How what is plain is written."""
    return value


class Kind(Protocol):
    """``write`` makes a value plain; ``read`` takes it back and notes under ``key`` what does not fit."""

    def write(self, world: Any, value: Any, /) -> Any: ...

    def read(self, reader: Any, key: str, value: Any, /) -> Any: ...


@frozen
class Plain:
    """A kind made of two functions."""

    write: Callable[[Any, Any], Any]
    read: Callable[[Any, str, Any], Any]


@frozen
class Key:
    """A key of a mapping. With several ``fields`` it stands for all of them, and its value is a tuple.

    ``usual``: the value where the key is left out of a record; ``unless``: the value that is not written.
    """

    name: str
    kind: Kind
    fields: tuple[str, ...]
    of: Callable[[Any], Any]  # the value of a thing that has the fields
    usual: Any = NEEDED
    unless: Any = ALWAYS

    def values(self, value: Any) -> Iterable[tuple[str, Any]]:
        return zip(self.fields, value if len(self.fields) > 1 else (value,), strict=True)


def key(name: str, kind: Kind, *fields: str, usual: Any = NEEDED, unless: Any = ALWAYS) -> Key:
    """A key that stands for the field of its own name, or for those that are named."""
    fields = fields or (name,)
    return Key(name, kind, fields, attrgetter(*fields), usual, unless)


@frozen
class Record:
    """A kind of values with fields, as a mapping. ``made``: makes one of them by its fields; ``check``: what else
    must hold, with the reader and the key for what does not."""

    made: Callable[..., Any]
    keys: tuple[Key, ...]
    check: Callable[[Any, str, Any], Any] = field(default=lambda _reader, _key, value: value)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(k.name for k in self.keys)

    def write(self, world: Any, value: Any, /) -> dict[str, Any]:
        out = {}
        for k in self.keys:
            one = k.of(value)
            if k.unless is ALWAYS or one != k.unless:
                out[k.name] = one if k.kind.write is as_it_is else k.kind.write(world, one)
        return out

    def told(self, reader: Any, key: str, doc: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of all keys that are not left out."""
        out: dict[str, Any] = {}
        for k in self.keys:
            if k.name in doc:
                out |= k.values(k.kind.read(reader, f"{key}.{k.name}".lstrip("."), doc[k.name]))
        return out

    def read(self, reader: Any, key: str, value: Any, /) -> Any:
        doc = reader.mapping(key, value, self.names)
        out = self.told(reader, key, doc)
        for k in self.keys:
            if k.name not in doc:
                usual = k.kind.read(reader, f"{key}.{k.name}", None) if k.usual is NEEDED else k.usual
                out |= k.values(usual)
        return self.check(reader, key, self.made(**out))

    def laid(self, base: S, told: Mapping[str, Any]) -> S:
        """A base with these of the record's fields."""
        return changed(base, **{f: told.get(f, getattr(base, f)) for k in self.keys for f in k.fields})


def record(made: Callable[..., Any], *keys: Key, **more: Any) -> Record:
    return Record(made, keys, **more)


# ---------------------------------------------------------------- kinds of every game
def number(least: int | None = 0, most: int | None = None) -> Plain:
    return Plain(as_it_is, lambda reader, key, value: reader.number(key, value, least, most))


def word(*allowed: str) -> Plain:
    return Plain(as_it_is, lambda reader, key, value: reader.word(key, value, allowed))


NUMBER = number()
FLAG = Plain(as_it_is, PositionReader.flag)
BIT = Plain(lambda _world, n: n == 1, lambda reader, key, value: int(reader.flag(key, value)))  # a flag kept as 0 or 1
SEAT = Plain(lambda _world, seat: letter(seat), PositionReader.seat)
SEATS = Plain(lambda _world, seats: [letter(p) for p in seats], PositionReader.seats_of)  # each once


def seat_or(nobody: str) -> Plain:
    """A seat; -1 is written as the word for nobody."""
    return Plain(
        lambda _world, seat: nobody if seat < 0 else letter(seat),
        lambda reader, key, value: reader.seat(key, value, nobody),
    )


def or_none(kind: Kind) -> Plain:
    """Something by its number; -1 is written as an empty text."""
    return Plain(
        lambda world, value: "" if value < 0 else kind.write(world, value),
        lambda reader, key, value: kind.read(reader, key, value) if value else -1,
    )


def listed(kind: Kind, order: Callable[[Iterable[Any]], Iterable[Any]] = tuple) -> Plain:
    """A tuple as a list; ``order``: sorted, where the order says nothing."""
    return Plain(
        lambda world, values: [kind.write(world, v) for v in values],
        lambda reader, key, value: tuple(order(reader.listed(key, value, partial(kind.read, reader)))),
    )


def masked(kind: Kind) -> Plain:
    """A bit mask of things by their numbers as a list."""
    return Plain(
        lambda world, mask: [kind.write(world, i) for i in bits(mask)],
        lambda reader, key, value: sum(1 << i for i in set(reader.listed(key, value, partial(kind.read, reader)))),
    )


SEAT_MASK = masked(SEAT)


def by_place(place: Kind, count: Callable[[Any], int], kind: Kind, usual: Any, *, every: bool = False) -> Plain:
    """A tuple with a value for each of ``count(world)`` places as a mapping by their names.

    Places with the ``usual`` value (or what it makes of the world) are left out, unless ``every`` one is told.
    """

    def usually(world: Any) -> Any:
        return usual(world) if callable(usual) else usual

    def write(world: Any, values: tuple[Any, ...]) -> dict[str, Any]:
        usual = usually(world)
        return {
            place.write(world, i): kind.write(world, v) for i, v in enumerate(values) if every or v != usual
        }  # fmt: skip

    def read(reader: Any, key: str, value: Any) -> tuple[Any, ...]:
        out = [usually(reader.world)] * count(reader.world)
        for name, one in reader.mapping(key, value).items():
            at = f"{key}.{name}"
            out[place.read(reader, at, name)] = kind.read(reader, at, one)
        return tuple(out)

    return Plain(write, read)


def by_seat(kind: Kind, usual: Any, *, every: bool = False) -> Plain:
    """A tuple with a value a seat."""
    return by_place(SEAT, lambda world: int(world.players), kind, usual, every=every)


def named(names: tuple[str, ...], kind: Kind = NUMBER, usual: Any = 0) -> Plain:
    """A tuple with a value a name as a mapping; names that are left out have the usual value."""

    def read(reader: Any, key: str, value: Any) -> tuple[Any, ...]:
        doc = reader.mapping(key, value, names)
        return tuple(kind.read(reader, f"{key}.{name}", doc[name]) if name in doc else usual for name in names)

    return Plain(lambda world, values: {n: kind.write(world, v) for n, v in zip(names, values, strict=True)}, read)


def row(expected: str, *kinds: Kind, made: Callable[..., Any] = lambda *values: values) -> Plain:
    """Values of these kinds in a list of that length; ``expected``: what a list of another length should have been."""

    def read(reader: Any, key: str, value: Any) -> Any:
        fits = isinstance(value, list | tuple) and len(value) == len(kinds)
        if not fits:
            reader.bad(key, expected, value)
        known = len(reader.faults)
        found = value if fits else [None] * len(kinds)
        out = made(*(kind.read(reader, key, v) for kind, v in zip(kinds, found, strict=True)))
        if not fits:
            del reader.faults[known:]  # something harmless stands in for it; it has been said
        return out

    return Plain(lambda world, values: [kind.write(world, v) for kind, v in zip(kinds, values, strict=True)], read)
