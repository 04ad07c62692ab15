"""Declared values read from a document: what does not fit is told with line, key and what was expected, all at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import pytest
from attrs import frozen

from companion.engine.checked import Count, Faults, Some, Sourced, Text
from companion.engine.yamlfile import DataError, Document


@frozen
class Card:
    id: Text
    colour: Literal["red", "blue"]
    cost: Sourced[Some]
    from_: str | None = None
    steps: tuple[Count, ...] = ()
    rare: bool = False
    size: float = 1.0


SOUND = """cards:
- {id: a, colour: red, cost: {value: 2, origin: known}}
- {id: b, colour: blue, cost: {value: 1, origin: house}, from: sea, steps: [1, 2], rare: true, size: 2}
names: {a: Anna}
"""


def told(old: str, new: str, kind: Any = tuple[Card, ...], *path: str | int) -> tuple[Any, list[str]]:
    assert old in SOUND
    r = Faults(Document(SOUND.replace(old, new), "x.yaml"))
    value = r.read(kind, *(path or ("cards",)))
    return value, [str(f) for f in r.faults]


def test_a_sound_file_is_its_values() -> None:
    first, second = told("Anna", "Bea")[0]
    assert (first.cost.value, first.cost.origin, first.steps) == (2, "known", ())
    assert (second.from_, second.steps, second.rare, second.size) == ("sea", (1, 2), True, 2.0)
    assert told("Anna", "Bea", Mapping[str, Text], "names") == ({"a": "Bea"}, [])
    assert told("a: Anna", "1: Bea", Mapping[str, Text], "names") == ({"1": "Bea"}, [])
    assert told("Anna", "Bea", Count, "cards", 1, "steps", 1) == (2, [])


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("id: b, ", "", "3: cards.1.id: expected a text"),
        ("id: b, ", "id: '', ", "3: cards.1.id: expected a text"),
        ("colour: blue", "colour: pink", "3: cards.1.colour: expected one of red, blue, found pink"),
        ("value: 1", "value: 0", "3: cards.1.cost.value: expected a whole number, 1 or more, found 0"),
        ("value: 1", "value: true", "3: cards.1.cost.value: expected a whole number, 1 or more, found True"),
        ("origin: house", "origin: S9", "3: cards.1.cost.origin: expected one of known, S1, house, found S9"),
        ("{value: 1, origin: house}", "7", "3: cards.1.cost: expected a mapping, found 7"),
        ("from: sea", "from: 3", "3: cards.1.from: expected a text, found 3"),
        ("from: sea", "form: sea", "3: cards.1.form: expected one of colour, cost, from, id, rare, size, steps"),
        ("[1, 2]", "[1, x]", "3: cards.1.steps.1: expected a whole number, 0 or more, found x"),
        ("[1, 2]", "ab", "3: cards.1.steps: expected a list, found ab"),
        ("rare: true", "rare: 1", "3: cards.1.rare: expected true or false, found 1"),
        ("size: 2", "size: big", "3: cards.1.size: expected a number, found big"),
    ],
)
def test_a_fault_is_told_with_line_and_key(old: str, new: str, fault: str) -> None:
    value, faults = told(old, new)
    assert [f.startswith(f"x.yaml:{fault}") for f in faults] == [True], faults
    assert [type(c) for c in value] == [Card, Card]  # something harmless stands in for what does not fit


def test_all_faults_are_told_at_once() -> None:
    r = Faults(Document("cards: [{}, 3, {id: a, colour: red, cost: {}, x: 1}]\nnames: {a: 1, 2: b}", "x.yaml"))
    r.read(tuple[Card, ...], "cards")
    r.read(Mapping[str, Text], "names")
    r.read(Count, "rounds")
    r.once(["a", "b", "a"], "cards")
    with pytest.raises(DataError) as refused:
        r.done()
    assert sorted(f.key for f in refused.value.faults) == [
        "cards.0.colour", "cards.0.cost", "cards.0.id", "cards.1", "cards.2.cost.origin", "cards.2.cost.value",
        "cards.2.id", "cards.2.x", "names.a", "rounds",
    ]  # fmt: skip


def test_a_document_that_is_no_mapping_is_refused() -> None:
    with pytest.raises(DataError, match=r"x\.yaml:1: expected a mapping, found 7"):
        Faults(Document("7", "x.yaml"))
