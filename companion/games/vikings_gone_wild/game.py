"""Vikings Gone Wild - The Board Game (Julien Vergonjeanne), 2-4 players: the game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.balance import Balance
from companion.engine.game import Config, Game
from companion.engine.types import ScoreSheet, Tabletop
from companion.games.vikings_gone_wild import duties, placing, position, scoring, views
from companion.games.vikings_gone_wild.effects import evolve
from companion.games.vikings_gone_wild.info import INFO
from companion.games.vikings_gone_wild.rules import deciding, flow, listing, running
from companion.games.vikings_gone_wild.state import State, fresh
from companion.games.vikings_gone_wild.table import CARDS, SECRETS, TABLE
from companion.games.vikings_gone_wild.words import WORDS
from companion.games.vikings_gone_wild.world import build


class VikingsGoneWild(Game[State]):
    """Every method is a pure function of its arguments."""

    info = INFO
    words = WORDS
    table = TABLE
    cards = CARDS
    secrets = SECRETS

    def setup(self, config: Config) -> State:
        return fresh(build(config))

    pending = staticmethod(duties.pending)
    options_of = staticmethod(listing.options_of)
    decide = staticmethod(deciding.decide)
    evolve = staticmethod(evolve)

    def balances(self, s: State) -> Iterable[Balance]:
        return running.balances(s)

    def view(self, s: State, seat: int | None) -> Mapping[str, Any]:
        return views.view(s, seat)

    def tabletop(self, s: State) -> Tabletop:
        return views.tabletop(s)

    def score(self, s: State) -> ScoreSheet:
        return scoring.score(s)

    def position(self, s: State) -> dict[str, Any]:
        return position.position(s)

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        """What is set by hand goes on by itself until somebody is asked."""
        return flow.settled_state(placing.from_position(build(config), doc))


GAME = VikingsGoneWild()
