"""Brian Boru on the screen; its picture is towns and roads."""

from __future__ import annotations

from companion.app.gamescreen import Lesson, Screen
from companion.app.sketch import Disc, Line, Plate, Sign, Stroke, arrow, tile
from companion.engine.words import N_
from companion.games.brian_boru.screen.face import FACE

PLACES = ((40, 40), (82, 26), (64, 78), (118, 60), (150, 100))
REGION: tuple[Stroke, ...] = (
    Plate((10, 8, 180, 120), 12, "line"),
    *(Disc(x, y, 15, "quiet" if k > 2 else "yellow") for k, (x, y) in enumerate(PLACES)),
    Sign("crown", 146, 18, 34, "text"),
)  # fmt: skip
HAND = (*tile(106, 34, 38, 58, "red", "swords"), *tile(150, 34, 38, 58, "yellow", "heart"))
PASSED = (*tile(10, 44, 26, 40, "quiet", "cards"), *arrow(94, 64, 48, 64))
TOWN = (Disc(44, 68, 26, "red"), Disc(44, 68, 21, "red", bold=False), Sign("swords", 30, 54, 28, "red"))
CARDS = (
    *tile(90, 60, 32, 48, "red", "swords"), *tile(126, 20, 32, 48, "red", "swords"),
    *tile(162, 60, 32, 48, "quiet", "crown"),
)  # fmt: skip
ORDER = tuple(s for k, sign in enumerate(("heart", "cross", "swords", "crown")) for s in tile(
    12 + 46 * k, 74 - 18 * k, 36, 54, ("yellow", "blue", "red", "quiet")[k], sign))  # fmt: skip
BROUGHT = (("yellow", "heart"), ("red", "axe"), ("blue", "cross"), ("quiet", "crown"))
STEPS = tuple(s for k, (ink, sign) in enumerate(BROUGHT) for s in tile(14 + 44 * k, 42, 40, 52, ink, sign))
END = (Sign("heart", 14, 44, 44, "red"), *arrow(66, 66, 92, 66), *tile(100, 22, 88, 90, "yellow", "crown"))

LESSONS = (
    Lesson(
        N_("Towns and regions"),
        N_(
            "Your discs lie in towns. Whoever alone has most towns in a region holds its token, and "
            "tokens are worth most at the end."
        ),
        lit="region",
        picture=REGION,
    ),
    Lesson(
        N_("Keep two, pass on"),
        N_(
            "Each round begins with cards: keep two, hand the rest to the left, until all are taken. "
            "They are your hand for the round."
        ),
        picture=(*PASSED, *HAND),
    ),
    Lesson(
        N_("A contest for a town"),
        N_(
            "Whoever has the town marker names a free town and plays a card of its suit, or a white "
            "one. The others play any card; the highest that fits the town wins."
        ),
        lit="town",
        picture=(*TOWN, *CARDS),
    ),
    Lesson(
        N_("Everybody acts"),
        N_(
            "From the lowest card upwards each does what the card says: the winner takes the town, "
            "the others choose coins, Vikings, church or the marriage track instead."
        ),
        picture=ORDER,
    ),
    Lesson(
        N_("What the round brings"),
        N_(
            "Then come the marriage, the battle against the Vikings, the church and the regions. "
            "Fewest raiders costs a town, most church discs build a monastery that counts as a "
            "second town."
        ),
        picture=STEPS,
    ),
    Lesson(
        N_("The end"),
        N_(
            "With the Danish princess the last round begins. Region tokens, renown and the number of "
            "regions with a town of yours are added to your points."
        ),
        lit="region",
        picture=END,
    ),
)

TOWNS = (
    (24, 84, "red"), (57, 50, "blue"), (99, 69, "yellow"), (137, 42, "yellow"), (174, 63, "red"), (142, 90, "red"),
    (95, 106, "blue"),
)  # fmt: skip
ROADS = ((0, 1), (1, 2), (2, 3), (3, 4), (2, 6), (6, 5))


def art() -> tuple[Stroke, ...]:
    roads = [Line((TOWNS[a][:2], TOWNS[b][:2]), 4, "quiet") for a, b in ROADS]
    towns = [d for x, y, ink in TOWNS for d in (Disc(x, y, 17, ink), Disc(x, y, 13.5, ink, bold=False))]
    return (*roads, *towns)


SCREEN = Screen(FACE, art=art, lessons=LESSONS)
