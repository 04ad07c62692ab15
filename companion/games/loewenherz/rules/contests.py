"""Contests: negotiation of two, then the duel with one repeat (chapter 4)."""

from __future__ import annotations

from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.types import Decision, Event, Ruling
from companion.games.loewenherz.events import BidPlaced, BidSealed, BidsShown, Dealt, DuelTied, DuelWon, NotAgreed
from companion.games.loewenherz.inputs import Bid, Deal, NoDeal
from companion.games.loewenherz.rules.common import (
    barred_to,
    breaches,
    one_treasure,
    private,
    timely,
    treasures_fit,
)
from companion.games.loewenherz.rules.rounds import onward, opens
from companion.games.loewenherz.state import Phase, State


# ---------------------------------------------------------------- negotiation
def before_duel(s: State, act: Deal | NoDeal) -> Ruling | None:
    """LH-4.2, LH-4.6, LH-4.7, LH-4.10: only two, and only before the duel."""
    if s.phase != Phase.BID:
        return None
    if len(s.bidders) > 2 and s.duel == 1:
        return barred("LH-4.7", n=len(s.bidders))
    if s.duel == 2:
        return barred("LH-4.10", seats=s.bidders)
    return barred("LH-4.6" if s.world.negotiation else "LH-15.6", seats=s.bidders)


NEGOTIATING = (before_duel, timely("LH-4.2", Phase.DEAL))


def deal_seats(s: State, act: Deal) -> Ruling | None:
    """LH-4.2, LH-4.3: one of the two pays the other; it is told for both."""
    if act.seat is not None or act.payer not in s.world.names or act.ducats < 0:
        return malformed("LH-4.2", payer=act.payer, why="both")
    if s.world.names.index(act.payer) not in s.bidders:
        return barred("LH-4.2", payer=act.payer, seats=s.bidders)
    return None


def undivided(s: State, act: Deal) -> Ruling | None:
    return barred("LH-4.4", seats=s.bidders) if act.divided else None


def only_ducats(s: State, act: Deal) -> Ruling | None:
    """LH-4.5, LH-R17, LH-R27: no politics cards in a deal, treasures are such."""
    return barred("LH-4.5", seats=s.bidders) if act.cards else None


def payer_has_it(s: State, act: Deal) -> Ruling | None:
    """LH-R17: any amount up to what the payer has (private, since money lies face down)."""
    payer = s.world.names.index(act.payer)
    if act.ducats > s.ducats[payer]:
        return barred_to(payer, "LH-R17", payer=payer, ducats=act.ducats, has=s.ducats[payer])
    return None


@guarded(*NEGOTIATING, deal_seats, undivided, only_ducats, payer_has_it)
def deal(s: State, act: Deal) -> Decision:
    payer = s.world.names.index(act.payer)
    payee = next(p for p in s.bidders if p != payer)
    dealt = Dealt(payer, payee, act.ducats, rules=("LH-4.3", "LH-4.2", "LH-4.1", "LH-R17"))
    return (dealt, *_goes_to(s, payer))


def for_both(s: State, act: NoDeal) -> Ruling | None:
    return None if act.seat is None else malformed("LH-4.6", seats=s.bidders, why="both")


@guarded(*NEGOTIATING, for_both)
def no_deal(s: State, act: NoDeal) -> Decision:
    return (NotAgreed(s.bidders, rules=("LH-4.6",)),)


def _goes_to(s: State, seat: int) -> tuple[Event, ...]:
    """The action is carried out by one seat, or lapses if it is of no use to it (LH-R16)."""
    opened = opens(s, s.step, seat)
    return opened if len(opened) == 1 else (*opened, *onward(s, s.step + 1))


# ---------------------------------------------------------------- the duel
def bid_due(s: State, act: Bid) -> Ruling | None:
    """LH-4.8, LH-4.10: those involved, and after a tie only those who shared the highest bid."""
    if act.seat not in s.bidders:
        return barred("LH-4.10" if s.duel == 2 else "LH-4.8", seat=act.seat, seats=s.bidders)
    return None


def bid_limited(s: State, act: Bid) -> Ruling | None:
    """LH-15.4; what is bid under seal is told to nobody else."""
    ruling = one_treasure(s, act)
    return private(ruling, seat_of(act)) if s.world.sealed else ruling


def bid_covered(s: State, act: Bid) -> Ruling | None:
    """LH-4.8, LH-4.12: any amount from zero up to what lies in the hand, treasures too."""
    seat = seat_of(act)
    if act.ducats < 0:  # told to all, so it comes before whatever rests on a hand
        return malformed("LH-4.8", seat=seat, ducats=act.ducats, why="negative")
    ruling = treasures_fit(s, seat, act.treasures, "LH-11.18")
    if ruling is not None:
        return private(ruling, seat) if s.world.sealed else ruling
    if act.ducats > s.ducats[seat]:
        return barred_to(seat, "LH-4.8", seat=seat, ducats=act.ducats, has=s.ducats[seat], why="means")
    return None


@guarded(timely("LH-4.8", Phase.BID), bid_due, bid_limited, bid_covered)
def bid(s: State, act: Bid) -> Decision:
    seat, rules = seat_of(act), ("LH-4.8", "LH-4.12", "LH-11.18") if act.treasures else ("LH-4.8",)
    if not s.world.sealed:
        rules = (*rules, "LH-15.6")
    seen = (seat,) if s.world.sealed else None
    placed = BidPlaced(seat, rules=("LH-4.8",))
    kept = BidSealed(seat, act.ducats, act.treasures, rules=rules, audience=seen)
    mine = (act.ducats, act.treasures)
    known = [mine if p == seat else b for p, b in zip(s.bidders, s.bids, strict=True)]
    if None in known:
        return (kept, placed)
    bids = [b for b in known if b is not None]
    values = tuple([ducats + s.world.worth(cards) for ducats, cards in bids])
    ducats, cards = zip(*bids, strict=True)
    shown = BidsShown(s.bidders, ducats, cards, values, rules=("LH-4.8", "LH-4.12"))
    highest = max(values)
    best = tuple([p for p, v in zip(s.bidders, values, strict=True) if v == highest])
    if len(best) > 1:
        return (kept, placed, shown, *_tied(s, best))
    paid, down = bids[s.bidders.index(best[0])]
    won = DuelWon(best[0], paid, down, rules=("LH-4.9", "LH-11.18") if down else ("LH-4.9",))
    return (kept, placed, shown, won, *(breaches(s, down) if down else ()), *_goes_to(s, best[0]))


def _tied(s: State, best: tuple[int, ...]) -> tuple[Event, ...]:
    if s.duel == 1:
        return (DuelTied(best, True, rules=("LH-4.10", "LH-R18")),)
    return (DuelTied(best, False, rules=("LH-4.11", "LH-R18")), *onward(s, s.step + 1))
