"""Löwenherz (Klaus Teuber, 1997), 2-4 players: the game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.balance import Balance
from companion.engine.game import Config, Game
from companion.games.loewenherz import duties, effects, rules
from companion.games.loewenherz import position as positions
from companion.games.loewenherz import score as scores
from companion.games.loewenherz import view as views
from companion.games.loewenherz.info import INFO
from companion.games.loewenherz.state import State, fresh
from companion.games.loewenherz.table import SECRETS, TABLE
from companion.games.loewenherz.words import WORDS
from companion.games.loewenherz.world import build


class Loewenherz(Game[State]):
    """Every method is a pure function of its arguments."""

    info = INFO
    words = WORDS
    table = TABLE
    secrets = SECRETS

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

    def balances(self, s: State) -> Iterable[Balance]:
        return positions.balances(s)

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        return positions.from_position(build(config), doc)


GAME = Loewenherz()
