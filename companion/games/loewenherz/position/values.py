"""Values of a position document, one by one: what does not fit is noted and replaced by something harmless."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.game import PositionFault
from companion.games.loewenherz.world import World


class Reader:
    """One document being read; ``faults`` collects what is wrong with it."""

    def __init__(self, world: World, doc: Mapping[str, Any]) -> None:
        self.world, self.doc = world, doc
        self.faults: list[PositionFault] = []
        self.seats = world.names[: world.players]

    def bad(self, key: str, expected: str, found: object = "") -> None:
        self.faults.append(PositionFault(key, expected, "" if found == "" else repr(found)))

    # ------------------------------------------------------------ single values
    def number(self, key: str, value: Any, low: int | None = 0, default: int = 0) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and (low is None or value >= low):
            return value
        self.bad(key, "a whole number" if low is None else f"a whole number, {low} or more", value)
        return default

    def seat(self, key: str, value: Any) -> int:
        if value in self.seats:
            return self.seats.index(value)
        self.bad(key, f"a seat of {' '.join(self.seats)}", value)
        return 0

    def seat_or_none(self, key: str, default: int) -> int:
        if key not in self.doc:
            return default
        value = self.doc[key]
        return -1 if value in ("", None) else self.seat(key, value)

    def side(self, key: str, value: Any) -> int:
        if value in self.world.side_index:
            return self.world.side_index[value]
        self.bad(key, f"a side of {' '.join(self.world.names)}", value)
        return 0

    def square(self, key: str, value: Any) -> int:
        if value in self.world.square_index:
            return self.world.square_index[value]
        self.bad(key, "a square of the board", value)
        return 0

    def edge(self, key: str, value: Any) -> int:
        if value in self.world.edge_index:
            return self.world.edge_index[value]
        self.bad(key, "an edge between two squares", value)
        return next(iter(self.world.edges))

    def card(self, key: str, value: Any, known: tuple[str, ...]) -> str:
        if value in known:
            return str(value)
        self.bad(key, "one of " + ", ".join(known), value)
        return known[0]

    # ------------------------------------------------------------ collections
    def mapping(self, key: str) -> Mapping[str, Any]:
        value = self.doc.get(key)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.bad(key, "a mapping", value)
            return {}
        return value

    def items(self, key: str, value: Any) -> list[Any]:
        if value is None:
            return []
        if isinstance(value, list | tuple):
            return list(value)
        self.bad(key, "a list", value)
        return []

    def listed(self, key: str) -> list[Any]:
        return self.items(key, self.doc.get(key))

    def cards(self, key: str, value: Any, known: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.card(f"{key}.{i}", c, known) for i, c in enumerate(self.items(key, value)))

    def by_seat(self, key: str, default: tuple[int, ...], low: int | None = 0) -> tuple[int, ...]:
        out = list(default)
        for name, value in self.mapping(key).items():
            out[self.seat(f"{key}.{name}", name)] = self.number(f"{key}.{name}", value, low)
        return tuple(out)

    def seats_of(self, key: str) -> tuple[int, ...]:
        return tuple(self.seat(f"{key}.{i}", v) for i, v in enumerate(self.listed(key)))
