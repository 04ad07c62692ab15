"""A rule is found by the words people remember of it, in both languages, in every game."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.table.rulesearch import found, plain
from companion.table.speaker import rulebook


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("name", GAMES)
def test_a_third_of_the_rules_are_found_by_title_and_number(name: str, lang: str) -> None:
    book = rulebook(name)
    assert len(book) > 20
    for number, entry in sorted(book.items())[::3]:
        assert number in found(book, entry["title"][lang], lang, most=len(book)), entry["title"][lang]
        assert found(book, number, lang)[0].startswith(number.split(".")[0])


def test_umlauts_may_be_typed_in_every_way() -> None:
    book = {
        "X-1": {
            "title": {"de": "Würfel"},
            "section": {"de": "Bewegung"},
            "text": {"de": "Der König zieht über die Brücke."},
        }
    }
    for query in ("Würfel", "wurfel", "WUERFEL", "brucke", "könig brü", "bewegung würf", "x-1"):
        assert found(book, query, "de") == ("X-1",), query
    for query in ("", "   ", "Ritter", "würfel ritter"):
        assert found(book, query, "de") == (), query


def test_a_title_counts_more_than_a_text() -> None:
    entry = {"section": {"en": "Play"}, "text": {"en": "the die is rolled"}}
    book = {"A": {**entry, "title": {"en": "Moving"}}, "B": {**entry, "title": {"en": "The die"}}}
    assert found(book, "die", "en") == ("B", "A")
    assert plain("Čłä") == "cłae"
