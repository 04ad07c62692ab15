"""What a game declares for the screen: its face, how it takes touches, its picture on the start page. Plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from companion.app.entry.touches import Touches
from companion.app.live.facts import PlainFace
from companion.app.sketch import LANDS, Stroke
from companion.games import GAMES, part


@frozen
class Lesson:
    """A card of "how to play": messages of the game's catalogue, and a picture in a box of 200 x 136.

    ``lit``: a kind of space; at a table its board lies beside the card instead, with these lit. ``instead``: an option
    with a value and the text at a table that chose it, the first that agrees.
    """

    title: str
    text: str
    lit: str = ""
    picture: tuple[Stroke, ...] = ()
    instead: tuple[tuple[str, Any, str], ...] = ()

    def told(self, options: Mapping[str, Any]) -> str:
        """The text at a table with these options; none of them: as printed."""
        return next((text for name, value, text in self.instead if options.get(name) == value), self.text)


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
