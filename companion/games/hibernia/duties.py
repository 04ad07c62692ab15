"""What the table of Hibernia owes in a state."""

from __future__ import annotations

from companion.engine.types import LETTERS, Choose, Die, Over, Pending, Roll, facts, letter
from companion.games.hibernia.inputs import DIE, EXTRA
from companion.games.hibernia.rules import can_move
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
        early = s.extra_left and not world.roll_first
        roll = Roll("HI-2.2", (Die(world.die_faces, "action"),), s.turn, facts=facts(seat=s.turn, early=early))
        if not early:
            return (roll,)
        return (roll, _acts(s, "HI-2.6"))
    if s.phase == Phase.OVER:
        return (Over("HI-7.4", s.winners),)
    by_die = "HI-2.4" if s.die == "black" else "HI-2.3"
    rule = "HI-2.5" if s.die == world.joker else by_die if s.die_left else "HI-2.6"
    return (_acts(s, rule),)


def _left(s: State) -> tuple[str, ...]:
    return tuple([w for w, x in ((DIE, s.die_left), (EXTRA, s.extra_left)) if x])


def _acts(s: State, rule: str) -> Choose:
    """What is left of the turn; ``stuck``: the die lets him enter no county as things stand."""
    by_die = s.die_left and can_move(s, DIE)
    moves = by_die or (s.extra_left and can_move(s, EXTRA))
    rest = s.phase == Phase.ACT and s.extra_left and not s.world.must_extra
    stuck = s.die_left and s.die != "" and not by_die
    what = (*(("move",) if moves else ()), "muster", *(("rest",) if rest else ()))
    return Choose(rule, (s.turn,), what, facts=facts(seat=s.turn, die=s.die, owed=_left(s), stuck=stuck))
