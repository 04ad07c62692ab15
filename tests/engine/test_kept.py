"""Masks told by their numbers, and what is made once for each table."""

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.masks import bits
from companion.engine.memo import LATEST, made_once


@given(st.sets(st.integers(0, 400)))
def test_a_mask_is_told_by_its_numbers_in_order(numbers: set[int]) -> None:
    assert bits(sum(1 << n for n in numbers)) == tuple(sorted(numbers))


def test_the_very_same_argument_gives_the_very_same_thing_and_an_equal_one_another() -> None:
    made = made_once(lambda of: [*of])
    one, equal = [1], [1]
    assert made(one) is made(one)
    assert made(one) is not made(equal)


def test_only_the_latest_few_are_kept() -> None:
    made = made_once(lambda of: [*of])
    first, later = [0], [[n] for n in range(LATEST)]
    kept = made(first)
    for of in later:
        made(of)
    assert made(later[-1]) is made(later[-1])
    assert made(first) is not kept
