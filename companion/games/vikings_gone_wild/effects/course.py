"""What set-up, piles, phases and the end do to the state."""

from __future__ import annotations

from companion.engine.slotted import changed, setter
from companion.engine.types import LETTERS
from companion.games.vikings_gone_wild import events as ev
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.rules.ending import still_tied
from companion.games.vikings_gone_wild.state import (
    FRESH_TURN,
    NOBODY,
    NOTHING,
    Building,
    Frame,
    Mission,
    Phase,
    Pile,
    Player,
    State,
    Turn,
    find,
    more,
    of_kind,
    seated,
    with_building,
    with_missions,
    with_player,
    with_players,
    with_stack,
    with_turn,
    with_village,
)
from companion.games.vikings_gone_wild.villages import draw_bonus
from companion.games.vikings_gone_wild.world import HAND, MISSIONS
from companion.games.vikings_gone_wild.zones import (
    from_hand,
    hand_size,
    ordered,
    plus,
    rebuilt,
    shuffled,
    taken,
    to_shuffle,
)

FRESH_TURNS = (FRESH_TURN, Turn(exception=True))
with_phase, with_new_turn = setter(State, "phase", "turn", "players"), setter(State, "phase", "turn", "now")
with_markers = setter(Building, "ready", "hurt", "foes")
with_row, with_aged = setter(State, "row", "odin"), setter(State, "phase", "row", "odin_out")
with_memo, with_round = setter(Frame, "memo"), setter(Player, "tally", "claimed", "swapped", "returned")
with_calm, with_waked = setter(Player, "attacked", "damaged"), setter(Player, "village", "attacked", "damaged")
with_start = setter(State, "phase", "round", "starter", "turn", "players", "now", "passed", "stack")
with_dropped, with_cleared = setter(Player, "hand", "discard"), setter(Player, "discard", "play")


# ---------------------------------------------------------------- piles
def _pile_shuffled(s: State, e: ev.PileShuffled) -> State:
    world = s.world
    order = tuple([world.index[name] for name in e.order])
    if e.pile in s.unshuffled:
        return _first_shuffled(s, e.pile, order)
    if e.pile == "odin":
        return changed(s, odin=_pile(order, s.odin_out), odin_out=())
    seat = LETTERS.index(e.pile[-1])
    s = with_player(s, seat, rebuilt(s.players[seat], order))
    f = s.stack[-1]
    runs = f.kind in (Frame.RUN, Frame.PART)
    if f.kind == Frame.DRAWING or (runs and isinstance(world.programs[f.key][f.at], v.Dig)):
        s = with_stack(s, (*s.stack[:-1], with_memo(f, 1)))
    return s


def _pile(order: tuple[int, ...], cards: tuple[int, ...], n: int | None = None) -> Pile:
    return ordered(order[: len(order) if n is None else n]) if order else shuffled(cards, n)


def _first_shuffled(s: State, pile: str, order: tuple[int, ...]) -> State:
    s = changed(s, unshuffled=tuple(p for p in s.unshuffled if p != pile))
    cards = to_shuffle(s, pile)
    if pile == "missions_1":
        return changed(s, missions=(*_pile(order, cards), *s.missions))
    if pile == "missions_2":
        return changed(s, missions=(*s.missions, *_pile(order, cards)))
    if pile == "odin":
        return changed(s, odin=_pile(order, cards))
    if pile == "favours":
        return changed(s, favours=_pile(order, cards, 3 * s.world.players))
    if pile == "bonuses":
        return changed(s, spare=_pile(order, cards))
    seat = LETTERS.index(pile[-1])
    p = s.players[seat]
    return with_player(s, seat, changed(p, top=order, pool=()) if order else p)


def _bonus_opened(s: State, e: ev.BonusOpened) -> State:
    card = s.world.index[e.card]
    return changed(s, bonuses=plus(s.bonuses, card), spare=taken(s.spare, card))


