"""The odds of the help screens against the tables that were derived by hand, and against simple counting."""

from __future__ import annotations

import functools
import itertools
import math

import pytest

from companion.games.walisk import odds

TO_THE_END = [  # attackers, defenders, houses: A wins, D wins, both gone, exchanges
    (1, 1, 0, 0.4, 0.4, 0.2, 1.8), (2, 1, 0, 0.874, 0.084, 0.042, 1.80), (3, 1, 0, 0.985, 0.010, 0.005, 1.47),
    (2, 2, 0, 0.457, 0.457, 0.085, 2.58), (3, 2, 0, 0.817, 0.147, 0.037, 2.46), (4, 2, 0, 0.960, 0.031, 0.009, 2.01),
    (3, 3, 0, 0.474, 0.474, 0.051, 3.06), (4, 3, 0, 0.781, 0.190, 0.029, 2.92), (5, 3, 0, 0.936, 0.054, 0.010, 2.46),
    (4, 4, 0, 0.482, 0.482, 0.036, 3.39), (1, 1, 1, 4 / 13, 7 / 13, 2 / 13, 27 / 13),
    (2, 2, 2, 0.303, 0.638, 0.059, 2.98),
    (4, 4, 2, 0.272, 0.706, 0.022, 3.79), (6, 4, 2, 0.754, 0.232, 0.014, 3.84), (4, 4, 4, 0.258, 0.720, 0.022, 3.83),
    (6, 4, 4, 0.730, 0.254, 0.016, 4.07), (8, 4, 4, 0.954, 0.043, 0.003, 3.13), (8, 5, 5, 0.830, 0.162, 0.009, 4.07),
]  # fmt: skip
READING_B = [(1, 1, 1, 2 / 11, 7 / 11), (2, 2, 2, 0.151, 0.785), (4, 4, 2, 0.116, 0.864), (6, 4, 2, 0.539, 0.437),
             (4, 4, 4, 0.088, 0.894), (6, 4, 4, 0.471, 0.502), (8, 4, 4, 0.838, 0.151),
             (8, 5, 5, 0.574, 0.407)]  # fmt: skip
CITY_LOSSES = {  # dice: expected losses against 0 to 5 houses
    1: (0.333, 0.222, 0.222, 0.222, 0.222, 0.222), 2: (0.667, 0.481, 0.444, 0.444, 0.444, 0.444),
    3: (1.000, 0.765, 0.679, 0.667, 0.667, 0.667), 4: (1.333, 1.066, 0.930, 0.893, 0.889, 0.889),
    5: (1.667, 1.377, 1.198, 1.128, 1.112, 1.111), 6: (2.000, 1.696, 1.480, 1.373, 1.340, 1.334),
    8: (2.667, 2.346, 2.078, 1.901, 1.815, 1.785), 10: (3.333, 3.006, 2.707, 2.474, 2.327, 2.256),
}  # fmt: skip
SIEGES = {  # houses: (falls, throws) for 1 2 3 4 5 6 8 10 units
    1: ((0.500, 4.5), (0.750, 4.5), (0.875, 3.8), (0.938, 3.2), (0.969, 2.7), (0.984, 2.3),
        (0.996, 1.8), (0.999, 1.5)),
    2: ((0.250, 6.8), (0.500, 7.7), (0.688, 7.2), (0.812, 6.2), (0.891, 5.3), (0.938, 4.5),
        (0.980, 3.3), (0.994, 2.6)),
    3: ((0.125, 7.9), (0.312, 9.9), (0.500, 10.0), (0.656, 9.2), (0.773, 8.1), (0.855, 7.0),
        (0.945, 5.2), (0.981, 4.0)),
    4: ((0.062, 8.4), (0.188, 11.3), (0.344, 12.1), (0.500, 11.7), (0.637, 10.7), (0.746, 9.6),
        (0.887, 7.3), (0.954, 5.6)),
    5: ((0.031, 8.7), (0.109, 12.1), (0.227, 13.5), (0.363, 13.6), (0.500, 13.0), (0.623, 12.0),
        (0.806, 9.6), (0.910, 7.4)),
}  # fmt: skip
STORMS = {  # houses: (razed, taken) for 3 5 8 10 units, then with rerolls for 5 8 10
    1: ((0.704, 0), (0.868, 0), (0.961, 0), (0.983, 0), (0.759, 0), (0.909, 0), (0.954, 0)),
    2: ((0.259, 0.198), (0.539, 0.146), (0.805, 0.069), (0.896, 0.039), (0.338, 0.171), (0.623, 0.114), (0.759, 0.077)),
    3: ((0.037, 0.296), (0.210, 0.341), (0.532, 0.249), (0.701, 0.170), (0.083, 0.289), (0.293, 0.296), (0.454, 0.254)),
    4: ((0.0, 0.252), (0.045, 0.406), (0.259, 0.435), (0.441, 0.364), (0.011, 0.277), (0.092, 0.389), (0.196, 0.403)),
    5: ((0.0, 0.190), (0.004, 0.364), (0.088, 0.525), (0.213, 0.524), (0.001, 0.222), (0.019, 0.378), (0.060, 0.448)),
}  # fmt: skip


