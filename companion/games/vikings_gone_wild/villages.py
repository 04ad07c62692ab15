"""What follows from one village as it stands: short looks, the longer ones remembered until it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from companion.engine.slotted import changed
from companion.games.vikings_gone_wild.counting import full
from companion.games.vikings_gone_wild.inputs import Counts
from companion.games.vikings_gone_wild.state import Building, State

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
    n, cards = 0, s.world.cards  # a loop: a sum over a list takes twice as long here
    for b in s.players[seat].village:
        if b.ready:
            n += cards[b.card].draw_bonus
    return n


def taverns(s: State, seat: int) -> int:
    """The same in the next draw phase, when what stands under construction is finished."""
    n, cards = 0, s.world.cards
    for b in s.players[seat].village:
        n += cards[b.card].draw_bonus
    return n


def keep_bonus(s: State, seat: int) -> int:
    """Cards that active drakkars hold (VG-R39)."""
    n, cards = 0, s.world.cards
    for b in s.players[seat].village:
        if b.ready:
            n += cards[b.card].keep_bonus
    return n


def full_vp(s: State, seat: int) -> int:
    """VP of full depots (VG-13.3)."""
    n, world = 0, s.world
    for b in s.players[seat].village:
        if (b.beer or b.gold) and b.ready and full(world, b):
            n += world.cards[b.card].full_vp
    return n


def loose(s: State, seat: int) -> tuple[int, int]:
    """Beer and gold that lie outside of depots."""
    beer, gold, cards = 0, 0, s.world.cards
    for b in s.players[seat].village:
        if (b.beer or b.gold) and not cards[b.card].holds:
            beer += b.beer
            gold += b.gold
    return beer, gold


def active_depots(s: State, seat: int, kind: str) -> list[Building]:
    """Depots of a kind in which tokens may lie (VG-R40)."""
    cards = s.world.cards
    return [b for b in s.players[seat].village if b.ready and cards[b.card].holds == kind]


def places(s: State, seat: int, buildings: Iterable[Building]) -> tuple[str, ...]:
    """Where these buildings of a village stand; of those that look alike one is named."""
    names, found = s.world.names[seat], dict[Building, str]()
    for b in buildings:
        found.setdefault(changed(b, no=0), names[b.card][b.no])
    return tuple(sorted(found.values()))
