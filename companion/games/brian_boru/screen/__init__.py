"""Brian Boru on the screen; its picture is towns and roads."""

from __future__ import annotations

from companion.app.gamescreen import Screen
from companion.app.sketch import Disc, Line, Stroke
from companion.games.brian_boru.screen.face import FACE
from companion.games.brian_boru.screen.lessons import LESSONS

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
