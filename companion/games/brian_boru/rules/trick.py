"""Tricks: the active town, the cards, who wins, who acts when (chapter 6)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.guards import guarded, seat_of
from companion.engine.hidden import Breach, broken, doubt
from companion.engine.types import Event, Input, Ruling, facts
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.box import COLOURS, FIRST, LINES, PRIMARY, SECOND, WHITE
from companion.games.brian_boru.inputs import COINS, POINTS, Act, NameTown, Play, Stuck
from companion.games.brian_boru.rules.guards import Outcome, impossible, malformed, refused, town_known, turn
from companion.games.brian_boru.state import Phase, State, free


# ---------------------------------------------------------------- what a leader can serve
def free_colours(s: State) -> tuple[str, ...]:
    open_towns = free(s)
    return tuple(c for c in COLOURS if s.world.colour_mask[c] & open_towns)


def holdable(s: State, seat: int) -> Sequence[int]:
    """Cards that a hand may hold: the named ones; where some are unnamed, all that did not come to light this round."""
    zone = s.hands[seat]
    if not zone.counted.n:
        return zone.known.cards
    gone = {*s.discard, *[c for _, c in s.trick]}
    return [c for c in s.world.numbers if c not in gone]


def suits(s: State, seat: int) -> tuple[set[str], set[str]]:
    """Suits that a hand holds for sure, and those that it may hold."""
    suit = s.world.suit
    return {suit[c] for c in s.hands[seat].known.cards}, {suit[c] for c in holdable(s, seat)}


def serves(held: set[str], colour: str) -> bool:
    """A card of the colour or a white one (BB-6.3, BB-1.6)."""
    return colour in held or WHITE in held


def able(s: State, seat: int) -> bool | None:
    """Whether a seat can lead at all (BB-R7); None: nobody named enough of the hand."""
    sure, maybe = suits(s, seat)
    colours = free_colours(s)
    if any(serves(sure, c) for c in colours):
        return True
    return None if any(serves(maybe, c) for c in colours) else False


# ---------------------------------------------------------------- naming a town
def leading(s: State, act: Input) -> Ruling | None:
    """BB-6.9: who holds the marker leads; once in a trick."""
    if s.phase != Phase.LEAD:
        return impossible("BB-6.2", "not_now", seat=act.seat, **turn(s))
    if act.seat != s.turn:
        return impossible("BB-6.2", "other_seat", seat=act.seat, turn=s.turn)
    return None


def town_free(s: State, act: NameTown) -> Ruling | None:
    """BB-6.2: a disc makes a town not free, a Viking control token on it changes nothing."""
    i = s.world.index[act.town]
    if not free(s) >> i & 1:
        lost = bool(s.vikings >> i & 1)
        return refused("BB-6.2", "under_vikings" if lost else "has_disc", seat=act.seat, town=act.town)
    return None


def colour_held(s: State, act: NameTown) -> Ruling | None:
    """BB-R6: only a colour that the leader can serve, as far as the hand is known; told to its owner alone.

    With an unnamed hand it is only doubted, and only when no such card is left at all.
    """
    seat = seat_of(act)
    colour = s.world.colour[s.world.index[act.town]]
    if s.free_lead or serves(suits(s, seat)[1], colour):
        return None
    if s.hands[seat].counted.n:
        return doubt("BB-R6", audience=(seat,), why="none_left", seat=seat, town=act.town, colour=colour)
    return refused("BB-R6", "no_card", audience=(seat,), seat=seat, town=act.town, colour=colour)


@guarded(leading, town_known, town_free, colour_held)
def name_town(s: State, act: NameTown) -> Outcome:
    free_lead = ("BB-R7",) if s.free_lead else ()
    return [ev.TownNamed(seat_of(act), act.town, rules=("BB-6.2", "BB-6.9", "BB-R5", *free_lead))]


def may_be_stuck(s: State, act: Stuck) -> Ruling | None:
    """BB-R7: no card for any free town; where the hand is known, the engine sees to it."""
    seat = seat_of(act)
    if s.free_lead:
        return impossible("BB-R7", "declared", seat=seat)
    if able(s, seat):
        return refused("BB-R7", "can_lead", audience=(seat,), seat=seat)
    return None


@guarded(leading, may_be_stuck)
def stuck(s: State, act: Stuck) -> Outcome:
    """BB-R7: any card to any town, or the marker goes on to the next who is able."""
    seat = seat_of(act)
    p = s.world.players
    declared = (*s.declared, seat)
    all_stuck = len(declared) == p
    goes_on = s.world.pass_marker and not all_stuck
    colours = free_colours(s)
    events: list[Event] = [ev.StuckDeclared(seat, colours, not goes_on, rules=("BB-R7",))]
    if goes_on:
        to = next((seat + i) % p for i in range(1, p) if (seat + i) % p not in declared)
        events.append(ev.MarkerPassed(seat, to, rules=("BB-R7",)))
    return events


# ---------------------------------------------------------------- playing a card
def playing(s: State, act: Play) -> Ruling | None:
    if s.phase != Phase.PLAY:
        return impossible("BB-6.4", "no_town" if s.phase == Phase.LEAD else "not_now", seat=act.seat, **turn(s))
    if act.seat != s.turn:
        return impossible("BB-6.4", "other_seat", seat=act.seat, turn=s.turn)
    if act.card not in s.world.numbers:
        return malformed("BB-6.4", "no_card", seat=act.seat)
    return None


def card_unused(s: State, act: Play) -> Ruling | None:
    """BB-5.1: every card comes once in a round, so an earlier misreading is likelier."""
    if act.card in s.discard or act.card in [c for _, c in s.trick]:
        return doubt("BB-5.1", why="used", seat=act.seat, card=act.card)
    return None


def card_in_hand(s: State, act: Play) -> Ruling | None:
    """BB-5.6: the kept cards are the hand, where they were named."""
    seat = seat_of(act)
    if not s.hands[seat].may_hold(act.card, (act.card,)):
        return doubt("BB-5.6", audience=(seat,), why="not_in_hand", seat=seat, card=act.card)
    return None


def colour_served(s: State, act: Play) -> Ruling | None:
    """BB-6.3: the leader's card has the colour of the active town or is white."""
    if s.trick or s.free_lead:
        return None
    colour = s.world.colour[s.active]
    if s.world.suit[act.card] not in (colour, WHITE):
        return refused("BB-6.3", "off_colour", seat=act.seat, card=act.card, colour=colour, town=s.world.ids[s.active])
    return None


