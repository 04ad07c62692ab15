"""Whoever registers a game brings everything that goes with one: the registry fails until it is all there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from companion import i18n
from companion.engine.boards import ROOT, house_board
from companion.engine.game import allowed
from companion.engine.yamlfile import Document
from companion.games import GAMES, game, in_order
from companion.table.speaker import rulebook
from tests.games import golden
from tests.test_arrows import LAYERS, layer

REPO = Path(__file__).resolve().parents[2]
WAYS = ("event", "notice", "refusal", "duty", "score", "load", "scenario", "breach", "claim")
LANGUAGES = ("de", "en")

each_game = pytest.mark.parametrize("name", GAMES)


def marked(*files: Path) -> set[str]:
    """Every text marked with N_ in these files."""
    found = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_":
                assert isinstance(node.args[0], ast.Constant), f"{file}:{node.lineno}"
                found.add(str(node.args[0].value))
    return found


def core(name: str) -> list[Path]:
    """A game's own modules; those of a higher layer (screen, capture, style, demo) speak as the app does."""
    return [f for f in sorted((REPO / "companion" / "games" / name).rglob("*.py")) if layer(module(f)) == LAYERS[1]]


def module(file: Path) -> str:
    return ".".join(file.relative_to(REPO).with_suffix("").parts)


def german(domain: str) -> list[Message]:
    with i18n.po_path("de", domain).open("rb") as f:
        return [m for m in read_po(f, locale="de") if m.id]


def forms(m: Message) -> list[tuple[str, str]]:
    """English and German of a message, form by form."""
    if isinstance(m.id, str):
        return [(m.id, str(m.string))]
    return [(m.id[0], m.string[0]), (m.id[-1], m.string[1])]


def check_catalogue(domain: str, *files: Path, beside: str = "") -> None:
    """Complete (with the catalogue beside it), nothing left over, placeholders equal, in the wording of the house."""
    pairs = [pair for m in german(domain) for pair in forms(m)]
    others = [pair for m in german(beside) for pair in forms(m)] if beside else []
    assert marked(*files) - {en for en, de in (*pairs, *others) if de} == set(), "not translated"
    assert {en for en, _ in pairs} - marked(*files) == set(), "left over"
    ones = {m.id[0] for m in german(domain) if not isinstance(m.id, str)}
    for en, de in pairs:
        told = en.replace("{n}", "") if en in ones and "{n}" not in de else en  # the singular may say "ein"
        assert sorted(re.findall(r"{\w*}", told)) == sorted(re.findall(r"{\w*}", de)), en
        assert "!" not in en + de
        assert "bitte" not in de.lower()
        assert not re.search(r"[a-z]_[a-z]", en + de.replace("{", "").replace("}", "")), en


@each_game
def test_a_game_has_an_identity_and_options_with_defaults_that_are_allowed(name: str) -> None:
    found = game(name)
    assert (found.id, len(found.players) > 0, found.version >= 1) == (name, True, True)
    assert all(allowed(o, o.default) for o in found.options)
    assert len({o.name for o in found.options}) == len(found.options)


@each_game
def test_a_game_has_scenarios(name: str) -> None:
    files = sorted((REPO / "tests" / "scenarios" / name).glob("*.yaml"))
    assert files
    ids = [Document.read(f).data["id"] for f in files]
    assert len(set(ids)) == len(ids)


@each_game
def test_a_game_has_golden_playthroughs(name: str) -> None:
    files = [f for f in (golden.HERE / name / "golden").glob("*.*") if f.stat().st_size]
    assert len(files) >= min(2, len(game(name).players))


@each_game
def test_a_game_has_a_house_board_that_says_what_it_is(name: str) -> None:
    board = house_board(name)
    assert (board.game, board.source) == (name, "house")
    assert (ROOT / name / "house.yaml").is_file()


@each_game
def test_a_game_has_a_rulebook_in_both_languages(name: str) -> None:
    book = rulebook(name)
    assert book
    for rule, entry in book.items():
        assert rule.startswith(game(name).prefix + "-")
        assert entry.keys() == {"section", "title", "text", "shows"}, rule
        assert entry["shows"] in WAYS, rule
        for part in ("section", "title", "text"):
            assert set(entry[part]) == set(LANGUAGES), rule
            assert all(isinstance(t, str) and t.strip() == t and t for t in entry[part].values()), rule
            assert not any("!" in t or "\n" in t for t in entry[part].values()), rule


@each_game
def test_options_name_rules_of_the_rulebook(name: str) -> None:
    assert {o.rule for o in game(name).options} <= set(rulebook(name))


@each_game
def test_a_game_has_words_for_everything(name: str) -> None:
    words = game(name).words
    assert words.title
    assert set(words.options) == {o.name for o in game(name).options}
    values = {v for o in game(name).options for v in o.values if isinstance(v, str)}
    assert values <= words.values.keys() | words.faces.keys()
    assert words.maps.keys() == set(game(name).info.boards)


@each_game
def test_the_german_catalogue_of_a_game_is_complete(name: str) -> None:
    check_catalogue(name, *core(name))


def test_the_german_catalogue_of_kernel_and_table_is_complete() -> None:
    """Whatever is marked outside the games' own folders; the screens have a catalogue of their own."""
    cores = {f for name in GAMES for f in core(name)}
    files = [f for f in sorted((REPO / "companion").rglob("*.py")) if f not in cores]
    check_catalogue("kernel", *files, beside=i18n.APP)


def test_every_folder_of_games_is_found() -> None:
    whole = {p.parent.name for p in (REPO / "companion" / "games").glob("*/game.py")}
    assert len(whole) == 5
    assert set(GAMES) == whole == set(in_order())
    with pytest.raises(KeyError):
        game("chess")
