"""Players of a campaign: they go on from whatever the referee has. A game brings them as ``PLAYERS`` in ``demo``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from attrs import frozen

from companion.engine.types import Input
from companion.games import part


class Player(Protocol):
    def act(self, s: Any) -> Input | None:
        """The next act, or what chance answers; None when the game is over."""


@frozen
class Players:
    """``player``: by a seed. ``seen``: acts that the camera reads, all else is told. ``until``: when to stop."""

    player: Callable[[int], Player]
    seen: tuple[type[Input], ...]
    until: Callable[[Any], bool] = lambda _s: False


def players_of(name: str) -> Players:
    """The players that a game brings; raises KeyError for one that has none."""
    module = part(name, "demo")
    if module is None:
        raise KeyError(name)
    found: Players = module.PLAYERS
    return found
