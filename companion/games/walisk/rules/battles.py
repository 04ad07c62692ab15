"""Exchanges, sieges and storms: how they begin, close and end, and who then holds the field (chapter 5, 8.1, 8.2)."""

from __future__ import annotations

from companion.games.walisk import events as ev
from companion.games.walisk.accord import breakable, enemies, friends, hostile
from companion.games.walisk.pieces import purse
from companion.games.walisk.rules import bouts, forays, leaving
from companion.games.walisk.rules.course import Course
from companion.games.walisk.rules.hands import cash, claim, drown, empty_purse, fall, take
from companion.games.walisk.state import (
    SHIP,
    Bout,
    Heap,
    State,
    battle_at,
    count_of,
    heap,
    labels,
    locked,
    sides_in,
    units_of,
)
from companion.games.walisk.world import named


# ---------------------------------------------------------------- what may and must be fought
def opponents(s: State, seat: int, f: int) -> list[int]:
    """Whom a seat may attack in a field: enemies, and friends whose agreement it would break (WA-6.3, R61)."""
    found = enemies(s, seat, f)
    found += [p for p, here in enumerate(s.here) if here >> f & 1 and p != seat and p not in found]
    owner = s.owner[f]
    guest = owner >= 0 and owner != seat and friends(s, seat, owner, f)
    if guest and owner not in found and not s.here[owner] >> f & 1 and not enemies(s, seat, f):
        found.append(owner)  # to take what is not defended, against one's word
    return sorted(found)


def must_fight(s: State, seat: int) -> int:
    """Land fields where a seat has to fight in its turn and has not yet (WA-R48)."""
    mask = s.here[seat] & ~s.world.sea & ~s.fought
    return (mask & hostile(s, seat)) | (forays.open_entries(s, seat) if s.world.opt["raids"] == "foray" else 0)


def can_siege(s: State, seat: int, f: int) -> bool:
    """A settlement of somebody else without any unit that would defend it (WA-5.2, R56)."""
    owner = s.owner[f]
    if not s.houses[f] or owner in (-1, seat) or not s.here[seat] >> f & 1 or s.fought >> f & 1:
        return False
    return not enemies(s, seat, f) and not friends(s, seat, owner, f) and not s.here[owner] >> f & 1


def breach(c: Course, seat: int, other: int) -> None:
    """An attack on a partner: told, marked, never hindered (WA-6.3)."""
    for a in breakable(c.s, seat, other):
        ids = named(c.s.world, a.fields)
        c.note("breach", "WA-6.3", seat=seat, other=other, agreement=a.kind)
        c.do(ev.AgreementEnded(a.kind, a.one, a.two, ids, "broken", rules=("WA-6.3", "WA-R64")))


# ---------------------------------------------------------------- beginning
def exchange(c: Course, f: int, att: int, dfd: int, *rules: str) -> None:
    """An exchange begins: the side on turn throws one die for each of its units (WA-5.1, 5.4, R50)."""
    s = c.s
    a, d = units_of(s, f, att), units_of(s, f, dfd)
    out = ["WA-5.1", "WA-R50", *rules]
    ships = [p for p in (att, dfd) if p < s.world.players and count_of(s, f, p, SHIP)]
    if ships:
        out.append("WA-5.3")
        if not s.world.sea >> f & 1:
            out.append("WA-4.14")
    old = battle_at(s, f, att, dfd)
    if old is not None:
        out.append("WA-5.26")
        if reinforced(s, f, att):
            out.append("WA-4.21")
    if len(sides_in(s, f)) + (s.wild >> f & 1) > 2:
        out.append("WA-R61")
    c.do(ev.BoutBegan("battle", s.world.ids[f], att, dfd, a, d, "throw", a, rules=tuple(out)))


def reinforced(s: State, f: int, seat: int) -> bool:
    """Whether units have come to a running battle in this turn (WA-4.21)."""
    return any(g.side == seat and g.spent for g in s.units[f])


def besiege(c: Course, f: int, att: int, *rules: str) -> None:
    n = units_of(c.s, f, att)
    c.do(ev.BoutBegan("siege", c.s.world.ids[f], att, c.s.owner[f], n, 0, "siege", n, rules=("WA-5.2", *rules)))


def storm(c: Course, f: int, att: int, units: int) -> None:
    houses = c.s.houses[f]
    rules = ("WA-8.11", "WA-8.12")
    c.do(ev.BoutBegan("storm", c.s.world.ids[f], att, c.s.owner[f], units, houses, "throw", units, rules=rules))


