"""The place that gives tags, with a reader on a real line: before a game and while one is played."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import i18n
from companion.app.side_views import EnrolView
from companion.demo.tagreader import DemoReader, demo_tag
from companion.games.brian_boru.inputs import Keep
from companion.table.enrol import FILE, known_tags
from tests.e2e.test_curtain import begin
from tests.e2e.test_live import Screen


@pytest.fixture
def reader() -> Iterator[DemoReader]:
    i18n.use("en")
    with DemoReader() as made:
        yield made


def view(screen: Screen) -> EnrolView:
    found: EnrolView = screen.views[EnrolView]
    return found


def lay(screen: Screen, reader: DemoReader, number: int) -> None:
    before = (view(screen).last, sum(c.chosen for c in view(screen).cards))
    reader.lay(demo_tag(number), 4)
    screen.until(lambda: (view(screen).last, sum(c.chosen for c in view(screen).cards)) != before)
    time.sleep(0.32)  # the card is taken away


def test_cards_get_their_tags_and_a_double_is_named(tmp_path: Path, reader: DemoReader) -> None:
    screen = Screen(tmp_path)
    try:
        screen.tap("game", "brian_boru")
        screen.tap("setting", ("cards", reader.url))
        screen.tap("go", "enrol")
        screen.until(lambda: view(screen).lamps[0].state == "ok")
        assert view(screen).sentence == "Lay card 1 on the reader."
        assert [c.chip for c in view(screen).cards[:2]] == [("heart", "yellow", "1"), ("swords", "red", "2")]
        taps = screen.taps
        lay(screen, reader, 0)
        lay(screen, reader, 1)
        assert view(screen).last == "card 2 has its tag."
        lay(screen, reader, 0)
        assert view(screen).last == "This tag is already on card 1."
        assert not view(screen).good
        assert screen.taps == taps, "no tap between two cards"
        screen.tap("enrol", "action_25")
        lay(screen, reader, 2)
        assert view(screen).last == "card 25 has its tag."
        screen.tap("enrol", "back")
        screen.tap("go", "settings")
        kept = known_tags(tmp_path / FILE)
        assert kept == {demo_tag(0): "brian_boru:action_1", demo_tag(1): "brian_boru:action_2"}
    finally:
        screen.backend.close()


def test_at_the_table_the_same_reader_gives_tags_and_the_curtain_takes_cards(
    tmp_path: Path, reader: DemoReader
) -> None:
    screen = Screen(tmp_path)
    try:
        screen.tap("setting", ("cards", reader.url))
        begin(screen)
        sitting = screen.backend.sitting
        screen.until(lambda: any(d.name == "cards" and d.state == "ok" for d in sitting.latest.devices))
        screen.tap("go", "enrol")
        lay(screen, reader, 0)
        lay(screen, reader, 1)
        screen.tap("back")
        screen.tap("reveal", "A")
        for n in (0, 1):
            reader.lay(demo_tag(n), 4)
            time.sleep(0.35)
        screen.until(lambda: sum(k.chosen for k in screen.table.curtain.secret.pad) == 2)
        screen.tap("panel", "enter")
        screen.until(lambda: sitting.session.past[-1].act == Keep(0, (1, 2)))
    finally:
        screen.backend.close()
