"""What the table of Hibernia owes in a state."""

from __future__ import annotations

from typing import Any

from companion.engine.types import LETTERS, Choose, Die, Over, Pending, Roll, facts, letter
from companion.games.hibernia.inputs import DIE, EXTRA
from companion.games.hibernia.state import Phase, State


def pending(s: State) -> tuple[Pending, ...]:
    world = s.world
    if s.phase == Phase.FORTRESS:
        ids = tuple(world.ids[i] for i in world.fortresses)
        slots = tuple(Die(ids, f"fortress {letter(i)}") for i in range(world.players))
        return (Roll("HI-1.4", slots, None, distinct=True),)
    if s.phase == Phase.START:
        return (Roll("HI-1.5", (Die(tuple(LETTERS[: world.players]), "start player"),), None),)
    if s.phase == Phase.ROLL:
        roll = Roll("HI-2.2", (Die(world.die_faces, "action"),), s.turn, facts=facts(seat=s.turn))
        if world.roll_first or not s.extra_left:
            return (roll,)
        return (roll, Choose("HI-2.6", (s.turn,), ("move", "muster"), facts=_owed(s)))
    if s.phase == Phase.OVER:
        return (Over("HI-7.4", s.winners),)
    what = ("move", "muster") if world.must_extra or not s.extra_left else ("move", "muster", "rest")
    by_die = "HI-2.4" if s.die == "black" else "HI-2.3"
    rule = "HI-2.5" if s.die == world.joker else by_die if s.die_left else "HI-2.6"
    return (Choose(rule, (s.turn,), what, facts=_owed(s)),)


def _owed(s: State) -> tuple[tuple[str, Any], ...]:
    return facts(seat=s.turn, die=s.die, owed=tuple(w for w, x in ((DIE, s.die_left), (EXTRA, s.extra_left)) if x))
