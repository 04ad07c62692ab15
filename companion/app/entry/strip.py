"""What the keys under the scores say, and what a touch on them asks for. Plain values."""

from __future__ import annotations

from attrs import frozen

from companion.app.viewmodel import Choice, Strip
from companion.engine.types import Input

Acts = tuple[Input, ...]


@frozen
class Throw:
    """The table asks the app to throw what is owed: once, or until somebody has to choose (``on``)."""

    first: Acts = ()  # entered before
    on: bool = False


@frozen
class Key:
    """A key with what it enters; one without is remembered by whoever offers it."""

    choice: Choice
    sends: Acts | Throw = ()


@frozen
class Keys:
    """Keys in the order people need them, and those that end a step: these stand at the same place in every game."""

    title: str = ""
    keys: tuple[Key, ...] = ()
    foot: tuple[Key, ...] = ()
    dice: tuple[str, ...] = ()  # faces: tapped so far, or thrown by the app
    owed: int = 0  # dice of this throw

    def find(self, key: str) -> Key | None:
        return next((k for k in (*self.keys, *self.foot) if k.choice.key == key and k.choice.enabled), None)

    def view(self) -> Strip:
        keys, foot = (tuple(k.choice for k in row) for row in (self.keys, self.foot))
        return Strip(self.title, keys, foot, self.dice, self.owed)
