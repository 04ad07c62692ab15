"""The facts of Brian Boru: players, options and what the profile sets, data files."""

from companion.engine.game import GameInfo, Option
from companion.engine.types import Input, declared
from companion.games.brian_boru import inputs
from companion.games.brian_boru.events import EVENTS

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
INFO = GameInfo(
    id="brian_boru",
    version=1,
    prefix="BB",
    players=(3, 4, 5),
    options=OPTIONS,
    inputs=declared(Input, inputs),
    events=EVENTS,
    presets={"rules_profile": {"en": ENGLISH}},  # BB-13.1: a single option named beside the profile stands
    data_files={"cards": "cards.yaml"},
    shelf=2,
)
