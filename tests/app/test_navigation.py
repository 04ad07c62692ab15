"""Where the app is: a stack of places over an evening's root."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from companion.app.backend import Inbox
from companion.app.live.backend import LiveBackend
from companion.app.navigation import LOCAL, ROOTS, SIDES, Nav, back, face, open_place, step
from companion.app.places import PLACES
from companion.app.setup_views import Show
from companion.app.taps import TAPS, Tap
from companion.app.viewmodel import Badge, Curtain, OutOfStep, Prompt, TableView


def test_a_side_place_lies_on_the_table_and_back_leaves_it() -> None:
    nav = step(Nav(("table",)), Tap("go", "history"))
    assert nav.stack == ("table", "history")
    assert back(nav).stack == ("table",)


def test_a_place_below_is_found_again_instead_of_piled_up() -> None:
    nav = Nav(("table", "settings", "about"))
    assert open_place(nav, "settings").stack == ("table", "settings")


def test_a_root_replaces_everything() -> None:
    assert open_place(Nav(("table", "history")), "end").stack == ("end",)


def test_back_in_the_set_up_goes_one_step_back_and_stops_at_the_start() -> None:
    nav = Nav(("guide",))
    for place in ("new_game", "start", "start"):
        nav = step(nav, Tap("back"))
        assert nav.place == place


def test_the_menu_opens_and_the_same_button_shuts_it() -> None:
    nav = step(Nav(("table",)), Tap("menu"))
    assert nav.over == "menu"
    assert step(nav, Tap("menu")).over == ""
    assert step(nav, Tap("back")) == Nav(("table",))


def test_a_reason_given_shuts_its_question() -> None:
    nav = step(Nav(("table",)), Tap("ask_reason", "overrule"))
    assert nav.over == "overrule"
    assert step(nav, Tap("overrule", "house_rule")).over == ""


def test_an_act_by_hand_returns_to_the_table() -> None:
    assert step(Nav(("table", "hand")), Tap("hand_enter")).place == "table"
    assert step(Nav(("table",)), Tap("hand_enter")).place == "table"


def test_the_table_has_three_faces_and_the_curtain_goes_before_all() -> None:
    table = TableView("acre", "Acre", "", (), Prompt("Anna moves."), ())
    steps = evolve(table, out_of_step=OutOfStep("One piece does not lie as played.", ()))
    assert face(Nav(("table",)), None) == "table"
    assert face(Nav(("table",)), table) == "table"
    assert face(Nav(("table",)), steps) == "steps"
    assert face(Nav(("table", "history")), steps) == "history"
    both = evolve(steps, curtain=Curtain(Badge("A"), "Hand the tablet to Anna.", ""))
    assert face(Nav(("table", "history")), both) == "curtain"
    assert face(Nav(("start",)), both) == "start"


def test_every_place_that_can_be_shown_has_a_screen() -> None:
    assert set(PLACES) == {*ROOTS, *SIDES, "steps", "curtain"}
    assert set(TAPS) > LOCAL


def test_every_tap_that_leaves_the_screen_has_one_controller(tmp_path: Path) -> None:
    backend = LiveBackend(tmp_path)
    assert set(backend.router.routes) == set(TAPS) - LOCAL - {"go"}
    assert set(backend.router.places) <= {*ROOTS, *SIDES}


def test_a_place_that_is_shown_moves_the_one_account_of_it() -> None:
    inbox = Inbox()
    inbox.put(Show("table"))
    inbox.step(Tap("go", "history"))
    assert inbox.nav.stack == ("table", "history")
    assert inbox.look()[1] == inbox.nav
