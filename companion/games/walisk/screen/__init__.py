"""Walisk on the screen; its picture is hexagons with a house and water."""

from __future__ import annotations

from companion.app.gamescreen import Screen
from companion.app.paint.paths import regular
from companion.app.sketch import Poly, Sign, Stroke
from companion.games.walisk.screen.face import FACE
from companion.games.walisk.screen.lessons import LESSONS
from companion.games.walisk.screen.touches import WaliskTouches

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
