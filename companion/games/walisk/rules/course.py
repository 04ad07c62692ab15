"""The course of events that one input causes, with the state as it stands after them."""

from __future__ import annotations

from typing import Any

from companion.engine.types import Event, Notice, Ruling, facts
from companion.games.walisk.effects import EFFECTS
from companion.games.walisk.state import State


class Course:
    """Events in order, and the state after the last of them."""

    __slots__ = ("events", "s")

    def __init__(self, s: State) -> None:
        self.s = s
        self.events: list[Event] = []

    def do(self, e: Event) -> None:
        self.events.append(e)
        effect = EFFECTS.get(type(e))
        if effect is not None:
            self.s = effect(self.s, e)

    def note(self, code: str, *rules: str, **known: Any) -> None:
        """A warning: legal, but the table should know."""
        self.events.append(Notice(code, facts(**known), rules=rules))


Outcome = Course | Ruling


def caused(s: State, *events: Event) -> Course:
    """A course of these events alone."""
    c = Course(s)
    for e in events:
        c.do(e)
    return c
