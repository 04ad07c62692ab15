"""Löwenherz (Klaus Teuber, 1997), 2-4 players: the game as the kernel knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.explaining import Chain, Diff
from companion.engine.game import Config, Option
from companion.engine.types import Decision, Event, Input, Notice, Pending, ScoreSheet, Tabletop, Token
from companion.games.loewenherz import duties, explain, rules, sightings, view
from companion.games.loewenherz import position as positions
from companion.games.loewenherz.data import FILES
from companion.games.loewenherz.effects import EFFECTS
from companion.games.loewenherz.events import EVENTS
from companion.games.loewenherz.inputs import INPUTS
from companion.games.loewenherz.reading import from_position
from companion.games.loewenherz.state import SETTLE, SETUP, State, fresh
from companion.games.loewenherz.world import world_of

ALIKE = {"castle": explain.FIGURE, "knight": explain.FIGURE}
OPTIONS = (
    Option("setup", "variable", ("variable", "basic"), "LH-15.1"),
    Option("layout_source", "random", ("random", "camera", "manual"), "LH-15.6"),
    Option("setup_first", "first_player", ("first_player", "choose"), "LH-R3"),
    Option("castle_distance", 6, (6, 7), "LH-R1"),
    Option("castle_distance_relax", True, (True, False), "LH-R2"),
    Option("basic_start_scores", True, (True, False), "LH-15.2"),
    Option("border_cap", 3, (3, "own_castles"), "LH-R8"),
    Option("own_knight_takeover", "allow_and_fence", ("allow_and_fence", "refuse"), "LH-R20"),
    Option("zone_sum", "single", ("single", "summed"), "LH-R22"),
    Option("score_floor", 0, (0, "none"), "LH-R26"),
    Option("silver_unit", "square", ("square", "joined"), "LH-R35"),
    Option("negotiation", True, (True, False), "LH-15.6"),
    Option("bid_entry", "tablet", ("tablet", "reveal_and_enter"), "LH-15.6"),
    Option("money_visible", "hidden", ("hidden", "open"), "LH-15.3"),
    Option("treasure_limit", "none", ("none", "one"), "LH-15.4"),
    Option("treasure_for_renegade_removal", "allow", ("allow", "refuse"), "LH-R27"),
    Option("renegade_forest", "both", ("both", "removal_only"), "LH-R32"),
    Option("politics_per_decision", "unlimited", ("unlimited", 1), "LH-R28"),
    Option("second_alliance", "allow", ("allow", "refuse"), "LH-R30"),
    Option("alliance_mark", "turned_border", ("turned_border", "app_only"), "LH-11.5"),
    Option("deck_source", "physical", ("physical", "app"), "LH-15.5"),
    Option("politics_source", "physical", ("physical", "app"), "LH-10.1"),
)


class Loewenherz:
    """The game as the kernel knows it; every method is a pure function of its arguments."""

    id = "loewenherz"
    version = 1
    prefix = "LH"
    players = (2, 3, 4)
    options = OPTIONS
    inputs: tuple[type[Input], ...] = INPUTS
    events: tuple[type[Event], ...] = (*EVENTS, Notice)
    data_files = FILES
    eyes = True  # the camera may referee it
    alike = ALIKE  # a castle and a knight differ by the rules only

    def setup(self, config: Config) -> State:
        return fresh(world_of(config))

    def pending(self, s: State) -> tuple[Pending, ...]:
        return duties.pending(s)

    def options_of(self, s: State, seat: int | None) -> Iterator[Input]:
        return rules.options_of(s, seat)

    def decide(self, s: State, act: Input, waived: frozenset[str] = frozenset()) -> Decision:
        return rules.decide(s, act, waived)

    def evolve(self, s: State, event: Event) -> State:
        return EFFECTS[type(event)](s, event)

    def view(self, s: State, seat: int | None) -> Mapping[str, Any]:
        return view.view(s, seat)

    def tabletop(self, s: State) -> Tabletop:
        return view.tabletop(s)

    def score(self, s: State) -> ScoreSheet:
        return view.score(s)

    def explains(self, s: State, diff: Diff) -> tuple[Chain, ...]:
        return explain.explains(s, diff)

    def begins(self, s: State, diff: Diff) -> tuple[Chain, ...]:
        return explain.begins(s, diff)

    def laid_first(self, act: Input) -> str:
        return explain.laid_first(act)

    def tidies(self, events: tuple[Event, ...]) -> tuple[str, ...]:
        return explain.tidies(events)

    def attempts(
        self,
        s: State,
        before: Mapping[str, Counter[str]],
        after: Mapping[str, Mapping[str, int]],
        sides: Mapping[str, Token],
    ) -> Iterator[Input]:
        return sightings.attempts(s, before, after, sides)

    def patch(self, s: State, seen: Mapping[str, Mapping[str, int]]) -> Mapping[str, Any]:
        return sightings.patch(s, seen)

    def ready(self, s: State) -> bool:
        """Whether the parts lie, so that the camera may look: an empty board before the first castle."""
        return s.phase == SETTLE or s.phase not in SETUP

    def traces(self, s: State, act: Input) -> tuple[Tabletop, ...]:
        return explain.traces(s, act)

    def position(self, s: State) -> dict[str, Any]:
        return positions.position(s)

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        return from_position(world_of(config), doc)


GAME = Loewenherz()
