"""Games are found: every package in this folder is one, and others may be registered beside them. None is named here.

A package ``<g>`` has ``game.py`` with ``GAME``, a ``companion.engine.game.Game``. Parts for screen, capture, art and
demo table stand beside it, and whoever needs them asks by the part's name (``part``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, overload

from companion.engine.boards import keep_data
from companion.engine.game import Game
from companion.i18n import keep_catalogue


class Shelf(Sequence[str]):
    """Ids of all games, those of this folder first."""

    def __init__(self, paths: Sequence[str], package: str) -> None:
        self._packages = {m.name: f"{package}.{m.name}" for m in iter_modules(paths) if m.ispkg}

    def register(self, name: str, package: str) -> None:
        """Put a game of another package beside those that were found; its data and catalogues lie in its folder."""
        self._packages[name] = package
        here = folder(name)
        keep_data(name, here / "boards")
        keep_catalogue(name, here / "locale")

    def remove(self, name: str) -> None:
        del self._packages[name]

    def package(self, name: str) -> str:
        return self._packages[name]

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return tuple(self._packages)[index]

    def __len__(self) -> int:
        return len(self._packages)

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._packages))

    def __contains__(self, name: object) -> bool:
        return name in self._packages


GAMES = Shelf(__path__, __name__)


def game(name: str) -> Game[Any]:
    """A game by its id; raises KeyError."""
    module = import_module(f"{GAMES.package(name)}.game")
    found: Game[Any] = module.GAME
    return found


def in_order() -> tuple[str, ...]:
    """Ids in the order of the start page."""
    return tuple(sorted(GAMES, key=lambda name: (game(name).info.shelf, name)))


def part(name: str, what: str) -> ModuleType | None:
    """A module of a game's folder that not every game has, as ``style`` or ``capture``."""
    module = f"{GAMES.package(name)}.{what}"
    return import_module(module) if find_spec(module) else None


def folder(name: str) -> Path:
    """Where a game's files lie."""
    spec = find_spec(GAMES.package(name))
    if spec is None or spec.origin is None:
        raise KeyError(name)
    return Path(spec.origin).parent
