"""What attacks, defences, points and favours do to the state."""

from __future__ import annotations

from companion.engine.slotted import changed, setter
from companion.games.vikings_gone_wild import events as ev
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.effects.acts import gap
from companion.games.vikings_gone_wild.effects.frames import all_begun, begun, spoils_of
from companion.games.vikings_gone_wild.rules.strength import fighter_name, fighters
from companion.games.vikings_gone_wild.rules.targets import DRACO, SLOTS, building_at, strike_on
from companion.games.vikings_gone_wild.state import (
    NOBODY,
    Building,
    Frame,
    Player,
    State,
    Strike,
    Tally,
    Turn,
    with_building,
    with_play,
    with_player,
    with_tally,
    with_turn,
)
from companion.games.vikings_gone_wild.world import SOURCES, World, program_key
from companion.games.vikings_gone_wild.zones import from_hand, minus, plus, taken

with_sent, with_troops = setter(Player, "play", "tally"), setter(Tally, "units", "heroes")
with_points = setter(Player, "vp", "gains")
with_hunt, with_raid = setter(Turn, "strikes", "draco"), setter(Turn, "strikes", "victim", "sole")
with_foes, with_hurt = setter(Building, "foes"), setter(Building, "hurt")
with_damage = setter(Player, "attacked", "damaged")
with_successes, with_hits = setter(Tally, "successes"), setter(Turn, "hits")
with_strikes = setter(Turn, "strikes", "window")


# ---------------------------------------------------------------- attack
def _attacked(s: State, e: ev.Attacked) -> State:
    world, index = s.world, s.world.index
    strengths = {index[name]: n for name, n in e.strengths}
    picked = [(index[name], n) for name, n in e.attackers]
    helpers = [index[item] for item, _, _ in e.carried] + [index[b] for b in e.boosts]
    s, direct = _joined(s, e.seat, picked)
    owner, at = building_at(s, e.target)
    players = list(s.players)
    players[e.seat] = _sent(world, players[e.seat], picked, (*direct, *helpers))
    boosts = tuple(sorted(index[b] for b in e.boosts))
    strikes = (*s.now.strikes, Strike(e.target, owner, fighters(world, strengths, picked, e.carried), boosts))
    if at >= 0:
        q = players[owner]
        players[owner] = with_building(q, at, with_foes(q.village[at], q.village[at].foes | 1 << e.seat))
        now = with_raid(s.now, strikes, owner, s.now.sole or (e.target if s.now.exception else ""))
    else:
        now = with_hunt(s.now, strikes, s.now.draco or e.target == DRACO)
    s = with_play(s, tuple(players), now)
    for card in direct:
        if world.joins[card]:
            s = begun(s, program_key(world.ids[card], v.PLAY), e.seat, NOBODY, but_join=True)
    everybody = tuple([c for c, n in picked for _ in range(n)] + helpers)
    return all_begun(s, everybody, v.ATTACK, e.seat)


def _sent(world: World, p: Player, picked: list[tuple[int, int]], cards: tuple[int, ...]) -> Player:
    """Attackers and helpers go from the hand to the play area, and are counted."""
    p = from_hand(p, *cards)
    units = p.tally.units + sum([n for c, n in picked if world.unit[c]])
    heroes = p.tally.heroes + sum([n for c, n in picked if world.hero[c]])
    return with_sent(p, plus(p.play, *cards), with_troops(p.tally, units, heroes))


def _joined(s: State, seat: int, picked: list[tuple[int, int]]) -> tuple[State, list[int]]:
    """Attackers that were played before use up their open attack; the others come from the hand."""
    if not s.now.offers:
        return s, [card for card, n in picked for _ in range(n)]
    direct = []
    offers = list(s.now.offers)
    for card, n in picked:
        for _ in range(n):
            at = next(
                (
                    i
                    for i, o in enumerate(offers)
                    if o.seat == seat
                    and s.world.card_of[o.key] == card
                    and isinstance(s.world.programs[o.key][o.part], v.Join)
                ),
                -1,
            )
            if at >= 0:
                del offers[at]
            else:
                direct.append(card)
    if len(offers) < len(s.now.offers):
        s = with_turn(s, changed(s.now, offers=tuple(offers)))
    return s, direct


def _gathered(s: State, e: ev.Gathered) -> State:
    return with_turn(s, changed(s.now, together=not e.over))


def _window_opened(s: State, e: ev.WindowOpened) -> State:
    return with_turn(s, changed(s.now, window=1, together=False))


def _window_closed(s: State, e: ev.WindowClosed) -> State:
    """Parts of defence cards that were not used are lost."""
    offers = tuple(o for o in s.now.offers if o.seat == s.turn)
    return with_turn(s, changed(s.now, window=2, offers=offers))


def _defended(s: State, e: ev.Defended) -> State:
    card = s.world.index[e.card]
    s = with_player(s, e.seat, from_hand(s.players[e.seat], card))
    owner, at = building_at(s, e.target)
    p = s.players[owner]
    b = p.village[at]
    s = with_player(s, owner, with_building(p, at, changed(b, guards=plus(b.guards, card))))
    return begun(s, program_key(e.card, v.DEFEND), e.seat, strike_on(s, e.target))


