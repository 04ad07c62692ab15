"""Towns get their names by touch: asked on the drawing, kept in the owner's file, told everywhere from then on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion import i18n
from companion.app.side_views import HistoryView
from companion.table import saved
from companion.table.speaker import Speaker
from tests.e2e.test_brian_boru_taps import begin, start, touch_something
from tests.e2e.test_live import Screen


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    made = start(tmp_path)
    yield made
    made.backend.close()
    i18n.use("en")


def until_named(screen: Screen) -> str:
    """Play until a trick is led to a town: the cards are being played then, and no town is to be chosen."""
    rng, session = random.Random(2), screen.backend.sitting.session  # type: ignore[union-attr]
    while not (session.state.phase == "play" and session.state.active >= 0):
        touch_something(screen, rng)
    return str(session.state.world.ids[session.state.active])


def ask(screen: Screen, town: str) -> Any:
    screen.tap("space", town)
    if screen.table.question is None:
        assert screen.table.board.window is not None, "where towns lie close, a closer look comes first"
        screen.tap("space", town)
    assert screen.table.question is not None
    return screen.table.question


def own(screen: Screen) -> Any:
    return yaml.safe_load((screen.backend.ctx.home / "cards" / "brian_boru.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_touched_town_is_named_and_told_everywhere(screen: Screen, language: str) -> None:
    town = until_named(screen)
    i18n.use(language)
    sitting: Any = screen.backend.sitting
    length, cards = sitting.session.length, own(screen)["cards"]
    plain = Speaker("brian_boru", sitting.session.config.board, ()).place(town)
    question = ask(screen, town)
    assert question.title == i18n.capital(plain)
    assert question.text
    assert [c.key for c in question.choices] == ["call", "keep"]
    screen.tap("choose", (question.key, "call", "  Dún   Ailinne "))
    assert screen.table.question is None
    assert own(screen) == {"cards": cards, "towns": {town: "Dún Ailinne"}}
    assert sitting.session.length == length, "a name is no act"
    assert [o.text for o in screen.table.prompt.owed] == ["Dún Ailinne"]
    screen.tap("go", "history")
    told = [line.text for line in screen.views[HistoryView].lines]
    assert any("Dún Ailinne" in x for x in told), told
    assert not any(plain in x for x in told), told


def test_a_name_outlives_the_game(screen: Screen, tmp_path: Path) -> None:
    """In a saved game that is opened again, in the list of saved games, and in the next one."""
    town = until_named(screen)
    screen.tap("choose", (ask(screen, town).key, "call", "Dún Ailinne"))
    screen.tap("go", "start")
    (listed,) = saved.listing(screen.backend.ctx.games)
    screen.tap("continue", str(listed.folder))
    assert screen.backend.sitting.painter.speaker.place(town) == "Dún Ailinne"  # type: ignore[union-attr]
    assert [o.text for o in screen.table.prompt.owed] == ["Dún Ailinne"]
    screen.backend.close()
    again = begin(tmp_path)
    try:
        assert again.backend.sitting.painter.speaker.place(town) == "Dún Ailinne"  # type: ignore[union-attr]
    finally:
        again.backend.close()


def test_a_name_is_kept_changed_and_taken_away(screen: Screen) -> None:
    town = until_named(screen)
    place = screen.backend.sitting.painter.speaker  # type: ignore[union-attr]
    plain = place.place(town)
    screen.tap("choose", (ask(screen, town).key, "keep", "typed and left"))
    assert place.place(town) == plain
    screen.tap("choose", (ask(screen, town).key, "call", "Ardagh"))
    question = ask(screen, town)
    assert question.why == "It is called Ardagh."
    screen.tap("choose", (question.key, "call", "Armagh"))
    assert place.place(town) == "Armagh"
    screen.tap("choose", (ask(screen, town).key, "drop", ""))
    assert place.place(town) == plain


def test_what_cannot_be_a_name_is_said(screen: Screen) -> None:
    town = until_named(screen)
    other = next(t for t in ("N1", "S1") if t != town)
    question = ask(screen, other)
    screen.tap("choose", (question.key, "call", " "))
    assert screen.table.question is not None
    assert screen.table.question.why == "Type its name first."
    screen.tap("choose", (question.key, "call", "Armagh"))
    question = ask(screen, town)
    screen.tap("choose", (question.key, "call", "armagh"))
    assert screen.table.question is not None
    assert screen.table.question.why.endswith("has this name already.")
    assert town not in own(screen)["towns"]


def test_no_name_is_asked_while_a_town_is_to_be_chosen(screen: Screen) -> None:
    rng, sitting = random.Random(2), screen.backend.sitting
    assert sitting is not None
    taken: list[str] = []
    while not taken:
        touch_something(screen, rng)
        open_now = {s.id for s in screen.table.board.spaces if s.target is not None}
        taken = [t for t in sitting.session.state.world.ids if t not in open_now] if open_now else []
    screen.tap("space", taken[0])
    assert screen.table.question is None