# ---------------------------------------------------------------- closing
def close(c: Course, b: Bout) -> None:
    """The dice of a fight are thrown: losses go, houses fall, and what follows from it."""
    s, name = c.s, c.s.world.ids[b.field]
    if b.kind == "battle":
        rules = ["WA-5.8", "WA-5.25"]
        rules += ["WA-3.24"] if s.world.players in (b.att, b.dfd) else []
        rules += ["WA-5.7"] if b.lost_a or b.lost_d else []
        c.do(ev.Exchanged(name, b.att, b.dfd, b.lost_a, b.lost_d, rules=tuple(rules)))
        _room(c, b)
    elif b.kind == "siege":
        _siege_over(c, b)
    elif b.kind == "storm":
        _storm_over(c, b)
    else:
        forays.over(c, b)
        purse_lost(c, b.field, b.att, -1, "WA-R70")


def _room(c: Course, b: Bout) -> None:
    """More men than the ships carry, while the battle at sea goes on, is told and settled at its end (WA-R55)."""
    s = c.s
    if s.world.sea >> b.field & 1:
        for p in (b.att, b.dfd):
            men, ships = count_of(s, b.field, p, 0), count_of(s, b.field, p, SHIP)
            if ships and men > s.world.box.capacity * ships:
                c.note("no_room", "WA-R55", seat=p, field=s.world.ids[b.field], men=men, ships=ships)


def _siege_over(c: Course, b: Bout) -> None:
    s, world = c.s, c.s.world
    rukr = b.att == world.players
    dice = 0 if rukr else b.hits * (2 if world.opt["house_loot"] == "twice" else 1)
    rules = ["WA-1.11", "WA-5.22"] if b.hits else ["WA-5.21"]
    rules += ["WA-R11"] if rukr else []
    owner = s.owner[b.field]
    c.do(ev.Besieged(world.ids[b.field], b.att, owner, b.lost_a, b.hits, dice, rules=tuple(rules)))
    purse_lost(c, b.field, b.att, owner)
    if not dice:
        conquest(c, b.field, b.att, owner, "siege")
    # Houses gone without anybody left to take them cannot come out of one throw: a 6 costs no unit (WA-R58).


def _storm_over(c: Course, b: Bout) -> None:
    s, world = c.s, c.s.world
    slain, lost = sum(n for _, n in b.lost_d), sum(n for _, n in b.lost_a)
    alive = units_of(s, b.field, b.att) - lost
    enough = slain > lost if world.opt["storm_more"] == "own" else 2 * slain > b.size_d
    if slain >= b.size_d:
        result, rules = "razed", ["WA-8.13"]
    elif slain and enough and alive > 0:
        result, rules = "taken", ["WA-8.14", "WA-R68", "WA-R69"]
    else:
        result, rules = "held", ["WA-8.15", "WA-R68"]
        rules += ["WA-R69"] if slain and enough else []
    dice = 0 if result == "held" else slain * (2 if world.opt["house_loot"] == "twice" else 1)
    owner = s.owner[b.field]
    c.do(ev.Stormed(world.ids[b.field], b.att, owner, b.lost_a, slain, result, dice, rules=(*rules, "WA-1.11")))
    purse_lost(c, b.field, b.att, owner)


def plundered(c: Course, b: Bout, faces: tuple[int, ...]) -> None:
    """A die and 1 silver for each house (WA-5.23, 5.28, R80)."""
    rule = "WA-5.23" if b.kind == "siege" else "WA-8.13" if b.hits == 2 else "WA-8.14"
    silver = sum(faces) + len(faces)
    c.do(ev.Plundered(b.att, c.s.world.ids[b.field], faces, silver, rules=(rule, "WA-5.28", "WA-R80")))


def conquest(c: Course, f: int, att: int, owner: int, how: str, *, whole: bool = False) -> None:
    """A settlement is gone, or stormed with what still stands (``whole``): the district falls (WA-5.24, 8.13, 8.14)."""
    s, world = c.s, c.s.world
    if s.owner[f] != owner or (s.houses[f] and not whole):
        return
    if att == world.players:
        take(c, f, -1, "rukr", "WA-R11", "WA-5.24")
        return
    rule = {"siege": "WA-5.24", "storm": "WA-8.14" if whole else "WA-8.13"}[how]
    if units_of(s, f, att) or world.opt["own_without_unit"]:
        extra = () if units_of(s, f, att) else ("WA-R58",)
        take(c, f, att, how, rule, "WA-5.17", *extra)
    elif s.capital[owner] == f:
        c.note("no_conqueror_left", "WA-R58", field=world.ids[f], seat=att)
        fall(c, owner, att, f)
    else:
        c.note("no_conqueror_left", "WA-R58", field=world.ids[f], seat=att)


