"""Whole games of the demo table's warriors."""

from __future__ import annotations

from typing import Any

from companion.engine.types import Input
from companion.games.walisk.demo import Warrior
from companion.games.walisk.game import GAME
from companion.games.walisk.state import State

__all__ = ["Warrior", "play"]


def play(config: Any, seed: int, most: int = 100_000) -> tuple[State, list[Input]]:
    """A whole game of warriors: the last state and every input."""
    s, player, told = GAME.setup(config), Warrior(seed), []
    while len(told) < most:
        act = player.act(s)
        if act is None:
            break
        decision = GAME.decide(s, act)
        assert isinstance(decision, tuple), (act, decision)
        for event in decision:
            s = GAME.evolve(s, event)
        told.append(act)
    return s, told
