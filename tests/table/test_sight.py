"""How badly a table fits what was seen, in nats."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.types import Token
from companion.games.hibernia.world import draft_of
from companion.table.desk.feedback import agreed_contents
from companion.table.layout import layout_of, piece_id
from companion.table.sight import FLOOR, UNSEEN_BELOW, Palette, Sight
from tests.games.hibernia.tables import START4, board
from tests.table.looks import COLOURS, PALETTE, look, sight, told
from vision.observation import DOUBTFUL, Observation, Reading

A, B, D, NEUTRAL = (Token("soldier", side) for side in ("A", "B", "D", "neutral"))


def seen(**readings: Reading) -> Sight:
    return Sight(Observation(0.0, 0, True, "still", None, readings), board(), PALETTE)


def counted(**likelihoods: tuple[float, ...]) -> Reading:
    return Reading("ulaid", 1.0, {f"soldier:{c}": ls for c, ls in likelihoods.items()})


def test_a_piece_that_may_be_of_two_kinds_is_one_piece() -> None:
    """Five or six of A, one or two of B, seven in all: the sixth is A's or B's, and not nobody's."""
    a, b = piece_id("soldier", "white"), piece_id("soldier", "purple")
    counts = {a: (*(-12.0,) * 5, -1.0, 0.0, -9.0), b: (-9.0, 0.0, -1.1, -9.0)}
    there = seen(ulaid=Reading("ulaid", 1.0, counts, together=(*(-12.0,) * 6, -7.0, 0.0, -6.0, -9.0)))
    assert there.misfit("ulaid", (A,) * 6 + (B,)) == 0.0
    assert there.misfit("ulaid", (A,) * 5 + (B,) * 2) == pytest.approx(2.1)
    assert there.misfit("ulaid", (A,) * 5 + (B,)) == 7.0


def test_a_table_that_is_seen_costs_nothing_and_another_one_its_likelihood() -> None:
    s = seen(ulaid=counted(white=(-9.0, 0.0, -4.0), purple=(0.0, -7.0)))
    assert s.misfit("ulaid", (A,)) == 0
    assert s.misfit("ulaid", (A, A)) == 4
    assert s.misfit("ulaid", ()) == 9
    assert s.misfit("ulaid", (A, B)) == 7
    assert s.misfit("ulaid", (B,)) == 16


def test_more_pieces_than_the_camera_counted_to_cost_one_more_each() -> None:
    s = seen(ulaid=counted(white=(-9.0, 0.0, -4.0)))
    assert s.misfit("ulaid", (A,) * 3) == 5
    assert s.misfit("ulaid", (A,) * 5) == 7


def test_a_piece_of_which_the_camera_knows_nothing_costs_the_floor() -> None:
    s = seen(ulaid=counted(white=(0.0, -4.0)))
    assert s.misfit("ulaid", (B, B)) == FLOOR
    assert s.misfit("ulaid", (B, NEUTRAL)) == 2 * FLOOR


def test_a_place_that_is_hidden_speaks_against_nothing() -> None:
    for share in (0.0, UNSEEN_BELOW - 0.01):
        s = seen(ulaid=Reading("ulaid", share, {"soldier:white": (0.0, -50.0)}))
        assert s.misfit("ulaid", (A,)) == 0
        assert s.best("ulaid") is None
        assert not s.sure("ulaid")
    assert seen().misfit("ulaid", (A,)) == 0


def test_stacks_are_taken_bottom_to_top() -> None:
    stacks = ((("soldier:white", "soldier:purple"), 0.0), ((), -3.0))
    s = seen(ulaid=Reading("ulaid", 1.0, {}, stacks))
    assert s.misfit("ulaid", (A, B)) == 0
    assert s.misfit("ulaid", ()) == 3
    assert s.misfit("ulaid", (B, A)) == FLOOR
    assert s.best("ulaid") == {"soldier:white": 1, "soldier:purple": 1}
    assert s.sure("ulaid")


def test_what_is_likeliest_and_whether_it_is_sure() -> None:
    s = seen(ulaid=counted(white=(-9.0, 0.0, -2.0), purple=(0.0, -7.0)))
    assert s.best("ulaid") == {"soldier:white": 1}
    assert not s.sure("ulaid")
    assert s.sure("ulaid", gap=1.5)


def test_lead_and_echo_spaces_are_those_a_camera_covers() -> None:
    s = sight(told(START4), look(told(START4)))
    assert len(s.spaces("lead")) == 21  # twenty counties and the shield
    assert len(s.spaces("echo")) == 48
    s = Sight(look(told(START4)), board(), PALETTE, frozenset({"ulaid", "shield"}))
    assert sorted(s.spaces("lead")) == ["shield", "ulaid"]


