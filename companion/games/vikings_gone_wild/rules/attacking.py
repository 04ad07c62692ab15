"""Declaring attacks and what comes of them (chapters 7, 8 and 10)."""

from __future__ import annotations

from companion.engine.guards import barred, first_refusal, guarded, malformed, seat_of
from companion.engine.types import DOUBTFUL, ILLEGAL, Audience, Decision, Event, Ruling, facts, refuse
from companion.games.vikings_gone_wild import events as ev
from companion.games.vikings_gone_wild.inputs import Attack, Declared, Together
from companion.games.vikings_gone_wild.rules import targets
from companion.games.vikings_gone_wild.rules.common import off_turn, on_turn, points, unfinished
from companion.games.vikings_gone_wild.rules.strength import (
    forces,
    helps,
    joiners,
    may_carry,
    sent,
    strength,
)
from companion.games.vikings_gone_wild.rules.targets import DRACO, SLOTS, building_at, defence_of, target_card
from companion.games.vikings_gone_wild.state import Frame, Player, State, Strike, of_kind
from companion.games.vikings_gone_wild.villages import active_depots, places
from companion.games.vikings_gone_wild.zones import hand_of, hand_size, possible


# ---------------------------------------------------------------- guards
def may_declare(s: State, act: Attack) -> Ruling | None:
    """In one's own turn, alone or with others that are declared at once (VG-7.1, VG-7.9)."""
    if s.now.together and act.seat == s.turn and unfinished(s) == "VG-R13":
        return None
    return on_turn(s, act)


def target_fits(s: State, act: Attack) -> Ruling | None:
    found, seat = targets.target_at(s, act.target), seat_of(act)
    if targets.plainly_open(s, seat, found):
        return None
    for guard in targets.TARGET:
        ruling = guard(s, seat, found)
        if ruling is not None:
            return ruling
    return None


def attackers_fit(s: State, act: Attack) -> Ruling | None:
    """VG-7.5: only units and heroes attack, each named once with its number."""
    world = s.world
    names = [name for name, _ in act.attackers]
    for name, n in act.attackers:
        card = world.index.get(name, -1)
        if card < 0 or n < 1 or names.count(name) > 1:
            return malformed("VG-7.5", seat=act.seat, card=name)
        if not world.fighter[card]:
            return barred("VG-7.5", seat=act.seat, card=name)
    if not act.attackers:
        return barred("VG-7.5", seat=act.seat, card="", why="nobody")
    return None


def carriers_fit(s: State, act: Attack) -> Ruling | None:
    """VG-7.5, VG-R14: every item is carried by a unit of this attack."""
    if not act.carried:
        return None
    world, counts = s.world, dict(act.attackers)
    used: dict[str, int] = {}
    for item, carrier, no in act.carried:
        card = world.index.get(item, -1)
        if card < 0 or not world.carried[card]:
            return malformed("VG-7.5", seat=act.seat, card=item)
        if carrier not in counts or not 1 <= no <= min(counts[carrier], used.get(carrier, 0) + 1):
            return malformed("VG-7.5", seat=act.seat, card=item, carrier=carrier)
        used[carrier] = max(no, used.get(carrier, 0))
        if not may_carry(world, card, world.index[carrier]):
            return barred("VG-R14", seat=act.seat, card=item, carrier=carrier)
    return None


def helpers_fit(s: State, act: Attack) -> Ruling | None:
    """VG-7.5: a card without strength joins an attack that holds somebody to boost."""
    if not act.boosts:
        return None
    world = s.world
    cards = [world.index[name] for name, _ in act.attackers]
    for name in act.boosts:
        card = world.index.get(name, -1)
        if card < 0 or not world.improvement[card]:
            return malformed("VG-7.5", seat=act.seat, card=name)
        if not helps(world, card, cards):
            return barred("VG-7.5", seat=act.seat, card=name)
    return None


