"""From taps to controllers: one table, one navigation step a tap, and what goes wrong as a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.app import navigation
from companion.app.backend import Inbox
from companion.app.taps import Tap
from companion.capture.draft import DraftError
from companion.table.faults import FAULTS, error_lines

Handler = Callable[[Any], None]


class Router:
    """``routes``: handler by kind of tap; ``places``: what opening a place does. ``told`` says a fault."""

    def __init__(
        self, inbox: Callable[[], Inbox], routes: Mapping[str, Handler], places: Mapping[str, Callable[[], None]],
        told: Callable[[str], None],
    ) -> None:  # fmt: skip
        self._inbox, self.routes, self.places, self._told = inbox, routes, places, told

    def post(self, tap: Tap) -> None:
        """Answer a finger, then take the step on the screen; whatever cannot be done is told, never raised."""
        try:
            if tap.kind == "go":
                self.places[str(tap.payload)]()
            elif tap.kind not in navigation.LOCAL:
                self.routes[tap.kind](tap.payload)
        except (*FAULTS, DraftError) as e:
            self._told(error_lines(e)[0])
            return
        self._inbox().step(tap)
