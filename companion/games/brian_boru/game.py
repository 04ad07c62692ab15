"""Brian Boru - High King of Ireland (Peer Sylvester), 3-5 players: the game as the kernel knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.explaining import Chain, Diff
from companion.engine.game import Config, Option
from companion.engine.types import Decision, Event, Input, Pending, ScoreSheet, Tabletop, Token
from companion.games.brian_boru import duties, effects, explain, reading, rules, score, sightings, tags
from companion.games.brian_boru import position as positions
from companion.games.brian_boru import view as views
from companion.games.brian_boru.events import EVENTS
from companion.games.brian_boru.inputs import INPUTS
from companion.games.brian_boru.state import State, fresh
from companion.games.brian_boru.world import build

OPTIONS = (
    Option("rules_profile", "de", ("de", "en"), "BB-13.1"),
    Option("five_player_tricks", 5, (5, 4), "BB-R4"),
    Option("start_player", "agreed", ("agreed", "random"), "BB-2.7"),
    Option("princess_card", "de", ("de", "en"), "BB-2.4"),
    Option("threshold_rule", "at_least", ("at_least", "more_than"), "BB-R1"),
    Option("stuck_leader", "free_card", ("free_card", "pass_marker"), "BB-R7"),
    Option("expand_into_active", "forbid", ("forbid", "allow"), "BB-R9"),
    Option("extras_timing", "at_icon", ("at_icon", "any_time"), "BB-R12"),
    Option("incursion_compare", "held", ("held", "this_round"), "BB-R15"),
    Option("monastery_build", "optional", ("optional", "mandatory"), "BB-R19"),
    Option("half_value_vs_vikings", "persons_only", ("persons_only", "vikings_block"), "BB-R26"),
    Option("monastery_at_half_value", True, (True, False), "BB-R27"),
    Option("half_value_tokens", "all_unowned", ("all_unowned", "above_board"), "BB-R25"),
    Option("track_hands", "off", ("off", "on"), "BB-R6"),
)
ENGLISH = {
    "five_player_tricks": 4,
    "start_player": "random",
    "monastery_build": "mandatory",
    "half_value_vs_vikings": "vikings_block",
    "princess_card": "en",
}


class BrianBoru:
    """Every method is a pure function of its arguments."""

    id = "brian_boru"
    version = 1
    prefix = "BB"
    players = (3, 4, 5)
    options = OPTIONS
    presets = {"rules_profile": {"en": ENGLISH}}  # BB-13.1: a single option named beside the profile stands
    inputs: tuple[type[Input], ...] = INPUTS
    events: tuple[type[Event], ...] = EVENTS
    data_files = {"cards": "cards.yaml"}
    # What the camera is asked about; tokens above the board, coins and what lies before people are told.
    eyes = ("town", "battle", "church", "claim_slot", "marriage_space", "space", "score_space")
    told_first = True  # cards and choices are told, then the pieces follow
    neutral = False  # every disc is a player's
    in_one_go = frozenset({"buy"})  # hands do it together with the act before

    def setup(self, config: Config) -> State:
        return fresh(build(config))

    def pending(self, s: State) -> tuple[Pending, ...]:
        return duties.pending(s)

    def options_of(self, s: State, seat: int | None) -> Iterator[Input]:
        return rules.options_of(s, seat)

    def decide(self, s: State, act: Input, waived: frozenset[str] = frozenset()) -> Decision:
        return rules.decide(s, act, waived)

    def evolve(self, s: State, event: Event) -> State:
        return effects.evolve(s, event)

    def tabletop(self, s: State) -> Tabletop:
        return views.tabletop(s)

    def view(self, s: State, seat: int | None) -> Mapping[str, Any]:
        return views.view(s, seat)

    def laid(self, s: State) -> bool:
        """The first discs lie: their colours can be learned (BB-2.8)."""
        return s.round > 0

    def deck(self, s: State) -> tuple[str, ...]:
        return tags.deck(s)

    def card_acts(self, s: State, card: str) -> tuple[Input, ...]:
        return tags.card_acts(s, card)

    def veiled(self, s: State) -> State:
        return views.veiled(s)

    def faded(self, s: State, event: Event) -> Event | None:
        return views.faded(s, event)

    def attempts(
        self,
        s: State,
        before: Mapping[str, Counter[str]],
        after: Mapping[str, Mapping[str, int]],
        sides: Mapping[str, Token],
    ) -> Iterator[Input]:
        return sightings.attempts(s, before, after, sides)

    def explains(self, s: State, diff: Diff) -> tuple[Chain, ...]:
        return explain.explains(s, diff)

    def spoken(self, s: State, act: Input) -> bool:
        return explain.spoken(s, act)

    def unsaid(self, s: State, act: Input) -> bool:
        return explain.unsaid(s, act)

    def score(self, s: State) -> ScoreSheet:
        return score.sheet(s)

    def position(self, s: State) -> dict[str, Any]:
        return positions.position(s)

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        return reading.from_position(build(config), doc)


GAME = BrianBoru()
