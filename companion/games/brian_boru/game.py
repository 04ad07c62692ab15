"""Brian Boru - High King of Ireland (Peer Sylvester), 3-5 players: the game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.balance import Balance
from companion.engine.game import Config, Game
from companion.engine.types import ScoreSheet, Tabletop
from companion.games.brian_boru import duties, effects, reading, rules, score
from companion.games.brian_boru import position as positions
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
    options_of = staticmethod(rules.options_of)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(effects.evolve)

    def balances(self, s: State) -> Iterable[Balance]:
        return rules.balances(s)

    def tabletop(self, s: State) -> Tabletop:
        return views.tabletop(s)

    def view(self, s: State, seat: int | None) -> Mapping[str, Any]:
        return views.view(s, seat)

    def score(self, s: State) -> ScoreSheet:
        return score.sheet(s)

    def position(self, s: State) -> dict[str, Any]:
        return positions.position(s)

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        return reading.from_position(build(config), doc)


GAME = BrianBoru()
