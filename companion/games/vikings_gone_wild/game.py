"""Vikings Gone Wild - The Board Game (Julien Vergonjeanne), 2-4 players: the game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.balance import Balance
from companion.engine.game import Config, Game
from companion.games.vikings_gone_wild import duties, effects
from companion.games.vikings_gone_wild import position as positions
from companion.games.vikings_gone_wild import score as scores
from companion.games.vikings_gone_wild import view as views
from companion.games.vikings_gone_wild.info import INFO
from companion.games.vikings_gone_wild.rules import deciding, listing, running
from companion.games.vikings_gone_wild.rules.flow import settled_state
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
    view = staticmethod(views.view)
    tabletop = staticmethod(views.tabletop)
    score = staticmethod(scores.score)
    position = staticmethod(positions.position)
    options_of = staticmethod(listing.options_of)
    decide = staticmethod(deciding.decide)
    evolve = staticmethod(effects.evolve)

    def balances(self, s: State) -> Iterable[Balance]:
        return running.balances(s)

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        """What is set by hand goes on by itself until somebody is asked."""
        return settled_state(positions.from_position(build(config), doc))


GAME = VikingsGoneWild()
