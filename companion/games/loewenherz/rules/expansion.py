"""Expanding a region square by square: who may take what, the new fence, zones cut off (chapter 8)."""

from __future__ import annotations

from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.masks import bits
from companion.engine.types import Decision, Event, Notice, Ruling, facts, refuse
from companion.games.loewenherz.effects import evolve_all
from companion.games.loewenherz.events import Expanded, ZoneClosed
from companion.games.loewenherz.inputs import Expand
from companion.games.loewenherz.rules.common import ACTING, action_of
from companion.games.loewenherz.rules.knights import knights_due
from companion.games.loewenherz.rules.rounds import onward
from companion.games.loewenherz.rules.scoring import below_lion, founding, zone_loss, zone_reckoning
from companion.games.loewenherz.rules.use import allied, idle, parted
from companion.games.loewenherz.state import State, castle_at, men, supply, union


# ---------------------------------------------------------------- guards
def region_own(s: State, act: Expand) -> Ruling | None:
    """LH-8.1: exactly one of the own regions, named by its castle."""
    if act.region not in s.world.square_index or act.square not in s.world.square_index:
        return malformed("LH-8.1", seat=act.seat, region=act.region, square=act.square)
    i = castle_at(s, act.region)
    if i < 0 or s.keeps[i][1] != s.turn or not s.regions[i]:
        return barred("LH-8.1", seat=act.seat, region=act.region, square=act.square, why="none")
    return None


def expansion_owed(s: State, act: Expand) -> Ruling | None:
    """LH-8.1, LH-9.2: one region by up to two squares; no second expansion."""
    if s.squares:
        if castle_at(s, act.region) != s.grown:
            return barred("LH-8.1", seat=act.seat, region=act.region, square=act.square, why="other")
        return None
    if not s.may_expand or not s.units:
        return barred("LH-9.2" if action_of(s).n == 2 else "LH-7.1", seat=act.seat)
    return None


def square_beside(s: State, act: Expand) -> Ruling | None:
    """LH-8.2, LH-8.3: beside the region, borders do not matter."""
    grid, q = s.world.grid, s.world.square_index[act.square]
    region = s.regions[castle_at(s, act.region)]
    if region >> q & 1:
        return barred("LH-8.2", seat=act.seat, square=act.square, why="inside")
    if not grid.near[q] & region:
        return barred("LH-8.3" if s.squares else "LH-8.2", seat=act.seat, square=act.square)
    return None


def no_enemy_figure(s: State, act: Expand) -> Ruling | None:
    """LH-8.4: no square with an enemy figure, the neutral colour included."""
    q = s.world.square_index[act.square]
    for side in range(s.world.sides):
        if side != s.turn and (s.castles[side] | s.knights[side]) >> q & 1:
            refusal = barred if s.castles[side] >> q & 1 else refuse  # a castle never leaves
            return refusal("LH-8.4", seat=act.seat, square=act.square, side=s.world.names[side])
    return None


def no_own_castle(s: State, act: Expand) -> Ruling | None:
    """LH-8.14, LH-R20: a square with an own castle is never taken."""
    if s.castles[s.turn] >> s.world.square_index[act.square] & 1:
        return barred("LH-8.14", seat=act.seat, square=act.square)
    return None


def own_knight_allowed(s: State, act: Expand) -> Ruling | None:
    """LH-R20: option ``own_knight_takeover`` refuse."""
    if not s.world.takeover and s.knights[s.turn] >> s.world.square_index[act.square] & 1:
        return refuse("LH-R20", seat=act.seat, square=act.square)
    if s.world.unparted and parted(s, castle_at(s, act.region), s.world.square_index[act.square]):
        return refuse("LH-R20", seat=act.seat, square=act.square, why="parted")
    return None


def not_own_region(s: State, act: Expand) -> Ruling | None:
    """LH-8.6: not into another own region."""
    j = region_at(s, s.world.square_index[act.square])
    if j >= 0 and s.keeps[j][1] == s.turn:
        return refuse("LH-8.6", seat=act.seat, square=act.square)
    return None


