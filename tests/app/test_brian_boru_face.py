"""The island is cut out of whatever board lies there; nothing that all can see betrays what a hand holds."""

from __future__ import annotations

import math
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from companion import i18n
from companion.app.drawing import drawing_of, space_at
from companion.app.live.table import TablePainter
from companion.app.paint.frame import within
from companion.capture.draft import Drawn, Spot
from companion.engine.boards import board_from_mapping, house_board
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Person, Session
from companion.games.brian_boru.capture import document
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.inputs import NameTown
from companion.games.brian_boru.screen.face import FACE
from companion.games.brian_boru.screen.map import SIGNS, suited
from companion.table.desk import Desk
from companion.table.palettes import palette_of
from companion.table.sight import Palette
from companion.table.speaker import Speaker
from tests.app.stories import acts_of, config_of
from tests.games.brian_boru.tables import board, done, given, random_play, table
from tests.games.brian_boru.test_privacy import permuted

PEOPLE = tuple(Person(n, c) for n, c in zip(("Anna", "Ben", "Clara"), ("blue", "purple", "orange"), strict=True))
SIZES = ((640.0, 470.0), (400.0, 400.0))


def own(size: tuple[float, float], placed: bool) -> Any:
    """A board from a box: only its corners are known, or all towns, which lie in its right half."""
    w, h = house_board("brian_boru").size_mm
    spots: dict[str, Any] = {}
    if placed:
        for s in house_board("brian_boru").spaces:
            if s.kind == "town":
                at = (size[0] * (0.45 + 0.5 * s.centre[0] / w), size[1] * s.centre[1] / h)
                spots[s.id] = Spot(s.id, "town", at, (), s.ink, True, tags=frozenset({"fixed"}))
    return board_from_mapping(document(evolve(Drawn(), spots=spots), size, "own"), "own")


def window_of(found: Any) -> tuple[float, float, float, float]:
    session: Session[Any] = Session(GAME, configure(GAME, 3, found, None, load_data(GAME, found)))
    window = FACE.window(session)
    assert window is not None
    return window


def test_the_house_board_shows_its_island_and_nothing_beside_it() -> None:
    assert window_of(house_board("brian_boru")) == pytest.approx((5.0, -6.0, 264.0, 406.0), abs=0.2)


@pytest.mark.parametrize("placed", [False, True], ids=["corners", "towns"])
@pytest.mark.parametrize("size", SIZES)
def test_the_island_of_an_own_board_fills_its_sketch(size: tuple[float, float], placed: bool) -> None:
    """Every town is in the window with room for its disc, and the outermost ones are near its edges."""
    found = own(size, placed)
    x0, y0, x1, y1 = window_of(found)
    towns = [s.centre for s in found.spaces if s.kind == "town"]
    assert all(x0 + 4 < x < x1 - 4 and y0 + 4 < y < y1 - 4 for x, y in towns)
    assert max(x for x, _ in towns) - min(x for x, _ in towns) > 0.85 * (x1 - x0)
    assert max(y for _, y in towns) - min(y for _, y in towns) > 0.8 * (y1 - y0)


def test_a_finger_means_the_town_and_not_the_region_under_it() -> None:
    """Also a little beside a town; where no town is near, the region is meant."""
    drawing, reach = drawing_of(board()), 12.0
    towns = [s for s in board().spaces if s.kind == "town"]
    for s in towns:
        x, y = s.centre
        assert [space_at(drawing, p, reach) for p in ((x, y), (x + 6, y - 5))] == [s.id, s.id]
    empty = [
        (x, y) for x in range(30, 250, 5) for y in range(30, 380, 5)
        if all(abs(t.centre[0] - x) > 24 or abs(t.centre[1] - y) > 24 for t in towns)
    ]  # fmt: skip
    assert any(space_at(drawing, (float(x), float(y)), reach).startswith("region_") for x, y in empty)


def test_every_town_bears_its_suit() -> None:
    """Colour alone tells nothing; a drawing is made once, so that equal views stay equal."""
    drawing = suited(drawing_of(board()))
    marks = {s.id: s.mark for s in drawing.shapes if s.kind == "town"}
    assert marks == {s.id: SIGNS[s.ink] for s in board().spaces if s.kind == "town"}
    assert {s.mark for s in drawing.shapes if s.kind != "town"} == {""}
    assert suited(drawing) is drawing


# ---------------------------------------------------------------- what all can see
@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_fields_say_what_they_are_for_and_slots_whose_region_they_serve(lang: str) -> None:
    i18n.use(lang)
    board = house_board("brian_boru")
    session = SimpleNamespace(config=SimpleNamespace(board=board))
    drawing = FACE.ground(session, drawing_of(board))
    words = [n for n, _ in drawing.names]
    assert ("Kirche" if lang == "de" else "Church") in words
    assert all(words.count(x) == 2 for x in "NUBSDCLM"), "on the region and on its slot"
    shown = [n for n, _ in within(drawing.names, FACE.window(session))]
    assert sorted(shown) == sorted("NUBSDCLM"), "beside the island nothing is shown, so nothing is called"
    towns = [s.points[0] for s in drawing.shapes if s.kind == "town"]
    assert min(math.dist(p, t) for n, p in drawing.names if len(n) == 1 for t in towns) > 14


