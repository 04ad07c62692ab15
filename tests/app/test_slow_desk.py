"""A desk that takes long: it is said, nothing touched meanwhile counts for another page, and nothing stays over it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from companion.engine.types import Choose
from companion.table.desk import Desk, Tapped
from tests.app.finger import Finger
from tests.app.people import PEOPLE
from tests.app.steps import forward, new_game, to_table
from tests.app.thumb import Thumb


class Slow:
    """Lets no act through the desk till ``go`` is set, or lets it in and tells nobody of it till then (``late``)."""

    def __init__(self, patch: pytest.MonkeyPatch, late: bool = False) -> None:
        self.go, self.came = threading.Event(), 0
        plain = Desk.handle

        def handle(desk: Desk, message: Any, now: float) -> Any:
            found = plain(desk, message, now) if late else None
            if isinstance(message, Tapped):
                self.came += 1
                self.go.wait(20.0)
            return found or plain(desk, message, now)

        patch.setattr(Desk, "handle", handle)


def test_it_is_said_while_the_desk_works_and_then_the_page_is_free(
    stage: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finger = Finger(stage, tmp_path, "en")
    try:
        to_table(finger, "hibernia")
        thumb = Thumb(finger, PEOPLE["hibernia"](3))
        thumb.go(1)
        slow = Slow(monkeypatch)
        length = thumb.session.length
        act = thumb.wish()
        thumb.enter(act)
        (busy,) = finger.until(lambda: finger.parts("Busy"), "the word that it works")
        assert [s.text for s in busy.said] == ["The act is being entered."]
        keys = [p for p in finger.parts() if getattr(p, "tap", None) is not None and p.w > 0]
        posted: list[Any] = []
        finger.shell.out = posted.append
        for key in keys[:3]:
            finger.tap(key)
        assert posted == [], "a page that is about to go takes no touch"
        finger.shell.out = finger.backend.post
        slow.go.set()
        finger.until(lambda: not finger.parts("Busy"), "the page to be free")
        thumb.came(length)
        assert slow.came == 1
        thumb.go(2)
    finally:
        finger.close()


@pytest.mark.parametrize("game", ["vikings_gone_wild", "walisk"])
def test_a_page_tells_of_one_moment(stage: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """While the desk enters an act, keys and marks are those of the moment on the page, and so is what is sent."""
    finger = Finger(stage, tmp_path, "en")
    try:
        to_table(finger, game)
        thumb = Thumb(finger, PEOPLE[game](3))
        thumb.go(4)
        backend, play = finger.backend, finger.backend.ctx.play
        shown, at, before = backend.table.view(play), play.at, thumb.keys()
        slow = Slow(monkeypatch, late=True)
        act = thumb.wish()
        play.send(Tapped((act,), at))
        finger.until(lambda: slow.came == 1 and thumb.session.length > at, "the act in the journal")
        assert backend.table.view(play) == shown
        assert (play.at, thumb.keys()) == (at, before)
        slow.go.set()
        finger.until(lambda: play.at == thumb.session.length == play.sitting.latest.at, "the page after it")
        assert backend.table.view(play) != shown
        thumb.go(2)
    finally:
        finger.close()


def test_lots_touched_twice_are_drawn_once(stage: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finger = Finger(stage, tmp_path, "en")
    try:
        new_game(finger, "brian_boru")
        forward(finger)
        slow = Slow(monkeypatch)
        backend = finger.backend
        session = backend.ctx.play.session
        for _ in range(2):
            backend.guide.lot(None)
        slow.go.set()
        finger.until(lambda: slow.came == 2 and isinstance(session.pending()[0], Choose), "the lots")
        finger.rest()
        assert backend.ctx.play.sitting.latest.refusal is None
    finally:
        finger.close()


def test_a_table_that_was_left_shows_nothing_more(stage: Any, tmp_path: Path) -> None:
    finger = Finger(stage, tmp_path, "en")
    try:
        to_table(finger, "hibernia")
        old = finger.backend.ctx.play
        finger.backend.seating.recut({})
        finger.rest()
        inbox = finger.backend.ctx.inbox
        inbox.look()
        old.sitting.runtime.told(old.sitting.latest)
        assert inbox.look()[0] == []
    finally:
        finger.close()
