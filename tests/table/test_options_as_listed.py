"""Every option can be set on the command line as ``companion options`` lists it; rules are told as it makes them."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.engine.boards import house_board
from companion.engine.game import ConfigError, choose, configure
from companion.engine.scenario import load_data
from companion.games import GAMES, game
from companion.table.speaker import Speaker, in_force, rulebook, variants
from companion.table.watch import parse_options

each_option = pytest.mark.parametrize(
    ("name", "option"), [(g, o) for g in GAMES for o in game(g).options], ids=lambda x: getattr(x, "name", x)
)


@each_option
def test_an_option_takes_each_value_as_it_is_listed(name: str, option: Any) -> None:
    for value in (*option.values, option.default):
        listed = list(value) if isinstance(value, tuple) else value
        for text in (f"{listed}", f"{listed}".lower(), ",".join(map(str, listed)) if isinstance(listed, list) else ""):
            if text:
                assert choose(game(name), parse_options([f"{option.name}={text}"]))[option.name] == value


@each_option
def test_what_an_option_cannot_be_is_refused(name: str, option: Any) -> None:
    with pytest.raises(ConfigError):
        choose(game(name), parse_options([f"{option.name}=no such thing"]))


def test_the_language_may_stand_behind_the_command() -> None:
    run = CliRunner()
    for args in (["rules", "hibernia", "HI-4.3", "--language", "de"], ["rules", "--language=de", "hibernia", "HI-4.3"]):
        result = run.invoke(main, args)
        assert (result.exit_code, "Die letzten zwei" in result.output) == (0, True)
    english = run.invoke(main, ["--language", "en", "rules", "hibernia", "HI-4.3"])
    assert english.output.startswith("HI-4.3  Protected pair")


@pytest.mark.parametrize("name", GAMES)
def test_variants_of_rules_name_options_that_are_there(name: str) -> None:
    options, book = {o.name: o for o in game(name).options}, rulebook(name)
    assert variants(name)
    for rule, found in variants(name).items():
        for variant in found:
            assert variant.keys() - {"title"} == {"when", "text"}, rule
            assert variant["text"].keys() == {"de", "en"}, rule
            chosen = {}
            for option, value in variant["when"].items():
                values = value if isinstance(value, list) else [value]
                assert all(choose(game(name), {option: v})[option] == v for v in values), rule
                chosen[option] = values[0]
            if set(chosen) != {"treasure_limit"}:
                assert any(options[o].default != v for o, v in chosen.items()), rule
            assert in_force(book[rule], found, chosen)["text"] != book[rule]["text"], rule


# What is set by these stands in rules of its own, as a chapter or for the app; no other rule says otherwise.
OF_THEIR_OWN = {
    "advanced", "hints", "app_dice", "rules_profile", "princess_card", "track_hands", "layout_source", "bid_entry",
    "castle_distance_relax", "deck_source", "politics_source", "first_game", "flight", "sessions", "move_capital",
    "revolt", "invaders", "silver_hidden",
}  # fmt: skip


@each_option
def test_a_rule_says_what_the_table_has_chosen(name: str, option: Any) -> None:
    if option.name in OF_THEIR_OWN:
        return
    printed = {o.name: o.default for o in game(name).options}
    for value in option.values:
        if value != option.default:
            assert rulebook(name, {**printed, option.name: value}) != rulebook(name, printed), value


@pytest.mark.parametrize(
    ("name", "rule", "options", "told"),
    [
        ("brian_boru", "BB-6.1", {"five_player_tricks": 4}, "with five players too"),
        ("brian_boru", "BB-10.3", {"monastery_build": "mandatory"}, "has to build"),
        ("brian_boru", "BB-11.1", {"threshold_rule": "more_than"}, "more than the threshold"),
        ("vikings_gone_wild", "VG-7.4", {"exception_targets": "undamaged"}, "not damaged yet"),
        ("vikings_gone_wild", "VG-15.1", {"long_game": True}, "three or four players too"),
        ("walisk", "WA-2.17", {"victory": "endless"}, "has no end"),
        ("walisk", "WA-R53", {"retreat_to_enemy": True}, "even to where enemies stand"),
    ],
)
def test_other_rules_on_the_same_thing_agree(name: str, rule: str, options: dict[str, Any], told: str) -> None:
    assert told in rulebook(name, options)[rule]["text"]["en"]
    assert told not in rulebook(name)[rule]["text"]["en"]


def test_a_rule_is_told_as_the_table_plays_it() -> None:
    printed = rulebook("brian_boru")["BB-R19"]["text"]["en"]
    chosen = rulebook("brian_boru", {"monastery_build": "mandatory"})["BB-R19"]["text"]["en"]
    assert (printed, chosen) == (
        "A monastery may be built, it need not be.",
        "At this table a monastery has to be built where one can stand.",
    )
    white = rulebook("hibernia", {"joker_face": "white"}).values()
    assert not any("lila" in entry["text"]["de"].lower() for entry in white if "Regelblatt" not in entry["text"]["de"])


@pytest.mark.parametrize(
    ("name", "players", "options", "told"),
    [
        ("walisk", 3, {"turn_order": [0, 0, 2]}, "The turn order names every player once: the numbers from 0 to 2."),
        ("walisk", 20, {}, "This game takes 2 to 16 players, not 20."),
        ("loewenherz", 7, {}, "This game takes two to four players, not seven."),
        ("loewenherz", 2, {"setup": "basic"}, "The basic set-up is for three or four players."),
        ("hibernia", 4, {"shield_start": [3]}, "The shield needs a number for each of four players; given: 1."),
        ("hibernia", 4, {"advanced": True, "shield_start": [12, 0, 0, 0]}, "A player would need 18 soldiers"),
    ],
)
def test_a_table_that_cannot_be_set_up_is_told_in_words(
    name: str, players: int, options: dict[str, Any], told: str
) -> None:
    board = house_board(name)
    with pytest.raises(ConfigError) as refused:
        game(name).setup(configure(game(name), players, board, options, load_data(game(name), board)))
    for fault in refused.value.faults:
        assert Speaker(name, board, (), "en").refused(fault.rule, fault.facts).startswith(told)
        assert "{" not in Speaker(name, board, (), "de").refused(fault.rule, fault.facts)
