"""The state of a game of Löwenherz, whole after every input."""

from __future__ import annotations

from typing import Any

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

Bid = tuple[int, tuple[str, ...]]  # ducats and treasure cards


@slotted
class State:
    """Masks are of squares or edges (see grid.py); tuples go by seat, by side or by castle."""

    world: World
    phase: str
    layout: tuple[str, ...]  # by place: part and quarter turns, as "A0"; "" where none lies
    land: Land  # derived: terrain
    colours: tuple[str, ...]  # by side
    first: int  # holds the first-player castle; -1 before
    opener: int  # sets first
    round: int
    keeps: tuple[tuple[int, int], ...]  # castles as (square, side), by square
    castles: tuple[int, ...]  # derived: squares by side
    knights: tuple[int, ...]  # squares by side
    walls: int  # edges with a border
    regions: tuple[int, ...]  # derived: squares by castle, 0 where it has none
    zones: int  # derived: squares of neutral zones
    free: int  # derived: edges where a border may be laid, whoever does
    alliances: tuple[tuple[int, int, int], ...]  # castles by number, lower first, and the turned edge; -1: none
    power: tuple[int, ...]  # by seat
    tally: tuple[tuple[int, ...], ...]  # by seat: points by TALLY
    silver: tuple[tuple[int, ...], ...]  # by silver card: points by seat
    ducats: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]  # politics cards by seat, sorted
    piles: tuple[tuple[str, ...], ...]  # the two politics piles, sorted
    discard: tuple[str, ...]  # politics cards played, sorted
    unshuffled: tuple[str, ...]  # piles that are still to be shuffled
    decks: tuple[tuple[str, ...], ...]  # by stack, in order; empty when real cards hold it
    drawn: tuple[str, ...]  # action cards turned up
    card: str  # action card of this round
    laid: tuple[tuple[int, ...], ...]  # decision cards by seat
    turn: int  # seat that is asked; -1 none
    played: tuple[str, ...]  # politics cards of `turn` still to be carried out
    step: int  # number of the action being resolved, 0 before
    bidders: tuple[int, ...]
    bids: tuple[Bid | None, ...]  # by bidder
    duel: int  # 1, or 2 after a tie
    units: int  # borders or knights left in the action
    squares: int  # squares left in an expansion that has begun
    grown: int  # castle of the region being expanded, -1 none
    may_expand: int  # 1 while the action allows to begin an expansion
    cut: tuple[tuple[int, int], ...]  # option zone_sum summed: squares cut off in this expansion, by side
    looking: int  # pile being looked through, 0 none
    spent: int  # option treasure_limit one: a mask of the seats that put a treasure down in this action
    winners: tuple[int, ...]


def fresh(world: World) -> State:
    """Nothing on the table yet."""
    p, sides = world.players, world.sides
    sizes = world.cards.pile_sizes
    return State(
        world=world,
        phase=Phase.COLOURS,
        layout=("",) * len(world.places),
        land=world.land(("",) * len(world.places)),
        colours=("",) * sides,
        first=-1,
        opener=-1,
        round=1,
        keeps=(),
        castles=(0,) * sides,
        knights=(0,) * sides,
        walls=0,
        regions=(),
        zones=0,
        free=world.grid.edges,
        alliances=(),
        power=(0,) * p,
        tally=((0,) * len(TALLY),) * p,
        silver=(),
        ducats=(world.tables.start_money,) * p,
        hands=((),) * p,
        piles=tuple((UNKNOWN,) * n for n in sizes),
        discard=(),
        unshuffled=(*world.stacks, POLITICS_PILE),
        decks=((),) * len(world.stacks),
        drawn=(),
        card="",
        laid=((),) * p,
        turn=-1,
        played=(),
        step=0,
        bidders=(),
        bids=(),
        duel=0,
        units=0,
        squares=0,
        grown=-1,
        may_expand=0,
        cut=(),
        looking=0,
        spent=0,
        winners=(),
    )


def with_at(values: tuple[Any, ...], i: int, value: Any) -> tuple[Any, ...]:
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


def spending(s: State, seat: int) -> int:
    """Seats that have put a treasure down in this action once this one does; outside actions nobody is counted."""
    return s.spent | 1 << seat if s.step and s.world.one_treasure else 0


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


def occupied(s: State) -> int:
    """Squares with a figure."""
    mask = 0
    for m in s.castles:
        mask |= m
    for m in s.knights:
        mask |= m
    return mask


def supply(s: State) -> int:
    """Borders left; below zero when an expansion needed substitutes (LH-R14)."""
    return s.world.tables.box["borders"] - s.walls.bit_count()


def reserve(s: State, side: int) -> int:
    """Knights of a colour that are not on the board (LH-1.17)."""
    return s.world.tables.box["knights"] - s.knights[side].bit_count()


def held(s: State, side: int) -> int:
    """Regions of a side."""
    if s.regions.count(0) == len(s.regions):
        return 0
    n = 0
    for (_, owner), region in zip(s.keeps, s.regions, strict=True):
        if owner == side and region:
            n += 1
    return n
