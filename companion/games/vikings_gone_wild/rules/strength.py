"""How strong an attack is, and which attackers and helpers a hand can send (VG-7.5 to VG-7.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from attrs import define

from companion.engine.legal import Weighed
from companion.engine.types import Input
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.counting import number
from companion.games.vikings_gone_wild.inputs import Attack, Counts
from companion.games.vikings_gone_wild.last import keep
from companion.games.vikings_gone_wild.state import Fighter, State
from companion.games.vikings_gone_wild.world import World
from companion.games.vikings_gone_wild.zones import Hand

Able = tuple[tuple[int, int, int], ...]  # card, greatest and sure number
Counted = tuple[tuple[int, int], ...]
Carried = tuple[tuple[str, str, int], ...]


def means(world: World, of: str, card: int) -> bool:
    """Whether a boost or a removal of this kind is about a card."""
    if of == v.UNIT:
        return world.unit[card]
    return world.hero[card] if of == v.HERO else world.fighter[card]


def carries(world: World, boost: v.Boost, card: int) -> bool:
    """VG-R14: who may carry an item; heroes where the table plays so."""
    return means(world, boost.of, card) or (world.hero_may_carry and world.hero[card])


def may_carry(world: World, item: int, card: int) -> bool:
    """VG-7.5, VG-R14: a carrier is a unit; a hero only where the table plays so."""
    if not (world.unit[card] or (world.hero_may_carry and world.hero[card])):
        return False
    return all(carries(world, b, card) for b in world.boosts[item] if b.to == "carrier")


def fighter_name(world: World, x: Fighter) -> str:
    """An attacker with what it carries, as inputs name it."""
    return "+".join(world.ids[c] for c in (x.card, *x.loads))


def helps(world: World, helper: int, cards: Iterable[int]) -> bool:
    """Whether a card without strength finds somebody to boost in an attack."""
    return any(means(world, b.of, c) for b in world.boosts[helper] for c in cards)


def attackers(entries: Iterable[Input]) -> dict[str, int]:
    """Cards that may take part in some attack of these, with their greatest number."""
    fights = [e for e in entries if isinstance(e, Attack)]
    most: dict[str, int] = {}
    for e in fights:
        for name, n in getattr(e.attackers, "of", e.attackers):
            most[name] = max(n, most.get(name, 0))
    for e in fights:
        helpers = Counter([i for i, _, _ in e.carried] + list(e.boosts))
        for name, n in helpers.items():
            most[name] = max(n, most.get(name, 0))
    return most


def strength(world: World, fighters: Sequence[Fighter], boosts: Iterable[int]) -> int:
    """The strength of all attackers together with what they carry and the boosts they give each other."""
    total = 0
    cards = [f.card for f in fighters]
    for f in fighters:
        total += f.strength
        for b in world.boosts[f.card]:
            total += _boosted(world, b, cards, f.card)
        for load in f.loads:
            for b in world.boosts[load]:
                if b.to == "carrier":
                    total += b.n if carries(world, b, f.card) else 0
                else:
                    total += _boosted(world, b, cards, f.card)
    for helper in boosts:
        for b in world.boosts[helper]:
            total += _boosted(world, b, cards, -1)
    return total


def _boosted(world: World, b: v.Boost, cards: Sequence[int], giver: int) -> int:
    """What a boost adds: to one of those it is about, to all of them, or to all but its giver."""
    about = sum(means(world, b.of, c) for c in cards)
    if b.to == "one":
        return b.n if about else 0
    own = b.to == "others" and giver >= 0 and means(world, b.of, giver)
    return b.n * (about - own) if b.to in ("all", "others") else 0


def strength_of(s: State, seat: int, card: int) -> int:
    """A unit's or hero's own strength, now."""
    n = s.world.cards[card].strength
    return n if isinstance(n, int) else 0 if n is None else number(s, seat, n)


def fighters(
    world: World, strengths: dict[int, int], attackers: Iterable[tuple[int, int]], carried: Carried
) -> tuple[Fighter, ...]:
    """Attackers one by one, the first of each kind with what they carry."""
    if not carried:
        return tuple([Fighter(card, strengths[card]) for card, n in attackers for _ in range(n)])
    loads: dict[tuple[str, int], list[int]] = {}
    for item, carrier, no in carried:
        loads.setdefault((carrier, no), []).append(world.index[item])
    ids = world.ids
    return tuple(
        Fighter(card, strengths[card], tuple(sorted(loads.get((ids[card], no), ()))))
        for card, n in attackers
        for no in range(1, n + 1)
    )


def sent(s: State, seat: int, attack: Attack) -> tuple[Fighter, ...]:
    """The attackers of an attack before it is declared."""
    index = s.world.index
    picked = [(index[name], n) for name, n in attack.attackers]
    return fighters(s.world, {card: strength_of(s, seat, card) for card, _ in picked}, picked, attack.carried)


@define(eq=False, frozen=True)
class Muster:
    """Weighs a selection of attackers: its strength with these items and helpers, -1 if the hand cannot hold it."""

    world: World
    strengths: dict[int, int]
    sure: dict[int, int]
    limit: int  # cards of the unseen part of the hand that it may take
    least: dict[int, int]
    carried: Carried
    boosts: tuple[int, ...]
    plain: bool  # strengths just add up

    def __call__(self, chosen: Counts) -> int:
        if not chosen:
            return -1
        world, index = self.world, self.world.index
        picked = [(index[name], n) for name, n in chosen]
        if self.limit >= 0:
            sure = self.sure
            unseen = 0
            for card, n in picked:
                more = n - sure[card]
                if more > 0:
                    unseen += more
            if unseen > self.limit:
                return -1
        if self.plain:
            strengths = self.strengths
            return sum([strengths[card] * n for card, n in picked])
        counts = dict(picked)
        if any(counts.get(card, 0) < n for card, n in self.least.items()):
            return -1
        if not all(helps(world, b, counts) for b in self.boosts):
            return -1
        return strength(world, fighters(world, self.strengths, picked, self.carried), self.boosts)


@define(eq=False)
class Force:
    """One way to attack: with these items and helpers; ``best`` is the greatest strength, ``such`` reaches it."""

    carried: Carried
    boosts: tuple[str, ...]
    of: Counts
    muster: Muster
    best: int
    such: Counts
    entries: dict[Any, Any]

    def against(self, seat: int, value: tuple[str, int]) -> Attack:
        """The entry of an attack by a seat on what has this defence; its attackers stay open."""
        key = (seat, value)
        entry: Attack | None = self.entries.get(key)
        if entry is None:
            target, need = value
            entry = self.entries[key] = Attack(seat, target, (), self.carried, self.boosts)
            object.__setattr__(entry, "attackers", self.open(need))
        return entry

    def open(self, need: int) -> Weighed:
        found: Weighed | None = self.entries.get(need)
        if found is None:
            found = self.entries[need] = Weighed(self.of, self.muster, need, self.such)
        return found


def joiners(s: State, seat: int) -> tuple[int, ...]:
    """Cards played before whose attack is still open (VG-18.3)."""
    if not s.now.offers:
        return ()
    programs, card_of = s.world.programs, s.world.card_of
    return tuple(
        sorted(card_of[o.key] for o in s.now.offers if o.seat == seat and isinstance(programs[o.key][o.part], v.Join))
    )


def forces(s: State, seat: int, hand: Hand) -> tuple[Force, ...]:
    """Every combination of items and helpers with the attackers that may go with it; none without attackers."""
    ready = joiners(s, seat)
    if not ready and hand.fixed:
        if hand.armies is None:
            hand.armies = _kept_forces(s, seat, hand.fighters, hand.helpers, ()) if hand.fighters else ()
        armies: tuple[Force, ...] = hand.armies
        return armies
    able = _with_ready(hand.fighters, ready) if ready else hand.fighters
    changing = [c for c, _, _ in able if not s.world.fixed[c]]
    moving = tuple((c, strength_of(s, seat, c)) for c in changing)
    return _kept_forces(s, seat, able, hand.helpers, moving) if able else ()


def _kept_forces(s: State, seat: int, able: Able, helpers: Able, moving: Counted) -> tuple[Force, ...]:
    key: Any = ("forces", able, helpers, moving, s.players[seat].blind)
    kept: tuple[Force, ...] | None = s.world.memo.get(key)
    return keep(s.world.memo, key, tuple(_forces(s, seat, able, helpers))) if kept is None else kept


def _with_ready(able: Able, ready: tuple[int, ...]) -> Able:
    """Attackers of the hand with those that were played before."""
    numbers = {c: (n, sure) for c, n, sure in able}
    for card in ready:
        n, sure = numbers.get(card, (0, 0))
        numbers[card] = (n + 1, sure + 1)
    return tuple((c, n, sure) for c, (n, sure) in sorted(numbers.items()))


def _forces(s: State, seat: int, able: Able, helpers: Able) -> Iterator[Force]:
    world, p = s.world, s.players[seat]
    strengths = {c: strength_of(s, seat, c) for c, _, _ in able}
    sure = {c: k for c, _, k in able}
    own = not any(world.boosts[c] for c, _, _ in able)
    for carried, boosts, cost in _helped(world, able, helpers):
        limit = p.blind - cost if p.blind else -1
        if p.blind and limit < 0:
            continue
        least = _carriers(world, carried)
        plain = own and not carried and not boosts
        muster = Muster(world, strengths, sure, limit, least, carried, boosts, plain)
        of = tuple((world.ids[c], min(n, k + limit) if limit >= 0 else n) for c, n, k in able)
        of = tuple((name, n) for name, n in of if n)
        best, such = _best(muster, of)
        if best >= 0:
            yield Force(carried, tuple(sorted(world.ids[b] for b in boosts)), of, muster, best, such, {})


def _carriers(world: World, carried: Carried) -> dict[int, int]:
    least: dict[int, int] = {}
    for _, name, no in carried:
        card = world.index[name]
        least[card] = max(least.get(card, 0), no)
    return least


def _helped(world: World, able: Able, helpers: Able) -> Iterator[tuple[Carried, tuple[int, ...], int]]:
    """Items with their carriers, and helpers that find somebody to help; with how many unseen cards they take."""
    if not helpers:
        yield (), (), 0
        return
    items = [(c, sure) for c, n, sure in helpers if world.carried[c] for _ in range(n)]
    others = [(c, sure) for c, n, sure in helpers if not world.carried[c] for _ in range(n)]
    kinds = [(world.ids[c], c, n) for c, n, _ in able]
    for carried in _loads(world, items, kinds, ()):
        for used in product((False, True), repeat=len(others)):
            boosts = tuple(c for (c, _), on in zip(others, used, strict=True) if on)
            if any(_skips(others, used, i) for i in range(len(others))):
                continue
            if all(helps(world, c, [a for a, _, _ in able]) for c in boosts):
                names = [world.index[i] for i, _, _ in carried] + list(boosts)
                yield carried, boosts, _unseen(names, helpers)


def _skips(others: Any, used: Any, i: int) -> bool:
    """Of equal helpers the first are used first."""
    return bool(i and others[i][0] == others[i - 1][0] and used[i] and not used[i - 1])


def _unseen(names: list[int], helpers: Any) -> int:
    return sum(max(0, names.count(c) - sure) for c, _, sure in helpers)


def _loads(world: World, items: Any, kinds: Any, so_far: Carried) -> Iterator[Carried]:
    """Each item with a carrier or left; carriers of a kind are numbered as they are first loaded."""
    if not items:
        yield so_far
        return
    (item, _), rest = items[0], items[1:]
    yield from _loads(world, [r for r in rest if r[0] != item], kinds, so_far)
    for name, card, n in kinds:
        if may_carry(world, item, card):
            used = max((no for _, k, no in so_far if k == name), default=0)
            for no in range(1, min(n, used + 1) + 1):
                load = (world.ids[item], name, no)
                if so_far and so_far[-1][0] == load[0] and load < so_far[-1]:
                    continue
                yield from _loads(world, rest, kinds, (*so_far, load))


def _best(muster: Muster, of: Counts) -> tuple[int, Counts]:
    """The greatest strength that can be reached, and attackers that reach it."""
    everything = tuple(of)
    if muster.limit < 0:
        return muster(everything), everything
    index = muster.world.index
    sure = tuple((name, min(n, muster.sure[index[name]])) for name, n in of)
    if muster.plain:
        return _greedy(muster, of, dict(sure))
    best, such = -1, everything
    for counts in product(*(range(min(n, muster.sure[index[name]]), n + 1) for name, n in of)):
        chosen = tuple((name, n) for (name, _), n in zip(of, counts, strict=True) if n)
        found = muster(chosen)
        if found > best:
            best, such = found, chosen
    return best, such


def _greedy(muster: Muster, of: Counts, chosen: dict[str, int]) -> tuple[int, Counts]:
    index, left = muster.world.index, muster.limit
    for name, n in sorted(of, key=lambda kn: -muster.strengths[index[kn[0]]]):
        more = min(n - chosen[name], left)
        chosen[name] += more
        left -= more
    such = tuple((name, chosen[name]) for name, _ in of if chosen[name])
    return muster(such), such