@guarded(playing, card_unused, card_in_hand, colour_served)
def play(s: State, act: Play) -> Outcome:
    seat, card = seat_of(act), act.card
    lead = ("BB-6.3", "BB-1.6") if not s.trick else ("BB-6.4",)
    events: list[Event] = [ev.CardPlayed(seat, card, s.world.suit[card], s.round, s.trick_no, rules=lead)]
    events += _breaches(s, seat, card)
    if len(s.trick) + 1 == s.world.players:
        events.append(_decided(s, (*s.trick, (seat, card))))
    return events


def _breaches(s: State, seat: int, card: int) -> list[Event]:
    """What this card contradicts: that somebody else kept it, or that its player could not lead."""
    found: list[Event] = [
        Breach(i, "named", facts(card=card), rules=("BB-5.1",), audience=(i,))
        for i, zone in enumerate(s.hands)
        if i != seat and card in zone.known.cards
    ]
    for claim in broken(s.stuck, seat, s.world.suit[card]) if s.stuck else ():
        known = facts(card=card, suit=s.world.suit[card])
        found.append(Breach(seat, "not_stuck", known, rules=(claim.rule, "BB-6.3")))
    return found


def _decided(s: State, trick: tuple[tuple[int, int], ...]) -> Event:
    """BB-6.5: the highest card of the colour or white; BB-6.6: all act in ascending order of their cards."""
    world = s.world
    colour = world.colour[s.active]
    by_value = sorted(trick, key=lambda pc: pc[1])
    fitting = tuple(pc for pc in by_value if world.suit[pc[1]] in (colour, WHITE))
    others = tuple(pc for pc in by_value if world.suit[pc[1]] not in (colour, WHITE))
    winner, card = fitting[-1] if fitting else (-1, 0)
    rules = ("BB-6.5", "BB-6.6", "BB-1.6") if fitting else ("BB-R7", "BB-6.6")
    order = tuple(p for p, _ in by_value)
    return ev.TrickDecided(
        s.round, s.trick_no, world.ids[s.active], colour, winner, card, fitting, others, order, rules=rules
    )


def play_options(s: State, seat: int) -> list[Play]:
    plays = s.world.memo.kept(("plays", seat), lambda: {c: Play(seat, c) for c in s.world.numbers})
    suit = s.world.suit
    cards = holdable(s, seat)
    if s.discard and not s.hands[seat].counted.n:
        cards = [c for c in cards if c not in s.discard]
    if not s.trick and not s.free_lead:
        colour = s.world.colour[s.active]
        return [plays[c] for c in cards if suit[c] == colour or suit[c] == WHITE]
    return [plays[c] for c in cards]


