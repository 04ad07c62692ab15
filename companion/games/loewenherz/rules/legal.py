"""Legal inputs of a seat, lazily. Entries are built once for each table and used again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain, combinations, permutations
from operator import getitem
from typing import Any, TypeVar

from companion.engine.legal import Between, Some
from companion.engine.masks import bits
from companion.engine.types import Input
from companion.games.loewenherz import inputs as acts
from companion.games.loewenherz.box import ALLIANCE, BORDERS, KNIGHT, RENEGADE
from companion.games.loewenherz.grid import Grid
from companion.games.loewenherz.rules.common import (
    action_of,
    hand_of,
    may_hold,
    pool,
    price,
    treasure_choices,
    treasure_sets,
)
from companion.games.loewenherz.rules.knights import forest_cost
from companion.games.loewenherz.rules.politics import may_take
from companion.games.loewenherz.rules.rounds import lays, untold
from companion.games.loewenherz.rules.setup import (
    colour_seats,
    free_parts,
    free_places,
    opener_asked,
    room,
    settling,
    stuck,
)
from companion.games.loewenherz.rules.targets import alliances_of, has_target, renegades_of, without_target
from companion.games.loewenherz.rules.use import knight_squares, squares_to_take
from companion.games.loewenherz.state import SETUP, UNKNOWN, Phase, State, held, occupied, own_regions, reserve, supply
from companion.games.loewenherz.world import World

I = TypeVar("I", bound=Input)
DIGITS = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))
Rows = tuple[tuple[tuple[Input, ...], ...], ...]
Pairs = tuple[tuple[tuple[int, Input], ...], ...]


def entry(world: World, kind: Callable[..., I], *values: Any) -> I:
    """An input, built once for each table."""
    key = (kind, values)
    known: I | None = world.memo.get(key)
    if known is None:
        known = world.memo[key] = kind(*values)
    return known


def opened(act: I, **fields: Any) -> I:
    """An entry with fields that stand open."""
    for name, value in fields.items():
        object.__setattr__(act, name, value)
    return act


def options_of(s: State, seat: int | None) -> Iterator[Input]:
    listing = LISTS.get(s.phase)
    if listing is None or (seat is not None and not 0 <= seat < s.world.players):
        return iter(())
    if s.alliances and seat is not None and s.phase not in SETUP and s.phase != Phase.REVEAL:
        return chain(listing(s, seat), _ends(s, seat))
    return listing(s, seat)


# ---------------------------------------------------------------- set-up
def _colours(s: State, seat: int | None) -> Iterator[Input]:
    waiting = colour_seats(s)
    if seat in waiting or (seat is None and not waiting):
        for colour in s.world.tables.colours:
            if colour not in s.colours:
                yield entry(s.world, acts.TakeColour, seat, colour)


def _begin(s: State, seat: int | None) -> Iterator[Input]:
    if seat is None:
        seats = s.world.names[: s.world.players]
        for first in seats:
            for opener in seats if opener_asked(s.world) else ("",):
                yield entry(s.world, acts.Begin, None, first, opener)


def _layout(s: State, seat: int | None) -> Iterator[Input]:
    if seat is None:
        for place in free_places(s):
            for part in free_parts(s):
                for turn in range(4):
                    yield entry(s.world, acts.LayTile, None, place + 1, part, turn)


def _settle(s: State, seat: int | None) -> Iterator[Input]:
    if stuck(s):
        if seat is None:
            yield acts.Restart(None)
        return
    if seat is None or seat != settling(s)[0]:
        return
    vacant, pairs = s.land.farm & ~occupied(s), settle_pairs(s.world.squares, s.world.grid, seat)
    for castle in bits(room(s)[1]):
        for bit, act in pairs[castle]:
            if vacant & bit:
                yield act


@lru_cache(maxsize=32)
def settle_pairs(names: tuple[str, ...], grid: Grid, seat: int) -> Pairs:
    """By castle square: the knight squares beside it, as bits, with the entries of a seat."""
    return tuple(
        tuple((1 << k, acts.Settle(seat, names[c], names[k])) for k in bits(near)) for c, near in enumerate(grid.near)
    )


# ---------------------------------------------------------------- a round
def _card(s: State, seat: int | None) -> Iterator[Input]:
    if s.world.app_deck and seat == s.first:
        yield entry(s.world, acts.TurnCard, seat)


def _decide(s: State, seat: int | None) -> Iterator[Input]:
    if seat is None or seat != s.turn:
        return iter(())
    n = lays(s, seat)
    if s.hands[seat] and any(s.regions):
        return _decide_with_politics(s, seat, n)
    return iter(plain_decisions(seat, n))


@lru_cache(maxsize=32)
def plain_decisions(seat: int, n: int) -> tuple[Input, ...]:
    """Every choice of ``n`` decision cards without politics cards."""
    return tuple(acts.LayDecision(seat, numbers) for numbers in combinations((1, 2, 3), n))


def _decide_with_politics(s: State, seat: int, n: int) -> Iterator[Input]:
    for politics in played_along(s, seat, n):
        for numbers in combinations((1, 2, 3), n):
            yield entry(s.world, acts.LayDecision, seat, numbers, politics)


def played_along(s: State, seat: int, n: int) -> Iterator[tuple[str, ...]]:
    """Every row of alliances and renegades that may go with ``n`` decision cards (LH-R28)."""
    yield ()
    politics = s.world.politics
    along = [c for c in hand_of(s, seat) if politics[c].kind in (ALLIANCE, RENEGADE)]
    fit = [c for c in along if has_target(s, seat, c)]
    most = min(len(fit), n) if s.world.one_politics else len(fit)
    for k in range(1, most + 1):
        for row in sorted(set(permutations(fit, k))):
            if not may_hold(s, seat, row) and not without_target(s, seat, row):
                yield row


def _politics(s: State, seat: int | None) -> Iterator[Input]:
    if seat is None or seat != s.turn:
        return
    world, names = s.world, s.world.squares
    if world.politics[s.played[0]].kind == ALLIANCE:
        for i, j, e in alliances_of(s, seat):
            own, other = names[s.keeps[i][0]], names[s.keeps[j][0]]
            yield entry(world, acts.Ally, seat, own, other, world.edges[e] if e >= 0 else "")
    else:
        for q, k, cards in renegades_of(s, seat):
            yield entry(world, acts.Renegade, seat, names[q], names[k], cards)


def _ends(s: State, seat: int) -> Iterator[Input]:
    """Alliances that a seat may buy off now (LH-11.8, LH-R31)."""
    world, names, cost = s.world, s.world.squares, s.world.tables.alliance_end
    sealed = s.bids[s.bidders.index(seat)] if seat in s.bidders and s.bids else None
    bid, pledged = sealed if sealed is not None else (0, ())
    seen = set()
    for a, b, _ in s.alliances:
        for i, j in ((a, b), (b, a)):
            if s.keeps[i][1] != seat or (i, j) in seen:
                continue
            seen.add((i, j))
            for cards in treasure_sets(s, seat):
                due = price(world, cost, cards)
                if pledged and cards and world.one_treasure:
                    continue
                if due + bid <= s.ducats[seat] and not (pledged and may_hold(s, seat, (*pledged, *cards))):
                    yield entry(world, acts.EndAlliance, seat, names[s.keeps[i][0]], names[s.keeps[j][0]], cards)


# ---------------------------------------------------------------- contests
def _deal(s: State, seat: int | None) -> Iterator[Input]:
    if seat is None:
        for p in s.bidders:  # the table lists them: what lies face down before the payer must not show in it
            amount = Between(0, s.ducats[p]) if s.world.open_money else Between(0, s.world.most_ducats, 0)
            yield opened(acts.Deal(None, s.world.names[p], 0), ducats=amount)
        yield entry(s.world, acts.NoDeal, None)


def _bid(s: State, seat: int | None) -> Iterator[Input]:
    if seat is not None and seat in s.bidders:
        for cards in treasure_choices(s, seat, 0):
            yield opened(acts.Bid(seat, 0), ducats=Between(0, s.ducats[seat]), treasures=cards)


# ---------------------------------------------------------------- actions
def _act(s: State, seat: int | None) -> Iterator[Input]:
    if seat is None or seat != s.turn:
        return iter(())
    kind, done = action_of(s).kind, (entry(s.world, acts.Done, seat),)
    if kind == BORDERS:
        if s.units and held(s, seat) < s.world.cap and supply(s) > 0:
            return chain(done, borders(s, seat))
        return iter(done)
    if kind == KNIGHT:
        return chain(done, _knights(s, seat))
    return chain(done, _takes(s, seat) if s.looking else _looks(s, seat))


def _looks(s: State, seat: int) -> Iterator[Input]:
    for i, pile in enumerate(s.piles):
        if pile:
            yield entry(s.world, acts.Look, seat, i + 1)


def borders(s: State, seat: int) -> Iterator[Input]:
    """A border on every free edge: four edges at a time, by the hexadecimal digits of the mask."""
    rows = border_rows(s.world.grid, seat)
    digits = format(s.free, "x").encode().translate(DIGITS)
    return chain.from_iterable(map(getitem, rows, reversed(digits)))


@lru_cache(maxsize=32)
def border_rows(grid: Grid, seat: int) -> Rows:
    """For each four edges and each of the 16 ways in which they can be free, the entries of a seat."""
    entries = [acts.LayBorder(seat, name) if name else None for name in grid.names]
    rows = [entries[i : i + 4] for i in range(0, len(entries), 4)]
    return tuple(
        tuple(tuple(act for k, act in enumerate(row) if act is not None and way >> k & 1) for way in range(16))
        for row in rows
    )


def _knights(s: State, seat: int) -> Iterator[Input]:
    world, names = s.world, s.world.squares
    if s.units and reserve(s, seat) > 0:
        squares = knight_squares(s, seat)
        wood = squares & s.land.forest
        entries = knight_entries(names, seat)
        for q in bits(squares & ~wood):
            yield entries[q]
        if wood:
            for cards in treasure_choices(s, seat, forest_cost(s, (wood & -wood).bit_length() - 1)):
                for q in bits(wood):
                    yield (
                        entry(world, acts.SetKnight, seat, names[q], cards)
                        if type(cards) is tuple
                        else opened(acts.SetKnight(seat, names[q]), treasures=cards)
                    )
    begins = own_regions(s, seat) if s.may_expand and s.units else []
    for i in [s.grown] if s.squares else begins:
        castle = names[s.keeps[i][0]]
        for q in bits(squares_to_take(s, i)):
            yield entry(world, acts.Expand, seat, castle, names[q])


@lru_cache(maxsize=32)
def knight_entries(names: tuple[str, ...], seat: int) -> tuple[Input, ...]:
    """By square: a knight set there for nothing."""
    return tuple(acts.SetKnight(seat, name) for name in names)


def _takes(s: State, seat: int) -> Iterator[Input]:
    if s.world.app_politics and UNKNOWN not in s.piles[s.looking - 1]:
        for card in sorted(set(s.piles[s.looking - 1])):
            yield entry(s.world, acts.Take, seat, card)
        return
    yield entry(s.world, acts.Take, seat)
    for card, n in pool(s).items():
        if n and may_take(s, seat, card):
            yield entry(s.world, acts.Take, seat, card)


# ---------------------------------------------------------------- the end
def _reveal(s: State, seat: int | None) -> Iterator[Input]:
    if seat is not None and UNKNOWN in s.hands[seat]:
        left = tuple(sorted(untold(s).items()))
        yield opened(acts.Reveal(seat, ()), cards=Some(left, s.hands[seat].count(UNKNOWN)))


LISTS: dict[str, Callable[[State, int | None], Iterator[Input]]] = {
    Phase.COLOURS: _colours,
    Phase.BEGIN: _begin,
    Phase.LAYOUT: _layout,
    Phase.SETTLE: _settle,
    Phase.CARD: _card,
    Phase.DECIDE: _decide,
    Phase.POLITICS: _politics,
    Phase.DEAL: _deal,
    Phase.BID: _bid,
    Phase.ACT: _act,
    Phase.REVEAL: _reveal,
}
