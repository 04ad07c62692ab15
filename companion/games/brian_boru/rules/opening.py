"""Set-up and preparation: who begins, the first discs, cards turned up (chapters 2, 4 and BB-5.1)."""

from __future__ import annotations

from companion.engine.guards import Waived, guarded, seat_of
from companion.engine.hidden import doubt
from companion.engine.masks import bits
from companion.engine.types import LETTERS, Event, Notice, Rolled, Ruling, Shown, Shuffled, facts
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.box import PRINCESS
from companion.games.brian_boru.inputs import Begin, Settle
from companion.games.brian_boru.rules.guards import (
    Outcome,
    impossible,
    malformed,
    refused,
    town_known,
    turn,
    without_disc,
)
from companion.games.brian_boru.state import Phase, State, taken

LEAST, MOST = 9, 14  # Viking cards seen in public so far
ACTION_PILE = "action"
START = ("BB-2.7", "BB-2.1", "BB-2.2", "BB-2.3", "BB-2.4", "BB-2.5", "BB-2.6")


# ---------------------------------------------------------------- who begins
def begin(s: State, act: Begin, waived: Waived) -> Outcome:
    """BB-2.7: whoever wants to; with ``start_player`` random the lot decides."""
    if s.phase != Phase.BEGIN:
        return impossible("BB-2.7", "begun", seat=act.seat, owner=s.marker)
    if s.world.by_lot and "BB-2.7" not in waived:
        return refused("BB-2.7", "by_lot", seat=act.seat)
    return [ev.Begun(seat_of(act), rules=START)]


def rolled(s: State, act: Rolled, waived: Waived) -> Outcome:
    """The lot for the first player; no die is used in this game."""
    seats = tuple(LETTERS[: s.world.players])
    if s.phase != Phase.BEGIN or not s.world.by_lot:
        return impossible("BB-2.7", "no_die", seat=act.seat)
    if len(act.faces) != 1 or act.faces[0] not in seats:
        return malformed("BB-2.7", "no_lot", allowed=seats)
    return [ev.Begun(seats.index(act.faces[0]), rules=START)]


# ---------------------------------------------------------------- the first discs
def settling(s: State, act: Settle) -> Ruling | None:
    if s.phase != Phase.HOME:
        return impossible("BB-2.8", "settled", seat=act.seat, **turn(s))
    if act.seat != s.turn:
        return impossible("BB-2.8", "other_seat", seat=act.seat, turn=s.turn)
    return None


def region_unsettled(s: State, act: Settle) -> Ruling | None:
    """BB-2.8, BB-R36: a region with any disc is closed for all."""
    region = s.world.region_mask[s.world.region_of[s.world.index[act.town]]]
    if taken(s) & region:
        other = next(p for p, m in enumerate(s.discs) if m & region)
        return refused("BB-2.8", "region_used", seat=act.seat, town=act.town, owner=other)
    return None


@guarded(settling, town_known, region_unsettled, without_disc("BB-1.2"))
def settle(s: State, act: Settle) -> Outcome:
    return [ev.Settled(seat_of(act), act.town, rules=("BB-2.8", "BB-R36"))]


def settle_options(s: State, seat: int) -> list[Settle]:
    """Towns in regions where no disc lies yet."""
    discs = taken(s)
    open_regions = sum(region for region in s.world.region_mask if not discs & region)
    return [Settle(seat, s.world.ids[i]) for i in bits(open_regions)]


# ---------------------------------------------------------------- preparation
def shown(s: State, act: Shown, waived: Waived) -> Outcome:
    if s.phase == Phase.FLEET:
        return _fleet(s, act)
    if s.phase == Phase.BRIDE:
        return _bride(s, act, waived)
    return impossible("BB-4.1", "no_card_owed", seat=act.seat)


def _fleet(s: State, act: Shown) -> Outcome:
    """BB-4.1: any number is accepted, an unusual one is named."""
    if not act.card.isdecimal() or not 1 <= int(act.card) <= 99:
        return malformed("BB-4.1", "no_fleet", card=act.card)
    n = int(act.card)
    events: list[Event] = [ev.FleetSighted(n, s.area + n, rules=("BB-4.1", "BB-R3"))]
    if not LEAST <= n <= MOST:
        events.append(Notice("odd_fleet", facts(n=n, least=LEAST, most=MOST), rules=("BB-4.1",)))
    return events


def brides_unseen(s: State) -> tuple[str, ...]:
    """The pool of the marriage pile: what lies on it or left the game unseen (BB-2.5)."""
    seen = {*s.gone, s.bride, *(c for cards in s.wives for c in cards)}
    return tuple(b for b in s.world.box.brides if b not in seen)


def _bride(s: State, act: Shown, waived: Waived) -> Outcome:
    """BB-4.2: a card of the pool; the princess lies at the bottom (BB-2.5)."""
    if act.card != PRINCESS and act.card not in s.world.box.brides:
        return malformed("BB-4.2", "no_bride", card=act.card)
    if act.card not in brides_unseen(s) and "BB-2.5" not in waived:
        return doubt("BB-2.5", why="princess_below" if act.card == PRINCESS else "bride_seen", card=act.card)
    return [bride_shown(s, act.card)]


def bride_shown(s: State, card: str) -> Event:
    return ev.BrideShown(card, s.pile - 1, rules=("BB-4.2", "BB-2.5"))


def last_bride(s: State) -> list[Event]:
    """Only the princess is left: nobody needs to say so, and it is the last round (BB-4.3, BB-R2)."""
    return [bride_shown(s, PRINCESS), ev.LastRound(s.round, rules=("BB-4.3", "BB-R2", "BB-3.2"))]


def shuffled(s: State, act: Shuffled, waived: Waived) -> Outcome:
    """BB-5.1, BB-5.2: all cards anew. An order that only the app knows becomes the packets, if hands are tracked."""
    world = s.world
    if s.phase != Phase.DEAL:
        return impossible("BB-5.1", "no_shuffle", seat=act.seat)
    if act.pile != ACTION_PILE:
        return malformed("BB-5.1", "no_pile")
    if act.order and sorted(act.order) != sorted(map(str, world.numbers)):
        return malformed("BB-5.1", "no_order")
    hidden = len(world.numbers) - world.players * world.deal
    rules = ("BB-5.1", "BB-5.2", "BB-R34") if hidden else ("BB-5.1",)
    events: list[Event] = [ev.CardsShuffled(s.round, world.deal, hidden, rules=rules)]
    if act.order and world.track_hands:
        cards, n = [int(c) for c in act.order], world.deal
        packets = tuple(tuple(sorted(cards[i * n : (i + 1) * n])) for i in range(world.players))
        events.append(ev.Dealt(packets, rules=("BB-5.1",), audience=()))
    return events
