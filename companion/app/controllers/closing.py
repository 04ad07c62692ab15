"""History, rules, and what becomes of a result."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import i18n
from companion.app.controllers.context import Context
from companion.app.controllers.table import Table
from companion.app.live import closing
from companion.app.live.evenings import evenings_view, finished
from companion.app.live.replaying import Replay, secret
from companion.engine.words import N_
from companion.table import saved
from companion.table.desk import Undo
from companion.table.results import Result

if TYPE_CHECKING:
    from companion.app.live.sharing import Shared


class Closing:
    """The pages beside the table and after it."""

    def __init__(self, ctx: Context, table: Table) -> None:
        self.ctx, self.table = ctx, table
        self._replay: Replay | None = None
        self._shared: Shared | None = None
        self._known: dict[Path, Result | None] = {}

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

    def search(self, words: str) -> None:
        """Rules that hold these words; the whole book again for none."""
        session = self.ctx.play.session if self.ctx.play is not None else None
        self.ctx.inbox.put(closing.rule_view(session, self.ctx.rule, self.ctx.game, str(words)))

    def share(self, painted: Any) -> None:
        """Write the result as files, and say where they are; ``painted``: the picture that the end page made of it."""
        play = self.ctx.play
        place = saved.folder_of(play.session) if play is not None else None
        if play is None or place is None:
            return
        from companion.app.live.sharing import share  # late: Pillow is needed here alone

        with self.ctx.inbox.work(i18n.gettext(N_("The result is written."))):
            made = share(play.sitting, self.ctx.home / "results", place.name, saved.times(place), painted)
        if made is None:
            self.table.tell(i18n.gettext(N_("There is no result yet: the game goes on.")))
            return
        self._shared = made
        self.told_files()
        self.ctx.show("shared")

    def told_files(self) -> None:
        if self._shared is not None:
            self.ctx.inbox.put(self._shared.view())

    # ------------------------------------------------------------ looking back
    def evenings(self) -> None:
        """What finished games say; reckoned once for each."""
        with self.ctx.inbox.work(i18n.gettext(N_("Looking through the saved games."))):
            self.ctx.inbox.put(evenings_view(finished(self.ctx.games, self._known)))

    def replay(self, folder: str | None) -> None:
        """Look at a game again: the one at the table, or a saved one."""
        play = self.ctx.play
        if folder is None and play is not None and secret(play.session):
            self.table.tell(i18n.gettext(N_("What was covered stays covered: look back when the game is over.")))
            return
        place = Path(folder) if folder else saved.folder_of(play.session) if play is not None else None
        if place is None:
            return
        with self.ctx.inbox.work(i18n.gettext(N_("The game is laid out again."))):
            self._replay = Replay.of(place)
            self._replay.go("first" if folder else "last")
            self.laid_out()
        self.ctx.show("replay")

    def replay_to(self, where: str) -> None:
        if self._replay is not None:
            self._replay.go(str(where))
            self.laid_out()

    def laid_out(self) -> None:
        if self._replay is not None:
            self.ctx.inbox.put(self._replay.view())
