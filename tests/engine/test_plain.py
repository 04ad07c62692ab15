"""Keys of a position: one declaration writes a value, reads it back, and names every fault."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from companion.engine.game import PositionError
from companion.engine.plain import (
    FLAG,
    NUMBER,
    SEAT,
    SEAT_MASK,
    SEATS,
    by_seat,
    key,
    listed,
    named,
    number,
    or_none,
    record,
    row,
    seat_or,
)
from companion.engine.positions import PositionReader
from companion.engine.slotted import slotted


@frozen
class World:
    players: int = 3


@slotted
class Cart:
    owner: int
    load: int
    name: int = -1


@slotted
class Table:
    round: int
    first: int
    silver: tuple[int, ...]
    marks: tuple[tuple[int, int], ...]
    carts: tuple[Cart, ...]
    asked: int
    ready: bool
    width: int
    height: int
    throws: tuple[tuple[int, int], ...]
    winners: tuple[int, ...]


CART = record(Cart, key("owner", SEAT), key("load", number(1, 9)), key("name", or_none(NUMBER), usual=-1, unless=-1))
TABLE = record(
    Table,
    key("round", number(1)),
    key("first", seat_or("-")),
    key("silver", by_seat(NUMBER, 0)),
    key("marks", by_seat(named(("red", "blue")), (0, 0), every=True)),
    key("carts", listed(CART, sorted)),
    key("asked", SEAT_MASK),
    key("ready", FLAG),
    key("size", row("width and height", NUMBER, NUMBER), "width", "height"),
    key("throws", listed(row("two dice", NUMBER, NUMBER))),
    key("winners", SEATS),
)
EMPTY = Table(1, -1, (0, 0, 0), ((0, 0),) * 3, (), 0, False, 4, 4, (), ())
FULL = Table(
    3, 1, (0, 7, 0), ((1, 2), (0, 0), (0, 5)), (Cart(0, 2), Cart(2, 5, 8)), 0b101, True, 6, 2, ((1, 6), (2, 2)), (2, 0)
)


def read(doc: dict[str, Any]) -> Table:
    reader = PositionReader(World(), doc, TABLE.names)
    found = TABLE.laid(EMPTY, TABLE.told(reader, "", doc))
    reader.finish()
    return found


def faults(doc: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(PositionError) as refused:
        read(doc)
    return {f.key: f.expected for f in refused.value.faults}


def test_what_is_written_reads_back_the_same() -> None:
    assert read(TABLE.write(World(), FULL)) == FULL


def test_usual_values_are_left_out_where_the_key_says_so() -> None:
    doc = TABLE.write(World(), FULL)
    assert doc["silver"] == {"B": 7}
    assert doc["marks"] == {"A": {"red": 1, "blue": 2}, "B": {"red": 0, "blue": 0}, "C": {"red": 0, "blue": 5}}
    assert doc["carts"] == [{"owner": "A", "load": 2}, {"owner": "C", "load": 5, "name": 8}]
    assert doc["size"] == [6, 2]


def test_a_key_that_is_left_out_keeps_what_lies_there() -> None:
    assert read({"round": 2, "marks": {"C": {"blue": 1}}}) == Table(
        2, -1, (0, 0, 0), ((0, 0), (0, 0), (0, 1)), (), 0, False, 4, 4, (), ()
    )


def test_every_fault_is_named_where_it_stands() -> None:
    doc = {
        "weather": "fine", "round": 0, "first": "Z", "silver": {"B": "much", "Q": 1}, "marks": {"A": {"green": 1}},
        "carts": [{"owner": "A"}, "none", {"owner": "B", "load": 3, "wheels": 4}], "asked": ["A", "Y"], "ready": 1,
        "size": [1], "throws": [[1, 2], 6], "winners": ["A", "A"],
    }  # fmt: skip
    found = faults(doc)
    assert {
        "weather", "round", "first", "silver.B", "silver.Q", "marks.A.green", "carts.0.load", "carts.1",
        "carts.2.wheels", "asked.1", "ready", "size", "throws.1", "winners",
    } <= set(found)  # fmt: skip
    assert (found["size"], found["throws.1"]) == ("width and height", "two dice")


def test_a_row_of_another_length_is_one_fault() -> None:
    assert faults({"throws": [["x"]]}) == {"throws.0": "two dice"}
