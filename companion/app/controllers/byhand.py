"""Entry by hand: kinds of input, their fields, and the act that is sent once it is whole."""

from __future__ import annotations

from typing import Any

from companion.app.controllers.assent import Asking
from companion.app.controllers.context import Context, Play
from companion.app.controllers.table import Table
from companion.engine.types import Roll
from companion.table.desk import Answer, Tapped
from companion.table.snapshot import Snapshot


class ByHand:
    """Everything is kept in ``Play.hand``; each touch is answered with its newest view."""

    def __init__(self, ctx: Context, table: Table, asking: Asking) -> None:
        self.ctx, self.table, self.asking = ctx, table, asking

    def open(self) -> None:
        """The page with nothing entered yet; where only one kind of input is owed, that one."""
        play = self.ctx.play
        if play is None:
            return
        play.hand.choose_kind("")
        kinds = play.hand.kinds()
        if len(kinds) == 1:
            play.hand.choose_kind(kinds[0].key)
        self.put()

    def put(self) -> None:
        """The page with what was entered so far."""
        with self.ctx.views:  # the desk's thread goes on with it as well
            if self.ctx.play is not None:
                self.ctx.inbox.put(self.ctx.play.hand.view())

    def other(self, key: str) -> None:
        """None of what was asked: it is entered by hand, unless a question over the table takes that for an answer."""
        play = self.ctx.play
        if play is None or self.table.answered(play, (key, "")):
            return
        play.send(Answer(key, -1))
        self.open()
        self.ctx.show("hand")

    def kind(self, kind: str) -> None:
        play = self.ctx.play
        if play is not None:
            play.quick = False
            play.hand.choose_kind(kind)
            self.put()

    def value(self, value: tuple[str, Any]) -> None:
        play = self.ctx.play
        if play is None:
            return
        play.hand.set(*value)
        self.put()
        if play.hand.thrown or (play.quick and play.hand.act() is not None):
            play.quick = False
            play.following = play.at
            self.enter(None)

    def enter(self, _: Any) -> None:
        play = self.ctx.play
        act = play.hand.act() if play is not None else None
        if play is not None and act is not None:
            told = Tapped((act,), play.at)
            if self.asking.holds(play, told):
                self.table.show()
            else:
                play.send(told)
            play.hand.choose_kind("")

    def follow(self, play: Play, snapshot: Snapshot) -> None:
        """After a throw on the pad: the next one at once, or back to the table."""
        if play.following is None or (snapshot.at == play.following and snapshot.refusal is None):
            return
        if isinstance(snapshot.pending[0], Roll) and snapshot.refusal is None:
            play.hand.choose_kind("rolled")
            self.put()
        else:
            self.ctx.show("table" if play.playing else "guide")
        play.following = None
