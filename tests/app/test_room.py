"""Words keep room around them: none touches the edge of its card, and what is drawn does not hide what it points at."""

from __future__ import annotations

from math import dist
from pathlib import Path
from typing import Any

import pytest
from kivy.graphics import InstructionGroup

from companion import i18n
from companion.app import drawing as geo
from companion.app.live.closing import rule_view
from companion.app.live.wayback import window_of
from companion.app.paint import marks
from companion.app.paint.frame import LETTER
from companion.app.paint.pen import Pen, Said
from companion.app.setup_views import SavedGame
from companion.app.sketch import Card
from companion.app.viewmodel import (
    Badge,
    BoardView,
    Candidate,
    Choice,
    Curtain,
    Drawing,
    Figure,
    Lamp,
    Owed,
    Prompt,
    Step,
    Strip,
)
from companion.app.widgets.cardkey import CardKey
from companion.app.widgets.curtain import CurtainPart
from companion.app.widgets.part import look
from companion.app.widgets.picture import APART, apart
from companion.app.widgets.prompt import PromptPart
from companion.app.widgets.rows import StepRow, step_heights
from companion.app.widgets.sheet import CandidateCard
from companion.app.widgets.strip import StripPart
from companion.app.widgets.top import Lamps
from companion.engine.boards import house_board
from companion.table.tell import act_and_how

EDGE = 5.0  # design units that words keep from the edge of their card


def drawn(part: Any) -> list[Said]:
    """What a part says, where."""
    pen = Pen(InstructionGroup(), 0.0, 0.0, 1.0, look())
    part.draw(pen)
    return pen.said


def kept(said: list[Said], high: float) -> float:
    """The least that words keep above or below them."""
    return min(min(s.box[1], high - s.box[1] - s.taken[1]) for s in said)


@pytest.mark.parametrize("form", ["die", "disc"])
def test_what_is_owed_keeps_its_size_beside_a_figure(table: Any, form: str) -> None:
    """The block is as wide as its longest line; large letters are not made small for a name of a region."""
    part = PromptPart(box=[0, 0, 1240, 140])
    region = "Northern Uí Néill"
    figure = Figure(form, "blue" if form == "die" else "cross", "blue")
    part.value = Prompt("Anna", Badge("A"), "ok", figure, "Blaue Stadt", (Owed("im Westen von"), Owed(region)))
    sizes = {s.text: s.size for s in drawn(part)}
    assert sizes[region] == sizes["im Westen von"]


def test_two_acts_at_once_are_told_in_full_size_on_a_card_of_three(table: Any) -> None:
    """What is drawn on it gives way: in large letters a fact of two acts takes three lines."""
    from companion.app.settings import Settings

    shell, plain = table.shell, table.shell.settings
    shell.settings = Settings(motion="off", text="1.5")
    shell.restyle_quietly()
    try:
        sizes = []
        for fact in ("knight on F8", "knight on F8, castle on D1, knight on D2"):
            card = CandidateCard(box=[0, 0, 376, 300])
            card.value = Candidate("0", "Castle on C8", fact, None)
            sizes.append({s.text: s.size for s in drawn(card)}[fact])
        assert sizes[0] == sizes[1]
    finally:
        shell.settings = plain
        shell.restyle_quietly()


@pytest.mark.parametrize(
    ("title", "fact"),
    [
        ("Castle on C8", "knight on E8, castle on A1, knight on A2"),
        ("Burg auf M4, Ritter auf M5", "Burg auf A1, Ritter auf A2"),
        ("Burg auf M4, Ritter auf M5", ""),
    ],
)
def test_two_acts_at_once_can_be_read_beside_a_drawing(table: Any, title: str, fact: str) -> None:
    """Three cards side by side in little height, in large letters: what is said takes the room that it needs."""
    from companion.app.settings import Settings
    from companion.app.theme import FLOOR

    shell, plain = table.shell, table.shell.settings
    shell.settings = Settings(motion="off", text="1.5")
    shell.restyle_quietly()
    try:
        for high in (190, 238):
            card = CandidateCard(box=[0, 0, 325, high])
            card.value = Candidate("0", title, fact, BoardView(Drawing((600.0, 400.0), ())))
            said = drawn(card)
            assert min(s.size for s in said) >= FLOOR - 0.5
            ends, tops = [s.box[1] + s.taken[1] for s in said], [s.box[1] + 1.5 for s in said[1:]]
            assert all(end <= below for end, below in zip(ends, (*tops, high), strict=True))
    finally:
        shell.settings = plain
        shell.restyle_quietly()


