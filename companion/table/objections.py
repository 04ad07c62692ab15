"""What to say of a table that no legal act explains: which pieces slipped, which act was tried, what is to go back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.engine.game import Game, fold
from companion.engine.tablespec import Difference
from companion.engine.types import Input, Ruling, Tabletop
from companion.table.candidates import Candidate
from companion.table.fit import Margins, every, lies, todo, wrong
from companion.table.sight import Sight
from companion.table.slips import knocks, third_party
from companion.table.verdicts import OutOfStep, Todo, Verdict

NEAREST = 50  # candidates that may be right beside what is wrong


def out_of_step(
    game: Game[Any],
    state: Any,
    sight: Sight,
    lead: Sequence[str],
    now: Tabletop,
    found: Sequence[Candidate],
    m: Margins,
) -> Verdict:
    off = wrong(sight, now, lead, m.space, m.quiet / 2)
    right = _right_beside(found, off, sight, lead, m)
    left = off if right is None else todo(sight, right.table, lead, m.space)
    seen = () if right is None else right.acts
    slipped = knocks(left, sight.board, sight.palette)
    if slipped and third_party(slipped, sight.palette, game.pending(state)):
        return OutOfStep(left, seen, knocked=slipped)
    ruling, act = explain(game, state, sight, lead, now)
    if (slipped or right is not None) and not (act is not None and _done(game, state, act, sight, lead, m)):
        return OutOfStep(left, seen, knocked=slipped)
    nearest = found[0].acts if found and found[0].misfit < sight.total(now, lead) / 2 else ()
    return OutOfStep(off, nearest, ruling, act)


def _right_beside(
    found: Sequence[Candidate], off: Sequence[Todo], sight: Sight, lead: Sequence[str], m: Margins
) -> Candidate | None:
    """A legal act that is plain to see beside what is wrong: the way back leaves it alone."""
    spaces = {t.space for t in off}
    best, fewest = None, len(spaces)
    for c in found[:NEAREST]:
        left = {t.space for t in todo(sight, c.table, lead, m.space)}
        if left < spaces and len(left) < fewest and every(sight, c.table, sorted(spaces - left), m.quiet):
            best, fewest = c, len(left)
    return best if fewest else None


def _done(game: Game[Any], state: Any, act: Input, sight: Sight, lead: Sequence[str], m: Margins) -> bool:
    """Whether this act was done, rules apart: the table lies as it would leave it, or it is only done otherwise."""
    waived: frozenset[str] = frozenset()
    if not isinstance(game.decide(state, act), Ruling):
        return True
    while isinstance(decision := game.decide(state, act, waived), Ruling):
        if not decision.waivable or decision.rule in waived:
            return False
        waived |= {decision.rule}
    return lies(sight, game.tabletop(fold(game, state, decision)), lead, m.fits, m)


def explain(
    game: Game[Any], state: Any, sight: Sight, lead: Sequence[str], now: Tabletop
) -> tuple[Ruling | None, Input | None]:
    """The act that somebody seems to have tried, and the rule that forbids it: games may name it in ``attempts``.

    Where the act itself is legal, ``objection`` may say by which rule it was not done like this.
    """
    before: dict[str, Counter[str]] = {s: sight.palette.counts(now.get(s, ())) for s in lead}
    after = {s: seen for s in lead if (seen := sight.shown(s)) is not None and sight.sure(s)}
    sides = {sight.palette.piece(t): t for tokens in now.values() for t in tokens}
    differs = Difference(before, after, sides)
    for act in game.table.attempts(state, differs):
        decision = game.decide(state, act)
        if isinstance(decision, Ruling):
            return decision, act
        ruling = game.table.objection(state, act, differs)
        if ruling is not None:
            return ruling, act
    return None, None
