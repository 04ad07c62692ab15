"""What was looked at last, kept so that it is not worked out twice; nothing of it is part of the game."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")
MEMO = 20_000  # answers; more are begun anew


class Last:
    """``goals``: what plain missions count, by card. ``hand``: a player and what his hand may hold.

    ``players``: those whose rights are known. ``claims`` and ``taverns``: by seat, missions that may be claimed and
    cards that taverns give; ``claimers`` and ``drinkers``: the seats that have any. ``targets``: what decides about
    targets, and the targets. ``attacks``: ways to attack, targets, and their entries. ``shelves``: by seat, what was
    found out about its village, by name.
    """

    __slots__ = (
        "attacks", "claimers", "claims", "drinkers", "goals", "hand", "players", "shelves", "targets", "taverns",
    )  # fmt: skip

    def __init__(self, players: int) -> None:
        self.goals: tuple[Any, ...] = ()
        self.hand: tuple[Any, Any] = (None, None)
        self.players: tuple[Any, ...] = (None,) * players
        self.claims: list[tuple[int, ...]] = [()] * players
        self.taverns = [0] * players
        self.claimers: tuple[int, ...] = ()
        self.drinkers: tuple[int, ...] = ()
        self.targets: tuple[Any, Any] = (None, ())
        self.attacks: tuple[Any, Any, list[Any]] = (None, None, [])
        self.shelves: tuple[dict[str, Any], ...] = tuple({} for _ in range(players))


def keep(memo: dict[Any, Any], key: Any, value: T) -> T:
    """Remember an answer that depends on its key alone."""
    if len(memo) >= MEMO:
        memo.clear()
    memo[key] = value
    return value