def _favour_opened(s: State, e: ev.FavourOpened) -> State:
    card = s.world.index[e.card]
    return changed(s, favour_open=plus(s.favour_open, card), favours=taken(s.favours, card))


def _row_filled(s: State, e: ev.RowFilled) -> State:
    card, at = s.world.index[e.card], int(e.slot[-1]) - 1
    return with_row(s, (*s.row[:at], card, *s.row[at + 1 :]), taken(s.odin, card))


def _starter_drawn(s: State, e: ev.StarterDrawn) -> State:
    return changed(s, starter=e.seat, turn=e.seat)


# ---------------------------------------------------------------- the round
def _round_began(s: State, e: ev.RoundBegan) -> State:
    """VG-2.1 to VG-3.3, VG-11.3: tokens on sites; then cards and missions are drawn from the start player on."""
    world = s.world
    players = list(s.players)
    for name in e.sites:
        seat, card, no = world.spaces[name]
        at = find(players[seat], card, no)
        b = players[seat].village[at]
        players[seat] = with_building(players[seat], at, more(b, world.cards[card].produces, 1))
    for seat, p in enumerate(players):
        if p.claimed or p.swapped or p.returned or p.hold or p.forgo or p.tally is not NOTHING:
            p = with_round(p, NOTHING, False, False, False)
            if any(m.since is not NOTHING for m in p.missions):  # what was before the card came is over (VG-R26)
                p = with_missions(p, tuple(Mission(m.card) for m in p.missions))
            players[seat] = changed(p, hold=0, forgo=0) if p.hold or p.forgo else p
    order = world.order(e.starter)
    draws = [Frame(Frame.DRAWING, "", 0, i, n=HAND + max(0, draw_bonus(s, i) - s.players[i].forgo)) for i in order]
    missions = [Frame(Frame.MISSION, "", 0, i, n=1) for i in order if len(s.players[i].missions) < MISSIONS]
    stack = (*reversed(missions), *reversed(draws))
    return with_start(s, Phase.DRAW, e.round, e.starter, e.starter, tuple(players), FRESH_TURN, 0, stack)


def _turn_began(s: State, e: ev.TurnBegan) -> State:
    return with_new_turn(s, Phase.TURN, e.seat, FRESH_TURNS[e.exception])


def _turn_ended(s: State, e: ev.TurnEnded) -> State:
    """VG-R33: what the turn's cards gave and was not spent is lost."""
    now = s.now
    left = (now.victim, now.exception, now.sole, now.hits, now.draco)
    return with_turn(s, Turn(0, 0, *left, (), (), now.together, now.window, now.strikes, 1))


def _storage_began(s: State, e: ev.StorageBegan) -> State:
    return with_new_turn(s, Phase.STORE, e.seat, FRESH_TURN)


def _stored(s: State, e: ev.Stored) -> State:
    world, p = s.world, s.players[e.seat]
    lie, gone = dict(e.depots), dict(e.taken)
    laid = []
    for b in p.village:
        name, here = world.names[e.seat][b.card][b.no], of_kind(b, e.kind)
        then = lie.get(name, 0) if world.cards[b.card].holds == e.kind and b.ready else here - gone.get(name, 0)
        laid.append(more(b, e.kind, then - here))
    return with_player(s, e.seat, changed(p, village=tuple(laid)))


def _storage_done(s: State, e: ev.StorageDone) -> State:
    return changed(s, turn=e.following)


def _tokens_lost(s: State, e: ev.TokensLost) -> State:
    cards, players = s.world.cards, list(s.players)
    for seat, p in enumerate(players):
        if e.beer[seat] or e.gold[seat]:
            bare = tuple([b if cards[b.card].holds else changed(b, beer=0, gold=0) for b in p.village])
            players[seat] = with_village(p, bare)
    return with_phase(s, Phase.CLAIM, NOBODY, tuple(players))


def _claims_closed(s: State, e: ev.ClaimsClosed) -> State:
    return changed(s, passed=s.passed | 1 << e.seat)


