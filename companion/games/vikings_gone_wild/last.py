"""What was looked at last, kept so that it is not worked out twice; nothing of it is part of the game."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, TypeVar

from companion.engine.memo import TABLES, memo_of
from companion.games.vikings_gone_wild.state import State

T = TypeVar("T")
MEMO = 20_000  # answers; more are begun anew


class Last:
    """``goals``: what plain missions count, by card. ``hand``: a player and what his hand may hold.

    ``players``: those whose rights are known. ``deciding``: by seat, what of a player decides about them. ``claims``
    and ``taverns``: by seat, missions that may be claimed and cards that taverns give; ``claimers`` and ``drinkers``:
    the seats that have any. ``targets``: what decides about targets, and the targets. ``attacks``: ways to attack,
    targets, and their entries.
    """

    __slots__ = (
        "attacks", "claimers", "claims", "deciding", "drinkers", "goals", "hand", "players", "targets",
        "taverns",
    )  # fmt: skip

    def __init__(self, players: int) -> None:
        self.goals: dict[int, Any] = {}
        self.hand: tuple[Any, Any] = (None, None)
        self.players: tuple[Any, ...] = (None,) * players
        self.deciding: list[tuple[Any, ...]] = [(None,)] * players
        self.claims: list[tuple[int, ...]] = [()] * players
        self.taverns = [0] * players
        self.claimers: tuple[int, ...] = ()
        self.drinkers: tuple[int, ...] = ()
        self.targets: tuple[Any, Any] = (None, ())
        self.attacks: tuple[Any, Any, list[Any]] = (None, None, [])


@lru_cache(maxsize=TABLES)
def last_of(world: Any) -> Last:
    return Last(world.players)


@lru_cache(maxsize=TABLES)
def shelves_of(world: Any) -> tuple[dict[str, Any], ...]:
    """What was last found out about each seat, by name."""
    return tuple({} for _ in range(world.players))


def keep(world: Hashable, key: Any, value: T) -> T:
    """Remember an answer that depends on its key alone."""
    memo = memo_of(world)
    if len(memo) >= MEMO:
        memo.clear()
    memo[key] = value
    return value


def known(s: State, seat: int, name: str, find: Callable[[State, int], T]) -> T:
    """``find(s, seat)``, which must depend on nothing but the seat's village and the world."""
    village, shelf = s.players[seat].village, shelves_of(s.world)[seat]
    kept = shelf.get(name)
    if kept is None or kept[0] is not village:
        kept = shelf[name] = (village, find(s, seat))
    answer: T = kept[1]
    return answer
