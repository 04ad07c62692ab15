"""Looking back on the live app: replay, evenings, the shared result, a search in the rules; all by a finger."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.app.live.replaying import Replay
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Accepted, Person
from companion.games import game
from companion.table import saved
from tests.app import seen
from tests.app.finger import Finger
from tests.app.variants import Variant, each
from tests.conformance import next_act
from tests.outside.evenings import handed_over

NAMES = (("Änne", "white"), ("Ben", "purple"), ("Clara", "orange"))


def played(home: Path, name: str, seed: int, most: int = 10_000) -> Path:
    """A saved game of random acts in a family's folder."""
    found, board = game(name), house_board(name)
    config = configure(found, 3, board, None, load_data(found, board))
    minutes = iter(range(10_000_000))
    folder = saved.new_folder(home / "games", name, f"2026-05-0{seed}T19:30:00")
    people = [Person(n, c if name == "hibernia" else board.colours[k]) for k, (n, c) in enumerate(NAMES)]
    clock = lambda: f"2026-05-0{seed}T19:{next(minutes) // 60 % 60:02d}:00+02:00"  # noqa: E731
    session = saved.create(folder, found, config, people, clock)
    rng = random.Random(seed)
    for _ in range(most):
        act = next_act(found, session.state, rng.randrange)
        if act is None:
            break
        assert isinstance(session.submit([act], "tap"), Accepted)
    session.close()
    return folder


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two finished games and one that runs."""
    home = tmp_path_factory.mktemp("family")
    played(home, "brian_boru", 2, 40)
    played(home, "hibernia", 3)
    played(home, "hibernia", 4)
    return home


@pytest.fixture(params=["de", "en"])
def finger(stage: Any, home: Path, request: pytest.FixtureRequest) -> Iterator[Finger]:
    made = Finger(stage, home, request.param)
    yield made
    made.close()


def to(finger: Finger, entry: str) -> None:
    finger.tap(finger.shell.screen.ids.menu)
    finger.rest()
    finger.press(entry)
    finger.rest()


def test_evenings_tell_who_won_and_a_touch_lays_a_game_out_again(finger: Finger) -> None:
    to(finger, "Evenings")
    finger.until(lambda: finger.place == "evenings" and finger.parts("EveningPart"), "the list of games")
    assert len(finger.parts("EveningPart")) == 2
    assert {p.value.name for p in finger.parts("PersonPart")} == {n for n, _ in NAMES}
    assert seen.faults(finger.shell) == []
    finger.tap(finger.parts("EveningPart")[0])
    finger.until(lambda: finger.place == "replay", "the replay")
    view = finger.shell.screen.value
    assert (view.at, view.last > 30, len(view.rounds) > 3) == (0, True, True)
    for _other in each(finger, [Variant(language="en"), Variant(language="de")]):
        assert seen.faults(finger.shell) == [], "told anew in the language that was chosen"
    finger.press("Act on")
    finger.until(lambda: finger.shell.screen.value.at == 1, "the first act")
    first = finger.shows()
    finger.press("Round on")
    finger.until(lambda: finger.shell.screen.value.at > 1, "the next round")
    assert finger.shows() != first
    finger.press("Round back")
    finger.press("Act back")
    bar = finger.parts("TimeBar")[0]
    finger.touch_at((bar.right - 2, bar.center_y))
    finger.until(lambda: finger.shell.screen.value.at == view.last, "the end, by a touch on the bar")
    before = finger.shows()
    finger.press("Act on")  # off: it says why
    finger.until(lambda: finger.shows() != before, "why it goes no further")
    assert seen.faults(finger.shell) == []


def test_the_shared_result_says_where_it_is_and_never_overwrites(finger: Finger, home: Path) -> None:
    folder = next(f for f in (home / "games").iterdir() if f.name.startswith("hibernia"))
    finger.backend.seating.open(folder)
    finger.until(lambda: finger.place == "end", "the end page")
    for _ in range(2):
        finger.press("Share the result")
        finger.until(lambda: finger.place == "shared", "the page of files")
        assert seen.faults(finger.shell) == []
        assert str(home / "results") in finger.words()
        names = [row.value[0] for row in finger.parts("FileRow")]
        assert all((home / "results" / n).stat().st_size > 100 for n in names)
        for _other in each(finger, [Variant(language="en"), Variant(language="de")]):
            assert seen.faults(finger.shell) == [], "told anew in the language that was chosen"
        finger.press("Back")
        finger.until(lambda: finger.place == "end", "the way back")
    pictures = sorted((home / "results").glob("*.png"))
    assert len(pictures) >= 2
    drawn = Image.open(pictures[0])
    assert (drawn.width, drawn.height > 2000) == (1080, True), "who won, the reckoning, the curve and the board"
    colours = {drawn.getpixel((x, drawn.height - y)) for x in range(100, 980, 9) for y in range(150, 700, 9)}
    assert len(colours) > 8, "the board as it lies at the end"
    play = handed_over(sorted((home / "results").glob("*-bgstats.html"))[0])
    assert play["playDate"].startswith("2026-05-0")
    finger.press("Replay it")
    finger.until(lambda: finger.place == "replay", "the replay")
    assert finger.shell.screen.value.at == finger.shell.screen.value.last


def test_a_game_of_cards_alone_is_laid_out_as_cards(stage: Any, tmp_path: Path) -> None:
    folder = played(tmp_path, "vikings_gone_wild", 3, 200)
    view = Replay.of(folder).view()
    assert view.board is None
    assert view.panel is not None
    assert {c.name for row in view.panel.rows if row.badge is None for c in row.cards}, "signs have their words"


def test_a_running_game_with_secrets_is_not_laid_out_again(finger: Finger, home: Path) -> None:
    folder = next(f for f in (home / "games").iterdir() if f.name.startswith("brian"))
    finger.backend.seating.open(folder)
    finger.rest()
    finger.backend.closing.replay(None)
    finger.rest()
    assert finger.place != "replay"


def test_a_rule_is_found_by_a_word(finger: Finger) -> None:
    to(finger, "Rules")
    every, number = len(finger.shell.screen.value.others), finger.shell.screen.value.number
    finger.shell.screen.ids.search.written(number)
    finger.until(lambda: finger.shell.screen.value.query, "what was found")
    found = finger.shell.screen.value.others
    assert (len(found) < every, found[0].key) == (True, number)
    assert seen.faults(finger.shell) == []
    finger.press(found[0].text)
    finger.until(lambda: finger.shell.screen.value.query == "", "the rule itself")
    assert finger.shell.screen.value.number == number
    finger.shell.screen.ids.search.written("xyzzy")
    finger.until(lambda: finger.shell.screen.value.others == (), "nothing found")
    assert seen.faults(finger.shell) == []


def test_the_game_that_is_open_here_is_played_on(finger: Finger) -> None:
    """Nobody else has it: it is not only to be looked at."""
    to(finger, "Saved games")
    for _ in range(2):
        finger.press("Play on")
        finger.until(lambda: finger.place == "table", "the table")
        assert not saved.looks_on(finger.backend.ctx.play.session)
        to(finger, "Saved games")