def name_options(s: State, seat: int) -> list[NameTown]:
    names = s.world.memo.kept(("name", seat), lambda: [NameTown(seat, t) for t in s.world.ids])
    mask = free(s)
    if not s.free_lead:
        maybe = suits(s, seat)[1]
        if WHITE not in maybe:
            for c in COLOURS:
                if c not in maybe:
                    mask &= ~s.world.colour_mask[c]
    return [name for i, name in enumerate(names) if mask >> i & 1]


# ---------------------------------------------------------------- choosing the action
def acting(s: State, act: Act) -> Ruling | None:
    """BB-6.6: ascending order of the cards, one action after the other."""
    if s.phase != Phase.ACT:
        return impossible("BB-6.6", "not_now", seat=act.seat, **turn(s))
    if s.stack:
        return impossible("BB-6.6", "unfinished", seat=act.seat, **turn(s))
    if act.seat not in s.queue:
        return impossible("BB-6.6", "acted", seat=act.seat, turn=s.queue[0])
    if act.seat != s.queue[0]:
        return impossible("BB-6.6", "other_seat", seat=act.seat, turn=s.queue[0])
    if act.action not in LINES:
        return malformed("BB-6.7", "no_action", seat=act.seat)
    if act.pay not in (COINS, POINTS):
        return malformed("BB-7.4", "no_pay", seat=act.seat)
    return None


def action_fits(s: State, act: Act) -> Ruling | None:
    """BB-6.7, BB-R37: the winner's primary, a loser's secondary action, one that the card has."""
    if (act.action == PRIMARY) != (act.seat == s.winner):
        why = "winner" if act.seat == s.winner else "loser"
        return impossible("BB-6.7", why, seat=act.seat)
    if (card_of(s, seat_of(act)), act.action) not in s.world.programs:
        return impossible("BB-6.7", "no_second", seat=act.seat)
    return None


def coins_before_points(s: State, act: Act) -> Ruling | None:
    """BB-7.4: points only without any coin, and then points if there are any."""
    seat = seat_of(act)
    card = card_of(s, seat)
    means = means_of(s, seat, card, act.action)
    if act.pay != means:
        why = "no_coin" if means == POINTS else "coins_first" if coins_by_then(s, seat, card, act.action) else "bare"
        owes = (card, act.action) in s.world.owing
        return refused("BB-7.4", why if owes else "nothing_to_pay", seat=seat)
    return None


@guarded(acting, action_fits, coins_before_points)
def take_action(s: State, act: Act) -> Outcome:
    seat = seat_of(act)
    card = card_of(s, seat)
    icons = s.world.box.actions[card - 1].icons(act.action)
    rules = ("BB-6.7", "BB-6.6", "BB-R37", "BB-7.1")
    return [ev.ActionTaken(seat, card, act.action, icons, s.round, s.trick_no, rules=rules)]


def card_of(s: State, seat: int) -> int:
    for p, card in s.trick:
        if p == seat:
            return card
    raise KeyError(seat)


def actions_of(s: State, seat: int) -> list[str]:
    """The winner's primary action, a loser's secondary ones that the card has (BB-6.7)."""
    card = card_of(s, seat)
    return [a for a in ((PRIMARY,) if seat == s.winner else (FIRST, SECOND)) if (card, a) in s.world.programs]


def means_of(s: State, seat: int, card: int, action: str) -> str:
    """What settles the first P icon of an action: a coin if there is one by then, else points if there are any."""
    if (card, action) not in s.world.owing:
        return COINS
    return POINTS if not coins_by_then(s, seat, card, action) and s.vp[seat] > 0 else COINS


def coins_by_then(s: State, seat: int, card: int, action: str) -> int:
    """Coins that a seat will have when the first P icon of an action comes."""
    coins = s.coins[seat]
    for kind, n in s.world.programs[card, action]:
        if kind == "P":
            break
        coins += n if kind == "K" else 0
    return coins


def act_options(s: State, seat: int) -> list[Act]:
    if s.stack or not s.queue or seat != s.queue[0]:
        return []
    card = card_of(s, seat)
    return [Act(seat, action, means_of(s, seat, card, action)) for action in actions_of(s, seat)]
