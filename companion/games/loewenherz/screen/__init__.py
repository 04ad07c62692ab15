"""Löwenherz on the screen; its picture is squares, a castle, a border."""

from __future__ import annotations

from companion.app.gamescreen import Lesson, Screen
from companion.app.sketch import Disc, Line, Plate, Sign, Stroke, arrow, tile
from companion.engine.words import N_
from companion.games.loewenherz.screen.face import FACE
from companion.games.loewenherz.screen.touches import SquareTouches

SQUARES: tuple[Stroke, ...] = tuple(
    Plate((25 + 30 * c, 8 + 30 * r, 28, 28), 3, "green") for r in range(4) for c in range(5)
)
WALL = Line(((54, 7), (54, 97), (114, 97), (114, 7)), 6, "text")
CASTLE: tuple[Stroke, ...] = (Sign("tower", 56, 38, 26, "yellow"), Disc(99, 52, 9, "yellow"))
CARD = (Plate((14, 10, 84, 116), 8, "quiet"), *(s for k, ink in enumerate(("yellow", "green", "blue"))
        for s in tile(24, 18 + 36 * k, 64, 30, ink, ("coin", "plus", "shield")[k])))  # fmt: skip
CHOSEN = tuple(s for y, ink in ((33, "red"), (69, "blue"), (105, "yellow")) for s in (*arrow(140, y, 104, y),
               Disc(160, y, 12, ink)))  # fmt: skip
DUEL: tuple[Stroke, ...] = (Disc(36, 48, 20, "red"), Disc(164, 48, 20, "blue"), Sign("swords", 76, 24, 48, "text"),
        *(Disc(x, 108, 9, "yellow") for x in (26, 46, 154)))  # fmt: skip
GROW: tuple[Stroke, ...] = (
    Line(((84, 7), (84, 97), (54, 97), (54, 7)), 6, "text"), Disc(69, 52, 9, "yellow"), *arrow(90, 52, 128, 52),
)  # fmt: skip
KING = (*tile(16, 30, 62, 78, "yellow", "crown"), *arrow(88, 68, 112, 68), Sign("peak", 122, 20, 44, "text"),
        Sign("coin", 126, 76, 38, "yellow"))  # fmt: skip

LESSONS = (
    Lesson(
        N_("Castles and knights"),
        N_(
            "Everybody places castles, each with a knight beside it. Land becomes yours when borders "
            "shut it in with exactly one castle."
        ),
        lit="square",
        picture=(*SQUARES, *CASTLE),
        instead=(
            (
                "setup",
                "basic",
                N_(
                    "Castles stand on squares of their own from the start, each with a knight beside it. Land becomes "
                    "yours when borders shut it in with exactly one castle."
                ),
            ),
        ),
    ),
    Lesson(
        N_("One card, three actions"),
        N_(
            "Each round a card offers three things. Everybody lays a decision card for one of them; "
            "whoever is alone with it does it."
        ),
        picture=(*CARD, *CHOSEN),
    ),
    Lesson(
        N_("Two want the same"),
        N_(
            "Two may agree: one pays, the other gives way. If they do not, or if more want it, "
            "everybody bids unseen and the highest pays the bank."
        ),
        picture=DUEL,
        instead=(
            (
                "negotiation",
                False,
                N_("Whoever wants the same bids unseen, all at once, and the highest pays the bank and acts."),
            ),
        ),
    ),
    Lesson(
        N_("Borders"),
        N_(
            "A border lies between two squares, never between a knight and his own side. A region that is "
            "shut counts at once: by its size, and five more for a town."
        ),
        picture=(*SQUARES, WALL, *CASTLE),
    ),
    Lesson(
        N_("Growing"),
        N_(
            "A knight joins your pieces, or a region takes up to two squares next to it. Into "
            "foreign land it goes only with more knights than stand there."
        ),
        picture=(*SQUARES, *GROW),
    ),
    Lesson(
        N_("Until the king dies"),
        N_(
            "A silver find counts the mountains in your regions. The card of the king's death ends the "
            "game: mountains once more, hidden fiefs, and most power wins."
        ),
        picture=KING,
    ),
)


ROWS = ("ygggy", "gyggg", "ggyyg", "ggggg")


def art() -> tuple[Stroke, ...]:
    squares = [
        Plate((26 + 30 * c, 10 + 30 * r, 27, 27), 3, "yellow" if ink == "y" else "green")
        for r, row in enumerate(ROWS)
        for c, ink in enumerate(row)
    ]
    border = Line(((85, 8), (85, 68), (115, 68), (115, 98), (174, 98)), 6, "text")
    return (*squares, border, Sign("tower", 24, 38, 34, "yellow"), Disc(129, 53, 8, "blue"), Disc(159, 113, 8, "red"))


SCREEN = Screen(FACE, SquareTouches, art, LESSONS)
