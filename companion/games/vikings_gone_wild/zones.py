"""Hands, decks and piles, known or not: what may lie there, and how cards leave and come.

A pile is a row of layers, top first, each with its number of cards and the cards it may be. A player's hand and the
unseen part of his deck share one pool, since a referee without readers cannot tell them apart.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from typing import Any

from companion.engine.hidden import Counted, Known, Zone
from companion.engine.slotted import changed, setter
from companion.games.vikings_gone_wild.last import keep
from companion.games.vikings_gone_wild.state import Cards, Phase, Pile, Player, State
from companion.games.vikings_gone_wild.world import World

with_drawn, with_deck = setter(Player, "hand", "top"), setter(Player, "top", "discard")
with_top, with_held = setter(Player, "top"), setter(Player, "hand", "pool", "blind")


def plus(cards: Cards, *more: int) -> Cards:
    if len(more) == 1:
        i = bisect(cards, more[0])
        return cards[:i] + more + cards[i:]
    return tuple(sorted(cards + more)) if more else cards


def minus(cards: Cards, card: int) -> Cards:
    """Without one copy; unchanged if it is not there."""
    if card not in cards:
        return cards
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


def without(cards: Cards, gone: Iterable[int]) -> Cards:
    for c in gone:
        cards = minus(cards, c)
    return cards


# ---------------------------------------------------------------- piles
def ordered(cards: Iterable[int]) -> Pile:
    """A pile in a known order."""
    return tuple((1, (c,)) for c in cards)


def shuffled(cards: Iterable[int], n: int | None = None) -> Pile:
    """A pile of which nobody knows the order; ``n``: fewer cards than it may be made of."""
    all_cards = tuple(sorted(cards))
    n = len(all_cards) if n is None else n
    if n == 0:
        return ()
    return ((n, all_cards),) if len(all_cards) > 1 or n > 1 else ordered(all_cards)


def size(pile: Pile) -> int:
    return sum(n for n, _ in pile)


def top_card(pile: Pile) -> int:
    """The uppermost card if it is known, else -1."""
    if pile and len(pile[0][1]) == 1:
        return pile[0][1][0]
    return -1


def may_be(pile: Pile) -> Cards:
    """What the uppermost card may be."""
    return pile[0][1] if pile else ()


def taken(pile: Pile, card: int) -> Pile:
    """The pile without its uppermost card, which was this one."""
    n, cards = pile[0]
    if n <= 1:
        return pile[1:]
    rest = minus(cards, card)
    first = ordered(rest) if len(rest) == n - 1 == 1 else ((n - 1, rest),)
    return (*first, *pile[1:])


def pile_cards(pile: Pile) -> Cards:
    """All cards that lie there for sure; layers that may be more are left out."""
    return tuple(c for n, cards in pile if n == len(cards) for c in cards)


def to_shuffle(s: State, pile: str) -> Cards:
    """All cards of a pile of the set-up, or the bonus cards that break a tie."""
    return pile_cards(s.spare) if s.phase == Phase.TIE else s.world.piles[pile]


# ---------------------------------------------------------------- hand and deck of a player
def hand_size(p: Player) -> int:
    return len(p.hand) + p.blind


def deck_size(p: Player) -> int:
    return len(p.top) + len(p.pool) - p.blind


def hand_zone(p: Player, seat: int) -> Zone:
    """The hand as a zone of the kernel: cards that only its owner may be told, others counted out of the pool."""
    return Zone(Known(p.hand, (seat,)), Counted(p.blind, "deck"))


def holds(p: Player, card: int) -> bool:
    """Whether a card may be in the hand, as far as the referee knows (``hand_zone(p).may_hold``, in short)."""
    return card in p.hand or (p.blind > 0 and card in p.pool)


Possible = tuple[tuple[int, int, int], ...]  # card, how many at most, how many of them for sure


class Hand:
    """What a hand may hold: each kind with its greatest number, and the number that is sure."""

    __slots__ = ("armies", "fighters", "fixed", "helpers", "kinds", "playable", "plays")

    def __init__(self, world: World, hand: Cards, pool: Cards, blind: int) -> None:
        self.kinds = kinds = _kinds(hand, pool, blind) if blind else _sure_kinds(hand)
        playable, fighter, carried, improvement = world.playable, world.fighter, world.carried, world.improvement
        self.playable = tuple([k[0] for k in kinds if playable[k[0]]])
        self.fighters = tuple([k for k in kinds if fighter[k[0]]])
        self.helpers = tuple([k for k in kinds if carried[k[0]] or improvement[k[0]]])
        self.fixed = not [k for k in self.fighters if not world.fixed[k[0]]]  # no strength is counted
        self.armies: Any = None  # the ways to attack, once found; the same for everybody
        self.plays: dict[int, Any] = {}  # inputs by seat, once listed


def _kinds(hand: Cards, pool: Cards, blind: int) -> Possible:
    return tuple([(c, hand.count(c) + min(pool.count(c), blind), hand.count(c)) for c in sorted({*hand, *pool})])


def _sure_kinds(hand: Cards) -> Possible:
    return tuple([(c, n := hand.count(c), n) for c in dict.fromkeys(hand)])


def hand_of(world: World, p: Player) -> Hand:
    """The possible hand of a player."""
    last = world.last
    q, hand = last.hand
    if q is not p:
        if q is None or q.hand is not p.hand or q.pool is not p.pool or q.blind != p.blind:
            key: Any = (p.hand, p.pool, p.blind) if p.blind else p.hand
            hand = world.memo.get(key) or keep(world.memo, key, Hand(world, p.hand, p.pool, p.blind))
        last.hand = (p, hand)
    found: Hand = hand
    return found


def possible(world: World, p: Player) -> Possible:
    return hand_of(world, p).kinds


def settled(p: Player) -> Player:
    """What must lie in the hand because nothing of the pool can lie elsewhere is known."""
    if p.blind and len(p.pool) == p.blind:
        return changed(p, hand=plus(p.hand, *p.pool), pool=(), blind=0)
    return p


def from_hand(p: Player, *cards: int) -> Player:
    """Cards leave the hand: those that are known to lie there, else some of the pool."""
    hand, pool, blind = p.hand, p.pool, p.blind
    for card in cards:
        if card in hand:
            hand = minus(hand, card)
        else:
            pool, blind = minus(pool, card), max(0, blind - 1)
    return with_held(p, hand, pool, blind)


def draw(p: Player, n: int) -> Player:
    """Cards from deck to hand; the deck holds as many."""
    k = min(n, len(p.top))
    if k:
        p = with_drawn(p, plus(p.hand, *p.top[:k]), p.top[k:])
    return settled(changed(p, blind=p.blind + n - k)) if n > k else p


def rebuilt(p: Player, order: Cards) -> Player:
    """The discard pile becomes the deck: in a known order, or in none (VG-3.4, VG-18.1)."""
    if order:
        return with_deck(p, (*p.top, *order), ())
    if len(p.discard) == 1:
        return changed(p, top=(*p.top, *p.discard), discard=())
    return settled(changed(p, pool=plus(p.pool, *p.discard), discard=()))


def off_deck(p: Player, card: int) -> Player:
    """The uppermost card of the deck came to light and leaves it."""
    if p.top:
        return with_top(p, p.top[1:])
    return settled(changed(p, pool=minus(p.pool, card)))


def deck_top(p: Player) -> int:
    """The uppermost card of a deck if it is known, else -1."""
    return p.top[0] if p.top else -1


def owned(p: Player) -> Cards:
    """All cards of a player: deck, hand, discard pile, play area and cards lying on his buildings."""
    guards = [c for b in p.village for c in b.guards]
    return (*p.hand, *p.pool, *p.top, *p.discard, *p.play, *guards)