def region_at(s: State, q: int) -> int:
    """The castle whose region a square belongs to, -1 for none."""
    return next((j for j, region in enumerate(s.regions) if region >> q & 1), -1)


def not_allied(s: State, act: Expand) -> Ruling | None:
    """LH-8.8, LH-11.6: not into a region allied with this one."""
    j = region_at(s, s.world.square_index[act.square])
    if j >= 0 and allied(s, castle_at(s, act.region), j):
        return refuse("LH-8.8", seat=act.seat, square=act.square, side=s.world.names[s.keeps[j][1]])
    return None


def majority(s: State, act: Expand) -> Ruling | None:
    """LH-8.7: more knights in the own region than in the enemy one."""
    j = region_at(s, s.world.square_index[act.square])
    if j < 0 or s.keeps[j][1] == s.turn:
        return None
    mine = (men(s) & s.regions[castle_at(s, act.region)]).bit_count()
    theirs = (men(s) & s.regions[j]).bit_count()
    if mine > theirs:
        return None
    side = s.world.names[s.keeps[j][1]]
    return refuse("LH-8.7", seat=act.seat, square=act.square, side=side, mine=mine, theirs=theirs)


# ---------------------------------------------------------------- effects
@guarded(
    *ACTING, knights_due, region_own, expansion_owed, square_beside, no_enemy_figure, no_own_castle, own_knight_allowed,
    not_own_region, not_allied, majority,
)  # fmt: skip
def expand(s: State, act: Expand) -> Decision:
    i, q = castle_at(s, act.region), s.world.square_index[act.square]
    events = expansion(s, seat_of(act), i, q)
    after = evolve_all(s, events)
    out: list[Event] = [*events, *_warnings(s, after)]
    over = idle(after)
    if over or not after.squares:
        out += zone_reckoning(after)
    return (*out, *onward(after, s.step + 1)) if over else tuple(out)


def fence(s: State, i: int, q: int) -> tuple[int, int]:
    """Borders to remove and to set when a region takes a square (LH-8.9): masks of edges."""
    take = lay = 0
    region, walls = s.regions[i], s.walls
    for e, other in s.world.grid.sides[q]:
        if region >> other & 1:
            take |= walls & 1 << e
        elif not walls >> e & 1:
            lay |= 1 << e
    return take, lay


def expansion(s: State, seat: int, i: int, q: int) -> list[Event]:
    """One square changes hands, in the order of LH-R24: gain and loss, zones cut off, foundings."""
    world, grid = s.world, s.world.grid
    take, lay = fence(s, i, q)
    walls = s.walls & ~take | lay
    j = region_at(s, q)
    zones: list[int] = []
    if j >= 0:
        rest = s.regions[j] & ~(1 << q)
        home = grid.flood(1 << s.keeps[j][0], walls) & rest
        zones = list(grid.parts(rest & ~home, walls))
    loser = s.keeps[j][1] if j >= 0 else -1
    moved = Expanded(
        seat,
        world.squares[s.keeps[i][0]],
        world.squares[q],
        bool(s.land.town >> q & 1),
        world.names[loser] if loser >= 0 else "",
        world.squares[s.keeps[j][0]] if j >= 0 else "",
        world.edge_ids(take),
        world.edge_ids(lay),
        tuple(world.square_ids(z) for z in zones),
        marks_after(s, i, j, q, zones, walls) if s.alliances else (),
        rules=_rules(s, i, q, j, zones),
    )
    events: list[Event] = [moved]
    if not world.summed:
        for zone in zones:
            events += zone_loss(s, loser, zone, ("LH-R22", "LH-8.10"))
    if j < 0 and not s.zones >> q & 1:
        events += _closed_by_fence(s, q, walls, lay)
    return events


