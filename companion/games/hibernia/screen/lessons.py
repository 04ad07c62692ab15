"""How Hibernia is played, on six cards, for those who play it for the first time."""

from __future__ import annotations

from companion.app.gamescreen import Lesson
from companion.engine.words import N_

LESSONS = (
    Lesson(
        N_("Colours and counties"),
        N_(
            "Each of you leads one colour of soldiers. A county belongs to the colour that stands in "
            "it; the signs show which of the four lands it is part of."
        ),
    ),
    Lesson(
        N_("A turn"),
        N_(
            "Roll the die, then do two things: one in the colour that was rolled, one wherever you "
            "like. Each is either a move into a county or a muster."
        ),
    ),
    Lesson(
        N_("Moving in"),
        N_(
            "As many soldiers move in as you own counties next to the goal: exactly so many, from "
            "your supply. Without a neighbour of your own there is no way in."
        ),
    ),
    Lesson(
        N_("Fights and the shield"),
        N_(
            "Soldiers that meet fall one for one, and the fallen lie on the shield. A muster brings "
            "all of yours back, and half of everybody else's."
        ),
        "shield",
    ),
    Lesson(
        N_("Two stay together"),
        N_(
            "Nobody may take the county without which the attacked colour had no two neighbours "
            "left. The app says when that protects somebody."
        ),
    ),
    Lesson(
        N_("Steps on the track"),
        N_(
            "At the end of your turn your marker walks on, a space for each county of its colour, "
            "and stops where you have none left. Whoever is farthest after the round in which "
            "somebody is round wins."
        ),
    ),
)
