"""A simple purposeful player: fences its castles in with few borders, expands towards towns, pays little."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from companion.engine.dealing import deal
from companion.engine.legal import Legal, complete
from companion.engine.types import Choose, Input, May, Over, Roll, Show, Shuffle
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.grid import Grid
from companion.games.loewenherz.inputs import (
    Bid,
    Deal,
    Done,
    EndAlliance,
    Expand,
    LayBorder,
    LayDecision,
    NoDeal,
    Renegade,
    SetKnight,
)
from companion.games.loewenherz.rules.scoring import table_value
from companion.games.loewenherz.state import State, held

Pick = Callable[[int], int]


def next_act(s: State, pick: Pick) -> Input | None:
    """What happens next at a table of purposeful players; None when the game is over."""
    owed = GAME.pending(s)
    first = owed[0]
    if isinstance(first, Over):
        return None
    if isinstance(first, Roll | Show | Shuffle):
        return deal(first, pick)
    right = owed[-1]
    if isinstance(right, May) and pick(25) == 0:
        ends = [e for seat in right.seats for e in Legal(GAME, s, seat) if isinstance(e, EndAlliance)]
        if ends:
            return complete(ends[pick(len(ends))], pick)
    assert isinstance(first, Choose)
    seat = None if first.joint else first.seats[pick(len(first.seats))]
    entries = [e for e in Legal(GAME, s, seat) if not isinstance(e, EndAlliance)]
    return choose(s, seat, entries, pick)


def play(s: State, pick: Pick, most: int = 5000) -> Iterator[tuple[State, Input]]:
    """A whole game: each state with the input that follows it; the last state comes with the last input's effect."""
    for _ in range(most):
        act = next_act(s, pick)
        if act is None:
            return
        yield s, act
        decision = GAME.decide(s, act)
        assert isinstance(decision, tuple), f"{act} is offered and refused by {decision}"
        for event in decision:
            s = GAME.evolve(s, event)


def choose(s: State, seat: int | None, entries: list[Input], pick: Pick) -> Input:
    kind = type(entries[0])
    if seat is None or len(entries) == 1:
        return _joint(s, entries, pick)
    if kind is LayDecision:
        return _decision(s, seat, entries, pick)
    if kind is Bid:
        entry = entries[pick(len(entries)) if pick(4) == 0 else 0]
        whole = complete(entry, pick)
        assert isinstance(whole, Bid)
        return Bid(seat, min(whole.ducats, pick(5)), whole.treasures if pick(3) == 0 else ())
    useful = [e for e in entries if not isinstance(e, Done)]
    borders = [e for e in useful if isinstance(e, LayBorder)]
    if borders:
        return _border(s, seat, borders, pick)
    best = [e for e in useful if isinstance(e, Expand)]
    if best and pick(3):
        towns = [e for e in best if s.land.town >> s.world.square_index[e.square] & 1]
        taken = [e for e in best if any(r >> s.world.square_index[e.square] & 1 for r in s.regions)]
        best = towns or (taken if taken and pick(3) else best)
        return best[pick(len(best))]
    knights = [e for e in useful if isinstance(e, SetKnight | Renegade)]
    pool = knights or useful
    return complete(pool[pick(len(pool))], pick)


def _joint(s: State, entries: list[Input], pick: Pick) -> Input:
    deals = [e for e in entries if isinstance(e, Deal)]
    if deals:
        if pick(3) == 0:
            return NoDeal(None)
        payer = deals[pick(len(deals))].payer
        has = s.ducats[s.world.names.index(payer)]  # the player at the table knows; the list does not tell
        return Deal(None, payer, min(pick(has + 1), 1 + pick(4)))
    return complete(entries[pick(len(entries))], pick)


def _decision(s: State, seat: int, entries: list[Input], pick: Pick) -> Input:
    """Borders while regions are wanted, knights once there is one; politics cards as soon as they can be played."""
    actions = s.world.card[s.card].actions
    wants = {"G": 3 if held(s, seat) < s.world.cap else 0, "K": 1 + 2 * held(s, seat), "D": 2, "P": 2}
    laid = [e for e in entries if isinstance(e, LayDecision)]
    along = [e for e in laid if e.politics]
    if along and pick(3):
        laid = along
    weights = [1 + 4 * sum(wants[actions[n - 1].kind] for n in e.numbers) for e in laid]
    at = pick(sum(weights))
    for entry, weight in zip(laid, weights, strict=True):
        at -= weight
        if at < 0:
            return entry
    raise AssertionError("weights sum up")


@cache
def rectangles(grid: Grid) -> tuple[tuple[int, int], ...]:
    """Areas and fences of all rectangles up to six squares long and 24 in all."""
    out = []
    for c in range(grid.columns):
        for r in range(grid.rows):
            for w in range(1, 7):
                for h in range(1, 7):
                    if c + w <= grid.columns and r + h <= grid.rows and 3 <= w * h <= 24:
                        row = ((1 << w) - 1) << c
                        area = sum(row << (r + k) * grid.columns for k in range(h))
                        out.append((area, grid.rim(area)))
    return tuple(out)


def _border(s: State, seat: int, entries: list[LayBorder], pick: Pick) -> Input:
    """The next border of the fence that gives most for the fewest borders still to lay."""
    castles = 0
    for home in s.castles:
        castles |= home
    mine = [1 << q for (q, side), region in zip(s.keeps, s.regions, strict=True) if side == seat and not region]
    best, plan = 0.0, 0
    for area, fence in rectangles(s.world.grid):
        home = area & castles
        missing = fence & ~s.walls
        if home not in mine or missing & ~s.free or not missing:
            continue
        gain = table_value(s.world, area.bit_count()) + 5 * (area & s.land.town).bit_count()
        value = gain / (1 + missing.bit_count() ** 1.3)
        if value > best:
            best, plan = value, missing
    wanted = [e for e in entries if plan >> s.world.edge_index[e.edge] & 1] or entries
    return wanted[pick(len(wanted))]
