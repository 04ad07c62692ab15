"""Exact odds for the help screens: exchanges, battles to the end, sieges, storms, voyages. No dice are thrown here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from attrs import frozen

HIT = 1 / 2  # an attack die shows 4 to 6 (WA-5.4)
FAIL = 2 / 3  # a saving die shows 1 to 4 (WA-5.5)
SIEGE_HIT = 1 / 6 * FAIL  # a siege die costs a house (WA-5.21, 5.22)
SIEGE_LOSS = 1 / 6 * FAIL  # a siege die costs an own unit
PLUNDER = 4.5  # silver for a house on average (WA-5.23)
VOYAGE_LOSS = 1 / 6  # a unit is lost on a voyage (WA-4.36)
SMALL = 1e-15
EXACT, RARE = 80, 1e-8  # units of both sides up to which nothing is left out, and what is left out beyond


@frozen
class Battle:
    """A battle fought to the end without retreat: probabilities, exchanges, and expected losses of both sides."""

    attacker: float
    defender: float
    nobody: float
    exchanges: float
    lost_attacker: float
    lost_defender: float


@frozen
class Siege:
    """Whether all houses fall before the besiegers are gone, and after how many throws it is decided."""

    falls: float
    throws: float


@frozen
class Foray:
    """One foray: units lost and silver taken on average (WA-8.22)."""

    lost: float
    silver: float


@frozen
class Storm:
    """One storm: destroyed, taken with houses left, or held."""

    razed: float
    taken: float
    held: float


def _binomial(n: int, p: float) -> list[float]:
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


@lru_cache(maxsize=4096)
def kills(dice: int, houses: int = 0, attacker_houses: int = 0) -> tuple[float, ...]:
    """Distribution of losses from so many attack dice.

    ``houses`` save again, one failed die each (WA-5.9); ``attacker_houses`` let failed attack dice be thrown again
    (option ``city_reroll`` both). Not yet capped by the number of units (WA-R51).
    """
    out = [0.0] * (dice + 1)
    for hits, p in enumerate(_successes(dice, attacker_houses)):
        for lost, q in enumerate(_losses(hits, houses)):
            out[lost] += p * q
    return tuple(out)


@lru_cache(maxsize=4096)
def _successes(dice: int, houses: int) -> tuple[float, ...]:
    first = _binomial(dice, HIT)
    if not houses:
        return tuple(first)
    out = [0.0] * (dice + 1)
    for hits, p in enumerate(first):
        for more, q in enumerate(_binomial(min(houses, dice - hits), HIT)):
            out[hits + more] += p * q
    return tuple(out)


@lru_cache(maxsize=4096)
def _losses(hits: int, houses: int) -> tuple[float, ...]:
    first = _binomial(hits, FAIL)
    if not houses:
        return tuple(first)
    out = [0.0] * (hits + 1)
    for fails, p in enumerate(first):
        again = min(fails, houses)
        for still, q in enumerate(_binomial(again, FAIL)):
            out[fails - again + still] += p * q
    return tuple(out)


def capped(losses: Sequence[float], units: int) -> list[float]:
    """Losses of a side that has only so many units."""
    out = list(losses[: units + 1]) + [0.0] * (units + 1 - len(losses))
    out[units] += sum(losses[units + 1 :])
    return out


@frozen
class Flight:
    """Option ``flight``: a side flees once it has no more than so many units left (WA-8.1); ``bound``: whether it must.

    ``both_stay``: nobody flees where both are past half, whoever of them is exempt (WA-R66).
    """

    attacker: int
    defender: int
    bound: tuple[bool, bool] = (True, True)
    both_stay: bool = False

    def flees(self, a: int, d: int) -> int:
        """Who flees from so many against so many: 0 the attacker, 1 the defender, -1 nobody."""
        past = (a <= self.attacker, d <= self.defender)
        if self.both_stay and all(past):
            return -1
        sides = [i for i in (0, 1) if past[i] and self.bound[i]]
        return sides[0] if len(sides) == 1 else -1


Ends = tuple[tuple[int, int, int, float], ...]  # units of both sides, who won (0, 1, -1 nobody), probability


@lru_cache(maxsize=512)
def outcomes(
    attackers: int, defenders: int, houses: int = 0, *, both: bool = False, flight: Flight | None = None
) -> tuple[Ends, float]:
    """How a battle fought to the end may end, and its exchanges on average.

    Sides swap roles after every exchange, but both throw with all units each time, so only the numbers count.
    Strengths that are reached less often than ``RARE`` are left out of large battles.
    """
    if not attackers or not defenders:
        return ((attackers, defenders, 0 if attackers else 1 if defenders else -1, 1.0),), 0.0
    least = SMALL if attackers + defenders <= EXACT else RARE
    reach = [[0.0] * (defenders + 1) for _ in range(attackers + 1)]  # expected visits of each pair of strengths
    reach[attackers][defenders] = 1.0
    ends: dict[tuple[int, int, int], float] = {}
    exchanges = 0.0
    for a in range(attackers, 0, -1):
        for d in range(defenders, 0, -1):
            here = reach[a][d]
            if here < least:
                continue
            from_a = capped(kills(a, houses), d)
            from_d = capped(kills(d, 0, houses if both else 0), a)
            stays = flight is None or flight.flees(a, d) < 0 or (a, d) == (attackers, defenders)
            here /= 1 - from_a[0] * from_d[0] * stays  # exchanges without any loss only take time
            exchanges += here
            hits = [(j, p) for j, p in enumerate(from_a) if p * here > least]
            for i, p in enumerate(from_d):
                weight = here * p
                if weight < least:
                    continue
                for j, q in hits:
                    if i or j or not stays:
                        left = (a - i, d - j)
                        fled = flight.flees(*left) if flight is not None and all(left) else -1
                        if all(left) and fled < 0:
                            reach[a - i][d - j] += weight * q
                        else:
                            won = 1 - fled if fled >= 0 else 0 if left[0] else 1 if left[1] else -1
                            ends[*left, won] = ends.get((*left, won), 0.0) + weight * q
    total = sum(ends.values())
    return tuple((a, d, won, p / total) for (a, d, won), p in ends.items()), exchanges


@lru_cache(maxsize=512)
def battle(
    attackers: int, defenders: int, houses: int = 0, *, both: bool = False, flight: Flight | None = None
) -> Battle:
    """A battle to the end (chapter 5): the houses stand on the defender's side and last as long as he does."""
    ends, exchanges = outcomes(attackers, defenders, houses, both=both, flight=flight)
    won = [sum(p for _, _, who, p in ends if who == side) for side in (0, 1, -1)]
    left_a, left_d = sum(a * p for a, _, _, p in ends), sum(d * p for _, d, _, p in ends)
    return Battle(won[0], won[1], won[2], exchanges, attackers - left_a, defenders - left_d)


