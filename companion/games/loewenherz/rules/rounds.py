"""A round: the action card, decision cards, the three actions in turn, and the end (chapters 3, 5 and 13)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.hidden import unseen
from companion.engine.types import DOUBTFUL, Decision, Event, Notice, Ruling, Shown, facts, refuse
from companion.games.loewenherz import events as ev
from companion.games.loewenherz.box import ACTION, ALLIANCE, BORDERS, DUCATS, FIEF, KING, RENEGADE, Action
from companion.games.loewenherz.effects import evolve
from companion.games.loewenherz.inputs import Done, LayDecision, Reveal, TurnCard
from companion.games.loewenherz.rules.common import action_of, barred_to, holds, on_turn, timely
from companion.games.loewenherz.rules.scoring import zone_reckoning
from companion.games.loewenherz.rules.targets import without_target
from companion.games.loewenherz.rules.use import mountains, useless
from companion.games.loewenherz.state import UNKNOWN, Phase, State, with_at

OPENING_RULES = {"act": ("LH-3.8", "LH-3.9"), "deal": ("LH-4.2", "LH-4.1", "LH-3.8"), "duel": ("LH-4.1", "LH-3.8")}


# ---------------------------------------------------------------- the action card
def current_stack(s: State) -> tuple[int, tuple[str, ...]]:
    """The topmost stack that has cards left, and which they are (LH-1.8)."""
    return s.world.memo.kept(("stack", s.drawn), lambda: _current_stack(s))


def _current_stack(s: State) -> tuple[int, tuple[str, ...]]:
    seen = set(s.drawn)
    for k, stack in enumerate(s.world.stack_cards.values()):
        if not seen.issuperset(stack):
            return k, tuple(c for c in stack if c not in seen)
    return -1, ()


def card_by_first(s: State, act: TurnCard | Shown) -> Ruling | None:
    """LH-3.1: the first player turns up the card; the table may tell which one it is."""
    if act.seat == s.first or (act.seat is None and isinstance(act, Shown)):
        return None
    return barred("LH-3.1", seat=act.seat, turn=s.first)


@guarded(timely("LH-3.1", Phase.CARD), card_by_first)
def turn_card(s: State, act: TurnCard) -> Decision:
    k, _ = current_stack(s)
    if not s.world.app_deck or not s.decks[k]:
        return barred("LH-3.1", seat=act.seat, why="real")
    return turned_up(s, s.decks[k][0])


@guarded(timely("LH-3.1", Phase.CARD), card_by_first)
def shown(s: State, act: Shown) -> Decision:
    if act.card not in s.world.card:
        return malformed("LH-3.2", card=act.card)
    if s.world.app_deck:
        return barred("LH-3.1", why="app")
    if act.card not in current_stack(s)[1]:
        return Ruling(DOUBTFUL, "LH-1.8", facts(card=act.card), waivable=False)
    return turned_up(s, act.card)


def turned_up(s: State, name: str) -> tuple[Event, ...]:
    """What a card brings at once: three actions to choose from, silver, or the end."""
    world, card = s.world, s.world.card[name]
    rules = ["LH-3.1", "LH-3.2"]
    if card.kind == ACTION:
        return (ev.CardTurned(s.first, name, rules=tuple(rules)),)
    if card.kind == KING:
        up = ev.CardTurned(s.first, name, rules=("LH-13.1", *rules))
        return (up, *_king(s, up))
    found = tuple(mountains(s, p) for p in range(world.players))
    rules += ["LH-R36"] if s.drawn and world.card[s.drawn[-1]].kind == card.kind else []
    scored = ev.SilverScored(name, found, rules=("LH-3.3", "LH-3.4", "LH-R35"))
    return (ev.CardTurned(s.first, name, rules=tuple(rules)), scored)


# ---------------------------------------------------------------- decision cards
def lays(s: State, seat: int) -> int:
    """How many decision cards a seat lays: the first player two, with fewer than four players (LH-3.6)."""
    return 2 if seat == s.first and s.world.players < 4 else 1


def decision_due(s: State, act: LayDecision) -> Ruling | None:
    if act.seat == s.turn:
        return None
    if act.seat is not None and s.laid[act.seat]:
        return barred("LH-R29", seat=act.seat, why="laid")
    return barred("LH-3.5", seat=act.seat, turn=s.turn)


def numbers_fit(s: State, act: LayDecision) -> Ruling | None:
    numbers, n = act.numbers, lays(s, seat_of(act))
    if any(k not in (1, 2, 3) for k in numbers) or not numbers:
        return malformed("LH-3.5", seat=act.seat, why="number")
    if len(set(numbers)) != len(numbers):
        return barred("LH-R6", seat=act.seat)
    if len(numbers) != n:
        p = s.world.players
        if n == 1 and act.seat != s.first:
            return barred("LH-3.5", seat=act.seat, n=n, why="one")
        rule = {2: "LH-14.6", 3: "LH-14.3"}.get(p, "LH-14.1")
        return barred(rule, seat=act.seat, n=n)
    return None


def politics_fit(s: State, act: LayDecision) -> Ruling | None:
    """LH-11.2, LH-R28: only alliances and renegades, held, and not more than the option allows."""
    seat = seat_of(act)
    for card in act.politics:
        kind = s.world.politics[card].kind if card in s.world.politics else ""
        if not kind:
            return malformed("LH-11.2", seat=seat, cards=act.politics, why="unknown")
        if kind not in (ALLIANCE, RENEGADE):
            return barred("LH-11.2", seat=seat, cards=act.politics, why="kind")
    missing = holds(s, seat, act.politics, "LH-11.2")
    if missing is not None:
        return missing  # first: no table can waive that cards are held
    if s.world.one_politics and len(act.politics) > len(act.numbers):
        return refuse("LH-R28", seat=seat, n=len(act.numbers))
    return None


def politics_target(s: State, act: LayDecision) -> Ruling | None:
    """LH-R29: a card without a legal target cannot be played."""
    seat = seat_of(act)
    card = without_target(s, seat, act.politics) if act.politics else ""
    return barred_to(seat, "LH-R29", seat=seat, card=card) if card else None


@guarded(timely("LH-3.5", Phase.DECIDE), decision_due, numbers_fit, politics_fit, politics_target)
def lay_decision(s: State, act: LayDecision) -> Decision:
    seat = seat_of(act)
    events: list[Event] = [_laid(seat, act.numbers, act.politics, s.world.players)]
    actions = s.world.card[s.card].actions
    for k in act.numbers:
        why = useless(s, seat, actions[k - 1])
        if why:
            known = facts(seat=seat, number=k, action=str(actions[k - 1]), why=why)
            events.append(Notice("no_use", known, rules=("LH-R16", why)))
    if not act.politics and s.laid.count(()) == 1:
        events += onward(s, 1, with_at(s.laid, seat, act.numbers))
    return tuple(events)


@lru_cache(maxsize=1024)
def _laid(seat: int, numbers: tuple[int, ...], politics: tuple[str, ...], players: int) -> ev.DecisionLaid:
    rules = ("LH-3.5",) if len(numbers) == 1 else ("LH-3.6", {2: "LH-14.6", 3: "LH-14.3"}.get(players, ""), "LH-R6")
    rules = (*rules, "LH-14.1") if players == 4 else rules
    if politics:
        rules = (*rules, "LH-3.7", "LH-11.3", *(("LH-R28",) if len(politics) > 1 else ()))
    return ev.DecisionLaid(seat, numbers, politics, rules=rules)


def after_politics(s: State) -> tuple[Event, ...]:
    """When the cards of the last player to lay are carried out, the actions begin."""
    return onward(s, 1, s.laid) if not s.played and all(s.laid) else ()


# ---------------------------------------------------------------- the actions in turn (LH-3.8)
def onward(s: State, number: int, laid: tuple[tuple[int, ...], ...] = ()) -> tuple[Event, ...]:
    """From action ``number`` on, all that happens by itself, up to the next thing that is asked."""
    world = s.world
    laid = laid or s.laid
    actions = world.card[s.card].actions
    out: list[Event] = []
    while number <= 3:
        action = actions[number - 1]
        seats = tuple([p for p, numbers in enumerate(laid) if number in numbers])
        if not seats:
            out.append(_lapsed(number, action))
        elif action.kind == DUCATS:
            each, rest = divmod(action.n, len(seats))
            rules = ("LH-5.1", "LH-R40") if len(seats) == 1 else ("LH-5.2", "LH-5.1")
            out.append(ev.DucatsShared(number, seats, each, rest, rules=rules))
        elif len(seats) == 1:
            opened = opens(s, number, seats[0], laid)
            out += opened
            if len(opened) == 1:
                return tuple(out)
        else:
            how = "deal" if len(seats) == 2 and world.negotiation else "duel"
            more = ("LH-4.7",) if len(seats) > 2 else () if world.negotiation else ("LH-15.6",)
            out.append(_opened(number, action, how, seats, more))
            return tuple(out)
        number += 1
    first = (s.first + 1) % world.players
    out.append(ev.RoundEnded(first, s.round + 1, rules=("LH-3.12",)))
    return tuple(out)


@lru_cache(maxsize=1024)
def _lapsed(number: int, action: Action) -> Event:
    return ev.ActionLapsed(number, str(action), rules=("LH-3.10",))


@lru_cache(maxsize=1024)
def _opened(number: int, action: Action, how: str, seats: tuple[int, ...], more: tuple[str, ...]) -> Event:
    return ev.ActionOpened(number, str(action), how, seats, rules=(*OPENING_RULES[how], *more))


def opens(s: State, number: int, seat: int, laid: tuple[tuple[int, ...], ...] = ()) -> tuple[Event, ...]:
    """The action goes to one seat; what is of no use lapses with a warning (LH-R7, LH-R16)."""
    action = s.world.card[s.card].actions[number - 1]
    why = useless(s, seat, action)
    if why:
        known = facts(seat=seat, number=number, action=str(action), why=why)
        lapsed = ev.ActionLapsed(number, str(action), rules=("LH-R16", why))
        return (Notice("lapses", known, rules=("LH-R16", why)), lapsed)
    both = len((laid or s.laid)[seat]) == 2 and s.world.players == 3
    return (_opened(number, action, "act", (seat,), ("LH-3.11",) if both else ()),)


@guarded(timely("LH-R7", Phase.ACT), on_turn)
def done(s: State, act: Done) -> Decision:
    """LH-R7: actions are rights, what is left may stay unused."""
    borders = action_of(s).kind == BORDERS
    rules = ("LH-R7", "LH-8.1", "LH-R19") if s.squares else ("LH-R7", "LH-6.1") if borders else ("LH-R7",)
    left = ev.ActionLeft(s.turn, s.step, rules=rules)
    return (left, *zone_reckoning(s), *onward(s, s.step + 1))


# ---------------------------------------------------------------- the end (chapter 13)
def _king(s: State, up: ev.CardTurned) -> tuple[Event, ...]:
    """Mountains once more; then fiefs, once every hand is known (LH-13.2, LH-13.3)."""
    found = tuple(mountains(s, p) for p in range(s.world.players))
    died = ev.KingDied(found, rules=("LH-13.2", "LH-R37"))
    after = evolve(evolve(s, up), died)
    return (died,) if after.phase == Phase.REVEAL else (died, *ending(after))


def ending(s: State) -> tuple[Event, ...]:
    """Fiefs come to light, then the comparison (LH-13.3 to LH-13.5, LH-R37)."""
    world = s.world
    out: list[Event] = []
    power = list(s.power)
    for p in range(world.players):
        found = fiefs(s, p)
        if found:
            power[p] += world.worth(found)
            out.append(ev.FiefsShown(p, found, world.worth(found), rules=("LH-13.3", "LH-11.20")))
    wealth = tuple(s.ducats[p] + worth(s, p) for p in range(world.players))
    ahead = [p for p in range(world.players) if power[p] == max(power)]
    best = max(wealth[p] for p in ahead)
    winners = tuple(p for p in ahead if wealth[p] == best)
    rules = ["LH-13.4"]
    rules += ["LH-13.5"] if len(ahead) > 1 else []
    rules += ["LH-R37"] if len(winners) > 1 else []
    out.append(ev.Ended(winners, wealth, rules=tuple(rules)))
    return tuple(out)


def worth(s: State, seat: int) -> int:
    """Face value of the treasure cards in a hand."""
    return s.world.worth(tuple(c for c in s.hands[seat] if c in s.world.treasures))


def fiefs(s: State, seat: int) -> tuple[str, ...]:
    """The fiefs in a hand, as far as the app was told of them (LH-11.20)."""
    return tuple(c for c in s.hands[seat] if c != UNKNOWN and s.world.politics[c].kind == FIEF)


def untold(s: State) -> Counter[str]:
    """Politics cards that neither were played nor are known in a hand: what an untold card may be at the end."""
    return Counter(unseen(s.world.politics_box, (s.discard, *s.hands)))


@guarded(timely("LH-13.3", Phase.REVEAL))
def reveal(s: State, act: Reveal) -> Decision:
    if act.seat is None or act.seat >= s.world.players or UNKNOWN not in s.hands[act.seat]:
        return barred("LH-13.3", seat=act.seat)
    n = s.hands[act.seat].count(UNKNOWN)
    left = untold(s)
    names = [card for card, _ in act.cards]
    if names != sorted(set(names)) or any(k < 1 for _, k in act.cards) or sum(k for _, k in act.cards) != n:
        return malformed("LH-13.3", seat=act.seat, n=n, why="number")
    if any(k > left[card] for card, k in act.cards):
        return Ruling(DOUBTFUL, "LH-13.3", facts(seat=act.seat, n=n, why="gone"), waivable=False)
    cards = tuple(card for card, k in act.cards for _ in range(k))
    told = ev.Revealed(act.seat, cards, rules=("LH-13.3",))
    after = evolve(s, told)
    return (told,) if any(UNKNOWN in h for h in after.hands) else (told, *ending(after))
