"""Laying a border, and the regions and zones that it closes (chapters 2 and 6)."""

from __future__ import annotations

from attrs import evolve as changed

from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.types import Decision, Event, Notice, Ruling, facts, refuse
from companion.games.loewenherz.box import BORDERS
from companion.games.loewenherz.effects import evolve_all
from companion.games.loewenherz.events import BorderLaid, Founded, ZoneClosed
from companion.games.loewenherz.inputs import LayBorder
from companion.games.loewenherz.rules.common import ACTING, action_of
from companion.games.loewenherz.rules.rounds import onward
from companion.games.loewenherz.rules.scoring import founding
from companion.games.loewenherz.state import State, held, supply

LAID = ("LH-6.1", "LH-6.2", "LH-2.6")


def border_due(s: State, act: LayBorder) -> Ruling | None:
    return barred("LH-6.1", seat=act.seat) if action_of(s).kind != BORDERS or not s.units else None


def edge_known(s: State, act: LayBorder) -> Ruling | None:
    """LH-6.2, LH-2.2: between two squares; the frame needs none."""
    return None if act.edge in s.world.edge_index else malformed("LH-6.2", seat=act.seat, edge=act.edge)


def below_cap(s: State, act: LayBorder) -> Ruling | None:
    """LH-6.6, LH-R8, LH-R9: whoever has three regions lays no border."""
    n = held(s, s.turn)
    return refuse("LH-6.6", seat=act.seat, n=n) if n >= s.world.cap else None


def border_left(s: State, act: LayBorder) -> Ruling | None:
    return refuse("LH-R14", seat=act.seat) if supply(s) <= 0 else None


def edge_empty(s: State, act: LayBorder) -> Ruling | None:
    """LH-6.8: one border an edge."""
    lies = s.walls >> s.world.edge_index[act.edge] & 1
    return barred("LH-6.8", seat=act.seat, edge=act.edge) if lies else None


def not_inside(s: State, act: LayBorder) -> Ruling | None:
    """LH-6.4: never inside a region."""
    a, b = s.world.grid.ends[s.world.edge_index[act.edge]]
    for (_, side), region in zip(s.keeps, s.regions, strict=True):
        if region >> a & region >> b & 1:
            return refuse("LH-6.4", seat=act.seat, edge=act.edge, side=s.world.names[side])
    return None


def not_between_own(s: State, act: LayBorder) -> Ruling | None:
    """LH-6.3: never between a knight and a castle, or two knights, of one colour."""
    a, b = s.world.grid.ends[s.world.edge_index[act.edge]]
    for side, (home, men) in enumerate(zip(s.castles, s.knights, strict=True)):
        figures = home | men
        if figures >> a & figures >> b & 1 and not home >> a & home >> b & 1:
            return refuse("LH-6.3", seat=act.seat, edge=act.edge, side=s.world.names[side])
    return None


@guarded(*ACTING, border_due, edge_known, below_cap, border_left, edge_empty, not_inside, not_between_own)
def lay_border(s: State, act: LayBorder) -> Decision:
    world, seat, e = s.world, seat_of(act), s.world.edge_index[act.edge]
    events: list[Event] = [BorderLaid(seat, act.edge, rules=LAID)]
    a, b = world.grid.ends[e]
    if s.zones >> a & 1:
        events.append(Notice("useless_border", facts(seat=seat, edge=act.edge), rules=("LH-R13",)))
    closed = closing(s, e)
    events += closed
    left = supply(s) - 1
    if left <= world.tables.supply_warning:
        events.append(Notice("few_borders", facts(n=left), rules=("LH-R14",)))
    if s.units > 1 and not closed and left and s.free != 1 << e:
        return tuple(events)
    return (*events, *_end_of_borders(evolve_all(s, events)))


def _end_of_borders(s: State) -> tuple[Event, ...]:
    """The action ends with its last border, or when the player may lay no more (LH-R9, LH-R14)."""
    if s.units and held(s, s.turn) < s.world.cap and supply(s) > 0 and s.free:
        return ()
    out: list[Event] = []
    if s.units and held(s, s.turn) >= s.world.cap:
        out.append(Notice("cap_reached", facts(seat=s.turn, n=s.units), rules=("LH-R9", "LH-6.6")))
    return (*out, *onward(s, s.step + 1))


def closing(s: State, e: int) -> list[Event]:
    """Regions founded and zones closed by a border on edge ``e`` (LH-2.1 to LH-2.5, LH-12.5)."""
    grid = s.world.grid
    upper, lower = grid.touch[e]
    if (upper >= 0 and not s.walls & upper) or (lower >= 0 and not s.walls & lower):
        return []  # an end of it hangs free, so nothing is closed
    a, b = grid.ends[e]
    walls = s.walls | 1 << e
    here, round_about = grid.part(1 << a, walls, 1 << b)
    if round_about or s.zones >> a & 1 or any(r >> a & r >> b & 1 for r in s.regions):
        return []
    found: list[Founded] = []
    more: list[Event] = []
    for area in (here, grid.flood(1 << b, walls)):
        inside = [i for i, (square, _) in enumerate(s.keeps) if area >> square & 1]
        if len(inside) == 1:
            found.append(founding(s, inside[0], area, walls))
        elif not inside:
            more.append(ZoneClosed(s.world.square_ids(area), rules=("LH-2.5", "LH-6.7", "LH-R23")))
    if len(found) == 2:
        found = [changed(f, rules=(*f.rules, "LH-12.5")) for f in found]
    for event in found:
        if event.side != s.world.names[s.turn]:
            more.append(Notice("founded_for", facts(seat=s.turn, side=event.side), rules=("LH-12.4", "LH-2.4")))
    return [*found, *more]
