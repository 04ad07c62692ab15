"""Everything that Walisk says is said in both languages, in whole sentences and without an id."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.engine.scenario import _Run
from companion.engine.session import Person
from companion.engine.types import Event, Ruling
from companion.engine.yamlfile import Document
from companion.games.walisk import words
from companion.games.walisk.game import GAME
from companion.games.walisk.words.rulings import REFUSALS
from companion.table.speaker import Speaker
from tests.conformance import mutants
from tests.games.walisk.tables import board, mixed, table, walk
from tests.games.walisk.test_scenarios import FILES

REPO = Path(__file__).resolve().parents[3]
NAMES = ("Anna", "Ben", "Clara", "Dirk", "Emil", "Frida", "Gerd", "Hanna", "Ida", "Jan", "Kai", "Lena")
FALLBACK = "That is not possible now."


def speakers(on: str) -> list[Speaker]:
    people = [Person(n) for n in NAMES]
    return [Speaker("walisk", board(on), people, lang) for lang in ("en", "de")]


def said(text: str, english: bool) -> None:
    assert text.strip() == text
    assert text
    assert not re.search(r"  |\{|\}| [.,:]|[a-z]_[a-z]|!", text), text
    assert "bitte" not in text.lower()
    if english:
        assert text != FALLBACK


def all_told(speaker: Speaker, items: Iterator[tuple[str, Any]]) -> int:
    n = 0
    english = speaker.language == "en"
    for kind, value in items:
        told: str | None = {
            "pending": lambda v: speaker.pending([v]),
            "event": speaker.event,
            "ruling": speaker.ruling,
            "act": speaker.act,
            "score": speaker.score,
        }[kind](value)
        if told is None:
            continue
        n += 1
        if kind == "ruling" and value.rule.startswith("K-"):
            continue
        said(told, english)
    return n


def happenings(players: int, on: str, seed: int, most: int) -> Iterator[tuple[str, Any]]:
    """Duties, acts, events and refusals of a random game."""
    options = mixed(seed, hints=True)
    config, rng = table(players, on, **options), random.Random(seed)
    for s, act in walk(config, seed, most, talks=0.1):
        yield from (("pending", p) for p in GAME.pending(s))
        yield "act", act
        decision = GAME.decide(s, act)
        assert not isinstance(decision, Ruling)
        yield from (("event", e) for e in decision)
        if rng.random() < 0.2:
            yield from (("score", line) for row in GAME.score(s).rows for line in row.lines)
            for wrong in mutants(act, config):
                ruling = GAME.decide(s, wrong)
                if isinstance(ruling, Ruling):
                    yield "ruling", ruling


@pytest.mark.parametrize(("players", "on", "seed"), [(3, "small", 1), (4, "small", 2), (11, "house", 3)])
def test_random_games_are_told_in_both_languages(players: int, on: str, seed: int) -> None:
    for speaker in speakers(on):
        assert all_told(speaker, happenings(players, on, seed, 250)) > 400


def test_all_scenarios_are_told_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[str, Any]] = []
    decide = GAME.decide

    def listening(s: Any, act: Any, waived: frozenset[str] = frozenset()) -> Any:
        decision = decide(s, act, waived)
        heard.extend([("ruling", decision)] if isinstance(decision, Ruling) else [("event", e) for e in decision])
        heard.append(("act", act))
        return decision

    monkeypatch.setattr(GAME, "decide", listening)
    for path in FILES:
        doc = Document.read(path)
        if any((c.get("with") or {}).get("house") != "small" for c in doc.data["cases"]):
            continue
        run = _Run(GAME, doc)
        for i, case in enumerate(doc.data["cases"]):
            run.case(i, case)
    for speaker in speakers("small"):
        assert all_told(speaker, iter(heard)) > 700
    told = {value.rule for kind, value in heard if kind == "ruling"}
    assert len(told) > 75


def test_every_refusal_that_was_heard_has_a_sentence_of_its_own() -> None:
    assert FALLBACK not in {line for lines in REFUSALS.values() for line in lines}


def test_options_and_their_values_have_words() -> None:
    assert set(words.OPTIONS) == {o.name for o in GAME.options}
    assert {v for o in GAME.options for v in o.values if isinstance(v, str)} <= words.VALUES.keys()
    assert set(words.INPUTS) == {re.sub(r"(?<!^)(?=[A-Z])", "_", k.__name__).lower() for k in GAME.inputs}


def test_sentences_for_the_prompt_fit_two_lines() -> None:
    """With names and places of usual length a duty stays within 85 letters (two lines of the prompt)."""
    for speaker in speakers("house"):
        for kind, value in happenings(10, "house", 5, 200):
            if kind == "pending":
                told = speaker.pending([value])
                assert len(told) <= 100, told


def test_every_event_class_is_told_or_silent_on_purpose() -> None:
    from companion.games.walisk.words.events import LINES

    silent = {"DiceNoted", "OrderThrown", "GateThrown", "WaveBegan", "HordesAimed", "RukrDone", "TurnBegan",
              "TurnEnded", "MustersOpened", "MovementEnded", "VoyageDeclared", "Thrown", "LossChosen", "Stayed",
              "BattleGoesOn", "Confirmed"}  # fmt: skip
    assert {k.__name__ for k in GAME.events if k not in LINES} == silent
    assert all(issubclass(k, Event) for k in LINES)
    assert games
