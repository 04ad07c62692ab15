"""The facts of Hibernia: players, options, what the table tells and what then happens."""

from companion.engine.game import GameInfo, Option
from companion.engine.types import Event, Input, Notice, declared
from companion.games.hibernia import events, inputs

OPTIONS = (
    Option("soldiers_per_player", 16, (16, 14), "HI-R1"),
    Option("shield_start", (3, 2, 1, 0), (), "HI-R3"),
    Option("extra_action", "mandatory", ("mandatory", "optional"), "HI-R4"),
    Option("roll_first", True, (True, False), "HI-R5"),
    Option("pair_rule", "strict", ("strict", "outcome"), "HI-R8"),
    Option("extra_round_players", "all", ("all", "tied"), "HI-R22"),
    Option("shared_win_after", 0, (0, 1, 2, 3), "HI-R36"),
    Option("joker_face", "purple", ("purple", "white"), "HI-R33"),
    Option("advanced", False, (False, True), "HI-9.1"),
    Option("hints", False, (False, True), "HI-11.2"),
    Option("app_dice", True, (True, False), "HI-2.2"),  # whether the app may be asked to throw
)
INFO = GameInfo(
    id="hibernia",
    version=1,
    prefix="HI",
    players=(3, 4),
    options=OPTIONS,
    inputs=declared(Input, inputs),
    events=(*declared(Event, events), Notice),
    shelf=1,
)
