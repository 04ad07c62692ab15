"""The draft: sealed picks of all seats, passed to the left together (chapter 5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.engine.guards import guarded, seat_of
from companion.engine.hidden import Breach, doubt
from companion.engine.legal import Pool
from companion.engine.types import Event, Ruling, facts
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.inputs import Keep
from companion.games.brian_boru.rules.guards import Outcome, impossible, malformed, refused
from companion.games.brian_boru.state import Phase, State, keeping, packet_size


def drafting(s: State, act: Keep) -> Ruling | None:
    if s.phase != Phase.DRAFT:
        return impossible("BB-5.3", "no_draft", seat=act.seat)
    if not s.world.track_hands and s.seals[seat_of(act)] is not None:
        return impossible("BB-5.5", "ready", seat=act.seat)
    return None


def cards_told(s: State, act: Keep) -> Ruling | None:
    """Face down they stay untold; with ``track_hands`` as many as are kept, each once."""
    n = keeping(s) if s.world.track_hands else 0
    if len(act.cards) != n:
        return malformed("BB-5.3", "how_many", seat=act.seat, n=n) if n else malformed("BB-5.3", "untold")
    if len(set(act.cards)) != len(act.cards) or any(c not in s.world.numbers for c in act.cards):
        return malformed("BB-5.3", "no_card", seat=act.seat)
    return None


def in_packet(s: State, act: Keep) -> Ruling | None:
    """BB-5.3: only from the packet in hand, where the app knows it."""
    seat = seat_of(act)
    if s.packets and not set(act.cards) <= set(s.packets[seat]):
        return refused("BB-5.3", "other_packet", audience=(seat,), seat=seat)
    return None


def not_kept(s: State, act: Keep) -> Ruling | None:
    """BB-5.5: a card kept earlier lies aside and does not come again."""
    seat = seat_of(act)
    again = set(act.cards) & set(s.hands[seat].known.cards) - set(offered(s, seat))
    return doubt("BB-5.5", audience=(seat,), why="kept", seat=seat, card=min(again)) if again else None


@guarded(drafting, cards_told, in_packet, not_kept)
def keep(s: State, act: Keep) -> Outcome:
    """A seal may be replaced unseen; the last one lets all packets pass (BB-5.3)."""
    seat = seat_of(act)
    events: list[Event] = []
    if s.world.track_hands:
        events += [  # the table overruled it: then it was another card that was kept before
            Breach(seat, "named", facts(card=card), rules=("BB-5.5",), audience=(seat,))
            for card in sorted(set(act.cards) & set(s.hands[seat].known.cards))
        ]
        events.append(ev.PickSealed(seat, act.cards, rules=("BB-5.3", "BB-5.5"), audience=(seat,)))
    if s.seals[seat] is not None:
        return events
    events.append(ev.PickReady(seat, rules=("BB-5.3",)))
    seals = tuple(act.cards if i == seat else sealed for i, sealed in enumerate(s.seals))
    if any(sealed is None for sealed in seals):
        return events
    return events + _passed(s, seals)


def _passed(s: State, seals: tuple[Any, ...]) -> list[Event]:
    world, size = s.world, packet_size(s) - keeping(s)
    events: list[Event] = []
    if s.look < len(world.looks):
        events.append(ev.PacketsPassed(s.look, size, rules=("BB-5.3", "BB-5.4") if size <= 2 else ("BB-5.3",)))
    else:
        events.append(ev.PacketsPassed(s.look, 0, rules=("BB-5.4",)))
    events += _named_twice(s, seals)
    told = world.track_hands and not s.packets  # then the last packet is told as well
    if s.look + 1 >= len(world.looks) + (1 if told else 0):
        events.append(ev.HandsTaken(world.deal, rules=("BB-5.6", "BB-5.4")))
    return events


def _named_twice(s: State, seals: tuple[Any, ...]) -> list[Event]:
    """BB-5.1: each card exists once. Who named one that another seat named too is told so, and nobody else."""
    named = [{*zone.known.cards, *(seals[i] or ())} for i, zone in enumerate(s.hands)]
    count = Counter(c for cards in named for c in cards)
    twice = sorted(c for c, n in count.items() if n > 1)
    return [
        Breach(i, "named", facts(card=c), rules=("BB-5.1",), audience=(i,))
        for c in twice
        for i, cards in enumerate(named)
        if c in cards
    ]


def offered(s: State, seat: int) -> tuple[int, ...]:
    """Cards that may be kept: what was kept before lies aside, even if the table has said so of a card of a packet that
    comes only now; if that leaves too few, the packet counts."""
    kept = s.hands[seat].known.cards
    of = s.packets[seat] if s.packets else s.world.numbers
    left = tuple(c for c in of if c not in kept)
    return left if len(left) >= keeping(s) else tuple(of)


def keep_options(s: State, seat: int) -> list[Keep]:
    if not s.world.track_hands:
        return [Keep(seat)] if s.seals[seat] is None else []
    of, n = offered(s, seat), keeping(s)
    if len(of) == n:
        return [Keep(seat, of)]
    entry = Keep(seat)
    open_cards: Any = Pool(of, n, n)  # type: ignore[arg-type]  # card numbers stand in it as items
    object.__setattr__(entry, "cards", open_cards)
    return [entry]
