"""What never changes at one table: board, parts, cards, tables and options, ready for fast use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from attrs import define

from companion.engine.boards import Board
from companion.engine.game import Config, ConfigError, ConfigFault, chosen
from companion.engine.masks import bits
from companion.engine.memo import made_once, results
from companion.engine.types import LETTERS, facts
from companion.engine.yamlfile import DataError
from companion.games.loewenherz.box import DUCATS, TREASURE, ActionCard, Cards, PoliticsCard, Tables, box_data, strange
from companion.games.loewenherz.grid import Grid, grid_of

FARM, FOREST, MOUNTAIN, TOWN = "farm", "forest", "mountain", "town"
TERRAIN = (FARM, FOREST, MOUNTAIN, TOWN)
NEUTRAL = "neutral"
BASIC = "basic"


class Land(NamedTuple):
    """Masks of squares by terrain; all empty until every part lies."""

    farm: int = 0
    forest: int = 0
    mountain: int = 0
    town: int = 0


@define(eq=False, frozen=True, slots=False)
class World:
    """One table's board, box and options. Compared by identity."""

    config: Config
    grid: Grid
    cards: Cards
    tables: Tables
    squares: tuple[str, ...]  # ids by number
    edges: Mapping[int, str]  # edge number -> id
    parts: Mapping[str, tuple[str, ...]]  # part -> terrain of its squares upright, row by row
    places: tuple[tuple[int, ...], ...]  # squares of each place, row by row
    fixed: Land  # terrain of a board without loose parts

    memo = results()

    # ------------------------------------------------------------ players and sides
    @cached_property
    def players(self) -> int:
        return self.config.players

    @cached_property
    def sides(self) -> int:
        """Seats, and the neutral colour with fewer than four players (LH-14.2, LH-14.4)."""
        return self.players + (self.players < 4)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """How sides are written: seat letters, and ``neutral``."""
        return tuple(LETTERS[: self.players]) + ((NEUTRAL,) if self.sides > self.players else ())

    @cached_property
    def side_index(self) -> Mapping[str, int]:
        return {name: i for i, name in enumerate(self.names)}

    # ------------------------------------------------------------ board
    @cached_property
    def square_index(self) -> Mapping[str, int]:
        return {name: i for i, name in enumerate(self.squares)}

    @cached_property
    def edge_index(self) -> Mapping[str, int]:
        return {name: e for e, name in self.edges.items()}

    @cached_property
    def part_ids(self) -> tuple[str, ...]:
        return tuple(self.parts)

    @cached_property
    def turned_parts(self) -> tuple[str, ...]:
        """Every part in every turn, as ``A0`` (upright) to ``A3`` (three quarters clockwise)."""
        return tuple(f"{p}{q}" for p in self.parts for q in range(4))

    @cached_property
    def printed(self) -> tuple[str, ...]:
        """The lie in which the board file draws the parts: all upright, in order."""
        return tuple(f"{p}0" for p in self.parts)

    def land(self, layout: tuple[str, ...]) -> Land:
        """Terrain of the board with the parts as they lie; none before the last one lies (LH-1.2)."""
        if not self.parts:
            return self.fixed
        if not all(lie[-1:].isdigit() for lie in layout):
            return Land()
        return self.memo.kept(("land", layout), lambda: self._land(layout))

    def _land(self, layout: tuple[str, ...]) -> Land:
        masks = dict.fromkeys(TERRAIN, 0)
        for place, lie in zip(self.places, layout, strict=True):
            for square, ink in zip(place, turned(self.parts[lie[:-1]], int(lie[-1])), strict=True):
                masks[ink] |= 1 << square
        return Land(*(masks[t] for t in TERRAIN))

    # ------------------------------------------------------------ cards
    @cached_property
    def card(self) -> Mapping[str, ActionCard]:
        return {c.id: c for c in self.cards.action}

    @cached_property
    def stacks(self) -> tuple[str, ...]:
        """Stacks in use, top to bottom: the basic set-up leaves out the first (LH-1.8, LH-15.1)."""
        return self.cards.stacks[1:] if self.basic else self.cards.stacks

    @cached_property
    def stack_cards(self) -> Mapping[str, tuple[str, ...]]:
        return {s: tuple(c.id for c in self.cards.action if c.stack == s) for s in self.stacks}

    @cached_property
    def politics(self) -> Mapping[str, PoliticsCard]:
        return {c.id: c for c in self.cards.politics}

    @cached_property
    def politics_box(self) -> tuple[str, ...]:
        """All politics cards of the box, equal ones as often as they are in it."""
        return tuple(sorted(c.id for c in self.cards.politics for _ in range(c.count)))

    def worth(self, cards: tuple[str, ...]) -> int:
        """Face value of treasures and fiefs."""
        return sum(self.politics[c].value for c in cards) if cards else 0

    @cached_property
    def most_ducats(self) -> int:
        """More than this nobody can ever hold: all the money that a game starts with and that its cards can bring."""
        brought = sum(a.n for c in self.cards.action for a in c.actions if a.kind == DUCATS)
        return self.players * self.tables.start_money + brought

    @cached_property
    def treasures(self) -> frozenset[str]:
        return frozenset(c.id for c in self.cards.politics if c.kind == TREASURE)

    # ------------------------------------------------------------ options
    basic = chosen("setup", BASIC)
    takeover = chosen("own_knight_takeover", "allow_and_fence", "unless_parted")
    unparted = chosen("own_knight_takeover", "unless_parted")  # and no border comes between own figures (LH-R20)
    summed = chosen("zone_sum", "summed")
    floor = chosen("score_floor", 0)
    one_treasure = chosen("treasure_limit", "one")
    removal_treasure = chosen("treasure_for_renegade_removal", "allow")
    removal_only = chosen("renegade_forest", "removal_only")
    one_politics = chosen("politics_per_decision", 1)
    second_alliance = chosen("second_alliance", "allow")
    marks = chosen("alliance_mark", "turned_border")  # alliances are shown by a turned border (LH-11.5)
    joined_silver = chosen("silver_unit", "joined")
    app_deck = chosen("deck_source", "app")
    app_politics = chosen("politics_source", "app")
    negotiation = chosen("negotiation")
    sealed = chosen("bid_entry", "tablet")
    open_money = chosen("money_visible", "open")

    @cached_property
    def distance(self) -> int:
        return int(self.config.option("castle_distance"))

    @cached_property
    def cap(self) -> int:
        """How many own regions end the right to lay borders (LH-6.6, LH-R8)."""
        own = self.config.option("border_cap") == "own_castles"
        return self.tables.own[self.players] if own else 3

    @cached_property
    def castles(self) -> tuple[int, int]:
        """How many castles of their own colours the players set in all, and how many neutral ones after them."""
        return self.players * self.tables.own[self.players], self.players * self.tables.neutral[self.players]

    # ------------------------------------------------------------ reading masks
    def square_ids(self, mask: int) -> tuple[str, ...]:
        return tuple(self.squares[q] for q in bits(mask))

    def edge_ids(self, mask: int) -> tuple[str, ...]:
        return tuple(self.edges[e] for e in bits(mask))

    def square_mask(self, ids: tuple[str, ...]) -> int:
        return sum(1 << self.square_index[name] for name in set(ids))

    def edge_mask(self, ids: tuple[str, ...]) -> int:
        return sum(1 << self.edge_index[name] for name in set(ids))


