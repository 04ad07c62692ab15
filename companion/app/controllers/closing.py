"""History, rules, and what becomes of a result."""

from __future__ import annotations

from typing import Any

from companion import i18n
from companion.app.controllers.context import Context
from companion.app.controllers.table import Table
from companion.app.live import closing
from companion.engine.words import N_
from companion.table.desk import Undo


class Closing:
    """The pages beside the table and after it."""

    def __init__(self, ctx: Context, table: Table) -> None:
        self.ctx, self.table = ctx, table

    def history(self) -> None:
        self.jump_ask(None)

    def jump_ask(self, line: int | None) -> None:
        play = self.ctx.play
        if play is not None:
            play.jump = line
            self.ctx.inbox.put(closing.history_view(play.sitting, line))

    def jump(self, line: int) -> None:
        play = self.ctx.play
        if play is None:
            return
        chains = play.session.chains()
        keep = next((i + 1 for i, c in enumerate(chains) if c[0].line == line), None)
        play.jump = None
        if keep is not None and keep < len(chains):
            play.send(Undo(keep, consent=True))

    def rule(self, rule: str) -> None:
        self.ctx.rule = rule
        session = self.ctx.play.session if self.ctx.play is not None else None
        self.ctx.inbox.put(closing.rule_view(session, rule, self.ctx.game))

    def share(self, _: Any) -> None:
        play = self.ctx.play
        if play is not None:
            path = closing.export(play.sitting, self.ctx.home / "results")
            self.table.tell(i18n.gettext(N_("Saved as {file}.")).format(file=path.name))

    def replay(self, _: Any) -> None:
        self.history()
        self.ctx.show("history")
