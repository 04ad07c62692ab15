"""Hibernia (Eric B. Vogel), 3-4 players: the game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.balance import Balance
from companion.engine.game import Config, Game
from companion.games.hibernia import duties, effects, rules
from companion.games.hibernia import position as positions
from companion.games.hibernia import score as scores
from companion.games.hibernia import view as views
from companion.games.hibernia.info import INFO
from companion.games.hibernia.state import State, fresh
from companion.games.hibernia.table import DEMO, TABLE
from companion.games.hibernia.words import WORDS
from companion.games.hibernia.world import build


class Hibernia(Game[State]):
    """Every method is a pure function of its arguments."""

    info = INFO
    words = WORDS
    table = TABLE
    demo = DEMO

    def setup(self, config: Config) -> State:
        return fresh(build(config))

    pending = staticmethod(duties.pending)
    options_of = staticmethod(rules.options_of)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(effects.evolve)
    view = staticmethod(views.view)
    tabletop = staticmethod(views.tabletop)
    score = staticmethod(scores.score)
    position = staticmethod(positions.position)

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        return positions.from_position(build(config), doc)

    def balances(self, s: State) -> Iterator[Balance]:
        return positions.balances(s)

    def following(self, patch: Mapping[str, Any]) -> tuple[str, ...]:
        """The supply is what lies neither on counties nor on the shield, where nobody counted it."""
        return ("supply",) if {"counties", "shield"} & patch.keys() and "supply" not in patch else ()


GAME = Hibernia()
