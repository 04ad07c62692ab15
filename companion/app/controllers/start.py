"""The start page: games, boards, saved games."""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import Path

from companion import i18n
from companion.app.controllers.boards import Boards
from companion.app.controllers.context import Context
from companion.app.controllers.seating import Seating
from companion.app.live import setup
from companion.app.setup_views import StartView
from companion.engine.words import N_
from companion.games import GAMES, game
from companion.table import saved


class Start:
    """``greeting`` takes the place of the hour's greeting once, to say what went wrong."""

    def __init__(self, ctx: Context, boards: Boards, seating: Seating) -> None:
        self.ctx, self.boards, self.seating = ctx, boards, seating

    def open(self) -> None:
        """What was played last lies on top."""
        played = (g.game for g in saved.listing(self.ctx.games) if g.game in GAMES)
        self.game(next(played, self.ctx.game))

    def put(self, told: str = "") -> None:
        games = saved.listing(self.ctx.games)
        self.ctx.inbox.put(self._view(games, told))
        self.ctx.inbox.put(setup.resume_view(games))

    def _view(self, games: list[saved.SavedGame], told: str) -> StartView:
        ctx = self.ctx
        return setup.start_view(
            ctx.game, ctx.plan, ctx.lamps(), games, datetime.now().hour, self.boards.plans(ctx.game), told
        )

    def game(self, name: str) -> None:
        self.ctx.game = name
        offered = [p.id for p in setup.start_view(name, "", (), (), 12, self.boards.plans(name)).plans]
        if self.ctx.plan not in offered:
            self.ctx.plan = offered[0]
        self.put()

    def plan(self, plan: str) -> None:
        self.ctx.plan = plan
        self.put()

    def go_on(self, folder: str) -> None:
        self.seating.open(Path(folder))

    def rescue(self, folder: str) -> None:
        """Go on with what could be saved of a damaged game."""
        self.go_on(str(saved.rescue(Path(folder), game)))

    def forget(self, folder: str) -> None:
        path = Path(folder)
        if path.parent == self.ctx.games and (path / saved.JOURNAL).exists():
            shutil.rmtree(path)
        self.put()

    def demo(self, name: str) -> None:
        from companion.app.live.demo import has_demo, with_demo

        if has_demo(name):
            self.seating.demo(name)
        else:
            self.put(i18n.gettext(N_("The demo table plays only {games}.")).format(games=with_demo()))
