"""Options of a new game by touches: as in the rulebook first, what differs told, profiles preset what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.app import draft as wish
from companion.app import setup_views as v
from companion.app.taps import Tap
from companion.games import GAMES, game
from tests.app.finger import Finger
from tests.app.steps import choose, new_game


def at_options(f: Finger, name: str) -> Any:
    f.shell.post(Tap("begin", (name, "none")))
    f.until(lambda: f.place == "new_game" and f.shell.screen.value.game == name)
    return f.shell.screen


def row(f: Finger, option: str) -> Any:
    """The row of an option, wherever it is in the pages."""
    screen = f.shell.screen
    pages = screen.ids.options
    group = next(o.group for o in screen.value.options if o.id == option)
    if group and screen.opened != group:
        if screen.opened:
            f.press("Back")
        f.tap(section(f, group))
    for icon in ("up", "down"):
        for _page in pages.pages():
            part = next(p for p in pages.parts if type(p).__name__ == "OptionRow" and p.value[0].id == option)
            if part in f.parts("OptionRow"):
                return part
            f.tap(next(c for c in pages.children if getattr(c, "icon", "") == icon))
    raise AssertionError(f"{option} is on no page")


def section(f: Finger, group: str) -> Any:
    """The row that opens a section, wherever it is in the pages."""
    pages = f.shell.screen.ids.options
    for icon in ("up", "down"):
        for _page in pages.pages():
            part = next(p for p in pages.parts if type(p).__name__ == "GroupRow" and p.value[0] == group)
            if part in f.parts("GroupRow"):
                return part
            f.tap(next(c for c in pages.children if getattr(c, "icon", "") == icon))
    raise AssertionError(f"{group} is on no page")


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_option_can_be_set_and_is_explained_in_its_group(stage: Any, tmp_path: Path, name: str) -> None:
    f = Finger(stage, tmp_path)
    try:
        view: v.NewGameView = at_options(f, name).value
        rules = [o for o in view.options if o.id not in wish.BOARDS]
        assert {o.id for o in rules} == {o.name for o in game(name).options}
        assert all(o.explain and o.group and "_" not in o.title for o in rules)
        groups = [o.group for o in rules]
        assert groups == sorted(groups, key=groups.index)
        assert len({g for k, g in enumerate(groups) if k == 0 or groups[k - 1] != g}) == len(set(groups))
        parts = f.shell.screen.ids.options.parts
        first = next(k for k, p in enumerate(parts) if type(p).__name__ == "RulebookRow")
        assert all(p.value[0].id in wish.BOARDS for p in parts[:first])
        heads = [p.value[0] for p in parts if type(p).__name__ == "GroupRow"]
        assert heads == list(dict.fromkeys(groups))
    finally:
        f.close()


def test_what_differs_is_told_and_one_touch_takes_it_back(stage: Any, tmp_path: Path) -> None:
    f = Finger(stage, tmp_path)
    try:
        screen = at_options(f, "hibernia")
        option = next(o for o in screen.value.options if len(o.values) > 1 and o.group)
        f.tap(row(f, option.id))
        f.press("Back")
        (summary,) = [p for p in screen.ids.options.parts if type(p).__name__ == "RulebookRow"]
        assert summary.value == (option.title,)
        summary.do()
        f.settle()
        assert wish.differing(screen.draft, screen.value) == ()
    finally:
        f.close()


def test_a_profile_presets_what_the_rows_show_and_what_is_played(stage: Any, tmp_path: Path) -> None:
    f = Finger(stage, tmp_path)
    try:
        screen = at_options(f, "brian_boru")
        f.tap(row(f, "rules_profile"))
        english = game("brian_boru").info.presets["rules_profile"]["en"]
        for name, value in english.items():
            option = next(o for o in screen.value.options if o.id == name)
            assert wish.set_now(screen.draft, screen.value, option) == str(value)
            assert row(f, name).value[1] == str(value)
        f.press("Set up the table")
        f.until(lambda: f.place == "guide")
        played = f.backend.sitting.session.config.options
        assert {k: dict(played)[k] for k in english} == dict(english)
    finally:
        f.close()


def test_who_begins_is_asked_where_no_throw_of_the_game_says_it(stage: Any, tmp_path: Path) -> None:
    for name in GAMES:
        f = Finger(stage, tmp_path / name)
        try:
            new_game(f, name)
            assert (len(f.parts("StarterButton")) > 0) == ("Wer beginnt?" in f.words()) == (name != "walisk")
        finally:
            f.close()


def test_tags_are_offered_in_games_with_cards(stage: Any, tmp_path: Path) -> None:
    for name in GAMES:
        f = Finger(stage, tmp_path / name)
        try:
            choose(f, name)
            f.tap(f.shell.screen.ids.menu)
            assert ("Karten und Chips" in f.words()) == (name in ("brian_boru", "vikings_gone_wild"))
        finally:
            f.close()


def test_a_list_of_numbers_is_written(stage: Any, tmp_path: Path) -> None:
    f = Finger(stage, tmp_path)
    try:
        screen = at_options(f, "hibernia")
        f.tap(row(f, "shield_start"))
        keys = f.parts("Keys")[-1]
        keys.text = "2, 2, 1, 0"
        f.press("Use this text")
        assert screen.draft.options["shield_start"] == "2, 2, 1, 0"
        f.press("Set up the table")
        f.until(lambda: f.place == "guide")
        assert dict(f.backend.sitting.session.config.options)["shield_start"] == (2, 2, 1, 0)
    finally:
        f.close()
