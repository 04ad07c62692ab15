"""Voyages off the map and the way home (chapter 4.2)."""

from __future__ import annotations

from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.types import Ruling
from companion.games.walisk import events as ev
from companion.games.walisk.accord import enemies
from companion.games.walisk.inputs import Return, Voyage
from companion.games.walisk.rules.course import Course, Outcome, caused
from companion.games.walisk.rules.hands import drown
from companion.games.walisk.rules.moves import departed
from companion.games.walisk.state import SHIP, Army, Bout, Phase, State, kept
from companion.games.walisk.world import World


# ---------------------------------------------------------------- leaving
def leaving(s: State, f: int, seat: int) -> tuple[int, int, int, int]:
    """Ships and men that may go on voyage, and all ships and men there: those that came this turn (WA-4.31, R41)."""
    standing, marked = s.world.opt["voyage_standing"], s.world.opt["voyage_marked"]
    out = [0, 0, 0, 0]
    for g in s.units[f]:
        if g.side == seat:
            i = 0 if g.kind == SHIP else 1
            out[2 + i] += g.n
            if (standing or g.spent) and (marked or not g.mark):
                out[i] += g.n
    return out[0], out[1], out[2], out[3]


def men_range(s: State, f: int, seat: int, ships: int) -> tuple[int, int]:
    """How many men may go along with so many ships: two a ship; at sea nobody stays without room (WA-R81, 4.7)."""
    may_ships, may_men, all_ships, all_men = leaving(s, f, seat)
    cap = s.world.box.capacity
    most = min(may_men, cap * ships) if ships else may_men
    least = 0 if ships else 1
    if s.world.sea >> f & 1:
        if not ships:
            return 1, 0
        least = max(0, min(all_men - cap * (all_ships - ships), cap * ships))
    return least, most


def voyage_time(s: State, act: Voyage) -> Ruling | None:
    if s.world.opt["raids"] != "voyage":
        return barred("WA-0.2", seat=act.seat)
    if s.phase not in (Phase.MEN, Phase.SHIPS) or s.bouts or not s.due or act.seat != s.due[0]:
        return barred("WA-R41", seat=act.seat)
    return None


def travel_sign(s: State, act: Voyage) -> Ruling | None:
    f = s.world.index.get(act.field, -1)
    if f < 0 or act.ships < 0 or act.men < 0 or act.ships + act.men < 1:
        return malformed("WA-4.31", seat=act.seat, field=act.field)
    if not s.world.travel >> f & 1:
        return barred("WA-4.31", seat=act.seat, field=act.field, why="sign")
    return None


def entered(s: State, act: Voyage) -> Ruling | None:
    f, seat = s.world.index[act.field], seat_of(act)
    ships, men, all_ships, all_men = leaving(s, f, seat)
    if not all_ships and not all_men:
        return barred("WA-4.31", seat=seat, field=act.field, why="absent")
    if act.ships > all_ships or act.men > all_men:
        return barred("WA-4.31", seat=seat, field=act.field, ships=all_ships, men=all_men, why="units")
    if act.ships > ships or act.men > men:
        came = [g for g in s.units[f] if g.side == seat and (g.spent or s.world.opt["voyage_standing"])]
        fleet = sum(g.n for g in came if g.kind == SHIP)
        enough = fleet >= act.ships and sum(g.n for g in came) - fleet >= act.men
        rule = "WA-R46" if enough else "WA-R41"
        return barred(rule, seat=seat, field=act.field)
    return None


def not_locked(s: State, act: Voyage) -> Ruling | None:
    """WA-R39: who stands in an unfinished battle does not leave it by a voyage either."""
    seat = seat_of(act)
    if kept(s, s.world.index[act.field], seat):
        return barred("WA-R39", seat=seat, field=act.field)
    return None


def room(s: State, act: Voyage) -> Ruling | None:
    f, seat = s.world.index[act.field], seat_of(act)
    least, most = men_range(s, f, seat, act.ships)
    if not least <= act.men <= most:
        return barred("WA-R81", seat=seat, field=act.field, men=act.men, ships=act.ships)
    return None


@guarded(voyage_time, travel_sign, entered, not_locked, room)
def declare(s: State, act: Voyage) -> Outcome:
    seat = seat_of(act)
    rules = ["WA-4.31", "WA-1.4", "WA-4.32", "WA-R41"]
    rules += ["WA-R81"] if act.ships and act.men else []
    c = caused(s, ev.VoyageDeclared(seat, act.field, act.ships, act.men, rules=tuple(rules)))
    departed(c, s.world.index[act.field], seat)
    return c


