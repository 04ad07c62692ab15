"""A sixth game, one small folder that nothing else knows: registered by the fixture alone, it plays like any other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import i18n
from companion.app import setup_views as v
from companion.app.side_views import EndView
from companion.app.viewmodel import TableView
from companion.capture.planned import plan_of
from companion.demo.player import palette_for
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.session import Accepted, Session
from companion.engine.types import Rolled, Ruling
from companion.games import GAMES, game
from companion.table import saved
from companion.table.printing import print_what
from companion.table.speaker import Speaker
from tests.bench.evening import Evening
from tests.conformance import walk
from tests.e2e.test_live import Screen, enter_something
from tests.sixth.acre.inputs import Sow
from tests.sixth.acre.state import FIELDS
from tests.test_arrows import PACKAGES, ROOT

PEOPLE = (v.Player("Anna", "purple"), v.Player("Ben", "orange"))


@pytest.fixture(autouse=True)
def acre() -> Iterator[None]:
    GAMES.register("acre", "tests.sixth.acre")
    yield
    GAMES.remove("acre")


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    i18n.use("en")
    made = Screen(tmp_path)
    yield made
    made.backend.close()


def table() -> Session:  # type: ignore[type-arg]
    found, board = game("acre"), house_board("acre")
    return Session(found, configure(found, 2, board))


def begin(screen: Screen) -> None:
    screen.tap("game", "acre")
    screen.tap("begin", ("acre", "none"))
    screen.tap("set_up", v.Draft("acre", "none", PEOPLE, None, {}, ()))
    screen.until(lambda: screen.views[v.GuideView].ready)
    screen.tap("guide_start")
    screen.until(lambda: TableView in screen.views)


def test_no_file_of_the_product_knows_it() -> None:
    files = [f for p in PACKAGES for f in (ROOT / p).rglob("*") if f.suffix in (".py", ".kv", ".yaml", ".po")]
    assert len(files) > 300
    assert [f for f in files if "acre" in f.read_text(encoding="utf-8").lower().split()] == []


def test_the_start_page_and_a_new_game_offer_it(screen: Screen) -> None:
    cards = {c.id: c for c in screen.views[v.StartView].games}
    assert cards["acre"].title == "Acre"
    screen.tap("game", "acre")
    assert screen.views[v.StartView].game == "acre"
    screen.tap("begin", ("acre", "none"))
    new: v.NewGameView = screen.views[v.NewGameView]
    assert (new.game, new.title, new.low, new.high) == ("acre", "Acre", 2, 2)
    assert {c.key for c in new.colours} >= {"purple", "orange"}
    assert plan_of("acre").minutes > 0


def test_a_game_by_hand_from_the_guide_to_the_result_and_again(screen: Screen) -> None:
    begin(screen)
    assert screen.table.prompt.sentence == "Anna throws for a row."
    rng, n = random.Random(4), 0
    while EndView not in screen.views and n < 60:
        enter_something(screen, rng)
        n += 1
    end: EndView = screen.views[EndView]
    assert end.rows[0].rank == "1"
    assert int(end.rows[0].total) >= int(end.rows[1].total) >= 1
    screen.backend.close()
    (listed,) = saved.listing(screen.backend.ctx.games)
    again = saved.look_at(listed.folder, game)
    assert again.verify() == []
    assert max(r.total for r in again.game.score(again.state).rows) == int(end.rows[0].total)


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "Row 2 was thrown: A1 lies in another one."), ("de", "Geworfen ist Reihe 2: A1 liegt in einer anderen.")],
)
def test_what_is_not_allowed_is_refused_in_its_words(lang: str, told: str) -> None:
    session = table()
    assert isinstance(session.submit([Rolled(None, ("3",))], "tap"), Accepted)
    ruling = session.submit([Sow(0, FIELDS[0])], "tap")
    assert isinstance(ruling, Ruling)
    assert Speaker("acre", session.config.board, (), lang).ruling(ruling) == told


def test_the_camera_referees_it_at_the_demo_table() -> None:
    session = table()
    palette = palette_for(2, session.config.board.colours, neutral=False)
    report = Evening(session, 2, palette, most=2).run()
    assert (report.traced, report.wrong, report.told, report.questions) == (2, 0, 0, 0)
    assert session.verify() == []
    assert sum(s.source == "camera" for s in session.past) == 2


def test_positions_read_back_and_name_every_fault() -> None:
    found, config = game("acre"), table().config
    pick = random.Random(3).randrange
    for s, _act in walk(found, config, pick):
        assert found.from_position(config, found.position(s)) == s
    with pytest.raises(ValueError, match="turn: expected a seat.*row: expected a row"):
        found.from_position(config, {"turn": "Z", "row": "9"})


def test_it_is_printed_with_its_name(tmp_path: Path) -> None:
    out = tmp_path / "acre.pdf"
    print_what("acre", out, "A4", "house", "board", None, None)
    assert out.read_bytes().startswith(b"%PDF")
