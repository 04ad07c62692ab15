"""Set-up: colours, who begins, the lie of the parts, castles with knights, shuffling (chapters 1, 14 and 15)."""

from __future__ import annotations

from companion.engine.guards import Waived, barred, guarded, malformed
from companion.engine.masks import bits
from companion.engine.types import Decision, Event, Notice, Rolled, Ruling, Shuffled, facts, refuse
from companion.games.loewenherz import events as ev
from companion.games.loewenherz.inputs import Begin, LayTile, Restart, Settle, TakeColour
from companion.games.loewenherz.rules.common import timely
from companion.games.loewenherz.rules.scoring import table_value
from companion.games.loewenherz.state import POLITICS_PILE, Phase, State, occupied, union
from companion.games.loewenherz.world import NEUTRAL, World

QUARTERS = ("0", "1", "2", "3")


# ---------------------------------------------------------------- colours and beginners
def colour_seats(s: State) -> tuple[int, ...]:
    """Seats that have no colour yet."""
    return tuple(p for p in range(s.world.players) if not s.colours[p])


def colour_due(s: State, act: TakeColour) -> Ruling | None:
    """LH-1.1: one colour each; the table names the neutral one of two players' game."""
    waiting = colour_seats(s)
    if act.seat is None:
        return barred("LH-1.1", why="each") if waiting else None
    return None if act.seat in waiting else barred("LH-1.1", seat=act.seat, why="has")


def colour_free(s: State, act: TakeColour) -> Ruling | None:
    if act.colour not in s.world.tables.colours:
        return malformed("LH-1.1", seat=act.seat, colour=act.colour)
    if act.colour in s.colours:
        return barred("LH-1.1", seat=act.seat, colour=act.colour)
    return None


@guarded(timely("LH-1.1", Phase.COLOURS), colour_due, colour_free)
def take_colour(s: State, act: TakeColour) -> Decision:
    world = s.world
    if act.seat is None:
        return (ev.ColourTaken(NEUTRAL, act.colour, rules=("LH-14.4", "LH-1.1")),)
    taken = ev.ColourTaken(world.names[act.seat], act.colour, rules=("LH-1.1", "LH-1.15"))
    if world.players == 3 and len(colour_seats(s)) == 1:
        rest = next(c for c in world.tables.colours if c not in s.colours and c != act.colour)
        return (taken, ev.ColourTaken(NEUTRAL, rest, rules=("LH-14.2",)))
    return (taken,)


def colours_taken(s: State, act: Begin) -> Ruling | None:
    return barred("LH-1.18", why="colours") if s.phase == Phase.COLOURS else None


def beginners_fit(s: State, act: Begin) -> Ruling | None:
    """LH-1.18, LH-R3: seats of the table; who sets first is asked only if the table chose so."""
    seats = s.world.names[: s.world.players]
    asked = opener_asked(s.world)
    if act.first not in seats or (act.opener and act.opener not in seats):
        return malformed("LH-1.18", first=act.first, opener=act.opener)
    if bool(act.opener) != asked:
        return barred("LH-R3", first=act.first, opener=act.opener, **({"why": "asked"} if asked else {}))
    return None


def opener_asked(world: World) -> bool:
    return bool(world.config.option("setup_first") == "choose") and not world.basic


@guarded(colours_taken, timely("LH-1.18", Phase.BEGIN), beginners_fit)
def begin(s: State, act: Begin) -> Decision:
    world = s.world
    first = world.names.index(act.first)
    opener = world.names.index(act.opener) if act.opener else first
    named = ev.BeginnersNamed(first, opener, rules=("LH-1.18", "LH-R3"))
    if not world.basic:
        return (named,)
    points = (0,) * world.players
    rules: tuple[str, ...] = ("LH-15.1",)
    if world.config.option("basic_start_scores"):
        points = tuple(table_value(world, region.bit_count()) for region in basic_regions(s))
        rules = ("LH-15.1", "LH-15.2", "LH-R41")
    return (named, ev.BasicLaid(points, rules=rules))


def basic_regions(s: State) -> tuple[int, ...]:
    """The start region of each seat in the basic set-up."""
    start = {b.colour: b for b in s.world.tables.basic}
    regions = (start[colour].region for colour in s.colours[: s.world.players])
    return tuple(s.world.grid.rectangle(region.columns, region.rows) for region in regions)


# ---------------------------------------------------------------- the lie of the parts (LH-1.2)
def free_places(s: State) -> tuple[int, ...]:
    return tuple(i for i, lie in enumerate(s.layout) if not lie)


