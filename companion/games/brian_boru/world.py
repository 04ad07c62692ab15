"""What never changes in one game of Brian Boru: towns and roads as bit masks, regions, cards, options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import define

from companion.engine.boards import Board
from companion.engine.game import Config, ConfigError, ConfigFault, chosen
from companion.engine.masks import bits
from companion.engine.memo import made_once, results
from companion.engine.types import facts
from companion.games.brian_boru.box import COLOURS, LINES, REGIONS, Box, Icons, Program, box_of, runs

K_BOARD = "K-BOARD"
DEAL = {3: 8, 4: 6, 5: 5}  # BB-5.1
KEPT = 2  # cards kept at each look (BB-5.3)
WINDOWS = {"m": "+m", "v": "+v", "c": "+c"}  # icons that let more be bought, and what asks for it (BB-7.6 to 7.8)


@define(eq=False, frozen=True, slots=False)
class World:
    """One table: compared by identity. Towns are numbered as the board lists them, bit i is town i."""

    config: Config
    box: Box
    players: int
    ids: tuple[str, ...]
    colour: tuple[str, ...]
    roads: tuple[int, ...]
    regions: tuple[str, ...]  # letters
    names: tuple[str, ...]
    region_mask: tuple[int, ...]
    threshold: tuple[int, ...]
    value: tuple[int, ...]

    # ------------------------------------------------------------ options
    by_lot = chosen("start_player", "random")  # BB-2.7
    track_hands = chosen("track_hands", "on")  # BB-R6
    any_time = chosen("extras_timing", "any_time")  # BB-R12
    all_tricks = chosen("five_player_tricks", 5)  # BB-R4
    allow_active = chosen("expand_into_active", "allow")  # BB-R9: a loser may expand into the active town
    pass_marker = chosen("stuck_leader", "pass_marker")  # BB-R7
    this_round = chosen("incursion_compare", "this_round")  # BB-R15: the landing compares raiders taken this round
    must_build = chosen("monastery_build", "mandatory")  # BB-R19
    more_than = chosen("threshold_rule", "more_than")  # BB-R1
    half_above = chosen("half_value_tokens", "above_board")  # BB-R25: only tokens above the board have half value
    half_blocked = chosen("half_value_vs_vikings", "vikings_block")  # BB-R26
    half_doubled = chosen("monastery_at_half_value")  # BB-R27: monasteries count twice there too

    memo = results()

    @cached_property
    def deal(self) -> int:
        return DEAL[self.players]

    @cached_property
    def rest(self) -> int:
        """Cards that stay unplayed in each hand (BB-6.1, BB-R4)."""
        return 0 if self.players == 5 and self.all_tricks else 1

    @cached_property
    def rounds(self) -> int:
        """BB-3.2: it follows from the marriage pile (BB-2.5)."""
        return 3 if self.players == 3 else 4

    @cached_property
    def looks(self) -> tuple[int, ...]:
        """Packet sizes from which cards are chosen (BB-5.4); the next packet is taken whole."""
        return tuple(range(self.deal, KEPT, -KEPT))

    @cached_property
    def whole(self) -> int:
        """The packet that its receiver adds whole."""
        return self.deal - KEPT * len(self.looks)

    # ------------------------------------------------------------ the map
    @cached_property
    def index(self) -> Mapping[str, int]:
        return {t: i for i, t in enumerate(self.ids)}

    @cached_property
    def region_index(self) -> Mapping[str, int]:
        return {r: i for i, r in enumerate(self.regions)}

    @cached_property
    def region_of(self) -> tuple[int, ...]:
        return tuple(next(r for r, m in enumerate(self.region_mask) if m >> i & 1) for i in range(len(self.ids)))

    @cached_property
    def every(self) -> int:
        return (1 << len(self.ids)) - 1

    @cached_property
    def colour_mask(self) -> Mapping[str, int]:
        return {c: sum(1 << i for i, k in enumerate(self.colour) if k == c) for c in COLOURS}

    @cached_property
    def two_away(self) -> tuple[int, ...]:
        """Towns that a road leads to over one other town (BB-R33)."""
        return tuple(self.reach(near) & ~near & ~(1 << i) for i, near in enumerate(self.roads))

    def reach(self, towns: int) -> int:
        """Towns joined to any of these by one road, memorised."""
        known: int | None = self.memo.get(towns)
        if known is None:
            known = 0
            for i in bits(towns):
                known |= self.roads[i]
            self.memo[towns] = known
        return known

    def towns(self, mask: int) -> tuple[str, ...]:
        return tuple(self.ids[i] for i in bits(mask))

    # ------------------------------------------------------------ cards
    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return tuple(c.no for c in self.box.actions)

    @cached_property
    def suit(self) -> tuple[str, ...]:
        """Colour by card number; index 0 is no card."""
        return ("", *(c.colour for c in self.box.actions))

    @cached_property
    def programs(self) -> Mapping[tuple[int, str], Program]:
        """Every action as runs of equal icons with the windows for extras (BB-7.1, BB-R12)."""
        return {(c.no, a): program(c.icons(a), self.any_time) for c in self.box.actions for a in LINES if c.icons(a)}

    @cached_property
    def owing(self) -> frozenset[tuple[int, str]]:
        """Actions with a P icon (BB-7.4)."""
        return frozenset(k for k, runs in self.programs.items() if any(icon == "P" for icon, _ in runs))


def program(icons: Icons, any_time: bool) -> Program:
    """Icons left to right in runs; after the last icon of a kind more may be bought, with BB-R12 also at the end."""
    steps: list[tuple[str, int]] = []
    left = list(icons)
    for icon, n in runs(icons):
        steps.append((icon, n))
        del left[:n]
        if icon in WINDOWS and icon not in left:
            steps.append((WINDOWS[icon], 0))
    if any_time and steps and steps[-1][0] not in WINDOWS.values():
        steps += [(WINDOWS[k], 0) for k in WINDOWS if k in icons]
    return tuple(steps)


# ---------------------------------------------------------------- building
def faults_of(board: Board) -> list[ConfigFault]:
    """Why a board cannot be played on: unknown colours or regions, roads that leave the towns, numbers that lack."""
    found: list[ConfigFault] = []

    def bad(space: str, expected: str, value: object) -> None:
        found.append(ConfigFault(K_BOARD, facts(key=space, expected=expected, found=str(value))))

    regions = {str(s.tags.get("region")): s for s in board.spaces if s.kind == "region"}
    towns = {s.id for s in board.spaces if s.kind == "town"}
    for letter, s in regions.items():
        if letter not in REGIONS:
            bad(s.id, "a region: " + " ".join(REGIONS), letter)
        for key in ("threshold", "value"):
            n = s.tags.get(key)
            if not isinstance(n, int) or isinstance(n, bool) or n < 1:
                bad(f"{s.id}.{key}", "a whole number, 1 or more", n)
    for s in board.spaces:
        if s.kind != "town":
            continue
        if s.ink not in COLOURS:
            bad(s.id, "a colour: " + ", ".join(COLOURS), s.ink)
        if s.tags.get("region") not in regions:
            bad(s.id, "a region of the board", s.tags.get("region"))
        for other in s.neighbours:
            if other not in towns:
                bad(s.id, "roads to towns", other)
    if not towns:
        bad(board.id, "towns", "none")
    return found


@made_once
def build(config: Config) -> World:
    """The world of one table; raises ConfigError when board or cards cannot be played with."""
    found = faults_of(config.board)
    if found:
        raise ConfigError(*found)
    regions = [s for s in config.board.spaces if s.kind == "region"]
    regions.sort(key=lambda s: REGIONS.index(s.tags["region"]))
    if len(regions) < config.players:
        raise ConfigError(ConfigFault("BB-2.8", facts(regions=len(regions), players=config.players)))
    towns = [s for s in config.board.spaces if s.kind == "town"]
    index = {s.id: i for i, s in enumerate(towns)}
    return World(
        config=config,
        box=box_of(config.data),
        players=config.players,
        ids=tuple(index),
        colour=tuple(s.ink for s in towns),
        roads=tuple(sum(1 << index[n] for n in s.neighbours) for s in towns),
        regions=tuple(s.tags["region"] for s in regions),
        names=tuple(s.name for s in regions),
        region_mask=tuple(
            sum(1 << index[t.id] for t in towns if t.tags["region"] == r.tags["region"]) for r in regions
        ),
        threshold=tuple(int(s.tags["threshold"]) for s in regions),
        value=tuple(int(s.tags["value"]) for s in regions),
    )
