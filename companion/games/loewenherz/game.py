"""Löwenherz (Klaus Teuber, 1997), 2-4 players: the game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.balance import Balance
from companion.engine.game import Config, Game
from companion.engine.types import Event, ScoreSheet, Tabletop
from companion.games.loewenherz import duties, rules, view
from companion.games.loewenherz import position as positions
from companion.games.loewenherz.effects import EFFECTS
from companion.games.loewenherz.info import INFO
from companion.games.loewenherz.reading import from_position
from companion.games.loewenherz.state import State, fresh
from companion.games.loewenherz.table import SECRETS, TABLE
from companion.games.loewenherz.words import WORDS
from companion.games.loewenherz.world import world_of


class Loewenherz(Game[State]):
    """The game as the kernel knows it; every method is a pure function of its arguments."""

    info = INFO
    words = WORDS
    table = TABLE
    secrets = SECRETS

    def setup(self, config: Config) -> State:
        return fresh(world_of(config))

    pending = staticmethod(duties.pending)
    options_of = staticmethod(rules.options_of)
    decide = staticmethod(rules.decide)

    def evolve(self, s: State, event: Event) -> State:
        return EFFECTS[type(event)](s, event)

    def balances(self, s: State) -> Iterable[Balance]:
        return positions.balances(s)

    def view(self, s: State, seat: int | None) -> Mapping[str, Any]:
        return view.view(s, seat)

    def tabletop(self, s: State) -> Tabletop:
        return view.tabletop(s)

    def score(self, s: State) -> ScoreSheet:
        return view.score(s)

    def position(self, s: State) -> dict[str, Any]:
        return positions.position(s)

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        return from_position(world_of(config), doc)


GAME = Loewenherz()
