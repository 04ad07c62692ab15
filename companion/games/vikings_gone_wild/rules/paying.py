"""What a player can pay, and how: resources of played cards first, then tokens (VG-4.4, VG-4.5, VG-R33)."""

from __future__ import annotations

from typing import Any

from companion.engine.guards import malformed
from companion.engine.legal import Some
from companion.engine.types import Ruling, refuse
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.counting import fits
from companion.games.vikings_gone_wild.events import Paid
from companion.games.vikings_gone_wild.inputs import Counts
from companion.games.vikings_gone_wild.state import State
from companion.games.vikings_gone_wild.villages import tokens

NONE: Counts = ()


def tokens_of(s: State, seat: int, kind: str) -> Counts:
    """Tokens of a kind on a player's cards, by space."""
    return tokens(s, seat)[kind == v.GOLD]


def amount(counts: Counts) -> int:
    n = 0
    for _, k in counts:
        n += k
    return n


def first_of(counts: Counts, n: int) -> Counts:
    """So many of these, the first before the others."""
    found = []
    for name, most in counts:
        k = min(most, n)
        n -= k
        if k:
            found.append((name, k))
    return tuple(found)


def purse(s: State, seat: int) -> tuple[int, int]:
    """Beer and gold that the active player has, in any form."""
    beer, gold = s.now.beer, s.now.gold
    for b in s.players[seat].village:
        beer += b.beer
        gold += b.gold
    return beer, gold


def price(s: State, card: int) -> tuple[int, int]:
    """Beer and gold that a card costs now, with this turn's discounts."""
    c = s.world.cards[card]
    beer, gold = c.beer, c.gold
    for key, at in s.now.discounts:
        step = s.world.programs[key][at]
        if isinstance(step, v.Discount) and fits(s.world, step.filter)[card]:
            beer, gold = max(0, beer - step.beer), max(0, gold - step.gold)
    return beer, gold


def open_tokens(lie: Counts, short: int) -> Any:
    """The field of a legal entry: which tokens pay what played cards do not; () when it cannot be paid at all."""
    if short <= 0:
        return NONE
    total = amount(lie)
    return lie if total == short else Some(tuple((k, min(n, short)) for k, n in lie), short)


def unpaid(s: State, seat: int, beer: int, gold: int, beer_tokens: Counts, gold_tokens: Counts) -> Ruling | None:
    """VG-4.5: a price is paid with what the player has; VG-4.4: every part of it in its own kind."""
    short = None
    for kind, need, pool, given in ((v.BEER, beer, s.now.beer, beer_tokens), (v.GOLD, gold, s.now.gold, gold_tokens)):
        if given:
            lie = dict(tokens_of(s, seat, kind))
            if len({k for k, _ in given}) != len(given) or any(n < 1 for _, n in given):
                return malformed("VG-4.5", seat=seat, kind=kind)
            for space, n in given:
                if lie.get(space, 0) < n:
                    return malformed("VG-4.5", seat=seat, kind=kind, space=space, has=lie.get(space, 0))
        paid = amount(given) if given else 0
        if paid > max(0, need - pool):
            why = {} if pool else {"why": "over"}
            return malformed("VG-R33", seat=seat, kind=kind, needed=need, pool=pool, **why)
        if short is None and pool + paid < need:
            has = pool + amount(tokens_of(s, seat, kind))
            short = refuse("VG-4.4", seat=seat, kind=kind, needed=need, given=pool + paid, has=has)
    return short


def paid(s: State, beer: int, gold: int, beer_tokens: Counts, gold_tokens: Counts) -> Paid:
    """How a price is paid; less than it, where the table has waived the rest."""
    return Paid(
        min(s.now.beer, max(0, beer - amount(beer_tokens))),
        min(s.now.gold, max(0, gold - amount(gold_tokens))),
        beer_tokens,
        gold_tokens,
    )


def token_rules(s: State, beer_tokens: Counts, gold_tokens: Counts) -> tuple[str, ...]:
    """Rules about the tokens spent: from sites (VG-2.4), from anywhere (VG-R43)."""
    if not beer_tokens and not gold_tokens:
        return ()
    rules = ["VG-R43"]
    cards, spaces = s.world.cards, s.world.spaces
    places = [spaces[k] for k, _ in (*beer_tokens, *gold_tokens)]
    if any(cards[card].produces for _, card, _ in places):
        rules.append("VG-2.4")
    if any(no == 0 for _, _, no in places):
        rules.append("VG-8.6")
    return tuple(rules)
