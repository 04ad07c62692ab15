"""Reading a position document: what does not fit is noted and replaced by something harmless, all faults at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from companion.engine.game import PositionError, PositionFault
from companion.engine.types import LETTERS

T = TypeVar("T")


class PositionReader:
    """One document about a game's world being read; a game's reader adds what only it has.

    ``keys``: those that a document may have. In all methods ``key`` is the path that a fault names.

    Every method returns a value that fits, whatever was found; ``finish`` raises what was wrong with the document.
    """

    def __init__(self, world: Any, doc: Mapping[str, Any], keys: Collection[str]) -> None:
        self.world, self.doc = world, doc
        self.faults: list[PositionFault] = []
        self.seats = tuple(LETTERS[: world.players])
        for key in doc:
            if key not in keys:
                self.bad(str(key), "one of " + ", ".join(keys))

    def bad(self, key: str, expected: str, found: object = "") -> None:
        self.faults.append(PositionFault(key, expected, "" if found == "" else repr(found)))

    def finish(self) -> None:
        """Raises PositionError with every fault, if there is one."""
        if self.faults:
            raise PositionError(tuple(self.faults))

    # ------------------------------------------------------------ single values
    def number(self, key: str, value: Any, least: int | None = 0, most: int | None = None) -> int:
        """A whole number from ``least`` to ``most``; None: no limit."""
        whole = isinstance(value, int) and not isinstance(value, bool)
        if whole and (least is None or value >= least) and (most is None or value <= most):
            return int(value)
        limits = "" if least is None else f", {least} or more" if most is None else f" from {least} to {most}"
        self.bad(key, f"a whole number{limits}", value)
        return max(least or 0, 0)

    def flag(self, key: str, value: Any) -> bool:
        if not isinstance(value, bool):
            self.bad(key, "true or false", value)
        return value is True

    def word(self, key: str, value: Any, allowed: Collection[str]) -> str:
        if isinstance(value, str) and value in allowed:
            return value
        self.bad(key, "one of " + ", ".join(allowed), value)
        return next(iter(allowed))

    def place(self, key: str, value: Any, index: Mapping[Any, int], what: str) -> int:
        """The number of something that ``index`` knows by name; ``what`` it should have been."""
        if isinstance(value, str | int) and value in index:
            return index[value]
        self.bad(key, what, value)
        return next(iter(index.values()))

    def seat(self, key: str, value: Any, nobody: str | None = None) -> int:
        """A seat by its letter; -1 for the word that stands for nobody, where there may be nobody."""
        if nobody is not None and value == nobody:
            return -1
        if value in self.seats:
            return self.seats.index(value)
        self.bad(key, f"a seat of {' '.join(self.seats)}", value)
        return 0

    # ------------------------------------------------------------ lists and mappings
    def items(self, key: str, value: Any) -> list[Any]:
        if value is None or isinstance(value, list | tuple):
            return list(value or ())
        self.bad(key, "a list", value)
        return []

    def listed(self, key: str, value: Any, read: Callable[[str, Any], T]) -> tuple[T, ...]:
        """A list, each value as ``read`` reads it."""
        return tuple(read(f"{key}.{i}", v) for i, v in enumerate(self.items(key, value)))

    def mapping(self, key: str, value: Any, known: Collection[str] = ()) -> Mapping[str, Any]:
        """A mapping; of keys that are not ``known`` each is a fault, unless any may be there."""
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.bad(key, "a mapping", value)
            return {}
        for name in value:
            if known and name not in known:
                self.bad(f"{key}.{name}", "one of " + ", ".join(known), name)
        return value

    def seats_of(self, key: str, value: Any) -> tuple[int, ...]:
        """Seats in a list, each once."""
        seats = self.listed(key, value, self.seat)
        if len(set(seats)) != len(seats):
            self.bad(key, "each seat once", [self.seats[p] for p in seats])
        return seats
