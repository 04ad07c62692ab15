"""What each event of Brian Boru does to the state. Total on events that the rules gave.

An event that settles the top of the stack takes it off; one that opens further work puts that on top.
"""

from __future__ import annotations

from companion.engine.dispatch import handlers
from companion.engine.hidden import Breach, Claim
from companion.engine.slotted import changed
from companion.engine.types import Event
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.box import WHITE
from companion.games.brian_boru.effects import upkeep
from companion.games.brian_boru.state import (
    NO_CARDS,
    NOBODY,
    PAID,
    STEPS,
    Phase,
    State,
    added,
    done,
    hand,
    keeping,
    offered,
    put,
    scored,
)


def evolve(s: State, e: Event) -> State:
    effect = EFFECTS.get(type(e))
    return s if effect is None else effect(s, e)


# ---------------------------------------------------------------- set-up and preparation
def _begun(s: State, e: ev.Begun) -> State:
    return changed(s, phase=Phase.HOME, marker=e.seat, turn=e.seat)


def _settled(s: State, e: ev.Settled) -> State:
    discs = added(s.discs, e.seat, 1 << s.world.index[e.town])
    return changed(s, discs=discs, turn=(e.seat + 1) % s.world.players)


def _round_begun(s: State, e: ev.RoundBegun) -> State:
    return changed(
        s, phase=Phase.FLEET, round=e.round, turn=NOBODY, stack=(), recruited=(0,) * s.world.players, trick_no=0, look=0
    )


def _fleet_sighted(s: State, e: ev.FleetSighted) -> State:
    return changed(s, phase=Phase.BRIDE, area=e.area, fleets=tuple(sorted((*s.fleets, e.strength))))


def _bride_shown(s: State, e: ev.BrideShown) -> State:
    return changed(s, phase=Phase.DEAL, bride=e.card, pile=e.left)


# ---------------------------------------------------------------- hands and packets, as far as somebody named the cards
def _cards_shuffled(s: State, e: ev.CardsShuffled) -> State:
    p = s.world.players
    hands = tuple(hand(i, (), 0, s.round) for i in range(p))
    return changed(s, phase=Phase.DRAFT, look=0, seals=(None,) * p, packets=(), hands=hands, discard=(), stuck=())


def _dealt(s: State, e: ev.Dealt) -> State:
    return changed(s, packets=e.packets)


def _pick_sealed(s: State, e: ev.PickSealed) -> State:
    return changed(s, seals=put(s.seals, e.seat, e.cards))


def _pick_ready(s: State, e: ev.PickReady) -> State:
    return s if s.seals[e.seat] is not None else changed(s, seals=put(s.seals, e.seat, ()))


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


def _card_played(s: State, e: ev.CardPlayed) -> State:
    zone = s.hands[e.seat]
    if zone.counted.n == 0 and e.card not in zone.known.cards:
        zone = zone.blurred(zone.known.cards)  # the table overruled what we believed: none of it is believed now
    if e.card in s.discard:  # likewise: then it was another card that we took for this one
        s = changed(s, discard=tuple(c for c in s.discard if c != e.card))
    return changed(
        s,
        hands=put(s.hands, e.seat, zone.without(e.card)),
        trick=(*s.trick, (e.seat, e.card)),
        turn=(e.seat + 1) % s.world.players,
    )


def _breach(s: State, e: Breach) -> State:
    """A card that two seats named, or that came from elsewhere: it counts as unnamed again."""
    card = dict(e.facts).get("card")
    if e.code == "named" and card is not None:
        return changed(s, hands=put(s.hands, e.seat, s.hands[e.seat].blurred((card,))))
    if e.code == "not_stuck":
        return changed(s, stuck=tuple(c for c in s.stuck if c.seat != e.seat))
    return s


# ---------------------------------------------------------------- tricks
def _town_named(s: State, e: ev.TownNamed) -> State:
    return changed(s, phase=Phase.PLAY, active=s.world.index[e.town], out=1, turn=e.seat)


def _stuck_declared(s: State, e: ev.StuckDeclared) -> State:
    """What nobody can check is kept as a claim until the hands are gone (BB-R7)."""
    claim = Claim(e.seat, "BB-R7", (*e.colours, WHITE))
    if s.hands[e.seat].counted.n and claim not in s.stuck:
        s = changed(s, stuck=(*s.stuck, claim))
    s = changed(s, declared=(*s.declared, e.seat))
    return changed(s, free_lead=1, marker=s.declared[0], turn=s.declared[0]) if e.free else s