def _round_closed(s: State, e: ev.RoundClosed) -> State:
    """VG-14.1: played, bought and gained cards and cards on buildings are discarded."""
    players = list(s.players)
    for seat, p in enumerate(players):
        if any([b.guards for b in p.village]):  # noqa: C419 - a list is quicker than a generator here
            guards = [c for b in p.village for c in b.guards]
            bare = tuple(changed(b, guards=(), guard=0) if b.guards else b for b in p.village)
            players[seat] = changed(p, discard=plus(p.discard, *p.play, *guards), play=(), village=bare)
        elif p.play:
            players[seat] = with_cleared(p, plus(p.discard, *p.play), ())
    return _next_hand(s, tuple(players), s.world.order(s.starter))


def _next_hand(s: State, players: tuple[Player, ...], seats: tuple[int, ...]) -> State:
    """The next of these seats with a hand to discard; after the last one the markers are removed."""
    for seat in seats:
        if hand_size(players[seat]):
            return with_phase(s, Phase.DISCARD, seat, players)
    return with_phase(s, Phase.AGE, NOBODY, players)


def _hand_dropped(s: State, e: ev.HandDropped) -> State:
    p, world = s.players[e.seat], s.world
    if len(e.cards) == len(p.hand) and not p.blind:
        p = with_dropped(p, (), plus(p.discard, *p.hand))
    else:
        cards = [world.index[name] for name in e.cards]
        p = changed(from_hand(p, *cards), discard=plus(p.discard, *cards))
    order = world.order(s.starter)
    return _next_hand(s, seated(s, e.seat, p), order[order.index(e.seat) + 1 :])


def _markers_removed(s: State, e: ev.MarkersRemoved) -> State:
    """VG-14.3: new buildings and halls become active, attacks are forgotten (VG-R5)."""
    world, players = s.world, list(s.players)
    for seat, p in enumerate(players):
        plain = tuple([_plain(b) for b in p.village])
        if plain != p.village:
            hall = p.village[0]
            if not hall.ready:
                hall = changed(hall, card=world.hall[world.cards[hall.card].level + 1])
            players[seat] = with_waked(p, (_plain(hall), *plain[1:]), False, False)
        elif p.attacked or p.damaged:
            players[seat] = with_calm(p, False, False)
    return with_players(s, tuple(players))


def _plain(b: Building) -> Building:
    """A building without markers."""
    return b if b.ready and not b.hurt and not b.foes else with_markers(b, True, False, 0)


def _row_aged(s: State, e: ev.RowAged) -> State:
    out = plus(s.odin_out, s.row[-1]) if s.row[-1] >= 0 else s.odin_out
    return with_aged(s, Phase.DAWN, (-1, *s.row[:-1]), out)


# ---------------------------------------------------------------- the end
def _bonus_shared(s: State, e: ev.BonusShared) -> State:
    players = tuple(changed(p, vp=p.vp + e.each) if i in e.seats else p for i, p in enumerate(s.players))
    return changed(s, phase=Phase.BONUS, players=players, finals=(*s.finals, (s.world.index[e.card], e.seats)))


def _tie_began(s: State, e: ev.TieBegan) -> State:
    cards = tuple(c for _, layer in s.spare for c in layer)
    unshuffled = ("bonuses",) if len(cards) > 1 else ()
    return changed(s, phase=Phase.TIE, tied=e.seats, unshuffled=unshuffled, spare=shuffled(cards))


def _tie_drawn(s: State, e: ev.TieDrawn) -> State:
    card = s.world.index[e.card]
    tied = still_tied(s.tied, e.met)
    return changed(s, spare=taken(s.spare, card), tied=tied, finals=(*s.finals, (card, e.met)))


def _ended(s: State, e: ev.Ended) -> State:
    return changed(s, phase=Phase.OVER, winners=e.winners, turn=NOBODY)
