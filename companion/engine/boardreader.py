"""Reads key by key what declared values do not carry in a board: a space tells its shape in one of several ways, and a
track is told by its colours, its centres or the rim of the sheet. Faults stand with those of declared values.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.engine.checked import Faults
from companion.engine.spaces import A_POINT, Point, point


class Reader(Faults):
    """Reads one board document and collects every fault instead of stopping at the first."""

    def get(
        self, at: Any, path: tuple[str | int, ...], key: str, kind: type | tuple[type, ...], default: Any = ...
    ) -> Any:
        if not isinstance(at, dict):
            return None if default is ... else default
        if key not in at:
            if default is ...:
                self.bad(path, f"the key {key!r}")
                return None
            return default
        value = at[key]
        if (isinstance(value, bool) and kind is not bool) or not isinstance(value, kind):
            names = kind.__name__ if isinstance(kind, type) else " or ".join(k.__name__ for k in kind)
            self.bad((*path, key), WORDS.get(names, names), value)
            return None if default is ... else default
        return value

    def keys(self, at: Any, path: tuple[str | int, ...], known: Collection[str]) -> bool:
        """Whether this is a mapping at all; keys that nobody reads are faults."""
        if not isinstance(at, dict):
            self.bad(path, "a mapping", at)
            return False
        for key in [k for k in at if k not in known]:
            self.bad((*path, key), "one of " + ", ".join(sorted(known)), key)
        return True

    def word(self, at: Any, path: tuple[str | int, ...], key: str, allowed: tuple[str, ...], default: Any = ...) -> str:
        value = self.get(at, path, key, str, default)
        if value is not None and value not in allowed:
            self.bad((*path, key), "one of " + ", ".join(allowed), value)
        return value or allowed[0]

    def point(self, value: Any, path: tuple[str | int, ...]) -> Point:
        try:
            return point(value)
        except ValueError:
            self.bad(path, A_POINT.expected, value)
            return (0.0, 0.0)

    def points(self, value: Any, path: tuple[str | int, ...]) -> tuple[Point, ...]:
        if not isinstance(value, list) or len(value) < 3:
            self.bad(path, "at least three points [x, y] in mm", value)
            return ()
        return tuple(self.point(v, (*path, i)) for i, v in enumerate(value))

    def cells(self, at: Any, path: tuple[str | int, ...], key: str) -> int:
        """How many cells there are in a row or a column; 1 where that is not told, or none that can be."""
        value = self.get(at, path, key, (int, float))
        if value is None:
            return 1
        if not 1 <= value <= MOST_CELLS or value != int(value):
            self.bad((*path, key), f"a whole number from 1 to {MOST_CELLS}", value)
            return 1
        return int(value)

    def counts(self, at: Any, path: tuple[str | int, ...], default: Mapping[str, int]) -> Mapping[str, int]:
        value = self.get(at, path, "holds", dict, None)
        if value is None:
            return default
        for kind, most in value.items():
            if not isinstance(most, int) or most < 1:
                self.bad((*path, "holds", kind), "a number of pieces, 1 or more", most)
        return {str(k): v for k, v in value.items() if isinstance(v, int)}


MOST_CELLS = 200  # of a grid or a rim, in one direction: no board has as many

WORDS = {"str": "a text", "int": "a whole number", "list": "a list", "dict": "a mapping", "bool": "true or false"}
