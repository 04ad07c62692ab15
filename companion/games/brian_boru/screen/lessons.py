"""How Brian Boru is played, on six cards, for those who play it for the first time."""

from __future__ import annotations

from companion.app.gamescreen import Lesson
from companion.engine.words import N_

LESSONS = (
    Lesson(
        N_("Towns and regions"),
        N_(
            "Your discs lie in towns. Whoever alone has most towns in a region holds its token, and "
            "tokens are worth most at the end."
        ),
        "region",
    ),
    Lesson(
        N_("Keep two, pass on"),
        N_(
            "Each round begins with cards: keep two, hand the rest to the left, until all are taken. "
            "They are your hand for the round."
        ),
    ),
    Lesson(
        N_("A contest for a town"),
        N_(
            "Whoever has the town marker names a free town and plays a card of its suit, or a white "
            "one. The others play any card; the highest that fits the town wins."
        ),
    ),
    Lesson(
        N_("Everybody acts"),
        N_(
            "From the lowest card upwards each does what the card says: the winner takes the town, "
            "the others choose coins, Vikings, church or the marriage track instead."
        ),
    ),
    Lesson(
        N_("What the round brings"),
        N_(
            "Then come the marriage, the battle against the Vikings, the church and the regions. "
            "Fewest raiders costs a town, most church discs build a monastery that counts as a "
            "second town."
        ),
    ),
    Lesson(
        N_("The end"),
        N_(
            "With the Danish princess the last round begins. Region tokens, renown and the number of "
            "regions with a town of yours are added to your points."
        ),
        "region",
    ),
)
