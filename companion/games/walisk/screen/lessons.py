"""How Walisk is played, on six cards, for those who play it for the first time."""

from __future__ import annotations

from companion.app.gamescreen import Lesson
from companion.engine.words import N_

LESSONS = (
    Lesson(
        N_("A realm on the map"),
        N_(
            "You begin with one settlement on a coast, your capital. Districts with your units or "
            "houses are yours; who holds enough of them for long enough is Khan."
        ),
    ),
    Lesson(
        N_("The year"),
        N_(
            "A year has four seasons, a round each. In winter silver comes in and is spent on "
            "houses, ships and men; in the others you move and fight."
        ),
    ),
    Lesson(
        N_("Men and ships"),
        N_(
            "Men have two points, ships four. A step in your own land costs one, into foreign land "
            "two. A ship carries two men and goes along coasts and rivers."
        ),
    ),
    Lesson(
        N_("A fight"),
        N_(
            "A die for each unit: four and more hits, the other side saves with five and six, then "
            "it strikes back. The app throws on wish and counts the dead."
        ),
    ),
    Lesson(
        N_("Towns and silver"),
        N_(
            "A town without units is besieged house by house and pays the besieger. The dead are "
            "plundered; silver is home once it reaches land of your own."
        ),
    ),
    Lesson(
        N_("The wild Rukr"),
        N_(
            "The wild ones belong to nobody. They multiply by the dice and move in hordes; a "
            "district that they empty is nobody's again."
        ),
    ),
)
