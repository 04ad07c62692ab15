"""What then happened in Walisk. Fields are ids, seats numbers; the Rukr are the side after the last seat."""

from __future__ import annotations

from companion.engine.types import Event, Notice, declared
from companion.games.walisk.events import fights, turns
from companion.games.walisk.events.fights import *
from companion.games.walisk.events.turns import *

EVENTS: tuple[type[Event], ...] = (*declared(Event, fights, turns), Notice)
