"""Brian Boru - High King of Ireland (Peer Sylvester), 3-5 players: the game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.balance import Balance
from companion.engine.game import Config, Game
from companion.games.brian_boru import duties, effects, rules
from companion.games.brian_boru import position as positions
from companion.games.brian_boru import score as scores
from companion.games.brian_boru import view as views
from companion.games.brian_boru.info import INFO
from companion.games.brian_boru.state import State, fresh
from companion.games.brian_boru.table import CARDS, SECRETS, TABLE
from companion.games.brian_boru.words import WORDS
from companion.games.brian_boru.world import build


class BrianBoru(Game[State]):
    """Every method is a pure function of its arguments."""

    info = INFO
    words = WORDS
    table = TABLE
    cards = CARDS
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
        return rules.balances(s)

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        return positions.from_position(build(config), doc)


GAME = BrianBoru()