def begun(c: Course, b: Bout, faces: tuple[int, ...]) -> None:
    """The highest of three dice is the length in rounds (WA-4.32, R42)."""
    length = max(faces)
    left = length if c.s.world.opt["voyage_count"] == "k" else length - 1
    c.do(
        ev.VoyageBegan(b.att, b.size_a, b.size_d, faces, length, left, rules=("WA-4.32", "WA-4.33", "WA-R42"))
    )  # fmt: skip


# ---------------------------------------------------------------- coming back
def due(s: State, seat: int) -> list[Army]:
    """Armies of a seat whose time is over (WA-4.34)."""
    return [a for a in s.armies if a.seat == seat and a.left <= 0]


def army_of(s: State, act: Return) -> Army | None:
    """The army of these units that is due, if there is one."""
    return next((a for a in due(s, seat_of(act)) if (a.ships, a.men) == (act.ships, act.men)), None)


def unproven(s: State, seat: int) -> list[Army]:
    """Armies due that throw for losses before they land (option ``loss_first``)."""
    return [a for a in due(s, seat) if not a.proven] if s.world.opt["loss_first"] else []


def landings(world: World, ships: int) -> int:
    """Travel fields where an army may appear: fleets at sea, men alone on land (WA-4.35)."""
    return world.travel & (world.sea if ships else world.void | world.settle)


def can_return(s: State, seat: int) -> bool:
    return any(landings(s.world, a.ships) for a in due(s, seat))


def return_time(s: State, act: Return) -> Ruling | None:
    if s.phase != Phase.RETURN or s.bouts or not s.due or act.seat != s.due[0]:
        return barred("WA-R82", seat=act.seat, why="now")
    return None


def army_due(s: State, act: Return) -> Ruling | None:
    if army_of(s, act) is None:
        return barred("WA-4.34", seat=act.seat, ships=act.ships, men=act.men)
    return None


def landing_field(s: State, act: Return) -> Ruling | None:
    f = s.world.index.get(act.field, -1)
    if f < 0:
        return malformed("WA-4.34", seat=act.seat, field=act.field)
    if not s.world.travel >> f & 1:
        return barred("WA-4.34", seat=act.seat, field=act.field)
    if not landings(s.world, act.ships) >> f & 1:
        return barred("WA-4.35", seat=act.seat, field=act.field, ships=act.ships)
    return None


@guarded(return_time, army_due, landing_field)
def come_back(s: State, act: Return) -> Outcome:
    seat = seat_of(act)
    army = army_of(s, act)
    assert army is not None  # its guard has seen to it
    rules = ["WA-4.34", "WA-4.35", "WA-3.26", "WA-4.38", "WA-4.39", "WA-R43", "WA-R82"]
    if enemies(s, seat, s.world.index[act.field]):
        rules.append("WA-R45")
    return caused(s, ev.Returned(seat, act.ships, act.men, act.field, bool(army.proven), rules=tuple(rules)))


def swap(ships: int, men: int, lost_ships: int, lost_men: int, capacity: int) -> tuple[int, int]:
    """A man for a lost ship, until the men that are left have room (WA-4.37, R44)."""
    while lost_ships and men - lost_men > capacity * (ships - lost_ships) and lost_men < men:
        lost_ships, lost_men = lost_ships - 1, lost_men + 1
    return lost_ships, lost_men


def landed(c: Course, b: Bout, faces: tuple[int, ...]) -> None:
    """A 6 is a lost unit (WA-4.36)."""
    s = c.s
    ships, men = faces[: b.size_a], faces[b.size_a :]
    lost_ships, lost_men = ships.count(6), men.count(6)
    rules = ["WA-4.36"]
    if b.size_a:
        swapped = swap(b.size_a, b.size_d, lost_ships, lost_men, s.world.box.capacity)
        if swapped != (lost_ships, lost_men):
            rules += ["WA-4.37", "WA-R44"]
        lost_ships, lost_men = swapped
    if lost_ships or lost_men:
        rules.append("WA-R60")
    name = s.world.ids[b.field] if b.field >= 0 else ""
    c.do(ev.VoyageLosses(b.att, name, ships, men, lost_ships, lost_men, b.extra, rules=tuple(rules)))
    if name:
        drown(c, b.field, b.att)


def cashed(c: Course, b: Bout, faces: tuple[int, ...]) -> None:
    """A die and 1 silver for each marked unit that is home (WA-4.40)."""
    silver = sum(faces) + len(faces)
    c.do(ev.Cashed(b.att, c.s.world.ids[b.field], faces, silver, rules=("WA-4.40", "WA-R46")))
