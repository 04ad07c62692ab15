"""Colours for this light on the set-up guide: in words of both languages, and taken when the table is set up again."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from companion import i18n
from companion.app import setup_views as v
from companion.app.live.lightcolours import proposal, relit, steps
from companion.art.raster import board_image
from companion.demo.pace import QUICK
from companion.engine.boards import house_board
from companion.engine.session import Person
from companion.table.layout import layout_for
from companion.table.palettes import palette_on
from companion.table.speaker import Speaker
from tests.e2e.test_live import Screen
from vision.demo.camera import DemoCamera
from vision.paints import Paint, apart, first_guess
from vision.reader import Reader

BOARD = house_board("walisk", "small")
PEOPLE = (Person("Anna", "red"), Person("Ben", "blue"))


def seen_as(**like: str) -> Any:
    """A reader that has seen the board; some colours show in this light as others do."""
    paints: dict[str, Paint] = {}
    for colour in BOARD.colours:
        paint = first_guess(like.get(colour, colour), np.eye(3, 4))
        paints[colour] = evolve(paint, colour=colour, spread=0.003 * np.eye(3), pieces=3.0)
    return SimpleNamespace(sight=SimpleNamespace(white=object(), camera=np.eye(3, 4), paints=paints))


def rows(reader: Any, people: tuple[Person, ...] = PEOPLE) -> list[tuple[str, str, str]]:
    palette = palette_on(people, BOARD, len(people))
    found = proposal(reader, BOARD, palette)
    assert found is not None
    return [(s.state, s.piece, s.way) for s in steps(found, palette, Speaker("walisk", BOARD, people))]


def test_nothing_is_proposed_before_the_board_was_seen_or_where_the_box_gives_the_colours() -> None:
    palette = palette_on(PEOPLE, BOARD, 2)
    assert proposal(None, BOARD, palette) is None
    assert proposal(SimpleNamespace(sight=SimpleNamespace(white=None)), BOARD, palette) is None
    box = house_board("hibernia")
    assert proposal(seen_as(), box, palette_on((), box, 4)) is None


@pytest.mark.parametrize(("lang", "title", "way"), [
    ("en", "Colours for this light", "this light tells all six apart"),
    ("de", "Farben für dieses Licht", "dieses Licht unterscheidet alle sechs"),
])  # fmt: skip
def test_a_set_that_is_told_apart_is_said_to_be(lang: str, title: str, way: str) -> None:
    i18n.use(lang)
    try:
        assert rows(seen_as()) == [("done", title, way)]
    finally:
        i18n.use("en")


def test_a_pair_that_looks_alike_is_changed_in_one_place() -> None:
    """Rukr are green and houses yellow on this table; in this light green shows as blue, Ben's colour."""
    i18n.use("en")
    (swap, back) = rows(seen_as(green="blue"))
    assert swap[:2] == ("todo", "Rukr")
    assert swap[2].endswith(" instead of green")
    assert back == (
        "wait",
        "Colours for this light",
        "Go back and set up the table again.",
    )


def test_where_players_themselves_look_alike_one_of_them_changes() -> None:
    i18n.use("en")
    people = tuple(Person(n, c) for n, c in zip("ABCDEFG", BOARD.colours, strict=False))
    told = rows(seen_as(green="blue", orange="red"), people)
    assert any("look alike in this light" in way for _state, _piece, way in told)  # all sixteen are in use
    assert [t for t in told if t[0] == "done"] == []
    few = rows(seen_as(blue="red"))
    assert {piece for state, piece, _way in few if state == "todo"} <= {"Anna", "Ben"}
    assert few[-1][2].startswith("Go back, change the players")


