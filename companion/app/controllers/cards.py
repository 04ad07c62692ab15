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
        ctx, (url, at_table) = self.ctx, self._reader()
        sitting = ctx.play.sitting if ctx.play is not None else None
        name = name or (ctx.game if sitting is None else sitting.session.game.id)
        self.now = Enrolling(name, ctx.home, url, ctx.tags, self._changed, at_table)
        if sitting is not None and at_table:
            sitting.taken = self.now.heard
        self.now.start()
        self._changed()

    def _reader(self) -> tuple[str, bool]:
        """The reader that is listened to here, "" for none, and whether the table listens to it already."""
        at_table = self.ctx.play is not None and self.ctx.play.sitting.hears_cards
        return "" if at_table else self.ctx.devices["cards"] or "", at_table

    def went_back(self, after: str) -> None:
        """Nothing is listened to any more, but where the way leads back here: then to what is chosen now."""
        if after != "enrol":
            self.stop()
        elif self.now is None or (self.now.url, self.now.at_table) != self._reader():
            self.open(self.now.enroller.game.id if self.now is not None else "")

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
