"""Words: every sentence in both languages, by the rules of wording, with nothing left open and no id in it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.pofile import read_po

from companion import i18n
from companion.engine.session import Person
from companion.engine.types import Event, Notice, Ruling
from companion.games.brian_boru import words
from companion.games.brian_boru.box import COLOURS
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.info import OPTIONS
from companion.games.brian_boru.words.names import DIRECTIONS
from companion.games.brian_boru.words.rulings import REFUSALS
from companion.table.speaker import Speaker
from tests.conformance import mutants

from .tables import MIXES, PLAYERS, board, picker, random_play, table

FOLDER = Path(words.__file__).parents[1]
PEOPLE = tuple(Person(n) for n in ("Deirdre", "Kate", "Georgios", "Peer", "Aisling"))
IDS = re.compile(r"\b([NUBSDCLM]\d+|region_\w|claim_\w|BB-\S+|[a-z]+_[a-z_]+)\b")


@cache
def texts() -> frozenset[str]:
    """All texts marked for the catalogue in the words modules."""
    found = set()
    for path in (FOLDER / "words").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_":
                found.add(ast.literal_eval(node.args[0]))
    return frozenset(found)


@cache
def german() -> Any:
    with i18n.po_path("de", "brian_boru").open("rb") as f:
        return read_po(f, locale="de")


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_the_catalogue_is_complete() -> None:
    known = {part for m in german() if m.id for part in (m.id if isinstance(m.id, tuple) else (m.id,))}
    assert texts() == known


def test_translations_keep_their_fields_and_the_rules_of_wording() -> None:
    for m in german():
        if not m.id:
            continue
        ids = m.id if isinstance(m.id, tuple) else (m.id,)
        told = m.string if isinstance(m.string, tuple) else (m.string,)
        assert all(told), m.id
        for text in (*ids, *told):
            assert "!" not in text
            assert "bitte" not in text.lower()
            assert not re.search(r"[.?] \S", text), f"one sentence: {text}"
            assert not IDS.search(re.sub(r"{\w+}", "", text)), text
        for source, text in zip(ids, told, strict=True):
            assert placeholders(text) <= placeholders(ids[-1]), m.id
            assert len(ids) > 1 or placeholders(text) == placeholders(source), m.id
            assert text.endswith(tuple(".?")) == source.endswith(tuple(".?")), m.id


def speakers() -> list[Speaker]:
    return [Speaker("brian_boru", board(), PEOPLE, lang) for lang in ("en", "de")]


def check(said: str, most: int = 260) -> None:
    assert said
    assert not re.search(r"[{}]|None|True|False", said), said
    assert not IDS.search(said), said
    assert len(said) <= most, said


@pytest.mark.parametrize("players", PLAYERS)
def test_whole_games_are_told(players: int) -> None:
    """Duties fit two lines; events, refusals, acts and score lines are whole sentences in both languages."""
    told: set[type[Event]] = set()
    for seed, mix in enumerate(MIXES[:4]):
        config, pick = table(players, **mix), picker(seed)
        for n, (s, act) in enumerate(random_play(config, seed)):
            for speaker in speakers():
                check(speaker.pending(GAME.pending(s)), 92)
                check(speaker.act(act), 100)
                decision = GAME.decide(s, act)
                assert not isinstance(decision, Ruling)
                for e in decision:
                    line = speaker.event(e)
                    told |= {type(e)} if line else set()
                    if line is not None:
                        check(line)
                if n % 5 == 0:
                    for row in GAME.score(s).rows:
                        for score in row.lines:
                            check(speaker.score(score), 60)
                    for mutant in mutants(act, config):
                        ruling = GAME.decide(s, mutant)
                        if isinstance(ruling, Ruling):
                            check(speaker.ruling(ruling), 150)
                            why = (ruling.rule, ruling.fact("why"))
                            assert ruling.rule in ("K-MALFORMED", "BB-6.3") or why in REFUSALS
        assert pick is not None
    assert len(told) > 30


def test_every_reason_in_the_rules_has_its_sentence() -> None:
    """What the guards may say, read from their source, and nothing more."""
    named = set()
    for path in (FOLDER / "rules").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                named.add(node.value)
    for rule, why in REFUSALS:
        assert why in named, (rule, why)
        assert rule in named, (rule, why)


def test_places_are_told_by_region_colour_and_direction() -> None:
    """No two towns of the house board sound alike, and none sounds like its id."""
    english, deutsch = speakers()
    assert english.place("N4") == "the red town in the south-east of Northern Uí Néill"
    assert deutsch.place("N4") == "die rote Stadt im Südosten von Northern Uí Néill"
    assert deutsch.place("L3") == "die gelbe Stadt in der Mitte von Leinster"
    assert deutsch.place("battle_area") == "der Kampfbereich"
    assert deutsch.place("marriage_4") == "Feld 4 der Hochzeitsleiste"
    assert deutsch.place("score_10") == "Feld 10 der Punkteleiste"
    assert deutsch.place("claim_M") == "das Feld des Machtmarkers von Munster"
    assert deutsch.place("above") == "der Platz über dem Plan"
    for speaker in (english, deutsch):
        names = [speaker.place(s.id) for s in board().spaces if s.kind == "town"]
        assert len(set(names)) == len(names) == 53
    for space in board().spaces:
        if space.kind == "town":
            assert space.ink in COLOURS
            assert space.tags["where"] in DIRECTIONS


def test_options_have_titles_and_values() -> None:
    for option in OPTIONS:
        assert words.OPTIONS[option.name] in texts()
        for value in option.values:
            assert isinstance(value, bool | int) or words.VALUES[value] in texts()


def test_notices_are_told() -> None:
    english, deutsch = speakers()
    stock = Notice("stock", (("box", 30), ("kind", "raider"), ("n", 32), ("seat", -1)), rules=("BB-1.1",))
    assert english.event(stock) == "The box holds only 30 raiders: use substitutes, there is no limit."
    for kind, name in (("raider", "Wikinger"), ("coin", "Münzen"), ("renown", "Ansehensmarker"), ("disc", "Scheiben")):
        stock = Notice("stock", (("box", 14), ("kind", kind), ("n", 32), ("seat", -1)), rules=("BB-1.1",))
        assert f"nur 14 {name}:" in (deutsch.event(stock) or "")
    wasted = Notice("wasted", (("n", 1), ("seat", 1)), rules=("BB-7.11",))
    assert deutsch.event(wasted) == "Kate käme auch ohne Zukauf auf dasselbe Feld."
    fleet = Notice("odd_fleet", (("least", 9), ("most", 14), ("n", 8)), rules=("BB-4.1",))
    assert english.event(fleet) == "The Viking card shows 8, usually it is 9 to 14: is that right?"


def test_the_example_of_the_rulebook_in_german() -> None:
    """The sentence of the action, as the table reads it."""
    from companion.engine.types import Choose, facts

    deutsch = speakers()[1]
    actions = (("secondary1", ("K", "K", "K", "E")), ("secondary2", ("v", "v")))
    owed = Choose("BB-6.7", (1,), ("act",), facts=facts(seat=1, actions=actions))
    assert deutsch.pending((owed,)) == "Kate nimmt drei Münzen und darf ausdehnen oder nimmt zwei Wikinger."
