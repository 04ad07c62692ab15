"""Naming places on the screen: a touch on the drawing asks what a town is called on the owner's own board."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import Any

from attrs import evolve

from companion import i18n
from companion.app.live.tabletaps import TableTaps
from companion.app.live.values import CardShelf, called
from companion.app.live.wayback import closeup
from companion.app.viewmodel import Choice, Question
from companion.engine.boards import Board
from companion.engine.words import N_
from companion.table.speaker import Speaker

NAMING = "naming"  # key of the question
CALL, KEEP, DROP = "call", "keep", "drop"
LONGEST = 28  # letters of a name


class Naming(TableTaps):
    """A part of the backend. ``naming``: the place that is asked about, ``said`` what was wrong with the answer."""

    naming: str = ""
    said: str = ""

    @abstractmethod
    def _values(self, name: str) -> Path:
        """The owner's file of a game."""

    def call_places(self) -> None:
        """From now on every sentence uses the names in the owner's file; the game itself knows none."""
        self.naming = self.said = ""
        if self.sitting is not None:
            session, speaker = self.sitting.session, self.sitting.painter.speaker
            speaker.board = called(session.config.board, self._values(session.game.id))

    # ------------------------------------------------------------ touching a town
    def on_space(self, space: str) -> None:
        """Only while no place is to be chosen: a finger that misses would be asked for names else."""
        if not self._may_name(space):
            super().on_space(space)
            return
        assert self.sitting is not None
        painter = self.sitting.painter
        towns = {s.id: "" for s in painter.drawing.shapes if self._has_name(s.id)}
        closer = closeup(painter.drawing, space, towns)
        if painter.window is None and closer is not None and not self._sure:
            painter.window = closer
        else:
            painter.window, self.naming, self.said = None, space, ""
        self.show_table()

    def _has_name(self, space: str) -> bool:
        assert self.sitting is not None
        painter = self.sitting.painter
        known = painter.speaker.board.space.get(space)
        return known is not None and known.kind in painter.face.named

    def _may_name(self, space: str) -> bool:
        s = self.sitting
        return s is not None and self._has_name(space) and not s.painter.face.targets(s.painter.session)

    # ------------------------------------------------------------ the question
    def table_view(self, sitting: Any) -> Any:
        view = super().table_view(sitting)
        if not self.naming or view.question is not None or view.curtain is not None:
            return view
        lit = tuple(evolve(x, lit=True) if x.id == self.naming else x for x in view.board.spaces)
        asked = naming_question(sitting.painter.speaker, self.naming, self.said)
        return evolve(view, question=asked, board=evolve(view.board, spaces=lit))

    def on_choose(self, answer: tuple[Any, ...]) -> None:
        if answer[0] != NAMING:
            super().on_choose(answer)
            return
        name = " ".join(str(answer[2] if len(answer) > 2 else "").split())[:LONGEST].strip()
        if self.sitting is None or not self.naming:
            return
        if answer[1] == CALL:
            self.said = self._fault(name)
        if answer[1] == KEEP:
            self.naming = self.said = ""
        elif answer[1] == DROP or not self.said:
            CardShelf(self._values(self.sitting.session.game.id)).call(self.naming, name if answer[1] == CALL else "")
            self.call_places()
        self.show_table()

    def _fault(self, name: str) -> str:
        assert self.sitting is not None
        board: Board = self.sitting.painter.speaker.board
        if not name:
            return _(N_("Type its name first."))
        same = [s.id for s in board.spaces if s.name.casefold() == name.casefold() and s.id != self.naming]
        if same:
            town = described(self.sitting.painter.speaker, same[0])
            return _(N_("{town} has this name already.")).format(town=i18n.capital(town))
        return ""


def described(speaker: Speaker, place: str) -> str:
    """A place by region, colour and direction, whatever it is called."""
    assert speaker.words.place is not None
    return speaker.tell(speaker.words.place(speaker.board.space[place], speaker.board))


def naming_question(speaker: Speaker, place: str, said: str = "") -> Question:
    """What a place is called; ``said``: what was wrong with the answer."""
    now = speaker.board.space[place].name
    told = _(N_("It is called {name}.")).format(name=now) if now else _(N_("It has no name yet."))
    choices = [Choice(CALL, _(N_("So it is called"))), Choice(KEEP, _(N_("Leave it as it is")))]
    if now:
        choices.append(Choice(DROP, _(N_("Take the name away"))))
    return Question(
        NAMING, i18n.capital(described(speaker, place)), None, said or told, choices=tuple(choices),
        hint=_(N_("The name on your board")), other=False, later=False, text=True,
    )  # fmt: skip


def _(text: str) -> str:
    return i18n.gettext(text)