@given(st.lists(st.sampled_from([A, B, D]), max_size=6), st.lists(st.sampled_from([A, B, D]), max_size=6))
@settings(max_examples=100, deadline=None)
def test_the_order_of_equal_pieces_in_an_area_does_not_matter(one: list[Token], two: list[Token]) -> None:
    session = told(START4)
    s = sight(session, look(session, ulaid={t.side: one.count(t) for t in one}))
    assert s.misfit("ulaid", tuple(two)) == s.misfit("ulaid", tuple(reversed(two)))
    assert s.misfit("ulaid", tuple(one)) == 0


def test_a_side_plays_the_colour_of_its_palette() -> None:
    palette = Palette({"A": "white", "neutral": "black"})
    assert palette.piece(A) == "soldier:white"
    assert palette.counts((A, A, NEUTRAL)) == {"soldier:white": 2, "soldier:black": 1}


def test_what_is_agreed_is_as_it_should_be_or_as_it_was_seen_where_that_differs() -> None:
    session = told(START4)
    table = session.game.tabletop(session.state)
    s = sight(session, look(session, ulaid={"B": 2}))
    agreed = agreed_contents(["ulaid", "brega"], table, PALETTE, s, 5.0)
    assert agreed == {"ulaid": {"soldier:purple": 2}, "brega": {"soldier:purple": 1}}
    assert agreed_contents(["ulaid"], table, PALETTE, s, 5.0, vouched={"ulaid"}) == {"ulaid": {}}
    assert agreed_contents(["ulaid"], table, PALETTE, None, 5.0) == {"ulaid": {}}


@pytest.mark.parametrize(("lie", "likely", "learned"), [
    ((), {"white": (-1.1, 0.0)}, {DOUBTFUL: 1}),  # a piece may have come: it would never be seen again
    ((A,), {"white": (0.0, -1.1)}, {"soldier:white": 1}),  # it hardly shows
    ((A,), {"white": (0.0, -2.0)}, {DOUBTFUL: 1}),
    ((), {c: (-2.4, 0.0) for c in ("white", "purple", "orange")}, {DOUBTFUL: 1}),  # all together much, none for sure
    ((), {c: (-3.4, 0.0) for c in ("white", "purple")}, {"soldier:white": 1, "soldier:purple": 1}),
])  # fmt: skip
def test_what_is_not_plain_to_see_is_not_learned(
    lie: tuple[Token, ...], likely: dict[str, tuple[float, ...]], learned: dict[str, int]
) -> None:
    s = seen(ulaid=counted(**likely))
    assert agreed_contents(["ulaid"], {"ulaid": lie}, PALETTE, s, 6.5)["ulaid"] == learned


def test_the_first_pieces_of_a_paint_are_learned_in_the_number_that_was_told() -> None:
    """Of a paint never seen the number is a guess; learned where it is about right, doubted where it is not."""

    def agreed(lie: int, count: int, guessed: str = "soldier:white", **more: tuple[float, ...]) -> dict[str, int]:
        likely = tuple(-4.0 * abs(n - count) for n in range(13))
        reading = evolve(counted(white=likely, **more), guessed=frozenset({guessed}))
        return agreed_contents(["ulaid"], {"ulaid": (A,) * lie}, PALETTE, seen(ulaid=reading), 50.0)["ulaid"]

    assert agreed(12, 8) == {"soldier:white": 12}
    assert agreed(12, 6) == {DOUBTFUL: 1}, "half of them is not about right"
    assert agreed(6, 12) == {DOUBTFUL: 1}
    assert agreed(0, 2) == {DOUBTFUL: 1}
    assert agreed(12, 8, guessed="soldier:purple") == {DOUBTFUL: 1}, "a paint that is known counts for itself"
    assert agreed(12, 8, purple=(-9.0, 0.0)) == {DOUBTFUL: 1}, "something else lies there as well"


def test_the_colour_of_a_county_is_never_read_from_the_picture() -> None:
    """HI-10.5: an observation has pieces of the soldiers' colours and nothing about the print."""
    layout = layout_of(board(), COLOURS)
    assert {p.id for p in layout.pieces} == {piece_id("soldier", c) for c in COLOURS}
    reading = look(told(START4)).readings["ulaid"]
    assert set(reading.counts) == {piece_id("soldier", c) for c in COLOURS}
    assert {c.colour for c in draft_of(board()).counties} == {s.ink for s in board().spaces if s.kind == "county"}


@pytest.mark.parametrize("colours", [(), ("white", "black")])
def test_the_camera_is_told_places_and_pieces_and_no_rule(colours: tuple[str, ...]) -> None:
    layout = layout_of(board(), colours)
    assert [p.colour for p in layout.pieces] == list(colours or board().colours)
    assert len(layout.places) == len(board().spaces)
    assert layout.die_faces == ("blue", "green", "red", "yellow", "black", "purple")
    assert layout.marks is not None
    assert len(layout.marks.centres) == 6
    assert len(layout.patches) == 11