def _rules(s: State, i: int, q: int, j: int, zones: list[int]) -> tuple[str, ...]:
    rules = ["LH-8.1", "LH-12.7", "LH-8.9", "LH-8.12", "LH-8.3" if s.squares else "LH-8.2", "LH-R21", "LH-R19"]
    rules += ["LH-9.1", "LH-R25"] if action_of(s).n == 2 else ["LH-7.1"]
    if j >= 0:
        rules += ["LH-8.7", "LH-12.8"]
        rules += ["LH-8.10"] if zones else []
        rules += ["LH-14.7", "LH-R12"] if s.keeps[j][1] == s.world.players else []
    else:
        rules += ["LH-8.5"]
        rules += ["LH-8.11"] if s.zones >> q & 1 else []
    rules += ["LH-8.14", "LH-R20"] if s.knights[s.turn] >> q & 1 else []
    rules += ["LH-11.7"] if s.alliances else []
    return tuple(rules)


Mark = tuple[str, str, str]  # two castles and the border turned for them


def marks_after(s: State, i: int, j: int, q: int, zones: list[int], walls: int) -> tuple[Mark, ...]:
    """Turned borders after an expansion: where one vanished another common one is turned (LH-R31, LH-11.7)."""
    world, grid = s.world, s.world.grid
    regions = list(s.regions)
    regions[i] |= 1 << q
    if j >= 0:
        regions[j] &= ~(1 << q | union(zones))
    common = {(a, b): grid.between(regions[a], regions[b]) & walls for a, b, _ in s.alliances}
    kept = [e if e >= 0 and common[a, b] >> e & 1 else -1 for a, b, e in s.alliances]
    out = []
    for n, (a, b, _) in enumerate(s.alliances):
        if kept[n] < 0 and world.marks:
            kept[n] = next((e for e in bits(common[a, b]) if e not in kept), -1)
        edge = world.edges[kept[n]] if kept[n] >= 0 else ""
        out.append((world.squares[s.keeps[a][0]], world.squares[s.keeps[b][0]], edge))
    return tuple(out)


def _closed_by_fence(s: State, q: int, walls: int, lay: int) -> list[Event]:
    """LH-8.13, LH-R24: what the new fence closes in open land."""
    grid = s.world.grid
    events: list[Event] = []
    seen = 0
    for e, other in grid.sides[q]:
        if not lay >> e & 1 or seen >> other & 1:
            continue
        area = grid.flood(1 << other, walls)
        seen |= area
        inside = [k for k, (square, _) in enumerate(s.keeps) if area >> square & 1]
        if len(inside) == 1 and not s.regions[inside[0]]:
            events.append(founding(s, inside[0], area, walls, ("LH-8.13", "LH-R24")))
        elif not inside:
            events.append(ZoneClosed(s.world.square_ids(area), rules=("LH-2.5", "LH-R23")))
    return events


def _warnings(before: State, after: State) -> list[Event]:
    world, seat = before.world, before.turn
    out: list[Event] = []
    lost = stranded(before, after)
    if lost:
        out.append(Notice("stranded", facts(seat=seat, squares=world.square_ids(lost)), rules=("LH-R42",)))
    left = supply(after)
    if left < supply(before) and left <= world.tables.supply_warning:
        code, n = ("few_borders", left) if left >= 0 else ("substitutes", -left)
        out.append(Notice(code, facts(n=n), rules=("LH-R14",)))
    return [*out, *below_lion(before, after)]


def stranded(before: State, after: State) -> int:
    """Own knights that a fence cut off from their castles and that stand in no own region (LH-R42)."""
    side, grid = before.turn, before.world.grid
    if not after.walls & ~before.walls & grid.inside(before.castles[side] | before.knights[side]):
        return 0
    lost = _with_castle(before, side) & ~_with_castle(after, side) & after.knights[side]
    for (_, owner), region in zip(after.keeps, after.regions, strict=True):
        if owner == side:
            lost &= ~region
    return lost


def _with_castle(s: State, side: int) -> int:
    """Figures of a side that hang together with one of its castles."""
    grid = s.world.grid
    figures = s.castles[side] | s.knights[side]
    walls = s.walls | grid.edges & ~grid.inside(figures)
    linked = 0
    for q in bits(s.castles[side]):
        linked |= grid.flood(1 << q, walls)
    return linked
