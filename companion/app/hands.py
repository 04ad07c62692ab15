"""Touches are answered one after the other on a thread of their own: the screen never waits for an answer."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable

from companion.app.backend import Inbox
from companion.app.setup_views import Notice
from companion.app.taps import Tap
from companion.engine.words import N_
from companion.i18n import gettext

MOMENT = N_("One moment.")
WORK = {
    "demo": N_("The demo table is being laid."),
    "continue": N_("The saved game is being opened."),
    "set_up": N_("The table is being set up."),
    "undo": N_("The act is being taken back."),
    "jump": N_("The game goes back to there."),
    "share": N_("The result is being written."),
    "hand_enter": N_("The act is being entered."),
}


class Hands:
    """``answer`` gets every tap in its turn. A tap made on a page that has gone meanwhile is dropped: it was aimed at
    something else. ``inbox`` is told what is worked on."""

    def __init__(self, answer: Callable[[Tap], None], inbox: Inbox) -> None:
        self._answer, self._inbox = answer, inbox
        self._queue: queue.Queue[tuple[Tap, str] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="hands", daemon=True)
        self._thread.start()

    def post(self, tap: Tap) -> None:
        """Returns at once."""
        self._queue.put((tap, self._inbox.nav.place))

    def _run(self) -> None:
        while (item := self._queue.get()) is not None:
            tap, place = item
            if place == self._inbox.nav.place:
                with self._inbox.work(gettext(WORK.get(tap.kind, MOMENT))):
                    self._one(tap)
            self._queue.task_done()

    def _one(self, tap: Tap) -> None:
        try:
            self._answer(tap)
        except Exception:  # the thread must live: whatever went wrong is told, and play goes on
            logging.getLogger(__name__).exception("%s could not be answered", tap.kind)
            self._inbox.put(Notice("bad", gettext(N_("That could not be done. Nothing else has changed."))))

    def wait(self) -> None:
        """Until every tap so far is answered."""
        self._queue.join()

    def close(self) -> None:
        """Answer what was touched, then end."""
        self._queue.put(None)
        self._thread.join(timeout=10.0)