def one_after_another(units: int, foes: Sequence[tuple[int, int]], *, both: bool = False) -> Battle:
    """An army against several sides, each (units, houses) fought to the end before the next (WA-R61)."""
    alive, exchanges, lost = {units: 1.0}, 0.0, 0.0
    for n, houses in foes:
        after: dict[int, float] = {}
        for a, p in alive.items():
            if not a:
                after[0] = after.get(0, 0.0) + p
                continue
            ends, rounds = outcomes(a, n, houses, both=both)
            exchanges += p * rounds
            for left, theirs, _, q in ends:
                after[left] = after.get(left, 0.0) + p * q
                lost += p * q * (n - theirs)
        alive = after
    standing = sum(a * p for a, p in alive.items())
    gone = alive.get(0, 0.0)
    return Battle(1 - gone, gone, 0.0, exchanges, units - standing, lost)


@lru_cache(maxsize=512)
def siege(units: int, houses: int) -> Siege:
    """A siege by 5.1 until the houses or the besiegers are gone (WA-5.21, 5.22, R62)."""
    chance: dict[tuple[int, int], tuple[float, float]] = {}
    for u in range(units + 1):
        for h in range(houses + 1):
            if not h or not u:
                chance[u, h] = (float(not h), 0.0)
                continue
            falls = throws = stays = 0.0
            for lost, fallen, p in _siege_throw(u, h):
                if not lost and not fallen:
                    stays += p
                    continue
                f, t = chance[u - lost, h - fallen]
                falls, throws = falls + p * f, throws + p * t
            chance[u, h] = (falls / (1 - stays), (throws + 1) / (1 - stays))
    return Siege(*chance[units, houses])


def _siege_throw(units: int, houses: int) -> list[tuple[int, int, float]]:
    """(units lost, houses fallen, probability) of one throw; houses are capped by what stands."""
    found: dict[tuple[int, int], float] = {}
    quiet = 1 - SIEGE_HIT - SIEGE_LOSS
    for lost in range(units + 1):
        for fallen in range(units - lost + 1):
            ways = comb(units, lost) * comb(units - lost, fallen)
            p = ways * SIEGE_LOSS**lost * SIEGE_HIT**fallen * quiet ** (units - lost - fallen)
            key = (lost, min(fallen, houses))
            found[key] = found.get(key, 0.0) + p
    return [(lost, fallen, p) for (lost, fallen), p in found.items()]


@lru_cache(maxsize=512)
def storm(units: int, houses: int, *, rerolls: bool = True, half: bool = False) -> Storm:
    """One storm by 8.2 against as many virtual men as houses (WA-8.12 to 8.15, R68, R69)."""
    slain = capped(kills(units, houses if rerolls else 0), houses)
    lost = capped(kills(houses), units)
    taken = 0.0
    for s in range(1, houses):
        for k, p in enumerate(lost):
            enough = 2 * s > houses if half else s > k
            if enough and k < units:
                taken += slain[s] * p
    return Storm(slain[houses], taken, 1 - slain[houses] - taken)


def foray(units: int) -> Foray:
    """A die a unit: 1 costs it, 5 brings one silver, 6 two (WA-8.22)."""
    return Foray(units / 6, units * 3 / 6)


def voyage_length() -> tuple[float, ...]:
    """Probability of a voyage of 1 to 6 rounds: the highest of three dice (WA-4.32)."""
    return tuple(((k / 6) ** 3 - ((k - 1) / 6) ** 3) for k in range(1, 7))


def voyage(ships: int, men: int) -> tuple[float, float]:
    """Probability that nobody is lost, and silver that comes home on average (WA-4.36, 4.40).

    A ship is swapped for a man, never the number of losses (WA-4.37), so every unit counts alike.
    """
    units = ships + men
    return (1 - VOYAGE_LOSS) ** units, units * (1 - VOYAGE_LOSS) * PLUNDER


def horde_growth(literal: bool = False) -> float:
    """Rukr that a district with Rukr gains in a winter on average (WA-3.6, 3.7, R1)."""
    table = (3 * 1 + 2 * 2 + 3) / 6 / (1 - 1 / 6)
    return table * (2 / 6 if literal else 3 / 6)
