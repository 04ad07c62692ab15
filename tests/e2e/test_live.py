"""The backend of the screens without a window: taps in, views out, a real game in between."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.app import setup_views as v
from companion.app.backend import Inbox
from companion.app.live import setup
from companion.app.live.backend import LiveBackend
from companion.app.live.demo import has_demo
from companion.app.side_views import EndView, HandView, HistoryView, RuleView
from companion.app.taps import Tap
from companion.app.viewmodel import TableView
from companion.games import GAMES, game
from companion.table import saved
from tests.owners.tablet import caught_up

PLAYERS = tuple(v.Player(n, c) for n, c in zip(("Anna", "Ben", "Clara"), ("white", "purple", "orange"), strict=True))


class Screen:
    """Keeps the newest view of each kind, as the shell does."""

    def __init__(self, home: Path) -> None:
        self.inbox = Inbox()
        self.backend = LiveBackend(home)
        self.views: dict[type, Any] = {}
        self.shown: list[str] = []
        self.sounds: list[str] = []
        self.taps = 0
        self.backend.start(self.inbox)
        self.take()

    def take(self) -> None:
        for view in self.inbox.take():
            if isinstance(view, v.Show):
                self.shown.append(view.place)
            elif isinstance(view, v.Sound):
                self.sounds.append(view.name)
            else:
                self.views[type(view)] = view

    def tap(self, kind: str, payload: Any = None) -> None:
        self.taps += 1
        self.until(lambda: caught_up(self.backend))
        self.backend.post(Tap(kind, payload))
        self.take()

    def until(self, true: Callable[[], bool]) -> None:
        end = time.monotonic() + 60
        while not true():
            assert time.monotonic() < end, "waited in vain"
            time.sleep(0.005)
            self.take()

    @property
    def table(self) -> TableView:
        view: TableView = self.views[TableView]
        return view

    @property
    def hand(self) -> HandView:
        view: HandView = self.views[HandView]
        return view


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    i18n.use("en")
    made = Screen(tmp_path)
    yield made
    made.backend.close()


def begin(screen: Screen) -> None:
    screen.tap("begin", ("hibernia", "none"))
    screen.tap("set_up", v.Draft("hibernia", "none", PLAYERS, 1, {"advanced": "False"}, ()))
    screen.tap("guide_lot")
    screen.until(lambda: screen.views[v.GuideView].ready)
    screen.tap("guide_start")
    assert screen.shown[-1] == "table"


def test_a_game_begins_with_lots_and_the_chosen_start_player(screen: Screen) -> None:
    begin(screen)
    assert screen.table.prompt.sentence == "Ben rolls the die."
    assert [r.name for r in screen.table.scores] == ["Anna", "Ben", "Clara"]
    assert [r.active for r in screen.table.scores] == [False, True, False]


def test_a_whole_game_by_hand(screen: Screen) -> None:
    """Every act is entered from what the sheet offers; the game ends with a winner and a journal that verifies."""
    begin(screen)
    rng, acts = random.Random(3), 0
    while EndView not in screen.views and acts < 500:
        enter_something(screen, rng)
        acts += 1
    end: EndView = screen.views[EndView]
    assert end.rows[0].rank == "1"
    assert int(end.rows[0].total) >= 48
    assert sum(int(p) for p in end.rows[0].parts) == int(end.rows[0].total)
    assert "end" in screen.shown
    screen.backend.close()
    (listed,) = saved.listing(screen.backend.ctx.games)
    session = saved.look_at(listed.folder, game)
    assert session.verify() == []
    assert listed.over


def enter_something(screen: Screen, rng: random.Random) -> None:
    """One act as a person enters it: open the sheet, choose, fill in each field, enter."""
    assert screen.backend.sitting is not None
    length = screen.backend.sitting.session.length
    screen.tap("go", "hand")
    if not screen.hand.chosen:
        screen.tap("hand_kind", rng.choice(screen.hand.kinds).key)
    for _ in range(6):
        if screen.hand.ready:
            break
        field = next(f for f in screen.hand.fields if f.id not in screen.hand.values)
        if field.kind == "counts":
            left, counts = field.total, dict.fromkeys((o.key for o in field.options), 0)
            while left:
                key = rng.choice([k for k, n in counts.items() if n < field.limits[k]])
                counts[key] += 1
                left -= 1
            screen.tap("hand_value", (field.id, counts))
        else:
            screen.tap("hand_value", (field.id, rng.choice(field.options).key))
    assert screen.hand.ready, (screen.hand.ruling, screen.hand.fields, screen.hand.values)
    assert screen.hand.preview
    screen.tap("hand_enter")
    session = screen.backend.sitting.session
    screen.until(lambda: session.length > length and screen.table.at == session.length)
    if saved.is_over(session):
        screen.until(lambda: EndView in screen.views)


def test_undo_redo_history_and_rules(screen: Screen) -> None:
    begin(screen)
    rng = random.Random(5)
    for _ in range(4):
        enter_something(screen, rng)
    session = screen.backend.sitting.session
    position = session.game.position(session.state)
    assert screen.table.undo
    screen.tap("undo")
    screen.until(lambda: screen.table.redo is not None)
    screen.tap("redo")
    screen.until(lambda: screen.table.redo is None)
    assert session.game.position(session.state) == position
    screen.tap("go", "history")
    history: HistoryView = screen.views[HistoryView]
    assert len(history.lines) >= 4
    screen.tap("jump_ask", history.lines[-1].line)
    assert screen.views[HistoryView].jump is not None
    screen.tap("jump", history.lines[-1].line)
    screen.until(lambda: len(session.chains()) == 1)
    screen.tap("rule", "HI-3.3")
    rule: RuleView = screen.views[RuleView]
    assert rule.number == "HI-3.3"
    assert rule.text


def test_going_on_after_the_tablet_was_switched_off(screen: Screen, tmp_path: Path) -> None:
    begin(screen)
    rng = random.Random(8)
    for _ in range(3):
        enter_something(screen, rng)
    sentence, scores = screen.table.prompt.sentence, [r.numeral for r in screen.table.scores]
    screen.backend.close()
    again = Screen(tmp_path)
    start: v.StartView = again.views[v.StartView]
    assert start.resume is not None
    again.tap("continue", start.resume.id)
    again.until(lambda: TableView in again.views)
    assert again.table.prompt.sentence == sentence
    assert [r.numeral for r in again.table.scores] == scores
    again.backend.close()


def test_a_camera_that_is_not_there_turns_its_lamp_and_play_goes_on(screen: Screen, tmp_path: Path) -> None:
    screen.tap("setting", ("camera", str(tmp_path / "no-such-camera")))
    screen.tap("setting", ("die", str(tmp_path / "ttyNONE")))
    screen.tap("begin", ("hibernia", "print"))
    screen.tap("set_up", v.Draft("hibernia", "print", PLAYERS, None, {}, ("camera", "die")))
    screen.tap("guide_lot")
    screen.until(lambda: screen.views[v.GuideView].ready)
    screen.tap("guide_start")
    screen.until(lambda: TableView in screen.views)
    screen.until(lambda: {x.device: x.state for x in screen.table.lamps}["camera"] == "bad")
    enter_something(screen, random.Random(1))


@pytest.mark.parametrize("lang", ["de", "en"])
def test_both_languages_say_everything(screen: Screen, lang: str) -> None:
    screen.tap("setting", ("language", lang))
    i18n.use(lang)
    begin(screen)
    enter_something(screen, random.Random(2))
    texts = [
        screen.table.prompt.sentence,
        *(x.text for x in screen.table.log),
        *(x.second for x in screen.table.scores),
    ]
    assert all(texts)
    if lang == "de":
        assert not any(word in t for t in texts for word in (" rolls ", " begins", "Supply", "Fortresses"))
    i18n.use("en")


def test_about_names_every_board(screen: Screen) -> None:
    screen.tap("go", "about")
    about: v.AboutView = screen.views[v.AboutView]
    assert all(setup.title_of(g) in " ".join(d[2] for d in about.data) for g in GAMES)


def test_the_demo_table_plays_hibernia_and_a_campaign_of_walisk(screen: Screen) -> None:
    assert [g for g in sorted(GAMES) if has_demo(g)] == ["hibernia", "walisk"]
    screen.tap("demo", "brian_boru")
    assert screen.backend.sitting is None
    screen.tap("demo", "walisk")
    sitting = screen.backend.sitting
    assert sitting is not None
    assert (sitting.session.config.board.id, sitting.session.config.players) == ("walisk_house_small_1", 4)
    assert screen.shown[-1] == "table"
    end = time.monotonic() + 120
    while sitting.session.length < 2 and time.monotonic() < end:  # the lots for the order come by themselves
        time.sleep(0.05)
        screen.take()
    assert sitting.session.length >= 2
