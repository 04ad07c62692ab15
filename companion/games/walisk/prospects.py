"""What lies ahead in numbers: fights that are open now, an act that leads to one, a voyage. Exact, from ``odds``."""

from __future__ import annotations

from attrs import frozen

from companion.engine.masks import bits
from companion.engine.types import Input
from companion.games.walisk import inputs as acts
from companion.games.walisk import odds
from companion.games.walisk.accord import enemies, friends
from companion.games.walisk.rules import battles
from companion.games.walisk.state import Phase, State, battle_at, heap, units_of

LARGEST = 160  # units of both sides that are reckoned with; a larger battle is scaled down to so many


@frozen
class Prospect:
    """A battle of one side against another in a field, fought to the end.

    ``city``: odds as they are, ``plain``: as if no house stood there. ``helped``: whom the houses help, seat or side.
    """

    field: str
    seat: int
    side: int  # the number of players: the Rukr
    units: int
    foes: int
    houses: int
    helped: str
    city: odds.Battle
    plain: odds.Battle


@frozen
class Melee:
    """Several enemies in a field, fought to the end one after the other, the strongest first (WA-R61)."""

    field: str
    seat: int
    sides: tuple[int, ...]
    units: int
    foes: tuple[int, ...]
    city: odds.Battle


@frozen
class Siege:
    """A settlement without defenders: odds of so many units against its houses."""

    field: str
    units: int
    houses: int
    chance: odds.Siege


@frozen
class Storm:
    """One storm of a settlement without defenders (WA-8.11)."""

    field: str
    units: int
    houses: int
    chance: odds.Storm


@frozen
class Foray:
    """One foray: what it costs and brings on average (WA-8.22)."""

    field: str
    units: int
    chance: odds.Foray


@frozen
class Leaving:
    """A voyage: whether all come home, silver on average, and whether it ends within four rounds (WA-7.1)."""

    ships: int
    men: int
    safe: float
    silver: float
    four: float
    rounds: float


Fight = Prospect | Melee | Siege | Storm | Foray


# ---------------------------------------------------------------- battles
def battle_of(s: State, f: int, seat: int, side: int, more: int = 0) -> Prospect:
    """Odds of a seat against a side in a field, with ``more`` units that are on their way."""
    units, foes = units_of(s, f, seat) + more, units_of(s, f, side)
    a, d = scaled(units, foes)
    owner, both = s.owner[f], s.world.opt["city_reroll"] == "both"
    houses = s.houses[f] if owner in (seat, side) else 0
    helped = "" if not houses else "seat" if owner == seat else "side"
    flight = flight_of(s, f, seat, side, a, d)
    plain = odds.battle(a, d, flight=flight)
    city = plain
    if helped == "side":
        city = odds.battle(a, d, houses, both=both, flight=flight)
    elif helped == "seat":
        city = turned(odds.battle(d, a, houses, both=both, flight=mirrored(flight)))
    return Prospect(s.world.ids[f], seat, side, units, foes, houses, helped, city, plain)


def scaled(units: int, foes: int) -> tuple[int, int]:
    """Strengths that can be reckoned with, in the same proportion."""
    total = units + foes
    if total <= LARGEST:
        return units, foes
    return max(1, round(units * LARGEST / total)), max(1, round(foes * LARGEST / total)) if foes else 0


