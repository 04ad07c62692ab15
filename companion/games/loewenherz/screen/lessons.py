"""How Löwenherz is played, on six cards, for those who play it for the first time."""

from __future__ import annotations

from companion.app.gamescreen import Lesson
from companion.engine.words import N_

LESSONS = (
    Lesson(
        N_("Castles and knights"),
        N_(
            "Everybody places castles, each with a knight beside it. Land becomes yours when borders "
            "shut it in with exactly one castle."
        ),
    ),
    Lesson(
        N_("One card, three actions"),
        N_(
            "Each round a card offers three things. Everybody lays a decision card for one of them; "
            "whoever is alone with it does it."
        ),
    ),
    Lesson(
        N_("Two want the same"),
        N_(
            "Two may agree: one pays, the other gives way. If they do not, or if more want it, "
            "everybody bids unseen and the highest pays the bank."
        ),
    ),
    Lesson(
        N_("Borders"),
        N_(
            "A border lies between two squares, never between a knight and his own. A region that is "
            "shut counts at once: by its size, and five more for a town."
        ),
    ),
    Lesson(
        N_("Growing"),
        N_(
            "A knight joins your pieces, or a region takes up to two squares next to it. Into "
            "foreign land it goes only with more knights than stand there."
        ),
    ),
    Lesson(
        N_("Until the king dies"),
        N_(
            "Silver counts the mountains in your regions. The card of the king's death ends the "
            "game: mountains once more, hidden fiefs, and most power wins."
        ),
    ),
)
