"""Set-up: who chooses first, where everybody starts, the first Rukr (chapter 2.1)."""

from __future__ import annotations

from functools import lru_cache

from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.masks import bits
from companion.engine.types import Ruling, refuse
from companion.games.walisk import events as ev
from companion.games.walisk.inputs import Start
from companion.games.walisk.rules.course import Course, Outcome, caused
from companion.games.walisk.state import OUT, SETUP, Phase, State, occupied, on_agenda, together, winter
from companion.games.walisk.world import World

SEEDS = (0, 1, 1, 1, 1, 2, 2).__getitem__  # the first Rukr of a district, by face


# ---------------------------------------------------------------- the order
def tied(s: State) -> list[int]:
    """Seats whose place is not settled: all at first, then equal throwers among themselves (WA-2.2)."""
    if not any(s.throws):
        return list(range(s.world.players))
    return [p for p, t in enumerate(s.throws) if s.throws.count(t) > 1]


def order_thrown(c: Course, faces: tuple[int, ...]) -> None:
    s, world = c.s, c.s.world
    seats = tied(s)
    c.do(ev.OrderThrown(tuple(seats), faces, rules=("WA-2.2",)))
    if tied(c.s):
        return
    choosing = sorted(range(world.players), key=lambda p: [-f for f in c.s.throws[p]])
    land = world.opt["land_players"]
    invaders = tuple(choosing[land:])
    agreed = world.opt["turn_order"] or tuple(range(world.players))
    at = agreed.index(choosing[0])
    turns = (*agreed[at:], *agreed[:at])
    rules = ["WA-2.2", "WA-2.12", "WA-2.13", "WA-R17"]
    rules += ["WA-2.9", "WA-R18"] if invaders else []
    c.do(ev.OrderSettled(tuple(choosing[:land]), turns, invaders, rules=tuple(rules)))


# ---------------------------------------------------------------- starting
def land_free(s: State) -> int:
    """Districts where a land player may start: a coast, and far enough from everybody (WA-2.3, 2.4, R14, R15)."""
    return s.world.starts & ~_taken(s)


def _taken(s: State) -> int:
    return _kept(s.world, s.built | occupied(s) & s.world.settle)


@lru_cache(maxsize=1 << 12)
def _kept(world: World, taken: int) -> int:
    """What these fields keep from everybody else."""
    mask = 0
    for f in bits(taken):
        mask |= world.reach[f] if world.opt["start_distance"] == 3 else world.near[f] | 1 << f
    return mask


def rim_free(s: State) -> int:
    """Sea fields at the rim where an invader may appear (WA-2.11, R18)."""
    world = s.world
    rule = world.opt["invader_field"]
    if rule == "any":
        return world.rim
    fleets = occupied(s)
    if rule == "empty":
        return world.rim & ~fleets
    near = 0
    for f in bits(fleets):
        near |= world.near[f] | 1 << f
    return world.rim & ~near


def invades(s: State) -> bool:
    """Whether the next start is an invader's: surplus players, those without a legal start, those who come back."""
    if s.phase != Phase.START:
        return True
    started = s.world.players - len(s.due)
    return started >= s.world.opt["land_players"] or not land_free(s)


def comeback(s: State, seat: int) -> bool:
    """Whether a seat that lost its realm may come back this winter (WA-8.61)."""
    return bool(s.world.opt["invaders"]) and s.life[seat] == OUT and winter(s) and bool(rim_free(s))


def may_start(s: State, act: Start) -> Ruling | None:
    if s.phase not in (Phase.START, Phase.COMEBACK, Phase.MUSTER) or act.seat is None or act.seat not in s.due:
        if s.phase in SETUP:
            return barred("WA-2.2", seat=act.seat, why="now")
        return barred("WA-8.61", seat=act.seat, why=no_comeback(s, act.seat))
    if s.phase == Phase.START and act.seat != s.due[0]:
        return barred("WA-2.2", seat=act.seat, turn=s.due[0])
    if s.phase != Phase.START and act.seat != s.due[0] and not together(s) and comeback(s, act.seat):
        back = {"why": "back"} if s.phase == Phase.COMEBACK else {}
        return barred("WA-R78", seat=act.seat, turn=s.due[0], **back)
    if s.phase != Phase.START and not comeback(s, act.seat):
        return barred("WA-8.61", seat=act.seat, why=no_comeback(s, act.seat))
    return None


