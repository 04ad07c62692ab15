"""One codec for all texts: what is written reads back, what is none becomes a Ruling."""

from __future__ import annotations

import json
import string
from typing import Any, Literal

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.codec import Codec, CodecError, plain, structure, tagged, text
from companion.engine.types import CHANCE, Event, Input, Notice, Rolled, Ruling, Shuffled, facts
from companion.games.hibernia.events import Moved
from companion.games.hibernia.game import GAME
from companion.games.hibernia.inputs import Move


@frozen
class Leg:
    """A part of an act, as some games have them."""

    start: str
    end: str
    n: int


@frozen
class Ride(Input):
    """An act with every kind of field that a text can hold."""

    horse: str
    legs: tuple[Leg, ...]
    pairs: tuple[tuple[str, int], ...] = ()
    fast: bool = False
    to: str | None = None
    over: int | None = None
    gait: Literal["trot", "walk"] = "walk"
    point: tuple[int, int] = (0, 0)
    notes: tuple[str, ...] = ()


@frozen
class Rode(Event):
    horse: str
    n: int = 1


CODEC = Codec((Ride, *CHANCE), (Rode, Notice))
HIBERNIA = Codec((*GAME.inputs, *CHANCE), GAME.events)
WORD = st.text(string.ascii_lowercase + string.digits + "_", min_size=1, max_size=6).filter(
    lambda w: w not in ("none", "yes", "no") and not w.isdigit()
)
SEAT = st.none() | st.integers(0, 25)
RIDES = st.builds(
    Ride,
    seat=SEAT,
    horse=WORD,
    legs=st.lists(st.builds(Leg, WORD, WORD, st.integers(-9, 99)), max_size=3).map(tuple),
    pairs=st.lists(st.tuples(WORD, st.integers(0, 9)), max_size=3).map(tuple),
    fast=st.booleans(),
    to=st.none() | WORD,
    over=st.none() | st.integers(-9, 9),
    gait=st.sampled_from(["trot", "walk"]),
    point=st.tuples(st.integers(-5, 5), st.integers(-5, 5)),
    notes=st.lists(WORD, max_size=3).map(tuple),
)
ROLLS = st.builds(Rolled, seat=SEAT, faces=st.lists(WORD, max_size=4).map(tuple))
PILES = st.builds(Shuffled, seat=SEAT, pile=WORD, order=st.lists(WORD, max_size=4).map(tuple))
MOVES = st.builds(
    Move, seat=SEAT, county=WORD, by=WORD, sources=st.dictionaries(WORD, st.integers(1, 9), max_size=3).map(
        lambda d: tuple(d.items())
    )
)  # fmt: skip


@given(RIDES | ROLLS | PILES)
@settings(max_examples=200, deadline=None)
def test_an_input_reads_back_from_its_line_and_from_its_data(act: Input) -> None:
    assert CODEC.parse(text(act)) == act
    assert CODEC.input_from(json.loads(json.dumps(tagged(act)))) == act
    assert CODEC.read(text(act)) == act


@given(MOVES)
@settings(max_examples=100, deadline=None)
def test_sources_told_in_any_order_are_the_same_move(act: Move) -> None:
    assert HIBERNIA.parse(text(act)) == act
    turned = Move(act.seat, act.county, act.by, tuple(reversed(act.sources)))
    assert turned == act
    assert hash(turned) == hash(act)


@given(
    st.builds(Rode, horse=WORD, n=st.integers(), rules=st.just(("X-1",)), audience=st.sampled_from([None, (), (1,)]))
)
@settings(max_examples=50, deadline=None)
def test_an_event_reads_back_with_rules_and_audience(event: Rode) -> None:
    assert CODEC.event_from(json.loads(json.dumps(tagged(event)))) == event


def test_a_line_reads_like_the_rulebook() -> None:
    act = Move(1, "caisel", "die", (("osraige", 1), ("eile", 1)))
    assert text(act) == "B move county=caisel by=die sources=eile:1,osraige:1"
    assert text(Rolled(None, ("red",))) == "- rolled faces=red"
    assert tagged(act) == {
        "is": "move", "seat": 1, "county": "caisel", "by": "die", "sources": [["eile", 1], ["osraige", 1]],
    }  # fmt: skip


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 30) | st.floats(allow_nan=False) | st.text(max_size=8) | WORD,
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["is", "seat", "county", "by", "sources", "faces"]) | WORD, inner, max_size=4),
    max_leaves=8,
)


