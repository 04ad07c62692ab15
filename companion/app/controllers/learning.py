"""Places of an own board that the camera learns in play: what lies where no place is known is asked once."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from companion import i18n
from companion.app.controllers.context import Play
from companion.app.viewmodel import Choice, Question, Snack, SpaceView, TableView
from companion.engine.words import N_

PLACE = "place"  # key of the question for a place that is not known yet


class Learning:
    """A question over the table, answered by a choice or by a touch on the drawing."""

    def over(self, play: Play, view: TableView) -> TableView:
        own = play.sitting.own
        if own is not None and own.pushed and view.snack is None:
            view = evolve(view, snack=pushed(own.pushed))
        if own is None or own.ask is None or view.curtain is not None or view.board is None:
            return view
        place = play.sitting.painter.speaker.place
        choices = tuple(Choice(name, i18n.capital(place(name))) for name in own.ask.spaces)
        question = Question(
            PLACE, i18n.gettext(N_("Where does the new piece lie?")), None,
            i18n.gettext(N_("The camera knows no place there yet: one touch teaches it.")),
            choices=choices, later=False,
        )  # fmt: skip
        lit = tuple(evolve(x, lit=True) if x.id in own.ask.spaces else x for x in view.board.spaces)
        missing = {x.id for x in lit}
        lit += tuple(SpaceView(n, lit=True) for n in own.ask.spaces if n not in missing)
        return evolve(view, question=question, board=evolve(view.board, spaces=lit))

    def answered(self, play: Play, key: str, answer: tuple[Any, ...]) -> bool:
        if key == PLACE:
            play.sitting.place(str(answer[1]))
        return key == PLACE

    def touched(self, play: Play, space: str) -> bool:
        """Whether a touch on the drawing was the answer."""
        own = play.sitting.own
        asked = own is not None and own.ask is not None and own.learning is not None and space in own.learning.bare
        if asked:
            play.sitting.place(space)
        return asked


def pushed(cards: tuple[int, ...]) -> Snack:
    """What is said of marker cards that no longer lie where they were tied to the board."""
    told = i18n.ngettext(
        "Marker card {cards} was pushed: it counts again once it lies as before.",
        "Marker cards {cards} were pushed: they count again once they lie as before.",
        len(cards),
    )
    return Snack("cards", "warn", told.format(cards=", ".join(map(str, cards))))
