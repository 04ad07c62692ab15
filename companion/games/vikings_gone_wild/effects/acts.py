"""What acts of a turn and steps of cards do to the state."""

from __future__ import annotations

from operator import attrgetter

from companion.engine.slotted import changed, setter
from companion.games.vikings_gone_wild import events as ev
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.effects.frames import begun, part_begun, split, stepped
from companion.games.vikings_gone_wild.inputs import Counts
from companion.games.vikings_gone_wild.state import (
    Building,
    Frame,
    Mission,
    Phase,
    Player,
    State,
    Tally,
    find,
    more,
    of_kind,
    seated,
    with_building,
    with_missions,
    with_play,
    with_played,
    with_player,
    with_pool,
    with_stack,
    with_tally,
    with_turn,
    with_village,
)
from companion.games.vikings_gone_wild.world import inner_key, program_key
from companion.games.vikings_gone_wild.zones import draw, from_hand, minus, off_deck, ordered, plus, settled, taken

with_spent, with_supply = setter(Tally, "bought", "beer", "gold"), setter(State, "supply")
with_drawn_mission, with_swap = setter(State, "players", "missions"), setter(Player, "missions", "swapped")
with_return = setter(Player, "village", "play", "returned")
with_dealt, with_swapped = setter(State, "players", "stack"), setter(State, "missions", "stack")


# ---------------------------------------------------------------- paying
def spent(s: State, seat: int, paid: ev.Paid, bought: int = -1) -> State:
    """A price leaves the pool and the places of its tokens, and is counted."""
    now, p = s.now, s.players[seat]
    if paid.beer or paid.gold:
        now = with_pool(now, now.beer - paid.beer, now.gold - paid.gold)
    beer, gold = paid.beer, paid.gold
    if paid.beer_tokens or paid.gold_tokens:
        p = tokens_gone(s, tokens_gone(s, p, v.BEER, paid.beer_tokens), v.GOLD, paid.gold_tokens)
        beer += sum([n for _, n in paid.beer_tokens])
        gold += sum([n for _, n in paid.gold_tokens])
    t = p.tally
    t = with_spent(t, (*t.bought, bought) if bought >= 0 else t.bought, t.beer + beer, t.gold + gold)
    return with_play(s, seated(s, seat, with_tally(p, t)), now)


def tokens_gone(s: State, p: Player, kind: str, tokens: Counts) -> Player:
    for space, n in tokens:
        _, card, no = s.world.spaces[space]
        at = find(p, card, no)
        b = p.village[at]
        p = with_building(p, at, more(b, kind, -min(n, of_kind(b, kind))))
    return p


def _exchanged(s: State, e: ev.Exchanged) -> State:
    now, beer = s.now, e.give == v.BEER
    beer_now, gold_now = (now.beer - e.pool, now.gold + 1) if beer else (now.beer + 1, now.gold - e.pool)
    s = with_turn(s, with_pool(now, beer_now, gold_now))
    return with_player(s, e.seat, tokens_gone(s, s.players[e.seat], e.give, e.tokens)) if e.tokens else s


# ---------------------------------------------------------------- acts
def _played(s: State, e: ev.Played) -> State:
    world = s.world
    card = world.index[e.card]
    p = s.players[e.seat]
    if card in p.hand:
        p = with_played(p, minus(p.hand, card), plus(p.play, card))
    else:
        p = changed(from_hand(p, card), play=plus(p.play, card))
    s = with_player(s, e.seat, p)
    return s if world.simple_gain[card] is not None else begun(s, program_key(e.card, v.PLAY), e.seat, e.target)


def _part_used(s: State, e: ev.PartUsed) -> State:
    world = s.world
    for i, o in enumerate(s.now.offers):
        if o.seat == e.seat and o.part == e.part - 1 and world.name_of[o.key] == e.card:
            s = with_turn(s, changed(s.now, offers=(*s.now.offers[:i], *s.now.offers[i + 1 :])))
            return part_begun(s, o.key, o.part, o.seat, o.who)
    return s


