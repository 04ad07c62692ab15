"""Walisk: duties, view, table and score of a state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Config
from companion.engine.papers import Paper
from companion.engine.types import Event, Input, ScoreSheet, Tabletop
from companion.engine.yamlfile import Document
from companion.games.walisk import duties, effects, maps, papers, position, sheet, sightings
from companion.games.walisk.events import EVENTS
from companion.games.walisk.inputs import INPUTS, RIGHTS
from companion.games.walisk.maps import MapDraft
from companion.games.walisk.options import OPTIONS
from companion.games.walisk.rules import decide as rules
from companion.games.walisk.state import State, fresh
from companion.games.walisk.world import build

UNLAID = ("order", "start", "seed")


class Walisk:
    """The game as the kernel knows it; every method is a pure function of its arguments."""

    id = "walisk"
    version = 1
    prefix = "WA"
    players = tuple(range(2, 17))
    options = OPTIONS
    inputs: tuple[type[Input], ...] = INPUTS
    events: tuple[type[Event], ...] = EVENTS
    boards = ("house", "small")
    parts = papers.PARTS
    traceless = frozenset({*RIGHTS, "confirm", "buy", "done", "stay", "attack", "siege", "storm"})  # no piece moves
    eyes = True  # the camera may referee it
    demo = False  # only the terminal's demo table plays it
    told_first = True  # dice and choices are told, then the pieces follow
    data_files: Mapping[str, str] = {"box": "box.yaml"}

    def laid(self, s: State) -> bool:
        """Whether capitals, first units and Rukr lie, from which the camera learns."""
        return s.phase not in UNLAID

    def read_map(self, doc: Document) -> MapDraft:
        """The map of a board file of one's own; DataError names file, line and key of what cannot be read."""
        return maps.read(doc)

    def setup(self, config: Config) -> State:
        return fresh(build(config))

    pending = staticmethod(duties.pending)
    options_of = staticmethod(rules.options_of)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(effects.evolve)
    led = staticmethod(rules.led)

    def view(self, s: State, seat: int | None) -> Mapping[str, Any]:
        return sheet.view(s, seat)

    def tabletop(self, s: State) -> Tabletop:
        return sheet.tabletop(s)

    def instead(self, s: State, act: Input) -> Iterator[Input]:
        """Throws that may have been meant, where dice on the map lie otherwise."""
        return sightings.instead(s, act)

    def patch(self, s: State, seen: Mapping[str, Mapping[str, int]]) -> Mapping[str, Any]:
        """Keys of the position that take over what dice on the map show."""
        return sightings.patch(s, seen)

    def score(self, s: State) -> ScoreSheet:
        return sheet.score(s)

    def papers(self, s: State, part: str) -> tuple[Paper, ...]:
        """What to collect, sheets for the players, the records of an evening."""
        return papers.papers(s, part)

    def position(self, s: State) -> dict[str, Any]:
        return position.position(s)

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        return position.from_position(build(config), doc)


GAME = Walisk()
