"""All events of Brian Boru under one name."""

from __future__ import annotations

from companion.engine.hidden import Breach
from companion.engine.types import Event, Notice, declared
from companion.games.brian_boru.events import play, upkeep
from companion.games.brian_boru.events.play import *
from companion.games.brian_boru.events.upkeep import *

EVENTS: tuple[type[Event], ...] = (*declared(Event, play, upkeep), Breach, Notice)
