"""Walisk, 2-16 players: the game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.balance import Balance
from companion.engine.game import Assent, Config, Game, Paper
from companion.engine.tablespec import Secrets
from companion.engine.types import Input
from companion.engine.yamlfile import Document
from companion.games.walisk import duties, effects, maps, papers, rules
from companion.games.walisk import position as positions
from companion.games.walisk import score as scores
from companion.games.walisk import view as views
from companion.games.walisk.info import INFO
from companion.games.walisk.maps import MapDraft
from companion.games.walisk.state import State, fresh
from companion.games.walisk.table import DEMO, TABLE
from companion.games.walisk.words import WORDS
from companion.games.walisk.world import build


class Walisk(Game[State]):
    """Every method is a pure function of its arguments."""

    info = INFO
    words = WORDS
    table = TABLE
    demo = DEMO
    secrets = Secrets(views.veiled, kept=views.hidden, recalled=True)

    def setup(self, config: Config) -> State:
        return fresh(build(config))

    pending = staticmethod(duties.pending)
    view = staticmethod(views.view)
    tabletop = staticmethod(views.tabletop)
    score = staticmethod(scores.score)
    position = staticmethod(positions.position)
    options_of = staticmethod(rules.options_of)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(effects.evolve)

    def assent(self, s: State, act: Input) -> Assent | None:
        return rules.talks.assent(s, act)

    def balances(self, s: State) -> Iterable[Balance]:
        return positions.balances(s)

    def papers(self, s: State, part: str) -> tuple[Paper, ...]:
        """What to collect, sheets for the players, the records of an evening."""
        return papers.papers(s, part)

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        return positions.from_position(build(config), doc)

    def read_map(self, doc: Document) -> MapDraft:
        return maps.read(doc)


GAME = Walisk()
