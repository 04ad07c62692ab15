"""Touches on the board's drawing: what they enter, what they name, and the loupe where two spaces lie close."""

from __future__ import annotations

from typing import Any

from companion import i18n
from companion.app.controllers.context import Context, Play
from companion.app.controllers.learning import Learning
from companion.app.controllers.naming import Naming
from companion.app.controllers.table import Table
from companion.app.live.wayback import closeup
from companion.app.viewmodel import Snack
from companion.table.desk import Dismiss, Tapped


class Spaces:
    """A space answers the open question, gets a name, or begins an act there."""

    def __init__(self, ctx: Context, table: Table, learning: Learning, naming: Naming) -> None:
        self.ctx, self.table, self.learning, self.naming = ctx, table, learning, naming

    def picked(self, space: str) -> None:
        """A space chosen under the loupe: no closer look is needed."""
        play = self.ctx.play
        if play is None:
            return
        play.sure = True
        try:
            self.touch(space)
        finally:
            play.sure = False

    def one(self, space: str) -> None:
        """A space that was held: one piece of it."""
        self.touch(space, one=True)

    def touch(self, space: str, one: bool = False) -> None:
        play = self.ctx.play
        if play is None or self.learning.touched(play, space):
            return
        if self.naming.touched(play, space):
            self.table.show()
            return
        painter = play.sitting.painter
        if painter.face.at(painter.session, space):
            self._enter(play, space)
        elif painter.window is not None:
            painter.window = None
            self.table.show()
        else:
            self._begin(play, space, one)

    def whole(self, _: Any) -> None:
        """Back from the part of the board that was looked at closely."""
        if self.ctx.play is not None:
            self.ctx.play.sitting.painter.window = None
            self.table.show()

    def carry(self, way: tuple[str, str]) -> None:
        """A piece dragged from one space to another."""
        if self.ctx.play is not None:
            with self.ctx.views:
                self._entered(self.ctx.play, self.ctx.play.finger.carry(*way))

    def key(self, key: str) -> None:
        """A key of the strip under the scores."""
        if self.ctx.play is not None:
            with self.ctx.views:
                self._entered(self.ctx.play, self.ctx.play.finger.key(key))

    def _begin(self, play: Play, space: str, one: bool) -> None:
        """What the touch means with those before it; where it means nothing, what is known of the space is told."""
        painter = play.sitting.painter
        with self.ctx.views:
            found = play.finger.space(space, one)
            self._entered(play, found)
            if found is None and not play.finger.touches.chosen():
                told = painter.face.place(painter.session, painter.speaker, space)
                told = i18n.capital(told) or painter.speaker.pending(play.sitting.latest.pending)
                play.snack = Snack("hint", "ok", told)
                self.table.show()

    def _entered(self, play: Play, message: Tapped | None) -> None:
        """An act goes to the desk, whose answer is shown; what was only chosen is shown at once."""
        if play.sitting.latest.refusal is not None:
            play.send(Dismiss())
        if message is not None:
            play.send(message)
            return
        play.snack = None
        self.table.show()

    def _enter(self, play: Play, space: str) -> None:
        """Enter what touching it means; where a finger could mean a neighbour as well, look closer first."""
        painter = play.sitting.painter
        closer = closeup(painter.drawing, space, painter.face.targets(painter.session))
        if painter.window is None and closer is not None and not play.sure:
            painter.look_closer(closer)
            self.table.show()
            return
        painter.window, painter.side = None, ""
        acts: Any = painter.face.at(painter.session, space)
        play.send(Tapped(acts, play.at))