@pytest.mark.parametrize(("a", "d", "houses", "wins", "loses", "both", "exchanges"), TO_THE_END)
def test_battles_to_the_end(
    a: int, d: int, houses: int, wins: float, loses: float, both: float, exchanges: float
) -> None:
    found = odds.battle(a, d, houses)
    assert (found.attacker, found.defender, found.nobody) == pytest.approx((wins, loses, both), abs=6e-4)
    assert found.exchanges == pytest.approx(exchanges, abs=5.1e-3)
    assert found.attacker + found.defender + found.nobody == pytest.approx(1)


@pytest.mark.parametrize(("a", "d", "houses", "wins", "loses"), READING_B)
def test_battles_with_attack_dice_thrown_again(a: int, d: int, houses: int, wins: float, loses: float) -> None:
    found = odds.battle(a, d, houses, both=True)
    assert (found.attacker, found.defender) == pytest.approx((wins, loses), abs=5.1e-4)


def test_one_exchange_of_one_against_one() -> None:
    assert odds.kills(1) == pytest.approx((2 / 3, 1 / 3))
    assert odds.kills(1, 1) == pytest.approx((7 / 9, 2 / 9))
    assert odds.kills(1, 0, 1) == pytest.approx((1 / 2, 1 / 2))
    assert [round(p, 3) for p in odds.kills(6)] == [0.088, 0.263, 0.329, 0.219, 0.082, 0.016, 0.001]


@pytest.mark.parametrize("dice", CITY_LOSSES)
def test_losses_of_a_city(dice: int) -> None:
    for houses, expected in enumerate(CITY_LOSSES[dice]):
        mean = sum(k * p for k, p in enumerate(odds.kills(dice, houses)))
        assert mean == pytest.approx(expected, abs=5.1e-4)


@pytest.mark.parametrize(("dice", "houses"), [(1, 0), (2, 1), (3, 0), (3, 2)])
def test_kills_agree_with_counting_every_throw(dice: int, houses: int) -> None:
    """All faces of all dice, one by one: attack, save, and one failed save again for each house."""
    out = [0.0] * (dice + 1)
    for attack in itertools.product(range(1, 7), repeat=dice):
        hits = sum(f >= 4 for f in attack)
        for save in itertools.product(range(1, 7), repeat=hits):
            fails = sum(f <= 4 for f in save)
            again = min(fails, houses)
            for more in itertools.product(range(1, 7), repeat=again):
                weight = 6.0 ** -(dice + hits + again)
                out[fails - again + sum(f <= 4 for f in more)] += weight
    assert odds.kills(dice, houses) == pytest.approx(out)


@pytest.mark.parametrize("houses", SIEGES)
def test_sieges(houses: int) -> None:
    for units, (falls, throws) in zip((1, 2, 3, 4, 5, 6, 8, 10), SIEGES[houses], strict=True):
        found = odds.siege(units, houses)
        assert found.falls == pytest.approx(falls, abs=6e-4)
        assert found.throws == pytest.approx(throws, abs=0.051)


