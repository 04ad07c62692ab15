"""Sentences about things whose fields bear the names in the text."""

from __future__ import annotations

from attrs import frozen

from companion.engine.types import Over
from companion.engine.words import Figure, Say, Telling, Where, Who, by_kind, numbers, say, victory


@frozen
class Moved:
    seat: int
    field: str
    men: int
    how: str = "fast"


tell = Telling(seat=Who, field=Where, n=Figure)


def test_a_text_takes_the_fields_that_it_names_each_told_in_its_way() -> None:
    assert tell("{seat} goes to {field}")(Moved(1, "F2", 3)) == say(
        "{seat} goes to {field}", seat=Who(1), field=Where("F2")
    )
    assert tell("{how}")(Moved(1, "F2", 3)) == say("{how}", how="fast")


def test_a_number_may_be_called_otherwise_and_have_a_plural() -> None:
    line = tell("{seat} moves one", "{seat} moves {n}", n="men")(Moved(0, "F1", 4))
    assert line == Say("{seat} moves one", {"seat": Who(0), "n": 4}, "{seat} moves {n}")
    assert isinstance(line.fields["n"], Figure)


def test_facts_are_told_by_their_names() -> None:
    assert tell.known({"seat": 2, "why": "time"}) == {"seat": Who(2), "why": "time"}


def test_what_has_no_line_is_not_told() -> None:
    line = by_kind({Moved: tell("{seat} moves")})
    assert line(Moved(0, "F1", 1)) == say("{seat} moves", seat=Who(0))
    assert line(Over("X", ())) is None


def test_a_victory_is_alone_or_shared() -> None:
    assert victory(Over("X", (1,))) == say("{seat} wins.", seat=Who(1))
    assert victory(Over("X", (0, 1))).fields["seats"] == (Who(0), Who(1))
    assert numbers((3, 0))[1] == say("{seat} {n}", seat=Who(1), n=Figure(0))