def told(state: Any, drawing: Any, side: str = "") -> Any:
    """Everything on the table's screen while the curtain is shut."""
    session: Session[Any] = Session(GAME, state.world.config, start=state, people=PEOPLE)
    palette = Palette(dict(zip("ABC", board().colours, strict=False)))
    painter = TablePainter(session, palette, Speaker("brian_boru", board(), PEOPLE))
    painter.drawing, painter.side = drawing, side
    return painter.view(Desk(session, board(), palette).snapshot())


def test_no_screen_depends_on_what_hands_hold() -> None:
    """Cards that lie open nowhere are shuffled among hands and packets: every pixel's source stays the same."""
    i18n.use("en")
    random, drawing, checked = Random(5), drawing_of(board()), 0
    for n, (s, _) in enumerate(random_play(table(3, track_hands="on"), 5, most=130)):
        if s.phase not in ("draft", "lead", "play", "act") or n % 4:
            continue
        twin = permuted(s, None, random)
        checked += twin != s
        for side in ("", "regions", "projected"):
            assert told(twin, drawing, side) == told(s, drawing, side)
    assert checked > 15


# ---------------------------------------------------------------- the upkeep, step by step
def panel_at(step: str, **doc: Any) -> list[tuple[str, str]]:
    """The rows before a step: title and second line."""
    i18n.use("en")
    s = given(table(3), phase="upkeep", stack=[f"{step} - 0"], marker="A", **doc)
    session: Session[Any] = Session(GAME, s.world.config, start=s, people=PEOPLE)
    panel = FACE.panel(session, Speaker("brian_boru", board(), PEOPLE))
    assert panel is not None
    return [(r.title.split(":")[1].strip(), r.second) for r in panel.rows]


def test_who_marries_is_told_the_bride_and_not_the_reward_of_the_space() -> None:
    rows = panel_at("marriage", bride="orlaith", track={"A": 4, "B": 3, "C": 0})
    assert rows == [("space 4 of 9", "marries Orlaith"), ("space 3 of 9", "takes a coin"), ("space 0 of 9", "")]
    assert {second for _, second in panel_at("marriage", bride="orlaith")} == {""}, "nobody courts"


def test_the_church_asks_for_most_only_and_the_battle_for_fewest_too() -> None:
    assert panel_at("church", church={"A": 3, "B": 3}) == [("3", "most, level"), ("3", "most, level"), ("0", "")]
    assert panel_at("battle", raiders={"A": 3, "B": 1, "C": 1}, area=2) == [
        ("3", "most, alone"), ("1", "fewest, level"), ("1", "fewest, level"),
    ]  # fmt: skip


def test_the_keys_of_cards_do_not_tell_what_earlier_tricks_saw() -> None:
    """BB-6.8: nobody looks through the discards, and no list of cards that are left does it for them."""
    pads = []
    for discard in ([1, 2, 3], [20, 21, 22]):
        s = given(table(3), phase="lead", round=1, marker="A", towns={"D1": "A"}, discard=discard, trick_no=2)
        s, _ = done(s, NameTown(0, "L4"))
        session: Session[Any] = Session(GAME, s.world.config, start=s, people=PEOPLE)
        panel = FACE.panel(session, Speaker("brian_boru", board(), PEOPLE))
        assert panel is not None
        pads.append([c.text for c in panel.pad])
    assert pads[0] == pads[1]
    assert "3" in pads[0]
    assert "20" in pads[0]


def test_a_game_that_is_over_tells_its_parts_and_whose_each_line_is() -> None:
    """The columns of the reckoning add up to the total; a line of the log wears the badge of whom it begins with."""
    session = Session(GAME, config_of("brian_boru"), people=PEOPLE)
    for act in acts_of("brian_boru", 6000):
        session.submit((act,), "tap")
    rows = session.game.score(session.state).rows
    assert [sum(map(int, FACE.parts(session, r.seat))) for r in rows] == [r.total for r in rows]
    assert len(FACE.columns()) == len(FACE.parts(session, 0))
    speaker = Speaker("brian_boru", session.config.board, PEOPLE, "en")
    palette = palette_of(PEOPLE, session.config.board.colours)
    lines = TablePainter(session, palette, speaker).log(Desk(session, session.config.board, palette).snapshot())
    begun = [(x, p) for x in lines for p, person in enumerate(PEOPLE) if x.text.startswith(person.name)]
    assert len(begun) > 50
    assert [x.text for x, p in begun if x.badge is None or x.badge.letter != "ABC"[p]] == []
