"""What follows from castles, knights and borders: regions, neutral zones, edges free for a border."""

from __future__ import annotations

from companion.engine.slotted import changed
from companion.games.loewenherz.state import SETUP, Phase, State, union
from companion.games.loewenherz.world import World

Keeps = tuple[tuple[int, int], ...]


def regions(world: World, keeps: Keeps, walls: int) -> tuple[tuple[int, ...], int]:
    """Regions by castle, and all squares of neutral zones, by their definition (LH-2.1 to LH-2.7)."""
    grid = world.grid
    every = sum(1 << square for square, _ in keeps)
    lands = [grid.flood(1 << square, walls) for square, _ in keeps]
    found = tuple(land if (land & every).bit_count() == 1 else 0 for land in lands)
    return found, (1 << grid.n) - 1 & ~union(lands) if keeps else 0


def pairs(world: World, castles: tuple[int, ...], knights: tuple[int, ...]) -> int:
    """Edges between two figures of one colour, at least one of them a knight (LH-6.3)."""
    grid, mask = world.grid, 0
    for home, men in zip(castles, knights, strict=True):
        mask |= grid.inside(home | men) & ~grid.inside(home)
    return mask


def free_edges(s: State) -> int:
    """Edges where a border may be laid (LH-6.2 to LH-6.4, LH-6.8), whoever does."""
    grid = s.world.grid
    barred = s.walls | pairs(s.world, s.castles, s.knights)
    for region in s.regions:
        if region:
            barred |= grid.inside(region)
    return grid.edges & ~barred


def derived(s: State) -> State:
    """A state with everything derived computed anew from castles, knights and borders."""
    castles = tuple(union(1 << q for q, owner in s.keeps if owner == side) for side in range(s.world.sides))
    ready = s.phase not in SETUP or s.phase == Phase.SHUFFLE
    found, zones = regions(s.world, s.keeps, s.walls) if ready else ((0,) * len(s.keeps), 0)
    s = changed(s, castles=castles, regions=found, zones=zones, land=s.world.land(s.layout))
    return changed(s, free=free_edges(s) if ready else s.world.grid.edges)


def linked(world: World, figures: int, walls: int, square: int) -> bool:
    """Whether the figures of one colour next to ``square`` still hang together without it (LH-11.12, LH-R33)."""
    grid = world.grid
    barrier = walls | (grid.edges & ~grid.inside(figures & ~(1 << square)))
    beside = grid.reach(1 << square, walls) & figures
    if beside & (beside - 1) == 0:
        return True
    return grid.flood(beside & -beside, barrier) & beside == beside
