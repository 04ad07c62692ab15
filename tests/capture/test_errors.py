"""What can go wrong while a board is captured: each a sentence in both languages, and a way back."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from companion import i18n
from companion.capture.workshop import Workshop
from companion.games.brian_boru.capture import sketch
from tests.capture.test_plans import house_drawn

CORNERS = ((0.15, 0.2), (0.8, 0.2), (0.9, 0.85), (0.1, 0.9))
DONE = ("corners", "size", "counties", "links", "central", "fortress", "shield", "track")


@pytest.fixture(params=["en", "de"], autouse=True)
def lang(request: pytest.FixtureRequest) -> Iterator[str]:
    i18n.use(request.param)
    yield request.param
    i18n.use("en")


def blank(game: str) -> Workshop:
    shop = Workshop(game)
    shop.picture = np.full((720, 1280, 3), 120, np.uint8)
    return shop


def sheet(game: str) -> Workshop:
    shop = Workshop(game)
    shop.empty_sheet((500.0, 350.0))
    return shop


def finished(**change: object) -> Workshop:
    """A map captured as far as its last step, with something wrong in it."""
    from companion.capture.draft import plain_drawn

    shop = sheet("hibernia")
    shop.draft.touch(*plain_drawn(house_drawn(**change)), *({"do": "done", "step": s} for s in DONE))
    return shop


def test_corners_in_any_order_and_one_touched_twice(lang: str) -> None:
    shop = blank("hibernia")
    for i in (2, 0, 3, 1):
        shop.tap(CORNERS[i])
    assert [tuple(round(v, 2) for v in p) for p in np.array(shop.drawn.corners) / (1280, 720)] == list(CORNERS)
    assert shop.stage().ready
    twice = blank("hibernia")
    for i in (0, 1, 2, 2):
        twice.tap(CORNERS[i])
    assert not twice.stage().ready
    assert twice.stage().sentence == {
        "en": "Two corners lie in one place: one of them was touched twice.",
        "de": "Zwei Ecken liegen an einer Stelle: Eine wurde zweimal angetippt.",
    }[lang]  # fmt: skip
    twice.undo()  # the way back
    twice.tap(CORNERS[3])
    assert twice.stage().ready


def test_a_town_touched_twice(lang: str) -> None:
    shop = sheet("brian_boru")
    shop.tap((0.3, 0.3))
    before = shop.drawn
    shop.tap((0.305, 0.3))
    assert shop.drawn == before
    assert shop.stage().sentence.startswith({"en": "This is", "de": "Das ist"}[lang])
    shop.tap((0.7, 0.3))
    assert set(shop.drawn.spots) == set(sketch.SIX[:2])


def test_a_county_touched_twice_and_one_forgotten(lang: str) -> None:
    shop = sheet("hibernia")
    shop.tap((0.3, 0.3))
    shop.tap((0.3, 0.3))
    assert len(shop.drawn.of("county")) == 1
    said = {"en": "This county is there already.", "de": "Diese Grafschaft ist schon da."}[lang]
    assert shop.stage().sentence == said
    shop.next()  # nineteen are missing: it stays where it is, and says so
    assert shop.step.id == "counties"
    assert "19" in shop.stage().missing
    forgotten = finished(laigin=None)
    stage = forgotten.stage()
    assert stage.sentence == {
        "en": "This is unusual: is it so on your board?", "de": "Das ist ungewöhnlich: Ist es auf eurem Plan so?",
    }[lang]  # fmt: skip
    way = next(p for p in stage.picks if p.key == "step:counties")
    assert "19" in way.text or "19" in way.second
    forgotten.choose(way.key)
    assert forgotten.step.id == "counties"


def test_a_link_left_out_and_a_track_of_two_colours(lang: str) -> None:
    shop = finished()
    assert shop.stage().ready
    near = [b if a == "deisi" else a for a, b in shop.drawn.links() if "deisi" in (a, b)]
    shop.draft.touch(*({"do": "link", "a": "deisi", "b": n, "on": False} for n in near))
    stage = shop.stage()
    assert not stage.ready
    assert stage.notes[0].text == {
        "en": "Not every county can be reached.", "de": "Nicht jede Grafschaft ist zu erreichen.",
    }[lang]  # fmt: skip
    shop.choose("step:links")
    assert shop.step.id == "links"
    shop = finished()
    inks = [{"do": "cell", "row": "track", "i": i, "ink": "red" if i else "yellow"} for i in range(48)]
    shop.draft.touch(*inks)
    notes = [n for n in shop.stage().notes if n.step == "track" and n.state == "warn"]
    assert len(notes) == 2  # neither blue nor green
    shop.choose("step:track")
    assert shop.step.id == "track"
    shop.undo()  # back at the findings
    assert shop.step.id == "check"
