"""How Vikings Gone Wild is played, on six cards, for those who play it for the first time."""

from __future__ import annotations

from companion.app.gamescreen import Lesson
from companion.engine.words import N_

LESSONS = (
    Lesson(
        N_("A village and a deck"),
        N_(
            "Everybody builds a village on the table and a deck of cards in the hand. Points come "
            "from raids, defence, missions and full depots."
        ),
    ),
    Lesson(
        N_("A round"),
        N_(
            "Breweries and gold factories make a barrel or a bar, all draw five cards, then everybody "
            "has one turn. What is left over is stored in depots."
        ),
    ),
    Lesson(
        N_("Your turn"),
        N_(
            "Buy cards, build and raise the town hall as often as you can pay, in any order. What "
            "you bought serves from the next round on."
        ),
    ),
    Lesson(
        N_("Raids"),
        N_(
            "Units attack buildings of one other player whose defence they reach. The first success "
            "of a turn brings one point, each further one two."
        ),
    ),
    Lesson(
        N_("Defence"),
        N_(
            "Whoever is attacked may lay defence cards from the hand on the building. Each attacker "
            "that is beaten off is a point."
        ),
    ),
    Lesson(
        N_("The end"),
        N_(
            "When somebody reaches the limit the round is played to its end. Four bonus cards then "
            "share six points each among those who meet them."
        ),
    ),
)
