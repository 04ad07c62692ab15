"""The state of a game of Löwenherz, whole after every input."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from companion.engine.slotted import changed, constants, slotted
from companion.games.loewenherz.world import Land, World


@constants
class Phase:
    """Parts of the game, as positions name them."""

    COLOURS, BEGIN, TILES, TURNS, LAYOUT, SETTLE, SHUFFLE = SETUP = (
        "colours", "begin", "tiles", "turns", "layout", "settle", "shuffle",
    )  # fmt: skip
    CARD, DECIDE, POLITICS, DEAL, BID, ACT, REVEAL, OVER = PLAY = (
        "card", "decide", "politics", "deal", "bid", "act", "reveal", "over",
    )  # fmt: skip


PHASES = (*Phase.SETUP, *Phase.PLAY)
SETUP = frozenset(Phase.SETUP)

# what points were for, in the order of the score sheet
TALLY = (
    "founding_squares", "founding_towns", "expansion_squares", "expansion_towns", "lost_squares", "lost_towns",
    "zone_squares", "zone_towns", "start", "floor", "mountains", "fiefs", "by_hand",
)  # fmt: skip
UNKNOWN = "?"  # a politics card that the app was not told
POLITICS_PILE = "politics"

T = TypeVar("T")
Bid = tuple[int, tuple[str, ...]]  # ducats and treasure cards


@slotted
class State:
    """Masks are of squares or edges (see grid.py); tuples go by seat, by side or by castle.

    Defaults are what lies on the table before the first act.
    """

    world: World
    layout: tuple[str, ...]  # by place: part and quarter turns, as "A0"; "" where none lies
    land: Land  # derived: terrain
    colours: tuple[str, ...]  # by side
    castles: tuple[int, ...]  # derived: squares by side
    knights: tuple[int, ...]  # squares by side
    free: int  # derived: edges where a border may be laid, whoever does
    power: tuple[int, ...]  # by seat
    tally: tuple[tuple[int, ...], ...]  # by seat: points by TALLY
    ducats: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]  # politics cards by seat, sorted
    piles: tuple[tuple[str, ...], ...]  # the two politics piles, sorted
    unshuffled: tuple[str, ...]  # piles that are still to be shuffled
    decks: tuple[tuple[str, ...], ...]  # by stack, in order; empty when real cards hold it
    laid: tuple[tuple[int, ...], ...]  # decision cards by seat
    phase: str = Phase.COLOURS
    first: int = -1  # holds the first-player castle; -1 before
    opener: int = -1  # sets first
    round: int = 1
    keeps: tuple[tuple[int, int], ...] = ()  # castles as (square, side), by square
    walls: int = 0  # edges with a border
    regions: tuple[int, ...] = ()  # derived: squares by castle, 0 where it has none
    zones: int = 0  # derived: squares of neutral zones
    alliances: tuple[tuple[int, int, int], ...] = ()  # castles by number, lower first, and the turned edge; -1: none
    silver: tuple[tuple[int, ...], ...] = ()  # by silver card: points by seat
    discard: tuple[str, ...] = ()  # politics cards played, sorted
    drawn: tuple[str, ...] = ()  # action cards turned up
    card: str = ""  # action card of this round
    turn: int = -1  # seat that is asked; -1 none
    played: tuple[str, ...] = ()  # politics cards of `turn` still to be carried out
    step: int = 0  # number of the action being resolved, 0 before
    bidders: tuple[int, ...] = ()
    bids: tuple[Bid | None, ...] = ()  # by bidder
    duel: int = 0  # 1, or 2 after a tie
    units: int = 0  # borders or knights left in the action
    squares: int = 0  # squares left in an expansion that has begun
    grown: int = -1  # castle of the region being expanded, -1 none
    may_expand: int = 0  # 1 while the action allows to begin an expansion
    cut: tuple[tuple[int, int], ...] = ()  # option zone_sum summed: squares cut off in this expansion, by side
    looking: int = 0  # pile being looked through, 0 none
    spent: int = 0  # option treasure_limit one: a mask of the seats that put a treasure down in this action
    winners: tuple[int, ...] = ()


def fresh(world: World) -> State:
    """Nothing on the table yet."""
    p, sides = world.players, world.sides
    layout = ("",) * len(world.places)
    return State(
        world=world,
        layout=layout,
        land=world.land(layout),
        colours=("",) * sides,
        castles=(0,) * sides,
        knights=(0,) * sides,
        free=world.grid.edges,
        power=(0,) * p,
        tally=((0,) * len(TALLY),) * p,
        ducats=(world.tables.start_money,) * p,
        hands=((),) * p,
        piles=tuple((UNKNOWN,) * n for n in world.cards.pile_sizes),
        unshuffled=(*world.stacks, POLITICS_PILE),
        decks=((),) * len(world.stacks),
        laid=((),) * p,
    )


def with_at(values: tuple[T, ...], i: int, value: T) -> tuple[T, ...]:
    return (*values[:i], value, *values[i + 1 :])


def without(cards: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """A hand without some cards; one that it does not hold leaves as an unknown one."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
        elif UNKNOWN in left:
            left.remove(UNKNOWN)
    return tuple(left)


