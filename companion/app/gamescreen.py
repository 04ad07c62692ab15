"""What a game declares for the screen: its face, how it takes touches, its picture on the start page. Plain values."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from companion.app.entry.touches import Touches
from companion.app.live.facts import PlainFace
from companion.app.sketch import LANDS, Stroke
from companion.games import GAMES, part


@frozen
class Lesson:
    """A card of "how to play": messages of the game's catalogue, and a picture in a box of 200 x 136.

    ``lit``: a kind of space; at a table its board lies beside the card instead, with these lit.
    """

    title: str
    text: str
    lit: str = ""
    picture: tuple[Stroke, ...] = ()


@frozen
class Screen:
    """A game's ``SCREEN`` in its module ``screen``; all of it has a default that works for any game."""

    face: PlainFace = PlainFace()
    touches: type[Touches] = Touches
    art: Callable[[], tuple[Stroke, ...]] = lambda: LANDS  # in a box of 200 x 136
    lessons: tuple[Lesson, ...] = ()


PLAIN = Screen()


def screen_of(name: str) -> Screen:
    """What a game declares for the screen, else the plain one."""
    module = part(name, "screen") if name in GAMES else None
    found: Screen = module.SCREEN if module else PLAIN
    return found


def face_of(name: str) -> PlainFace:
    return screen_of(name).face
