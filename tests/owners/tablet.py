"""The app on a tablet without a window: its real backend, touched as the screens touch it. For measuring and tests."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.app import setup_views as v
from companion.app.backend import Inbox
from companion.app.live.backend import LiveBackend
from companion.app.side_views import HandView
from companion.app.taps import Tap
from companion.app.viewmodel import TableView
from companion.capture.planned import plan_of
from companion.capture.stage import Patch, Stage

WAIT_S, ENTERED_S = 60.0, 3.0


def caught_up(backend: LiveBackend) -> bool:
    """Whether the page shows the game as it stands: nobody touches what comes next before it is there."""
    play = backend.ctx.play
    return play is None or play.at == play.session.length


class Tablet:
    """Keeps the newest view of each kind and the place that is shown, as the shell does. ``taps``: touches so far."""

    def __init__(self, home: Path, game: str, camera: str = "", inbox: Inbox | None = None) -> None:
        self.game = game
        self.inbox = inbox or Inbox()
        self.backend = LiveBackend(home, camera or None)
        self.views: dict[type, Any] = {}
        self.place = "start"
        self.taps: dict[str, int] = {}
        self.counting = "start"
        self.backend.start(self.inbox)
        self._take()

    def close(self) -> None:
        self.backend.close()

    def view(self, kind: type) -> Any:
        self._take()
        return self.views.get(kind)

    def _take(self) -> None:
        for view in self.inbox.take():
            if isinstance(view, v.Show):
                self.place = view.place
            else:
                self.views[type(view)] = view

    def tap(self, kind: str, payload: Any = None) -> None:
        """One touch; returns when what it started is done."""
        self.taps[self.counting] = self.taps.get(self.counting, 0) + 1
        self.until(lambda: caught_up(self.backend))
        self.touch(Tap(kind, payload))
        self._settle()

    def touch(self, tap: Tap) -> None:
        """A finger where the screen offers this."""
        self.backend.post(tap)

    def _settle(self) -> None:
        def idle() -> bool:
            now = self.backend.capturing
            return now is None or now.idle

        self.until(idle)

    def until(self, true: Callable[[], bool], seconds: float = WAIT_S) -> bool:
        """Wait for something; whether it came."""
        end = time.monotonic() + seconds
        while not true():
            if time.monotonic() > end:
                return False
            time.sleep(0.004)
            self._take()
        self._take()
        return True

    # ------------------------------------------------------------ the way to a board
    def choose(
        self, players: tuple[v.Player, ...], plan: str = "box", *, from_file: bool = False, board: str = ""
    ) -> None:
        """Start screen and new game; players and options (such as the file to take the board from) are not counted."""
        start: v.StartView = self.view(v.StartView)
        if start.game != self.game:
            self.tap("game", self.game)
        if self.view(v.StartView).plan != plan:
            self.tap("plan", plan)
        self.tap("begin", (self.game, plan))
        options = {"board": board} if board else {}
        if from_file:
            offered = next(o for o in self.view(v.NewGameView).options if o.id == "board")
            options["board"] = next(c.key for c in offered.values if c.key.startswith("file:"))
        self.set_up(v.Draft(self.game, plan, players, 0, options, ("camera",)))

    def set_up(self, wish: v.Draft) -> None:
        """Who plays, in which colours, on which board; then the button below."""
        self.tap("set_up", wish)

    def place_camera(self) -> None:
        """Wait for the picture to be still and take it."""
        self.counting = "camera"
        self.until(lambda: bool(self.views[v.CameraView].ready))
        self.tap("camera_keep")
        self.until(lambda: self.place == "capture")

    def first_act(self) -> None:
        """From the set-up guide to the first act in the journal, by hand."""
        self.counting = "first act"
        self.until(lambda: self.place == "guide")
        self.lots()
        session = self._session()
        ready = session.game.table.ready
        self.until(lambda: self.place == "table" and ready(session.state))
        self.as_shown()

    def lots(self) -> None:
        """Let the app draw what the set-up leaves to chance, then go to the table."""
        self.until(lambda: bool(self.view(v.GuideView).lot or self.view(v.GuideView).ready))
        if self.view(v.GuideView).lot:
            self.tap("guide_lot")
            self.until(lambda: bool(self.view(v.GuideView).ready))
        self.tap("guide_start")

    def as_shown(self) -> None:
        """One act as people enter it: the first key under the scores or of the panel, or the first place that may be
        touched on the board; where none is enough, on the page of acts."""
        before = self._session().length
        view: TableView = self.view(TableView)
        target = next((s.id for s in view.board.spaces if s.target is not None), "") if view.board is not None else ""
        pad = next((c.key for c in view.panel.pad if c.enabled), "") if view.panel is not None else ""
        if view.strip is not None and view.strip.keys:
            self.tap(view.strip.tap, view.strip.keys[0].key)
        elif pad:
            self.tap("panel", pad)
        elif target:
            self.tap("space", target)
            if self.backend.sitting is not None and self.backend.sitting.painter.window is not None:
                self.tap("space", target)  # it lies close to others: one look closer
        if not self.until(lambda: self._session().length > before, ENTERED_S):
            self.by_hand()

    def by_hand(self) -> None:
        """One act on the page of acts, each time the first that is offered."""
        before = self._session().length
        self.tap("go", "hand")
        if not self.hand.chosen:
            self.tap("hand_kind", self.hand.kinds[0].key)
        for _n in range(8):
            if self.hand.ready:
                break
            field = next(f for f in self.hand.fields if f.id not in self.hand.values)
            self.tap("hand_value", (field.id, field.options[0].key))
        self.tap("hand_enter")
        self.until(lambda: self._session().length > before)

    def _session(self) -> Any:
        return self.backend.sitting.session if self.backend.sitting is not None else None

    @property
    def hand(self) -> HandView:
        found: HandView = self.view(HandView)
        return found

    # ------------------------------------------------------------ the capture screen, as a person's hands use it
    def stage(self) -> Stage:
        """What the capture screen shows; no step once it is left."""
        self._settle()
        view: v.CaptureView | None = self.view(v.CaptureView)
        if view is None or self.place != "capture":
            return Stage("", 0, 0, "")
        number, of = (int(n) for n in re.findall(r"\d+", view.step))
        return Stage(
            plan_of(self.game).steps[number - 1].id, number, of, view.sentence,
            patches=tuple(Patch(r.polygon, r.ink, r.at, r.pending) for r in view.regions),
            dots=view.dots, strokes=view.strokes, picks=view.picks, counts=view.counts, notes=view.notes,
            name=view.name, found=view.found, fact=view.fact, focus=view.finger, missing=view.missing,
            ready=view.ready, play=view.play,
        )  # fmt: skip


class CaptureHands:
    """A person's hands over the capture screen."""

    def __init__(self, tablet: Tablet) -> None:
        self.tablet = tablet
        self.stage = tablet.stage

    def tap(self, at: tuple[float, float]) -> None:
        self.tablet.tap("capture_tap", at)

    def drag(self, *way: tuple[float, float]) -> None:
        self.tablet.tap("capture_drag", way)

    def choose(self, key: str) -> None:
        self.tablet.tap("capture_choose", key)

    def count(self, key: str, by: int) -> None:
        self.tablet.tap("capture_count", (key, by))

    def name(self, text: str) -> None:
        self.tablet.tap("capture_name", text)

    def undo(self) -> None:
        self.tablet.tap("undo")

    def next(self) -> None:
        self.tablet.tap("capture_next")
        now = self.tablet.backend.capturing
        if now is None or now.shop.finished:  # that was the last step: the game's guide comes
            self.tablet.until(lambda: self.tablet.place != "capture")
