"""Vikings Gone Wild on the screen; its picture is a ship under sail."""

from __future__ import annotations

from companion.app.gamescreen import Screen
from companion.app.paint.paths import flatten
from companion.app.sketch import Line, Poly, Stroke
from companion.games.vikings_gone_wild.screen.face import FACE
from companion.games.vikings_gone_wild.screen.lessons import LESSONS

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
