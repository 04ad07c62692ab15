"""Hibernia on the screen; its picture is the counties of the house map."""

from __future__ import annotations

from functools import cache

from companion.app.drawing import drawing_of
from companion.app.gamescreen import Screen
from companion.app.sketch import Line, Poly, Stroke
from companion.engine.boards import house_board
from companion.games.hibernia.info import INFO
from companion.games.hibernia.screen.face import FACE
from companion.games.hibernia.screen.lessons import LESSONS


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
