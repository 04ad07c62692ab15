"""What follows from one village alone, remembered until it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from companion.games.vikings_gone_wild.last import shelves_of
from companion.games.vikings_gone_wild.state import State

T = TypeVar("T")


def known(s: State, seat: int, name: str, find: Callable[[State, int], T]) -> T:
    """``find(s, seat)``, which must depend on nothing but the seat's village and the world."""
    village, shelf = s.players[seat].village, shelves_of(s.world)[seat]
    kept = shelf.get(name)
    if kept is not None and kept[0] is village:
        answer: T = kept[1]
        return answer
    found = find(s, seat)
    shelf[name] = (village, found)
    return found
