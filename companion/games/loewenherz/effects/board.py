"""What events on the board do to the state: borders, knights, regions and their points."""

from __future__ import annotations

from typing import Any

from companion.engine.slotted import changed
from companion.games.loewenherz import events as ev
from companion.games.loewenherz.derive import derived, free_edges
from companion.games.loewenherz.state import State, credit, spending, with_at, without


def border_laid(s: State, e: ev.BorderLaid) -> State:
    edge = s.world.edge_index[e.edge]
    bit = 1 << edge
    if s.free & bit:
        return changed(s, walls=s.walls | bit, free=s.free & ~bit, units=s.units - 1)
    return derived(changed(s, walls=s.walls | bit, units=s.units - 1))  # the table overruled LH-6.3 or LH-6.4


def founded(s: State, e: ev.Founded) -> State:
    """A region: its fence stands already, needless borders inside go back."""
    world = s.world
    q = world.square_index[e.castle]
    i = next(k for k, (square, _) in enumerate(s.keeps) if square == q)
    region = world.grid.flood(1 << q, s.walls)
    inside = world.grid.inside(region)
    s = changed(s, walls=s.walls & ~inside, free=s.free & ~inside, regions=with_at(s.regions, i, region))
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
    barred = 0
    for edge, other in grid.sides[q]:
        if figures >> other & 1:
            barred |= 1 << edge
    changes: dict[str, Any] = {}
    if e.ducats:
        changes["ducats"] = with_at(s.ducats, e.seat, s.ducats[e.seat] - e.ducats)
    if e.treasures:
        changes["hands"] = with_at(s.hands, e.seat, without(s.hands[e.seat], *e.treasures))
        changes["discard"] = tuple(sorted((*s.discard, *e.treasures)))
        changes["spent"] = spending(s, e.seat)
    return changed(
        s, knights=with_at(s.knights, e.seat, s.knights[e.seat] | 1 << q), free=s.free & ~barred, units=s.units - 1,
        squares=0, grown=-1, **changes,
    )  # fmt: skip


def expanded(s: State, e: ev.Expanded) -> State:
    world, grid = s.world, s.world.grid
    index = world.square_index
    bit = 1 << index[e.square]
    at = {square: k for k, (square, _) in enumerate(s.keeps)}
    i = at[index[e.region]]
    regions = list(s.regions)
    regions[i] |= bit
    zones, cut = s.zones & ~bit, dict(s.cut)
    loser = world.side_index[e.loser] if e.loser else -1
    if loser >= 0:
        j = at[index[e.victim]]
        gone = bit
        for zone in e.zones:
            gone |= world.square_mask(zone)
        regions[j] &= ~gone
        zones |= gone & ~bit
        if world.summed and e.zones and loser < world.players:
            cut[loser] = cut.get(loser, 0) | gone & ~bit
    began = not s.squares
    alliances = s.alliances
    if e.turned:
        alliances = tuple(
            sorted((at[index[a]], at[index[b]], world.edge_index[x] if x else -1) for a, b, x in e.turned)
        )
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