@given(JSON)
@settings(max_examples=300, deadline=None)
def test_whatever_comes_is_an_input_or_a_ruling_and_never_an_exception(value: Any) -> None:
    for data in (value, {"is": "move", "seat": 0, "county": value, "by": "die"}, {"is": value}):
        read = HIBERNIA.read(data)
        assert isinstance(read, Input | Ruling)
        if isinstance(read, Ruling):
            assert (read.kind, read.rule, read.waivable) == ("malformed", "K-MALFORMED", False)
            assert read.fact("problems")


@given(st.text(max_size=40) | st.lists(WORD | st.sampled_from(["A", "move", "county=x", "by=die", "="])).map(" ".join))
@settings(max_examples=200, deadline=None)
def test_whatever_line_comes_is_an_input_or_a_ruling(line: str) -> None:
    assert isinstance(HIBERNIA.read(line), Input | Ruling)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "a seat"),
        ("muster by=die", "a seat"),
        ("AB muster by=die", "a seat"),  # two letters are no seat
        ("a muster by=die", "a seat"),
        ("A", "a seat"),
        ("A fly county=x", "expected one of move, muster, rest"),
        ("A move county=x", "missing: 'by'"),
        ("A move county=x by=die speed=3", "county=... by=... sources=..."),
        ("A move county=x by=die seat=B", "county=... by=... sources=..."),
        ("A move county=x by=die county=y", "county=... once"),
        ("A move county=x by=die sources=eile", "expected 2 values"),
        ("A move county=x by=die sources=eile:two", "a whole number"),
        ("A move county", "county=..."),
    ],
)
def test_a_line_that_is_none_says_what_was_expected(line: str, problem: str) -> None:
    with pytest.raises(CodecError) as refused:
        HIBERNIA.parse(line)
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("A ride horse=bay legs=a:b", "start:end:n"),
        ("A ride horse=bay legs= fast=maybe", "yes or no"),
        ("A ride horse=bay legs= point=1", "expected 2 values"),
        ("A ride horse=bay legs= gait=gallop", "gallop"),
    ],
)
def test_each_kind_of_field_says_what_it_takes(line: str, problem: str) -> None:
    with pytest.raises(CodecError) as refused:
        CODEC.parse(line)
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"is": "rode", "horse": "bay", "n": True, "rules": []}, "expected int, found True"),
        ({"is": "rode", "horse": 7, "rules": []}, "expected str, found 7"),
        ({"is": "rode", "horse": "bay", "rules": [], "colour": "red"}, "colour"),
        ({"is": "rode", "rules": []}, "missing: 'horse'"),
        ({"is": ["rode"]}, "expected one of rode, notice"),
        ("rode", "expected one of rode, notice"),
    ],
)
def test_data_are_checked_strictly(data: Any, problem: str) -> None:
    with pytest.raises(CodecError) as refused:
        CODEC.event_from(data)
    assert problem in str(refused.value)


def test_every_problem_is_named_at_once() -> None:
    with pytest.raises(CodecError) as refused:
        structure({"county": 3, "by": "die"}, Move)
    assert len(refused.value.problems) == 2


def test_facts_keep_their_tuples_through_data() -> None:
    notice = Notice("tie", facts(seats=(0, 1), owed=("die", ("x",))), rules=("HI-7.5",))
    again = CODEC.event_from(json.loads(json.dumps(tagged(notice))))
    assert again == notice
    assert plain(notice)["facts"] == [["owed", ["die", ["x"]]], ["seats", [0, 1]]]


def test_an_input_is_described_for_people() -> None:
    assert HIBERNIA.describe()["move"] == {"county": "text", "by": "text", "sources": "list of text:number"}
    assert CODEC.describe()["ride"] == {
        "horse": "text", "legs": "list of Leg", "pairs": "list of text:number", "fast": "yes or no",
        "to": "text or none", "over": "number or none", "gait": "trot or walk", "point": "number:number",
        "notes": "list of text",
    }  # fmt: skip


def test_a_default_is_left_out_of_events_too() -> None:
    moved = Moved(0, "ulaid", "die", 1, 1, (), -1, 0, 0, 0, 1, rules=("HI-3.10",))
    assert "audience" not in tagged(moved)