# ---------------------------------------------------------------- after an exchange
def choice(s: State, b: Bout) -> tuple[str, int]:
    """What is to be chosen after an exchange: (flee | retreat | withdraw, seat), or nothing (WA-5.11, 5.15, 8.1)."""
    memo = s.world.memo
    known = memo.get("choice")
    if known is None or known[0] is not s:
        made: dict[Bout, tuple[str, int]] = {}
        known = memo["choice"] = (s, made)
    found: tuple[str, int] | None = known[1].get(b)
    if found is None:
        found = known[1][b] = _choice(s, b)
    return found


def _choice(s: State, b: Bout) -> tuple[str, int]:
    p = s.world.players
    if bouts.awaits(s, b):
        return "", -1
    if not units_of(s, b.field, b.att) or not units_of(s, b.field, b.dfd):
        return "", -1
    if b.half == 0:
        side = leaving.must_flee(s, b)
        if side >= 0:
            return "flee", side
        if b.att != p and (
            leaving.retreat(s, b.field, b.att) is not None
            or (leaving.homing(s, b.field, b.att) and leaving.withdrawals(s, b.field, b.att))
        ):
            return "retreat", b.att
    if b.half <= 1 and b.dfd != p and leaving.withdrawals(s, b.field, b.dfd):
        return "withdraw", b.dfd
    return "", -1


def after(c: Course, b: Bout) -> bool:
    """What follows an exchange by itself; False while somebody has to choose."""
    s = c.s
    a, d = units_of(s, b.field, b.att), units_of(s, b.field, b.dfd)
    if not a or not d:
        end(c, b.field, b.att, b.dfd, b.att if a else b.dfd if d else -1, struck=b.half == 0)
        return True
    what, side = choice(s, b)
    if what == "flee":
        ways = leaving.refuges(s, b.field, side)
        if len(ways) > 1:
            return False
        to, way = next(iter(ways.items()), (-1, None))
        if way is None:
            everything = labels(s, b.field, side)
            lost = ("WA-8.5", "WA-8.1", "WA-R60", "WA-R65")
            c.do(ev.Withdrew(side, s.world.ids[b.field], "flight", (), everything, rules=lost))
        else:
            flee(c, b, side, to)
        return True
    if what:
        return False
    rules = ["WA-5.14"] if b.dfd != s.world.players else ["WA-5.26", "WA-3.24"]
    if s.world.opt["flight"]:
        rules += _flight_rules(s, b)
    c.do(ev.BattleGoesOn(s.world.ids[b.field], b.att, b.dfd, rules=tuple(rules)))
    return True


def _flight_rules(s: State, b: Bout) -> list[str]:
    """Why nobody flees although losses are heavy (WA-8.2, 8.3)."""
    battle, past = battle_at(s, b.field, b.att, b.dfd), []
    for side in (b.att, b.dfd):
        dead = heap(battle, side)
        if 2 * (dead.men + dead.ships) >= dead.men + dead.ships + units_of(s, b.field, side):
            past.append(side)
    out = ["WA-8.2", "WA-R66"] if len(past) == 2 else []
    return out + (["WA-8.3"] if any(leaving.spared(s, b, p) and p < s.world.players for p in past) else [])


def flee(c: Course, b: Bout, side: int, to: int) -> None:
    way = leaving.refuges(c.s, b.field, side)[to]
    rules = ["WA-8.1", "WA-8.4", "WA-R65", "WA-R67"]
    rules += ["WA-R60"] if way.lost else []
    c.do(ev.Withdrew(side, c.s.world.ids[b.field], "flight", way.moves, way.lost, rules=tuple(rules)))
    arrived(c, to, side)


def leave(c: Course, b: Bout, seat: int, to: str) -> None:
    """A free retreat: the attacker's to his origins, anybody else's into an own district (WA-5.11, 5.15)."""
    s = c.s
    if to:
        goal = s.world.index[to]
        way = leaving.withdrawals(s, b.field, seat)[goal]
        rules, how = ["WA-5.15", "WA-R54"], "withdrawal"
    else:
        found = leaving.retreat(s, b.field, seat)
        assert found is not None  # the guard has seen to it
        way, rules, how = found, ["WA-5.11", "WA-R53"], "retreat"
    if way.lost:
        rules += ["WA-5.13", "WA-R60"]
    c.do(ev.Withdrew(seat, s.world.ids[b.field], how, way.moves, way.lost, rules=tuple(rules)))
    for f in sorted({s.world.index[w.rpartition(".")[0] or w] for _, _, w in way.moves}):
        arrived(c, f, seat)


