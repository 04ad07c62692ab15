"""The facts of Walisk. Every choice that the rules leave to the table: the first value is the text's own reading."""

from __future__ import annotations

from companion.engine.game import GameInfo, Option
from companion.engine.types import Input, declared
from companion.games.walisk import inputs
from companion.games.walisk.events import EVENTS
from companion.games.walisk.papers import PARTS

NO_YES = (False, True)
YES_NO = (True, False)

OPTIONS = (
    # victory and players
    Option("victory", "khan", ("khan", "custom", "endless"), "WA-2.18"),
    Option("victory_number", 0, (), "WA-2.18"),  # 0: the map's own
    Option("hold_rounds", 2, (), "WA-R21"),
    Option("hold_strict", False, NO_YES, "WA-R21"),
    Option("hold_same", False, NO_YES, "WA-R21"),
    Option("last_wins", False, NO_YES, "WA-R84"),
    Option("turn_order", (), (), "WA-2.13"),  # empty: clockwise
    Option("land_players", 10, (), "WA-R18"),
    Option("invader_field", "empty", ("empty", "any", "distance"), "WA-R18"),
    Option("invader_capital", True, YES_NO, "WA-R20"),
    Option("start_distance", 2, (2, 3), "WA-R14"),
    Option("start_steep", False, NO_YES, "WA-R15"),
    Option("first_winter", "full", ("full", "setup_only"), "WA-R16"),
    Option("winter_order", "turn", ("turn", "together"), "WA-R78"),
    # the Rukr
    Option("growth_on", "4-6", ("4-6", "4,6"), "WA-R1"),
    Option("growth_again", "table", ("table", "gate"), "WA-R2"),
    Option("rukr_void", False, NO_YES, "WA-R6"),
    Option("leave_one", "new", ("new", "from_horde"), "WA-R9"),
    Option("rukr_siege", True, YES_NO, "WA-R11"),
    Option("rukr_take_empty", True, YES_NO, "WA-R12"),
    Option("rukr_loot", True, YES_NO, "WA-R59"),
    # movement and voyages
    Option("passage_cost", 2, (2, 1), "WA-R32"),
    Option("interception", False, NO_YES, "WA-R37"),
    Option("battle_lock", True, YES_NO, "WA-R39"),
    Option("raids", "voyage", ("voyage", "foray"), "WA-0.2"),
    Option("voyage_standing", False, NO_YES, "WA-R41"),
    Option("voyage_count", "k", ("k", "k-1"), "WA-R42"),
    Option("voyage_wait", False, NO_YES, "WA-R82"),
    Option("loss_first", False, NO_YES, "WA-R43"),
    Option("mark_retreat", True, YES_NO, "WA-R46"),
    Option("voyage_marked", False, NO_YES, "WA-R46"),
    # battles
    Option("city_reroll", "saves", ("saves", "both"), "WA-R52"),
    Option("retreat_to_enemy", False, NO_YES, "WA-R53"),
    Option("retreat_own_turn", False, NO_YES, "WA-R54"),
    Option("own_without_unit", False, NO_YES, "WA-R58"),
    Option("house_loot", "once", ("once", "twice"), "WA-R80"),
    Option("place_under_attack", True, YES_NO, "WA-R28"),
    Option("cede_capital", True, YES_NO, "WA-R63"),
    # optional chapters
    Option("flight", False, NO_YES, "WA-8.1"),
    Option("town_shelter", "defending", ("defending", "always"), "WA-8.3"),
    Option("both_first", False, NO_YES, "WA-R66"),
    Option("storm", False, NO_YES, "WA-8.11"),
    Option("storm_more", "own", ("own", "half"), "WA-R68"),
    Option("storm_reroll", True, YES_NO, "WA-R69"),
    Option("foray_unowned", False, NO_YES, "WA-R70"),
    Option("sessions", False, NO_YES, "WA-8.31"),
    Option("move_capital", False, NO_YES, "WA-8.41"),
    Option("revolt", False, NO_YES, "WA-8.51"),
    Option("rethrow_unrest", False, NO_YES, "WA-R73"),
    Option("invaders", False, NO_YES, "WA-8.61"),
    # the table
    Option("silver_hidden", False, NO_YES, "WA-1.2"),
    Option("man_supply", 0, (), "WA-1.2"),  # figures a colour has; 0: enough
    Option("ship_supply", 0, (), "WA-1.2"),
    Option("house_supply", 0, (), "WA-1.2"),
    Option("rukr_supply", 0, (), "WA-1.2"),
    Option("hints", False, NO_YES, "WA-7.1"),
    Option("app_dice", True, YES_NO, "WA-1.2"),  # whether the app may be asked to throw
)

INFO = GameInfo(
    id="walisk",
    version=1,
    prefix="WA",
    players=tuple(range(2, 17)),
    options=OPTIONS,
    inputs=declared(Input, inputs),
    events=EVENTS,
    boards=("house", "small"),
    data_files={"box": "box.yaml"},
    printables=PARTS,
    own_maps=True,
    shelf=4,
)
