"""Steps of cards that need nobody: each is carried out as soon as it is the next thing to do (VG-R23)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from companion.engine.balance import MOST, STOCK, Balance
from companion.engine.dispatch import handlers
from companion.engine.types import Event
from companion.games.vikings_gone_wild import events as ev
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.box.vocabulary import Step
from companion.games.vikings_gone_wild.counting import fits, meets, number
from companion.games.vikings_gone_wild.rules.attacking import plunder_rules, spoils, stow_places
from companion.games.vikings_gone_wild.rules.common import points
from companion.games.vikings_gone_wild.rules.paying import purse
from companion.games.vikings_gone_wild.rules.strength import fighter_name, means
from companion.games.vikings_gone_wild.state import Frame, Phase, State, of_kind
from companion.games.vikings_gone_wild.villages import active_depots, places
from companion.games.vikings_gone_wild.world import HAND, TOKENS, World
from companion.games.vikings_gone_wild.zones import deck_size, deck_top, hand_size, top_card

Events = tuple[Event, ...]
RULES = ("VG-R23",)


def step_at(s: State, f: Frame) -> Step | None:
    """The step of a card that a frame carries out; None for other things begun."""
    return None if f.kind in _OWN else s.world.programs[f.key][f.at]


def carry_on(s: State) -> Events:
    """What the uppermost frame does by itself; () when somebody is asked."""
    f = s.stack[-1]
    own = _OWN.get(f.kind)
    if own is not None:
        return own(s, f)
    step = s.world.programs[f.key][f.at]
    run = _RUN.get(type(step))
    return run(s, f, step) if run is not None else ()


def _nothing(s: State, f: Frame, left: int = 0) -> Events:
    return (ev.NothingThere(f.seat, s.world.name_of[f.key], left=left, rules=RULES),)


def source_of(world: World, key: str) -> str:
    """Under which heading VP of a program are counted."""
    if ":built" in key:
        return "hall"
    return "undead" if world.undead[world.card_of[key]] else "effects"


# ---------------------------------------------------------------- drawing
def draw_up_to(s: State, f: Frame, n: int) -> Events:
    """VG-3.1, VG-18.4: from the deck to the hand.

    VG-3.4: when the deck runs out a shuffle is asked for; VG-R41: when nothing is left there is none.
    """
    p = s.players[f.seat]
    rules = ["VG-18.4"]
    if f.kind == Frame.DRAWING:
        rules = ["VG-3.1"]
        if f.n > HAND:
            rules.append("VG-3.2")
        if f.memo == 0 and hand_size(p):
            rules.append("VG-3.3")
    k = min(n, deck_size(p))
    if k:
        return (_drew(f.seat, k, n - k, tuple(rules)),)
    return () if n and p.discard else (_drew(f.seat, 0, 0, tuple(rules) if n == 0 else ("VG-R41",)),)


@cache
def _drew(seat: int, n: int, left: int, rules: tuple[str, ...]) -> Event:
    return ev.Drew(seat, n, left=left, rules=rules)


def _draw(s: State, f: Frame, step: v.Draw) -> Events:
    return draw_up_to(s, f, f.n if f.n >= 0 else number(s, f.seat, step.n))


def _mission(s: State, f: Frame) -> Events:
    """VG-11.3, VG-R24: one new mission, if the stack holds any."""
    if not s.missions:
        return (ev.MissionDrawn(f.seat, "", left=0, rules=("VG-R27",)),)
    card = top_card(s.missions)
    return (ev.MissionDrawn(f.seat, s.world.ids[card], left=0, rules=mission_rules(s, f)),) if card >= 0 else ()


def mission_rules(s: State, f: Frame) -> tuple[str, ...]:
    if s.phase == Phase.TURN:
        return ("VG-11.4", "VG-11.5")
    return ("VG-11.3", "VG-R24")


# ---------------------------------------------------------------- resources
def _gain(s: State, f: Frame, step: v.Gain) -> Events:
    if f.n > 0:
        return ()
    beer, gold, free = (number(s, f.seat, n) for n in (step.beer, step.gold, step.any))
    if step.storable:
        return (ev.Awarded(f.seat, beer, gold, free, left=0, rules=("VG-4.10", "VG-R15")),)
    return (ev.Gained(f.seat, beer, gold, left=free, rules=("VG-4.10", "VG-R33")),)


def supply_of(s: State, kind: str) -> int:
    """Tokens of a kind that lie in the supply; below 0 where substitutes are used (VG-R37)."""
    return TOKENS - sum(of_kind(b, kind) for p in s.players for b in p.village)


def balances(s: State) -> Iterator[Balance]:
    """VG-R37: tokens that lie in villages beside what the box holds."""
    kind = MOST if s.world.tokens_limited else STOCK
    for token in v.KINDS:
        yield Balance("VG-R37", token, "", TOKENS, TOKENS - supply_of(s, token), kind)


def _stow(s: State, f: Frame) -> Events:
    if f.key == "any":
        return ()
    if s.world.tokens_limited and supply_of(s, f.key) <= 0:
        return (ev.NothingThere(f.seat, "", left=0, rules=("VG-R37",)),)
    to = stow_places(s, f.seat, f.key)
    if len(to) > 1:
        return ()
    return (ev.Placed(f.seat, f.key, to[0], left=f.n - 1, rules=("VG-4.10", "VG-R15")),)


def stealing(s: State, f: Frame, step: v.Steal) -> tuple[str, int, tuple[str, ...]]:
    """The kind stolen next, how many are left with it, and where it may be taken (VG-R44)."""
    left = f.n if f.n >= 0 else step.beer + step.gold
    kind = v.BEER if left > step.gold else v.GOLD
    return kind, left, places(s, f.who, [b for b in active_depots(s, f.who, kind) if b.beer + b.gold])


def _steal(s: State, f: Frame, step: v.Steal) -> Events:
    if step.source == v.EACH and f.kind != Frame.EACH:
        return (ev.Spread(f.seat, s.world.name_of[f.key], left=0, rules=RULES),)
    kind, left, lie = stealing(s, f, step)
    if left == 0:
        return (ev.Finished(f.seat, left=0, rules=RULES),)
    if not lie:
        rest = step.gold if kind == v.BEER else 0
        return (ev.NothingThere(f.seat, s.world.name_of[f.key], left=rest, rules=("VG-R44",)),)
    to = stow_places(s, f.seat, kind)
    if len(lie) * len(to) > 1:
        return ()
    return (ev.Placed(f.seat, kind, to[0], lie[0], left=left - 1, rules=("VG-R44", *plunder_rules(s, to[0]))),)


# ---------------------------------------------------------------- hands and decks
def _peek(s: State, f: Frame, step: v.Peek) -> Events:
    return look(s, f, f.who, 0)


def look(s: State, f: Frame, of: int, left: int) -> Events:
    """A hand is shown to the actor alone."""
    p, ids = s.players[of], s.world.ids
    seen = ev.HandSeen(f.seat, of, tuple(ids[c] for c in p.hand), left=left, audience=(f.seat, of), rules=RULES)
    return (ev.HandShown(f.seat, of, hand_size(p), rules=RULES), seen)


def _discard(s: State, f: Frame, step: v.Discard) -> Events:
    if step.who == v.EACH and f.kind != Frame.EACH:
        return (ev.Spread(f.seat, s.world.name_of[f.key], left=0, rules=RULES),)
    of = discarder(f, step)
    if hand_size(s.players[of]) == 0:
        return _nothing(s, f)
    if f.n < 0:
        n = number(s, f.seat, step.n)
        seen = f.at > 0 and isinstance(s.world.programs[f.key][f.at - 1], v.Peek)
        if n and step.pick == "actor" and of != f.seat and not seen:
            return look(s, f, of, n)
        return _nothing(s, f) if n == 0 else ()
    return ()


def discarder(f: Frame, step: v.Discard) -> int:
    """Whose hand it is about."""
    return f.seat if step.who == v.SELF else f.who


def left_of(s: State, f: Frame, n: v.Num) -> int:
    """What is left of a step of several acts."""
    return f.n if f.n >= 0 else number(s, f.seat, n)


def _dig(s: State, f: Frame, step: v.Dig) -> Events:
    """Cards come to light until enough of them fit; the deck is shuffled anew once at most (VG-18.1)."""
    p = s.players[f.seat]
    left = left_of(s, f, step.n)
    if left == 0 or (deck_size(p) == 0 and (f.memo or not p.discard)):
        return _nothing(s, f)
    card = deck_top(p)
    return (dug(s, f, step, card),) if card >= 0 else ()


def dug(s: State, f: Frame, step: v.Dig, card: int) -> Event:
    match = fits(s.world, step.filter)[card]
    left = left_of(s, f, step.n) - match
    return ev.Moved(f.seat, s.world.ids[card], "deck", "hand" if match else "discard", "dig", left=left, rules=RULES)


# ---------------------------------------------------------------- the rest
def _guard(s: State, f: Frame, step: v.Guard) -> Events:
    if f.who >= len(s.now.strikes):
        return _nothing(s, f)
    n = number(s, f.seat, step.n)
    return (ev.Guarded(f.seat, s.now.strikes[f.who].target, n, left=0, rules=("VG-9.2", "VG-9.5")),)


def cancellable(s: State, f: Frame, step: v.Cancel) -> tuple[str, ...]:
    """Attackers that may be removed, each with what it carries."""
    if f.who >= len(s.now.strikes):
        return ()
    found = s.now.strikes[f.who].fighters
    return tuple(sorted({fighter_name(s.world, x) for x in found if means(s.world, step.of, x.card)}))


def _cancel(s: State, f: Frame, step: v.Cancel) -> Events:
    return () if cancellable(s, f, step) and f.n != 0 else _nothing(s, f)


def _vp(s: State, f: Frame, step: v.Vp) -> Events:
    n = number(s, f.seat, step.n)
    if n == 0:
        return _nothing(s, f)
    source = source_of(s.world, f.key)
    rules = {"hall": ("VG-6.4", "VG-R42"), "undead": ("VG-10.1", "VG-R36")}.get(source, RULES)
    card = s.world.name_of[f.key]
    return points(s, f.seat, n, source, rules, left=0, card=card)


def _favour(s: State, f: Frame, step: v.Favour) -> Events:
    if step.n == 0:
        return _nothing(s, f)
    return (ev.FavourEarned(f.seat, 0, step.n, left=0, rules=("VG-17.2",)),)


def _hold(s: State, f: Frame, step: v.Hold) -> Events:
    return (ev.HoldGranted(f.seat, number(s, f.seat, step.n), left=0, rules=("VG-R39",)),)


def _discount(s: State, f: Frame, step: v.Discount) -> Events:
    return (ev.DiscountGranted(f.seat, f.key, f.at, left=0, rules=RULES),)


def _if(s: State, f: Frame, step: v.If) -> Events:
    part = 0 if meets(s, f.seat, step.cond) else 1
    parts = (part,) if (step.then, step.other)[part] else ()
    return (ev.Branched(f.seat, s.world.name_of[f.key], parts, left=0, rules=RULES),)


def _trash(s: State, f: Frame, step: v.Trash) -> Events:
    p = s.players[f.seat]
    there = {v.HAND: hand_size(p), v.DISCARD: len(p.discard), v.PLAY: len(p.play)}
    return () if left_of(s, f, step.n) and any(there[z] for z in step.zones) else _nothing(s, f)


def fetchable(s: State, f: Frame, step: v.Fetch) -> tuple[int, ...]:
    """Cards that may be fetched, each kind once; of an unknown deck what may lie there."""
    p, world = s.players[f.seat], s.world
    if step.zone == v.DISCARD:
        zone: tuple[int, ...] = p.discard
    elif step.zone == v.DECK:
        zone = (*p.top, *(p.pool if len(p.pool) > p.blind else ()))
    else:
        zone = tuple(c for c, n in zip(world.supply, s.supply, strict=True) if n and world.cards[c].deck != "building")
    mean = fits(world, step.filter)
    return tuple(sorted({c for c in zone if mean[c]}))


def _fetch(s: State, f: Frame, step: v.Fetch) -> Events:
    """A look into one's own deck is asked for even where nothing fits, so that nothing is betrayed."""
    empty = deck_size(s.players[f.seat]) == 0 if step.zone == v.DECK else not fetchable(s, f, step)
    return _nothing(s, f) if empty or left_of(s, f, step.n) == 0 else ()


def parts_of(s: State, f: Frame, step: v.Choice) -> tuple[int, ...]:
    """Parts that can be chosen: a removal needs somebody to remove."""
    return tuple(i for i, part in enumerate(step.of) if not part or _possible(s, f, part[0]))


def _possible(s: State, f: Frame, step: Step) -> bool:
    return not isinstance(step, v.Cancel) or bool(cancellable(s, f, step))


def _choose(s: State, f: Frame, step: v.Choice) -> Events:
    return () if parts_of(s, f, step) else _nothing(s, f)


def _pay(s: State, f: Frame, step: v.Pay) -> Events:
    """VG-R43: resources are spent in one's own turn only."""
    beer, gold = purse(s, f.seat)
    enough = beer >= step.beer and gold >= step.gold
    return () if s.phase == Phase.TURN and s.turn == f.seat and enough else _nothing(s, f)


_RUN = handlers(Step, Events, globals())
_OWN: dict[str, Callable[[State, Frame], Events]] = {  # kinds of frames that carry out no step of a card
    Frame.DRAWING: lambda s, f: draw_up_to(s, f, f.n),
    Frame.MISSION: _mission,
    Frame.STOW: _stow,
    Frame.SPOILS: spoils,
}
