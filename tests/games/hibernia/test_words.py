"""What the referee says about Hibernia: in both languages, with names, and never a bare id."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from companion.engine.boards import board_from_mapping
from companion.engine.codec import Codec
from companion.engine.session import Person
from companion.engine.types import CHANCE, Ruling, ScoreLine
from companion.games.hibernia import events as ev
from companion.games.hibernia import words
from companion.games.hibernia.game import GAME
from companion.table.speaker import Speaker
from tests.conformance import mutants, walk
from tests.games.hibernia.tables import START4, board, sit, state, table

CODEC = Codec((*GAME.inputs, *CHANCE), GAME.events)
PEOPLE = [Person("Anna"), Person("Ben"), Person("Clara"), Person("David")]
IDS = {s.id for s in board().spaces if len(s.id) > 4}


def speaker(language: str) -> Speaker:
    return Speaker("hibernia", board(), PEOPLE, language)


def sentences(language: str) -> Iterator[str]:
    """Everything that is said in a game of four and one of three, legal acts and refused ones."""
    told = speaker(language)
    for players, options in ((4, {"hints": True, "advanced": True}), (3, {"extra_action": "optional"})):
        config = table(players, **options)
        for s, act in walk(GAME, config, random.Random(players).randrange):
            yield told.pending(GAME.pending(s))
            yield told.act(act)
            decision = GAME.decide(s, act)
            assert not isinstance(decision, Ruling)
            for e in decision:
                yield told.event(e) or ""
            for row in GAME.score(s).rows:
                yield from (told.score(line) for line in row.lines)
            for bad in mutants(act, config):
                ruling = GAME.decide(s, bad)
                if isinstance(ruling, Ruling):
                    yield told.ruling(ruling)


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_sentence_shows_an_id_a_placeholder_or_an_exclamation_mark(language: str) -> None:
    said = set(sentences(language))
    assert len(said) > 300
    for line in said:
        assert not re.search(r"[{}!]|None|[a-z]_[a-z]|HI-", line), line
        assert not IDS & set(re.split(r"[^a-z_]+", line)), line
        assert line == line.strip()


def test_both_languages_say_something_else() -> None:
    german, english = list(sentences("de")), list(sentences("en"))
    assert len(german) == len(english)
    for de, en in zip(german, english, strict=True):
        assert de != en or not de or de.startswith("Anna in ")


def said(given: dict[str, object], line: str, language: str = "en") -> list[str]:
    """What the log tells of an act, or why it is refused."""
    session = sit(given)
    result = session.submit([CODEC.parse(line)], "tap")
    told = speaker(language)
    if isinstance(result, Ruling):
        return [told.ruling(result)]
    return [t for e in result.events if (t := told.event(e)) is not None]


A_GREEN = {**START4, "die": "green"}
SHORT = {
    "turn": "B", "die": "yellow", "supply": {"B": 1},
    "counties": {"osraige": {"B": 3}, "eile": {"B": 2}, "desmumu": {"B": 1}},
}  # fmt: skip


@pytest.mark.parametrize(
    ("given", "act", "english", "german"),
    [
        (START4, "- rolled faces=green", ["Anna rolls green"], ["Anna würfelt grün"]),
        (A_GREEN, "A move county=tir_eoghain by=die",
         ["Anna enters Tír Eoghain with 1 soldier"], ["Anna besetzt Tír Eoghain mit einem Soldaten"]),
        (A_GREEN, "A muster by=die",
         ["Anna musters 3 soldiers; halves: Ben 1"], ["Anna hebt 3 Soldaten aus; die Hälfte: Ben 1"]),
        (A_GREEN, "A move county=caisel by=extra",
         ["Anna cannot move into Caisel: Anna owns no neighbour of it."],
         ["Anna kann Caisel nicht betreten: Anna besitzt dort keine Nachbargrafschaft."]),
        (A_GREEN, "B muster by=die",
         ["Ben is not on turn: now Anna acts."], ["Ben ist nicht am Zug: Jetzt handelt Anna."]),
        (SHORT, "B move county=caisel by=die",
         ["Ben must place exactly three soldiers in Caisel, not 1."],
         ["Ben muss genau drei Soldaten in Caisel einsetzen, nicht 1."]),
        ({**SHORT, "supply": {"B": 0}, "counties": {"osraige": {"B": 1}, "eile": {"B": 2}, "desmumu": {"B": 1}}},
         "B move county=caisel by=die",
         ["Ben cannot move into Caisel: it takes three soldiers, and only one can be used."],
         ["Ben kann Caisel nicht betreten: Nötig sind drei Soldaten, einsetzbar ist nur einer."]),
        (SHORT, "B move county=caisel by=die sources=eile:2",
         ["Ben cannot take these soldiers from Éile: every county must keep one."],
         ["Éile gibt Ben diese Soldaten nicht: Jede Grafschaft behält mindestens einen."]),
        (SHORT, "B move county=caisel by=luck",
         ["An action is done with the die or as the extra action."],
         ["Eine Aktion geschieht mit dem Würfel oder als Extraaktion."]),
        ({**START4, "die": "black", "owed": ["extra"]}, "A muster by=extra",
         ["Anna musters 3 soldiers; halves: Ben 1", "Anna: 1 step to 1"],
         ["Anna hebt 3 Soldaten aus; die Hälfte: Ben 1", "Anna: 1 Schritt, jetzt bei 1"]),
    ],
)  # fmt: skip
def test_an_act_is_told(given: dict[str, object], act: str, english: list[str], german: list[str]) -> None:
    assert said(given, act) == english
    assert said(given, act, "de") == german


@pytest.mark.parametrize(
    ("act", "english", "german"),
    [
        ("A move county=umall by=die", "enter Umall, with the die", "Umall betreten, mit dem Würfel"),
        ("A move county=umall by=extra", "enter Umall, as the extra action", "Umall betreten, als Extraaktion"),
        ("A move county=caisel by=die sources=eile:1,osraige:2",
         "enter Caisel, with the die, 1 from Éile and 2 from Osraige",
         "Caisel betreten, mit dem Würfel, Éile gibt 1 und Osraige gibt 2"),
        ("A muster by=extra", "muster as the extra action", "ausheben als Extraaktion"),
        ("A rest", "leave the extra action", "die Extraaktion auslassen"),
        ("- rolled faces=black", "black", "schwarz"),
        ("- rolled faces=C", "Clara begins", "Clara beginnt"),
        ("- rolled faces=deisi,brega,tir_chonaill",
         "Fortresses: Anna in Déisi, Ben in Brega and Clara in Tír Chonaill",
         "Festungen: Anna hat Déisi, Ben hat Brega und Clara hat Tír Chonaill"),
    ],
)  # fmt: skip
def test_a_candidate_is_named(act: str, english: str, german: str) -> None:
    assert speaker("en").act(CODEC.parse(act)) == english
    assert speaker("de").act(CODEC.parse(act)) == german


@pytest.mark.parametrize(
    ("space", "english", "german"),
    [
        ("track_7", "space 7 of the track", "Feld 7 der Wertungsleiste"),
        ("track_0", "the start space", "Startfeld"),
        ("shield", "the shield", "Schild"),
        ("tray", "the dice tray", "Würfelschale"),
        ("mag_nai", "Mag nAí", "Mag nAí"),
    ],
)
def test_a_place_is_told_by_its_name_or_what_it_is(space: str, english: str, german: str) -> None:
    assert speaker("en").place(space) == english
    assert speaker("de").place(space) == german


def test_a_county_without_a_name_is_told_by_its_colour() -> None:
    spaces = [{k: v for k, v in s.items() if k != "name"} for s in board().doc["spaces"]]
    nameless = board_from_mapping({**board().doc, "spaces": spaces}, "nameless.yaml")
    assert Speaker("hibernia", nameless, PEOPLE, "en").place("mag_nai") == "a red county"


def test_points_are_counted_in_figures() -> None:
    assert speaker("en").score(ScoreLine("blue", 13, "HI-6.2")) == "13 steps on blue"
    assert speaker("en").score(ScoreLine("red", 12, "HI-6.2")) == "12 steps on red"
    assert speaker("de").score(ScoreLine("joker", 2, "HI-6.5")) == "2 Schritte extra"


def test_a_seat_without_a_person_goes_by_its_letter() -> None:
    event = ev.StarterDrawn(2, rules=("HI-1.5",))
    assert Speaker("hibernia", board(), [], "en").event(event) == "C begins"


def test_every_option_and_value_has_a_name() -> None:
    for option in GAME.options:
        assert option.name in words.OPTIONS
    assert words.pending_line(GAME.pending(state(START4))[0]).msgid == "{seat} rolls the die."
