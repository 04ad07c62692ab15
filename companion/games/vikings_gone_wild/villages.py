"""What follows from one village as it stands: short looks, the longer ones remembered until it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from companion.games.vikings_gone_wild.inputs import Counts
from companion.games.vikings_gone_wild.state import State

Value = tuple[str, int]  # a space that may be attacked, with its defence

T = TypeVar("T")


def known(s: State, seat: int, name: str, find: Callable[[State, int], T]) -> T:
    """``find(s, seat)``, which must depend on nothing but the seat's village and the world."""
    village, shelf = s.players[seat].village, s.world.last.shelves[seat]
    kept = shelf.get(name)
    if kept is None or kept[0] is not village:
        kept = shelf[name] = (village, find(s, seat))
    answer: T = kept[1]
    return answer



class Standing(NamedTuple):
    """What can be attacked at all in a village, and who attacked each of them this round."""

    values: tuple[Value, ...]
    foes: tuple[int, ...]


def tokens(s: State, seat: int) -> tuple[Counts, Counts]:
    """Beer and gold on a player's cards, by space."""
    return known(s, seat, "tokens", _tokens)


def _tokens(s: State, seat: int) -> tuple[Counts, Counts]:
    names = s.world.names[seat]
    beer, gold = [], []
    for b in s.players[seat].village:
        if b.beer:
            beer.append((names[b.card][b.no], b.beer))
        if b.gold:
            gold.append((names[b.card][b.no], b.gold))
    return tuple(sorted(beer)), tuple(sorted(gold))


def standing(s: State, seat: int) -> Standing:
    return known(s, seat, "standing", _standing)


def _standing(s: State, seat: int) -> Standing:
    cards, names = s.world.cards, s.world.names[seat]
    sound = [b for b in s.players[seat].village if b.ready and not b.hurt]
    values = tuple([(names[b.card][b.no], cards[b.card].defence + b.guard) for b in sound])
    return Standing(values, tuple([b.foes for b in sound]))


def draw_bonus(s: State, seat: int) -> int:
    """Further cards in the draw phase, by active taverns (VG-3.2)."""
    n = 0
    for b in s.players[seat].village:
        if b.ready:
            n += s.world.draws[b.card]
    return n


def taverns(s: State, seat: int) -> int:
    """The same in the next draw phase, when what stands under construction is finished."""
    n, draws = 0, s.world.draws
    for b in s.players[seat].village:
        n += draws[b.card]
    return n


def keep_bonus(s: State, seat: int) -> int:
    """Cards that active drakkars hold (VG-R39)."""
    n = 0
    for b in s.players[seat].village:
        if b.ready:
            n += s.world.keeps[b.card]
    return n


def full_vp(s: State, seat: int) -> int:
    """VP of full depots (VG-13.3)."""
    n, cards = 0, s.world.cards
    for b in s.players[seat].village:
        if (b.beer or b.gold) and b.ready and cards[b.card].holds and b.beer + b.gold >= cards[b.card].room:
            n += cards[b.card].full_vp
    return n


def loose(s: State, seat: int) -> tuple[int, int]:
    """Beer and gold that lie outside of depots."""
    beer = gold = 0
    for b in s.players[seat].village:
        if (b.beer or b.gold) and not s.world.holds[b.card]:
            beer += b.beer
            gold += b.gold
    return beer, gold


def has_depot(s: State, seat: int) -> bool:
    holds = s.world.holds
    return bool([b for b in s.players[seat].village if holds[b.card] and b.ready])
