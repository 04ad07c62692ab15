"""How a game is played, on six cards: of the game at the table, else of the one chosen on the start page."""

from __future__ import annotations

from companion import i18n
from companion.app.controllers.context import Context
from companion.app.gamescreen import screen_of
from companion.app.live.setup import title_of
from companion.app.side_views import LessonView


class Howto:
    """``at``: the card of a game that lies open, or lay open last."""

    def __init__(self, ctx: Context) -> None:
        self.ctx, self.at, self.game = ctx, 0, ""

    def open(self) -> None:
        self.show(self.at)

    def show(self, at: int) -> None:
        """A card, counted from 0; beyond the last one the last."""
        play = self.ctx.play
        game = play.session.game.id if play is not None else self.ctx.game
        lessons = screen_of(game).lessons
        at, self.game = at if game == self.game else 0, game  # another game is told from the beginning
        self.at = max(0, min(at, len(lessons) - 1))
        if not lessons:
            return
        card = lessons[self.at]
        options = play.session.config.options if play is not None else {}
        name, text = (i18n.gettext(t, game) for t in (card.title, card.told(options)))
        live = play is not None and play.playing
        last, picture = len(lessons) - 1, card.picture or screen_of(game).art()
        self.ctx.inbox.put(LessonView(game, title_of(game), name, text, self.at, last, card.lit, live, picture))
