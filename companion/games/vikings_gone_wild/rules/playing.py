"""Playing cards, using their parts, and answering an attack (3.1, chapter 9)."""

from __future__ import annotations

from functools import cache

from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.types import DOUBTFUL, Decision, Event, Ruling, facts
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.counting import number
from companion.games.vikings_gone_wild.events import Defended, Gained, PartUsed, Played, WindowClosed
from companion.games.vikings_gone_wild.inputs import Defend, Pass, Play, Use
from companion.games.vikings_gone_wild.rules.attacking import missing, who_may_know
from companion.games.vikings_gone_wild.rules.common import no_card, off_turn, on_turn, row_gap, unfinished
from companion.games.vikings_gone_wild.rules.strength import means
from companion.games.vikings_gone_wild.rules.targets import strike_on
from companion.games.vikings_gone_wild.state import Offer, Phase, State
from companion.games.vikings_gone_wild.world import program_key
from companion.games.vikings_gone_wild.zones import holds


# ---------------------------------------------------------------- the own turn
def card_plays(s: State, act: Play) -> Ruling | None:
    """VG-4.2, VG-7.5, VG-9.1: attackers attack, defence cards defend; others are played."""
    world, card = s.world, s.world.index.get(act.card, -1)
    if card < 0:
        return no_card("VG-4.2", seat=act.seat)
    if not world.playable[card]:
        if world.fighter[card] or world.boosts[card]:
            return barred("VG-7.5", seat=act.seat, card=act.card, why="joins")
        return barred("VG-9.1" if world.defends[card] else "VG-4.2", seat=act.seat, card=act.card)
    return None


def opponent_named(s: State, act: Play) -> Ruling | None:
    """An effect on one opponent names him; it is free of the limits of attacks."""
    if s.world.targeted[s.world.index[act.card]]:
        if act.target is None or act.target == act.seat or not 0 <= act.target < s.world.players:
            return malformed("VG-R23", seat=act.seat, card=act.card, why="opponent")
    elif act.target is not None:
        return malformed("VG-R23", seat=act.seat, card=act.card, why="no_opponent")
    return None


def card_in_hand(s: State, act: Play | Defend) -> Ruling | None:
    """VG-4.5, VG-4.6, VG-9.1: from the hand, and not what was bought this round; its owner alone is told."""
    seat, card = seat_of(act), s.world.index[act.card]
    if holds(s.players[seat], card):
        return None
    if card in s.players[seat].play:
        return missing(s, seat, card)
    told, rule = who_may_know(s.players[seat], seat, card), "VG-4.5" if isinstance(act, Play) else "VG-9.1"
    return Ruling(DOUBTFUL, rule, facts(seat=seat, card=act.card), audience=told, waivable=False)


@guarded(on_turn, card_plays, opponent_named, card_in_hand)
def play(s: State, act: Play) -> Decision:
    world, seat, card = s.world, seat_of(act), s.world.index[act.card]
    gain = world.simple_gain[card]
    if gain is None:
        target = -1 if act.target is None else act.target
        chief = ("VG-18.3", "VG-R23") if program_key(act.card, v.PLAY) in world.plus else ("VG-R23",)
        return (Played(seat, act.card, target, rules=(*chief, "VG-18.2")),)
    counted = not (isinstance(gain.beer, int) and isinstance(gain.gold, int))
    return _gains(seat, act.card, number(s, seat, gain.beer), number(s, seat, gain.gold), counted)


@cache
def _gains(seat: int, card: str, beer: int, gold: int, counted: bool) -> tuple[Event, ...]:
    """A plain resource card: nobody is named."""
    rules = ("VG-4.10", "VG-R33", "VG-5.7") if counted else ("VG-4.10", "VG-R33")
    return (Played(seat, card, -1, rules=("VG-4.5", "VG-18.2")), Gained(seat, beer, gold, rules=rules))


def offer_of(s: State, seat: int, card: str, part: int) -> Offer | None:
    """A part of a played card that its owner may still use."""
    for o in s.now.offers:
        if o.seat == seat and o.part == part - 1 and s.world.name_of[o.key] == card:
            return o
    return None


def may_use(s: State, act: Use) -> Ruling | None:
    """VG-18.3: in the own turn, or while an attack is answered."""
    return None if answering(s, act.seat) else held_up(s, act.seat) or on_turn(s, act)


def part_open(s: State, act: Use) -> Ruling | None:
    found = offer_of(s, seat_of(act), act.card, act.part)
    if found is None:
        return malformed("VG-18.3", seat=act.seat, card=act.card)
    if isinstance(s.world.programs[found.key][found.part], v.Join):
        return barred("VG-7.5", seat=act.seat, card=act.card, why="joins")
    return None


@guarded(may_use, part_open)
def use(s: State, act: Use) -> Decision:
    return (PartUsed(seat_of(act), act.card, act.part, rules=("VG-18.3", "VG-R23")),)


# ---------------------------------------------------------------- the defence window
def answering(s: State, seat: int | None) -> bool:
    """Whether this seat is the one that may answer the attacks declared (VG-9.1, VG-9.2)."""
    now = s.now
    return (
        now.window == 1 and not s.stack and not s.due and bool(now.strikes) and now.strikes[0].seat == seat
        and (s.row[0] >= 0 or row_gap(s) < 0)
    )  # fmt: skip


def held_up(s: State, seat: int | None) -> Ruling | None:
    """What a defender has to finish before answering on."""
    if s.now.window == 1 and s.now.strikes[0].seat == seat:
        return barred(unfinished(s), seat=seat)
    return None


def window_open(s: State, act: Defend) -> Ruling | None:
    """VG-9.1: only while an attack on an own building is declared, in the attacker's turn."""
    if answering(s, act.seat):
        return None
    if s.phase == Phase.OVER:
        return off_turn(s, act)
    return held_up(s, act.seat) or barred("VG-9.1", seat=act.seat)


def card_defends(s: State, act: Defend) -> Ruling | None:
    """VG-9.2, VG-R50: defence cards, and cards that say so."""
    card = s.world.index.get(act.card, -1)
    if card < 0:
        return no_card("VG-9.2", seat=act.seat)
    return None if s.world.defends[card] else barred("VG-9.2", seat=act.seat, card=act.card)


def target_attacked(s: State, act: Defend) -> Ruling | None:
    if strike_on(s, act.target) < 0:
        return malformed("VG-9.2", seat=act.seat, target=act.target, why="target")
    return None


def somebody_to_remove(s: State, act: Defend) -> Ruling | None:
    """A card that only removes an attacker needs one of its kind in the attack."""
    steps = s.world.programs[program_key(act.card, v.DEFEND)]
    strike = s.now.strikes[strike_on(s, act.target)]
    for step in steps:
        if not isinstance(step, v.Cancel) or any(means(s.world, step.of, f.card) for f in strike.fighters):
            return None
    return barred("VG-R9", seat=act.seat, card=act.card, target=act.target)


@guarded(window_open, card_defends, target_attacked, card_in_hand, somebody_to_remove)
def defend(s: State, act: Defend) -> Decision:
    card = s.world.index[act.card]
    chief = ("VG-9.2", "VG-9.5") if "defence" in s.world.cards[card].tags else ("VG-R50", "VG-9.2", "VG-9.5")
    return (Defended(seat_of(act), act.card, act.target, rules=chief),)


def close_window(s: State, act: Pass) -> tuple[Event, ...]:
    return (WindowClosed(seat_of(act), rules=("VG-9.2",)),)
