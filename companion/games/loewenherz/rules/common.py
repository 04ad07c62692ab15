"""What all rules of Löwenherz share: guards in a row, refusals, and whose act it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any

from attrs import evolve as changed

from companion.engine.guards import barred, malformed, seat_of
from companion.engine.hidden import unseen
from companion.engine.legal import Pool
from companion.engine.types import DOUBTFUL, Event, Input, Notice, Ruling, facts, refuse
from companion.games.loewenherz.box import Action
from companion.games.loewenherz.inputs import Bid, EndAlliance, Renegade, SetKnight
from companion.games.loewenherz.state import SETUP, UNKNOWN, Phase, State
from companion.games.loewenherz.world import World

Guard = Callable[[State, Any], Ruling | None]


def private(ruling: Ruling | None, seat: int) -> Ruling | None:
    """A refusal whose reason only this seat may know."""
    return None if ruling is None else changed(ruling, audience=(seat,))


def barred_to(audience: int, rule: str, **known: Any) -> Ruling:
    """A refusal that no table can waive, and whose reason only this seat may know."""
    return changed(barred(rule, **known), audience=(audience,))


def timely(rule: str, *phases: str) -> Guard:
    """Whether this is the time for such an act at all: after the set-up, before the end, in one of these phases."""

    def guard(s: State, act: Any) -> Ruling | None:
        if s.phase in phases:
            return None
        if s.phase == Phase.OVER:
            return barred("LH-13.1", seat=act.seat)
        if s.phase in SETUP and SETUP.isdisjoint(phases):
            return barred("LH-1.3", seat=act.seat, phase=s.phase)
        return barred(rule, seat=act.seat, why="time")

    return guard


def on_turn(s: State, act: Input) -> Ruling | None:
    """LH-3.9: whose action it is."""
    return None if act.seat == s.turn else barred("LH-3.9", seat=act.seat, turn=s.turn)


ACTING = (timely("LH-3.8", Phase.ACT), on_turn)


def action_of(s: State) -> Action:
    """The action being carried out."""
    return s.world.card[s.card].actions[s.step - 1]


# ---------------------------------------------------------------- cards of a hand
def pool(s: State) -> Mapping[str, int]:
    """Politics cards that have not been played, as everybody can tell: the box without the discards (LH-11.1)."""
    return _unplayed(s.world.politics_box, s.discard)


@lru_cache(maxsize=1024)
def _unplayed(box: tuple[str, ...], discard: tuple[str, ...]) -> Mapping[str, int]:
    return {c: max(0, box.count(c) - discard.count(c)) for c in dict.fromkeys(box)}


def lacking(s: State, seat: int, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Those of these cards that a hand is not known to hold."""
    return unseen(cards, (s.hands[seat],))


def may_hold(s: State, seat: int, cards: tuple[str, ...]) -> str:
    """Whether a seat can have these cards: "" yes, "held" it has not, "pool" they cannot be among the unknown ones."""
    missing = lacking(s, seat, cards)
    if not missing:
        return ""
    if len(missing) > s.hands[seat].count(UNKNOWN):
        return "held"
    left, mine = pool(s), s.hands[seat]
    gone = any(missing.count(card) > left.get(card, 0) - mine.count(card) for card in missing)
    return "pool" if gone else ""


def holds(s: State, seat: int, cards: tuple[str, ...], rule: str) -> Ruling | None:
    """A card must be in the hand that plays it; one that the app was not told must at least be left (LH-11.2)."""
    fault = may_hold(s, seat, cards)
    if not fault:
        return None
    if fault == "pool":
        return Ruling(DOUBTFUL, rule, facts(seat=seat, cards=cards, why="gone"), audience=(seat,), waivable=False)
    missing = lacking(s, seat, cards)
    why = "often" if set(missing) & set(s.hands[seat]) else "not_held"
    return barred_to(seat, rule, seat=seat, cards=missing, why=why)


def hand_of(s: State, seat: int) -> tuple[str, ...]:
    """Every card that a seat may show now: those known, and with unknown ones in hand all that may be among them."""
    hand = s.hands[seat]
    if UNKNOWN not in hand:
        return hand
    known = [c for c in hand if c != UNKNOWN]
    unknown = len(hand) - len(known)
    guessed = [c for c, n in pool(s).items() for _ in range(min(n - known.count(c), unknown))]
    return tuple(sorted((*known, *guessed)))