def no_comeback(s: State, seat: int | None) -> str:
    """Why a seat cannot come back as an invader now (WA-8.61)."""
    if not s.world.opt["invaders"]:
        return "off"
    if seat is None or s.life[seat] != OUT:
        return "in"
    if not winter(s):
        return "season"
    return "turn" if rim_free(s) else "place"


def start_field(s: State, act: Start) -> Ruling | None:
    """WA-2.3, 2.4, R14, R15 on land; WA-2.11, R18 for invaders."""
    world = s.world
    if act.field not in world.index:
        return malformed("WA-2.3", seat=act.seat, field=act.field)
    f, seat = world.index[act.field], seat_of(act)
    bit = 1 << f
    watered = act.water in world.waters_of(f)
    at_will = refuse if watered else barred  # wherever the table lets somebody start, the ship needs a water
    if invades(s):
        if not world.rim & bit:
            return at_will("WA-2.11", seat=seat, field=act.field)
        if not rim_free(s) & bit:
            return at_will("WA-R18", seat=seat, field=act.field)
    elif not world.starts & bit:
        if not (world.settle & bit and world.near[f] & world.sea):
            why = {} if world.settle & bit else {"why": "settle"}
            return barred("WA-2.3", seat=seat, field=act.field, **why)
        near = bool(_taken(s) & bit)
        also = ("WA-R15",) if near else ()
        afloat = {"why": "afloat"} if world.opt["start_steep"] and not near else {}
        rule, taken = _too_near(s, f) if near else ("WA-R15", {})
        return barred(rule, seat=seat, field=act.field, also=also, **taken, **afloat)
    elif not land_free(s) & bit:
        rule, taken = _too_near(s, f)
        return at_will(rule, seat=seat, field=act.field, **taken)
    if not watered:
        return malformed("WA-R29", seat=seat, field=act.field, water=act.water)
    return None


def _too_near(s: State, f: int) -> tuple[str, dict[str, str]]:
    """The rule that keeps a start away, and the taken place: a neighbour, or one two steps off where the table says so;
    no other place where the field itself is taken."""
    taken = s.built | occupied(s) & s.world.settle
    if taken >> f & 1:
        return "WA-2.4", {}
    beside = s.world.near[f] & taken
    near = s.world.ids[bits(beside or s.world.reach[f] & taken)[0]]
    return "WA-2.4" if beside else "WA-R14", {"near": near}


@guarded(may_start, start_field)
def start(s: State, act: Start) -> Outcome:
    seat = seat_of(act)
    box, last = s.world.box, len(s.due) == 1
    invader = invades(s)
    houses = silver = spare = 0
    if invader:
        again = s.phase != Phase.START
        men, ships, silver = box.invader
        rules = ["WA-2.10", "WA-2.11", "WA-R18", "WA-R19"]
        rules += ["WA-8.61", "WA-8.62", "WA-R76"] if again else ["WA-2.9"]
        if again and any(r.seat == seat for r in s.revolts):
            rules.append("WA-R75")
        spare = int(again)
    else:
        men, ships, houses = box.start
        rules = ["WA-2.5", "WA-2.1", "WA-2.3", "WA-2.6", "WA-R13", "WA-R14", "WA-R15"]
    return caused(s, ev.Started(seat, act.field, act.water, men, ships, houses, silver, spare, invader, last,
                                rules=tuple(rules)))  # fmt: skip


def seeded(c: Course, faces: tuple[int, ...]) -> None:
    """1 to 4: one Rukr, 5 and 6: two (WA-2.7); the homes get their die (WA-2.8)."""
    c.do(ev.Seeded(on_agenda(c.s), tuple(map(SEEDS, faces)), rules=("WA-2.7", "WA-2.8")))
