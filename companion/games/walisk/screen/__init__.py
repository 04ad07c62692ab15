"""Walisk on the screen; its picture is hexagons with a house and water."""

from __future__ import annotations

from companion.app.gamescreen import Lesson, Screen
from companion.app.paint.paths import regular
from companion.app.sketch import Disc, Poly, Sign, Stroke, arrow, die, tile
from companion.engine.words import N_
from companion.games.walisk.screen.face import FACE
from companion.games.walisk.screen.touches import WaliskTouches


def hexes(*told: tuple[int, int, str]) -> tuple[Stroke, ...]:
    """Fields of the map: column, row, ink."""
    return tuple(Poly(regular(6, 29, -90, (38 + 54 * c + 27 * (r % 2), 44 + 48 * r)), ink) for c, r, ink in told)


COAST = hexes((0, 0, "blue"), (1, 0, "green"), (2, 0, "green"), (0, 1, "blue"), (1, 1, "green"))
LAND = hexes((0, 0, "green"), (1, 0, "green"), (2, 0, "blue"), (0, 1, "green"), (1, 1, "blue"))
SEASONS = (("blue", "peak"), ("green", "leaf"), ("yellow", "sun"), ("red", "flame"))
YEAR = tuple(s for k, (ink, sign) in enumerate(SEASONS) for s in tile(12 + 45 * k, 30, 40, 52, ink, sign))
SILVER = (Sign("coin", 18, 90, 28, "yellow"), *arrow(62, 104, 186, 104))
STEP = (*LAND, Disc(38, 44, 9, "red"), *arrow(50, 44, 80, 44), Sign("ship", 132, 30, 28, "text"))
DICE = (*die(24, 14, 5), *die(24, 56, 4), *die(24, 98, 2), Sign("swords", 82, 48, 40, "text"), *die(142, 34, 6),
        *die(142, 78, 3))  # fmt: skip
SIEGE = (*hexes((0, 0, "green"), (1, 0, "green")), Disc(38, 44, 11, "red"), *arrow(52, 44, 74, 44),
         Sign("house", 78, 30, 28, "yellow"), *arrow(92, 74, 92, 94), Sign("coin", 78, 98, 28, "yellow"))  # fmt: skip
WILD = (*hexes((0, 0, "green"), (1, 0, "green"), (2, 0, "yellow"), (0, 1, "red"), (1, 1, "yellow")),
        *(Sign("swords", x, y, 26, "text") for x, y in ((25, 31), (79, 31), (52, 79))),
        *arrow(110, 44, 132, 44))  # fmt: skip

LESSONS = (
    Lesson(
        N_("A realm on the map"),
        N_(
            "You begin with one settlement on a coast, your capital. A district that you take is "
            "yours, even when you leave it; who holds enough of them for long enough is Khan."
        ),
        lit="settle",
        picture=(*COAST, Sign("house", 78, 30, 28, "yellow"), Sign("crown", 80, 2, 24, "text")),
        instead=(
            (
                "victory",
                "endless",
                N_(
                    "You begin with one settlement on a coast, your capital. A district that you take is yours, even "
                    "when you leave it. This game has no end."
                ),
            ),
            (
                "victory",
                "custom",
                N_(
                    "You begin with one settlement on a coast, your capital. A district that you take is yours, even "
                    "when you leave it. Who has won, you say yourselves."
                ),
            ),
        ),
    ),
    Lesson(
        N_("The year"),
        N_(
            "A year has four seasons, a round each. In winter silver comes in and is spent on "
            "houses, ships and men; in the others you move and fight."
        ),
        picture=(*YEAR, *SILVER),
    ),
    Lesson(
        N_("Men and ships"),
        N_(
            "Men have two points, ships four. A step in your own land costs one, into foreign land "
            "two. A ship carries two men and goes along coasts and rivers."
        ),
        picture=STEP,
    ),
    Lesson(
        N_("A fight"),
        N_(
            "A die for each unit: four and more hits, the other side saves with five and six, then "
            "it strikes back. The app throws on wish and counts the dead."
        ),
        picture=DICE,
        instead=(
            (
                "app_dice",
                False,
                N_(
                    "A die for each unit: four and more hits, the other side saves with five and six, then it strikes "
                    "back. The app counts the dead."
                ),
            ),
        ),
    ),
    Lesson(
        N_("Towns and silver"),
        N_(
            "A town without units is besieged house by house and pays the besieger. The dead are "
            "plundered; silver is home once it reaches land of your own."
        ),
        picture=SIEGE,
        instead=(
            (
                "storm",
                True,
                N_(
                    "A town without units is stormed: every house fights like a man. The dead are plundered; silver is "
                    "home once it reaches land of your own."
                ),
            ),
        ),
    ),
    Lesson(
        N_("The wild Rukr"),
        N_(
            "The wild ones belong to nobody. They multiply by the dice and move in hordes; a "
            "district that they empty is nobody's again."
        ),
        picture=WILD,
        instead=(
            (
                "rukr_take_empty",
                False,
                N_(
                    "The wild ones belong to nobody. They multiply by the dice, move in hordes and fight whoever "
                    "stands in their way."
                ),
            ),
        ),
    ),
)


INKS = (("", "green", "blue", "green"), ("green", "green", "blue", ""), ("blue", "yellow", "red", "green"))
RADIUS = 25.0


def art() -> tuple[Stroke, ...]:
    fields = [
        Poly(regular(6, RADIUS - 1, -90, (31 + 46 * c + 23 * (row % 2), 28 + 41 * row)), ink)
        for row, line in enumerate(INKS)
        for c, ink in enumerate(line)
        if ink
    ]
    return (*fields, Sign("house", 88, 56, 24, "yellow"), Sign("waves", 135, 58, 22, "blue"))


SCREEN = Screen(FACE, WaliskTouches, art, lessons=LESSONS)
