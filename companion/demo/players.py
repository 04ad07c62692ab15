"""Players of the demo table: they go on from whatever the referee has."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from attrs import frozen

from companion.demo.truth import choose
from companion.engine.game import Game
from companion.engine.types import Input
from companion.games import game, part


class Player(Protocol):
    def act(self, s: Any) -> Input | None:
        """The next act, or what chance answers; None when the game is over."""


@frozen
class Chooser:
    """Looks at a few acts and takes the one that is worth most just then."""

    game: Game[Any]
    rng: Random

    def act(self, s: Any) -> Input | None:
        return choose(self.game, s, self.rng)


@frozen
class Players:
    """``player``: by a seed. ``seen``: acts that hands show to the camera, None for all that leave a trace; all else
    is told. ``until``: when to stop. A game brings its own as ``PLAYERS`` in ``demo``."""

    player: Callable[[int], Player]
    seen: tuple[type[Input], ...] | None = None
    until: Callable[[Any], bool] = lambda _s: False


def players_of(name: str) -> Players:
    """The players that a game brings, or those that play any game."""
    module = part(name, "demo")
    if module is None:
        return Players(lambda seed: Chooser(game(name), Random(seed)))
    found: Players = module.PLAYERS
    return found