def test_the_proposed_colours_are_taken_when_the_table_is_set_up_again() -> None:
    palette = palette_on(PEOPLE, BOARD, 2)
    reader = seen_as(green="blue", orange="yellow")
    found = proposal(reader, BOARD, palette)
    assert found is not None
    assert found.now != ()
    assert found.left == ()
    again = palette_on(PEOPLE, relit(BOARD, found.colours), 2)
    assert tuple(again.colours.values()) == found.colours
    paints = reader.sight.paints
    assert min(apart(paints[a], paints[b]) for a, b in combinations(again.colours.values(), 2)) >= 4
    assert relit(BOARD, ()) is BOARD


def test_the_guide_shows_them_and_the_next_table_has_them(tmp_path: Path) -> None:
    """Through the real backend, with a reader in place of the camera's."""
    i18n.use("en")
    screen = Screen(tmp_path)
    try:
        people = tuple(v.Player(p.name, p.colour) for p in PEOPLE)
        draft = v.Draft("walisk", "print", people, None, {"map": "small"}, ())
        screen.tap("begin", ("walisk", "print"))
        screen.tap("set_up", draft)
        backend = screen.backend
        assert backend.sitting.palette.colours["rukr"] == "green"
        backend.sitting.eye = SimpleNamespace(reader=seen_as(green="blue"), learned=None)
        backend.guide.put()
        screen.take()
        guide: v.GuideView = screen.views[v.GuideView]
        assert guide.steps[0].piece == "Rukr"
        new = guide.steps[0].way.partition(" instead of ")[0]
        backend.sitting.eye = None
        screen.tap("back")
        offered: v.NewGameView = screen.views[v.NewGameView]
        assert [c.key for c in offered.colours[:2]] == ["red", "blue"]
        screen.tap("set_up", draft)
        words = {c.key: c.text for c in offered.colours}
        assert words[backend.sitting.palette.colours["rukr"]].casefold() == new.casefold()
        assert backend.sitting.session.config.board.colours[2] == backend.sitting.palette.colours["rukr"]
        taken = dict(backend.sitting.palette.colours)
        backend.sitting.eye = SimpleNamespace(reader=seen_as(green="blue"), learned=None)
        backend.guide.put()
        screen.take()
        assert [s.state for s in screen.views[v.GuideView].steps] == ["done"]
        backend.sitting.eye = None
        screen.tap("back")
        screen.tap("set_up", draft)
        assert backend.sitting.palette.colours == taken  # what was proposed once stays
    finally:
        screen.backend.close()


def test_from_a_picture_of_the_empty_board_and_from_one_with_pieces() -> None:
    """A rendered table: before anything lies there words are judged in its light, then the paints that were seen."""
    layout = layout_for(BOARD, palette_on(PEOPLE, BOARD, 2))
    homes = ("LA", "HA", "OS", "TU", "GR", "FL")
    lying = {home: {piece.id: 2} for home, piece in zip(homes, layout.pieces, strict=True)}
    pace = evolve(QUICK, hand_share=0.0, still_s=(1.2, 1.2))
    script = [({}, "empty"), (lying, "laid")]
    camera = DemoCamera(layout, board_image(BOARD, 4.0), script, seed=3, picture=(1280, 720), pace=pace)
    reader, palette = Reader(layout), palette_on(PEOPLE, BOARD, 2)
    assert proposal(reader, BOARD, palette) is None
    notes: dict[str, list[Any]] = {}
    while (got := camera.read()) is not None:
        notes.setdefault(camera.note, []).append(got)
    for frame, at in notes["empty"]:
        reader.look(frame, at)
    words = proposal(reader, BOARD, palette)
    assert words is not None
    learned = reader.learn(notes["laid"][-1][0], lying)
    assert learned.refusal is None
    assert set(learned.pieces) == set(palette.colours.values())
    seen = proposal(reader, BOARD, palette)
    assert seen is not None
    assert {frozenset(p[:2]) for p in seen.now} == {frozenset(p[:2]) for p in learned.close}
    assert seen.now == seen.left == ()  # six colours in even light
    assert proposal(reader, BOARD, palette_on((), BOARD, 7)).left != ()  # type: ignore[union-attr]  # all sixteen