def in_hand(s: State, act: Attack) -> Ruling | None:
    """VG-4.6, VG-7.6: attackers and helpers come from the hand, each for one attack."""
    world, seat = s.world, seat_of(act)
    p = s.players[seat]
    want = {world.index[name]: n for name, n in act.attackers}
    for name in (*[item for item, _, _ in act.carried], *act.boosts):
        want[world.index[name]] = want.get(world.index[name], 0) + 1
    ready = joiners(s, seat)
    if not p.blind and not ready and not [c for c, n in want.items() if p.hand.count(c) < n]:
        return None
    may = {c: (most, sure) for c, most, sure in possible(world, p)}
    unseen = 0
    for card, n in want.items():
        most, sure = may.get(card, (0, 0))
        n -= ready.count(card)
        if n > most:
            return missing(s, seat, card)
        unseen += max(0, n - sure)
    if unseen > p.blind:
        return Ruling(DOUBTFUL, "VG-7.5", facts(seat=seat, card="", has=hand_size(p)), waivable=False)
    return None


def missing(s: State, seat: int, card: int) -> Ruling:
    """Why a card cannot be used: bought this round, used already, or not where we believe it to be."""
    p, name = s.players[seat], s.world.ids[card]
    known, told = facts(seat=seat, card=name), who_may_know(p, seat, card)
    if card in p.play:
        rule = "VG-4.6" if card in p.tally.bought else "VG-R21" if card in p.tally.favours else "VG-7.6"
        return Ruling(ILLEGAL, rule, known, audience=told, waivable=False)
    return Ruling(DOUBTFUL, "VG-7.5", known, audience=told, waivable=False)


def who_may_know(p: Player, seat: int, card: int) -> Audience:
    """Who may be told that a card is not in a hand: its owner, unless it lies neither there nor in the deck."""
    return (seat,) if card in p.hand or card in p.top or card in p.pool else None


GUARDS = (may_declare, target_fits, attackers_fit, carriers_fit, helpers_fit, in_hand)


def attack(s: State, act: Attack, waived: frozenset[str]) -> Decision:
    """VG-7.1 to VG-7.10; VG-R8: below the defence it is not declared, unless the table plays so."""
    ruling = first_refusal(GUARDS, s, act, waived)
    if ruling is not None:
        return ruling
    world, seat = s.world, seat_of(act)
    army = sent(s, seat, act)
    total = strength(world, army, [world.index[b] for b in act.boosts])
    needed = defence_of(s, act.target)
    if total < needed and not world.weak_attacks and "VG-R8" not in waived:
        return refuse("VG-R8", seat=seat, target=act.target, strength=total, defence=needed)
    own = {f.card: f.strength for f in army}
    strengths = tuple([(name, own[world.index[name]]) for name, _ in act.attackers])
    rules = ["VG-7.1", "VG-7.5", "VG-7.6", "VG-7.8"]
    if act.target == DRACO:
        rules[0] = "VG-10.2"
    elif act.target in SLOTS:
        rules[0] = "VG-10.1"
    else:
        rules += ["VG-7.2", "VG-7.9"]
        rules += ["VG-7.4", "VG-R3"] if s.now.exception else ["VG-7.3"]
        owner, at = building_at(s, act.target)
        rules += ["VG-9.6"] if s.players[owner].village[at].guards else []
    rules += ["VG-17.5"] if any(world.hero[c] for c in own) else []
    rules += ["VG-18.3", "VG-R47"] if s.now.offers else []
    return (
        ev.Attacked(
            seat, act.target, act.attackers, act.carried, act.boosts, strengths, total, needed, rules=tuple(rules)
        ),
    )


@guarded(on_turn)
def together(s: State, act: Together) -> Decision:
    """VG-7.9, VG-R13: all targets may be declared at once."""
    if not can_gather(s, seat_of(act)):
        return barred("VG-7.9", seat=act.seat)
    return (ev.Gathered(seat_of(act), rules=("VG-7.9", "VG-R13")),)


def can_gather(s: State, seat: int) -> bool:
    """Whether a building can be attacked at all."""
    hand = hand_of(s.world, s.players[seat])
    best = max((f.best for f in forces(s, seat, hand)), default=-1)
    return any(name in s.world.spaces and best >= needed(s, value) for name, value in targets.open_targets(s, seat))


def needed(s: State, defence: int) -> int:
    return 0 if s.world.weak_attacks else defence


def declared(s: State, act: Declared, waived: frozenset[str]) -> Decision:
    if not s.now.together or act.seat != s.turn or s.due or s.stack:
        return off_turn(s, act) or barred("VG-R13", seat=act.seat, why="single")
    if not s.now.strikes:
        return barred("VG-R13", seat=act.seat, why="none")
    defender = s.now.strikes[0].seat
    opened = ev.WindowOpened(defender, rules=("VG-9.2", "VG-R13"))
    if hand_size(s.players[defender]) == 0:  # nothing to answer with, and how many cards a hand has is open to all
        return (opened, ev.WindowClosed(defender, rules=("VG-9.2", "VG-9.1")))
    return (opened,)


