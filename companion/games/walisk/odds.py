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
LOOT = 4 / 3  # silver for a slain enemy on average (WA-5.27)
PLUNDER = 4.5  # silver for a house on average (WA-5.23)
VOYAGE_LOSS = 1 / 6  # a unit is lost on a voyage (WA-4.36)
SMALL = 1e-15


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


@lru_cache(maxsize=512)
def battle(attackers: int, defenders: int, houses: int = 0, *, both: bool = False) -> Battle:
    """A battle to the end (chapter 5): the houses stand on the defender's side and last as long as he does.

    Sides swap roles after every exchange, but both throw with all units each time, so only the numbers count.
    """
    if not attackers or not defenders:
        return Battle(float(bool(attackers)), float(bool(defenders)), float(not attackers and not defenders), 0, 0, 0)
    hurt_d = [capped(kills(a, houses), defenders) for a in range(attackers + 1)]
    hurt_a = [capped(kills(d, 0, houses if both else 0), attackers) for d in range(defenders + 1)]
    reach = [[0.0] * (defenders + 1) for _ in range(attackers + 1)]  # expected visits of each pair of strengths
    reach[attackers][defenders] = 1.0
    ends = [[0.0] * (defenders + 1) for _ in range(attackers + 1)]
    exchanges = 0.0
    for a in range(attackers, 0, -1):
        for d in range(defenders, 0, -1):
            here = reach[a][d]
            if here < SMALL:
                continue
            from_a, from_d = _cut(hurt_d[a], d), _cut(hurt_a[d], a)
            again = from_a[0] * from_d[0]
            here /= 1 - again  # exchanges without any loss only take time
            exchanges += here
            for i, p in enumerate(from_d):
                if p < SMALL:
                    continue
                row, end = reach[a - i], ends[a - i]
                weight = here * p
                for j in range(d + 1):
                    if i or j:
                        if a - i and d - j:
                            row[d - j] += weight * from_a[j]
                        else:
                            end[d - j] += weight * from_a[j]
    win_a = sum(ends[a][0] for a in range(1, attackers + 1))
    win_d = sum(ends[0][1:])
    left_a = sum(a * ends[a][0] for a in range(1, attackers + 1))
    left_d = sum(d * p for d, p in enumerate(ends[0]))
    return Battle(win_a, win_d, ends[0][0], exchanges, attackers - left_a, defenders - left_d)


def _cut(losses: list[float], units: int) -> list[float]:
    return losses if len(losses) == units + 1 else capped(losses, units)


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