def free_parts(s: State) -> tuple[str, ...]:
    used = {lie[:-1] for lie in s.layout if lie}
    return tuple(p for p in s.world.part_ids if p not in used)


def tile_known(s: State, act: LayTile) -> Ruling | None:
    if not 1 <= act.place <= len(s.layout) or act.tile not in s.world.parts or not 0 <= act.turn <= 3:
        return malformed("LH-1.2", place=act.place, tile=act.tile, turn=act.turn)
    return None


def tile_free(s: State, act: LayTile) -> Ruling | None:
    if act.place - 1 not in free_places(s) or act.tile not in free_parts(s):
        return barred("LH-1.2", place=act.place, tile=act.tile, turn=act.turn)
    return None


@guarded(timely("LH-1.2", Phase.LAYOUT), tile_known, tile_free)
def lay_tile(s: State, act: LayTile) -> Decision:
    return (ev.TileLaid(act.place, act.tile, act.turn, rules=("LH-1.2", "LH-15.6")),)


@guarded(timely("LH-1.2", Phase.TILES, Phase.TURNS))
def rolled(s: State, act: Rolled) -> Decision:
    """The random lie: first which part lies where, then how each is turned."""
    if s.phase == Phase.TILES:
        if sorted(act.faces) != sorted(s.world.part_ids):
            return malformed("LH-1.2", why="lot")
        return (ev.PartsDrawn(act.faces, rules=("LH-1.2", "LH-15.5")),)
    if len(act.faces) != len(s.layout) or set(act.faces) - set(QUARTERS):
        return malformed("LH-1.2", why="turns")
    return (ev.PartsTurned(act.faces, rules=("LH-1.2",)),)


# ---------------------------------------------------------------- castles and knights
def settling(s: State) -> tuple[int, int]:
    """Seat that sets now, and the side it sets for: own laps first, then the neutral ones (LH-1.3, LH-R3)."""
    p, n, (own, _) = s.world.players, len(s.keeps), s.world.castles
    seat = (s.opener + n) % p if n < own else (s.opener + n - own) % p
    return seat, seat if n < own else p


def room(s: State) -> tuple[int, int]:
    """The distance in force for the next castle, and the squares that it leaves (LH-1.7, LH-R2, LH-R5)."""
    last: tuple[State, tuple[int, int]] | None = s.world.memo.get("room")
    if last is None or last[0] is not s:  # asked several times of one state: only the last one is kept
        last = s.world.memo["room"] = (s, _room(s))
    return last[1]


def _room(s: State) -> tuple[int, int]:
    world, grid = s.world, s.world.grid
    _, side = settling(s)
    vacant = s.land.farm & ~occupied(s)
    ground = vacant & grid.reach(vacant)
    distance = world.distance
    while True:
        closer = grid.closer[min(distance, len(grid.closer) - 1)]
        left = ground & ~union(closer[q] for q in bits(s.castles[side]))
        if left or distance <= 1 or not world.config.option("castle_distance_relax"):
            return distance, left
        distance -= 1


def stuck(s: State) -> bool:
    """No castle can be set: the set-up begins anew (LH-R2)."""
    return not room(s)[1]


def settle_due(s: State, act: Settle) -> Ruling | None:
    turn = settling(s)[0]
    if act.seat == turn:
        return None
    return barred("LH-R2", why="stuck") if stuck(s) else barred("LH-1.3", seat=act.seat, turn=turn)


def settle_squares(s: State, act: Settle) -> Ruling | None:
    index = s.world.square_index
    if act.castle not in index or act.knight not in index or act.castle == act.knight:
        return malformed("LH-1.5", seat=act.seat, castle=act.castle, knight=act.knight)
    taken = occupied(s)
    for name in (act.castle, act.knight):
        if taken >> index[name] & 1:
            rule = "LH-1.4" if name == act.castle else "LH-1.5"
            return barred(rule, seat=act.seat, square=name, why="occupied")
    return None


def castle_ground(s: State, act: Settle) -> Ruling | None:
    """LH-1.4, LH-1.6, LH-R4: castles stand on farmland."""
    bit = 1 << s.world.square_index[act.castle]
    if bit & (s.land.mountain | s.land.town):
        return refuse("LH-1.6", seat=act.seat, square=act.castle, piece="castle")
    if not bit & s.land.farm:
        return refuse("LH-R4", seat=act.seat, square=act.castle)
    return None


