"""What is legal: every input of a seat, lazily; tokens, attackers and layouts stay open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from companion.engine.types import Input
from companion.games.vikings_gone_wild import inputs as acts
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.last import keep
from companion.games.vikings_gone_wild.rules import answering, flow, missions, storing
from companion.games.vikings_gone_wild.rules.common import row_gap
from companion.games.vikings_gone_wild.rules.paying import amount, open_tokens, price
from companion.games.vikings_gone_wild.rules.playing import answering as may_answer
from companion.games.vikings_gone_wild.rules.playing import somebody_to_remove
from companion.games.vikings_gone_wild.rules.rights import rights
from companion.games.vikings_gone_wild.rules.strength import forces
from companion.games.vikings_gone_wild.rules.targets import SLOTS, open_targets
from companion.games.vikings_gone_wild.state import APART, Phase, State
from companion.games.vikings_gone_wild.villages import known, tokens
from companion.games.vikings_gone_wild.world import SAME_NAME, World
from companion.games.vikings_gone_wild.zones import Hand, hand_of

ENDS = tuple(acts.EndTurn(seat) for seat in range(4))
NO_CARDS: frozenset[int] = frozenset()
TOGETHER = tuple(acts.Together(seat) for seat in range(4))


def options_of(s: State, seat: int | None) -> Iterator[Input]:
    """Legal inputs of a seat in every phase."""
    if seat is None or s.phase in APART:
        return iter(())
    entries, last = _urgent(s, seat), rights(s)
    claims, most = last.claims[seat], last.taverns[seat]
    if claims and missions.quiet(s):
        entries = chain(entries, [acts.Claim(seat, s.world.ids[card]) for card in claims])
    if most:
        entries = chain(entries, _forgoing(seat, most, s.players[seat].forgo))
    return iter(entries)


@cache
def _forgoing(seat: int, most: int, said: int) -> tuple[Input, ...]:
    """Cards of taverns to leave instead of as many as he has said (VG-3.2)."""
    return tuple([acts.Forgo(seat, n) for n in range(most + 1) if n != said])


def _urgent(s: State, seat: int) -> Iterable[Input]:
    """Answers to what is owed first."""
    if s.due:
        if seat == s.due[0] and (s.revealed >= 0 or not s.favours):
            return [acts.Take(seat, s.world.ids[card]) for card in missions.favour_choices(s)]
        return ()
    if s.row[0] < 0 and row_gap(s) >= 0:
        return ()
    if s.stack:
        return answering.answers(s, seat)
    if s.phase == Phase.TURN:
        return _turn(s, seat)
    if s.phase == Phase.STORE and seat == s.turn:
        layouts = [(kind, storing.storable(s, seat, kind)) for kind in v.KINDS]
        return [*(_opened(acts.Store(seat, k), "depots", x) for k, x in layouts if x is not None), acts.Pass(seat)]
    if s.phase == Phase.CLAIM and seat in flow.waiting(s):
        return (acts.Pass(seat),)
    if s.phase == Phase.DISCARD and seat == s.turn:
        return (_opened(acts.Drop(seat), "cards", storing.droppable(s, seat)),)
    return ()


def _opened(entry: Input, field: str, value: Any) -> Input:
    object.__setattr__(entry, field, value)
    return entry


# ---------------------------------------------------------------- the turn
def _turn(s: State, seat: int) -> Iterable[Input]:
    now = s.now
    if now.window == 1:
        return _defences(s, seat) if may_answer(s, seat) else ()
    if seat != s.turn or now.closing:
        return ()
    if now.together:
        attacks = _attacks(s, seat, hand_of(s.world, s.players[seat]))
        return [*attacks, acts.Declared(seat) if now.strikes else acts.Pass(seat)]
    world, p = s.world, s.players[seat]
    hand, own = hand_of(world, p), known(s, seat, "own", _own)
    out = [*_plays(world, hand, seat)]
    if now.beer or now.gold or own.beer or own.gold or world.gratis or now.discounts:
        out += _purchases(s, seat, own)
    attacks = _attacks(s, seat, hand)
    out += attacks
    if attacks and attacks[-1].target in world.spaces:  # buildings come last
        out.append(TOGETHER[seat])
    if not p.returned and len(p.village) > 1:
        out += own.returns
    if now.offers:
        out += _parts(s, seat)
    out.append(ENDS[seat])
    return out


def _plays(world: World, hand: Hand, seat: int) -> list[Input]:
    plays: list[Input] | None = hand.plays.get(seat)
    if plays is None:
        plays = hand.plays[seat] = [e for card in hand.playable for e in _plays_of(world, seat, card)]
    return plays


def _plays_of(world: World, seat: int, card: int) -> tuple[Input, ...]:
    key = ("play", seat, card)
    known: tuple[Input, ...] | None = world.memo.get(key)
    if known is None:
        targets: list[int | None] = [i for i in world.seats if i != seat] if world.targeted[card] else [None]
        known = keep(world.memo, key, tuple(acts.Play(seat, world.ids[card], i) for i in targets))
    return known


class Own(NamedTuple):
    """What the own village has to do with acts: tokens by space, and what it forbids and allows."""

    beer: acts.Counts
    gold: acts.Counts
    returns: tuple[Input, ...]
    closed: frozenset[int]  # buildings for which there is no room
    rise: tuple[int, int] | None  # what the next level of the hall costs


def _own(s: State, seat: int) -> Own:
    """VG-5.2, VG-5.3: a village has room for so many buildings, and for three of a name."""
    world, village = s.world, s.players[seat].village
    names, hall = world.names[seat], world.cards[village[0].card]
    stand = [b.card for b in village[1:]]
    closed = frozenset([c for c in stand if stand.count(c) >= SAME_NAME]) if len(stand) >= SAME_NAME else NO_CARDS
    if hall.limit is not None and len(stand) >= hall.limit:
        closed = frozenset(world.pile("building"))
    returns = tuple([_return(seat, names[b.card][b.no]) for b in village[1:]])
    return Own(*tokens(s, seat), returns, closed, hall.upgrade if village[0].ready else None)


@cache
def _return(seat: int, building: str) -> Input:
    return acts.GiveBack(seat, building)


def _parts(s: State, seat: int) -> list[Input]:
    """Parts of played cards that are open, each once."""
    world = s.world
    mine = [o for o in s.now.offers if o.seat == seat and not isinstance(world.programs[o.key][o.part], v.Join)]
    return list(dict.fromkeys(acts.Use(seat, world.name_of[o.key], o.part + 1) for o in mine))


class Purse(NamedTuple):
    """What a seat can pay with the same resources and tokens, as long as the same discounts hold."""

    seat: int
    pool: tuple[int, int]  # beer and gold of played cards
    lie: tuple[acts.Counts, acts.Counts]  # tokens by space
    beer: int  # in any form
    gold: int
    piles: tuple[tuple[int, int, Input], ...]  # supply pile, its card, entry
    buys: tuple[bool, ...]  # which cards of Odin's Path, by number; the last of all stands for none
    exchanges: tuple[Input, ...]
    entries: dict[Any, Any]  # as they were asked for

    def paid(self, entry: Input, beer: int, gold: int) -> Input:
        """An entry with what played cards do not pay of a price in tokens."""
        if beer > self.pool[0]:
            _opened(entry, "beer", open_tokens(self.lie[0], beer - self.pool[0]))
        if gold > self.pool[1]:
            _opened(entry, "gold", open_tokens(self.lie[1], gold - self.pool[1]))
        return entry


def _purchases(s: State, seat: int, own: Own) -> list[Input]:
    """Everything that can be paid: cards, buildings, the hall, the swap of a mission, and exchanges."""
    world, p, supply = s.world, s.players[seat], s.supply
    purse = _purse(s, seat, own.beer, own.gold)
    closed, buys, entries = own.closed, purse.buys, purse.entries
    out = [e for i, card, e in purse.piles if supply[i] and card not in closed]
    for i, c in enumerate(s.row):
        if buys[c]:
            entry = entries.get((i, c))
            if entry is None:
                entry = entries[i, c] = purse.paid(acts.Buy(seat, world.ids[c], SLOTS[i]), *price(s, c))
            out.append(entry)
    rise = own.rise
    if rise is not None and rise[0] <= purse.beer and rise[1] <= purse.gold:
        entry = entries.get(rise)
        if entry is None:
            entry = entries[rise] = purse.paid(acts.Upgrade(seat), *rise)
        out.append(entry)
    if purse.gold and not p.swapped:
        missions = tuple([m.card for m in p.missions])
        swaps = entries.get((missions,))
        if swaps is None:
            swaps = [purse.paid(acts.Swap(seat, world.ids[m]), 0, 1) for m in dict.fromkeys(missions)]
            entries[missions,] = swaps
        out += swaps
    out += purse.exchanges
    return out


def _purse(s: State, seat: int, beer: acts.Counts, gold: acts.Counts) -> Purse:
    now, world = s.now, s.world
    key = ("purse", seat, now.beer, now.gold, beer, gold, now.discounts)
    known: Purse | None = world.memo.get(key)
    if known is not None:
        return known
    has_beer, has_gold = now.beer + amount(beer), now.gold + amount(gold)
    exchanges = tuple(
        _opened(acts.Exchange(seat, kind), "tokens", open_tokens(lie, 2 - pool))
        for kind, pool, lie, has in ((v.BEER, now.beer, beer, has_beer), (v.GOLD, now.gold, gold, has_gold))
        if has >= 2
    )
    buys = _buys(s, has_beer, has_gold)
    purse = Purse(seat, (now.beer, now.gold), (beer, gold), has_beer, has_gold, (), buys, exchanges, {})
    piles = []
    for i, c in enumerate(world.supply):
        need_beer, need_gold = price(s, c)
        if need_beer <= has_beer and need_gold <= has_gold:
            building = world.cards[c].deck == "building"
            entry = acts.Build(seat, world.ids[c]) if building else acts.Buy(seat, world.ids[c])
            piles.append((i, c, purse.paid(entry, need_beer, need_gold)))
    return keep(world.memo, key, purse._replace(piles=tuple(piles)))


def _buys(s: State, beer: int, gold: int) -> tuple[bool, ...]:
    """Which cards so much pays for, with this turn's discounts; one more for an empty slot."""
    world, key = s.world, ("buys", beer, gold, s.now.discounts)
    known: tuple[bool, ...] | None = world.memo.get(key)
    if known is None:
        needs = [price(s, c) if card.sold else (beer + 1, 0) for c, card in enumerate(world.cards)]
        known = keep(world.memo, key, (*(b <= beer and g <= gold for b, g in needs), False))
    return known


def _attacks(s: State, seat: int, hand: Hand) -> list[acts.Attack]:
    """Every target that can be reached, with each way of items and helpers; the attackers stay open."""
    armies, last = forces(s, seat, hand), s.world.last
    if not armies:
        return []
    targets = open_targets(s, seat)
    before, there, entries = last.attacks
    if before is not armies or there is not targets:
        values = [(target, 0) for target, _ in targets] if s.world.weak_attacks else targets
        entries = [force.against(seat, value) for value in values for force in armies if force.best >= value[1]]
        last.attacks = (armies, targets, entries)
    return entries


def _defences(s: State, seat: int) -> list[Input]:
    world = s.world
    out: list[Input] = []
    for card, _, _ in hand_of(world, s.players[seat]).kinds:
        if not world.defends[card]:
            continue
        entries = [acts.Defend(seat, world.ids[card], strike.target) for strike in s.now.strikes]
        out += [e for e in entries if somebody_to_remove(s, e) is None]
    if s.now.offers:
        out += _parts(s, seat)
    out.append(acts.Pass(seat))
    return out
