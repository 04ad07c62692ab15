"""What to say of a table that no legal act explains: which pieces slipped, which act was tried, what is to go back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import hypot
from typing import Any

from companion.engine.boards import Board
from companion.engine.game import fold
from companion.engine.session import Session
from companion.engine.tablespec import Difference
from companion.engine.types import LETTERS, Choose, Input, May, Pending, Ruling, Tabletop
from companion.table.candidates import Candidate, traced_acts
from companion.table.fit import Look, every, twice, wrong
from companion.table.sight import Palette, Sight
from companion.table.verdicts import Knock, OutOfStep, Todo, Verdict

NEXT_DOOR_MM = 60.0  # places whose middles are nearer lie side by side, whatever the map says
MOST_ACTS = 400  # that a marker could speak for
FITS = 4.0  # nats: a marker that lies as an act leaves it
CLEAR = 5.0  # nats by which an act must be likelier than another one that is not asked about
MISSED = 14.0  # nats by which the table may speak against an act that the camera has missed
NEAREST = 50  # candidates that may be right beside what is wrong


def knocks(wrong: Iterable[Todo], board: Board, palette: Palette) -> tuple[Knock, ...]:
    """Pieces that went next door, each as (piece, from, to); () unless that is all that lies otherwise."""
    lacking: list[tuple[str, str]] = []
    surplus: list[tuple[str, str]] = []
    for t in wrong:
        want, seen = palette.counts(t.expected), Counter(t.seen)
        lacking += [(p, t.space) for p in (want - seen).elements()]
        surplus += [(p, t.space) for p in (seen - want).elements()]
    if len(lacking) != len(surplus):
        return ()
    found = []
    for piece, target in surplus:
        sources = [s for p, s in lacking if p == piece and next_door(board, s, target)]
        if not sources:
            return ()
        lacking.remove((piece, sources[0]))
        found.append(Knock(piece, sources[0], target))
    return tuple(found)


def next_door(board: Board, a: str, b: str) -> bool:
    one, two = board.space[a], board.space[b]
    if b in one.neighbours or a in two.neighbours:
        return True
    (x, y), (u, v) = one.centre, two.centre
    return hypot(x - u, y - v) < NEXT_DOOR_MM


def third_party(found: Sequence[Knock], palette: Palette, owed: Iterable[Pending]) -> bool:
    """Whether nobody who is asked now owns any of these pieces."""
    asked = {LETTERS[s] for p in owed if isinstance(p, Choose | May) for s in p.seats}
    owner = {colour: side.partition(":")[0] for side, colour in palette.colours.items()}
    return not any(owner.get(k.piece.partition(":")[2], "") in asked for k in found)


def told_by_markers(session: Session[Any], sight: Sight, todo: Iterable[Todo]) -> tuple[tuple[Input, ...], ...]:
    """Acts, most likely first, after which the markers would lie as they do: three at most."""
    game, state = session.game, session.state
    wrong = [t.space for t in todo if t.echo]
    if not wrong or not all(sight.sure(s) for s in wrong):
        return ()
    lead, echo = sight.spaces("lead"), sight.spaces("echo")
    found = []
    for n, act in enumerate(traced_acts(game, state)):
        if n >= MOST_ACTS:
            break
        decision = game.decide(state, act)
        if isinstance(decision, Ruling):
            continue
        then = fold(game, state, decision)
        table = game.tabletop(then)
        if all(_shows(sight, table, s) for s in echo):
            misfit = sight.total(table, lead)
            if misfit <= MISSED:
                found.append(Candidate((act,), then, table, misfit))
    found.sort(key=lambda c: c.misfit)
    return tuple(c.acts for c in found[:3] if c.misfit - found[0].misfit < CLEAR)


def _shows(sight: Sight, table: Tabletop, space: str) -> bool:
    """Whether a space looks as in this table, but for markers that are seen twice."""
    lay = table.get(space, ())
    return sight.plain(space, lay) < FITS or twice(sight, table, Todo(space, lay, sight.best(space) or {}))


def out_of_step(look: Look, found: Sequence[Candidate]) -> Verdict:
    game, sight, m = look.game, look.sight, look.m
    off = wrong(sight, look.now, look.lead, m.space, m.quiet / 2)
    right = _right_beside(look, found, off)
    left = off if right is None else look.todo(right.table, m.space)
    seen = () if right is None else right.acts
    slipped = knocks(left, sight.board, sight.palette)
    if slipped and third_party(slipped, sight.palette, game.pending(look.state)):
        return OutOfStep(left, seen, knocked=slipped)
    ruling, act = explain(look)
    if (slipped or right is not None) and not (act is not None and _done(look, act)):
        return OutOfStep(left, seen, knocked=slipped)
    nearest = found[0].acts if found and found[0].misfit < look.misfit / 2 else ()
    return OutOfStep(off, nearest, ruling, act)


def _right_beside(look: Look, found: Sequence[Candidate], off: Sequence[Todo]) -> Candidate | None:
    """A legal act that is plain to see beside what is wrong: the way back leaves it alone."""
    spaces = {t.space for t in off}
    best, fewest = None, len(spaces)
    for c in found[:NEAREST]:
        left = {t.space for t in look.todo(c.table, look.m.space)}
        if left < spaces and len(left) < fewest and every(look.sight, c.table, sorted(spaces - left), look.m.quiet):
            best, fewest = c, len(left)
    return best if fewest else None


def _done(look: Look, act: Input) -> bool:
    """Whether this act was done, rules apart: the table lies as it would leave it, or it is only done otherwise."""
    game, state = look.game, look.state
    waived: frozenset[str] = frozenset()
    if not isinstance(game.decide(state, act), Ruling):
        return True
    while isinstance(decision := game.decide(state, act, waived), Ruling):
        if not decision.waivable or decision.rule in waived:
            return False
        waived |= {decision.rule}
    return look.lies(game.tabletop(fold(game, state, decision)))


def explain(look: Look) -> tuple[Ruling | None, Input | None]:
    """The act that somebody seems to have tried, and the rule that forbids it: games may name it in ``attempts``.

    Where the act itself is legal, ``objection`` may say by which rule it was not done like this.
    """
    game, sight, now = look.game, look.sight, look.now
    before = {s: sight.counts(now.get(s, ())) for s in look.lead}
    after = {s: seen for s in look.lead if (seen := sight.shown(s)) is not None and sight.sure(s)}
    sides = {sight.palette.piece(t): t for tokens in now.values() for t in tokens}
    differs = Difference(before, after, sides)
    for act in game.table.attempts(look.state, differs):
        decision = game.decide(look.state, act)
        if isinstance(decision, Ruling):
            return decision, act
        ruling = game.table.objection(look.state, act, differs)
        if ruling is not None:
            return ruling, act
    return None, None
