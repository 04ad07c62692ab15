"""The facts of Löwenherz: players, options, data files."""

from companion.engine.game import GameInfo, Option
from companion.engine.types import Event, Input, Notice, declared
from companion.games.loewenherz import events, inputs
from companion.games.loewenherz.box import FILES

OPTIONS = (
    Option("setup", "variable", ("variable", "basic"), "LH-15.1"),
    Option("layout_source", "random", ("random", "camera", "manual"), "LH-15.6"),
    Option("setup_first", "first_player", ("first_player", "choose"), "LH-R3"),
    Option("castle_distance", 6, (6, 7), "LH-R1"),
    Option("castle_distance_relax", True, (True, False), "LH-R2"),
    Option("basic_start_scores", True, (True, False), "LH-15.2"),
    Option("border_cap", 3, (3, "own_castles"), "LH-R8"),
    Option("own_knight_takeover", "allow_and_fence", ("allow_and_fence", "unless_parted", "refuse"), "LH-R20"),
    Option("zone_sum", "summed", ("summed", "single"), "LH-R22"),
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
INFO = GameInfo(
    id="loewenherz",
    version=1,
    prefix="LH",
    players=(2, 3, 4),
    options=OPTIONS,
    inputs=declared(Input, inputs),
    events=(*declared(Event, events), Notice),
    data_files=FILES,
    shelf=3,
)
