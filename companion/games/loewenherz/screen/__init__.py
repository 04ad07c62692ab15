"""Löwenherz on the screen; its picture is squares, a castle, a border."""

from __future__ import annotations

from companion.app.gamescreen import Screen
from companion.app.sketch import Disc, Line, Plate, Sign, Stroke
from companion.games.loewenherz.screen.face import FACE
from companion.games.loewenherz.screen.lessons import LESSONS
from companion.games.loewenherz.screen.touches import SquareTouches

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
