"""A game told in lines, the score sheet with its reasons, and what the referee asks: in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion import i18n
from companion.engine.session import Person
from companion.engine.types import Ruling, facts
from companion.engine.words import Figure, Say, Term, Where, Who, count, say
from companion.table import tell
from companion.table.faults import problem
from companion.table.snapshot import DICE_DIFFER, DIE_FACE, OTHER_READING, WENT_BACK, WHICH_MOVE, Question
from companion.table.speaker import KERNEL, Speaker
from tests.games.hibernia.tables import START4, board, play, sit
from tests.table.looks import acts, told

PEOPLE = [Person("Anna"), Person("Ben"), Person("Clara"), Person("David")]


@pytest.fixture(params=["de", "en"])
def language(request: pytest.FixtureRequest) -> Any:
    i18n.use(request.param)
    yield request.param
    i18n.use("en")


def speaker(language: str) -> Speaker:
    return Speaker("hibernia", board(), PEOPLE, language)


def a_turn() -> Any:
    session = told(START4, ("- rolled faces=green",), ("A move county=tir_eoghain by=die",),
                   ("A move county=cairbre by=extra",))  # fmt: skip
    session.seat(PEOPLE)
    return session


# ---------------------------------------------------------------- account and sheet
def test_a_turn_is_told_line_by_line(language: str) -> None:
    lines = {
        "en": ["Anna rolls green", "Anna enters Tír Eoghain with 1 soldier", "Anna enters Cairbre with 2 soldiers",
               "Anna: 3 steps to 3"],
        "de": ["Anna würfelt grün", "Anna besetzt Tír Eoghain mit einem Soldaten",
               "Anna besetzt Cairbre mit 2 Soldaten", "Anna: 3 Schritte, jetzt bei 3"],
    }  # fmt: skip
    assert tell.account(a_turn()) == lines[language]


def test_the_sheet_gives_each_total_its_reasons_in_figures(language: str) -> None:
    first = {
        "en": "1. Anna: 3 (1 step on green, 1 step on red, 1 step on yellow)",
        "de": "1. Anna: 3 (1 Schritt auf Grün, 1 Schritt auf Rot, 1 Schritt auf Gelb)",
    }
    assert tell.sheet(a_turn()) == [first[language], "2. Ben: 0", "2. Clara: 0", "2. David: 0"]


def test_a_whole_game_is_told_without_ids(language: str) -> None:
    session = sit(None)
    session.seat(PEOPLE)
    list(play(session, 2))
    for line in (*tell.account(session), *tell.sheet(session)):
        assert not re.search(r"[{}!_]|None|HI-", line), line
    assert tell.sheet(session)[0].startswith("1. ")


# ---------------------------------------------------------------- questions and ways back
@pytest.mark.parametrize("kind", [WHICH_MOVE, OTHER_READING, WENT_BACK, DIE_FACE, DICE_DIFFER])
def test_each_question_says_who_is_asked_and_between_what(kind: str, language: str) -> None:
    session = told({**START4, "die": "green"})
    between = {
        "en": ("enter Tír Eoghain, with the die / muster with the die", "green / black"),
        "de": ("Tír Eoghain betreten, mit dem Würfel / ausheben mit dem Würfel", "grün / schwarz"),
    }[language]
    of_acts = (acts(session, "A move county=tir_eoghain by=die"), acts(session, "A muster by=die"))
    of_faces = (acts(session, "- rolled faces=green"), acts(session, "- rolled faces=black"))
    asked = i18n.gettext(tell.QUESTIONS[kind], "hibernia", language)
    assert language == "en" or asked != tell.QUESTIONS[kind]
    if kind == WENT_BACK:
        assert tell.question_line(speaker(language), Question("q1", kind, None, ()), 0) == asked
    elif kind in (DIE_FACE, DICE_DIFFER):
        line = tell.question_line(speaker(language), Question("q1", kind, None, of_faces, ("green", "black")), 1)
        assert line == f"{asked.format(name='Ben')} ({between[1]})"
    else:
        line = tell.question_line(speaker(language), Question("q1", kind, 0, of_acts), 1)
        assert line == f"{asked.format(name='Anna')} ({between[0]})"


# ---------------------------------------------------------------- the kernel's own rulings
FACTS: dict[str, dict[str, Any]] = {
    "K-STALE": {"seen": 2, "now": 4},
    "K-CONSENT": {"chains": 2},
    "K-CORRECT": {"line": 7, "rule": "HI-3.3"},
    "K-AMEND": {"problems": ("supply.A: expected a whole number, 0 or more, found -1",)},
    "K-WAIVE": {"rule": "HI-2.1"},
    "K-MALFORMED": {"problems": ("expected a seat", "found nothing")},
    "K-PLAYERS": {"players": 5, "allowed": (3, 4)},
    "K-OPTION": {"option": "pair_rule", "value": "never", "allowed": ("strict", "outcome")},
    "K-OPTION none": {"option": "x", "allowed": ("pair_rule", "hints")},
    "K-NOBODY": {"place": "D"},
    "K-DIE": {"face": "pink"},
    "K-DICE": {"n": 3},
    "K-DISK": {"fault": "No space left on device"},
}


@pytest.mark.parametrize("rule", KERNEL)
def test_a_ruling_of_the_kernel_is_one_sentence(rule: str, language: str) -> None:
    line = speaker(language).ruling(Ruling("illegal", rule, facts(**FACTS.get(rule, {}))))
    assert line.endswith((".", "?"))
    assert not re.search(r"[{}!]|bitte", line)
    assert rule not in line
    other = speaker("en" if language == "de" else "de").ruling(Ruling("illegal", rule, facts(**FACTS.get(rule, {}))))
    assert line != other


def test_what_is_wrong_with_a_position_is_told_in_german() -> None:
    told = {
        "marker: expected a seat of A B C, found 'D'": "marker: erwartet einen Platz von A B C, gefunden 'D'",
        "beer: expected at most 4, found 5": "beer: erwartet höchstens 4, gefunden 5",
        "passed: expected each seat once": "passed: erwartet jeden Platz einmal",
    }
    assert {text: problem(text, "de") for text in told} == told


# ---------------------------------------------------------------- fields
def test_fields_are_told_as_what_they_are() -> None:
    en, de = speaker("en"), speaker("de")
    assert (en.field(Who(1)), en.field(Who(None)), en.field(Who(7))) == ("Ben", "the table", "H")
    assert (de.field(Who(None)), de.field(Who(None, "neutral"))) == ("der Tisch", "neutral")
    assert (en.field(Where("mag_nai")), en.field(Where("track_7"))) == ("Mag nAí", "space 7 of the track")
    assert (en.field(Term("blue")), de.field(Term("blue"))) == ("blue", "blau")
    assert [en.field(n) for n in (0, 1, 2, 12, 13)] == ["0", "1", "two", "twelve", "13"]
    assert [de.field(Figure(n)) for n in (0, 2, 12)] == ["0", "2", "12"]
    assert en.field(("a", "b", Who(0))) == "a, b and Anna"
    assert de.field((Who(0), Who(1))) == "Anna und Ben"
    assert (en.field(()), en.field(("a",)), en.field("text")) == ("", "a", "text")


def test_a_sentence_that_depends_on_a_number() -> None:
    en = speaker("en")
    one, many = "{n} soldier in {county}", "{n} soldiers in {county}"
    assert en.tell(count(1, one, many, county=Where("mide"))) == "1 soldier in Mide"
    assert en.tell(count(3, one, many, county=Where("mide"))) == "three soldiers in Mide"
    assert en.tell(count(Figure(3), one, many, county=Where("mide"))) == "3 soldiers in Mide"
    assert en.tell(say("so: {inner}", inner=Say("{n}", {"n": 4}))) == "so: four"