def told(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    """A hand in which these cards are known now; each one that was not stood for an unknown one."""
    return tuple(sorted((*without(hand, *cards), *cards)))


def spending(s: State, seat: int) -> int:
    """Seats that have put a treasure down in this action once this one does; outside actions nobody is counted."""
    return s.spent | 1 << seat if s.step and s.world.one_treasure else 0


def pay(s: State, seat: int, ducats: int, cards: tuple[str, ...]) -> State:
    """Ducats to the bank, politics cards to the discard."""
    if ducats:
        s = changed(s, ducats=with_at(s.ducats, seat, s.ducats[seat] - ducats))
    if cards:
        hands = with_at(s.hands, seat, without(s.hands[seat], *cards))
        s = changed(s, hands=hands, discard=tuple(sorted((*s.discard, *cards))), spent=spending(s, seat))
    return s


def credit(s: State, seat: int, **points: int) -> State:
    """Points for a seat, by their label; below the lion the marker stops where the option says (LH-R26)."""
    tally = list(s.tally[seat])
    for label, n in points.items():
        tally[TALLY.index(label)] += n
    power = s.power[seat] + sum(points.values())
    if power < 0 and s.world.floor:
        tally[TALLY.index("floor")] -= power
        power = 0
    return changed(s, power=with_at(s.power, seat, power), tally=with_at(s.tally, seat, tuple(tally)))


def men(s: State) -> int:
    """All knights on the board, whatever their colour (LH-R42)."""
    return union(s.knights)


def occupied(s: State) -> int:
    """Squares with a figure."""
    return union(s.castles) | union(s.knights)


def union(masks: Iterable[int]) -> int:
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def castle_on(s: State, q: int) -> int:
    """The number of the castle on a square, -1 without one."""
    return next((i for i, (square, _) in enumerate(s.keeps) if square == q), -1)


def castle_at(s: State, name: str) -> int:
    """The number of the castle on a square by its name, -1 without one."""
    return castle_on(s, s.world.square_index.get(name, -1))


def knight_on(s: State, q: int) -> int:
    """The side whose knight stands on a square, -1 without one."""
    return next((side for side, knights in enumerate(s.knights) if knights >> q & 1), -1)


def supply(s: State) -> int:
    """Borders left; below zero when an expansion needed substitutes (LH-R14)."""
    return s.world.tables.box["borders"] - s.walls.bit_count()


def reserve(s: State, side: int) -> int:
    """Knights of a colour that are not on the board (LH-1.17)."""
    return s.world.tables.box["knights"] - s.knights[side].bit_count()


def held(s: State, side: int) -> int:
    """Regions of a side."""
    return len(own_regions(s, side))


def own_regions(s: State, side: int) -> list[int]:
    """Castles of a side that have a region, by number."""
    if s.regions.count(0) == len(s.regions):
        return []
    return [i for i, (_, owner) in enumerate(s.keeps) if owner == side and s.regions[i]]
