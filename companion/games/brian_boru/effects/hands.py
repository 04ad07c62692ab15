"""Hands and packets: what the events of draft and play do to the cards, as far as somebody named them."""

from __future__ import annotations

from companion.engine.hidden import Breach
from companion.engine.slotted import changed
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.state import Phase, State, hand


def _cards_shuffled(s: State, e: ev.CardsShuffled) -> State:
    p = s.world.players
    hands = tuple(hand(i, (), 0, s.round) for i in range(p))
    return changed(s, phase=Phase.DRAFT, look=0, seals=(None,) * p, packets=(), hands=hands, discard=(), stuck=())


def _dealt(s: State, e: ev.Dealt) -> State:
    return changed(s, packets=e.packets)


def _sealed(s: State, seat: int, cards: tuple[int, ...]) -> State:
    return changed(s, seals=(*s.seals[:seat], cards, *s.seals[seat + 1 :]))


def _pick_sealed(s: State, e: ev.PickSealed) -> State:
    return _sealed(s, e.seat, e.cards)


def _pick_ready(s: State, e: ev.PickReady) -> State:
    return s if s.seals[e.seat] is not None else _sealed(s, e.seat, ())


def _packets_passed(s: State, e: ev.PacketsPassed) -> State:
    """Kept cards go to the hands; what is left of each packet goes to the left neighbour (BB-5.3)."""
    p, kept = s.world.players, keeping(s)
    hands, left = [], []
    for i in range(p):
        cards = s.seals[i] or ()
        hands.append(s.hands[i].named(cards).grown(kept - len(cards)))
        left.append(tuple(c for c in s.packets[i] if c not in cards) if s.packets else ())
    packets = tuple(left[i - 1] for i in range(p)) if s.packets else ()
    return changed(s, hands=tuple(hands), packets=packets, seals=(None,) * p, look=s.look + 1)


def _hands_taken(s: State, e: ev.HandsTaken) -> State:
    """The last packet is added whole (BB-5.4), unless its cards were told as a pick of their own."""
    hands = []
    for i, zone in enumerate(s.hands):
        more = s.world.deal - zone.size
        named = s.packets[i][:more] if s.packets else ()
        hands.append(zone.named(named).grown(more - len(named)))
    return changed(
        s, phase=Phase.LEAD, turn=s.marker, hands=tuple(hands), packets=(), seals=(None,) * s.world.players, trick_no=1,
        look=0,
    )  # fmt: skip


def keeping(s: State) -> int:
    """How many cards a seat keeps at this look."""
    return 2 if s.look < len(s.world.looks) else s.world.whole


def packet_size(s: State) -> int:
    return s.world.looks[s.look] if s.look < len(s.world.looks) else s.world.whole


def _card_played(s: State, e: ev.CardPlayed) -> State:
    zone = s.hands[e.seat]
    if zone.counted.n == 0 and e.card not in zone.known.cards:
        zone = zone.blurred(zone.known.cards)  # the table overruled what we believed: none of it is believed now
    if e.card in s.discard:  # likewise: then it was another card that we took for this one
        s = changed(s, discard=tuple(c for c in s.discard if c != e.card))
    return changed(
        s,
        hands=(*s.hands[: e.seat], zone.without(e.card), *s.hands[e.seat + 1 :]),
        trick=(*s.trick, (e.seat, e.card)),
        turn=(e.seat + 1) % s.world.players,
    )


def _breach(s: State, e: Breach) -> State:
    """A card that two seats named, or that came from elsewhere: it counts as unnamed again."""
    card = dict(e.facts).get("card")
    if e.code == "named" and card is not None:
        zone = s.hands[e.seat].blurred((card,))
        return changed(s, hands=(*s.hands[: e.seat], zone, *s.hands[e.seat + 1 :]))
    if e.code == "not_stuck":
        return changed(s, stuck=tuple(c for c in s.stuck if c.seat != e.seat))
    return s