def turned(rows: tuple[str, ...], quarters: int) -> tuple[str, ...]:
    """A square part, row by row, after so many quarter turns clockwise."""
    side = int(len(rows) ** 0.5)
    for _ in range(quarters % 4):
        rows = tuple(rows[(side - 1 - c) * side + r] for r in range(side) for c in range(side))
    return rows


# ---------------------------------------------------------------- building
@made_once
def build(config: Config) -> World:
    """The world of one table; raises ConfigError when it cannot be played with these options."""
    try:
        cards, tables = box_data(config.data)
    except DataError as e:
        raise ConfigError(*(ConfigFault("LH-3.2", facts(problem=str(f))) for f in e.faults)) from e
    odd = strange(cards, config.data.get("own"))
    faults = [ConfigFault("LH-3.2", facts(key=k, expected=e, found=f)) for k, e, f in odd]
    if config.option("setup") == BASIC and config.players == 2:
        faults.append(ConfigFault("LH-15.1", facts(players=config.players, allowed=(3, 4))))
    world, wrong = _board(config, cards, tables)
    faults += [ConfigFault("LH-1.2", facts(problem=w)) for w in wrong]
    if world is None or faults:
        raise ConfigError(*faults)
    return world


def _board(config: Config, cards: Cards, tables: Tables) -> tuple[World | None, list[str]]:
    board: Board = config.board
    squares = [s for s in board.spaces if s.kind == "square"]
    at = {tuple(s.tags.get("at", ())): s for s in squares}
    columns, rows = 1 + max((c for c, _ in at), default=-1), 1 + max((r for _, r in at), default=-1)
    wrong = [f"{s.id} is printed {s.ink!r}, not one of {', '.join(TERRAIN)}" for s in squares if s.ink not in TERRAIN]
    if len(at) != len(squares) or len(at) != columns * rows or not at:
        return None, [*wrong, "the squares do not fill a grid"]
    grid = grid_of(columns, rows)
    ordered = [at[(c, r)] for r in range(rows) for c in range(columns)]
    edges = {e: name for e, name in enumerate(grid.names) if name}
    if {s.id for s in board.spaces if s.kind == "edge"} != set(edges.values()):
        wrong.append("the edges are not those between the squares")
    parts, places = _parts(ordered, wrong)
    if wrong:
        return None, wrong
    masks = {t: sum(1 << i for i, s in enumerate(ordered) if s.ink == t) for t in TERRAIN}
    fixed = Land(*(masks[t] for t in TERRAIN))
    ids = tuple(s.id for s in ordered)
    return World(config, grid, cards, tables, ids, edges, parts, places, fixed), []


def _parts(ordered: list[Any], wrong: list[str]) -> tuple[dict[str, tuple[str, ...]], tuple[tuple[int, ...], ...]]:
    """Parts with their terrain upright, and the squares of each place (LH-1.2)."""
    members: dict[str, list[int]] = {}
    for i, s in enumerate(ordered):
        if "part" in s.tags:
            members.setdefault(str(s.tags["part"]), []).append(i)
    if not members:
        return {}, ()
    sizes = [len(m) for m in members.values()]
    if len(set(sizes)) > 1 or sum(sizes) != len(ordered) or int(sizes[0] ** 0.5) ** 2 != sizes[0]:
        wrong.append("the parts are not equal squares")
    return {p: tuple(ordered[i].ink for i in m) for p, m in members.items()}, tuple(map(tuple, members.values()))
