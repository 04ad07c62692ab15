"""Acts that bind others are asked about before they are entered: everybody whom they bind says yes."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from companion import i18n
from companion.app.controllers.context import Context, Play
from companion.app.viewmodel import Choice, Question, TableView
from companion.engine.game import Assent
from companion.engine.types import Ruling
from companion.engine.words import N_, Who
from companion.table.desk import Tapped

ASSENT, YES, NO = "assent", "yes", "no"


class Asking:
    """A question over the table, while ``Play.binding`` holds the acts that wait for the answer."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx

    def holds(self, play: Play, told: Tapped) -> bool:
        """Whether the acts wait for a yes now; what the rules refuse is not asked about."""
        if self._wanted(play, told) is None or isinstance(play.session.check(*told.acts), Ruling):
            return False
        play.binding = told
        self.ctx.show("table")
        return True

    def _wanted(self, play: Play, told: Tapped) -> Assent | None:
        game, state = play.session.game, play.sitting.latest.state
        return next((a for a in (game.assent(state, act) for act in told.acts) if a is not None), None)

    def over(self, play: Play, view: TableView) -> TableView:
        wanted = self._wanted(play, play.binding) if play.binding is not None else None
        if play.binding is None or wanted is None or view.curtain is not None:
            return view
        speaker = play.sitting.painter.speaker
        names = speaker.list([Who(seat) for seat in wanted.seats])
        asked = i18n.ngettext("{names}: is that agreed?", "{names}: is that agreed with you all?", len(wanted.seats))
        what = i18n.capital(", ".join(speaker.act(act) for act in play.binding.acts))
        choices = (Choice(YES, i18n.gettext(N_("Yes, agreed"))), Choice(NO, i18n.gettext(N_("Not agreed"))))
        question = Question(ASSENT, asked.format(names=names), None, what, choices=choices, other=False, later=False)
        return evolve(view, question=question)

    def answered(self, play: Play, key: str, answer: tuple[Any, ...]) -> bool:
        if key != ASSENT:
            return False
        told, play.binding = play.binding, None
        if told is not None and str(answer[1]) == YES:
            play.send(told)
        return True
