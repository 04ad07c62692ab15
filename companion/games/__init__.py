"""The registry: the only place outside a game's own folders that names it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from companion.engine.game import Game

GAMES = ("hibernia", "brian_boru", "loewenherz", "walisk", "vikings_gone_wild")


def game(name: str) -> Game[Any]:
    """A registered game by its id; raises KeyError."""
    if name not in GAMES:
        raise KeyError(name)
    module = import_module(f"companion.games.{name}.game")
    found: Game[Any] = module.GAME
    return found
