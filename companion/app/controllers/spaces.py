"""Touches on the board's drawing: what they enter, what they name, and the loupe where two spaces lie close."""

from __future__ import annotations

from typing import Any

from companion.app.controllers.context import Context, Play
from companion.app.controllers.learning import Learning
from companion.app.controllers.naming import Naming
from companion.app.controllers.table import Table
from companion.app.live.wayback import closeup
from companion.table.desk import Tapped


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

    def touch(self, space: str) -> None:
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
            self._begin(play, space)

    def _begin(self, play: Play, space: str) -> None:
        """Begin the entry of an act that has this space in one of its fields."""
        painter, hand = play.sitting.painter, play.hand
        for kind in hand.kinds():
            hand.choose_kind(kind.key)
            for f in hand.fields():
                if f.kind == "space" and any(o.key == space for o in f.options):
                    hand.set(f.id, space)
                    play.quick = kind.key in painter.face.quick
                    self.ctx.inbox.put(hand.view())
                    self.ctx.show("hand")
                    return
        hand.choose_kind("")
        told = painter.face.place(play.session, painter.speaker, space)
        if told:
            self.table.tell(told)

    def _enter(self, play: Play, space: str) -> None:
        """Enter what touching it means; where a finger could mean a neighbour as well, look closer first."""
        painter = play.sitting.painter
        closer = closeup(painter.drawing, space, painter.face.targets(painter.session))
        if painter.window is None and closer is not None and not play.sure:
            painter.window = closer
            self.table.show()
            return
        painter.window, painter.side = None, ""
        acts: Any = painter.face.at(painter.session, space)
        play.send(Tapped(acts, play.sitting.latest.at))