def castle_apart(s: State, act: Settle) -> Ruling | None:
    """LH-1.7: castles of one colour keep their distance; it drops when nothing else is left (LH-R2)."""
    q, (_, side), (distance, _) = s.world.square_index[act.castle], settling(s), room(s)
    nearest = apart(s.world, s.castles[side], q)
    if nearest is not None and nearest < distance:
        return refuse("LH-1.7", seat=act.seat, square=act.castle, distance=nearest, needed=distance)
    return None


def apart(world: World, castles: int, q: int) -> int | None:
    """Squares from the nearest castle of a set, not diagonally (LH-R1)."""
    wide = world.grid.columns
    steps = [abs(c % wide - q % wide) + abs(c // wide - q // wide) for c in bits(castles)]
    return min(steps, default=None)


def knight_room(s: State, act: Settle) -> Ruling | None:
    """LH-R5: a castle needs a free farmland neighbour for its knight."""
    near = s.world.grid.near[s.world.square_index[act.castle]]
    if not near & s.land.farm & ~occupied(s):
        return refuse("LH-R5", seat=act.seat, square=act.castle)
    return None


def knight_ground(s: State, act: Settle) -> Ruling | None:
    """LH-1.5, LH-1.6: the knight stands on farmland beside its castle."""
    q = s.world.square_index[act.knight]
    if not 1 << q & s.land.farm:
        return refuse("LH-1.6", seat=act.seat, square=act.knight, piece="knight")
    if not s.world.grid.near[s.world.square_index[act.castle]] >> q & 1:
        return refuse("LH-1.5", seat=act.seat, square=act.knight, why="apart")
    return None


@guarded(
    timely("LH-1.3", Phase.SETTLE), settle_due, settle_squares, castle_ground, castle_apart, knight_room, knight_ground,
)  # fmt: skip
def settle(s: State, act: Settle) -> Decision:
    world = s.world
    seat, side = settling(s)
    distance, _ = room(s)
    rules = ["LH-1.3", "LH-1.4", "LH-1.5", "LH-1.6"]
    rules += ["LH-14.1"] if world.players == 4 else []
    if side == world.players:
        rules += ["LH-14.2"] if world.players == 3 else ["LH-14.4", "LH-14.5"]
    last = len(s.keeps) + 1 == sum(world.castles)
    rules += ["LH-1.17"] if last else []
    nearest = apart(world, s.castles[side], world.square_index[act.castle])
    rules += ["LH-1.7"] if nearest is not None else []
    rules += ["LH-R2"] if distance < world.distance else []
    events: list[Event] = [ev.Settled(seat, world.names[side], act.castle, act.knight, distance, rules=tuple(rules))]
    if nearest == world.distance == 6:  # the text may also mean six squares between
        events.append(Notice("just_apart", facts(seat=seat, square=act.castle, distance=nearest), rules=("LH-R1",)))
    if distance < world.distance:
        events.append(Notice("nearer", facts(seat=seat, square=act.castle, distance=distance), rules=("LH-R2",)))
    return tuple(events)


def no_room(s: State, act: Restart) -> Ruling | None:
    return None if stuck(s) else barred("LH-R2")


@guarded(timely("LH-R2", Phase.SETTLE), no_room)
def restart(s: State, act: Restart) -> Decision:
    return (ev.SetupRestarted(rules=("LH-R2",)),)


# ---------------------------------------------------------------- shuffling
def pile_cards(world: World, pile: str) -> tuple[str, ...]:
    """What the app shuffles; nothing when real cards are shuffled by hand."""
    if pile == POLITICS_PILE:
        return world.politics_box if world.app_politics else ()
    return world.stack_cards[pile] if world.app_deck else ()


def shuffled(s: State, act: Shuffled, waived: Waived) -> Decision:
    """LH-1.8, LH-1.14: every stack on its own, the politics cards in two piles."""
    rule = "LH-1.14" if act.pile == POLITICS_PILE else "LH-1.8"
    ruling = timely(rule, Phase.SHUFFLE)(s, act)
    if ruling is not None:
        return ruling
    if act.pile not in s.unshuffled:
        return malformed(rule, why="pile")
    cards = pile_cards(s.world, act.pile)
    if sorted(act.order) != sorted(cards):
        return malformed(rule, why="order" if act.order else "app")
    done = ev.PileShuffled(act.pile, rules=(rule,))
    if not cards:
        return (done,)
    return (ev.OrderKept(act.pile, act.order, rules=(rule, "LH-15.5"), audience=()), done)
