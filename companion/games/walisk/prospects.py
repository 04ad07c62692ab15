"""What lies ahead in numbers: fights that are open now, an act that leads to one, a voyage. Exact, from ``odds``."""

from __future__ import annotations

from attrs import frozen

from companion.engine.types import LETTERS, Input
from companion.games.walisk import inputs as acts
from companion.games.walisk import odds
from companion.games.walisk.accord import enemies
from companion.games.walisk.rules import battles
from companion.games.walisk.state import FIGHT, State, units_of
from companion.games.walisk.world import bits

LARGEST = 40  # units a side that are reckoned with; more than that only take longer


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
class Siege:
    """A settlement without defenders: odds of so many units against its houses."""

    field: str
    units: int
    houses: int
    chance: odds.Siege


@frozen
class Leaving:
    """A voyage: whether all come home, silver on average, and whether it ends within four rounds (WA-7.1)."""

    ships: int
    men: int
    safe: float
    silver: float
    four: float
    rounds: float


def battle_of(s: State, f: int, seat: int, side: int, more: int = 0) -> Prospect:
    """Odds of a seat against a side in a field, with ``more`` units that are on their way."""
    units = min(LARGEST, units_of(s, f, seat) + more)
    foes = min(LARGEST, units_of(s, f, side))
    owner, both = s.owner[f], s.world.opt["city_reroll"] == "both"
    houses = s.houses[f] if owner in (seat, side) else 0
    helped = "" if not houses else "seat" if owner == seat else "side"
    plain = odds.battle(units, foes)
    city = plain
    if helped == "side":
        city = odds.battle(units, foes, houses, both=both)
    elif helped == "seat":
        city = turned(odds.battle(foes, units, houses, both=both))
    return Prospect(s.world.ids[f], seat, side, units, foes, houses, helped, city, plain)


def turned(b: odds.Battle) -> odds.Battle:
    """The same battle seen from the other side."""
    return odds.Battle(b.defender, b.attacker, b.nobody, b.exchanges, b.lost_defender, b.lost_attacker)


def siege_of(s: State, f: int, units: int) -> Siege:
    return Siege(s.world.ids[f], units, s.houses[f], odds.siege(min(LARGEST, units), s.houses[f]))


def ahead(s: State) -> tuple[Prospect | Siege, ...]:
    """The fights of the seat on turn that are open in step 4, the worst odds first; running ones come before."""
    if s.bouts:
        found = {(b.field, b.att, b.dfd) for b in s.bouts if b.kind == "battle" and b.field >= 0}
        return tuple(running(s, *key) for key in sorted(found))
    if s.phase != FIGHT or not s.due:
        return ()
    seat = s.due[0]
    out: list[Prospect | Siege] = []
    for f in bits(s.here[seat] & ~s.fought):
        out += [battle_of(s, f, seat, side) for side in enemies(s, seat, f)]
        if battles.can_siege(s, seat, f):
            out.append(siege_of(s, f, units_of(s, f, seat)))
    return tuple(sorted(out, key=lambda p: p.city.attacker if isinstance(p, Prospect) else p.chance.falls))


def running(s: State, f: int, att: int, dfd: int) -> Prospect:
    """A battle whose dice are on the table: odds from the units that still stand, whoever is on turn first."""
    if att == s.world.players:
        return battle_of(s, f, dfd, att)
    return battle_of(s, f, att, dfd)


def of_act(s: State, act: Input) -> Prospect | Siege | Leaving | None:
    """What an act lets in for: the battle it begins or walks into, the siege, the voyage."""
    seat = act.seat
    if seat is None:
        return None
    index = s.world.index
    if isinstance(act, acts.Attack):
        side = s.world.players if act.against == "rukr" else LETTERS.index(act.against)
        return battle_of(s, index[act.field], seat, side)
    if isinstance(act, acts.Siege):
        return siege_of(s, index[act.field], units_of(s, index[act.field], seat))
    if isinstance(act, acts.Voyage):
        return leaving(act.ships, act.men)
    if isinstance(act, acts.Walk | acts.Sail) and act.to != act.field:
        f = index[act.to]
        more = act.men + (act.ships if isinstance(act, acts.Sail) else 0)
        sides = enemies(s, seat, f)
        if sides and not s.world.sea >> f & 1:
            return battle_of(s, f, seat, sides[0], more)
        if s.houses[f] and s.owner[f] not in (-1, seat):
            return siege_of(s, f, units_of(s, f, seat) + more)
    return None


def leaving(ships: int, men: int) -> Leaving:
    safe, silver = odds.voyage(ships, men)
    length = odds.voyage_length()
    return Leaving(ships, men, safe, silver, sum(length[:4]), sum(k * p for k, p in enumerate(length, 1)))