def arrived(c: Course, f: int, seat: int) -> None:
    """An army has come into a field by a retreat: silver that it carried is home (WA-R46)."""
    if c.s.owner[f] == seat:
        if c.s.world.opt["mark_retreat"]:
            cash(c, f, seat)
        empty_purse(c, f, seat)


def end(c: Course, f: int, one: int, two: int, winner: int, *, struck: bool) -> None:
    """A battle is over: one side, or nobody (-1), is left (WA-R79, R57). ``struck``: by the dice, not by leaving."""
    s, world = c.s, c.s.world
    loser = two if winner == one else one
    one, two = sorted((one, two))
    record = battle_at(s, f, one, two)
    dead = heap(record, loser) if winner >= 0 else Heap()
    rukr = world.players
    destroyed = winner >= 0 and struck and record is not None and not units_of(s, f, loser)
    count = dead.men + dead.ships
    rules = ["WA-R79", "WA-5.27"] if winner >= 0 else ["WA-R57"]
    if winner == rukr or (loser == rukr and not world.opt["rukr_loot"]):
        count = 0
        rules.append("WA-R59")
    elif loser == rukr:
        rules.append("WA-R59")
    marks = dead.marked if destroyed and winner != rukr else 0
    if destroyed and dead.marked:
        rules += ["WA-4.42"] if winner == rukr else ["WA-4.41", "WA-R47"]
    c.do(ev.BattleEnded(world.ids[f], one, two, winner, destroyed, count, marks, rules=tuple(rules)))
    for p in (one, two):
        purse_lost(c, f, p, winner)
    for p in {one, two} - {rukr}:
        if c.s.here[p] >> f & 1:
            drown(c, f, p)
    _stale(c, f)
    if not count and not marks:
        held(c, f, winner)


def purse_lost(c: Course, f: int, seat: int, winner: int, rule: str = "WA-R71") -> None:
    """Silver of an army that is no more goes to the victor; the Rukr throw it away (WA-8.24, R71)."""
    rukr = c.s.world.players
    if seat < rukr and c.s.purses and not units_of(c.s, f, seat):
        silver = purse(c.s, f, seat)
        if silver:
            taker = winner if 0 <= winner < rukr and winner != seat else -1
            c.do(ev.PurseTaken(c.s.world.ids[f], seat, taker, silver, rules=("WA-8.24", rule)))
            if taker >= 0:
                empty_purse(c, f, taker)


def _stale(c: Course, f: int) -> None:
    """Battles in this field of which a side has gone by itself or by another hand (WA-R61, R79)."""
    for b in [b for b in c.s.battles if b.field == f]:
        one, two = units_of(c.s, f, b.one), units_of(c.s, f, b.two)
        if not one or not two:
            end(c, f, b.one, b.two, b.one if one else b.two if two else -1, struck=False)


def held(c: Course, f: int, winner: int) -> None:
    """Who has beaten all enemies in a district without houses owns it (WA-5.17); the Rukr leave it ownerless (R12)."""
    s, world = c.s, c.s.world
    if 0 <= winner < world.players:
        claim(c, f, winner, "battle", "WA-5.17")
        return
    owner = s.owner[f]
    rukr = winner == world.players and owner >= 0 and not s.houses[f] and not s.here[owner] >> f & 1
    if rukr and world.opt["rukr_take_empty"]:
        take(c, f, -1, "rukr", "WA-R12", "WA-5.17")


def loot(c: Course, b: Bout, faces: tuple[int, ...]) -> None:
    """1 to 4 give 1 silver, 5 and 6 give 2 (WA-5.27); marked dead give a die and 1 each (WA-4.41)."""
    dead, marks = faces[: b.size_a], faces[b.size_a :]
    silver = sum(2 if f >= 5 else 1 for f in dead) + sum(marks) + len(marks)
    rules = ["WA-5.27"] if dead else []
    rules += ["WA-4.41", "WA-R47"] if marks else []
    c.do(ev.Looted(b.att, c.s.world.ids[b.field], dead, marks, silver, rules=tuple(rules)))


def left_field(c: Course, f: int, seat: int) -> None:
    """Units that leave by moving close a battle of which nothing remains (option ``battle_lock`` no)."""
    if locked(c.s, f, seat) and not c.s.here[seat] >> f & 1:
        _stale(c, f)
