"""What lies around a game, by a finger on the live app: names, reasons, history, settings, refusals, saved games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.session import Session
from companion.engine.types import Input
from companion.games import game
from companion.games.loewenherz.inputs import Reveal
from tests.app import seen
from tests.app.finger import Finger
from tests.app.people import PEOPLE
from tests.app.steps import menu, new_game, to_table
from tests.app.stories import acts_of, begun, config_of, go_on, refused
from tests.app.thumb import Thumb

FAR = 14  # acts that were played before


@pytest.fixture
def playing(stage: Any, tmp_path: Path) -> Any:
    """The app at the table of a game of Hibernia that goes on."""
    begun(tmp_path, "hibernia", acts_of("hibernia", FAR))
    f = Finger(stage, tmp_path)
    go_on(f)
    yield f
    f.close()


def test_a_name_is_written_with_the_keys(stage: Any, tmp_path: Path) -> None:
    f = Finger(stage, tmp_path)
    try:
        new_game(f, "hibernia")
        f.tap(f.parts("TextLine")[0])
        for _ in "Anna":
            f.tap([p for p in f.parts("PushButton") if p.icon == "left"][-1])
        for letter in "Zoe":
            f.press(letter)
        f.press("Übernehmen")
        assert f.shell.draft.players[0].name == "Zoe"
        before = f.shell.draft.players[0].colour
        f.tap(f.parts("ColourButton")[0])
        assert f.shell.draft.players[0].colour != before
        f.tap(f.parts("StarterButton")[1])
        assert f.shell.draft.first == 1
    finally:
        f.close()


def test_a_score_explains_itself(playing: Finger) -> None:
    f = playing
    f.tap(f.parts("ScoreRowPart")[0])
    f.until(lambda: f.parts("ReasonsSheet"), "the reasons")
    assert "Anna: 3" in f.words()
    assert any(w.startswith("Anna besetzt Airgialla") for w in f.words()), "each point with its reason"
    f.press("Back to the table")
    f.until(lambda: not f.parts("ReasonsSheet"), "the table")


def test_the_history_goes_back_only_after_saying_what_is_lost(playing: Finger) -> None:
    f, session = playing, playing.backend.ctx.play.session
    before = len(session.past)
    f.tap(f.parts("LogStrip")[0])
    f.until(lambda: f.place == "history", "the history")
    f.tap(f.parts("HistoryRow")[2])
    f.until(lambda: any("zurückgenommen" in w for w in f.words()), "what is lost")
    assert [k for k, row in enumerate(f.parts("HistoryRow")) if row.chosen] == [2]
    assert len(session.past) == before
    f.press("Hierher zurück")
    f.until(lambda: f.place == "table" and len(session.past) < before, "the table as it was")


def test_a_history_that_is_empty_says_so(stage: Any, tmp_path: Path) -> None:
    f = Finger(stage, tmp_path, "en")
    try:
        to_table(f, "walisk")
        menu(f, "History")
        assert "Nothing has happened yet." in f.words()
        assert not any("go back to it" in w for w in f.words())
        back = f.button("Go back to here")
        assert (back.enabled, back.why) == (False, "Nothing has happened yet.")
    finally:
        f.close()


def test_the_language_changes_at_once_and_the_text_grows(playing: Finger) -> None:
    f = playing
    menu(f, "Settings")
    f.press("English")
    f.until(lambda: "Settings" in f.words(), "the other language")
    f.press("Very large")
    assert f.shell.settings.text == "1.5"
    f.press("Light")
    assert f.shell.settings.theme == "light"
    f.press("Back")
    f.until(lambda: f.place == "table", "the table")
    assert "Undo" in f.words()
    assert "Rückgängig" not in f.words()


def test_a_refusal_shows_its_rule_and_may_be_overruled_with_a_reason(playing: Finger) -> None:
    f, thumb = playing, Thumb(playing, PEOPLE["hibernia"](3))
    assert refused(f, thumb)
    session = thumb.session
    before = session.length
    f.press("Ganze Regel")
    f.until(lambda: f.place == "rules", "the rule")
    f.press("Zurück")
    f.until(lambda: f.place == "table", "the table")
    f.press("Gilt trotzdem")
    f.rest()
    assert session.length == before, "a reason is asked for first"
    f.press("Hausregel")
    f.until(lambda: session.length > before, "the act")
    assert f.backend.ctx.play.sitting.latest.refusal is None


def test_a_saved_game_is_forgotten_only_when_asked_twice(playing: Finger) -> None:
    f = playing
    f.backend.seating.leave()
    f.backend.ctx.show("start")
    f.backend.start_page.put()
    f.rest()
    menu(f, "Saved games")
    games = list((f.home / "games").iterdir())
    f.press("Löschen")
    f.rest()
    assert all(g.exists() for g in games)
    f.press("Endgültig löschen")
    f.until(lambda: not all(g.exists() for g in games), "the game to go")


def test_cards_that_come_to_light_are_counted_on_the_form(stage: Any, tmp_path: Path) -> None:
    """They lie nowhere on the board: it is not shown, and each kind has its keys."""
    person, acts = PEOPLE["loewenherz"](1), list[Input]()
    session: Session[Any] = Session(game("loewenherz"), config_of("loewenherz"))
    while (act := person(session)) is not None and not isinstance(act, Reveal):
        session.submit((act,), "tap")
        acts.append(act)
    assert isinstance(act, Reveal)
    begun(tmp_path, "loewenherz", acts)
    f = Finger(stage, tmp_path, "en", size=(1024, 600), text="1.5")
    try:
        thumb = go_on(f)
        f.press("By hand")
        f.until(lambda: f.place == "hand", "the form")
        assert seen.faults(f.shell) == []
        assert not [b for b in f.parts("HandBoard") if b.w > 0]
        f.tap(next(p for p in f.parts("PushButton") if p.icon == "plus" and p.enabled))
        f.rest()
        f.press("Enter it")
        f.until(lambda: thumb.session.length > len(acts), "the card")
    finally:
        f.close()
