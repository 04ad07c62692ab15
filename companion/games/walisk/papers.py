"""What Walisk prints besides its map: what to collect, a sheet for each player, the records of an evening (8.4)."""

from __future__ import annotations

from math import ceil

from companion.engine.game import Cells, Grid, Paper
from companion.engine.words import N_, Figure, Say, Term, Where, Who, say
from companion.games.walisk.records import record
from companion.games.walisk.state import GOODS, State
from companion.games.walisk.words.names import PIECES, SEASON_NAMES
from companion.games.walisk.world import World

YEARS = 8  # rows of a player's sheet
MEN = {2: 40, 3: 40, 4: 35}  # advice by number of players; armies seldom get larger before somebody wins
CUBE = 8  # mm; what the camera counts
DICE = 12  # thrown at once; more are thrown in turns


# ---------------------------------------------------------------- what to collect
def to_collect(world: World) -> tuple[tuple[str, int, Say], ...]:
    """(piece, number, for what): figures and dice for this map and this many players."""
    box, players = world.box, world.players
    settle, homes = world.settle.bit_count(), world.home.bit_count()
    small = settle < 40
    men = (MEN.get(players, 30) * (1 if small else 3)) // 2
    rukr = ceil((settle - players) * 4 / 3 * (2 if small else 1.5))
    houses = min(settle, players * 5 + (5 if small else 15))
    return (
        ("man", men, say(N_("of each player's colour: cubes of 8 mm"))),
        ("ship", 6 if small else 10, say(N_("of each player's colour: sticks of 16 mm"))),
        ("house", max(houses, players * box.start[2]), say(N_("neutral: cubes of 10 mm in a colour nobody plays"))),
        ("rukr", rukr, say(N_("neutral: round pieces in another colour nobody plays"))),
        ("die", homes + DICE, say(
            N_("six-sided: {homes} for the homes, {n} to throw; four more serve as marks on voyagers"),
            homes=Figure(homes), n=Figure(DICE),
        )),
    )  # fmt: skip


def collect(world: World) -> Paper:
    rows = tuple((_term(PIECES[kind]), n, why) for kind, n, why in to_collect(world))
    lines = (
        say(N_("For {n} players on a map of {fields} districts."), n=Figure(world.players),
            fields=Figure(world.settle.bit_count())),
        say(N_("Armies may outgrow any box: where cubes run out, lay a die beside one, and the app keeps the number.")),
        say(N_("For a camera, ships, Rukr and houses are cubes of {mm} mm too, each kind in a colour of its own."),
            mm=Figure(CUBE)),
        say(N_("Silver needs no pieces: the app keeps the treasures, or each player's sheet does.")),
    )  # fmt: skip
    heads = (say(N_("Piece")), say(N_("How many")), say(N_("Whose and which")))
    return Paper(say(N_("Walisk: what to collect")), lines, (Grid(heads, rows, (0.16, 0.14, 0.70)),))


def _term(text: str) -> Say:
    """A word of the game as a cell."""
    return say(N_("{word}"), word=Term(text))


# ---------------------------------------------------------------- sheets
COLUMNS = (
    N_("Year"), N_("Districts"), N_("with enemies"), N_("Houses' silver"), N_("Tribes"), N_("Treasure"),
    N_("Available"), N_("Men"), N_("Ships"), N_("Houses"), N_("Gifts"), N_("Left"),
)  # fmt: skip


def player_sheet(world: World, seat: int) -> Paper:
    """The winter sums of a player, a row a year, with the numbers that they need beside them."""
    box = world.box
    rows: tuple[Cells, ...] = tuple((Figure(y), *("",) * (len(COLUMNS) - 1)) for y in range(1, YEARS + 1))
    sums = Grid(tuple(say(c) for c in COLUMNS), rows, (0.06, *(0.94 / 11,) * 11))
    prices = Grid(
        (say(N_("Bought")), say(N_("Silver"))),
        tuple((_term(PIECES[k]), n) for k, n in zip(GOODS, box.prices, strict=True)),
        (0.2, 0.12),
    )
    income = Grid(
        (say(N_("Houses in one place")), say(N_("Silver a winter"))),
        tuple((Figure(n), box.settlement(n)) for n in range(1, box.most_capital + 1)),
        (0.2, 0.12),
    )
    steps = Grid(
        (say(N_("A step")), say(N_("Points"))),
        ((say(N_("a man in all")), box.man_bp), (say(N_("a ship in all")), box.ship_bp),
         (say(N_("to a sea field")), box.sea), (say(N_("to a coast")), box.coast),
         (say(N_("along a river")), box.river)),
        (0.2, 0.12),
    )  # fmt: skip
    line = say(
        N_("Available: districts without enemies, the houses' silver, {n} for each whole tribe, and the treasure."),
        n=Figure(box.tribe),
    )
    return Paper(say(N_("Walisk: {seat}"), seat=Who(seat)), (line,), (sums, prices, income, steps))


# ---------------------------------------------------------------- an evening's records
def records(s: State) -> Paper:
    """The lists that let a table go on another day, for everybody's initials (WA-8.31, 8.32)."""
    told = record(s)
    fields = tuple(
        (say(N_("{field}"), field=Where(f)), _who(owner), men or "", ships or "", houses or "")
        for f, owner, men, ships, houses in told.fields
    )
    heads = (say(N_("District")), say(N_("Owner")), say(N_("Men")), say(N_("Ships")), say(N_("Houses")))
    people = tuple((_who(p), "" if silver < 0 else silver, "") for p, silver in told.players)
    voyages = tuple((_who(p), ships, men, left) for p, ships, men, left in told.voyages)
    grids = [
        Grid((say(N_("Player")), say(N_("Silver")), say(N_("Initials"))), people, (0.3, 0.15, 0.2)),
        Grid(heads, fields, (0.3, 0.3, 0.1, 0.1, 0.1)),
    ]
    if voyages:
        sail = (say(N_("On a voyage")), say(N_("Ships")), say(N_("Men")), say(N_("Rounds left")))
        grids.insert(1, Grid(sail, voyages, (0.3, 0.1, 0.1, 0.15)))
    line = say(N_("{season} of year {year}"), season=Term(SEASON_NAMES[told.season]), year=Figure(told.year))
    return Paper(say(N_("Walisk: the records of the evening")), (line,), tuple(grids))


def _who(seat: str) -> Say | str:
    """A person as a cell."""
    return say(N_("{seat}"), seat=Who(ord(seat) - ord("A"))) if seat else ""


PARTS = ("list", "players", "records")


def papers(s: State, part: str) -> tuple[Paper, ...]:
    """The pages of one part: ``list``, ``players`` or ``records``."""
    if part == "list":
        return (collect(s.world),)
    if part == "players":
        return tuple(player_sheet(s.world, p) for p in range(s.world.players))
    return (records(s),)
