"""Points: foundings by the table, squares won and lost, zones cut off (chapter 12)."""

from __future__ import annotations

from companion.engine.types import Event, Notice, facts
from companion.games.loewenherz.effects import evolve_all
from companion.games.loewenherz.events import Founded, ZoneLost
from companion.games.loewenherz.state import TALLY, State
from companion.games.loewenherz.world import World


def table_value(world: World, squares: int) -> int:
    """The founding table (LH-12.2)."""
    return next(points for limit, points in world.tables.founding if not limit or squares <= limit)


def founding(s: State, castle: int, region: int, walls: int, extra: tuple[str, ...] = ()) -> Founded:
    """A region comes to be: points to its owner, needless borders back (LH-12.1 to LH-12.6)."""
    world = s.world
    square, side = s.keeps[castle]
    squares, towns = region.bit_count(), (region & s.land.town).bit_count()
    scores = side < world.players
    needless = world.edge_ids(walls & world.grid.inside(region))
    rules = ["LH-12.1", "LH-12.2", "LH-2.1", "LH-6.5", "LH-12.4", *extra]
    rules += ["LH-12.3"] if towns else []
    rules += ["LH-12.6"] if needless else []
    rules += [] if scores else ["LH-14.7", "LH-R12"]
    return Founded(
        world.names[side],
        world.squares[square],
        squares,
        towns,
        table_value(world, squares) if scores else 0,
        world.tables.town * towns if scores else 0,
        needless,
        rules=tuple(rules),
    )


def zone_loss(s: State, side: int, zone: int, rules: tuple[str, ...]) -> tuple[Event, ...]:
    """What a side loses for squares cut off; the neutral colour has nothing to lose (LH-12.9, LH-R12)."""
    world = s.world
    if side >= world.players:
        return ()
    squares, towns = zone.bit_count(), (zone & s.land.town).bit_count()
    value = table_value(world, squares)
    of_towns = world.tables.town * towns
    why = ("LH-12.9", "LH-12.10", *rules)
    return (ZoneLost(world.names[side], squares, towns, value, of_towns, rules=why),)


def zone_reckoning(s: State) -> tuple[Event, ...]:
    """Option ``zone_sum`` summed: one look-up for all that an expansion cut off, after its last square (LH-R22)."""
    if not s.cut:
        return ()
    lost = tuple(e for side, zone in s.cut for e in zone_loss(s, side, zone, ("LH-R22",)))
    return (*lost, *below_lion(s, evolve_all(s, lost)))


def below_lion(before: State, after: State) -> tuple[Event, ...]:
    """LH-R26: a marker would fall below the lion."""
    floor = TALLY.index("floor")
    out = []
    for p, (was, now) in enumerate(zip(before.power, after.power, strict=True)):
        stopped = after.tally[p][floor] - before.tally[p][floor]
        if stopped or now < min(was, 0):
            known = facts(seat=p, points=now - stopped, stopped=bool(stopped))
            out.append(Notice("below_lion", known, rules=("LH-R26",)))
    return tuple(out)