def test_lamps_lose_their_words_one_by_one(table: Any) -> None:
    """A lamp that is off gives way first, one that warns last."""
    told = [("camera", "Kamera", "warn", "zwei Steine anders"), ("die", "Würfel", "ok", "bereit"),
            ("cards", "Karten", "off", "nicht nötig")]  # fmt: skip
    lamps = Lamps(box=[20, 12, 1240, 44])
    shorts: list[list[str]] = []
    for letters in range(1, 60):
        lamps.show_beside(tuple(Lamp(*lamp) for lamp in told), "n" * letters, "")
        short = sorted(p.value.device for p in lamps.children if p.short)
        shorts += [short] if short not in shorts else []
    assert shorts == [[], ["cards"], ["cards", "die"], ["camera", "cards", "die"]]


@pytest.mark.parametrize(
    "way", ["Feld 0 der Hochzeitsleiste", "Platz oben in der Mitte, eine Vierteldrehung nach rechts"]
)
def test_a_step_of_the_set_up_keeps_its_words_from_the_edge(table: Any, way: str) -> None:
    steps = [Step("todo", Badge("A"), "Scheibe von Anna", way)] * 20
    high = step_heights(look(), steps, 566, wide=456)[0]
    row = StepRow(box=[0, 0, 456, high])
    row.value = steps[0]
    assert kept(drawn(row), high) >= EDGE


def test_a_key_with_a_picture_keeps_its_words_from_the_edge(table: Any) -> None:
    key = CardKey(box=[0, 0, 336, 120])
    key.card = Card("axe", "red")
    key.offer("Wikingerkrieger", None, "Stärke 1")
    said = drawn(key)
    assert len(said) == 2
    assert kept(said, 120) >= EDGE


def test_three_lines_of_a_curtain_keep_clear_of_its_button(table: Any) -> None:
    text = "Anna und Ben bieten geheim um den einfachen Ritter. Die anderen schauen kurz weg."
    part = CurtainPart(box=[20, 72, 1240, 624])
    part.show(Curtain(Badge("A"), "Gebt das Tablet an Anna.", text))
    told = next(s for s in drawn(part) if s.text == text)
    assert told.taken[1] > 2 * 46
    assert told.box[1] + told.taken[1] <= 324 - 30


def test_ghosts_that_belong_to_one_place_stand_side_by_side() -> None:
    """Two players' pieces go to one shield: each keeps its number."""
    places = [(200.0, 100.0), (200.0, 100.0), (900.0, 300.0), (895.0, 300.0), (210.0, 100.0)]
    found = apart(places, APART, (500.0, 300.0))
    assert found[0] == places[0]
    assert all(dist(a, b) >= APART - 1 for k, a in enumerate(found) for b in found[:k])
    assert found[3][0] < 900  # into the picture
    assert max(dist(a, b) for a, b in zip(found, places, strict=True)) < 1.1 * APART  # and no farther than needed


def test_the_picture_shows_the_board_nearer() -> None:
    assert window_of([]) == (0.0, 0.0, 1.0, 1.0)
    left, top, right, low = window_of([(0.3, 0.4), (0.6, 0.7)])
    assert 0.2 < left < 0.3
    assert 0.7 < low < 0.8
    assert (right, top) == (0.64, 0.36)
    assert window_of([(0.01, 0.02), (0.99, 0.98)]) == (0.0, 0.0, 1.0, 1.0)