@pytest.mark.parametrize("houses", STORMS)
def test_storms(houses: int) -> None:
    plain, again = STORMS[houses][:4], STORMS[houses][4:]
    for units, (razed, taken) in zip((3, 5, 8, 10), plain, strict=True):
        found = odds.storm(units, houses, rerolls=False)
        assert (found.razed, found.taken) == pytest.approx((razed, taken), abs=6e-4)
    for units, (razed, taken) in zip((5, 8, 10), again, strict=True):
        found = odds.storm(units, houses)
        assert (found.razed, found.taken) == pytest.approx((razed, taken), abs=6e-4)
        assert found.razed + found.taken + found.held == pytest.approx(1)


def test_a_storm_that_needs_half_of_the_houses() -> None:
    assert odds.storm(5, 3, half=True).taken < odds.storm(5, 3).taken  # two slain at least, whatever was lost
    assert odds.storm(2, 2, half=True).taken == 0
    assert odds.storm(3, 3).held > 0.5


def test_voyages() -> None:
    length = odds.voyage_length()
    assert [round(p * 216) for p in length] == [1, 7, 19, 37, 61, 91]
    assert sum(length[:4]) == pytest.approx(8 / 27)
    assert sum(k * p for k, p in enumerate(length, 1)) == pytest.approx(119 / 24)
    safe, silver = odds.voyage(1, 2)
    assert (safe, silver) == pytest.approx((0.579, 11.25), abs=5e-4)


def test_growth_of_the_rukr() -> None:
    assert odds.horde_growth() == pytest.approx(1.0)
    assert odds.horde_growth(literal=True) == pytest.approx(2 / 3)


def test_expected_losses_add_up() -> None:
    found = odds.battle(4, 4)
    assert found.lost_attacker == pytest.approx(found.lost_defender)
    assert odds.battle(6, 2).lost_attacker < 2
    assert odds.battle(3, 0).attacker == 1


@pytest.mark.parametrize(("a", "d", "houses"), [(2, 1, 0), (3, 3, 0), (6, 4, 2), (4, 6, 5)])
def test_expected_losses_against_a_plain_recursion(a: int, d: int, houses: int) -> None:
    """Written from the rules again, backwards and die by die: what is left of both sides at the end."""

    @functools.cache
    def hurt(dice: int, again: int) -> list[float]:
        if not dice:
            return [1.0]
        out = [0.0] * (dice + 1)
        for faces in itertools.product(("miss", "saved", "failed"), repeat=dice):  # 1/2, 1/6, 1/3 of the dice
            p = math.prod({"miss": 1 / 2, "saved": 1 / 6, "failed": 1 / 3}[f] for f in faces)
            fails = faces.count("failed")
            thrown = min(fails, again)
            for k in range(thrown + 1):
                out[fails - thrown + k] += p * math.comb(thrown, k) * (2 / 3) ** k * (1 / 3) ** (thrown - k)
        return out

    @functools.cache
    def left(x: int, y: int) -> tuple[float, float]:
        if not x or not y:
            return float(x), float(y)
        total, still = [0.0, 0.0], 0.0
        for i, p in enumerate(hurt(x, houses)):
            for j, q in enumerate(hurt(y, 0)):
                if i or j:
                    one, two = left(x - min(j, x), y - min(i, y))
                    total = [total[0] + p * q * one, total[1] + p * q * two]
                else:
                    still += p * q
        return total[0] / (1 - still), total[1] / (1 - still)

    found = odds.battle(a, d, houses)
    assert (a - found.lost_attacker, d - found.lost_defender) == pytest.approx(left(a, d), abs=1e-9)


def test_thirty_against_thirty_ends_in_one_of_three_ways() -> None:
    found = odds.battle(30, 30, 5)
    assert found.attacker + found.defender + found.nobody == pytest.approx(1)
