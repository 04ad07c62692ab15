"""What is legal: every input of a seat, lazily; tokens, attackers and layouts stay open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from companion.engine.types import Input
from companion.games.vikings_gone_wild import vocabulary as v
from companion.games.vikings_gone_wild.inputs import (
    Attack,
    Build,
    Buy,
    Claim,
    Counts,
    Declared,
    Defend,
    Drop,
    EndTurn,
    Exchange,
    Forgo,
    GiveBack,
    Pass,
    Play,
    Store,
    Swap,
    Take,
    Together,
    Upgrade,
    Use,
)
from companion.games.vikings_gone_wild.known import known
from companion.games.vikings_gone_wild.rules import answering, flow, missions, storing
from companion.games.vikings_gone_wild.rules.buying import SLOTS, hall_price
from companion.games.vikings_gone_wild.rules.common import row_gap
from companion.games.vikings_gone_wild.rules.paying import amount, open_tokens, price
from companion.games.vikings_gone_wild.rules.playing import answering as may_answer
from companion.games.vikings_gone_wild.rules.playing import somebody_to_remove
from companion.games.vikings_gone_wild.rules.rights import rights
from companion.games.vikings_gone_wild.rules.strength import forces
from companion.games.vikings_gone_wild.rules.targets import open_targets
from companion.games.vikings_gone_wild.state import CLAIM, DISCARD, OVER, SETUP, STORE, TURN, Player, State
from companion.games.vikings_gone_wild.villages import tokens
from companion.games.vikings_gone_wild.world import SAME_NAME, World
from companion.games.vikings_gone_wild.zones import Hand, hand_of

ENDS = tuple(EndTurn(seat) for seat in range(4))
TOGETHER = tuple(Together(seat) for seat in range(4))


def options_of(s: State, seat: int | None) -> Iterator[Input]:
    """Legal inputs of a seat in every phase."""
    if seat is None or s.phase in (SETUP, OVER):
        return iter(())
    entries = _urgent(s, seat)
    claims, most = rights(s, seat)
    if claims or most:
        return chain(entries, _beside(s, seat, claims, most))
    return iter(entries)


def _beside(s: State, seat: int, claims: tuple[int, ...], most: int) -> Iterator[Input]:
    """What stands beside every duty: missions to claim and cards of taverns to leave (VG-R25, VG-3.2)."""
    if missions.quiet(s):
        for card in claims:
            yield Claim(seat, s.world.ids[card])
    if most:
        for n in range(most + 1):
            if n != s.players[seat].forgo:
                yield Forgo(seat, n)


def _urgent(s: State, seat: int) -> Iterable[Input]:
    """Answers to what is owed first."""
    if s.due:
        if seat == s.due[0] and (s.revealed >= 0 or not s.favours):
            return [Take(seat, s.world.ids[card]) for card in missions.favour_choices(s)]
        return ()
    if s.row[0] < 0 and row_gap(s) >= 0:
        return ()
    if s.stack:
        return answering.answers(s, seat)
    if s.phase == TURN:
        return _turn(s, seat)
    if s.phase == STORE and seat == s.turn:
        layouts = [(kind, storing.storable(s, seat, kind)) for kind in v.KINDS]
        return [*(_opened(Store(seat, k), "depots", x) for k, x in layouts if x is not None), Pass(seat)]
    if s.phase == CLAIM and seat in flow.waiting(s):
        return (Pass(seat),)
    if s.phase == DISCARD and seat == s.turn:
        return (_opened(Drop(seat), "cards", storing.droppable(s, seat)),)
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
        return [*attacks, Declared(seat)] if now.strikes else attacks
    world, p = s.world, s.players[seat]
    hand, (beer, gold) = hand_of(world, p), tokens(s, seat)
    out = [*_plays(world, hand, seat)]
    if now.beer or now.gold or beer or gold or world.gratis or now.discounts:
        out += _purchases(s, seat, beer, gold)
    attacks = _attacks(s, seat, hand)
    out += attacks
    if attacks and attacks[-1].target in world.spaces:  # buildings come last
        out.append(TOGETHER[seat])
    if not p.returned and len(p.village) > 1:
        out += known(s, seat, "returns", _returns)
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
        known = world.keep(key, tuple(Play(seat, world.ids[card], i) for i in targets))
    return known


def _returns(s: State, seat: int) -> list[Input]:
    names = s.world.names[seat]
    return [_return(seat, names[b.card][b.no]) for b in s.players[seat].village[1:]]


@cache
def _return(seat: int, building: str) -> Input:
    return GiveBack(seat, building)


def _parts(s: State, seat: int) -> list[Input]:
    """Parts of played cards that are open, each once."""
    world = s.world
    mine = [o for o in s.now.offers if o.seat == seat and not isinstance(world.programs[o.key][o.part], v.Join)]
    return list(dict.fromkeys(Use(seat, world.ids[world.card_of[o.key]], o.part + 1) for o in mine))


class Purse(NamedTuple):
    """What a seat can pay with the same resources and tokens, as long as the same discounts hold."""

    seat: int
    pool: tuple[int, int]  # beer and gold of played cards
    lie: tuple[Counts, Counts]  # tokens by space
    beer: int  # in any form
    gold: int
    piles: tuple[tuple[int, int, Input], ...]  # supply pile, its card if that is a building or -1, entry
    exchanges: tuple[Input, ...]
    entries: dict[Any, Any]  # as they were asked for

    def paid(self, entry: Input, beer: int, gold: int) -> Input:
        """An entry with what played cards do not pay of a price in tokens."""
        if beer > self.pool[0]:
            _opened(entry, "beer", open_tokens(self.lie[0], beer - self.pool[0]))
        if gold > self.pool[1]:
            _opened(entry, "gold", open_tokens(self.lie[1], gold - self.pool[1]))
        return entry


def _purchases(s: State, seat: int, beer: Counts, gold: Counts) -> list[Input]:
    """Everything that can be paid: cards, buildings, the hall, the swap of a mission, and exchanges."""
    world, p = s.world, s.players[seat]
    purse = _purse(s, seat, beer, gold)
    cards, supply, has_beer, has_gold, entries = world.cards, s.supply, purse.beer, purse.gold, purse.entries
    out = [e for i, building, e in purse.piles if supply[i] and (building < 0 or _room(world, p, building))]
    for i, c in enumerate(s.row):
        if c >= 0 and cards[c].sold:
            need_beer, need_gold = price(s, c) if s.now.discounts else (cards[c].beer, cards[c].gold)
            if need_beer <= has_beer and need_gold <= has_gold:
                entry = entries.get((i, c))
                if entry is None:
                    entry = entries[i, c] = purse.paid(Buy(seat, world.ids[c], SLOTS[i]), need_beer, need_gold)
                out.append(entry)
    hall = p.village[0]
    if hall.ready and cards[hall.card].upgrade is not None:
        need_beer, need_gold = hall_price(s, seat)
        if need_beer <= has_beer and need_gold <= has_gold:
            entry = entries.get(hall.card)
            if entry is None:
                entry = entries[hall.card] = purse.paid(Upgrade(seat), need_beer, need_gold)
            out.append(entry)
    if has_gold and not p.swapped:
        missions = tuple([m.card for m in p.missions])
        swaps = entries.get(missions)
        if swaps is None:
            swaps = entries[missions] = [purse.paid(Swap(seat, world.ids[m]), 0, 1) for m in dict.fromkeys(missions)]
        out += swaps
    out += purse.exchanges
    return out


def _room(world: World, p: Player, building: int) -> bool:
    """VG-5.2, VG-5.3: whether a village takes one more building of a name."""
    limit, village = world.cards[p.village[0].card].limit, p.village
    return (limit is None or len(village) <= limit) and [b.card for b in village].count(building) < SAME_NAME


def _purse(s: State, seat: int, beer: Counts, gold: Counts) -> Purse:
    now, world = s.now, s.world
    key = ("purse", seat, now.beer, now.gold, beer, gold, now.discounts)
    known: Purse | None = world.memo.get(key)
    if known is not None:
        return known
    has_beer, has_gold = now.beer + amount(beer), now.gold + amount(gold)
    exchanges = tuple(
        _opened(Exchange(seat, kind), "tokens", open_tokens(lie, 2 - pool))
        for kind, pool, lie, has in ((v.BEER, now.beer, beer, has_beer), (v.GOLD, now.gold, gold, has_gold))
        if has >= 2
    )
    purse = Purse(seat, (now.beer, now.gold), (beer, gold), has_beer, has_gold, (), exchanges, {})
    piles = []
    for i, c in enumerate(world.supply):
        need_beer, need_gold = price(s, c)
        if need_beer <= has_beer and need_gold <= has_gold:
            building = world.cards[c].deck == "building"
            entry = Build(seat, world.ids[c]) if building else Buy(seat, world.ids[c])
            piles.append((i, c if building else -1, purse.paid(entry, need_beer, need_gold)))
    return world.keep(key, purse._replace(piles=tuple(piles)))


def _attacks(s: State, seat: int, hand: Hand) -> list[Attack]:
    """Every target that can be reached, with each way of items and helpers; the attackers stay open."""
    armies = forces(s, seat, hand)
    if not armies:
        return []
    values = open_targets(s, seat)
    if s.world.weak_attacks:
        values = [(target, 0) for target, _ in values]
    return [force.against(seat, value) for value in values for force in armies if force.best >= value[1]]


def _defences(s: State, seat: int) -> list[Input]:
    world = s.world
    out: list[Input] = []
    for card, _, _ in hand_of(world, s.players[seat]).kinds:
        if not world.defends[card]:
            continue
        entries = [Defend(seat, world.ids[card], strike.target) for strike in s.now.strikes]
        out += [e for e in entries if somebody_to_remove(s, e) is None]
    if s.now.offers:
        out += _parts(s, seat)
    out.append(Pass(seat))
    return out
