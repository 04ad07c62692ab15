"""A printed board before the app's camera, on which a story lays pieces: nothing but pictures reaches the app."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.demo.live import LiveCamera
from companion.demo.pace import LED
from companion.demo.player import PICTURE, demo_camera
from companion.demo.table import lying
from companion.demo.truth import Real, in_view
from companion.engine.boards import house_board
from companion.table.clock import RealClock
from companion.table.palettes import palette_at
from vision.demo.camera import Act
from vision.frames import register

SCHEME = "story"
ADDRESS = f"{SCHEME}:table"  # the camera to name where the app asks for one
Lying = dict[str, dict[str, int]]


class Tabletop:
    """``lies``: what lies on the board now; whoever changes it by ``lay`` lets the app see hands do so."""

    def __init__(self, game: str) -> None:
        self.board = house_board(game)
        self.lies: Lying = {}
        self.camera: LiveCamera | None = None
        register(SCHEME, lambda _url: self._camera())

    @property
    def pictures(self) -> int:
        """How many the app has taken."""
        return 0 if self.camera is None else self.camera.pictures

    def lay(self, table: Lying) -> None:
        self.lies = table

    def as_played(self, session: Any, state: Any = None) -> Lying:
        """The table as a state has it."""
        table = in_view(session.game, session.config, session.state if state is None else state)
        return lying(table, Real(palette_at(session).colours, board=self.board))

    def _camera(self) -> LiveCamera:
        camera = demo_camera(self.board, self._acts(), seed=3, picture=PICTURE, pace=LED)
        self.camera = LiveCamera(camera, RealClock())
        return self.camera

    def _acts(self) -> Iterator[Act]:
        shown: Lying | None = None
        while True:
            if self.lies != shown:
                shown = self.lies
                yield shown, "laid"
            else:
                yield None
