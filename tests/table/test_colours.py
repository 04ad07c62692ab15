"""Colours by light: what is proposed can be told apart where anything can, and changes no more than it must."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.colours import Proposal, propose

LEAST = 4.0
NAMES = tuple("abcdefgh")
Far = dict[tuple[str, str], float]


def far(default: float = 9.0, **close: float) -> Far:
    """All pairs at one distance but those named: ``ab=1.5``."""
    return {(x, y): close.get(x + y, default) for x, y in combinations(NAMES, 2)}


def test_colours_that_are_told_apart_stay() -> None:
    found = propose("abc", NAMES, far(), LEAST)
    assert found == Proposal(("a", "b", "c"), ("a", "b", "c"), (), ())
    assert found.swaps == ()


def test_one_of_two_that_look_alike_is_changed_for_the_one_farthest_from_all() -> None:
    found = propose("abc", NAMES[:5], far(bc=1.5, ad=4.5, ae=6.0), LEAST)
    assert found.now == (("b", "c", 1.5),)
    assert found.colours == ("a", "b", "e")
    assert found.swaps == ((2, "e"),)
    assert found.left == ()


def test_pairs_that_no_choice_avoids_are_named_the_worst_first() -> None:
    found = propose("abcd", "abcd", far(bc=1.5, cd=0.5), LEAST)
    assert found.left == found.now == (("c", "d", 0.5), ("b", "c", 1.5))
    assert set(found.colours) == set("abcd")


def test_of_all_that_look_alike_the_least_alike_is_taken() -> None:
    found = propose("ab", "abc", far(1.0, ac=3.0), LEAST)
    assert found.colours == ("a", "c")
    assert found.left == (("a", "c", 3.0),)


def test_where_all_are_in_use_none_changes_places() -> None:
    found = propose("abcd", "abcd", far(3.0, ad=5.0), LEAST)
    assert found.swaps == ()
    assert len(found.left) == 5


def test_paints_of_ten_players_in_even_light_are_told_apart() -> None:
    """Ten colours, the Rukr's and the houses': from words alone, and from paints that were seen."""
    import numpy as np
    from attrs import evolve

    from companion.engine.boards import house_board
    from vision.paints import apart, first_guess
    from vision.reader import CLOSE_SIGMA

    colours = house_board("walisk").colours
    guess = {c: first_guess(c, np.eye(3, 4)) for c in colours}
    seen = {c: evolve(p, spread=0.003 * np.eye(3)) for c, p in guess.items()}
    used = (*colours[:9], "pink", "grey", "rose")
    for paints, more in ((guess, 2), (seen, 1)):
        distance = {(a, b): apart(paints[a], paints[b]) for a, b in combinations(colours, 2)}
        found = propose(used, colours, distance, CLOSE_SIGMA)
        assert found.now[0][:2] == ("pink", "rose")
        assert len(set(found.colours)) == 12
        assert found.left == ()
        assert len(found.swaps) <= more


@st.composite
def lights(draw: st.DrawFn) -> tuple[str, str, Far]:
    names = NAMES[: draw(st.integers(2, 7))]
    used = draw(st.permutations(names))[: draw(st.integers(1, len(names)))]
    values = st.sampled_from([0.5, 2.0, 3.9, 4.0, 5.0, 8.0])
    return "".join(used), "".join(names), {p: draw(values) for p in combinations(names, 2)}


def least_of(chosen: tuple[str, ...], distance: Far) -> float:
    return min((distance.get((a, b), distance.get((b, a), 0.0)) for a, b in combinations(chosen, 2)), default=99.0)


@settings(max_examples=150, deadline=None)
@given(lights())
def test_no_other_set_is_better(light: tuple[str, str, Far]) -> None:
    """Against every set there is: none is told apart where the proposal is not, none keeps more, none is farther."""
    used, names, distance = light
    found = propose(used, names, distance, LEAST)
    assert len(set(found.colours)) == len(used)
    assert set(found.colours) <= set(names)
    assert (found.now == ()) == (least_of(tuple(used), distance) >= LEAST)
    assert (found.left == ()) == (least_of(found.colours, distance) >= LEAST)
    good = [c for c in combinations(names, len(used)) if least_of(c, distance) >= LEAST]
    if not good:
        assert found.left
        return
    assert found.left == ()
    kept = max(len(set(c) & set(used)) for c in good)
    assert len(set(found.colours) & set(used)) == kept
    best = max(least_of(c, distance) for c in good if len(set(c) & set(used)) == kept)
    assert least_of(found.colours, distance) == best
    assert all(found.colours[i] == c for i, c in enumerate(used) if c in found.colours)
