"""What the table of Hibernia shows on the way to a move, and when somebody seems to have tried another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.slotted import changed
from companion.engine.tablespec import Counts, DemoSpec, Difference, TableSpec
from companion.engine.types import Input, Ruling, Tabletop, Token, letter, refuse
from companion.games.hibernia.inputs import DIE, EXTRA, Move
from companion.games.hibernia.rules.advance import advance
from companion.games.hibernia.rules.guards import strength
from companion.games.hibernia.state import Phase, State
from companion.games.hibernia.view import tabletop


def steps(s: State, act: Input) -> Iterator[Tabletop]:
    """Tables between the hand and the outcome of an attack: soldiers placed, losses not yet taken or laid out."""
    if not isinstance(act, Move) or act.seat is None:
        return
    c = s.world.index[act.county]
    owner, defenders = s.owner[c], s.heap[c]
    if owner in (-1, act.seat):
        return
    table = dict(tabletop(s))
    for name, n in act.sources:
        table[name] = table[name][:-n]
    n = strength(s, act.seat, c)
    mine = Token("soldier", letter(act.seat))
    theirs = table[act.county][:1]
    lost = min(n, defenders)
    both = table[act.county] + (mine,) * n
    yield {**table, act.county: both}  # placed, nothing taken off yet
    after = theirs * (defenders - lost) + (mine,) * (n - lost)
    yield {**table, act.county: after}  # taken off, nothing on the shield yet
    for own in range(lost + 1):
        for other in range(lost + 1):
            shield = table["shield"] + (mine,) * own + theirs * other
            yield {**table, act.county: after, "shield": shield}


def attempts(s: State, seen: Difference) -> Iterator[Input]:
    """Moves that would look like this difference, legal or not: a county that gained soldiers of the player on turn."""
    if s.phase != Phase.ACT:
        return
    me = letter(s.turn)
    mine = next((p for p, t in seen.sides.items() if t.side == me), None)
    if mine is None:
        return
    gave = []
    for name, there in seen.after.items():
        lost = seen.before[name][mine] - there.get(mine, 0)
        if name in s.world.index and lost > 0:
            gave.append((name, lost))
    for name, there in seen.after.items():
        if name not in s.world.index:
            continue
        gained = there.get(mine, 0) > seen.before[name][mine]
        beaten = any(there.get(p, 0) < n for p, n in seen.before[name].items() if p != mine)
        if gained or beaten:
            fits = s.die in ("black", s.world.colour[s.world.index[name]])
            for by in (DIE, EXTRA) if fits else (EXTRA, DIE):  # the action that could have been meant comes first
                if s.die_left if by == DIE else s.extra_left:
                    yield Move(s.turn, name, by, tuple(gave))


def objection(s: State, act: Input, seen: Difference) -> Ruling | None:
    """A move that is legal but was not made like this: another number of soldiers than HI-3.4 asks for."""
    if not isinstance(act, Move):
        return None
    me, was, there = letter(s.turn), seen.before[act.county], seen.after[act.county]
    placed = sum(abs(there.get(p, 0) - was[p]) for p in {*was, *there} if p in seen.sides)
    n = strength(s, s.turn, s.world.index[act.county])
    mine = any(there.get(p, 0) > was[p] for p, t in seen.sides.items() if t.side == me)
    return refuse("HI-3.4", seat=s.turn, county=act.county, needed=n, given=placed) if mine and placed != n else None


def dominates(a: State, b: State) -> bool:
    """The same turn with the die action spent (a) allows all that it allows with the extra action spent (b).

    A move that fits the die may have been either action. The extra action is bound to nothing, so keeping it loses
    nothing, and both end the turn alike.
    """
    return b.die_left and not b.extra_left and changed(b, die_left=False, extra_left=True) == a


def patch(s: State, seen: Counts) -> Mapping[str, Any]:
    """The position's keys for spaces that lie otherwise: counties of one side, and the shield."""
    counties: dict[str, dict[str, int]] = {}
    out: dict[str, Any] = {}
    for space, held in seen.items():
        there = {side: n for side, n in held.items() if n}
        if space == "shield":
            out["shield"] = {letter(p): there.get(letter(p), 0) for p in range(s.world.players)}
        elif space in s.world.index:
            if len(there) > 1:
                return {}
            counties[space] = {**dict.fromkeys(_sides(s), 0), **there}
    return {**out, "counties": counties} if counties else out


def _sides(s: State) -> list[str]:
    return [letter(p) for p in range(s.world.players)] + ["neutral"]


def _ready(s: State) -> bool:
    return s.phase not in (Phase.FORTRESS, Phase.START)


def worth(s: State, seat: int) -> float:
    """How well a seat stands: steps made and to come, land, soldiers at hand."""
    coming = len(advance(s, seat, False))
    return s.total[seat] + 0.7 * coming + 0.4 * s.own[seat].bit_count() + 0.05 * s.supply[seat]


TABLE = TableSpec(
    piles=frozenset({"shield"}),
    ready=_ready,
    steps=steps,
    dominates=dominates,
    attempts=attempts,
    objection=objection,
    patch=patch,
)
DEMO = DemoSpec(worth=worth)
