"""An evening by touches: start, new game, camera, guide, table, and what may come between."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from companion.app.setup_views import Show, Sound
from companion.app.taps import Tap
from tests.app.prepared import more as fixtures_more
from tests.app.prepared import picture as fixtures_picture
from tests.app.prepared import table as fixtures


def at_table(table: Any, view: Any = None) -> None:
    table.inbox.put(view or fixtures.table("de"))
    table.inbox.put(Show("table"))
    table.settle()


def test_a_name_is_written_with_the_keys(table: Any) -> None:
    table.press("Hibernia aufbauen")
    table.tap(table.parts("TextLine")[0])
    for _ in "Anna":
        table.tap([p for p in table.parts("PushButton") if p.icon == "left"][-1])
    for letter in "Zoe":
        table.press(letter)
    table.press("Übernehmen")
    assert table.shell.draft.players[0].name == "Zoe"
    table.tap(table.parts("ColourButton")[0])
    assert table.shell.draft.players[0].colour == "blue"
    table.tap(table.parts("StarterButton")[1])
    assert table.shell.draft.first == 1


def test_before_the_first_view_only_the_way_back_is_open(table: Any) -> None:
    from companion.app.setup_views import NewGameView

    del table.shell.views[NewGameView]
    table.press("Hibernia aufbauen")
    table.tap(table.screen.ids.count, (100, 630))
    table.tap(table.screen.ids.go)
    assert table.last() == Tap("begin", ("hibernia", "box"))
    table.press("Zurück")
    assert table.shell.nav.place == "start"


def test_undo_is_always_there_and_redo_beside_it(table: Any) -> None:
    at_table(table)
    table.press("Rückgängig")
    assert table.last() == Tap("undo")
    assert not table.button("Rückgängig").enabled
    count = len(table.backend.taps)
    table.press("Rückgängig")
    assert len(table.backend.taps) == count
    table.tap(table.screen.ids.redo)
    assert table.last() == Tap("redo")
    assert table.button("Rückgängig").enabled


def test_a_space_is_touched_on_the_drawing(table: Any) -> None:
    at_table(table)
    board = table.parts("BoardPart")[0]
    left, top, k = board.fit()
    table.tap(board, (board.x + left + 274 * k, board.top - top - 140 * k))
    assert table.last() == Tap("space", "laigin")


def test_a_refusal_shows_its_rule_and_may_be_overruled_with_a_reason(table: Any) -> None:
    at_table(table)
    table.inbox.put(fixtures.refusal("de"))
    table.inbox.put(Sound("refusal"))
    played: list[str] = []
    table.shell.chime = played.append
    table.settle()
    assert played == ["refusal"]
    assert "Regel: Bewegung" in table.said()
    table.press("Wo darf Anna hin?")
    assert table.last() == Tap("where")
    table.press("Ganze Regel")
    assert table.last() == Tap("rule", "HI-3.3")
    assert table.shell.nav.place == "rules"
    table.press("Zurück")
    table.press("Gilt trotzdem")
    assert table.last() != Tap("ask_reason", "overrule")
    table.press("Hausregel")
    assert table.last() == Tap("overrule", "house_rule")
    assert table.shell.nav.over == ""


def test_a_question_is_answered_by_one_tap_and_closes_by_itself(table: Any) -> None:
    at_table(table, fixtures.question("de"))
    table.tap(table.parts("CandidateCard")[1])
    assert table.last() == Tap("choose", ("q1", "mag_nai"))
    assert table.parts("CandidateCard") == []
    at_table(table, fixtures.question("de"))
    table.press("Später fragen")
    assert table.last() == Tap("later", "q1")
    table.inbox.put(fixtures.table("de"))
    table.settle()
    assert table.parts("CandidateCard") == []


def test_a_number_and_a_die_are_asked(table: Any) -> None:
    at_table(table, fixtures.question_die("de"))
    table.press("Lila")
    assert table.last() == Tap("choose", ("q2", "purple"))
    at_table(table, fixtures.question_number("de"))
    table.press("9")
    table.press("9 Soldaten")
    assert table.last() == Tap("number", ("q3", 9))


def test_the_sheet_lets_no_touch_through_but_leaves_the_bottom_row(table: Any) -> None:
    at_table(table, fixtures.question("de"))
    count = len(table.backend.taps)
    table.tap(None, (1240, 500))
    assert len(table.backend.taps) == count
    table.press("Rückgängig")
    assert table.last() == Tap("undo")


def test_out_of_step_and_back(table: Any) -> None:
    at_table(table, fixtures.out_of_step("de"))
    assert table.shell.shown == "steps"
    table.inbox.picture(fixtures_picture.picture(fixtures_picture.STEPS))
    table.settle()
    table.press("Der Tisch hat recht")
    table.press("Der Tisch hat gewackelt")
    assert table.last() == Tap("table_right", "bumped")
    table.press("Später, weiterspielen")
    assert table.last() == Tap("play_on")
    assert table.shell.shown == "table"


def test_the_curtain_shows_only_while_it_is_held(table: Any) -> None:
    at_table(table, fixtures_more.curtain("de"))
    hold = table.parts("HoldButton")[0]
    touch = table.touch(hold)
    touch.touch_down()
    table.frames(2)
    assert table.last() == Tap("reveal", "C")
    assert "Gelb 14" in table.said()
    touch.touch_up()
    table.frames(2)
    assert table.last() == Tap("cover", "C")
    assert "Gelb 14" not in table.said()


def test_the_curtain_covers_when_the_window_loses_focus(table: Any) -> None:
    at_table(table, fixtures_more.curtain("de"))
    touch = table.touch(table.parts("HoldButton")[0])
    touch.touch_down()
    table.screen.ids.curtain.focus(None, False)
    table.frames(2)
    assert table.last() == Tap("cover", "C")
    assert "Gelb 14" not in table.said()
    touch.touch_up()


def test_the_history_goes_back_only_after_saying_what_is_lost(table: Any) -> None:
    at_table(table)
    table.tap(table.parts("LogStrip")[0])
    assert table.shell.nav.place == "history"
    table.tap(table.parts("HistoryRow")[2])
    assert table.last() == Tap("jump_ask", 104)
    assert any("zurückgenommen" in t for t in table.said())
    table.press("Hierher zurück")
    assert table.last() == Tap("jump", 104)
    assert table.shell.nav.place == "table"


def test_by_hand_from_the_list_to_the_board(table: Any) -> None:
    at_table(table)
    table.press("Von Hand")
    table.press("Bewegung")
    assert table.last() == Tap("hand_kind", "move")
    board = table.parts("HandBoard")[0]
    left, top, k = board.fit()

    def at(x: float, y: float) -> tuple[float, float]:
        return board.x + left + x * k, board.top - top - y * k

    table.tap(board, at(109, 95))
    assert table.last() == Tap("hand_value", ("county", "umall"))
    table.tap(board, at(205, 106))
    assert table.last() == Tap("hand_value", ("sources", {"breifne": 0}))
    table.tap(board, at(66, 230))
    assert table.last() == Tap("hand_value", ("sources", {"breifne": 0}))
    plus = [p for p in table.parts("PushButton") if p.icon == "plus" and p.enabled]
    table.tap(plus[0])
    assert table.last() == Tap("hand_value", ("sources", {"breifne": 1, "tir_eoghain": 1}))
    table.press("Extraaktion")
    assert table.last() == Tap("hand_value", ("action", "extra"))
    table.press("Tír Eoghain verstärken")
    assert table.last() == Tap("hand_enter")
    assert table.shell.nav.place == "table"


def test_a_score_explains_itself(table: Any) -> None:
    at_table(table)
    table.tap(table.parts("ScoreRowPart")[0])
    assert table.last() == Tap("score", "A")
    assert "Annas 21 Schritte" in table.said()
    table.press("Zurück zum Tisch")
    assert table.last() == Tap("close")
    assert "Annas 21 Schritte" not in table.said()


def test_the_language_changes_at_once_and_the_text_grows(table: Any) -> None:
    at_table(table)
    table.tap(table.screen.ids.menu)
    table.press("Einstellungen")
    table.press("English")
    assert table.last() == Tap("setting", ("language", "en"))
    assert "Settings" in table.said()
    table.press("Very large")
    assert table.shell.settings.text == "1.5"
    table.press("Light")
    table.press("Back")
    assert table.shell.nav.place == "table"
    assert "Anna moves into a green county or musters." in table.said()


def test_a_lost_device_says_what_to_do_and_goes_by_itself(table: Any) -> None:
    at_table(table)
    table.tap(table.parts("LampPart")[1])
    assert table.last().kind == "lamp"
    at_table(table, fixtures.snack("de"))
    table.press("Farbe antippen")
    assert table.last() == Tap("snack", "die")
    snack = table.parts("SnackPart")[0]
    snack._hide()
    table.frames(2)
    assert "Der Würfel ist weg: Tippt die Farbe an." not in table.said()
    table.tap(table.parts("LogStrip")[0])
    assert table.shell.nav.place == "history"


def test_two_views_in_one_beat_show_the_newer_one(table: Any) -> None:
    at_table(table)
    table.inbox.put(evolve(fixtures.table("de"), round="Runde 7"))
    table.inbox.put(evolve(fixtures.table("de"), round="Runde 8"))
    table.settle()
    assert "Runde 8" in table.said()
    assert "Runde 7" not in table.said()


def test_a_saved_game_is_forgotten_only_when_asked_twice(table: Any) -> None:
    table.tap(table.screen.ids.menu)
    table.press("Gespeicherte Partien")
    table.press("Löschen")
    assert table.last().kind != "forget"
    table.press("Endgültig löschen")
    assert table.last() == Tap("forget", "h9")
    table.press("Weiterspielen")
    assert table.last() == Tap("continue", "h9")
    assert table.shell.nav.place == "table"


def test_the_end_offers_another_game(table: Any) -> None:
    table.inbox.put(Show("end"))
    table.settle()
    assert "Ben gewinnt mit 51 Schritten vor Anna mit 49." in table.said()
    table.press("Noch eine Partie")
    assert table.last() == Tap("again")
