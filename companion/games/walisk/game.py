"""Walisk: duties, view, table and score of a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.balance import Balance
from companion.engine.game import Config, Game
from companion.engine.papers import Paper
from companion.engine.tablespec import Secrets
from companion.engine.types import ScoreSheet, Tabletop
from companion.engine.yamlfile import Document
from companion.games.walisk import duties, effects, maps, papers, position, sheet
from companion.games.walisk.info import INFO
from companion.games.walisk.maps import MapDraft
from companion.games.walisk.rules import decide as rules
from companion.games.walisk.state import State, fresh
from companion.games.walisk.table import DEMO, TABLE
from companion.games.walisk.words import WORDS
from companion.games.walisk.world import build


class Walisk(Game[State]):
    """The game as the kernel knows it; every method is a pure function of its arguments."""

    info = INFO
    words = WORDS
    table = TABLE
    demo = DEMO
    secrets = Secrets(sheet.veiled, kept=sheet.hidden, recalled=True)

    def setup(self, config: Config) -> State:
        return fresh(build(config))

    pending = staticmethod(duties.pending)
    options_of = staticmethod(rules.options_of)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(effects.evolve)

    def balances(self, s: State) -> Iterable[Balance]:
        return position.balances(s)

    def view(self, s: State, seat: int | None) -> Mapping[str, Any]:
        return sheet.view(s, seat)

    def tabletop(self, s: State) -> Tabletop:
        return sheet.tabletop(s)

    def score(self, s: State) -> ScoreSheet:
        return sheet.score(s)

    def papers(self, s: State, part: str) -> tuple[Paper, ...]:
        """What to collect, sheets for the players, the records of an evening."""
        return papers.papers(s, part)

    def position(self, s: State) -> dict[str, Any]:
        return position.position(s)

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        return position.from_position(build(config), doc)

    def read_map(self, doc: Document) -> MapDraft:
        return maps.read(doc)


GAME = Walisk()
