"""What a demo needs besides pictures: a table made from a board, acts told in human time, a die thrown with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from companion.art.raster import board_image
from companion.engine.boards import Board
from companion.table.layout import layout_of
from vision.demo.arrange import Contents
from vision.demo.camera import Act, DemoCamera

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


def told(
    acts: Iterable[tuple[Contents, str]],
    *,
    seed: int = 0,
    wait: Callable[[], bool] | None = None,
    hear: Callable[[str], None] | None = None,
    think: tuple[int, int] = (0, 6),
    patience: int = 400,
) -> Iterator[Act]:
    """Acts as a camera takes them: each when it is time, with some pictures of a table left alone before it.

    ``hear`` is called with an act's note as it begins (to throw a serial die, to say it aloud). As long as ``wait``
    answers True the table is left alone, for ``patience`` pictures at most; ``think``: least and most idle pictures.
    """
    random = Random(seed)
    for contents, note in acts:
        for _ in range(patience):
            if wait is None or not wait():
                break
            yield None
        for _ in range(random.randint(*think)):
            yield None
        if hear is not None:
            hear(note)
        yield contents, note
