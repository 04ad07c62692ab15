"""The set-up guide: lots, what goes where, and what the set-up page has said already."""

from __future__ import annotations

from random import SystemRandom
from typing import Any

from companion.app.controllers.context import Context, Play
from companion.app.controllers.table import Table
from companion.app.live import setup
from companion.app.live.guide import chosen, guide_view, shuffles
from companion.app.live.lightcolours import light_of, relit
from companion.engine.boards import Board
from companion.engine.game import after, fold
from companion.engine.session import Session
from companion.engine.types import Choose, Input, Roll, Ruling, Show, Shuffle, Shuffled
from companion.table.colours import Proposal
from companion.table.desk import Tapped


class Guide:
    """``proposed``: a game, and colours that the light of its table tells apart; the next set-up takes them."""

    def __init__(self, ctx: Context, table: Table) -> None:
        self.ctx, self.table = ctx, table
        self.proposed: tuple[str, tuple[str, ...]] = ("", ())
        self.loose: Play | None = None  # the game that has just begun on parts as they lie
        self._said: tuple[tuple[Play, tuple[str, ...]], ...] = ()  # duties that were answered from the set-up page

    def put(self) -> None:
        """The page as the last snapshot tells the game; the desk's thread shows it as well."""
        with self.ctx.views:
            play = self.ctx.play
            if play is not None:
                draw = self._lottery(play, play.sitting.shown)
                self.ctx.inbox.put(guide_view(play.sitting, self.ctx.lamps(), draw, self._lit(play)))

    def _lottery(self, play: Play, session: Session[Any]) -> bool:
        """Whether it is asked who begins, and the set-up page left that to a lot."""
        face, draft = play.sitting.painter.face, self.ctx.draft
        asked = isinstance(session.pending()[0], Choose) and face.told(session, 0) != face.told(session, 1)
        return asked and (draft is None or draft.first is None)

    def _lit(self, play: Play) -> Proposal | None:
        """Colours proposed for this light; a table that is set up again takes them."""
        found = light_of(play.sitting)
        if found is not None and found.swaps:
            self.proposed = (play.session.game.id, found.colours)
        return found

    def relit(self, board: Board) -> Board:
        """The board with the colours that were proposed for it."""
        name, colours = self.proposed
        return relit(board, colours if name == board.game else ())

    # ------------------------------------------------------------ taps
    def lot(self, _: Any) -> None:
        """The app draws what is owed: every lot of the set-up, the start player as wished, as one chain."""
        play = self.ctx.play
        if play is None:
            return
        rng, session = SystemRandom(), play.session
        found, state = session.game, session.state
        ready = found.table.ready
        first = self.ctx.draft.first if self.ctx.draft is not None else None
        acts: list[Input] = []
        if self._lottery(play, session):
            acts = list(play.sitting.painter.face.told(session, rng.randrange(len(session.people))))
            state = after(found, state, tuple(acts))
        while not ready(state) and isinstance(owed := found.pending(state)[0], Roll | Show | Shuffle):
            acts.append(setup.drawn(owed, rng, first))
            decision = found.decide(state, acts[-1])
            assert not isinstance(decision, Ruling), decision
            state = fold(found, state, decision)
        if acts:
            play.send(Tapped(tuple(acts), session.length, thrown=True))

    def shuffled(self, _: Any) -> None:
        """Every pile was shuffled at the table; what lies where nobody knows."""
        play = self.ctx.play
        acts = tuple(Shuffled(None, owed.pile) for owed in shuffles(play.session)) if play is not None else ()
        if play is not None and acts:
            play.send(Tapped(acts, play.session.length))

    def pick(self, key: str) -> None:
        """One of the few things that are to be chosen before the pieces are laid."""
        play = self.ctx.play
        act = chosen(play.sitting, key) if play is not None else None
        if play is not None and act is not None:
            play.send(Tapped((act,), play.session.length))

    def start(self, _: Any) -> None:
        """From the set-up guide to the table."""
        if self.ctx.play is not None:
            self.ctx.play.playing = True
            self.table.show_all()
            self.ctx.show("table")

    # ------------------------------------------------------------ what is known
    def say_known(self) -> None:
        """What set-up page and capture have said already is told to the rules as they ask, once; then play."""
        play, draft = self.ctx.play, self.ctx.draft
        if play is None or draft is None or draft.game != play.session.game.id:
            return
        session, owed = play.session, play.session.pending()[0]
        acts: tuple[Input, ...] = ()
        if isinstance(owed, Choose) and (play, owed.what) not in self._said and not self._lottery(play, session):
            self._said = (*(x for x in self._said if x[0] is play), (play, owed.what))
            acts = play.sitting.painter.face.told(session, draft.first or 0)
        if acts:
            play.sitting.post(Tapped(acts, session.length))
        elif self.loose is play and not play.playing and session.game.table.ready(session.state):
            self.loose = None
            space = session.config.board.space
            table = session.game.tabletop(session.state).items()
            if not any(tokens for name, tokens in table if space[name].look != "none"):  # nothing has to be laid
                self.start(None)
