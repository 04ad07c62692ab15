"""The curtain under real fingers: held before it opens, covered by itself, cards one touch each."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve

from companion.app.live.curtain import HandOver, SeatEntry
from companion.app.live.openly import openly, secretly
from companion.app.live.table import TablePainter
from companion.app.setup_views import Show
from companion.app.side_views import HandView
from companion.app.viewmodel import TableView
from companion.engine.session import Person, Session
from companion.engine.types import May, Ruling
from companion.games import game
from companion.games.loewenherz.inputs import EndAlliance
from companion.table.desk import Desk
from companion.table.palettes import palette_of
from companion.table.speaker import Speaker
from tests.app import seen
from tests.app.finger import Finger
from tests.app.stories import NAMES, acts_of, begun, config_of


@cache
def bidding(uncovered: bool = True) -> TableView:
    """Löwenherz when a duel is fought out: each bids unseen."""
    config = config_of("loewenherz")
    people = tuple(map(Person, NAMES, config.board.colours))
    session: Session[Any] = Session(game("loewenherz"), config, people=people)
    for act in acts_of("loewenherz", 60):
        if secretly(session):
            break
        session.submit((act,), "tap")
    palette = palette_of(people, config.board.colours)
    painter = TablePainter(session, palette, Speaker("loewenherz", config.board, people, "de"))
    over = HandOver(SeatEntry(painter))
    over.seat()
    over.open = uncovered
    return painter.view(Desk(session, config.board, palette).snapshot(), curtain=over.view())


def opened(table: Any, view: Any) -> Any:
    table.inbox.put(view)
    table.inbox.put(Show("table"))
    table.settle()
    return table.screen.ids.curtain


def hold(table: Any, part: Any, seconds: float) -> None:
    from kivy.clock import Clock

    touch = table.touch(part.hold)
    touch.touch_down()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.02)
        Clock.tick()
    touch.touch_up()
    table.settle()


def test_a_stray_finger_does_not_open_it(table: Any) -> None:
    part = opened(table, bidding())
    table.tap(part.hold)
    assert not part.open
    assert table.shell.screen.ids.curtain is part
    assert not [t for t in table.backend.taps if t.kind == "reveal"]


def test_holding_opens_and_each_key_is_one_touch(table: Any) -> None:
    view = bidding()
    part = opened(table, bidding(uncovered=False))
    hold(table, part, 0.6)
    assert part.open
    assert table.last().kind == "reveal"
    assert not table.parts("CardKey"), "nothing lies behind it before the backend was asked"
    opened(table, view)
    keys = table.parts("CardKey")
    assert view.curtain is not None
    assert view.curtain.secret is not None
    assert len(keys) == len(view.curtain.secret.pad) > 1
    assert all(min(k.target) >= 48 for k in keys)
    for key in keys[:2]:
        table.tap(key)
    assert [t.payload for t in table.backend.taps[-2:]] == [c.key for c in view.curtain.secret.pad[:2]]
    table.tap(part.hold)
    assert not part.open
    assert table.last().kind == "cover"
    assert not table.parts("CardKey")


def test_another_hand_over_is_covered(table: Any) -> None:
    view = bidding()
    part = opened(table, view)
    hold(table, part, 0.6)
    assert table.parts("CardKey")
    assert view.curtain is not None
    opened(table, evolve(view, curtain=evolve(view.curtain, turn=view.curtain.turn + 1)))
    assert not part.open
    assert not table.parts("CardKey")


def test_it_covers_when_the_window_loses_focus(table: Any) -> None:
    part = opened(table, bidding())
    hold(table, part, 0.6)
    part.focus(None, False)
    table.frames(2)
    assert table.last().kind == "cover"
    assert not table.parts("CardKey")


def test_an_alliance_may_be_ended_while_bids_are_made(stage: Any, tmp_path: Path) -> None:
    """What may be done at any time has a way on the covered page. The form tells nothing that is hidden: who cannot pay
    hears it once it is entered, and the others hear no reason."""
    acts, found, ends = acts_of("loewenherz", 900), None, list[EndAlliance]()
    session: Session[Any] = Session(game("loewenherz"), config_of("loewenherz"))
    for k, act in enumerate(acts):
        rights = [p for p in session.pending() if isinstance(p, May)]
        ends = [e for p in rights for s in p.seats for e in openly(session, s) if isinstance(e, EndAlliance)]
        if secretly(session) and len({isinstance(session.check(e), Ruling) for e in ends}) == 2:
            found = k
            break
        session.submit((act,), "tap")
    assert found is not None
    begun(tmp_path, "loewenherz", acts[:found])
    f = Finger(stage, tmp_path)
    try:
        f.backend.start_page.put()
        f.rest()
        f.press("Play on")
        f.until(lambda: f.place == "curtain", "the curtain")
        assert seen.faults(f.shell) == []
        f.press("By hand")
        f.until(lambda: f.place == "hand", "the form")
        assert seen.faults(f.shell) == []
        kinds = {c.key for c in f.shell.views[HandView].kinds} or {f.shell.views[HandView].chosen}
        assert kinds == {"end_alliance"}, "what is sealed is not entered here"
        f.press("Back")
        f.until(lambda: f.place == "curtain", "the curtain again")
        fits, ended = [not isinstance(session.check(e), Ruling) for e in ends], f.backend.ctx.play.session.length
        for k in (fits.index(False), fits.index(True)):
            f.press("By hand")
            f.until(lambda: f.place == "hand", "the form")
            (field,) = f.shell.views[HandView].fields  # whole ways, each with what it causes: no field after field
            assert len(field.options) == len({o.text for o in field.options}) == len(fits)
            f.press(field.options[k].text)
            f.rest()
            assert seen.faults(f.shell) == []
            f.press("Enter it")
            f.until(lambda: f.place == "curtain", "the curtain again")
            if not fits[k]:
                f.until(lambda: any("verdeckt gesagt" in w for w in f.words()), "a sentence for everybody")
                assert seen.faults(f.shell) == []
        f.until(lambda: f.backend.ctx.play.session.length > ended, "the alliance to end")
        assert isinstance(f.backend.ctx.play.session.past[-1].act, EndAlliance)
    finally:
        f.close()
