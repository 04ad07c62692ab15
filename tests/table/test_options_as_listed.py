"""Every option can be set on the command line as ``companion options`` lists it; rules are told as it makes them."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.engine.game import ConfigError, choose
from companion.games import GAMES, game
from companion.table.speaker import in_force, rulebook
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
    options = {o.name: o for o in game(name).options}
    for rule, entry in rulebook(name).items():
        for variant in entry.get("variants", ()):
            assert variant.keys() == {"when", "text"}, rule
            for option, value in variant["when"].items():
                values = value if isinstance(value, list) else [value]
                assert all(choose(game(name), {option: v}) for v in values), rule
                assert options[option].default not in values or len(variant["when"]) > 1, rule
            assert in_force(entry, variant["when"])["text"] == variant["text"], rule
            assert variant["text"].keys() == {"de", "en"}, rule
