"""What a demo needs besides pictures: a camera over a board, people's names, and the colours of their pieces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.art.raster import board_image
from companion.engine.boards import Board
from companion.engine.types import LETTERS
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
