"""What a demo needs besides pictures: a camera over a board, people's names, and the colours of their pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Protocol

from attrs import frozen

from companion.art.raster import board_image
from companion.demo.truth import choose
from companion.engine.boards import Board
from companion.engine.game import Game
from companion.engine.types import LETTERS, Input
from companion.games import game, part
from companion.table.layout import layout_of
from companion.table.sight import Palette
from vision.demo.camera import Act, DemoCamera

NAMES = ("Anna", "Ben", "Clara", "David", "Emil")
PICTURE = (1280, 720)
LARGE = (1920, 1080)  # of boards with small spots
ART_PX_PER_MM = 5.0
"""Fine enough for a camera at 1920 x 1080 that just sees the sheet (about 4 px/mm)."""


def keep_out(board: Board) -> tuple[tuple[float, float, float], ...]:
    """Circles where nobody would put a piece: where several spaces meet in one point."""
    if "central_point" not in board.data:
        return ()
    x, y = board.data["central_point"]
    return ((float(x), float(y), float(board.data.get("central_radius_mm", 6))),)


def demo_camera(board: Board, acts: Iterable[Act], *, seed: int = 0, **options: Any) -> DemoCamera:
    """A camera over the printed board; ``options`` as for DemoCamera (conditions, picture, pace, touching)."""
    options.setdefault("keep_out", keep_out(board))
    return DemoCamera(layout_of(board), board_image(board, ART_PX_PER_MM), acts, seed=seed, **options)


def palette_for(players: int, colours: tuple[str, ...], neutral: bool = True) -> Palette:
    """The board's demo colours in seat order; the first one left over is the neutral side's, if there is one."""
    sides = {LETTERS[i]: colours[i] for i in range(players)}
    if neutral and players < len(colours):
        sides["neutral"] = colours[players]
    return Palette(sides)


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
