"""The curtain and the games' own keys: touches that only one seat may make, or that need no form."""

from __future__ import annotations

from typing import Any

from companion.app.controllers.context import Context, Play
from companion.app.controllers.seating import Seating
from companion.app.controllers.table import Table
from companion.table.desk import Tapped


class Curtain:
    """What lies behind it is sent while it is held open, and not before."""

    def __init__(self, ctx: Context, table: Table, seating: Seating) -> None:
        self.ctx, self.table, self.seating = ctx, table, seating

    def reveal(self, _: Any) -> None:
        self._open(True)

    def cover(self, _: Any) -> None:
        self._open(False)

    def _open(self, value: bool) -> None:
        if self.ctx.play is not None:
            self.ctx.play.handover.open = value
            self.table.show()

    def panel(self, key: str) -> None:
        """A key of the game's panel, or of what lies behind the curtain."""
        play = self.ctx.play
        if play is None:
            return
        with self.ctx.views:  # the desk's thread shows what is touched here
            if play.handover.seat() is not None:
                acts = play.handover.touch(key)
                if acts:
                    play.send(Tapped(acts, play.at))
            elif key.startswith("side:"):
                play.sitting.painter.side = key.partition(":")[2]
            elif self._key(play, key):
                return
        self.table.show()

    def _key(self, play: Play, key: str) -> bool:
        """Whether it went to the desk, whose answer will be shown."""
        painter = play.sitting.painter
        chosen = play.pad.touch(key) if play.pad is not None else painter.face.acts(painter.session, key)
        if chosen:
            painter.side, painter.window = "", None
            play.send(Tapped(chosen, play.at))
        data = None if play.pad is None else play.pad.corrected()
        if data is not None:
            self.seating.recut(data)
        return bool(chosen) and data is None
