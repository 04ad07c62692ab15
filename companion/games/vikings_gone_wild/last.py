"""What was looked at last, kept so that it is not worked out twice; nothing of it is part of the game."""

from __future__ import annotations

from typing import Any


class Last:
    """``goals``: what plain missions count, by card. ``hand``: a player and what his hand may hold.

    ``rights``: by seat, the player as he was, what he had a right to, and what of him decides about that.
    ``led``: the state before the last decision, its events and the state they lead to.
    """

    __slots__ = ("goals", "hand", "led", "rights")

    def __init__(self, players: int) -> None:
        self.goals: dict[int, Any] = {}
        self.hand: tuple[Any, Any] = (None, None)
        self.led: tuple[Any, Any, Any] = (None, (), None)
        self.rights: list[Any] = [(None, ((), 0), None)] * players