def flight_of(s: State, f: int, seat: int, side: int, units: int, foes: int) -> odds.Flight | None:
    """When either side flees, if the table plays so: half of what it began with, its dead so far counted (WA-R65)."""
    if not s.world.opt["flight"]:
        return None
    battle = battle_at(s, f, seat, side)
    lines = []
    for who, n in ((seat, units), (side, foes)):
        dead = heap(battle, who)
        lines.append((n + dead.men + dead.ships) // 2)
    town = s.owner[f] if s.houses[f] > 0 else -1  # a defender with his settlement need not (WA-8.3)
    free = (town,) if s.world.opt["town_shelter"] == "always" else (town,) if town == side else ()
    bound = (seat not in (s.world.players, *free), side not in (s.world.players, *free))
    return odds.Flight(lines[0], lines[1], bound, bool(s.world.opt["both_first"]))


def mirrored(flight: odds.Flight | None) -> odds.Flight | None:
    if flight is None:
        return None
    return odds.Flight(flight.defender, flight.attacker, (flight.bound[1], flight.bound[0]), flight.both_stay)


def turned(b: odds.Battle) -> odds.Battle:
    """The same battle seen from the other side."""
    return odds.Battle(b.defender, b.attacker, b.nobody, b.exchanges, b.lost_defender, b.lost_attacker)


def melee_of(s: State, f: int, seat: int, sides: list[int], more: int = 0) -> Prospect | Melee:
    """Odds against everybody who stands in a field."""
    if len(sides) == 1:
        return battle_of(s, f, seat, sides[0], more)
    units = units_of(s, f, seat) + more
    foes = sorted(((units_of(s, f, p), p) for p in sides), reverse=True)
    total = sum(n for n, _ in foes)
    share = min(1.0, LARGEST / max(1, units + total))
    met = [(max(1, round(n * share)), s.houses[f] if s.owner[f] == p else 0) for n, p in foes]
    both = s.world.opt["city_reroll"] == "both"
    chance = odds.one_after_another(max(1, round(units * share)), met, both=both)
    return Melee(s.world.ids[f], seat, tuple(p for _, p in foes), units, tuple(n for n, _ in foes), chance)


# ---------------------------------------------------------------- settlements
def siege_of(s: State, f: int, units: int) -> Siege:
    return Siege(s.world.ids[f], units, s.houses[f], odds.siege(min(LARGEST // 2, units), s.houses[f]))


def storm_of(s: State, f: int, units: int) -> Storm:
    opt = s.world.opt
    chance = odds.storm(units, s.houses[f], rerolls=opt["storm_reroll"], half=opt["storm_more"] == "half")
    return Storm(s.world.ids[f], units, s.houses[f], chance)


def settlement_of(s: State, f: int, units: int) -> Siege | Storm:
    """A settlement without defenders: the storm where the table plays so and it is the better way, else the siege."""
    siege = siege_of(s, f, units)
    if not s.world.opt["storm"] or not units:
        return siege
    storm = storm_of(s, f, units)
    return storm if storm.chance.razed + storm.chance.taken > siege.chance.falls else siege


def ahead(s: State) -> tuple[Fight, ...]:
    """The fights of the seat on turn that are open in step 4, the worst odds first; running ones come before."""
    if s.bouts:
        found = {(b.field, b.att, b.dfd) for b in s.bouts if b.kind == "battle" and b.field >= 0}
        return tuple(running(s, *key) for key in sorted(found))
    if s.phase != Phase.FIGHT or not s.due:
        return ()
    seat = s.due[0]
    out: list[Fight] = []
    for f in bits(s.here[seat] & ~s.fought):
        out += [battle_of(s, f, seat, side) for side in enemies(s, seat, f)]
        if battles.can_siege(s, seat, f):
            out.append(settlement_of(s, f, units_of(s, f, seat)))
    return tuple(sorted(out, key=chance_of))


def chance_of(p: Fight) -> float:
    """How likely it goes well for the seat."""
    if isinstance(p, Siege):
        return p.chance.falls
    if isinstance(p, Storm):
        return p.chance.razed + p.chance.taken
    return 1.0 if isinstance(p, Foray) else p.city.attacker


def bar_of(p: Fight) -> tuple[float, float, float]:
    """Won, nobody, lost, as shares of one."""
    if isinstance(p, Prospect | Melee):
        return p.city.attacker, p.city.nobody, p.city.defender
    good = chance_of(p)
    return good, 0.0, 1 - good


def running(s: State, f: int, att: int, dfd: int) -> Prospect:
    """A battle whose dice are on the table: odds from the units that still stand, whoever is on turn first."""
    if att == s.world.players:
        return battle_of(s, f, dfd, att)
    return battle_of(s, f, att, dfd)


# ---------------------------------------------------------------- acts
def of_act(s: State, act: Input) -> Fight | Leaving | None:
    """What an act lets in for: the battle it begins or walks into, the siege, the storm, the foray, the voyage."""
    seat = act.seat
    if seat is None:
        return None
    index = s.world.index
    if isinstance(act, acts.Attack):
        side = s.world.side_of(act.against)
        return battle_of(s, index[act.field], seat, side) if units_of(s, index[act.field], side) else None
    if isinstance(act, acts.Siege):
        return siege_of(s, index[act.field], units_of(s, index[act.field], seat))
    if isinstance(act, acts.Storm):
        return storm_of(s, index[act.field], act.units)
    if isinstance(act, acts.Foray):
        n = sum(g.n for g in s.units[index[act.field]] if g.side == seat and g.spent)
        return Foray(act.field, n, odds.foray(n))
    if isinstance(act, acts.Voyage):
        return leaving(act.ships, act.men)
    if isinstance(act, acts.Walk | acts.Sail) and act.to != act.field:
        more = act.men + (act.ships if isinstance(act, acts.Sail) else 0)
        return of_entry(s, index[act.to], seat, more)
    return None


def of_entry(s: State, f: int, seat: int, more: int) -> Fight | None:
    """What so many units that enter a field walk into; None where nothing is to be fought."""
    sides = enemies(s, seat, f)
    if sides and not s.world.sea >> f & 1:
        return melee_of(s, f, seat, sides, more)
    owner = s.owner[f]
    if sides or not s.houses[f] or owner in (-1, seat) or friends(s, seat, owner, f):
        return None
    units = units_of(s, f, seat) + more
    if s.world.opt["raids"] == "foray":
        return Foray(s.world.ids[f], units, odds.foray(units))
    return settlement_of(s, f, units)


def leaving(ships: int, men: int) -> Leaving:
    safe, silver = odds.voyage(ships, men)
    length = odds.voyage_length()
    return Leaving(ships, men, safe, silver, sum(length[:4]), sum(k * p for k, p in enumerate(length, 1)))