def treasure_sets(s: State, seat: int) -> tuple[tuple[str, ...], ...]:
    """Sets of treasure cards that a seat may put down together, none at all first (LH-R27, LH-15.4)."""
    hand = s.hands[seat]
    if not hand:
        return NONE
    return s.world.memo.kept(("sets", hand, s.discard, s.spent >> seat & 1), lambda: _treasure_sets(s, seat))


NONE: tuple[tuple[str, ...], ...] = ((),)


def _treasure_sets(s: State, seat: int) -> tuple[tuple[str, ...], ...]:
    mine = [c for c in hand_of(s, seat) if c in s.world.treasures]
    most = min(len(mine), 1 - (s.spent >> seat & 1)) if s.world.one_treasure else len(mine)
    sets = [c for k in range(most + 1) for c in combinations(mine, k)]
    return tuple(c for c in sets if not may_hold(s, seat, c))


def treasure_choices(s: State, seat: int, cost: int) -> tuple[Any, ...]:
    """Ways to put treasure cards down for a price (0: a bid, for which none is needed): sets, or one open subset."""
    hand, ducats = s.hands[seat], s.ducats[seat]
    if not hand or s.spent >> seat & 1:
        return NONE if ducats >= cost else ()
    key = ("choices", hand, s.discard, cost, min(ducats, cost))
    return s.world.memo.kept(key, lambda: _treasure_choices(s, seat, cost))


def _treasure_choices(s: State, seat: int, cost: int) -> tuple[Any, ...]:
    world, hand, ducats = s.world, s.hands[seat], s.ducats[seat]
    mine = tuple(sorted({c for c in hand_of(s, seat) if c in world.treasures}))
    unknown = hand.count(UNKNOWN)
    named = sum(c in world.treasures for c in hand)
    if mine and (not unknown or not named) and all(world.politics[c].value >= cost for c in mine):
        most = 1 if world.one_treasure else unknown if unknown else len(mine)
        return (Pool(mine, int(ducats < cost), min(most, len(mine))),)
    return tuple(cards for cards in treasure_sets(s, seat) if price(world, cost, cards) <= ducats)


def one_treasure(s: State, act: Bid | EndAlliance | Renegade | SetKnight) -> Ruling | None:
    """LH-15.4: one treasure of a seat in an action, in whichever of its payments; outside actions one a payment."""
    seat, cards = seat_of(act), act.treasures
    if not cards or not s.world.one_treasure:
        return None
    if len(cards) > 1:
        return refuse("LH-15.4", seat=seat, cards=cards)
    return refuse("LH-15.4", seat=seat, cards=cards, why="again") if s.spent >> seat & 1 else None


def treasures_fit(s: State, seat: int, cards: tuple[str, ...], rule: str) -> Ruling | None:
    """Treasure cards put down: of that kind, each once, and held."""
    if not cards:
        return None
    if len(set(cards)) != len(cards) or any(c not in s.world.treasures for c in cards):
        return malformed("LH-11.16", seat=seat, cards=cards)
    return holds(s, seat, cards, rule)


def price(world: World, cost: int, cards: tuple[str, ...]) -> int:
    """Ducats still due beside treasure cards; what they are worth above the price is lost (LH-11.19)."""
    return max(0, cost - world.worth(cards))


def payable(s: State, seat: int, cost: int, cards: tuple[str, ...], rule: str) -> Ruling | None:
    """The price of an act must be in the hand (private, since money lies face down)."""
    ruling = treasures_fit(s, seat, cards, "LH-11.19")  # first: no table can waive that cards are held
    if ruling is not None:
        return ruling
    if not cost and cards:
        return refuse("LH-11.19", seat=seat, cards=cards)
    due = price(s.world, cost, cards)
    if due > s.ducats[seat]:
        return barred_to(seat, rule, seat=seat, cost=due, has=s.ducats[seat], beside=bool(cards), why="price")
    return None


def breaches(s: State, cards: tuple[str, ...]) -> tuple[Event, ...]:
    """A card played that the box does not hold any more: an earlier word about a hidden card was wrong (LH-11.1)."""
    wrong = tuple(c for c in cards if not pool(s)[c])
    return (Notice("breach", facts(cards=wrong), rules=("LH-11.1",)),) if wrong else ()
