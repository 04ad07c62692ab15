"""What follows from a few parts of the state alone, remembered until one of them changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from companion.games.vikings_gone_wild.state import State

T = TypeVar("T")


def known(s: State, seat: int, name: str, parts: tuple[Any, ...], find: Callable[[State, int], T]) -> T:
    """``find(s, seat)``, which must depend on nothing but ``parts`` and the world."""
    shelf = s.world.shelves[seat]
    kept = shelf.get(name)
    if kept is not None and kept[0] == parts:
        answer: T = kept[1]
        return answer
    found = find(s, seat)
    shelf[name] = (parts, found)
    return found
