"""The page of an entry by hand: its key says what is missing, by name, or that it is not allowed."""

from __future__ import annotations

from typing import Any

from companion.app.side_views import Field, HandView
from companion.app.viewmodel import Choice

COUNTY = Field("county", "choice", "Grafschaft", (Choice("umall", "Umall"),))
SOURCES = Field("sources", "choice", "Woher", (Choice("brega", "Brega"),))
KINDS = (Choice("move", "Ziehen"), Choice("rest", "Passen"))


def key(stage: Any, view: HandView) -> Any:
    stage.put(view, "hand")
    return stage.shell.screen.ids.enter


def test_the_key_names_the_field_that_is_still_open(stage: Any) -> None:
    view = HandView("Ziehen", None, KINDS, "move", (COUNTY, SOURCES), {"county": "umall"})
    enter = key(stage, view)
    assert (enter.text, enter.second, enter.enabled) == ("Es fehlt noch etwas", "Woher", False)
    assert enter.why == "„Woher“ ist noch offen: Füllt es erst aus."


def test_what_is_refused_lacks_nothing(stage: Any) -> None:
    view = HandView("Ziehen", None, KINDS, "move", (COUNTY,), {"county": "umall"}, ruling="Kein Nachbar dabei.")
    enter = key(stage, view)
    assert (enter.text, enter.second, enter.enabled) == ("So lässt es sich nicht eintragen", "", False)
    assert enter.why == "Kein Nachbar dabei."


def test_nothing_is_missing_of_an_act_that_can_be_entered(stage: Any) -> None:
    view = HandView(
        "Ziehen", None, KINDS, "move", (COUNTY,), {"county": "umall"}, preview="Umall.", enter="Eintragen", ready=True
    )
    enter = key(stage, view)
    assert (enter.text, enter.second, enter.enabled) == ("Eintragen", "", True)


def test_the_kind_is_asked_for_first(stage: Any) -> None:
    enter = key(stage, HandView("Was geschah?", None, KINDS))
    assert (enter.text, enter.enabled) == ("Erst wählen, was geschah", False)
