"""What each event of Löwenherz does to the state. Total on events that the rules gave."""

from __future__ import annotations

from companion.engine.dispatch import handlers
from companion.engine.slotted import changed
from companion.engine.types import Event
from companion.games.loewenherz import events as ev
from companion.games.loewenherz.derive import derived
from companion.games.loewenherz.effects import board
from companion.games.loewenherz.state import (
    POLITICS_PILE,
    UNKNOWN,
    Phase,
    State,
    credit,
    spending,
    supply,
    with_at,
    without,
)


def evolve(s: State, e: Event) -> State:
    effect = EFFECTS.get(type(e))
    return s if effect is None else effect(s, e)


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
    p = world.players
    keeps = tuple(sorted((*s.keeps, (castle, side))))
    whole = len(keeps) == p * (world.tables.own[p] + world.tables.neutral[p])
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
        rows, columns = start.region.rows, start.region.columns
        walls |= grid.rim(
            sum(1 << r * wide + c for r in range(rows[0], rows[1] + 1) for c in range(columns[0], columns[1] + 1))
        )
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
    if card.kind == "action":
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


def told(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    """A hand in which these cards are known now; each one that was not stood for an unknown one."""
    left = list(hand)
    for card in cards:
        if card in left:
            left.remove(card)
        elif UNKNOWN in left:
            left.remove(UNKNOWN)
    return tuple(sorted((*left, *cards)))


def action_opened(s: State, e: ev.ActionOpened) -> State:
    if s.spent and e.number != s.step:  # else a contest for it went before
        s = changed(s, spent=0)
    if e.how == "deal" or e.how == "duel":
        phase = Phase.DEAL if e.how == "deal" else Phase.BID
        return changed(
            s, phase=phase, step=e.number, bidders=e.seats, bids=(None,) * len(e.seats), duel=1, turn=-1, units=0
        )
    action = s.world.card[s.card].actions[e.number - 1]
    n = min(action.n, supply(s)) if action.kind == "G" else action.n
    return changed(
        s, phase=Phase.ACT, step=e.number, turn=e.seats[0], bidders=(), bids=(), duel=0, units=n, squares=0, grown=-1,
        may_expand=int(action.kind == "K"), cut=(), looking=0,
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


def pay(s: State, seat: int, ducats: int, cards: tuple[str, ...]) -> State:
    """Ducats to the bank, politics cards to the discard."""
    if ducats:
        s = changed(s, ducats=with_at(s.ducats, seat, s.ducats[seat] - ducats))
    if cards:
        hands = with_at(s.hands, seat, without(s.hands[seat], *cards))
        s = changed(s, hands=hands, discard=tuple(sorted((*s.discard, *cards))), spent=spending(s, seat))
    return s


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


# ---------------------------------------------------------------- politics cards
def politics_left(s: State, e: ev.PoliticsLeft) -> State:
    return _next_played(s)


def _next_played(s: State) -> State:
    played = s.played[1:]
    if played:
        return changed(s, played=played)
    return changed(s, played=(), phase=Phase.DECIDE, turn=(s.turn + 1) % s.world.players)


def alliance_made(s: State, e: ev.AllianceMade) -> State:
    edge = s.world.edge_index[e.edge] if e.edge else -1
    i, j = sorted((_castle(s, e.own), _castle(s, e.other)))
    s = pay(s, e.seat, 0, s.played[:1])
    return _next_played(changed(s, alliances=tuple(sorted((*s.alliances, (i, j, edge))))))


def _castle(s: State, name: str) -> int:
    q = s.world.square_index[name]
    return next(i for i, (square, _) in enumerate(s.keeps) if square == q)


def alliance_ended(s: State, e: ev.AllianceEnded) -> State:
    edge = s.world.edge_index[e.edge] if e.edge else -1
    i, j = sorted((_castle(s, e.own), _castle(s, e.other)))
    left = list(s.alliances)
    left.remove((i, j, edge))
    return changed(pay(s, e.seat, e.ducats, e.treasures), alliances=tuple(left))


def defected(s: State, e: ev.Defected) -> State:
    index = s.world.square_index
    knights = list(s.knights)
    knights[s.world.side_index[e.side]] &= ~(1 << index[e.removed])
    knights[e.seat] |= 1 << index[e.placed]
    s = pay(s, e.seat, e.ducats, (*e.treasures, s.played[0]))
    return _next_played(derived(changed(s, knights=tuple(knights))))


def pile_looked(s: State, e: ev.PileLooked) -> State:
    return changed(s, looking=e.pile)


def politics_taken(s: State, e: ev.PoliticsTaken) -> State:
    """One card fewer; which one is told apart (see ``card_kept``)."""
    return s


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


EFFECTS = handlers(Event, State, globals(), vars(board))