def _guarded(s: State, e: ev.Guarded) -> State:
    owner, at = building_at(s, e.target)
    p = s.players[owner]
    b = p.village[at]
    return with_player(s, owner, with_building(p, at, changed(b, guard=b.guard + e.n)))


def _cancelled(s: State, e: ev.Cancelled) -> State:
    i = strike_on(s, e.target)
    strike = s.now.strikes[i]
    at = next(j for j, f in enumerate(strike.fighters) if fighter_name(s.world, f) == e.what)
    gone = changed(
        strike, fighters=(*strike.fighters[:at], *strike.fighters[at + 1 :]), gone=(*strike.gone, strike.fighters[at])
    )
    return with_turn(s, changed(s.now, strikes=(*s.now.strikes[:i], gone, *s.now.strikes[i + 1 :])))


def _resolved(s: State) -> tuple[State, Strike]:
    """The first strike leaves; with the last one the window is over."""
    now = s.now
    rest = now.strikes[1:]
    return with_turn(s, with_strikes(now, rest, now.window if rest else 0)), now.strikes[0]


def _succeeded(s: State, strike: Strike, seat: int) -> State:
    cards = tuple(c for f in strike.fighters for c in (f.card, *f.loads)) + strike.boosts
    return all_begun(s, cards, v.SUCCESS, seat)


def _damaged(s: State, e: ev.Damaged) -> State:
    s, strike = _resolved(s)
    owner, at = building_at(s, e.target)
    q = s.players[owner]
    b = q.village[at]
    players = list(s.players)
    players[owner] = with_damage(with_building(q, at, with_hurt(b, True)), True, True)
    p = players[e.seat]
    players[e.seat] = with_tally(p, with_successes(p.tally, (*p.tally.successes, b.card)))
    s = with_play(s, tuple(players), with_hits(s.now, s.now.hits + 1))
    s = _succeeded(s, strike, e.seat)
    if spoils_of(s, e.target):
        s = changed(s, stack=(*s.stack, Frame(Frame.SPOILS, e.target, 0, e.seat, owner)))
    return s


def _repelled(s: State, e: ev.Repelled) -> State:
    s, strike = _resolved(s)
    p = s.players[strike.seat]
    return with_player(s, strike.seat, changed(p, tally=changed(p.tally, repelled=p.tally.repelled + e.cards)))


def _beaten(s: State, e: ev.Beaten) -> State:
    s, strike = _resolved(s)
    if e.target in SLOTS:
        s = changed(s, row=gap(s.row, SLOTS.index(e.target)), odin_out=plus(s.odin_out, s.world.index[e.card]))
        p = s.players[e.seat]
        s = with_player(s, e.seat, changed(p, tally=changed(p.tally, undead=p.tally.undead + 1)))
    s = _succeeded(s, strike, e.seat)
    return begun(s, program_key(e.card, "reward"), e.seat, NOBODY)


def _withstood(s: State, e: ev.Withstood) -> State:
    return _resolved(s)[0]


def _complete(s: State, e: ev.CompleteDefence) -> State:
    """VG-9.7, VG-R7: a damage marker on the hall, beside a construction marker if need be."""
    p = s.players[e.seat]
    hall = changed(p.village[0], hurt=True)
    tally = changed(p.tally, complete=p.tally.complete + 1)
    s = with_player(s, e.seat, changed(with_building(p, 0, hall), attacked=True, tally=tally))
    return with_turn(s, changed(s.now, closing=2))


# ---------------------------------------------------------------- points and favours
def _scored(s: State, e: ev.Scored) -> State:
    p = s.players[e.seat]
    i = SOURCES.index(e.source)
    gains = (*p.gains[:i], p.gains[i] + e.n, *p.gains[i + 1 :])
    return with_player(s, e.seat, with_points(p, p.vp + e.n, gains))


def _favour_earned(s: State, e: ev.FavourEarned) -> State:
    """VG-R22: several at once take theirs from the active player on, clockwise; a choice begun is ended first."""
    if e.at:
        p = s.players[e.seat]
        s = with_player(s, e.seat, changed(p, granted=p.granted + 1))
    begun_already = 1 if s.revealed >= 0 else 0
    first = s.turn if s.turn >= 0 else s.starter
    waiting = sorted((*s.due[begun_already:], *(e.seat,) * e.n), key=lambda i: (i - first) % s.world.players)
    return changed(s, due=(*s.due[:begun_already], *waiting))


def _favour_revealed(s: State, e: ev.FavourRevealed) -> State:
    card = s.world.index[e.card]
    return changed(s, favours=taken(s.favours, card), revealed=card)


def _favour_taken(s: State, e: ev.FavourTaken) -> State:
    card, p = s.world.index[e.card], s.players[e.seat]
    tally = changed(p.tally, favours=plus(p.tally.favours, card))
    s = with_player(s, e.seat, changed(p, play=plus(p.play, card), tally=tally))
    lie = plus(s.favour_open, *(() if s.revealed < 0 else (s.revealed,)))
    return changed(s, due=s.due[1:], revealed=-1, favour_open=minus(lie, card))


def _favour_missed(s: State, e: ev.FavourMissed) -> State:
    return changed(s, due=s.due[1:])


def _last_round(s: State, e: ev.LastRound) -> State:
    return changed(s, last=True)