def _gained(s: State, e: ev.Gained) -> State:
    """Resources of cards belong to the turn of the active player alone (VG-R33, VG-R43)."""
    if e.seat != s.turn or s.phase != Phase.TURN:
        return s
    now = s.now
    return with_turn(s, with_pool(now, now.beer + e.beer, now.gold + e.gold))


def _bought(s: State, e: ev.Bought) -> State:
    world = s.world
    card = world.index[e.card]
    s = spent(s, e.seat, e.paid, card)
    p = s.players[e.seat]
    s = with_player(s, e.seat, changed(p, play=plus(p.play, card)))
    if e.slot:
        return changed(s, row=gap(s.row, int(e.slot[-1]) - 1))
    return _from_supply(s, card, -1)


def gap(row: tuple[int, ...], at: int) -> tuple[int, ...]:
    """A slot of Odin's Path is emptied: what lies left of it slides right (VG-4.7)."""
    return (-1, *row[:at], *row[at + 1 :])


def _from_supply(s: State, card: int, n: int) -> State:
    i = s.world.pile_of[card]
    return with_supply(s, (*s.supply[:i], s.supply[i] + n, *s.supply[i + 1 :]))


def _built(s: State, e: ev.Built) -> State:
    card = s.world.index[e.card]
    s = spent(s, e.seat, e.paid, card)
    p = s.players[e.seat]
    new = Building(card, s.world.spaces[e.building][2], ready=False)
    village = (p.village[0], *sorted((*p.village[1:], new), key=attrgetter("card", "no")))
    return _from_supply(with_player(s, e.seat, with_village(p, village)), card, -1)


def _upgraded(s: State, e: ev.Upgraded) -> State:
    s = spent(s, e.seat, e.paid)
    p = s.players[e.seat]
    s = with_player(s, e.seat, with_building(p, 0, changed(p.village[0], ready=False)))
    return begun(s, program_key(s.world.ids[s.world.hall[e.level]], "built"), e.seat, -1)


def _given_back(s: State, e: ev.GivenBack) -> State:
    seat, card, no = s.world.spaces[e.building]
    p = s.players[seat]
    at = find(p, card, no)
    b = p.village[at]
    village = (*p.village[:at], *p.village[at + 1 :])
    s = with_player(s, seat, with_return(p, village, plus(p.play, *b.guards), True))
    return _from_supply(s, card, 1)


def _forgone(s: State, e: ev.Forgone) -> State:
    return with_player(s, e.seat, changed(s.players[e.seat], forgo=e.n))


# ---------------------------------------------------------------- missions
def _mission_drawn(s: State, e: ev.MissionDrawn) -> State:
    if not e.card:
        return s
    card, p = s.world.index[e.card], s.players[e.seat]
    missions = tuple(sorted((*p.missions, Mission(card, p.tally))))
    return with_drawn_mission(s, seated(s, e.seat, with_missions(p, missions)), taken(s.missions, card))


def _without_mission(p: Player, card: int) -> tuple[Mission, ...]:
    at = next(i for i, m in enumerate(p.missions) if m.card == card)
    return (*p.missions[:at], *p.missions[at + 1 :])


def _mission_done(s: State, e: ev.MissionDone) -> State:
    card, p = s.world.index[e.card], s.players[e.seat]
    return with_player(s, e.seat, changed(p, missions=_without_mission(p, card), done=plus(p.done, card), claimed=True))


def _mission_swapped(s: State, e: ev.MissionSwapped) -> State:
    s = spent(s, e.seat, e.paid)
    card, p = s.world.index[e.card], s.players[e.seat]
    s = with_player(s, e.seat, with_swap(p, _without_mission(p, card), True))
    frame = Frame(Frame.MISSION, "", 0, e.seat, n=1)
    return with_swapped(s, (*s.missions, *ordered((card,))), (*s.stack, frame))