def thinking_better(s: State, seat: int | None) -> bool:
    """Whether a seat is gathering attacks and has declared none yet: it may leave them all."""
    return s.now.together and not s.now.strikes and seat == s.turn and not s.due and not s.stack


# ---------------------------------------------------------------- what comes of it
def resolve(s: State) -> tuple[Event, ...]:
    """The first declared attack: the defender is asked, or it is decided (VG-7.7, VG-9.3)."""
    now, strike = s.now, s.now.strikes[0]
    if strike.seat >= 0 and now.window == 0 and hand_size(s.players[strike.seat]) > 0:
        return (ev.WindowOpened(strike.seat, rules=("VG-9.2", "VG-9.1")),)
    if now.window == 1:
        return ()
    seat = s.turn
    total, value = strength(s.world, strike.fighters, strike.boosts), defence_of(s, strike.target)
    total = 0 if not strike.fighters else total
    success = bool(strike.fighters) and total >= value
    if strike.seat < 0:
        return _beaten(s, seat, strike, total, value, success)
    if success:
        return (ev.Damaged(seat, strike.target, total, value, rules=("VG-7.10", "VG-7.7", "VG-7.11")),)
    cards = len(strike.fighters) + len(strike.gone)
    rules = ["VG-9.3", "VG-9.6"]
    rules += ["VG-R9"] if strike.gone or any(f.loads for f in (*strike.fighters, *strike.gone)) else []
    rules += ["VG-R45"] if not strike.fighters else []
    repelled = ev.Repelled(seat, strike.target, total, value, cards, rules=tuple(rules))
    return (repelled, *points(s, strike.seat, cards, "repelled", ("VG-9.4", "VG-R10")))


def _beaten(s: State, seat: int, strike: Strike, total: int, value: int, success: bool) -> tuple[Event, ...]:
    chief = "VG-10.2" if strike.target == DRACO else "VG-10.1"
    if not success:
        return (ev.Withstood(seat, strike.target, total, value, rules=(chief, "VG-R8")),)
    card = s.world.ids[target_card(s, strike.target)]
    return (
        ev.Beaten(seat, strike.target, card, rules=(chief, "VG-R12", *(() if card == DRACO else ("VG-R30", "VG-R36")))),
    )


def spoils(s: State, f: Frame) -> tuple[Event, ...]:
    """The next damage bonus of a damaged building (VG-8.1 to VG-8.3)."""
    owner, at = building_at(s, f.key)
    if at < 0:
        return (ev.NothingThere(f.seat, "", left=0, rules=("VG-8.3",)),)
    b = s.players[owner].village[at]
    bonus = s.world.cards[b.card].damage_bonus[f.at]
    if bonus.what == "vp":
        return points(s, f.seat, bonus.n, "damage", ("VG-8.2", "VG-8.1"), left=0)
    if bonus.what == "favour":
        return (ev.FavourEarned(f.seat, 0, bonus.n, left=0, rules=("VG-8.2", "VG-17.1")),)
    if of_kind(b, bonus.what) == 0:
        return (ev.NothingThere(f.seat, s.world.ids[b.card], left=0, rules=("VG-8.3", "VG-8.4")),)
    to = stow_places(s, f.seat, bonus.what)
    if len(to) > 1:
        return ()
    return (ev.Placed(f.seat, bonus.what, to[0], f.key, left=0, rules=plunder_rules(s, to[0])),)


def plunder_rules(s: State, place: str) -> tuple[str, ...]:
    overflow = ("VG-R15",) if s.world.spaces[place][2] == 0 else ()
    return ("VG-8.3", "VG-8.5", "VG-R1", *overflow)


def stow_places(s: State, seat: int, kind: str) -> tuple[str, ...]:
    """Where a token comes to lie: an own depot with room, else the town hall (VG-8.5); alike places are one."""
    world = s.world
    room = [b for b in active_depots(s, seat, kind) if b.beer + b.gold < world.cards[b.card].room]
    return places(s, seat, room or s.players[seat].village[:1])
