"""Legal acts as a lazy view: an entry may leave a number or a selection open, and says exactly what fits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.legal import Between, Legal, Pool, Some, Weighed, complete, completions, fits, open_fields
from companion.engine.types import Input
from companion.games.hibernia.game import GAME
from companion.games.hibernia.inputs import Move, Muster
from tests.engine import toy
from tests.games.hibernia.tables import START4, board, state


@frozen
class Pay(Input):
    what: Any
    also: Any = ()


ITEMS = ("ale", "bread", "coin")
LIMITS = st.tuples(*(st.tuples(st.just(i), st.integers(1, 3)) for i in ITEMS))
OPEN = st.one_of(
    st.builds(lambda a, b: Between(min(a, b), max(a, b)), st.integers(0, 3), st.integers(0, 3)),
    LIMITS.flatmap(lambda of: st.integers(0, sum(n for _, n in of)).map(lambda n: Some(of, n))),
    st.tuples(st.integers(0, 3), st.integers(0, 3)).map(lambda lh: Pool(ITEMS, min(lh), max(lh))),
    LIMITS.flatmap(lambda of: st.integers(0, sum(n for _, n in of)).map(lambda n: Weighed(of, weight, n, of))),
)


def weight(chosen: tuple[tuple[str, int], ...]) -> int:
    return sum(n for _, n in chosen)


def every_value() -> Iterator[Any]:
    """Everything that an open field of these kinds could ever be, right or wrong."""
    yield from range(-1, 6)
    for counts in product(range(-1, 5), repeat=3):
        yield tuple((i, n) for i, n in zip(ITEMS, counts, strict=True) if n)
    for bits in product((0, 1), repeat=3):
        yield tuple(i for i, b in zip(ITEMS, bits, strict=True) if b)
    yield (("bread", 1), ("ale", 1))  # not in order
    yield (("ale", 1), ("ale", 1))
    yield ("bread", "ale")
    yield ("salt",)
    yield (("salt", 1),)


def fits_by_its_words(value: Any, has: Any) -> bool:
    """What the docstrings say, taken literally."""
    if isinstance(value, Between):
        return isinstance(has, int) and value.low <= has <= value.high
    if not isinstance(has, tuple):
        return False
    if isinstance(value, Pool):
        ordered = tuple(i for i in value.of if i in has)
        return value.low <= len(has) <= value.high and ordered == has
    if any(not isinstance(x, tuple) for x in has):
        return False
    most, names = dict(value.of), [k for k, _ in has]
    if sorted(names, key=lambda k: ITEMS.index(k) if k in ITEMS else 9) != names or len(set(names)) != len(names):
        return False
    if any(not 0 < n <= most.get(k, 0) for k, n in has):
        return False
    return sum(n for _, n in has) == value.n if isinstance(value, Some) else value.weigh(has) >= value.need


@given(OPEN)
@settings(max_examples=150, deadline=None)
def test_what_fits_is_what_the_entry_says_and_completions_list_it_once(value: Any) -> None:
    entry = Pay(0, value)
    listed = [act.what for act in completions(entry)]
    assert len(set(listed)) == len(listed)
    for has in every_value():
        right = fits_by_its_words(value, has)
        comparable = isinstance(value, Between) == isinstance(has, int)
        if comparable and (isinstance(value, Pool) or not isinstance(has, tuple) or has == () or type(has[0]) is tuple):
            assert fits(entry, Pay(0, has)) == right, has
        assert (has in listed) == right, has


@given(OPEN, OPEN, st.integers(0, 9999))
@settings(max_examples=150, deadline=None)
def test_a_completion_fits_its_entry(one: Any, two: Any, seed: int) -> None:
    entry = Pay(0, one, two)
    assert [name for name, _ in open_fields(entry)] == ["what", "also"]
    act = complete(entry, random.Random(seed).randrange)
    assert open_fields(act) == []
    assert fits(entry, act)
    assert not fits(entry, Pay(1, act.what, act.also))  # another seat's
    assert not fits(entry, Muster(0, "die"))


def test_an_entry_without_open_fields_is_its_only_completion() -> None:
    act = Muster(0, "die")
    assert complete(act, lambda _: 0) is act
    assert list(completions(act)) == [act]
    assert fits(act, act)


def test_a_shortage_is_one_entry_with_its_sources_open() -> None:
    """HI-S07: three are needed, one is in the supply; two come from osraige, or one each from osraige and eile."""
    s = state(
        {"turn": "B", "die": "yellow", "counties": {"osraige": {"B": 3}, "eile": {"B": 2}, "desmumu": {"B": 1}},
         "supply": {"B": 1}}
    )  # fmt: skip
    entries = [e for e in Legal(GAME, s, 1) if isinstance(e, Move) and (e.county, e.by) == ("caisel", "die")]
    assert len(entries) == 1
    assert {act.sources for act in completions(entries[0])} == {(("osraige", 2),), (("eile", 1), ("osraige", 1))}
    assert fits(entries[0], Move(1, "caisel", "die", (("osraige", 2),)))
    assert not fits(entries[0], Move(1, "caisel", "die", (("eile", 2),)))


def test_legal_asks_decides_and_counts_without_listing_more_than_it_must() -> None:
    s = state({**START4, "die": "green"})
    legal = Legal(GAME, s, 0)
    assert Move(0, "tir_eoghain", "die") in legal
    assert Move(0, "laigin", "die") not in legal
    assert Move(1, "tir_eoghain", "die") not in legal
    assert "A move" not in legal
    assert len(legal) == len(list(legal)) == 6
    assert legal.first(2) == list(legal)[:2]
    assert not Legal(GAME, s, 1)


def test_nothing_is_computed_before_it_is_asked_for() -> None:
    class Counting(toy.Toy):
        asked = 0

        def options_of(self, s: toy.ToyState, seat: int | None) -> Iterator[Input]:
            for entry in super().options_of(s, seat):
                Counting.asked += 1
                yield entry

    legal = Legal(Counting(), toy.TOY.setup(toy.table(board())), 0)
    assert Counting.asked == 0
    assert legal.first(1)
    assert Counting.asked == 1
    assert bool(legal)
    assert Counting.asked == 2


@pytest.mark.parametrize("coins", [-1, 0, 3, 4])
def test_a_bid_is_one_entry(coins: int) -> None:
    entry = next(iter(Legal(toy.TOY, toy.TOY.setup(toy.table(board())), 0)))
    assert fits(entry, toy.Bid(0, coins)) == (0 <= coins <= 3)