# ---------------------------------------------------------------- steps of cards
def _drew(s: State, e: ev.Drew) -> State:
    """Cards from deck to hand; with the whole number drawn, the frame of a draw phase is done too."""
    if e.n == 0:
        return stepped(s, e.left) if e.left >= 0 else s
    p = draw(s.players[e.seat], e.n)
    if e.left == 0 and s.stack[-1].kind == Frame.DRAWING:
        return with_dealt(s, seated(s, e.seat, p), s.stack[:-1])
    s = with_player(s, e.seat, p)
    return stepped(s, e.left) if e.left >= 0 else s


def _moved(s: State, e: ev.Moved) -> State:
    card, p = s.world.index[e.card], s.players[e.seat]
    if e.origin == v.HAND:
        p = from_hand(p, card)
    elif e.origin == v.DISCARD:
        p = changed(p, discard=minus(p.discard, card))
    elif e.origin == v.PLAY:
        p = changed(p, play=minus(p.play, card))
    elif e.origin == v.DECK:
        p = off_deck(p, card) if e.why == "dig" else _out_of_deck(p, card)
    else:
        s = _from_supply(s, card, -1)
    if e.to == v.HAND:
        p = changed(p, hand=plus(p.hand, card))
    elif e.to == v.DISCARD:
        p = changed(p, discard=plus(p.discard, card))
    elif e.to == v.PLAY:
        p = changed(p, play=plus(p.play, card))
    elif e.to == v.TOP:
        p = changed(p, top=(card, *p.top))
    else:
        s = changed(s, box=plus(s.box, card))
    return with_player(s, e.seat, p)


def _out_of_deck(p: Player, card: int) -> Player:
    if card in p.top:
        return changed(p, top=minus(p.top, card))
    return settled(changed(p, pool=minus(p.pool, card)))


def _placed(s: State, e: ev.Placed) -> State:
    if e.origin:
        seat, _, _ = s.world.spaces[e.origin]
        s = with_player(s, seat, tokens_gone(s, s.players[seat], e.kind, ((e.origin, 1),)))
    _, card, no = s.world.spaces[e.space]
    p = s.players[e.seat]
    at = find(p, card, no)
    p = with_building(p, at, more(p.village[at], e.kind, 1))
    if e.origin:
        p = changed(p, tally=changed(p.tally, plundered=p.tally.plundered + 1))
    return with_player(s, e.seat, p)


def _awarded(s: State, e: ev.Awarded) -> State:
    """The tokens come one by one, after the step that gave them."""
    if e.left >= 0:
        s = stepped(s, 0)
    tokens = (("any", e.free), (v.GOLD, e.gold), (v.BEER, e.beer))
    owed = [Frame(Frame.STOW, key, 0, e.seat, n=n) for key, n in tokens if n]
    return with_stack(s, (*s.stack, *owed))


def _kind_picked(s: State, e: ev.KindPicked) -> State:
    return with_stack(s, (*stepped(s, e.left).stack, Frame(Frame.STOW, e.kind, 0, e.seat, n=1)))


def _hold_granted(s: State, e: ev.HoldGranted) -> State:
    p = s.players[e.seat]
    return with_player(s, e.seat, changed(p, hold=p.hold + e.n))


def _discount_granted(s: State, e: ev.DiscountGranted) -> State:
    if e.seat != s.turn or s.phase != Phase.TURN:
        return s
    return with_turn(s, changed(s.now, discounts=tuple(sorted((*s.now.discounts, (e.key, e.at))))))


def _branched(s: State, e: ev.Branched) -> State:
    f = s.stack[-1]
    s = stepped(s, 0)
    for part in reversed(e.parts):
        key = inner_key(f.key, f.at, part)
        if s.world.programs.get(key):
            s = begun(s, key, f.seat, f.who)
    return s


def _price_paid(s: State, e: ev.PricePaid) -> State:
    f = s.stack[-1]
    s = stepped(spent(s, e.seat, e.paid), 0)
    key = inner_key(f.key, f.at, 0)
    return begun(s, key, f.seat, f.who) if s.world.programs.get(key) else s


def _spread(s: State, e: ev.Spread) -> State:
    return split(s)
