"""What each event of Löwenherz does to the state. Total on events that the rules gave."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.dispatch import handlers
from companion.engine.slotted import changed
from companion.engine.types import Event
from companion.games.loewenherz import events as ev
from companion.games.loewenherz.box import ACTION, BORDERS, KNIGHT
from companion.games.loewenherz.derive import derived, free_edges
from companion.games.loewenherz.state import (
    POLITICS_PILE,
    UNKNOWN,
    Phase,
    State,
    castle_at,
    credit,
    pay,
    supply,
    told,
    union,
    with_at,
    without,
)


def evolve(s: State, e: Event) -> State:
    effect = EFFECTS.get(type(e))
    return s if effect is None else effect(s, e)


def evolve_all(s: State, events: Iterable[Event]) -> State:
    """The state that events lead to, one after the other."""
    for event in events:
        s = evolve(s, event)
    return s


# ---------------------------------------------------------------- set-up
def colour_taken(s: State, e: ev.ColourTaken) -> State:
    colours = with_at(s.colours, s.world.side_index[e.side], e.colour)
    return changed(s, colours=colours, phase=s.phase if "" in colours else Phase.BEGIN)


def beginners_named(s: State, e: ev.BeginnersNamed) -> State:
    world = s.world
    source = world.config.option("layout_source")
    phase = Phase.SETTLE if not world.parts else Phase.TILES if source == "random" else Phase.LAYOUT
    return changed(s, first=e.first, opener=e.opener, phase=phase)


def parts_drawn(s: State, e: ev.PartsDrawn) -> State:
    return changed(s, layout=tuple(f"{p}?" for p in e.parts), phase=Phase.TURNS)


def parts_turned(s: State, e: ev.PartsTurned) -> State:
    layout = tuple(lie[:-1] + turn for lie, turn in zip(s.layout, e.turns, strict=True))
    return changed(s, layout=layout, land=s.world.land(layout), phase=Phase.SETTLE)


def tile_laid(s: State, e: ev.TileLaid) -> State:
    layout = with_at(s.layout, e.place - 1, f"{e.tile}{e.turn}")
    return changed(s, layout=layout, land=s.world.land(layout), phase=s.phase if "" in layout else Phase.SETTLE)


def settled(s: State, e: ev.Settled) -> State:
    world = s.world
    castle, knight = world.square_index[e.castle], world.square_index[e.knight]
    side = world.side_index[e.side]
    keeps = tuple(sorted((*s.keeps, (castle, side))))
    whole = len(keeps) == sum(world.castles)
    after = changed(
        s,
        keeps=keeps,
        castles=with_at(s.castles, side, s.castles[side] | 1 << castle),
        knights=with_at(s.knights, side, s.knights[side] | 1 << knight),
        regions=(0,) * len(keeps),
        phase=Phase.SHUFFLE if whole else Phase.SETTLE,
    )
    return derived(after) if whole else after


def setup_restarted(s: State, e: ev.SetupRestarted) -> State:
    none = (0,) * s.world.sides
    return changed(s, keeps=(), castles=none, knights=none, regions=())


def basic_laid(s: State, e: ev.BasicLaid) -> State:
    """The basic set-up: parts upright in order, pairs and 20 borders by colour (LH-15.1)."""
    world, grid = s.world, s.world.grid
    wide = grid.columns
    keeps, knights, walls = [], [0] * world.sides, 0
    for start in world.tables.basic:
        side = s.colours.index(start.colour) if start.colour in s.colours else -1
        if side < 0:
            continue
        for pair in start.pairs:
            keeps.append((pair.castle[1] * wide + pair.castle[0], side))
            knights[side] |= 1 << pair.knight[1] * wide + pair.knight[0]
        walls |= grid.rim(grid.rectangle(start.region.columns, start.region.rows))
    laid = changed(s, layout=world.printed, keeps=tuple(sorted(keeps)), knights=tuple(knights), walls=walls)
    after = derived(changed(laid, phase=Phase.SHUFFLE))
    for p, points in enumerate(e.points):
        after = credit(after, p, start=points) if points else after
    return after


def pile_shuffled(s: State, e: ev.PileShuffled) -> State:
    left = tuple(p for p in s.unshuffled if p != e.pile)
    if left:
        return changed(s, unshuffled=left)
    return changed(s, unshuffled=(), phase=Phase.CARD, turn=s.first)


def order_kept(s: State, e: ev.OrderKept) -> State:
    if e.pile == POLITICS_PILE:
        n = s.world.cards.pile_sizes[0]
        return changed(s, piles=(tuple(sorted(e.order[:n])), tuple(sorted(e.order[n:]))))
    return changed(s, decks=with_at(s.decks, s.world.stacks.index(e.pile), e.order))


# ---------------------------------------------------------------- a round
def card_turned(s: State, e: ev.CardTurned) -> State:
    card = s.world.card[e.card]
    k = s.world.stacks.index(card.stack)
    decks = with_at(s.decks, k, without(s.decks[k], e.card)) if s.decks[k] else s.decks
    drawn = (*s.drawn, e.card)
    if card.kind == ACTION:
        return changed(s, drawn=drawn, decks=decks, card=e.card, phase=Phase.DECIDE, turn=s.first)
    return changed(s, drawn=drawn, decks=decks)


def silver_scored(s: State, e: ev.SilverScored) -> State:
    power = tuple(a + b for a, b in zip(s.power, e.points, strict=True))
    return changed(s, power=power, silver=(*s.silver, e.points))


def decision_laid(s: State, e: ev.DecisionLaid) -> State:
    laid = with_at(s.laid, e.seat, e.numbers)
    if e.politics:
        hands = with_at(s.hands, e.seat, told(s.hands[e.seat], e.politics))
        return changed(s, laid=laid, hands=hands, played=e.politics, phase=Phase.POLITICS)
    return changed(s, laid=laid, turn=(e.seat + 1) % s.world.players)


def action_opened(s: State, e: ev.ActionOpened) -> State:
    if s.spent and e.number != s.step:  # else a contest for it went before
        s = changed(s, spent=0)
    if e.how != "act":
        phase = Phase.DEAL if e.how == "deal" else Phase.BID
        return changed(
            s, phase=phase, step=e.number, bidders=e.seats, bids=(None,) * len(e.seats), duel=1, turn=-1, units=0
        )
    action = s.world.card[s.card].actions[e.number - 1]
    n = min(action.n, supply(s)) if action.kind == BORDERS else action.n
    return changed(
        s, phase=Phase.ACT, step=e.number, turn=e.seats[0], bidders=(), bids=(), duel=0, units=n, squares=0, grown=-1,
        may_expand=int(action.kind == KNIGHT), cut=(), looking=0,
    )  # fmt: skip


def ducats_shared(s: State, e: ev.DucatsShared) -> State:
    return changed(s, ducats=tuple(d + e.each if p in e.seats else d for p, d in enumerate(s.ducats)))


def dealt(s: State, e: ev.Dealt) -> State:
    ducats = list(s.ducats)
    ducats[e.payer] -= e.ducats
    ducats[e.payee] += e.ducats
    return changed(s, ducats=tuple(ducats))


def not_agreed(s: State, e: ev.NotAgreed) -> State:
    return changed(s, phase=Phase.BID)


def bid_sealed(s: State, e: ev.BidSealed) -> State:
    return changed(s, bids=with_at(s.bids, s.bidders.index(e.seat), (e.ducats, e.treasures)))


def bids_shown(s: State, e: ev.BidsShown) -> State:
    hands = list(s.hands)
    for seat, cards in zip(e.seats, e.treasures, strict=True):
        if cards:
            hands[seat] = told(hands[seat], cards)
    return changed(s, hands=tuple(hands))


def duel_won(s: State, e: ev.DuelWon) -> State:
    return pay(s, e.seat, e.ducats, e.treasures)


def duel_tied(s: State, e: ev.DuelTied) -> State:
    if e.again:
        return changed(s, bidders=e.seats, bids=(None,) * len(e.seats), duel=2)
    return changed(s, bidders=(), bids=())


def round_ended(s: State, e: ev.RoundEnded) -> State:
    return changed(
        s, phase=Phase.CARD, round=e.round, first=e.first, turn=e.first, card="", laid=((),) * s.world.players, step=0,
        bidders=(), bids=(), duel=0, units=0, squares=0, grown=-1, may_expand=0, cut=(), looking=0,
        spent=0,
    )  # fmt: skip


# ---------------------------------------------------------------- the board
def border_laid(s: State, e: ev.BorderLaid) -> State:
    edge = s.world.edge_index[e.edge]
    bit = 1 << edge
    if s.free & bit:
        return changed(s, walls=s.walls | bit, free=s.free & ~bit, units=s.units - 1)
    return derived(changed(s, walls=s.walls | bit, units=s.units - 1))  # the table overruled LH-6.3 or LH-6.4


def founded(s: State, e: ev.Founded) -> State:
    """A region: its fence stands already, needless borders inside go back."""
    world = s.world
    region = world.grid.flood(1 << world.square_index[e.castle], s.walls)
    inside, regions = world.grid.inside(region), with_at(s.regions, castle_at(s, e.castle), region)
    s = changed(s, walls=s.walls & ~inside, free=s.free & ~inside, regions=regions)
    side = world.side_index[e.side]
    if side >= world.players:
        return s
    return credit(s, side, founding_squares=e.for_squares, founding_towns=e.for_towns)


def zone_closed(s: State, e: ev.ZoneClosed) -> State:
    return changed(s, zones=s.zones | s.world.square_mask(e.squares))


def knight_set(s: State, e: ev.KnightSet) -> State:
    world, grid = s.world, s.world.grid
    q = world.square_index[e.square]
    figures = s.castles[e.seat] | s.knights[e.seat]
    barred = sum(1 << edge for edge, other in grid.sides[q] if figures >> other & 1)
    return changed(
        pay(s, e.seat, e.ducats, e.treasures), knights=with_at(s.knights, e.seat, s.knights[e.seat] | 1 << q),
        free=s.free & ~barred, units=s.units - 1, squares=0, grown=-1,
    )  # fmt: skip


def expanded(s: State, e: ev.Expanded) -> State:
    world, grid = s.world, s.world.grid
    bit = 1 << world.square_index[e.square]
    i = castle_at(s, e.region)
    regions = list(s.regions)
    regions[i] |= bit
    zones, cut = s.zones & ~bit, dict(s.cut)
    loser = world.side_index[e.loser] if e.loser else -1
    if loser >= 0:
        gone = bit | union(map(world.square_mask, e.zones))
        regions[castle_at(s, e.victim)] &= ~gone
        zones |= gone & ~bit
        if world.summed and e.zones and loser < world.players:
            cut[loser] = cut.get(loser, 0) | gone & ~bit
    began = not s.squares
    alliances = s.alliances
    if e.turned:
        alliances = tuple(sorted((castle_at(s, a), castle_at(s, b), _turned(s, edge)) for a, b, edge in e.turned))
    walls = s.walls & ~world.edge_mask(e.take) | world.edge_mask(e.lay)
    after = changed(
        s,
        regions=tuple(regions),
        zones=zones,
        walls=walls & ~grid.inside(regions[i]),
        alliances=alliances,
        cut=tuple(sorted(cut.items())),
        units=s.units - 1 if began else s.units,
        squares=1 if began else 0,
        grown=i if began else -1,
        may_expand=0,
    )
    after = changed(after, free=free_edges(after))
    town = world.tables.town if e.town else 0
    after = credit(after, e.seat, expansion_squares=1, expansion_towns=town)
    if 0 <= loser < world.players:
        after = credit(after, loser, lost_squares=-1, lost_towns=-town)
    return after


def zone_lost(s: State, e: ev.ZoneLost) -> State:
    loser = s.world.side_index[e.side]
    s = changed(s, cut=tuple((side, mask) for side, mask in s.cut if side != loser)) if s.cut else s
    return credit(s, loser, zone_squares=-e.for_squares, zone_towns=-e.for_towns)


# ---------------------------------------------------------------- politics cards
def politics_left(s: State, e: ev.PoliticsLeft) -> State:
    return _next_played(s)


def _next_played(s: State) -> State:
    played = s.played[1:]
    if played:
        return changed(s, played=played)
    return changed(s, played=(), phase=Phase.DECIDE, turn=(s.turn + 1) % s.world.players)


def alliance_made(s: State, e: ev.AllianceMade) -> State:
    s = pay(s, e.seat, 0, s.played[:1])
    return _next_played(changed(s, alliances=tuple(sorted((*s.alliances, _alliance(s, e))))))


def alliance_ended(s: State, e: ev.AllianceEnded) -> State:
    left = list(s.alliances)
    left.remove(_alliance(s, e))
    return changed(pay(s, e.seat, e.ducats, e.treasures), alliances=tuple(left))


def _alliance(s: State, e: ev.AllianceMade | ev.AllianceEnded) -> tuple[int, int, int]:
    i, j = sorted((castle_at(s, e.own), castle_at(s, e.other)))
    return i, j, _turned(s, e.edge)


def _turned(s: State, edge: str) -> int:
    """The border that shows an alliance, -1 for none."""
    return s.world.edge_index[edge] if edge else -1


def defected(s: State, e: ev.Defected) -> State:
    index = s.world.square_index
    knights = list(s.knights)
    knights[s.world.side_index[e.side]] &= ~(1 << index[e.removed])
    knights[e.seat] |= 1 << index[e.placed]
    s = pay(s, e.seat, e.ducats, (*e.treasures, s.played[0]))
    return _next_played(derived(changed(s, knights=tuple(knights))))


def pile_looked(s: State, e: ev.PileLooked) -> State:
    return changed(s, looking=e.pile)


def card_kept(s: State, e: ev.CardKept) -> State:
    pile = list(s.piles[s.looking - 1])
    pile.remove(e.card if e.card in pile else UNKNOWN)
    hands = with_at(s.hands, e.seat, tuple(sorted((*s.hands[e.seat], e.card))))
    return changed(s, piles=with_at(s.piles, s.looking - 1, tuple(pile)), hands=hands, looking=0)


# ---------------------------------------------------------------- the end
def king_died(s: State, e: ev.KingDied) -> State:
    for p, points in enumerate(e.points):
        s = credit(s, p, mountains=points) if points else s
    return changed(s, phase=Phase.REVEAL, turn=-1) if any(UNKNOWN in h for h in s.hands) else changed(s, turn=-1)


def revealed(s: State, e: ev.Revealed) -> State:
    return changed(s, hands=with_at(s.hands, e.seat, told(s.hands[e.seat], e.cards)))


def fiefs_shown(s: State, e: ev.FiefsShown) -> State:
    return credit(s, e.seat, fiefs=e.points)


def ended(s: State, e: ev.Ended) -> State:
    return changed(s, phase=Phase.OVER, winners=e.winners, turn=-1)


EFFECTS = handlers(Event, State, globals())
