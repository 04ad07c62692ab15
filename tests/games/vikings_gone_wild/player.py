"""A simple purposeful player: plays what it holds, attacks what it can, builds and buys; so that whole games end."""

from __future__ import annotations

from companion.engine.dealing import deal
from companion.engine.legal import Pick, Weighed, complete
from companion.engine.types import Choose, Input, May, Over, Show, Shuffle
from companion.games.vikings_gone_wild import inputs as acts
from companion.games.vikings_gone_wild.game import GAME
from companion.games.vikings_gone_wild.rules.strength import strength
from companion.games.vikings_gone_wild.rules.targets import defence_of
from companion.games.vikings_gone_wild.state import State

from .tables import Dealer

BUILD = ("brewery", "gold_factory", "tavern", "beer_depot", "drakkar", "gold_depot")


def purposeful(s: State, pick: Pick, dealer: Dealer = deal) -> Input | None:
    """The next act of a game in which everybody plays like this; None when it is over."""
    for owed in (*[p for p in GAME.pending(s) if isinstance(p, May)], GAME.pending(s)[0]):
        if isinstance(owed, Over):
            return None
        if isinstance(owed, May):
            if owed.rule == "VG-11.1":
                return next(e for e in GAME.options_of(s, owed.seats[0]) if isinstance(e, acts.Claim))
            continue
        if isinstance(owed, Choose):
            return chosen(s, owed.seats[0], pick)
        assert isinstance(owed, Show | Shuffle) or owed is not None
        return dealer(owed, pick)
    raise AssertionError("nothing is owed")


def chosen(s: State, seat: int, pick: Pick) -> Input:
    entries = [e for e in GAME.options_of(s, seat) if not isinstance(e, acts.Forgo)]
    best = max(entries, key=lambda e: worth(s, e))
    return sized(s, best, pick)


def worth(s: State, e: Input) -> float:
    """How much it wants to do something now."""
    if isinstance(e, acts.Claim | acts.Take | acts.Pick | acts.Drop):
        return 100
    if isinstance(e, acts.Store):
        way = e.depots
        assert isinstance(way, Weighed)
        return 100 if sum(n for _, n in way.such) > way.need else -10
    if isinstance(e, acts.Play | acts.Use):
        return 90
    if isinstance(e, acts.Attack):
        gain = 0 if e.target == "draco" else 20 if e.target.startswith("odin") else 40 - defence_of(s, e.target)
        return 10 + gain - 30 * (s.round == 1)
    if isinstance(e, acts.Defend):
        return 50 if saves(s, e) else -5
    if isinstance(e, acts.Upgrade):
        return 9
    if isinstance(e, acts.Build):
        return 8 - BUILD.index(e.building) / 10
    if isinstance(e, acts.Buy):
        card = s.world.cards[s.world.index[e.card]]
        return 5 + (card.beer + card.gold) / 10
    if isinstance(e, acts.Exchange | acts.Swap | acts.Together | acts.GiveBack | acts.PayFor | acts.Book):
        return -10
    return 0  # pass, end the turn, decline


def saves(s: State, e: acts.Defend) -> bool:
    """Whether one more card like this would repel the attack."""
    card = s.world.cards[s.world.index[e.card]]
    guard = card.guard if isinstance(card.guard, int) else 2
    strike = next(k for k in s.now.strikes if k.target == e.target)
    total = strength(s.world, strike.fighters, strike.boosts)
    return defence_of(s, e.target) <= total < defence_of(s, e.target) + guard


def sized(s: State, e: Input, pick: Pick) -> Input:
    """No more attackers than it takes; everything else that stands open as it is best."""
    if isinstance(e, acts.Attack):
        way = e.attackers
        assert isinstance(way, Weighed)
        sent = dict(way.such)
        for name in [*sent]:
            while sent.get(name, 0):
                fewer = tuple((k, n - (k == name)) for k, n in sent.items() if n - (k == name))
                if way.weigh(fewer) < way.need:
                    break
                sent = dict(fewer)
        return acts.Attack(e.seat, e.target, tuple(sent.items()), e.carried, e.boosts)
    if isinstance(e, acts.Store):
        return acts.Store(e.seat, e.kind, e.depots.such)  # type: ignore[attr-defined]
    if isinstance(e, acts.Drop):
        return acts.Drop(e.seat, e.cards.such)  # type: ignore[attr-defined]
    return complete(e, pick)
