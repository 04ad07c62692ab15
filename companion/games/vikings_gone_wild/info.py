"""The facts of Vikings Gone Wild: players, options, data files."""

from companion.engine.game import GameInfo
from companion.engine.types import Input, declared
from companion.games.vikings_gone_wild import inputs
from companion.games.vikings_gone_wild.events import EVENTS
from companion.games.vikings_gone_wild.world import OPTIONS

INFO = GameInfo(
    id="vikings_gone_wild",
    version=1,
    prefix="VG",
    players=(2, 3, 4),
    options=OPTIONS,
    inputs=declared(Input, inputs),
    events=EVENTS,
    data_files={"cards": "cards.yaml"},
    shelf=5,
)
