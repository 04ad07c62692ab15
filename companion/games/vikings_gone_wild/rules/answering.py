"""Steps of cards that ask somebody: what may be answered, and what comes of the answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from companion.engine.guards import barred, malformed
from companion.engine.legal import Between, fits
from companion.engine.types import (
    DOUBTFUL,
    Choose,
    Decision,
    Die,
    Event,
    Input,
    Pending,
    Roll,
    Rolled,
    Ruling,
    Show,
    Shown,
    Shuffle,
    facts,
    letter,
)
from companion.games.vikings_gone_wild import counting
from companion.games.vikings_gone_wild import events as ev
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.inputs import Book, Decline, PayFor, Pick
from companion.games.vikings_gone_wild.rules.attacking import plunder_rules, stow_places
from companion.games.vikings_gone_wild.rules.common import not_there, points, unfinished
from companion.games.vikings_gone_wild.rules.paying import open_tokens, paid, tokens_of, unpaid
from companion.games.vikings_gone_wild.rules.running import (
    RULES,
    cancellable,
    discarder,
    dug,
    fetchable,
    left_of,
    parts_of,
    stealing,
    step_at,
)
from companion.games.vikings_gone_wild.state import Frame, Player, State
from companion.games.vikings_gone_wild.zones import deck_size, deck_top, hand_size, may_be, possible

BOOKABLE = ("vp", "beer", "gold", "draw")
MOST_BOOKED = 9


def asked(s: State, f: Frame) -> int:
    """Who answers the step at hand."""
    step = step_at(s, f)
    return discarder(f, step) if isinstance(step, v.Discard) and step.pick == "owner" else f.seat


def laid_kind(s: State, f: Frame) -> str:
    """The kind of a token that comes to lie somewhere, "any" while it is to be picked; "" where none does."""
    if f.kind == Frame.STOW:
        return f.key
    return s.world.cards[s.world.spaces[f.key][1]].holds if f.kind == Frame.SPOILS else ""


def wanted(s: State, f: Frame) -> Pending:
    """What the uppermost frame asks the table for."""
    ids, p = s.world.ids, s.players[f.seat]
    deck = f"deck_{letter(f.seat)}"
    if f.kind == Frame.MISSION:
        pool = tuple(ids[c] for c in dict.fromkeys(may_be(s.missions)))
        rule = "VG-11.4" if s.phase == "turn" else "VG-11.3"
        return Show(rule, "mission", None, pool, facts=facts(seat=f.seat))
    step = step_at(s, f)
    if f.kind == Frame.DRAWING or isinstance(step, v.Draw) or (isinstance(step, v.Dig) and deck_size(p) == 0):
        rule = "VG-3.4" if f.kind == Frame.DRAWING else "VG-18.1"
        return Shuffle(rule, deck, tuple([ids[c] for c in p.discard]), facts=facts(seat=f.seat))
    card = "" if step is None else s.world.name_of[f.key]
    if isinstance(step, v.Dig):
        pool = tuple(ids[c] for c in dict.fromkeys(p.pool))
        return Show("VG-R23", deck, f.seat, pool, facts=facts(seat=f.seat, card=card))
    if isinstance(step, v.Discard) and step.pick == "random":
        of = discarder(f, step)
        q = s.players[of]
        known = facts(seat=of, card=card)
        if q.blind:
            return Show("VG-R23", "hand", of, tuple(ids[c] for c, _, _ in possible(s.world, q)), facts=known)
        faces = tuple(str(i) for i in range(1, hand_size(q) + 1))
        return Roll("VG-R23", (Die(faces, "card of a hand"),), f.seat, facts=known)
    return _question(s, f, step, card)


def _question(s: State, f: Frame, step: v.Step | None, card: str) -> Pending:
    who = asked(s, f)
    if step is None:
        kind = laid_kind(s, f)
        return _which("VG-R23", who, "kind", "") if kind == "any" else _which("VG-8.5", who, "stow", kind)
    name = type(step).__name__.lower()
    known = facts(seat=who, step="kind" if name == "gain" else name, card=card, actor=f.seat)
    what = {v.Pay: ("pay_for", "decline"), v.Manual: ("book", "decline")}.get(type(step), ("pick", "decline"))
    return Choose("VG-R23", (who,), what, facts=known)


@cache
def _which(rule: str, who: int, step: str, kind: str) -> Choose:
    """Which place, or which kind: it is not left."""
    known = facts(seat=who, step=step, kind=kind) if kind else facts(seat=who, step=step)
    return Choose(rule, (who,), ("pick",), facts=known)


# ---------------------------------------------------------------- what may be answered
def answers(s: State, seat: int | None) -> Iterator[Input]:
    """Legal answers of a seat to the step at hand."""
    f = s.stack[-1]
    if seat is None or seat != asked(s, f):
        return
    step, kind = step_at(s, f), laid_kind(s, f)
    if step is not None:
        yield from _of_step(s, f, step, seat)
    elif kind:
        yield from (Pick(seat, p) for p in (v.KINDS if kind == "any" else stow_places(s, seat, kind)))


def _of_step(s: State, f: Frame, step: v.Step, seat: int) -> Iterator[Input]:
    ids = s.world.ids
    if isinstance(step, v.Gain):
        yield from (Pick(seat, k) for k in v.KINDS)
    elif isinstance(step, v.Steal):
        kind, _, places = stealing(s, f, step)
        yield from (Pick(seat, a, b) for a in places for b in stow_places(s, seat, kind))
    elif isinstance(step, v.Cancel):
        yield from (Pick(seat, x) for x in cancellable(s, f, step))
    elif isinstance(step, v.Discard) and step.pick != "random":
        yield from _discards(s, f, step, seat)
    elif isinstance(step, v.Trash):
        yield from _trashes(s, f, step, seat)
    elif isinstance(step, v.Fetch):
        yield from (Pick(seat, ids[c]) for c in fetchable(s, f, step))
        yield Decline(seat)
    elif isinstance(step, v.Choice):
        parts = parts_of(s, f, step)
        for some in combinations(parts, min(step.k, len(parts))):
            yield Pick(seat, "+".join(str(i + 1) for i in some))
    elif isinstance(step, v.Optional):
        yield Pick(seat, "1")
        yield Decline(seat)
    elif isinstance(step, v.Pay):
        beer, gold = tokens_of(s, seat, v.BEER), tokens_of(s, seat, v.GOLD)
        yield PayFor(seat, open_tokens(beer, step.beer - s.now.beer), open_tokens(gold, step.gold - s.now.gold))
        yield Decline(seat)
    elif isinstance(step, v.Manual):
        for whom in s.world.seats:
            for what in BOOKABLE:
                entry = Book(seat, whom, what, 1)
                object.__setattr__(entry, "n", Between(1, MOST_BOOKED))
                yield entry
        yield Decline(seat)


def _discards(s: State, f: Frame, step: v.Discard, seat: int) -> Iterator[Input]:
    """What may be picked of a hand; nothing at all where nothing fits, as far as the referee knows."""
    p = s.players[discarder(f, step)]
    mean = counting.fits(s.world, step.filter)
    cards = [c for c, _, _ in possible(s.world, p) if mean[c]]
    yield from (Pick(seat, s.world.ids[c]) for c in cards)
    if not any(mean[c] for c in p.hand) and not (p.blind and all(mean[c] for c in p.pool)):
        yield Decline(seat)


def _trashes(s: State, f: Frame, step: v.Trash, seat: int) -> Iterator[Input]:
    p, ids = s.players[seat], s.world.ids
    hand = [c for c, _, _ in possible(s.world, p)]
    zones = {v.HAND: hand, v.DISCARD: sorted(set(p.discard)), v.PLAY: sorted(set(p.play))}
    yield from (Pick(seat, ids[c], z) for z in step.zones for c in zones[z])
    if step.optional:
        yield Decline(seat)


# ---------------------------------------------------------------- deciding answers
def answer(s: State, act: Input, waived: frozenset[str]) -> Decision:
    """Pick, decline, pay or book: refused unless it is one of what may be answered now."""
    if not s.stack or s.due or unfinished(s) != "VG-R23":
        first = unfinished(s)
        return malformed(first or "VG-R23", seat=act.seat, why="first" if first else "nothing")
    f = s.stack[-1]
    who = asked(s, f)
    if act.seat != who:
        if isinstance(wanted(s, f), Choose):
            return barred("VG-R23", seat=act.seat, turn=who, why="other")
        return barred("VG-R23", seat=act.seat)
    step = step_at(s, f)
    if isinstance(act, PayFor) and isinstance(step, v.Pay):
        ruling = unpaid(s, f.seat, step.beer, step.gold, act.beer, act.gold)
        if ruling is not None and not (ruling.waivable and ruling.rule in waived):
            return ruling
    elif not any(fits(entry, act) for entry in answers(s, act.seat)):
        return _not_offered(s, f, step, act)
    if isinstance(act, Decline):
        return (ev.Finished(f.seat, left=0, rules=("VG-R23",)),)
    if isinstance(act, Book):
        return _booked(s, act)
    if isinstance(act, PayFor):
        assert isinstance(step, v.Pay)
        how = paid(s, step.beer, step.gold, act.beer, act.gold)
        return (ev.PricePaid(f.seat, s.world.name_of[f.key], how, left=0, rules=RULES),)
    assert isinstance(act, Pick)
    return _picked(s, f, step, act)


def _not_offered(s: State, f: Frame, step: v.Step | None, act: Input) -> Ruling:
    """A card that is not where it is said to be is doubtful, and so told to the two who may know."""
    if isinstance(step, v.Discard | v.Trash) and isinstance(act, Pick) and act.what in s.world.index:
        who = tuple(sorted({asked(s, f), discarder(f, step) if isinstance(step, v.Discard) else f.seat}))
        return Ruling(DOUBTFUL, "VG-R23", facts(seat=act.seat, card=act.what), audience=who, waivable=False)
    if isinstance(step, v.Discard) and isinstance(act, Decline):
        who = tuple(sorted({asked(s, f), discarder(f, step)}))
        return Ruling(DOUBTFUL, "VG-R23", facts(seat=act.seat, card=""), audience=who, waivable=False)
    return malformed("VG-R23", seat=act.seat)


def _booked(s: State, act: Book) -> Decision:
    rules = ("VG-R23",)
    booked: tuple[Event, ...] = (ev.Booked(act.seat or 0, act.whom, act.what, act.n, rules=rules),)
    if act.what == "vp":
        return (*booked, *points(s, act.whom, act.n, "manual", rules))
    if act.what == "draw":
        n = min(act.n, deck_size(s.players[act.whom]))
        return (*booked, ev.Drew(act.whom, n, rules=rules)) if n else booked
    beer = act.n if act.what == v.BEER else 0
    return (*booked, ev.Awarded(act.whom, beer, act.n - beer, 0, rules=rules))


def _picked(s: State, f: Frame, step: v.Step | None, act: Pick) -> Decision:
    if f.kind == Frame.STOW:
        if f.key == "any":
            return (ev.KindPicked(f.seat, act.what, left=f.n - 1, rules=RULES),)
        return (ev.Placed(f.seat, f.key, act.what, left=f.n - 1, rules=("VG-8.5", "VG-R15")),)
    if f.kind == Frame.SPOILS:
        return (ev.Placed(f.seat, laid_kind(s, f), act.what, f.key, left=0, rules=plunder_rules(s, act.what)),)
    if isinstance(step, v.Gain):
        beer = act.what == v.BEER
        return (ev.Gained(f.seat, int(beer), int(not beer), left=f.n - 1, rules=("VG-4.10",)),)
    if isinstance(step, v.Steal):
        kind, left, _ = stealing(s, f, step)
        rules = ("VG-R44", *plunder_rules(s, act.zone))
        return (ev.Placed(f.seat, kind, act.zone, act.what, left=left - 1, rules=rules),)
    if isinstance(step, v.Cancel):
        left = min(left_of(s, f, step.n), len(s.now.strikes[f.who].fighters)) - 1
        target = s.now.strikes[f.who].target
        return (ev.Cancelled(f.seat, target, act.what, left=left, rules=("VG-R9", "VG-9.2")),)
    if isinstance(step, v.Discard):
        return _discarded(discarder(f, step), act.what, left_of(s, f, step.n))
    if isinstance(step, v.Trash):
        left = left_of(s, f, step.n) - 1
        return (ev.Moved(f.seat, act.what, act.zone, "box", "trash", left=left, rules=RULES),)
    if isinstance(step, v.Fetch):
        left = left_of(s, f, step.n) - 1
        return (ev.Moved(f.seat, act.what, step.zone, step.to, "fetch", left=left, rules=RULES),)
    parts = tuple(int(i) - 1 for i in act.what.split("+"))
    return (ev.Branched(f.seat, s.world.name_of[f.key], parts, left=0, rules=RULES),)


def _discarded(of: int, card: str, n: int) -> tuple[Event, ...]:
    """The first of ``n`` cards that are discarded from a hand."""
    return (ev.Moved(of, card, "hand", "discard", "discard", left=n - 1, rules=RULES),)


def shown(s: State, f: Frame, act: Shown) -> Decision | None:
    """A card of a deck or hand comes to light; None if nothing of the kind is asked for."""
    step = step_at(s, f)
    of = discarder(f, step) if isinstance(step, v.Discard) else f.seat
    p = s.players[of]
    if act.seat != of:
        return None
    if isinstance(step, v.Dig) and deck_top(p) < 0 and deck_size(p):
        return not_there(s, act, p.pool, "VG-R23", seat=of) or (dug(s, f, step, s.world.index[act.card]),)
    if isinstance(step, v.Discard) and step.pick == "random" and p.blind:
        there = (*p.hand, *p.pool)
        return not_there(s, act, there, "VG-R23", seat=of) or _discarded(of, act.card, _random(s, f, step, p))
    return None


def _random(s: State, f: Frame, step: v.Discard, p: Player) -> int:
    """How many cards are still drawn at random: no more than the hand holds."""
    return min(left_of(s, f, step.n), hand_size(p))


def drawn_blindly(s: State, act: Rolled) -> Decision | None:
    """One card of a hand that the referee knows, drawn at random by its place."""
    if not s.stack:
        return None
    f = s.stack[-1]
    step = step_at(s, f)
    if not isinstance(step, v.Discard) or step.pick != "random" or s.players[discarder(f, step)].blind:
        return None
    of = discarder(f, step)
    hand = s.players[of].hand
    if len(act.faces) != 1 or not act.faces[0].isdecimal() or not 1 <= int(act.faces[0]) <= len(hand):
        return malformed("VG-R23", seat=of, why="place")
    return _discarded(of, s.world.ids[hand[int(act.faces[0]) - 1]], _random(s, f, step, s.players[of]))
