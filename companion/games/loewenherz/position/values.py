"""Values of a position document that only Löwenherz has: sides, squares, edges, cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.positions import PositionReader
from companion.games.loewenherz.position import KEYS
from companion.games.loewenherz.world import World


class Reader(PositionReader):
    """One document being read."""

    def __init__(self, world: World, doc: Mapping[str, Any]) -> None:
        super().__init__(doc, world.players, KEYS)
        self.world = world

    def seat_or_none(self, key: str, default: int) -> int:
        if key not in self.doc:
            return default
        return self.seat(key, self.doc[key] or "", "")

    def side(self, key: str, value: Any) -> int:
        return self.place(key, value, self.world.side_index, f"a side of {' '.join(self.world.names)}")

    def square(self, key: str, value: Any) -> int:
        return self.place(key, value, self.world.square_index, "a square of the board")

    def edge(self, key: str, value: Any) -> int:
        return self.place(key, value, self.world.edge_index, "an edge between two squares")

    def cards(self, key: str, value: Any, known: tuple[str, ...]) -> tuple[str, ...]:
        return self.listed(key, value, lambda at, c: self.word(at, c, known))
