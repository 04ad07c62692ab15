"""What then happened in a game of Vikings Gone Wild."""

from __future__ import annotations

from companion.engine.types import Event, Notice, declared
from companion.games.vikings_gone_wild.events import acts, course, fights
from companion.games.vikings_gone_wild.events.acts import *
from companion.games.vikings_gone_wild.events.base import *
from companion.games.vikings_gone_wild.events.course import *
from companion.games.vikings_gone_wild.events.fights import *

EVENTS: tuple[type[Event], ...] = (*declared(Event, acts, course, fights), Notice)