def test_an_arrow_ends_at_the_pieces_and_not_on_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A badge with its number is wider than half its badge."""
    points: list[geo.Point] = []
    monkeypatch.setattr(Pen, "line", lambda self, way, *_a, **_k: points.extend(way))
    monkeypatch.setattr(Pen, "polygon", lambda self, ring, *_a, **_k: points.extend(ring))
    boxes = [(-20.0, -20.0, 20.0, 20.0), (165.0, -20.0, 235.0, 20.0)]
    marks.arrow(Pen(InstructionGroup(), 0.0, 0.0, 1.0, look()), (0.0, 0.0), (200.0, 0.0), 1.0, boxes)
    assert points
    assert all(20 < x < 165 for x, _y in points)
    assert geo.way_out((0.0, 0.0), (10.0, 0.0), boxes[1]) == 0.0


def test_a_wide_card_shows_all_of_its_part_of_the_board() -> None:
    """One candidate alone is four times as wide as high: its county is not cut at top and bottom."""
    assert geo.widened((100.0, 50.0, 200.0, 100.0), (400.0, 300.0), 4.0) == (50.0, 50.0, 250.0, 100.0)
    assert geo.widened((0.0, 50.0, 100.0, 100.0), (400.0, 300.0), 4.0) == (0.0, 50.0, 200.0, 100.0)
    assert geo.widened((0.0, 50.0, 100.0, 100.0), (400.0, 300.0), 2.0) == (0.0, 50.0, 100.0, 100.0)


def test_letters_above_squares_stay_on_the_board() -> None:
    """The house board has less room above its squares than beside them."""
    drawing = geo.drawing_of(house_board("loewenherz"))
    half = 0.5 * LETTER * 0.72 * drawing.unit_mm
    assert all(y - half > 0 for _name, (_x, y) in drawing.names)
    squares = [s for s in drawing.shapes if s.kind == "square"]
    first = min(x for s in squares for x, _y in s.points)
    numbers = [x for name, (x, _y) in drawing.names if name.isdigit()]
    side = max(x for x, _y in squares[0].points) - min(x for x, _y in squares[0].points)
    assert all(first - x > 0.3 * side for x in numbers)  # two digits beside a square of 38 design units


def test_faces_of_a_die_stand_in_one_row(table: Any) -> None:
    """They are pictures: how long the names of their colours are does not matter."""
    words = ("Blau", "Grün", "Rot", "Gelb", "Schwarz", "Lila")
    inks = ("blue", "green", "red", "yellow", "black", "purple")
    keys = tuple(Choice(i, w, figure=Figure("die", i)) for w, i in zip(words, inks, strict=True))
    _high, rows = StripPart().layout(Strip("Der Würfel zeigt", keys), 544.0)
    assert len(rows) == 1


def test_a_saved_game_shows_its_totals_beside_a_long_sentence(table: Any) -> None:
    from companion.app.screens.resume import SavedRow

    scores = tuple((Badge(letter), "10") for letter in "ABC")
    state = "Ben legt eine Scheibe in ein Gebiet, in dem noch keine liegt."
    row = SavedRow()
    row.value = SavedGame("a", "Brian Boru weiterspielen", state, scores, "30. November, 16:31", game="Brian Boru")
    row.box = [20, 136, 1240, row.tall(1240)]
    said = drawn(row)
    assert [s.text for s in said] == ["Brian Boru · 30. November, 16:31", state, "10", "10", "10"]
    assert kept(said, row.h) >= EDGE


def test_the_rules_say_of_which_game_they_are(tmp_path: Path) -> None:
    i18n.use("en")
    assert rule_view(None, "", "brian_boru").game == "Brian Boru"


def test_sentences_run_on_in_small_letters() -> None:
    told = ["Clara ist Startspieler", "Die Teile sind ausgelost", "Ben: 4 Schritte"]
    assert i18n.run_on(told) == "Clara ist Startspieler; die Teile sind ausgelost; Ben: 4 Schritte"
    assert i18n.run_on(["The deck of Anna is shuffled", "The favours are shuffled"])[30:35] == "the f"
    assert i18n.run_on([]) == ""


def test_a_candidate_says_how_it_was_done_below_its_name() -> None:
    assert act_and_how("Ulaid betreten, mit dem Würfel") == ("Ulaid betreten", "mit dem Würfel")
    assert act_and_how("Ritter nach C4, C5 und D6") == ("Ritter nach C4, C5 und D6", "")
