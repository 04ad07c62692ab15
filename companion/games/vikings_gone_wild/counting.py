"""Numbers and conditions of cards, counted from a state."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.box.vocabulary import Count, Filter, Num, Pred
from companion.games.vikings_gone_wild.last import keep
from companion.games.vikings_gone_wild.state import NOTHING, Building, Player, State, Tally
from companion.games.vikings_gone_wild.world import World
from companion.games.vikings_gone_wild.zones import hand_size, owned


def fits(world: World, f: Filter) -> tuple[bool, ...]:
    """For each card whether a filter means it."""
    known: tuple[bool, ...] | None = world.memo.get(f)
    if known is None:
        means = (
            (not f.deck or c.deck == f.deck)
            and (not f.tag or f.tag in c.tags)
            and (not f.id or c.id == f.id)
            and (f.bought is None or c.sold == f.bought)
            for c in world.cards
        )
        known = keep(world.memo, f, tuple(means))
    return known


def number(s: State, seat: int, n: Num, since: Tally = NOTHING) -> int:
    """A number of a card for its owner, now; ``since``: what event missions do not count any more."""
    if isinstance(n, int):
        return n
    found = _COUNTERS[n.counter](s.world, s.players[seat], n, since) * n.times + n.plus
    return found if n.most is None else min(n.most, found)


def progress(world: World, card: int, p: Player, since: Tally) -> tuple[int, int] | None:
    """What a mission counts now and what it needs; None where that is no single number, or not for all to see."""
    simple = simple_goal(world.cards[card].goal)
    if simple is None or simple[1].counter == "cards":
        return None
    find, n, least = simple
    return find(world, p, n, since), least


def simple_goal(goal: Pred | None) -> tuple[Counter, Count, int] | None:
    """A goal that compares one count with a number: how it is counted, the count and the number; None: it is more."""
    if goal is None or goal.op != "ge" or not isinstance(goal.left, Count) or not isinstance(goal.right, int):
        return None
    n = goal.left
    return (_COUNTERS[n.counter], n, goal.right) if (n.times, n.plus, n.most) == (1, 0, None) else None


def meets(s: State, seat: int, p: Pred, since: Tally = NOTHING) -> bool:
    """Whether a condition holds for a player."""
    if p.op == "all":
        return all(meets(s, seat, q, since) for q in p.of)
    if p.op == "any":
        return any(meets(s, seat, q, since) for q in p.of)
    if p.op == "not":
        return not meets(s, seat, p.of[0], since)
    left, right = number(s, seat, p.left, since), number(s, seat, p.right, since)
    return left >= right if p.op == "ge" else left <= right if p.op == "le" else left == right


# ---------------------------------------------------------------- counters
def _buildings(world: World, p: Player, n: Count, _: Tally) -> int:
    """Halls are no buildings; those under construction only where the card says so (VG-5.7)."""
    ids, wanted, all_ = world.ids, n.id, n.construction
    return len([1 for b in p.village[1:] if (all_ or b.ready) and (not wanted or ids[b.card] == wanted)])


def _level(world: World, p: Player, n: Count, _: Tally) -> int:
    return world.cards[p.village[0].card].level


def _at(world: World, b: Building, at: str) -> bool:
    card = world.cards[b.card]
    return (
        at == "any"
        or (at == "townhall" and b.no == 0)
        or (at == "depot" and bool(card.holds))
        or (at == "site" and bool(card.produces))
    )


def _tokens(world: World, p: Player, n: Count, _: Tally) -> int:
    here = [b for b in p.village if _at(world, b, n.at)]
    return sum(b.beer for b in here if n.kind != v.GOLD) + sum(b.gold for b in here if n.kind != v.BEER)


def full(world: World, b: Building) -> bool:
    """Whether a depot holds all it can (VG-13.3)."""
    card = world.cards[b.card]
    return bool(card.holds) and b.beer + b.gold >= card.room


def _full_depots(world: World, p: Player, n: Count, _: Tally) -> int:
    cards = world.cards
    return sum(full(world, b) and n.kind in ("", cards[b.card].holds) for b in p.village)


def _cards(world: World, p: Player, n: Count, _: Tally) -> int:
    if n.zone == v.HAND:
        return hand_size(p)
    mean = fits(world, n.filter)
    zone = owned(p) if n.zone == v.OWNED else p.discard if n.zone == v.DISCARD else p.play
    return sum(mean[c] for c in zone)


def _bought(world: World, p: Player, n: Count, since: Tally) -> int:
    bought = p.tally.bought[len(since.bought) :]
    if not bought:
        return 0
    mean = fits(world, n.filter)
    return sum([mean[c] for c in bought])


def _spent(world: World, p: Player, n: Count, since: Tally) -> int:
    beer, gold = p.tally.beer - since.beer, p.tally.gold - since.gold
    return (beer if n.kind != v.GOLD else 0) + (gold if n.kind != v.BEER else 0)


def _successes(world: World, p: Player, n: Count, since: Tally) -> int:
    cards = world.cards
    hit = p.tally.successes[len(since.successes) :]
    return sum(n.target in ("", cards[c].id, cards[c].deck) for c in hit)


def _attackers(world: World, p: Player, n: Count, since: Tally) -> int:
    units, heroes = p.tally.units - since.units, p.tally.heroes - since.heroes
    return (units if n.of != v.HERO else 0) + (heroes if n.of != v.UNIT else 0)


Counter = Callable[[World, Player, Count, Tally], int]
_COUNTERS: dict[str, Counter] = {
    "buildings": _buildings,
    "townhall_level": _level,
    "tokens": _tokens,
    "full_depots": _full_depots,
    "cards": _cards,
    "missions_done": lambda w, p, n, since: len(p.done),
    "vp": lambda w, p, n, since: p.vp,
    "turn.bought": _bought,
    "turn.spent": _spent,
    "turn.successes": _successes,
    "turn.attackers": _attackers,
    "turn.undead": lambda w, p, n, since: p.tally.undead - since.undead,
    "turn.plundered": lambda w, p, n, since: p.tally.plundered - since.plundered,
    "round.repelled": lambda w, p, n, since: p.tally.repelled - since.repelled,
    "round.complete_defences": lambda w, p, n, since: p.tally.complete - since.complete,
}
