"""Cards and tags: each card of a game gets its tag while this place is open."""

from __future__ import annotations

from companion.app.controllers.context import Context
from companion.app.controllers.seating import Seating
from companion.app.live.enrolling import Enrolling


class Cards:
    """``now``: the enrolment that listens to the reader."""

    def __init__(self, ctx: Context, seating: Seating) -> None:
        self.ctx, self.seating = ctx, seating
        self.now: Enrolling | None = None

    def open(self, name: str = "") -> None:
        """Cards and tags of a game; of that at the table where none is named, else of that chosen on the start page."""
        self.stop()
        ctx = self.ctx
        url, at_table = ctx.devices["cards"], False
        sitting = ctx.play.sitting if ctx.play is not None else None
        if sitting is not None:
            at_table = sitting.hears_cards
        name = name or (ctx.game if sitting is None else sitting.session.game.id)
        self.now = Enrolling(name, ctx.home, "" if at_table else url, ctx.tags, self._changed, at_table)
        if sitting is not None and at_table:
            sitting.taken = self.now.heard
        self.now.start()
        self._changed()

    def stop(self) -> None:
        now, self.now = self.now, None
        if now is not None:
            now.close()
        if self.ctx.play is not None:
            self.ctx.play.sitting.taken = self.seating.taken

    def touch(self, key: str) -> None:
        if self.now is not None:
            self.now.touch(key)

    def put(self) -> None:
        """As far as the tags are given, in the language that is spoken now."""
        self._changed()

    def _changed(self) -> None:
        if self.now is not None:
            self.ctx.inbox.put(self.now.view())
