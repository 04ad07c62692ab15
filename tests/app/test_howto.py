"""Six cards say how each game is played: in both languages, beside the live drawing of the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.app.gamescreen import screen_of
from companion.games import GAMES, game
from tests.app import seen
from tests.app.finger import Finger
from tests.app.steps import to_table

CARDS = 6


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_six_cards_in_both_languages(name: str) -> None:
    lessons = screen_of(name).lessons
    assert len(lessons) == CARDS
    assert len({repr(card.picture) for card in lessons if card.picture}) == CARDS  # each has its own
    for card in lessons:
        for text in (card.title, card.text):
            i18n.use("de")
            german = i18n.gettext(text, name)
            i18n.use("en")
            assert german != text
            assert i18n.gettext(text, name) == text


@pytest.mark.parametrize("name", GAMES)
def test_a_card_says_what_a_table_has_chosen(name: str) -> None:
    options = {o.name: o for o in game(name).options}
    for card in screen_of(name).lessons:
        assert card.told({o.name: o.default for o in options.values()}) == card.told({}) == card.text
        for option, value, text in card.instead:
            assert value in options[option].values
            assert card.told({option: value}) == text
            i18n.use("de")
            assert i18n.gettext(text, name) != text
            i18n.use("en")


@pytest.mark.parametrize(("language", "text"), [("de", "1.5"), ("en", "1")])
def test_a_finger_turns_the_cards_of_every_game(stage: Any, tmp_path: Path, language: str, text: str) -> None:
    f = Finger(stage, tmp_path, language, text=text)
    try:
        for tile in [p.value[0].id for p in f.parts("GameTile")]:
            f.tap(next(p for p in f.parts("GameTile") if p.value[0].id == tile))
            f.rest()
            f.tap(f.shell.screen.ids.menu)
            f.press("How to play")
            f.until(lambda: f.place == "howto" and f.shell.screen.value is not None, "the cards")
            f.until(lambda t=tile: f.shell.screen.value.game == t, "the game's own")
            for k in range(CARDS):
                f.until(lambda k=k: f.shell.screen.value.at == k, "the next card")
                assert i18n.gettext(screen_of(tile).lessons[k].text, tile) in f.words()
                assert seen.faults(f.shell) == []
                f.press("Next card")
            f.press("Back")
            f.until(lambda: f.place == "start", "the start page")
    finally:
        f.close()


def test_the_cards_lie_beside_the_table_as_it_is(stage: Any, tmp_path: Path) -> None:
    f = Finger(stage, tmp_path, "en")
    try:
        to_table(f, "hibernia")
        session = f.backend.sitting.session
        f.tap(f.shell.screen.ids.menu)
        f.press("How to play")
        f.until(lambda: f.place == "howto" and f.parts("BoardPicture"), "the drawing")
        pieces = lambda: {s.id: s.pieces for s in f.parts("BoardPicture")[0].value.spaces}  # noqa: E731
        before, n = pieces(), len(session.past)
        f.backend.table.undo(None)  # somebody takes back at the table meanwhile
        f.until(lambda: len(session.past) < n and pieces() != before, "the drawing as it lies now")
        assert f.place == "howto"
    finally:
        f.close()
