"""Results of pure functions that are worth keeping, beside the state: never in it, so that values stay values."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")
LATEST = 8


class Results(dict[Any, Any]):
    """What was found out for a table, by key; a key holds all that the result depends on, beside the world."""

    def kept(self, key: tuple[Any, ...], make: Callable[[], V]) -> V:
        """A result that depends on the table and on the key alone: it is made once."""
        known: V | None = self.get(key)
        if known is None:
            known = self[key] = make()
        return known


def results() -> cached_property[Results]:
    """Of a game's world: what was found out for its table."""
    return cached_property(lambda _world: Results())


def made_once(make: Callable[[K], V]) -> Callable[[K], V]:
    """A maker that gives the same thing again for the very same argument, of the latest few.

    So all states of one configuration live in one world, and a world may be compared by identity.
    """
    latest: list[tuple[K, V]] = []

    @wraps(make)
    def made(of: K) -> V:
        for known, thing in latest:
            if known is of:
                return thing
        thing = make(of)
        latest[:] = [(of, thing), *latest[: LATEST - 1]]
        return thing

    return made
