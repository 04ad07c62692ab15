"""Storage phase and hands at the round's end (phases 4 and 5)."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from companion.engine.guards import barred, malformed, seat_of
from companion.engine.legal import Weighed
from companion.engine.types import DOUBTFUL, Decision, Event, Ruling, facts
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.events import HandDropped, LastRound, StorageDone, Stored, TokensLost
from companion.games.vikings_gone_wild.inputs import Counts, Drop, Pass, Store
from companion.games.vikings_gone_wild.rules.common import held, off_turn, points
from companion.games.vikings_gone_wild.rules.paying import amount, first_of
from companion.games.vikings_gone_wild.state import NOBODY, Phase, State, of_kind
from companion.games.vikings_gone_wild.villages import active_depots, full_vp, keep_bonus, known
from companion.games.vikings_gone_wild.villages import loose as outside
from companion.games.vikings_gone_wild.zones import Possible, hand_size, possible


# ---------------------------------------------------------------- depots
def depots(s: State, seat: int, kind: str) -> tuple[tuple[str, int, int], ...]:
    """Active depots of a kind: space, tokens, room in all (VG-R40)."""
    names, cards = s.world.names[seat], s.world.cards
    return tuple(
        sorted((names[b.card][b.no], b.beer + b.gold, cards[b.card].room) for b in active_depots(s, seat, kind))
    )


def loose(s: State, seat: int, kind: str) -> Counts:
    """Tokens that may still be stored: on sites, and on the town hall where the table plays so (VG-R15)."""
    world = s.world
    found = []
    for b in s.players[seat].village:
        n = of_kind(b, kind)
        if n and not world.cards[b.card].holds and (b.no or world.overflow_storable):
            found.append((b.no == 0, world.names[seat][b.card][b.no], n))
    return tuple((name, n) for _, name, n in sorted(found))


@frozen
class Layout:
    """Weighs tokens laid into depots: their number, -1 if there are not so many or nothing is changed."""

    now: Counts
    most: int

    def __call__(self, chosen: Counts) -> int:
        total = amount(chosen)
        return -1 if total > self.most or chosen == self.now else total


def storable(s: State, seat: int, kind: str) -> Weighed | None:
    """Every way to store and to move tokens of a kind; None if there is none."""
    if not active_depots(s, seat, kind):
        return None
    places = depots(s, seat, kind)
    now = tuple((name, n) for name, n, _ in places if n)
    stored, more = amount(now), amount(loose(s, seat, kind))
    room = sum(most for _, _, most in places)
    most = min(room, stored + more)
    of = tuple((name, most) for name, _, most in places)
    for order in (of, of[::-1]):
        such = tuple(sorted(first_of(order, most)))
        if such != now:
            return Weighed(of, Layout(now, most), stored, such)
    return None  # full, or empty with nothing to bring, or one depot that keeps what it has


def may_store(s: State, seat: int) -> bool:
    return known(s, seat, "storing", _may_store)


def _may_store(s: State, seat: int) -> bool:
    return any(storable(s, seat, kind) is not None for kind in v.KINDS)


def next_storer(s: State, after: int | None) -> int:
    """The next seat with something to store, from the start player on (VG-R18); -1: none."""
    order = s.world.order(s.starter)
    rest = order if after is None else order[order.index(after) + 1 :]
    return next((i for i in rest if may_store(s, i)), -1)


def store(s: State, act: Store, waived: frozenset[str]) -> Decision:
    """VG-13.1: only in phase 4, only tokens, only depots of their kind."""
    if s.phase != Phase.STORE:
        return barred("VG-13.1", seat=act.seat)
    if s.due:
        return held(s, act)
    if act.seat != s.turn:
        return barred("VG-R18", seat=act.seat, turn=s.turn)
    if act.kind not in v.KINDS:
        return malformed("VG-13.1", seat=act.seat)
    seat = seat_of(act)
    standing = depots(s, seat, act.kind)
    places = {name: most for name, _, most in standing}
    names = [name for name, _ in act.depots]
    for name, n in act.depots:
        if name not in places or n < 1 or names.count(name) > 1:
            if name not in places and s.world.spaces.get(name, (NOBODY,))[0] == seat:
                return malformed("VG-R40", seat=seat, kind=act.kind, space=name)
            return malformed("VG-13.1", seat=seat)
        if n > places[name]:
            return barred("VG-13.1", seat=seat, space=name, room=places[name])
    now = tuple((name, n) for name, n, _ in standing if n)
    total, stored, more = amount(act.depots), amount(now), loose(s, seat, act.kind)
    if act.depots == now or total < stored:
        return malformed("VG-13.1", seat=seat)
    if total - stored > amount(more):
        return barred("VG-13.2", seat=seat, kind=act.kind, has=amount(more))
    taken = first_of(more, total - stored)
    moved = ("VG-R15",) if any(s.world.spaces[name][2] == 0 for name, _ in taken) else ()
    return (Stored(seat, act.kind, act.depots, taken, rules=("VG-13.1", "VG-R40", *moved)),)


def storage_done(s: State, act: Pass) -> tuple[Event, ...]:
    seat = seat_of(act)
    return (StorageDone(seat, next_storer(s, seat), rules=("VG-13.1", "VG-R18")),)


def storage_reckoned(s: State) -> tuple[Event, ...]:
    """VG-13.2, VG-13.3: full depots score, and what was not stored is lost (VG-R49)."""
    events: list[Event] = []
    for seat in s.world.order(s.starter):
        n = full_vp(s, seat)
        if n:
            scored = points(s, seat, n, "depots", ("VG-13.3", "VG-R17", "VG-R18"))
            told = any(isinstance(e, LastRound) for e in events)  # two may pass the limit at once: said once
            events += [e for e in scored if not (told and isinstance(e, LastRound))]
    lie = [outside(s, i) for i in s.world.seats]
    beer, gold = tuple([b for b, _ in lie]), tuple([g for _, g in lie])
    return (*events, TokensLost(beer, gold, rules=("VG-13.2", "VG-8.5", "VG-R49")))


# ---------------------------------------------------------------- hands
def allowed_to_hold(s: State, seat: int) -> int:
    """VG-R39: one card for each drakkar that is active now, and what effects of this round allow."""
    return s.players[seat].hold + keep_bonus(s, seat)


@frozen
class Handful:
    """Weighs cards to be discarded: their number, -1 if the hand cannot hold them."""

    sure: tuple[tuple[str, int], ...]
    blind: int
    most: int

    def __call__(self, chosen: Counts) -> int:
        sure = dict(self.sure)
        unseen = sum(max(0, n - sure.get(name, 0)) for name, n in chosen)
        total = amount(chosen)
        return -1 if unseen > self.blind or total > self.most else total


def droppable(s: State, seat: int) -> Any:
    """What may be discarded: all but the cards that may be held."""
    p, ids = s.players[seat], s.world.ids
    may: Possible = possible(s.world, p)
    of = tuple((ids[c], n) for c, n, _ in may)
    sure = tuple((ids[c], k if p.blind else n) for c, n, k in may)
    total = hand_size(p)
    such, left = [], total
    unseen = p.blind
    for (name, n), (_, k) in zip(of, sure, strict=True):
        take = min(n, k + unseen)
        unseen -= max(0, take - k)
        left -= take
        if take:
            such.append((name, take))
    return Weighed(of, Handful(sure, p.blind, total), max(0, total - allowed_to_hold(s, seat)), tuple(such))


def drop(s: State, act: Drop, waived: frozenset[str]) -> Decision:
    """VG-14.2: the rest of the hand is discarded but for the cards held."""
    if s.phase != Phase.DISCARD:
        return off_turn(s, act) or barred("VG-14.2", seat=act.seat)
    if act.seat != s.turn:
        return barred("VG-R18", seat=act.seat, turn=s.turn)
    seat = seat_of(act)
    entry = droppable(s, seat)
    most = dict(entry.of)
    names = [name for name, _ in act.cards]
    for name, n in act.cards:
        if name not in s.world.index or n < 1 or names.count(name) > 1:
            return malformed("VG-14.2", seat=seat, card=name)
        if n > most.get(name, 0):
            return Ruling(DOUBTFUL, "VG-14.2", facts(seat=seat, card=name), audience=(seat,), waivable=False)
    found = entry.weigh(act.cards)
    if found < 0:
        return Ruling(DOUBTFUL, "VG-14.2", facts(seat=seat, card=names[0]), audience=(seat,), waivable=False)
    if found < entry.need:
        return barred("VG-R39", seat=seat, held=hand_size(s.players[seat]) - found, most=allowed_to_hold(s, seat))
    return (dropped(s, seat, act.cards),)


def dropped(s: State, seat: int, cards: Counts) -> Event:
    names = tuple(name for name, n in cards for _ in range(n))
    held = hand_size(s.players[seat]) - len(names)
    rules = ("VG-14.2", "VG-R39") if held else ("VG-14.2",)
    return HandDropped(seat, names, held, rules=rules)


def hand_by_itself(s: State) -> tuple[Event, ...]:
    """A hand that is known and may not be held is discarded without a question."""
    seat = s.turn
    p = s.players[seat]
    if p.blind or allowed_to_hold(s, seat):
        return ()
    return (HandDropped(seat, tuple([s.world.ids[c] for c in p.hand]), 0, rules=("VG-14.2",)),)
