"""Hibernia on the screen; its picture is the counties of the house map."""

from __future__ import annotations

from functools import cache

from companion.app.drawing import drawing_of
from companion.app.gamescreen import Lesson, Screen
from companion.app.sketch import Disc, Line, Poly, Sign, Stroke, arrow, tile
from companion.engine.boards import house_board
from companion.engine.words import N_
from companion.games.hibernia.info import INFO
from companion.games.hibernia.screen.face import FACE

COUNTIES = ("blue", "green", "red", "yellow")
SIGNS = ("waves", "leaf", "flame", "sun")
LANDS = tuple(s for k in range(4) for s in tile(12 + 45 * k, 28, 41, 80, COUNTIES[k], SIGNS[k]))
DIE = (*tile(14, 44, 48, 48, "green", "leaf"), *arrow(72, 58, 100, 42), *arrow(72, 78, 100, 94))
TURN = (*DIE, *tile(108, 14, 74, 48, "green", "leaf"), *tile(108, 74, 74, 48, "quiet", "arrows"))
GOAL = (*tile(76, 40, 48, 56, "quiet"), Disc(91, 68, 9, "yellow"), Disc(109, 68, 9, "yellow"))
OWN = tuple(s for x in (12, 148) for s in (*tile(x, 40, 40, 56, "green"), Disc(x + 20, 68, 11, "yellow")))
MOVE = (*GOAL, *OWN, *arrow(54, 68, 72, 68), *arrow(146, 68, 128, 68))
MEN = tuple(Disc(x, y, 10, ink) for x, ink in ((40, "red"), (160, "blue")) for y in (28, 54))
FIGHT: tuple[Stroke, ...] = (
    *MEN, Sign("swords", 82, 22, 38, "text"), Sign("shield", 78, 82, 44, "text"), *arrow(100, 62, 100, 80),
)  # fmt: skip
CHAIN = tuple(s for x in (14, 76, 138) for s in (*tile(x, 36, 48, 64, "green"), Disc(x + 24, 82, 10, "yellow")))
STAY: tuple[Stroke, ...] = (*CHAIN, Line(((62, 82), (76, 82)), 5, "yellow"), Line(((124, 82), (138, 82)), 5, "yellow"),
        Sign("shield", 86, 42, 28, "text"))  # fmt: skip
CELLS = tuple(s for k in range(6) for s in tile(10 + 30 * k, 60, 28, 40, COUNTIES[k % 4], SIGNS[k % 4]))
TRACK = (*CELLS, Disc(24, 44, 11, "yellow"), *arrow(42, 44, 134, 44))

LESSONS = (
    Lesson(
        N_("Colours and counties"),
        N_(
            "Each of you leads one colour of soldiers. A county belongs to the colour that stands in "
            "it; the signs show which of the four lands it is part of."
        ),
        lit="county",
        picture=LANDS,
    ),
    Lesson(
        N_("A turn"),
        N_(
            "Roll the die, then do two things: one in the colour that was rolled, one wherever you "
            "like. Each is either a move into a county or a muster."
        ),
        picture=TURN,
        instead=(
            (
                "roll_first",
                False,
                N_(
                    "Roll the die and do two things: one in the colour that was rolled, one wherever you like, and "
                    "that one may come before the roll. Each is either a move into a county or a muster."
                ),
            ),
            (
                "extra_action",
                "optional",
                N_(
                    "Roll the die, then do one thing in the colour that was rolled and, if you like, another one "
                    "anywhere. Each is either a move into a county or a muster."
                ),
            ),
        ),
    ),
    Lesson(
        N_("Moving in"),
        N_(
            "As many soldiers move in as you own counties next to the goal: exactly so many, from "
            "your supply. Without a neighbour of your own there is no way in."
        ),
        picture=MOVE,
    ),
    Lesson(
        N_("Fights and the shield"),
        N_(
            "Soldiers that meet fall one for one, and the fallen lie on the shield. A muster brings "
            "all of yours back, and half of everybody else's."
        ),
        lit="shield",
        picture=FIGHT,
    ),
    Lesson(
        N_("Two stay together"),
        N_(
            "Every colour keeps two neighbouring counties: an attack that would part the last two "
            "is not allowed. The app says when that protects somebody."
        ),
        picture=STAY,
    ),
    Lesson(
        N_("Steps on the track"),
        N_(
            "At the end of your turn your marker walks on, a space for each county of its colour, "
            "and stops where you have none left. Whoever is farthest after the round in which "
            "somebody is round wins."
        ),
        lit="track_space",
        picture=TRACK,
    ),
)


@cache
def art() -> tuple[Stroke, ...]:
    counties = [s for s in drawing_of(house_board(INFO.id)).shapes if s.ink and s.kind != "track"]
    xs = [p[0] for s in counties for p in s.points]
    ys = [p[1] for s in counties for p in s.points]
    k = min(160 / (max(xs) - min(xs)), 130 / (max(ys) - min(ys)))
    left, top = 100 - k * (max(xs) + min(xs)) / 2, 68 - k * (max(ys) + min(ys)) / 2
    strokes: list[Stroke] = []
    for s in counties:
        ring = [(left + x * k, top + y * k) for x, y in s.points]
        strokes += [Poly(ring, s.ink), Line(ring, 2, "surface", closed=True)]
    return tuple(strokes)


SCREEN = Screen(FACE, art=art, lessons=LESSONS)
