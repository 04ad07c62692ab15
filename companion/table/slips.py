"""Slips that are no acts: pieces knocked next door, and score markers that went on for an act nobody saw. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import hypot
from typing import Any

from companion.engine.boards import Board
from companion.engine.game import fold
from companion.engine.session import Session
from companion.engine.types import LETTERS, Choose, Input, May, Pending, Ruling
from companion.table.candidates import Candidate, traced_acts
from companion.table.sight import Palette, Sight
from companion.table.verdicts import Knock, Todo

NEXT_DOOR_MM = 60.0  # places whose middles are nearer lie side by side, whatever the map says
MOST_ACTS = 400  # that a marker could speak for
FITS = 4.0  # nats: a marker that lies as an act leaves it
CLEAR = 5.0  # nats by which an act must be likelier than another one that is not asked about
MISSED = 14.0  # nats by which the table may speak against an act that the camera has missed


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
        if all(sight.plain(s, table.get(s, ())) < FITS for s in echo):
            misfit = sight.total(table, lead)
            if misfit <= MISSED:
                found.append(Candidate((act,), then, table, misfit))
    found.sort(key=lambda c: c.misfit)
    return tuple(c.acts for c in found[:3] if c.misfit - found[0].misfit < CLEAR)

