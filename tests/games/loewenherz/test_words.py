"""What the referee says about Löwenherz: in both languages, with names, and never a bare id."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion import i18n
from companion.engine.session import Person
from companion.engine.types import Ruling, ScoreLine
from companion.games.loewenherz import words
from companion.games.loewenherz.events import Dealt
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.score import LINE_RULES
from companion.games.loewenherz.state import TALLY
from companion.games.loewenherz.words.events import COUNTED
from companion.games.loewenherz.words.rulings import REASONS, REFUSALS, UNTIMELY
from companion.table.speaker import Speaker
from tests.conformance import mutants
from tests.games.loewenherz.players import play
from tests.games.loewenherz.tables import board, mixed_options, picker, table

PACKAGE = Path(words.__file__).parents[1]
PEOPLE = [Person("Anna"), Person("Ben"), Person("Clara"), Person("David")]
IDS = re.compile(r"\b[svh]\d+_\d+\b|LH-|\b(treasure|fief|place)_")
PLACEHOLDER = re.compile(r"{(\w+)}")


def speaker(language: str) -> Speaker:
    return Speaker("loewenherz", board(), PEOPLE, language)


def sentences(language: str) -> Iterator[str]:
    """Everything that is said in games of two, three and four, legal acts and refused ones."""
    told = speaker(language)
    for seed in range(6):
        options = {**mixed_options(seed), "setup": "variable" if seed % 3 == 0 else "basic"} if seed else {}
        config = table(2 + seed % 3, **options)
        for s, act in play(GAME.setup(config), picker(seed)):
            yield told.pending(GAME.pending(s))
            yield from (told.pending((p,)) for p in GAME.pending(s)[1:])
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
    assert len(said) > 800
    for line in said:
        assert not re.search(r"[{}!]|None|[a-z]_[a-z]", line), line
        assert not IDS.search(line), line
        assert line == line.strip()


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_reason_of_a_point_is_told(language: str) -> None:
    told = speaker(language)
    for label in (*TALLY, "silver"):
        assert told.score(ScoreLine(label, 3, LINE_RULES.get(label, "LH-3.3")))


@pytest.mark.parametrize(
    ("ducats", "english", "german"),
    [
        (0, "Anna pays Ben nothing", "Anna zahlt Ben nichts"),
        (1, "Anna pays Ben one ducat", "Anna zahlt einen Dukaten an Ben"),
        (4, "Anna pays Ben four ducats", "Anna zahlt vier Dukaten an Ben"),
    ],
)
def test_a_deal_for_nothing_names_no_number(ducats: int, english: str, german: str) -> None:
    deal = Dealt(0, 1, ducats, rules=("LH-4.2",))
    assert (speaker("en").event(deal), speaker("de").event(deal)) == (english, german)


def test_every_option_and_value_has_a_text() -> None:
    assert set(words.OPTIONS) == {o.name for o in GAME.options}
    values = {v for o in GAME.options for v in o.values if isinstance(v, str)}
    assert set(words.VALUES) == values


def test_pieces_and_places_of_the_board_have_a_name() -> None:
    assert {k.kind for k in board().pieces} <= set(words.PIECES)
    for space in board().spaces:
        assert speaker("de").place(space.id) not in ("", space.id, space.id.replace("_", " "))


def test_words_of_the_text_that_mean_the_same_are_told_as_one() -> None:
    """LH-R39: power track for both names of it, border for wall, duel only for the duel itself."""
    german = (i18n.po_path("de", "loewenherz")).read_text(encoding="utf-8")
    for other in ("Machtliste", "Mauer", "Machtprobe"):
        assert other not in german
    for word in ("Grenze", "Machtstein", "Duell"):
        assert word in german


# ---------------------------------------------------------------- the catalogue
@cache
def marked() -> frozenset[str]:
    """Every text that the game marks for translation."""
    found = set()
    for path in sorted((PACKAGE / "words").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "N_":
                text = node.args[0]
                assert isinstance(text, ast.Constant)
                assert isinstance(text.value, str)
                found.add(text.value)
    return frozenset(found)


def entries() -> dict[str, str]:
    """German by English, plural forms apart."""
    with i18n.po_path("de", "loewenherz").open("rb") as f:
        catalogue = read_po(f, locale="de")
    out: dict[str, str] = {}
    for m in catalogue:
        if isinstance(m.id, tuple):
            out |= dict(zip(m.id, m.string, strict=True))
        elif m.id:
            out[m.id] = str(m.string)
    return out


def test_the_german_catalogue_is_complete_and_holds_nothing_else() -> None:
    assert set(entries()) == set(marked())


def test_the_german_catalogue_keeps_placeholders_and_tone() -> None:
    for english, german in entries().items():
        assert german, english
        assert set(PLACEHOLDER.findall(german)) == set(PLACEHOLDER.findall(english)), english
        assert "!" not in german
        assert "bitte" not in german.lower()
        assert german.endswith(".") == english.endswith("."), english
        assert len(german) <= 150, german


def test_plural_forms_exist_for_every_number() -> None:
    told = speaker("de")
    for one, many in COUNTED.values():
        assert i18n.ngettext(one, many, 1, "loewenherz", "de") != one
        assert i18n.ngettext(one, many, 5, "loewenherz", "de") != many
    assert told.field(2) == "zwei"


def test_reasons_are_only_given_for_rules_of_the_book() -> None:
    import yaml

    book = yaml.safe_load((PACKAGE / "rulebook.yaml").read_text(encoding="utf-8"))
    assert {rule for rule, _ in REASONS} | set(REFUSALS) | set(UNTIMELY) <= set(book)
