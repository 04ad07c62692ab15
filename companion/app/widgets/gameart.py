"""The pictures of the games on the start screen."""

from __future__ import annotations

from collections.abc import Iterable

from companion.app.gamescreen import screen_of
from companion.app.paint import art, paths
from companion.app.paint.pen import Pen
from companion.app.sketch import Disc, Line, Plate, Poly, Stroke
from companion.app.theme import GAME_ART

LIGHT_ART = {"blue": "#8FB2C8", "green": "#94BC97", "red": "#D19A8F", "yellow": "#D9BE74"}


def _muted(pen: Pen, name: str) -> str:
    return (LIGHT_ART if pen.look.light else GAME_ART).get(name) or pen.look.colour(name)


def _bold(pen: Pen, name: str) -> str:
    return pen.look.colour(f"{name}_sign") if name in GAME_ART else name


def _stroke(pen: Pen, s: Stroke) -> None:
    if isinstance(s, Poly):
        pen.polygon(list(s.points), _muted(pen, s.ink))
    elif isinstance(s, Plate):
        pen.polygon(art.rounded(s.box, s.radius), _muted(pen, s.ink))
    elif isinstance(s, Line):
        pen.line(list(s.points), s.width, _bold(pen, s.ink), closed=s.closed, cap=s.cap)
    elif isinstance(s, Disc):
        pen.disc(s.x, s.y, s.r, _bold(pen, s.ink) if s.bold else _muted(pen, s.ink))
    else:
        art.parts(pen, paths.sign(s.name), s.x, s.y, s.size, _bold(pen, s.ink))


def paint(pen: Pen, game: str) -> None:
    """A game's picture in a box of 200 x 136."""
    paint_strokes(pen, screen_of(game).art())


def paint_strokes(pen: Pen, strokes: Iterable[Stroke]) -> None:
    """A picture in a box of 200 x 136."""
    for stroke in strokes:
        _stroke(pen, stroke)