def _marker_passed(s: State, e: ev.MarkerPassed) -> State:
    return changed(s, marker=e.to, turn=e.to)


def _trick_decided(s: State, e: ev.TrickDecided) -> State:
    return changed(s, phase=Phase.ACT, winner=e.winner, queue=e.order, turn=NOBODY)


def _action_taken(s: State, e: ev.ActionTaken) -> State:
    tasks = [(kind, e.seat, n) for kind, n in s.world.programs[e.card, e.action]]
    return offered(changed(s, stack=(*tasks, ("end", e.seat, e.card))))


def _action_ended(s: State, e: ev.ActionEnded) -> State:
    return changed(
        s,
        stack=s.stack[1:], queue=tuple([p for p in s.queue if p != e.seat]), discard=tuple(sorted({*s.discard, e.card}))
    )


def _trick_ended(s: State, e: ev.TrickEnded) -> State:
    return changed(
        s, phase=Phase.LEAD, turn=e.leader, out=0, active=NOBODY, winner=NOBODY, trick=(), queue=(), free_lead=0,
        declared=(), trick_no=e.trick + 1,
    )  # fmt: skip


def _hands_discarded(s: State, e: ev.HandsDiscarded) -> State:
    return changed(
        s, phase=Phase.UPKEEP, turn=NOBODY, trick_no=0, hands=(NO_CARDS,) * s.world.players, discard=(), stuck=(),
        declared=(), free_lead=0, packets=(), stack=STEPS,
    )  # fmt: skip


# ---------------------------------------------------------------- icons
def _town_taken(s: State, e: ev.TownTaken) -> State:
    discs = added(s.discs, e.seat, 1 << s.world.index[e.town]) if e.disc else s.discs
    return done(s, discs=discs, marker=e.seat, out=0)


def _coins_taken(s: State, e: ev.CoinsTaken) -> State:
    return done(s, coins=added(s.coins, e.seat, e.n))


def _paid(s: State, e: ev.Paid) -> State:
    return done(scored(s, e.seat, PAID, -e.points), coins=added(s.coins, e.seat, -e.coins))


def _renown_taken(s: State, e: ev.RenownTaken) -> State:
    return done(s, renown=added(s.renown, e.seat, e.n))


def _discs_sent(s: State, e: ev.DiscsSent) -> State:
    return done(s, church=added(s.church, e.seat, e.n))


def _raiders_taken(s: State, e: ev.RaidersTaken) -> State:
    return done(_recruited(s, e.seat, e.n))


def _recruited(s: State, seat: int, n: int) -> State:
    return changed(s, area=s.area - n, raiders=added(s.raiders, seat, n), recruited=added(s.recruited, seat, n))


def _steps_made(s: State, e: ev.StepsMade) -> State:
    return done(s, track=put(s.track, e.seat, e.to))


def _bought(s: State, e: ev.Bought) -> State:
    if e.kind == "m":
        s = changed(s, track=added(s.track, e.seat, e.n))
    elif e.kind == "v":
        s = _recruited(s, e.seat, e.n)
    else:
        s = changed(s, church=added(s.church, e.seat, e.n))
    return done(s, coins=added(s.coins, e.seat, -e.coins))


def _expanded(s: State, e: ev.Expanded) -> State:
    discs = added(s.discs, e.seat, 1 << s.world.index[e.town])
    return _one_less(changed(s, discs=discs, coins=added(s.coins, e.seat, -e.coins)))


def _liberated(s: State, e: ev.Liberated) -> State:
    return _one_less(changed(s, vikings=s.vikings & ~(1 << s.world.index[e.town])))


def _one_less(s: State) -> State:
    """One of several equal icons is done."""
    kind, seat, n = s.stack[0]
    if n > 1:
        return changed(s, stack=((kind, seat, n - 1), *s.stack[1:]))
    return done(s)



def _declined(s: State, e: ev.Declined) -> State:
    return _one_less(s) if e.what == "expansion" else done(s)


def _disc_settled(s: State, e: ev.DiscSettled) -> State:
    return changed(s, track=put(s.track, e.seat, e.rests))


def _ended(s: State, e: ev.Ended) -> State:
    return changed(s, phase=Phase.OVER, winners=e.winners, stack=(), turn=NOBODY)


EFFECTS = handlers(Event, State, globals(), vars(upkeep))
