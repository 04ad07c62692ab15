"""Naming places on the screen: a touch on the drawing asks what a town is called on the owner's own board."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from companion import i18n
from companion.app.controllers.context import Context, Play
from companion.app.live.values import CardShelf, called
from companion.app.live.wayback import closeup
from companion.app.viewmodel import Choice, Question, TableView
from companion.engine.words import N_
from companion.table.speaker import Speaker

NAMING = "naming"  # key of the question
CALL, KEEP, DROP = "call", "keep", "drop"
LONGEST = 28  # letters of a name


class Naming:
    """A question over the table; ``Play.naming`` is the place it is about, ``Play.fault`` what was wrong."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx

    def call_places(self, play: Play) -> None:
        """From now on every sentence uses the names in the owner's file; the game itself knows none."""
        play.naming = play.fault = ""
        session = play.session
        play.sitting.painter.speaker.board = called(session.config.board, self.ctx.values(session.game.id))

    # ------------------------------------------------------------ touching a town
    def touched(self, play: Play, space: str) -> bool:
        """Only while no place is to be chosen: a finger that misses would be asked for names else."""
        painter = play.sitting.painter
        if not self._has_name(play, space) or painter.face.targets(painter.session):
            return False
        towns = {s.id: "" for s in painter.drawing.shapes if self._has_name(play, s.id)}
        closer = closeup(painter.drawing, space, towns)
        if painter.window is None and closer is not None and not play.sure:
            painter.look_closer(closer)
        else:
            painter.window, play.naming, play.fault = None, space, ""
        return True

    @staticmethod
    def _has_name(play: Play, space: str) -> bool:
        painter = play.sitting.painter
        known = painter.speaker.board.space.get(space)
        return known is not None and known.kind in painter.face.named

    # ------------------------------------------------------------ the question
    def over(self, play: Play, view: TableView) -> TableView:
        if not play.naming or view.question is not None or view.curtain is not None or view.board is None:
            return view
        lit = tuple(evolve(x, lit=True) if x.id == play.naming else x for x in view.board.spaces)
        asked = naming_question(play.sitting.painter.speaker, play.naming, play.fault)
        return evolve(view, question=asked, board=evolve(view.board, spaces=lit))

    def answered(self, play: Play, key: str, answer: tuple[Any, ...]) -> bool:
        if key != NAMING:
            return False
        name = " ".join(str(answer[2] if len(answer) > 2 else "").split())[:LONGEST].strip()
        if play.naming:
            self._answer(play, answer[1], name)
        return True

    def _answer(self, play: Play, choice: str, name: str) -> None:
        if choice == CALL:
            play.fault = fault_of(play, name)
        if choice == KEEP:
            play.naming = play.fault = ""
        elif choice == DROP or (choice == CALL and not play.fault):
            CardShelf(self.ctx.values(play.session.game.id)).call(play.naming, name if choice == CALL else "")
            self.call_places(play)


def fault_of(play: Play, name: str) -> str:
    """What is wrong with a name for the place that is asked about, "" for nothing."""
    speaker = play.sitting.painter.speaker
    if not name:
        return _(N_("Type its name first."))
    same = [s.id for s in speaker.board.spaces if s.name.casefold() == name.casefold() and s.id != play.naming]
    if same:
        return _(N_("{town} has this name already.")).format(town=i18n.capital(described(speaker, same[0])))
    return ""


def described(speaker: Speaker, place: str) -> str:
    """A place by region, colour and direction, whatever it is called."""
    assert speaker.words.place is not None
    return speaker.tell(speaker.words.place(speaker.board.space[place], speaker.board))


def naming_question(speaker: Speaker, place: str, said: str = "") -> Question:
    """What a place is called; ``said``: what was wrong with the answer."""
    now = speaker.board.space[place].name
    told = _(N_("It is called {name}.")).format(name=now) if now else _(N_("It has no name yet."))
    choices = [Choice(CALL, _(N_("That is its name"))), Choice(KEEP, _(N_("Leave it as it is")))]
    if now:
        choices.append(Choice(DROP, _(N_("Take the name away"))))
    return Question(
        NAMING, i18n.capital(described(speaker, place)), None, said or told, choices=tuple(choices),
        hint=_(N_("The name on your board")), other=False, later=False, text=True,
    )  # fmt: skip


def _(text: str) -> str:
    return i18n.gettext(text)
