"""Vikings Gone Wild on the screen; its picture is a ship under sail."""

from __future__ import annotations

from companion.app.gamescreen import Lesson, Screen
from companion.app.paint.paths import flatten
from companion.app.sketch import Line, Poly, Sign, Stroke, arrow, tile
from companion.engine.words import N_
from companion.games.vikings_gone_wild.screen.face import FACE


def tiles(*told: tuple[str, str]) -> tuple[Stroke, ...]:
    """Ink and sign of cards side by side."""
    wide = 180 / len(told)
    return tuple(s for k, (ink, sign) in enumerate(told) for s in tile(12 + wide * k, 42, wide - 6, 52, ink, sign))


VILLAGE = (*tile(14, 20, 52, 46, "red", "hall"), *tile(72, 20, 52, 46, "yellow", "barrel"),
           *tile(14, 72, 52, 46, "yellow", "chest"), *tile(72, 72, 52, 46, "blue", "ship"),
           *tile(146, 34, 42, 66, "green", "cards"))  # fmt: skip
ROUND = (*tile(10, 14, 44, 44, "yellow", "mug"), *tile(10, 76, 44, 44, "yellow", "coin"), *arrow(62, 68, 82, 68),
         *tile(88, 38, 42, 60, "green", "cards"), *arrow(136, 68, 152, 68),
         *tile(156, 46, 38, 44, "yellow", "chest"))  # fmt: skip
BUY = (*tile(12, 46, 44, 44, "yellow", "coin"), *arrow(64, 60, 96, 38), *arrow(64, 76, 96, 98),
       *tile(104, 10, 42, 56, "red", "axe"), *tile(104, 74, 62, 52, "red", "hall"))  # fmt: skip
RAID = (*tile(10, 40, 42, 58, "red", "axe"), *arrow(60, 68, 92, 68), *tile(100, 42, 50, 54, "yellow", "hall"),
        Sign("star", 156, 50, 34, "yellow"))  # fmt: skip
GUARD = (*tile(10, 40, 42, 58, "red", "axe"), *arrow(58, 68, 76, 68), *tile(84, 38, 42, 60, "blue", "shield"),
         *tile(134, 42, 50, 54, "yellow", "hall"))  # fmt: skip
END = (*tiles(("yellow", "crown"), ("yellow", "crown"), ("yellow", "crown"), ("yellow", "crown")),
       Sign("star", 82, 6, 30, "text"))  # fmt: skip

LESSONS = (
    Lesson(
        N_("A village and a deck"),
        N_(
            "Everybody builds a village on the table and a deck of cards in the hand. Points come "
            "from raids, defence, missions and full depots."
        ),
        picture=VILLAGE,
    ),
    Lesson(
        N_("A round"),
        N_(
            "Breweries and gold factories make a barrel or a bar, all draw five cards, then everybody "
            "has one turn. What is left over is stored in depots."
        ),
        picture=ROUND,
    ),
    Lesson(
        N_("Your turn"),
        N_(
            "Buy cards, build and raise the town hall as often as you can pay, in any order. What "
            "you bought serves from the next round on."
        ),
        picture=BUY,
    ),
    Lesson(
        N_("Raids"),
        N_(
            "Units attack buildings of one other player whose defence they reach. The first success "
            "of a turn brings one point, each further one two."
        ),
        picture=RAID,
    ),
    Lesson(
        N_("Defence"),
        N_(
            "Whoever is attacked may lay defence cards from the hand on the building. Each attacker "
            "that is beaten off is a point."
        ),
        picture=GUARD,
    ),
    Lesson(
        N_("The end"),
        N_(
            "When somebody reaches the limit the round is played to its end. Four bonus cards then "
            "share six points each among those who meet them."
        ),
        picture=END,
    ),
)


SAIL = "M60 17 Q100 13 144 17 Q148 44 140 64 Q100 60 62 64 Q56 40 60 17 Z"
HULL = "M31 66 Q36 82 62 82 L142 82 Q164 82 168 66 Q172 96 140 108 Q100 118 62 108 Q28 96 31 66 Z"


def art() -> tuple[Stroke, ...]:
    sail, hull = flatten(SAIL, 8)[0], flatten(HULL, 8)[0]
    return (
        Line(((100, 12), (100, 92)), 5, "yellow", cap="none"),
        Poly(sail, "red"), Line(sail, 3.4, "red", closed=True),
        Line(((87, 16), (87, 62)), 3.4, "red"), Line(((115, 16), (115, 62)), 3.4, "red"),
        Poly(hull, "yellow"), Line(hull, 3.6, "yellow", closed=True),
    )  # fmt: skip


SCREEN = Screen(FACE, art=art, lessons=LESSONS)
